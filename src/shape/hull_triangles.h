#pragma once
// The triangulated boundary of a convex hull, with every decision by an exact predicate: quickhull without a tolerance.
//
// Coplanar neighbours stay separate triangles, and a vertex may lie inside a face or an edge; the caller merges them.
// Source: Barber, Dobkin, Huhdanpaa, "The quickhull algorithm for convex hulls" (1996). We differ in that a facet sees a
// point only when the point is strictly in front of it in exact arithmetic; then new facets always have an area, the
// horizon is one simple cycle, and a point that sees no new facet is inside: no repair of topology is needed.

#include <holdfast/math/vector3.h>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace holdfast::detail {

struct HullTriangle {
  std::array<std::uint32_t, 3> vertices{};    ///< counter-clockwise from outside
  std::array<std::uint32_t, 3> neighbours{};  ///< across edge i, from corner i to corner i + 1
};

struct HullTriangles {
  std::vector<HullTriangle> triangles;
  double thickness = 0;  ///< how far points stand from one plane through three far points: about the least extent
};

/// `points` are distinct. Fails: InvalidArgument when they all lie on a line or in a plane, or are fewer than four.
HullTriangles hull_triangles(std::span<const Vector3d> points);

}  // namespace holdfast::detail
