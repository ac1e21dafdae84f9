#include "query/distance/convex_core.h"
#include "query/gjk.h"

namespace holdfast::detail {

// Apart: GJK between the cores. Touching or overlapping: the separating axes, which are exact for polyhedra; the radii
// around the cores add to the depth as they are. All in the frame of `a`, which keeps numbers small.
DistanceResult distance_polyhedra(const Shape& a, const Posed& pose_a, const Shape& b, const Posed& pose_b) {
  const Framed frame_a(pose_a), frame_b = relative_frame(frame_a, Framed(pose_b));
  const ConvexCore core_a = convex_core(a, Framed()), core_b = convex_core(b, frame_b);
  const GjkResult gjk = gjk_distance(core_a.vertices, core_b.vertices);
  Vector3d point_a = gjk.point_a, point_b = gjk.point_b, normal = gjk.normal;
  double gap = gjk.distance;
  if (!(gap > 0)) {
    const CoreAxes axes_a = core_axes(a, Framed()), axes_b = core_axes(b, frame_b);
    const SatResult sat = sat_separation(sat_shape(core_a, axes_a), sat_shape(core_b, axes_b));
    facing_points(core_a.vertices, core_b.vertices, sat, point_a, point_b);
    normal = sat.normal;
    gap = sat.separation;
  }
  DistanceResult r;
  r.distance = gap - (core_a.radius + core_b.radius);
  r.normal = frame_a.rotation * normal;
  r.point_a = transform(frame_a, point_a - normal * core_a.radius);
  r.point_b = transform(frame_a, point_b + normal * core_b.radius);
  r.status = gjk.status;
  return r;
}

}  // namespace holdfast::detail
