#include "query/ray/ray_shapes.h"

namespace holdfast::detail {

// The offset of the center from the line is measured at the foot of its perpendicular, so that a far origin costs no more
// precision than its own last place (after Haines et al., "Precision Improvements for Ray/Sphere Intersection", 2019).
std::optional<RaySpan> ray_sphere(const Vector3d& origin, const Vector3d& direction, double radius) {
  const double foot = -dot(origin, direction);
  const Vector3d drop = origin + direction * foot;
  const double half = half_chord(radius, safe_length(drop));
  if (half < 0) return std::nullopt;
  return RaySpan{foot - half, foot + half, normalized(drop - direction * half), normalized(drop + direction * half)};
}

}  // namespace holdfast::detail
