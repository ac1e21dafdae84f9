#pragma once
// A convex solid as the algorithms see it: the corners of its core, and a radius around it. A sphere's core is a point,
// a capsule's a segment; a box and a hull are their own cores.
//
// Frame: the one given to `convex_core`. Units: meters.

#include <holdfast/query/distance.h>

#include "query/sat.h"

#include <vector>

namespace holdfast::detail {

struct ConvexCore {
  std::vector<Vector3d> vertices;
  double radius = 0;
};

/// Of a convex solid whose own frame stands at `frame`.
ConvexCore convex_core(const Shape& shape, const Framed& frame);

/// The normals and edges of a core, for the separating axes.
struct CoreAxes {
  std::vector<Vector3d> normals, directions;
  std::vector<SatEdge> edges;
};
CoreAxes core_axes(const Shape& shape, const Framed& frame);
inline SatShape sat_shape(const ConvexCore& core, const CoreAxes& axes) {
  return {core.vertices, axes.normals, axes.directions, axes.edges};
}

/// Gives the result for a and b swapped.
DistanceResult swapped(const DistanceResult& r);

DistanceResult distance_sphere_any(const Shape& sphere, const Posed& pose, const Shape& other, const Posed& other_pose);
DistanceResult distance_capsule_capsule(const Capsule& a, const Posed& pose_a, const Capsule& b, const Posed& pose_b);
DistanceResult distance_solid_plane(const Shape& solid, const Posed& pose, const Posed& plane);
DistanceResult distance_polyhedra(const Shape& a, const Posed& pose_a, const Shape& b, const Posed& pose_b);
DistanceResult distance_solid_mesh(const Shape& solid, const Posed& pose, const Mesh& mesh, const Posed& mesh_pose);
bool overlap_solid_mesh(const Shape& solid, const Posed& pose, const Mesh& mesh, const Posed& mesh_pose);

/// Where two cores that overlap, or touch, meet: points on the two cores that face each other along `normal`.
void facing_points(std::span<const Vector3d> a, std::span<const Vector3d> b, const SatResult& sat, Vector3d& point_a, Vector3d& point_b);

/// Throws UnsupportedShape for two shapes that have no distance, InvalidArgument for a pose that is none.
void check_pair(const Shape& a, const Posed& pose_a, const Shape& b, const Posed& pose_b, const char* question);

}  // namespace holdfast::detail
