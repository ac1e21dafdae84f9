#pragma once
// How deep two solids overlap, by brute force: a measure that shares no code with any engine.
//
// A solid is a convex core (point, segment or polytope) grown by a radius. Cores that overlap: the least separation over
// all axes that can separate them (face normals and products of edges), which is the exact depth for polytopes. Cores
// apart: the exact distance over all pairs of features. Frame: world. Units: meters.

#include <holdfast/math/pose.h>
#include <holdfast/shape/shape.h>
#include <vector>

namespace holdfast::bench {

struct Core {
  struct Face {
    Vector3d normal;
    double offset = 0;
    std::vector<std::size_t> corners;
  };
  std::vector<Vector3d> points;
  std::vector<std::array<std::size_t, 2>> edges;
  std::vector<Face> faces;
  double radius = 0;
  Vector3d center;
  double reach = 0;  ///< [m] no point of the solid is farther from `center`
};

/// Of a sphere, capsule, box or hull.
Core make_core(const Shape& shape, const Posed& pose);
/// Overlap [m], > 0 when the solids overlap; what is not positive is only known to be so.
double overlap_depth(const Core& a, const Core& b);
/// The nearest point to `p` of the triangle a b c.
Vector3d nearest_on_triangle(const Vector3d& p, const Vector3d& a, const Vector3d& b, const Vector3d& c);

}  // namespace holdfast::bench
