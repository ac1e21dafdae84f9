// A sphere and a capsule: exact, one point. A center on the capsule's axis leaves across the axis.

#include "query/contact/segments.h"

namespace holdfast::detail {

void contact_sphere_capsule(const Sphere& a, const Posed& pose_a, const Capsule& b, const Posed& pose_b, const ContactOptions& options,
                            ContactSet& out) {
  const Segment axis = core(b, pose_b);
  const Vector3d nearest = axis.at(axis.nearest(pose_a.position)), d = pose_a.position - nearest;
  const double distance = length(d), radii = a.radius + b.radius;
  if (!is_within(radii - distance, options.margin, radii + b.half_height)) return;
  const Vector3d normal = distance > kNoDirection * radii ? d / distance : any_perpendicular(axis.direction);
  add_point(out, pose_a.position - normal * a.radius, nearest + normal * b.radius, normal, radii - distance, options);
}

}  // namespace holdfast::detail
