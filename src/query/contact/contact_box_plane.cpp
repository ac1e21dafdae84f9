// A box and a plane: the corners of the face that looks most at the plane, at most four.

#include "query/contact/plane_side.h"

namespace holdfast::detail {

void contact_box_plane(const Box& a, const Posed& pose_a, const Plane&, const Posed& pose_b, const ContactOptions& options,
                       ContactSet& out) {
  const PlaneSide plane(pose_b);
  const Framed frame(pose_a);
  const Vector3d down = -transpose_times(frame.rotation, plane.normal);
  const int axis = largest_axis(down), u = (axis + 1) % 3, v = (axis + 2) % 3;
  const Vector3d& h = a.half_extents;
  std::array<ContactPoint, 4> corners;
  std::size_t count = 0;
  for (const auto& [su, sv] : {std::pair{-1.0, -1.0}, std::pair{1.0, -1.0}, std::pair{1.0, 1.0}, std::pair{-1.0, 1.0}}) {
    Vector3d corner;
    corner[axis] = down[axis] < 0 ? -h[axis] : h[axis];
    corner[u] = su * h[u];
    corner[v] = sv * h[v];
    const Vector3d p = transform(frame, corner);
    if (!plane.meets(p, h.x + h.y + h.z, options)) continue;
    ContactSet one;
    plane.add(p, options, one);
    corners[count++] = one.points[0];
  }
  reduce_contacts(std::span(corners).first(count), options.max_contacts, out);
}

}  // namespace holdfast::detail
