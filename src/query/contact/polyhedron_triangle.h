#pragma once
// A box or hull against one triangle of a mesh: the axis of least overlap among those that the triangle may use, and its points.
//
// Axes: the triangle's face normal, always; a face of the polyhedron, where the triangle's nearest feature owns its opposite; the
// common normal of two edges, where both own it. Where the least overlap is along an axis that an inner edge does not own, the next
// one counts, and in the end the face normal. Points for the face normal are the corners of the polyhedron over the face, and where
// its lowest face crosses the borders of the flat patch that the triangle belongs to: inner edges of a patch leave no trace.
//
// Frame: the mesh's own, the polyhedron's vertices and faces too. Units: meters.

#include "query/contact/mesh_contacts.h"
#include "query/contact/polytope.h"

namespace holdfast::detail {

class PolyhedronTriangle {
 public:
  PolyhedronTriangle(const Polytope& body, const MeshTriangle& triangle, const MeshQuery& query, MeshScratch& scratch)
      : body_(body), triangle_(triangle), query_(query), scratch_(scratch) {}

  /// Appends the points to scratch.points.
  void add_points();
  /// Whether the polyhedron, moved by `shift`, still crosses the plane of the triangle and is not clear of it along a face.
  [[nodiscard]] bool overlaps(const Vector3d& shift) const;

 private:
  enum class Axis : std::uint8_t { face, body_face, edges };
  struct Choice {
    Axis axis = Axis::face;
    double overlap = 0;
    std::uint32_t body_face = 0;
    Vector3d normal, on_body, on_mesh;  ///< of two edges
  };

  bool measure_heights();
  bool measure_faces();
  void consider_body_faces(Choice& choice) const;
  void consider_edges(Choice& choice) const;
  void consider_edge_pair(int i, const Hull::Edge& edge, Choice& choice) const;
  [[nodiscard]] bool body_edge_owns(const Hull::Edge& edge, const Vector3d& along, const Vector3d& d) const;
  [[nodiscard]] bool triangle_owns_opposite_of(std::uint32_t face) const;

  void add(const Vector3d& position, const Vector3d& normal, double depth);
  void add_body_vertices(double deepest);
  void add_body_vertex(std::uint32_t vertex, double deepest);
  void add_border_crossings();
  void add_patch_corners();
  void add_on_body_face(std::uint32_t face);
  [[nodiscard]] bool is_over_body_face(const Hull::Face& face, const Vector3d& p) const;

  const Polytope& body_;
  const MeshTriangle& triangle_;
  const MeshQuery& query_;
  MeshScratch& scratch_;
  std::uint32_t lowest_ = 0;    ///< vertex
  std::uint32_t incident_ = 0;  ///< the body's face that looks most against the triangle
};

}  // namespace holdfast::detail
