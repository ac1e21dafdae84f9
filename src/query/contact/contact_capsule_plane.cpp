// A capsule and a plane: each end of the axis whose cap comes within the margin makes a point, the lower one first.

#include "query/contact/plane_side.h"
#include "query/contact/segments.h"

namespace holdfast::detail {

void contact_capsule_plane(const Capsule& a, const Posed& pose_a, const Plane&, const Posed& pose_b, const ContactOptions& options,
                           ContactSet& out) {
  const PlaneSide plane(pose_b);
  const Segment axis = core(a, pose_a);
  const double lower = dot(axis.direction, plane.normal) > 0 ? -a.half_height : a.half_height;
  for (const double s : {lower, -lower}) {
    const Vector3d lowest = axis.at(s) - plane.normal * a.radius;
    if (out.count < options.max_contacts && plane.meets(lowest, a.radius + a.half_height, options)) plane.add(lowest, options, out);
  }
}

}  // namespace holdfast::detail
