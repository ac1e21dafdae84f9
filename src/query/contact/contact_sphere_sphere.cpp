// Two spheres: exact, one point. Spheres with one center are pushed apart along +z of the world.

#include "query/contact/pairs.h"

namespace holdfast::detail {

void contact_sphere_sphere(const Sphere& a, const Posed& pose_a, const Sphere& b, const Posed& pose_b, const ContactOptions& options,
                           ContactSet& out) {
  const Vector3d d = pose_a.position - pose_b.position;
  const double distance = length(d), radii = a.radius + b.radius;
  if (!is_within(radii - distance, options.margin, radii)) return;
  const Vector3d normal = distance > kNoDirection * radii ? d / distance : Vector3d{0, 0, 1};
  add_point(out, pose_a.position - normal * a.radius, pose_b.position + normal * b.radius, normal, radii - distance, options);
}

}  // namespace holdfast::detail
