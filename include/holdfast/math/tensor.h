#pragma once
// Inertia tensors: exact tests and accurate inverses.

#include <holdfast/math/matrix3.h>
#include <holdfast/math/quaternion.h>
#include <optional>

namespace holdfast {

/// Exact equality of mirrored elements.
template <class T>
bool is_symmetric(const Matrix3<T>& a) {
  return a.m[0][1] == a.m[1][0] && a.m[0][2] == a.m[2][0] && a.m[1][2] == a.m[2][1];
}
/// Exact, without a tolerance, for the stored values: the signs of the leading minors.
bool is_positive_definite(const Matrix3d& symmetric);
/// True for s times the identity, exactly.
template <class T>
bool is_isotropic(const Matrix3<T>& a) {
  return is_symmetric(a) && a.m[0][1] == 0 && a.m[0][2] == 0 && a.m[1][2] == 0 && a.m[0][0] == a.m[1][1] && a.m[1][1] == a.m[2][2];
}
/// The inverse, with about 100 bits inside so that ill-conditioned tensors keep their last digit; empty where the
/// determinant is zero or the result overflows.
std::optional<Matrix3d> inverse(const Matrix3d& a);
struct PrincipalAxes {
  Vector3d axes[3];  ///< orthonormal
  double values[3];  ///< rising
};
/// Eigenvectors and eigenvalues of a symmetric matrix, to rounding of its largest element. A diagonal matrix gives the unit
/// axes exactly. The same bits everywhere. Source: Jacobi (1846), cyclic.
PrincipalAxes principal_axes(const Matrix3d& symmetric);
/// R A Rᵀ with each mirrored pair computed once, so that the result is exactly symmetric if A is.
template <class T>
Matrix3<T> rotate_tensor(const Matrix3<T>& r, const Matrix3<T>& a);

template <class T>
Matrix3<T> rotate_tensor(const Matrix3<T>& r, const Matrix3<T>& a) {
  const Matrix3<T> ra = r * a;
  Matrix3<T> out;
  for (int i = 0; i < 3; ++i)
    for (int j = i; j < 3; ++j) {
      out.m[i][j] = dot(ra.row(i), r.row(j));
      out.m[j][i] = is_symmetric(a) ? out.m[i][j] : dot(ra.row(j), r.row(i));
    }
  return out;
}

}  // namespace holdfast
