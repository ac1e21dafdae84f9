#pragma once
// A convex hull: vertices, polygonal faces and edges, built once and shared, immutable, between worlds.
//
// Frame: the shape's own. Units: meters. Coplanar triangles are merged into faces, so that a cube has six faces of four
// corners. The result is the same on every processor: topology comes from exact predicates, planes from the input points.
// Fails: InvalidArgument for fewer than four points, non-finite coordinates, or points that all lie in one plane.

#include <holdfast/math/aabb.h>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace holdfast {

class Hull {
 public:
  struct Face {
    Vector3d normal;          ///< unit, outward
    double offset = 0;        ///< the face is where dot(normal, x) == offset [m]
    std::uint32_t first = 0;  ///< its corners are face_vertices()[first .. first + count), counter-clockwise from outside
    std::uint32_t count = 0;
  };
  /// An undirected edge between vertices a < b, with the two faces that meet in it.
  struct Edge {
    std::uint32_t a = 0, b = 0;
    std::uint32_t left = 0, right = 0;  ///< seen from outside, walking a to b: `left` is the face on the left
  };

  /// The hull of `points`. Points inside the hull, on its faces or given twice are dropped.
  /// Neighbouring triangles whose normals have a dot product above 1 - 1e-4 are one face.
  static std::shared_ptr<const Hull> from_points(std::span<const Vector3d> points);

  [[nodiscard]] std::span<const Vector3d> vertices() const { return vertices_; }
  [[nodiscard]] std::span<const Face> faces() const { return faces_; }
  [[nodiscard]] std::span<const Edge> edges() const { return edges_; }
  [[nodiscard]] std::span<const std::uint32_t> face_vertices() const { return face_vertices_; }
  /// Neighbours of vertex v along edges: neighbours()[neighbour_start(v) .. neighbour_start(v + 1)).
  [[nodiscard]] std::span<const std::uint32_t> neighbours(std::uint32_t v) const {
    return std::span(neighbours_).subspan(neighbour_start_[v], neighbour_start_[v + 1] - neighbour_start_[v]);
  }
  [[nodiscard]] const Aabbd& bounds() const { return bounds_; }
  /// The mean of the vertices: a point inside.
  [[nodiscard]] const Vector3d& center() const { return center_; }
  /// The distance of the farthest vertex from the shape's origin [m].
  [[nodiscard]] double radius() const { return radius_; }

 private:
  friend class HullBuilder;
  Hull() = default;
  std::vector<Vector3d> vertices_;
  std::vector<Face> faces_;
  std::vector<Edge> edges_;
  std::vector<std::uint32_t> face_vertices_;
  std::vector<std::uint32_t> neighbours_, neighbour_start_;
  Aabbd bounds_;
  Vector3d center_;
  double radius_ = 0;
};

}  // namespace holdfast
