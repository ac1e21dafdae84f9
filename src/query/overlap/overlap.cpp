#include <holdfast/query/distance.h>

#include "query/distance/convex_core.h"

namespace holdfast {

bool overlap(const Shape& a, const Posed& pose_a, const Shape& b, const Posed& pose_b) {
  detail::check_pair(a, pose_a, b, pose_b, "overlap");
  if (b.type() == ShapeType::mesh) return detail::overlap_solid_mesh(a, pose_a, b.as_mesh(), pose_b);
  if (a.type() == ShapeType::mesh) return detail::overlap_solid_mesh(b, pose_b, a.as_mesh(), pose_a);
  return distance(a, pose_a, b, pose_b).distance <= 0;
}

}  // namespace holdfast
