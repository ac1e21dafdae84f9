#include "io/polygon.h"

#include <holdfast/math/aabb.h>
#include <holdfast/math/predicates.h>

#include <algorithm>

namespace holdfast::detail {
namespace {

/// A polygon with more corners is cut as a fan, for ears take quadratic time; no real file has such faces.
constexpr std::size_t kMaxEarCorners = 4096;

/// How often a polygon's corners may be compared with others before it is cut as a fan: so often for each pair of them, where
/// circles, gears, spirals and zigzag bands take 1, and enough for any of few corners. More: a polygon made to have few ears,
/// which is cubic, takes longer.
constexpr std::size_t kMaxLooksPerPair = 8, kFreeLooks = 131072;

/// Newell's normal, not unit: right also for corners that are not quite in one plane.
Vector3d newell_normal(std::span<const Vector3f> vertices, std::span<const std::uint32_t> corners) {
  Vector3d sum;
  const Vector3d origin(vertices[corners[0]]);
  for (std::size_t i = 1; i + 1 < corners.size(); ++i)
    sum += cross(Vector3d(vertices[corners[i]]) - origin, Vector3d(vertices[corners[i + 1]]) - origin);
  return sum;
}

class EarCutter {
 public:
  EarCutter(std::span<const Vector3f> vertices, std::span<const std::uint32_t> corners, const Vector3d& normal)
      : axis_(largest_axis(normal)),
        front_(normal[axis_] < 0 ? -1 : 1),
        looks_left_(kFreeLooks + kMaxLooksPerPair * corners.size() * corners.size()) {
    for (std::size_t i = 0; i < corners.size(); ++i)
      ring_.push_back(
          {corners[i], Vector3d(vertices[corners[i]]), i == 0 ? corners.size() - 1 : i - 1, i + 1 == corners.size() ? 0 : i + 1});
  }

  /// False where no ear is found before the last triangle; `out` then holds an unfinished cut.
  bool cut(std::vector<std::array<std::uint32_t, 3>>& out) {
    std::size_t at = 0, failures = 0, left = ring_.size();
    while (left > 3) {
      const std::size_t before = ring_[at].before, after = ring_[at].after;
      if (is_ear(at)) {
        out.push_back(triangle(at));
        ring_[at].is_cut = true;
        ring_[before].after = after;
        ring_[after].before = before;
        ring_[before].blocker = ring_[after].blocker = kUnknown;
        failures = 0;
        --left;
      } else if (++failures > left || looks_left_ == 0) {
        return false;
      }
      at = after;
    }
    out.push_back(triangle(ring_[std::min({ring_[at].before, at, ring_[at].after})].after));
    return true;
  }

 private:
  static constexpr std::size_t kUnknown = ~std::size_t{0};
  struct Corner {
    std::uint32_t vertex;
    Vector3d point;
    std::size_t before, after;
    std::size_t blocker = kUnknown;  ///< a corner within its triangle; itself where it turns inward
    bool is_cut = false;
  };

  [[nodiscard]] std::array<std::uint32_t, 3> triangle(std::size_t at) const {
    return {ring_[ring_[at].before].vertex, ring_[at].vertex, ring_[ring_[at].after].vertex};
  }
  [[nodiscard]] int turn(const Vector3d& a, const Vector3d& b, const Vector3d& c) const { return front_ * area_sign(a, b, c, axis_); }

  /// What was once in the way stays there until it is cut off, or the triangle becomes another.
  [[nodiscard]] bool is_ear(std::size_t at) {
    std::size_t& blocker = ring_[at].blocker;
    if (blocker == kUnknown || ring_[blocker].is_cut) blocker = find_blocker(at);
    return blocker == kUnknown;
  }
  [[nodiscard]] std::size_t find_blocker(std::size_t at) {
    const std::size_t before = ring_[at].before, after = ring_[at].after;
    const Vector3d &a = ring_[before].point, &b = ring_[at].point, &c = ring_[after].point;
    if (turn(a, b, c) <= 0) return at;
    const Aabbd bounds{min(a, min(b, c)), max(a, max(b, c))};
    for (std::size_t i = ring_[after].after; i != before; i = ring_[i].after) {
      if (looks_left_ == 0) return at;
      --looks_left_;
      const Vector3d& p = ring_[i].point;
      if (!may_hold(bounds, p) || p == a || p == b || p == c) continue;
      looks_left_ -= std::min(looks_left_, kLooksPerTurns);
      if (turn(a, b, p) >= 0 && turn(b, c, p) >= 0 && turn(c, a, p) >= 0) return i;
    }
    return kUnknown;
  }
  [[nodiscard]] bool may_hold(const Aabbd& bounds, const Vector3d& p) const {
    for (int axis = 0; axis < 3; ++axis)
      if (axis != axis_ && (p[axis] < bounds.low[axis] || p[axis] > bounds.high[axis])) return false;
    return true;
  }

  /// The exact sign of three areas takes the time of so many comparisons with bounds.
  static constexpr std::size_t kLooksPerTurns = 8;

  int axis_;
  int front_;
  std::size_t looks_left_;
  std::vector<Corner> ring_;
};

}  // namespace

void cut_polygon(std::span<const Vector3f> vertices, std::span<const std::uint32_t> corners,
                 std::vector<std::array<std::uint32_t, 3>>& out) {
  const std::size_t start = out.size();
  if (corners.size() > 3 && corners.size() <= kMaxEarCorners) {
    const Vector3d normal = newell_normal(vertices, corners);
    if (is_finite(normal) && EarCutter(vertices, corners, normal).cut(out)) return;
    out.resize(start);
  }
  for (std::size_t i = 1; i + 1 < corners.size(); ++i) out.push_back({corners[0], corners[i], corners[i + 1]});
}

}  // namespace holdfast::detail
