#pragma once
// The signed distance and closest points of two posed shapes, and whether they overlap.
//
// Frame: world. Units: meters. Everything is Float64. A negative distance is the least translation that separates them.
// The closest points lie on the two surfaces: point_b - point_a is along the axis of least separation.
// A plane is the half space below it. A mesh is its triangles, solid from the front: a shape that is wholly behind
// a triangle does not overlap it, and its distance to that triangle is the distance to the surface.
// Fails: UnsupportedShape for two meshes, two planes, or a plane and a mesh; InvalidArgument for a pose or point that is not finite, or a
// rotation that is not unit within 1e-5.

#include <holdfast/base/error.h>
#include <holdfast/shape/shape.h>

namespace holdfast {

struct DistanceResult {
  double distance = 0;                ///< [m]; negative: overlap by that depth
  Vector3d point_a, point_b;          ///< on the surfaces, world frame
  Vector3d normal;                    ///< unit, from b to a
  Status status = Status::converged;  ///< how the iterative algorithm ended, where there is one
};

DistanceResult distance(const Shape& a, const Posed& pose_a, const Shape& b, const Posed& pose_b);
/// True when the shapes share a point; shapes that only touch do.
bool overlap(const Shape& a, const Posed& pose_a, const Shape& b, const Posed& pose_b);

/// The point of a shape's surface that is nearest to `point`, and its signed distance (negative inside).
struct SurfacePoint {
  Vector3d point;
  Vector3d normal;      ///< unit, outward
  double distance = 0;  ///< [m]
};
SurfacePoint closest_point(const Shape& shape, const Posed& pose, const Vector3d& point);

}  // namespace holdfast
