// A sphere and a plane: exact, one point.

#include "query/contact/plane_side.h"

namespace holdfast::detail {

void contact_sphere_plane(const Sphere& a, const Posed& pose_a, const Plane&, const Posed& pose_b, const ContactOptions& options,
                          ContactSet& out) {
  const PlaneSide plane(pose_b);
  const Vector3d lowest = pose_a.position - plane.normal * a.radius;
  if (plane.meets(lowest, a.radius, options)) plane.add(lowest, options, out);
}

}  // namespace holdfast::detail
