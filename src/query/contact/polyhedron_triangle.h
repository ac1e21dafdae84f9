#pragma once
// A box or hull against one triangle of a mesh: the axes of least overlap that the triangle may use, and the points for each.
//
// Axes: the triangle's face normal, always; a face of the polyhedron, where the triangle's nearest feature owns its opposite; the
// common normal of two edges, where both own it. An axis that an inner edge does not own is passed over. The choice between them is
// made for a whole flat patch (contact_polyhedron_mesh.cpp), so that it does not depend on how the patch is divided.
// Points for the face normal are the corners of the polyhedron over the face, and where its lowest face crosses the borders of the
// patch: inner edges of a patch leave no trace.
//
// Frame: the mesh's own, the polyhedron's vertices and faces too. Units: meters.

#include "query/contact/mesh_contacts.h"
#include "query/contact/polytope.h"

namespace holdfast::detail {

/// What one triangle and the body have to do with each other.
struct TriangleMeasure {
  MeshTriangle triangle;
  std::uint32_t patch = 0;              ///< the measure that stands for its flat patch
  std::array<bool, 3> edge_in_reach{};  ///< no face of the body separates that edge by more than the margin
  bool in_reach = false;                ///< nothing separates them by more than the margin
  double face_overlap = 0;              ///< [m] along the triangle's normal
  std::uint32_t lowest = 0;             ///< the body's vertex that is deepest behind the triangle
  std::uint32_t incident = 0;           ///< the body's face that looks most against the triangle
  double body_face_overlap = 0;         ///< [m] along the opposite of `body_face`; only where that is less than face_overlap
  std::uint32_t body_face = Mesh::kNone;
};

/// Two edges that own their common normal and cross.
struct EdgePair {
  std::uint32_t measure = 0;  ///< of the triangle
  double overlap = 0;
  Vector3d position, normal;
};

/// A face of the body and the triangle being measured.
struct FaceMeasure {
  std::array<double, 3> to_corner{};    ///< [m] along the face's normal, from the frame's origin to the triangle's corners
  double separation = 0;                ///< [m] of the triangle from the face's plane
  std::uint8_t along = 0, against = 0;  ///< bit i: edge i of the triangle owns normals and leads along the face's normal, or against it
};

/// An edge of the body, and the edges of the triangle, a bit each, that may have a common normal with it.
struct TurningEdge {
  std::uint32_t edge = 0;
  unsigned across = 0;
};

struct PolyhedronScratch {
  std::vector<TriangleMeasure> measures;
  std::vector<EdgePair> edges;
  std::vector<Vector3d> vertices;
  std::vector<Hull::Face> faces;
  std::vector<double> heights;
  std::vector<FaceMeasure> face_measures;
  std::vector<TurningEdge> turning;
};

/// A limit that the overlap along another axis must stay under to be preferred to one of `overlap`.
double preferred_below(double overlap, const Polytope& body, const ContactOptions& options);

class PolyhedronTriangle {
 public:
  PolyhedronTriangle(const Polytope& body, const MeshTriangle& triangle, const MeshQuery& query)
      : body_(body), triangle_(triangle), query_(query) {}

  /// False where the triangle is out of reach by its plane: too far in front, or the body wholly behind. Appends pairs of edges.
  bool measure(TriangleMeasure& m, PolyhedronScratch& scratch) const;

  /// The body's face that looks most against the triangle.
  [[nodiscard]] std::uint32_t incident_face() const;

  /// Points for the face normal.
  void add_on_face(const TriangleMeasure& patch, std::vector<MeshPoint>& out) const;
  /// Corners of the body over the face, no deeper than `deepest`.
  void add_body_vertices(const TriangleMeasure& patch, double deepest, std::vector<MeshPoint>& out) const;
  /// Tips and ridges of the triangle on a face of the body.
  void add_on_body_face(std::uint32_t face, std::vector<MeshPoint>& out) const;

  /// Whether the polyhedron, moved by `shift`, and the triangle have more than a touch in common.
  [[nodiscard]] bool overlaps(const Vector3d& shift, std::vector<double>& heights) const;

 private:
  /// A vertex of the body as the borders of the triangle see it.
  struct BorderSides {
    Vector3d at;
    double height = 0;               ///< [m] above the triangle's plane
    std::array<double, 3> inside{};  ///< of each edge: above 0 on the triangle's side [m²]
    unsigned outside = 0;            ///< bit i: `inside` of edge i is below 0
  };

  bool measure_heights(TriangleMeasure& m, std::vector<double>& heights) const;
  bool measure_faces(TriangleMeasure& m, std::vector<FaceMeasure>& faces) const;
  void consider_body_faces(TriangleMeasure& m, const std::vector<FaceMeasure>& faces) const;
  void consider_edges(const TriangleMeasure& m, PolyhedronScratch& scratch) const;
  void consider_edge_pair(int i, const Hull::Edge& edge, double limit, PolyhedronScratch& scratch) const;
  unsigned compare_directions(const TriangleMeasure& m, std::vector<FaceMeasure>& faces) const;
  [[nodiscard]] bool triangle_owns_opposite_of(const Hull::Face& face, const FaceMeasure& measure) const;

  void add(const Vector3d& position, const Vector3d& normal, double depth, std::vector<MeshPoint>& out) const;
  void add_body_vertex(std::uint32_t vertex, double deepest, std::vector<MeshPoint>& out) const;
  void add_border_crossings(const Hull::Face& incident, std::vector<MeshPoint>& out) const;
  [[nodiscard]] BorderSides border_sides(std::uint32_t vertex) const;
  void add_crossing(int i, const BorderSides& a, const BorderSides& b, std::vector<MeshPoint>& out) const;
  void add_patch_corners(const Hull::Face& incident, std::vector<MeshPoint>& out) const;
  bool clip_edge(int i, const Hull::Face& face, double& low, double& high) const;
  void add_ridge(int i, const Hull::Face& face, std::vector<MeshPoint>& out) const;
  [[nodiscard]] bool is_over_body_face(const Hull::Face& face, const Vector3d& p) const;
  [[nodiscard]] bool passes(const Vector3d& from, double from_height, const Vector3d& to, double to_height) const;
  [[nodiscard]] bool enters_body(int i, const Vector3d& shift, double touch) const;

  const Polytope& body_;
  const MeshTriangle& triangle_;
  const MeshQuery& query_;
};

}  // namespace holdfast::detail
