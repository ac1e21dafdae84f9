#pragma once
// A triangle of a mesh with its edges and corners as contacts see them, and which normals each feature owns.
//
// A contact with normal n at a feature is admitted when n is in the set that the feature owns: a face owns its normal; a convex
// edge the arc between its two face normals; a border the arc from the face normal to the outward direction in the face's plane;
// a vertex the directions from which it is nearer than all that it belongs to. Flat and concave edges and saddles own nothing:
// what touches there touches an incident face. So no inner edge of a surface can push a body sideways, and nothing that is
// nearest is ever dropped. Without the filter each triangle stands alone: all its edges are borders.
//
// Frame: the mesh's own. Units: meters. Nothing is owned; the mesh outlives it.

#include <holdfast/shape/mesh.h>
#include <cmath>

namespace holdfast::detail {

/// How far beside a face a point may stand and still be over it, as a share of its height: the two triangles of an edge agree on a
/// point above it in spite of rounding, and normals that differ by less are one [rad]. Smaller: contacts above an edge can be lost
/// or come twice; larger: normals of edges are replaced by those of faces where that shows.
inline constexpr double kOverFaceAngle = 1e-6;

/// The same for points near the plane, as a share of the triangle's size: the rounding of their position.
inline constexpr double kOverFaceRounding = 1e-12;

/// Sine of the angle by which a normal may leave the owned set of an edge or a vertex through rounding alone.
inline constexpr double kOwnedTolerance = 1e-7;

enum class Feature : std::uint8_t { face, edge, vertex };

/// The nearest point of a triangle to a point.
struct NearestFeature {
  Vector3d point;
  double height = 0;           ///< [m] of the point asked about, above the plane
  double lateral_squared = 0;  ///< [m²] from `point` to the foot on the plane: 0 over the face
  Feature feature = Feature::face;
  int index = 0;  ///< of the edge or corner
};

class MeshTriangle {
 public:
  MeshTriangle(const Mesh& mesh, std::uint32_t index, bool filter)
      : mesh_(&mesh),
        index_(index),
        filter_(filter),
        normal_(mesh.normal(index)),
        corners_{mesh.corner(index, 0), mesh.corner(index, 1), mesh.corner(index, 2)},
        edges_{corners_[1] - corners_[0], corners_[2] - corners_[1], corners_[0] - corners_[2]},
        inward_{cross(normal_, edges_[0]), cross(normal_, edges_[1]), cross(normal_, edges_[2])} {}

  [[nodiscard]] std::uint32_t index() const { return index_; }
  [[nodiscard]] const Vector3d& normal() const { return normal_; }
  [[nodiscard]] const Vector3d& corner(int i) const { return corners_[static_cast<std::size_t>(i)]; }
  [[nodiscard]] const Vector3d& edge(int i) const { return edges_[static_cast<std::size_t>(i)]; }
  /// In the plane, to the inner side of edge i, as long as the edge.
  [[nodiscard]] const Vector3d& inward(int i) const { return inward_[static_cast<std::size_t>(i)]; }
  [[nodiscard]] double height(const Vector3d& p) const { return dot(normal_, p - corners_[0]); }
  [[nodiscard]] Mesh::EdgeKind kind(int i) const {
    return filter_ ? triangle().edges[static_cast<std::size_t>(i)] : Mesh::EdgeKind::border;
  }
  /// Whether the edge owns an arc of normals.
  [[nodiscard]] bool edge_owns_normals(int i) const { return kind(i) != Mesh::EdgeKind::flat && kind(i) != Mesh::EdgeKind::concave; }

  /// The nearest point of the closed triangle to `p`.
  [[nodiscard]] NearestFeature nearest(const Vector3d& p) const;
  /// Whether `p`, with this nearest feature, stands over or under the face.
  [[nodiscard]] bool is_over_face(const NearestFeature& n, const Vector3d& p) const;
  /// Whether `p`, this high, is so far beyond an edge that it is not over the face: a cheap test that settles most points.
  [[nodiscard]] bool is_beyond_edge(const Vector3d& p, double height) const;

  /// Whether edge i owns the unit direction `d`, which is at right angles to the edge.
  [[nodiscard]] bool edge_owns(int i, const Vector3d& d, double tolerance = kOwnedTolerance) const;
  /// Whether corner i owns the unit direction `d`.
  [[nodiscard]] bool vertex_owns(int i, const Vector3d& d, double tolerance = kOwnedTolerance) const;
  /// Whether the nearest feature of `p`, a concave edge or a pit, has `p` behind it in the gap between the faces that meet there.
  [[nodiscard]] bool is_in_fan_behind(const NearestFeature& n, const Vector3d& p) const;

  /// Whether the surface goes on across edge i as one flat support.
  [[nodiscard]] bool is_smooth(int i) const { return filter_ && triangle().is_smooth(i); }
  /// The edges across which it does not, a bit each.
  [[nodiscard]] unsigned borders() const { return filter_ ? ~unsigned{triangle().smooth_edges} & 7u : 7u; }
  /// Whether corner i is a corner of the flat patch that the face belongs to: not inside it, nor along a straight side.
  [[nodiscard]] bool is_patch_corner(int i) const { return !filter_ || triangle().is_patch_corner(i); }

 private:
  /// How far beside the face a point may stand and be over it [m].
  [[nodiscard]] double over_face_reach(const Vector3d& p, double height) const;
  [[nodiscard]] std::uint32_t neighbour(int i) const { return filter_ ? triangle().neighbours[static_cast<std::size_t>(i)] : Mesh::kNone; }
  [[nodiscard]] const Mesh::Triangle& triangle() const { return mesh_->triangles()[index_]; }
  /// visit(triangle, corner of it) for each triangle around corner i, this one first; without the filter this one alone.
  template <class Visit>
  void for_each_around(int i, Visit&& visit) const {
    if (filter_) return mesh_->for_each_around(index_, i, visit);
    visit(index_, i);
  }

  const Mesh* mesh_;
  std::uint32_t index_;
  bool filter_;
  Vector3d normal_;
  std::array<Vector3d, 3> corners_, edges_, inward_;
};

}  // namespace holdfast::detail
