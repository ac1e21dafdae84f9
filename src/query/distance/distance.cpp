#include <holdfast/query/distance.h>

#include "query/distance/convex_core.h"

namespace holdfast {

namespace {

using namespace detail;

DistanceResult distance_solids(const Shape& a, const Posed& pose_a, const Shape& b, const Posed& pose_b) {
  if (a.type() == ShapeType::sphere) return distance_sphere_any(a, pose_a, b, pose_b);
  if (b.type() == ShapeType::sphere) return swapped(distance_sphere_any(b, pose_b, a, pose_a));
  if (a.type() == ShapeType::capsule && b.type() == ShapeType::capsule) {
    return distance_capsule_capsule(a.as_capsule(), pose_a, b.as_capsule(), pose_b);
  }
  return distance_polyhedra(a, pose_a, b, pose_b);
}

}  // namespace

DistanceResult distance(const Shape& a, const Posed& pose_a, const Shape& b, const Posed& pose_b) {
  check_pair(a, pose_a, b, pose_b, "distance");
  if (b.type() == ShapeType::plane) return distance_solid_plane(a, pose_a, pose_b);
  if (a.type() == ShapeType::plane) return swapped(distance_solid_plane(b, pose_b, pose_a));
  if (b.type() == ShapeType::mesh) return distance_solid_mesh(a, pose_a, b.as_mesh(), pose_b);
  if (a.type() == ShapeType::mesh) return swapped(distance_solid_mesh(b, pose_b, a.as_mesh(), pose_a));
  return distance_solids(a, pose_a, b, pose_b);
}

}  // namespace holdfast
