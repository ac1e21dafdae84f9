#include <algorithm>

#include <holdfast/math/double_double.h>
#include <holdfast/math/predicates.h>
#include <holdfast/math/tensor.h>

namespace holdfast {
namespace {

DoubleDouble cofactor(const Matrix3d& a, int row, int column) {
  const int r1 = (row + 1) % 3, r2 = (row + 2) % 3, c1 = (column + 1) % 3, c2 = (column + 2) % 3;
  return two_product(a.m[r1][c1], a.m[r2][c2]) - two_product(a.m[r1][c2], a.m[r2][c1]);
}

// The quotient of two double-doubles, rounded to a double.
double quotient(const DoubleDouble& a, const DoubleDouble& b) {
  const double q = a.high / b.high;
  const DoubleDouble rest = a - b * DoubleDouble(q);
  return q + rest.high / b.high;
}

// Scaling by a power of two is exact; it keeps the products of the cofactors inside the range of double-doubles.
double power_of_two_scale(const Matrix3d& a) {
  double largest = 0;
  for (int i = 0; i < 3; ++i) largest = std::max({largest, std::abs(a.m[i][0]), std::abs(a.m[i][1]), std::abs(a.m[i][2])});
  if (!(largest > 0) || !std::isfinite(largest)) return 0;
  int exponent = 0;
  std::frexp(largest, &exponent);
  return std::ldexp(1.0, -exponent);
}

}  // namespace

bool is_positive_definite(const Matrix3d& a) {
  if (!is_finite(a) || !is_symmetric(a) || !(a.m[0][0] > 0)) return false;
  Matrix3d corner = a;
  corner.m[0][2] = corner.m[1][2] = corner.m[2][0] = corner.m[2][1] = 0;
  corner.m[2][2] = 1;
  return determinant_sign(corner) > 0 && determinant_sign(a) > 0;
}

std::optional<Matrix3d> inverse(const Matrix3d& a) {
  const double scale = power_of_two_scale(a);
  if (scale == 0) return std::nullopt;
  const Matrix3d s = a * scale;
  DoubleDouble c[3][3];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) c[i][j] = cofactor(s, i, j);
  const DoubleDouble det = c[0][0] * DoubleDouble(s.m[0][0]) + c[0][1] * DoubleDouble(s.m[0][1]) + c[0][2] * DoubleDouble(s.m[0][2]);
  if (det.high == 0) return std::nullopt;
  Matrix3d out;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) out.m[i][j] = quotient(c[j][i], det) * scale;
  if (!is_finite(out)) return std::nullopt;
  return out;
}

PrincipalAxes principal_axes(const Matrix3d& symmetric) {
  Matrix3d a = symmetric;
  Vector3d axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  // Each sweep squares the elements off the diagonal, relative to the gaps between the values; five reach rounding.
  constexpr int kMostSweeps = 12;
  constexpr int kPlanes[3][2] = {{0, 1}, {0, 2}, {1, 2}};
  for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
    if (a.m[0][1] == 0 && a.m[0][2] == 0 && a.m[1][2] == 0) break;
    for (const auto& plane : kPlanes) {
      const int p = plane[0], q = plane[1], r = 3 - p - q;
      const double off = a.m[p][q];
      if (off == 0) continue;
      // The smaller root of t² + 2 θ t = 1 turns the least; where θ² overflows, 1 / 2θ is that root.
      const double theta = (a.m[q][q] - a.m[p][p]) / (2 * off);
      const double t =
          std::isfinite(theta * theta) ? std::copysign(1.0, theta) / (std::abs(theta) + std::sqrt(theta * theta + 1)) : 0.5 / theta;
      const double c = 1 / std::sqrt(t * t + 1), s = t * c;
      a.m[p][p] -= t * off;
      a.m[q][q] += t * off;
      a.m[p][q] = a.m[q][p] = 0;
      const double rp = a.m[r][p], rq = a.m[r][q];
      a.m[r][p] = a.m[p][r] = c * rp - s * rq;
      a.m[r][q] = a.m[q][r] = s * rp + c * rq;
      const Vector3d up = axes[p], uq = axes[q];
      axes[p] = up * c - uq * s;
      axes[q] = up * s + uq * c;
    }
  }
  int order[3] = {0, 1, 2};
  std::stable_sort(order, order + 3, [&](int i, int j) { return a.m[i][i] < a.m[j][j]; });
  PrincipalAxes out;
  for (int i = 0; i < 3; ++i) {
    out.axes[i] = normalized(axes[order[i]]);
    out.values[i] = a.m[order[i]][order[i]];
  }
  return out;
}

}  // namespace holdfast
