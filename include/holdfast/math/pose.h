#pragma once
// A rigid pose X_AB: where frame B stands in frame A. A point p_B maps to p_A = position + R p_B.
// Adjacent letters cancel: X_AC = X_AB * X_BC.

#include <holdfast/math/quaternion.h>

namespace holdfast {

template <class T>
struct Pose {
  Vector3<T> position;
  Quaternion<T> rotation;

  constexpr Pose() = default;
  constexpr Pose(const Vector3<T>& p, const Quaternion<T>& q = {}) : position(p), rotation(q) {}
  template <class U>
  explicit constexpr Pose(const Pose<U>& x) : position(x.position), rotation(x.rotation) {}
  constexpr bool operator==(const Pose&) const = default;
};

using Posef = Pose<float>;
using Posed = Pose<double>;

template <class T>
constexpr Vector3<T> transform(const Pose<T>& x, const Vector3<T>& p) {
  return x.position + rotate(x.rotation, p);
}
template <class T>
constexpr Vector3<T> transform_inverse(const Pose<T>& x, const Vector3<T>& p) {
  return rotate_inverse(x.rotation, p - x.position);
}
template <class T>
constexpr Pose<T> operator*(const Pose<T>& a, const Pose<T>& b) {
  return {transform(a, b.position), a.rotation * b.rotation};
}
template <class T>
constexpr Pose<T> inverse(const Pose<T>& x) {
  return {rotate_inverse(x.rotation, -x.position), conjugate(x.rotation)};
}

/// A pose with the rotation as a matrix: cheaper where many points are transformed.
template <class T>
struct Frame {
  Vector3<T> position;
  Matrix3<T> rotation = Matrix3<T>::identity();

  constexpr Frame() = default;
  explicit constexpr Frame(const Pose<T>& x) : position(x.position), rotation(to_matrix(x.rotation)) {}
};

using Framed = Frame<double>;

template <class T>
constexpr Vector3<T> transform(const Frame<T>& x, const Vector3<T>& p) {
  return x.position + x.rotation * p;
}
template <class T>
constexpr Vector3<T> transform_inverse(const Frame<T>& x, const Vector3<T>& p) {
  return transpose_times(x.rotation, p - x.position);
}
/// The frame of `b` seen from `a`.
template <class T>
constexpr Frame<T> relative_frame(const Frame<T>& a, const Frame<T>& b) {
  Frame<T> r;
  r.position = transform_inverse(a, b.position);
  r.rotation = transpose(a.rotation) * b.rotation;
  return r;
}

}  // namespace holdfast
