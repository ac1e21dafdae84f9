#pragma once
// A static triangle mesh: welded vertices, edge adjacency with exact convexity signs, and a bounds tree. Immutable and
// shared between worlds. Solid from its front: the side where (b - a) x (c - a) points. A shape behind a triangle does
// not touch it.
//
// Frame: the shape's own. Units: meters. Vertices are stored in Float32, as they were given. Degenerate triangles (no
// area in exact arithmetic, or two corners that are one point) are dropped and counted.
// Fails: InvalidArgument for no triangle with an area, an index outside the vertices, or a non-finite coordinate.

#include <holdfast/math/aabb.h>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace holdfast {

class MeshRayTree;

namespace detail {
struct LazyRayTree;
std::shared_ptr<LazyRayTree> make_lazy_ray_tree();
}  // namespace detail

class Mesh {
 public:
  static constexpr std::uint32_t kNone = 0xffffffffu;

  /// How the two triangles of an edge meet, seen from the front. Exact: the sign of the volume that they span.
  enum class EdgeKind : std::uint8_t {
    border,     ///< one triangle only
    convex,     ///< a ridge
    flat,       ///< coplanar
    concave,    ///< a valley
    irregular,  ///< more than two triangles, or two that do not wind alike: each sees it as a border
  };

  struct Triangle {
    std::array<std::uint32_t, 3> vertices{};
    std::array<std::uint32_t, 3> neighbours{kNone, kNone, kNone};  ///< across edge i, from corner i to corner i + 1
    std::array<EdgeKind, 3> edges{};
  };

  /// A node of the bounds tree, in depth-first order: the first child follows its parent; `skip` is the node to visit
  /// when this one's subtree is passed over. A leaf has `count` > 0 triangles, order()[first .. first + count).
  struct Node {
    Vector3f low, high;
    std::uint32_t skip = 0;
    std::uint32_t first = 0;
    std::uint32_t count = 0;
  };

  struct Report {
    std::size_t degenerate_triangles = 0;  ///< given, but without an area: dropped
    std::size_t welded_vertices = 0;       ///< vertices that were exact copies of an earlier one
    std::size_t border_edges = 0;          ///< edges with one triangle
    std::size_t irregular_edges = 0;       ///< edges with more than two triangles, or against the winding
    bool watertight = false;               ///< no border and no irregular edge
  };

  static std::shared_ptr<const Mesh> create(std::span<const Vector3f> vertices, std::span<const std::array<std::uint32_t, 3>> triangles);

  [[nodiscard]] std::span<const Vector3f> vertices() const { return vertices_; }
  [[nodiscard]] std::span<const Triangle> triangles() const { return triangles_; }
  [[nodiscard]] Vector3d corner(std::uint32_t triangle, int i) const {
    return Vector3d(vertices_[triangles_[triangle].vertices[static_cast<std::size_t>(i)]]);
  }
  /// Unit front normal of a triangle, in double precision from the stored corners.
  [[nodiscard]] const Vector3d& normal(std::uint32_t triangle) const { return normals_[triangle]; }
  [[nodiscard]] std::span<const Node> nodes() const { return nodes_; }
  [[nodiscard]] std::span<const std::uint32_t> order() const { return order_; }
  [[nodiscard]] const Aabbd& bounds() const { return bounds_; }
  [[nodiscard]] double radius() const { return radius_; }  ///< of the farthest vertex from the shape's origin [m]
  [[nodiscard]] const Report& report() const { return report_; }
  /// The structure for rays; built by the first call, whichever thread makes it.
  [[nodiscard]] const MeshRayTree& ray_tree() const;

  /// Calls visit(triangle index) for every triangle in a leaf whose box meets `box` (closed), in the order of the tree:
  /// each triangle whose own box meets `box`, and a few more.
  template <class Visit>
  void for_each_in(const Aabbf& box, Visit&& visit) const {
    for (std::uint32_t i = 0; i < nodes_.size();) {
      const Node& node = nodes_[i];
      const bool meets = node.low.x <= box.high.x && box.low.x <= node.high.x && node.low.y <= box.high.y && box.low.y <= node.high.y &&
                         node.low.z <= box.high.z && box.low.z <= node.high.z;
      if (!meets) {
        i = node.skip;
        continue;
      }
      for (std::uint32_t k = 0; k < node.count; ++k) visit(order_[node.first + k]);
      ++i;
    }
  }

 private:
  friend class MeshBuilder;
  Mesh() = default;
  std::vector<Vector3f> vertices_;
  std::vector<Triangle> triangles_;
  std::vector<Vector3d> normals_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> order_;
  Aabbd bounds_;
  double radius_ = 0;
  Report report_;
  std::shared_ptr<detail::LazyRayTree> ray_tree_ = detail::make_lazy_ray_tree();
};

}  // namespace holdfast
