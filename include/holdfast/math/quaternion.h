#pragma once
// Rotations as unit quaternions, stored x, y, z, w. q and -q are the same rotation. Functions other than `normalized`
// expect a quaternion of unit length and do not renormalise it.

#include <holdfast/math/matrix3.h>

namespace holdfast {

template <class T>
struct Quaternion {
  T x{0}, y{0}, z{0}, w{1};

  constexpr Quaternion() = default;
  constexpr Quaternion(T x_in, T y_in, T z_in, T w_in) : x(x_in), y(y_in), z(z_in), w(w_in) {}
  template <class U>
  explicit constexpr Quaternion(const Quaternion<U>& q)
      : x(static_cast<T>(q.x)), y(static_cast<T>(q.y)), z(static_cast<T>(q.z)), w(static_cast<T>(q.w)) {}
  constexpr bool operator==(const Quaternion&) const = default;
};

using Quaternionf = Quaternion<float>;
using Quaterniond = Quaternion<double>;

template <class T>
constexpr Quaternion<T> operator*(const Quaternion<T>& a, const Quaternion<T>& b) {
  return {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
          a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}
template <class T>
constexpr Quaternion<T> conjugate(const Quaternion<T>& q) {
  return {-q.x, -q.y, -q.z, q.w};
}
template <class T>
constexpr T length_squared(const Quaternion<T>& q) {
  return q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
}
template <class T>
bool is_finite(const Quaternion<T>& q) {
  return std::isfinite(q.x) && std::isfinite(q.y) && std::isfinite(q.z) && std::isfinite(q.w);
}
/// Unit length; a quaternion without a direction gives the identity.
template <class T>
Quaternion<T> normalized(const Quaternion<T>& q) {
  const T l = std::sqrt(length_squared(q));
  return l > T(0) && std::isfinite(l) ? Quaternion<T>{q.x / l, q.y / l, q.z / l, q.w / l} : Quaternion<T>{};
}
/// R v
template <class T>
constexpr Vector3<T> rotate(const Quaternion<T>& q, const Vector3<T>& v) {
  const Vector3<T> u{q.x, q.y, q.z};
  const Vector3<T> t = cross(u, v) * T(2);
  return v + t * q.w + cross(u, t);
}
/// Rᵀ v
template <class T>
constexpr Vector3<T> rotate_inverse(const Quaternion<T>& q, const Vector3<T>& v) {
  return rotate(conjugate(q), v);
}
template <class T>
constexpr Matrix3<T> to_matrix(const Quaternion<T>& q) {
  const T x2 = q.x + q.x, y2 = q.y + q.y, z2 = q.z + q.z;
  const T xx = q.x * x2, yy = q.y * y2, zz = q.z * z2, xy = q.x * y2, xz = q.x * z2, yz = q.y * z2;
  const T wx = q.w * x2, wy = q.w * y2, wz = q.w * z2;
  Matrix3<T> r;
  r.m[0][0] = T(1) - (yy + zz);
  r.m[0][1] = xy - wz;
  r.m[0][2] = xz + wy;
  r.m[1][0] = xy + wz;
  r.m[1][1] = T(1) - (xx + zz);
  r.m[1][2] = yz - wx;
  r.m[2][0] = xz - wy;
  r.m[2][1] = yz + wx;
  r.m[2][2] = T(1) - (xx + yy);
  return r;
}

}  // namespace holdfast
