#pragma once
// A convex polytope as its pair functions see it: vertices, faces and edges, borrowed from a Hull or made from a Box.
//
// Frame: the shape's own. Units: meters. A Polytope owns nothing; a BoxPolytope holds the geometry of a box on the stack.

#include "query/contact/pairs.h"

namespace holdfast::detail {

struct Polytope {
  std::span<const Vector3d> vertices;
  std::span<const Hull::Face> faces;
  std::span<const Hull::Edge> edges;
  std::span<const std::uint32_t> face_vertices;
  Vector3d center;       ///< inside
  double size = 0;       ///< [m] bounds the distance of a vertex from the origin of the frame
  double thickness = 0;  ///< [m] the smallest side of the box around it, in its own frame

  [[nodiscard]] std::span<const std::uint32_t> corners(const Hull::Face& face) const {
    return face_vertices.subspan(face.first, face.count);
  }
  [[nodiscard]] const Vector3d& corner(const Hull::Face& face, std::size_t i) const { return vertices[face_vertices[face.first + i]]; }
};

Polytope polytope(const Hull& hull);

class BoxPolytope {
 public:
  explicit BoxPolytope(const Box& box);
  BoxPolytope(const BoxPolytope&) = delete;
  BoxPolytope& operator=(const BoxPolytope&) = delete;
  [[nodiscard]] const Polytope& view() const { return view_; }

 private:
  std::array<Vector3d, 8> vertices_;
  std::array<Hull::Face, 6> faces_;
  Polytope view_;
};

/// The vertex that is farthest along `direction`; the lowest index wins ties.
std::uint32_t support_vertex(const Polytope& p, const Vector3d& direction);

/// The face that looks most along `direction` among those that meet in `vertex`; the lowest index wins ties.
std::uint32_t facing_face(const Polytope& p, std::uint32_t vertex, const Vector3d& direction);

/// What part of a polytope a nearest point lies on: a face's inside, or an edge (its ends too).
struct NearestPoint {
  Vector3d point;          ///< on the surface
  Vector3d normal;         ///< unit, from `point` to the point asked about; outward where that is inside or on the surface
  double distance = 0;     ///< [m] negative inside
  std::uint32_t face = 0;  ///< the face that it lies on, or of its border that looks most along `normal`
  bool on_face = true;     ///< inside that face's border
};

/// The nearest point of the surface to `point`, exact; inside, on the nearest face. The lowest face wins ties.
NearestPoint nearest_point(const Polytope& p, const Vector3d& point);

/// Closest points of two polytopes that do not overlap, by trying each pair of features that the slab of a separating
/// direction leaves possible. All in the frame of `a`; `b_in_a` is the pose of b there.
/// `normal`: unit, from a to b, with separation > 0 along it; `limit` [m]: only pairs closer than that are looked for.
struct ClosestPoints {
  bool found = false;
  Vector3d on_a, on_b;
  double distance = 0;  ///< [m]
};
/// Fails: `found` is false when no pair is closer than `limit`.
ClosestPoints closest_points(const Polytope& a, const Polytope& b, const Framed& b_in_a, const Vector3d& normal, double limit);

}  // namespace holdfast::detail
