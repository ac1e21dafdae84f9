#include "io/polygon.h"

#include <holdfast/math/predicates.h>

namespace holdfast::detail {
namespace {

using Indices = std::vector<std::uint32_t>;

/// A polygon with more corners is cut as a fan: ears take quadratic time to cubic time, and no real file has such faces.
constexpr std::size_t kMaxEarCorners = 4096;

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
      : vertices_(vertices), left_(corners.begin(), corners.end()), axis_(largest_axis(normal)), front_(normal[axis_] < 0 ? -1 : 1) {}

  /// False where no ear is left before the last triangle; `out` then holds an unfinished cut.
  bool cut(std::vector<std::array<std::uint32_t, 3>>& out) {
    std::size_t at = 0, failures = 0;
    while (left_.size() > 3) {
      const std::size_t n = left_.size(), before = (at + n - 1) % n, after = (at + 1) % n;
      if (is_ear(left_[before], left_[at], left_[after])) {
        out.push_back({left_[before], left_[at], left_[after]});
        left_.erase(left_.begin() + static_cast<std::ptrdiff_t>(at));
        at = at % left_.size();
        failures = 0;
      } else {
        at = after;
        if (++failures > n) return false;
      }
    }
    out.push_back({left_[0], left_[1], left_[2]});
    return true;
  }

 private:
  [[nodiscard]] int turn(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
    return front_ * area_sign(Vector3d(vertices_[a]), Vector3d(vertices_[b]), Vector3d(vertices_[c]), axis_);
  }
  [[nodiscard]] bool is_ear(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
    if (turn(a, b, c) <= 0) return false;
    for (const std::uint32_t p : left_) {
      if (vertices_[p] == vertices_[a] || vertices_[p] == vertices_[b] || vertices_[p] == vertices_[c]) continue;
      if (turn(a, b, p) >= 0 && turn(b, c, p) >= 0 && turn(c, a, p) >= 0) return false;
    }
    return true;
  }

  std::span<const Vector3f> vertices_;
  Indices left_;
  int axis_;
  int front_;
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
