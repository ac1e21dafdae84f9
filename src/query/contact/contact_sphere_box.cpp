// A sphere and a box: exact, one point. A center inside the box leaves by the nearest face, the lowest axis and then the
// positive side winning ties.

#include "query/contact/pairs.h"

namespace holdfast::detail {
namespace {

/// The point of the box's surface that is nearest to `c`, the unit normal there and the signed distance; the frame of the box.
struct BoxNearest {
  Vector3d point, normal;
  double distance = 0;
};

BoxNearest nearest_on_box(const Vector3d& h, const Vector3d& c) {
  const Vector3d clamped = max(-h, min(h, c)), d = c - clamped;
  const double distance = length(d);
  if (distance > kNoDirection * length(h)) return {clamped, d / distance, distance};
  const Vector3d inset = h - abs(c);
  const int axis = inset.x <= inset.y && inset.x <= inset.z ? 0 : inset.y <= inset.z ? 1 : 2;
  const double side = c[axis] < 0 ? -1 : 1;
  BoxNearest r{c, {}, -inset[axis]};
  r.point[axis] = side * h[axis];
  r.normal[axis] = side;
  return r;
}

}  // namespace

void contact_sphere_box(const Sphere& a, const Posed& pose_a, const Box& b, const Posed& pose_b, const ContactOptions& options,
                        ContactSet& out) {
  const Framed frame(pose_b);
  const BoxNearest nearest = nearest_on_box(b.half_extents, transform_inverse(frame, pose_a.position));
  const double depth = a.radius - nearest.distance;
  if (!is_within(depth, options.margin, a.radius + length(b.half_extents))) return;
  const Vector3d normal = frame.rotation * nearest.normal;
  add_point(out, pose_a.position - normal * a.radius, transform(frame, nearest.point), normal, depth, options);
}

}  // namespace holdfast::detail
