#pragma once
// Axis-aligned boxes. Closed: boxes that share a face overlap.

#include <holdfast/math/pose.h>
#include <limits>

namespace holdfast {

template <class T>
struct Aabb {
  Vector3<T> low{std::numeric_limits<T>::infinity(), std::numeric_limits<T>::infinity(), std::numeric_limits<T>::infinity()};
  Vector3<T> high{-std::numeric_limits<T>::infinity(), -std::numeric_limits<T>::infinity(), -std::numeric_limits<T>::infinity()};

  constexpr bool operator==(const Aabb&) const = default;
  /// True until a point or a box is added.
  [[nodiscard]] constexpr bool is_empty() const { return low.x > high.x; }
  constexpr void add(const Vector3<T>& p) {
    low = min(low, p);
    high = max(high, p);
  }
  constexpr void add(const Aabb& b) {
    low = min(low, b.low);
    high = max(high, b.high);
  }
  [[nodiscard]] constexpr Vector3<T> center() const { return (low + high) * T(0.5); }
  [[nodiscard]] constexpr Vector3<T> half_extents() const { return (high - low) * T(0.5); }
  [[nodiscard]] constexpr Aabb grown(T by) const {
    Aabb r = *this;
    r.low -= {by, by, by};
    r.high += {by, by, by};
    return r;
  }
};

using Aabbf = Aabb<float>;
using Aabbd = Aabb<double>;

template <class T>
constexpr bool overlaps(const Aabb<T>& a, const Aabb<T>& b) {
  return a.low.x <= b.high.x && b.low.x <= a.high.x && a.low.y <= b.high.y && b.low.y <= a.high.y && a.low.z <= b.high.z &&
         b.low.z <= a.high.z;
}

/// The box of a local box seen through `frame`.
template <class T>
Aabb<T> transform(const Frame<T>& frame, const Aabb<T>& box) {
  const Vector3<T> c = transform(frame, box.center()), h = box.half_extents();
  const Vector3<T> r{dot(abs(frame.rotation.row(0)), h), dot(abs(frame.rotation.row(1)), h), dot(abs(frame.rotation.row(2)), h)};
  Aabb<T> out;
  out.low = c - r;
  out.high = c + r;
  return out;
}

}  // namespace holdfast
