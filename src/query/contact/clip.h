#pragma once
// Clipping of a contact polygon: Sutherland-Hodgman in the plane of a reference face, carrying the height above it.
//
// Frame: x, y in the reference face's plane, height out of it [m]. No allocation: a polygon that would outgrow its
// buffer loses every second corner first, which keeps its shape within the width of the corners lost.

#include <algorithm>
#include <array>
#include <cstddef>

namespace holdfast::detail {

/// Not initialised: buffers of them are filled from the front, and clearing them would cost more than the clipping.
struct ClipVertex {
  double x, y;
  double height;  ///< [m] above the reference face; negative: below it
};

template <std::size_t Capacity>
class ClipPolygon {
 public:
  ClipPolygon() = default;
  ClipPolygon(const ClipPolygon&) = delete;
  ClipPolygon& operator=(const ClipPolygon& other) {
    count_ = other.count_;
    std::copy(other.begin(), other.end(), vertices_.begin());
    return *this;
  }
  [[nodiscard]] static constexpr std::size_t capacity() { return Capacity; }
  [[nodiscard]] std::size_t size() const { return count_; }
  [[nodiscard]] const ClipVertex& operator[](std::size_t i) const { return vertices_[i]; }
  [[nodiscard]] const ClipVertex* begin() const { return vertices_.data(); }
  [[nodiscard]] const ClipVertex* end() const { return vertices_.data() + count_; }
  void clear() { count_ = 0; }
  void add(const ClipVertex& v) {
    if (count_ == Capacity) thin();
    vertices_[count_++] = v;
  }

 private:
  void thin() {
    count_ = Capacity / 2;
    for (std::size_t i = 1; i < count_; ++i) vertices_[i] = vertices_[2 * i];
  }
  std::array<ClipVertex, Capacity> vertices_;  // NOLINT: filled from the front
  std::size_t count_ = 0;
};

/// Keeps the part of `in` where distance(vertex) <= tolerance; `distance` is linear in x and y.
template <std::size_t Capacity, class Distance>
void clip(const ClipPolygon<Capacity>& in, ClipPolygon<Capacity>& out, double tolerance, Distance&& distance) {
  out.clear();
  if (in.size() == 0) return;
  const ClipVertex* from = &in[in.size() - 1];
  double d_from = distance(*from);
  for (const ClipVertex& to : in) {
    const double d_to = distance(to);
    if ((d_from <= tolerance) != (d_to <= tolerance)) {
      // Both may lie within the tolerance of the line: stay between them.
      double t = d_from / (d_from - d_to);
      t = t < 0 ? 0 : t > 1 ? 1 : t;
      out.add({from->x + (to.x - from->x) * t, from->y + (to.y - from->y) * t, from->height + (to.height - from->height) * t});
    }
    if (d_to <= tolerance) out.add(to);
    from = &to;
    d_from = d_to;
  }
}

}  // namespace holdfast::detail
