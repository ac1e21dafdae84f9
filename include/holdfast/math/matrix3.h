#pragma once
// 3x3 matrices, row major: m[row][column]. M * v multiplies a column vector.

#include <holdfast/math/vector3.h>

namespace holdfast {

template <class T>
struct Matrix3 {
  T m[3][3] = {};

  [[nodiscard]] static constexpr Matrix3 identity() { return diagonal({1, 1, 1}); }
  [[nodiscard]] static constexpr Matrix3 diagonal(const Vector3<T>& d) {
    Matrix3 r;
    r.m[0][0] = d.x;
    r.m[1][1] = d.y;
    r.m[2][2] = d.z;
    return r;
  }
  [[nodiscard]] static constexpr Matrix3 from_columns(const Vector3<T>& a, const Vector3<T>& b, const Vector3<T>& c) {
    Matrix3 r;
    for (int i = 0; i < 3; ++i) {
      r.m[i][0] = a[i];
      r.m[i][1] = b[i];
      r.m[i][2] = c[i];
    }
    return r;
  }
  [[nodiscard]] constexpr Vector3<T> row(int i) const { return {m[i][0], m[i][1], m[i][2]}; }
  [[nodiscard]] constexpr Vector3<T> column(int i) const { return {m[0][i], m[1][i], m[2][i]}; }
  constexpr bool operator==(const Matrix3&) const = default;

  template <class U>
  [[nodiscard]] constexpr Matrix3<U> cast() const {
    Matrix3<U> r;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) r.m[i][j] = static_cast<U>(m[i][j]);
    return r;
  }
};

using Matrix3f = Matrix3<float>;
using Matrix3d = Matrix3<double>;

template <class T>
constexpr Vector3<T> operator*(const Matrix3<T>& a, const Vector3<T>& v) {
  return {dot(a.row(0), v), dot(a.row(1), v), dot(a.row(2), v)};
}
template <class T>
constexpr Matrix3<T> operator*(const Matrix3<T>& a, const Matrix3<T>& b) {
  Matrix3<T> r;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) r.m[i][j] = a.m[i][0] * b.m[0][j] + a.m[i][1] * b.m[1][j] + a.m[i][2] * b.m[2][j];
  return r;
}
template <class T>
constexpr Matrix3<T> operator*(const Matrix3<T>& a, T s) {
  Matrix3<T> r;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) r.m[i][j] = a.m[i][j] * s;
  return r;
}
template <class T>
constexpr Matrix3<T> operator+(const Matrix3<T>& a, const Matrix3<T>& b) {
  Matrix3<T> r;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) r.m[i][j] = a.m[i][j] + b.m[i][j];
  return r;
}
template <class T>
constexpr Matrix3<T> transpose(const Matrix3<T>& a) {
  return Matrix3<T>::from_columns(a.row(0), a.row(1), a.row(2));
}
/// Mᵀ v without forming the transpose.
template <class T>
constexpr Vector3<T> transpose_times(const Matrix3<T>& a, const Vector3<T>& v) {
  return {dot(a.column(0), v), dot(a.column(1), v), dot(a.column(2), v)};
}
template <class T>
constexpr T determinant(const Matrix3<T>& a) {
  return dot(a.row(0), cross(a.row(1), a.row(2)));
}
template <class T>
bool is_finite(const Matrix3<T>& a) {
  return is_finite(a.row(0)) && is_finite(a.row(1)) && is_finite(a.row(2));
}
/// u vᵀ
template <class T>
constexpr Matrix3<T> outer(const Vector3<T>& u, const Vector3<T>& v) {
  return Matrix3<T>::from_columns(u * v.x, u * v.y, u * v.z);
}

}  // namespace holdfast
