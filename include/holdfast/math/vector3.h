#pragma once
// Plain three-component vectors. Every operation evaluates left to right in the written order, without fused
// multiply-add (the build sets -ffp-contract=off), so that results are the same bits everywhere.
// Units and frames are the caller's; names say them.

#include <cmath>

namespace holdfast {

template <class T>
struct Vector3 {
  T x{}, y{}, z{};

  constexpr Vector3() = default;
  constexpr Vector3(T x_in, T y_in, T z_in) : x(x_in), y(y_in), z(z_in) {}
  template <class U>
  explicit constexpr Vector3(const Vector3<U>& v) : x(static_cast<T>(v.x)), y(static_cast<T>(v.y)), z(static_cast<T>(v.z)) {}

  /// Component by axis number 0, 1, 2.
  [[nodiscard]] constexpr T operator[](int axis) const { return axis == 0 ? x : axis == 1 ? y : z; }
  [[nodiscard]] constexpr T& operator[](int axis) { return axis == 0 ? x : axis == 1 ? y : z; }

  constexpr bool operator==(const Vector3&) const = default;
  constexpr Vector3& operator+=(const Vector3& b) {
    x += b.x;
    y += b.y;
    z += b.z;
    return *this;
  }
  constexpr Vector3& operator-=(const Vector3& b) {
    x -= b.x;
    y -= b.y;
    z -= b.z;
    return *this;
  }
  constexpr Vector3& operator*=(T s) {
    x *= s;
    y *= s;
    z *= s;
    return *this;
  }
};

using Vector3f = Vector3<float>;
using Vector3d = Vector3<double>;

template <class T>
constexpr Vector3<T> operator+(const Vector3<T>& a, const Vector3<T>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class T>
constexpr Vector3<T> operator-(const Vector3<T>& a, const Vector3<T>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class T>
constexpr Vector3<T> operator-(const Vector3<T>& a) {
  return {-a.x, -a.y, -a.z};
}
template <class T>
constexpr Vector3<T> operator*(const Vector3<T>& a, T s) {
  return {a.x * s, a.y * s, a.z * s};
}
template <class T>
constexpr Vector3<T> operator*(T s, const Vector3<T>& a) {
  return a * s;
}
template <class T>
constexpr Vector3<T> operator/(const Vector3<T>& a, T s) {
  return {a.x / s, a.y / s, a.z / s};
}

template <class T>
constexpr T dot(const Vector3<T>& a, const Vector3<T>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class T>
constexpr Vector3<T> cross(const Vector3<T>& a, const Vector3<T>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class T>
constexpr T length_squared(const Vector3<T>& a) {
  return dot(a, a);
}
template <class T>
T length(const Vector3<T>& a) {
  return std::sqrt(dot(a, a));
}
/// The unit vector along `a`, or `fallback` where `a` has no direction in this precision.
template <class T>
Vector3<T> normalized(const Vector3<T>& a, const Vector3<T>& fallback = {0, 0, 1}) {
  const T l = length(a);
  return l > T(0) && std::isfinite(l) ? a / l : fallback;
}
template <class T>
constexpr Vector3<T> min(const Vector3<T>& a, const Vector3<T>& b) {
  return {a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.z < b.z ? a.z : b.z};
}
template <class T>
constexpr Vector3<T> max(const Vector3<T>& a, const Vector3<T>& b) {
  return {a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y, a.z > b.z ? a.z : b.z};
}
template <class T>
Vector3<T> abs(const Vector3<T>& a) {
  return {std::abs(a.x), std::abs(a.y), std::abs(a.z)};
}
template <class T>
bool is_finite(const Vector3<T>& a) {
  return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z);
}
/// The axis (0, 1, 2) of the component with the largest magnitude; ties keep the lower axis.
template <class T>
int largest_axis(const Vector3<T>& a) {
  const Vector3<T> m = abs(a);
  return m.x >= m.y && m.x >= m.z ? 0 : m.y >= m.z ? 1 : 2;
}
/// A unit vector at right angles to the unit vector `n`: n × x̂, or n × ŷ where n is close to x̂.
template <class T>
Vector3<T> any_perpendicular(const Vector3<T>& n) {
  const Vector3<T> axis = std::abs(n.x) < T(0.57) ? Vector3<T>{1, 0, 0} : Vector3<T>{0, 1, 0};
  return normalized(cross(n, axis));
}

}  // namespace holdfast
