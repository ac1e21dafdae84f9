#include "query/ray/ray_shapes.h"

#include <limits>

namespace holdfast::detail {

// Slabs of a closed box: a ray in the plane of a face, or through an edge, meets it. Ties keep the lower axis.
std::optional<RaySpan> ray_box(const Vector3d& origin, const Vector3d& direction, const Vector3d& half_extents) {
  RaySpan span{-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity(), {}, {}};
  for (int axis = 0; axis < 3; ++axis) {
    const double o = origin[axis], d = direction[axis], h = half_extents[axis];
    if (d == 0) {
      if (std::abs(o) > h) return std::nullopt;
      continue;
    }
    const double sign = d > 0 ? 1 : -1;
    const double enter = (-sign * h - o) / d, exit = (sign * h - o) / d;
    if (enter > span.enter) {
      span.enter = enter;
      span.enter_normal = {};
      span.enter_normal[axis] = -sign;
    }
    if (exit < span.exit) {
      span.exit = exit;
      span.exit_normal = {};
      span.exit_normal[axis] = sign;
    }
  }
  if (!(span.enter <= span.exit)) return std::nullopt;
  return span;
}

}  // namespace holdfast::detail
