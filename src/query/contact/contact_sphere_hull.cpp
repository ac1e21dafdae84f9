// A sphere and a hull: exact, one point. A center inside the hull leaves by the nearest face.

#include "query/contact/polytope.h"

namespace holdfast::detail {

void contact_sphere_hull(const Sphere& a, const Posed& pose_a, const Hull& b, const Posed& pose_b, const ContactOptions& options,
                         ContactSet& out) {
  const Framed frame(pose_b);
  const NearestPoint nearest = nearest_point(polytope(b), transform_inverse(frame, pose_a.position));
  const double depth = a.radius - nearest.distance;
  if (!is_within(depth, options.margin, a.radius + b.radius())) return;
  const Vector3d normal = frame.rotation * nearest.normal;
  add_point(out, pose_a.position - normal * a.radius, transform(frame, nearest.point), normal, depth, options);
}

}  // namespace holdfast::detail
