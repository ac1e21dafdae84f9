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

  /// Cosine of the fold (1e-3 rad) below which two triangles make one flat support: a body is not given contacts where it crosses
  /// their edge. Smaller: meshes of one plane, rounded to Float32, give points along each edge; larger: gentle ridges hold with fewer.
  static constexpr double kSmoothFoldCosine = 1 - 5e-7;

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
    std::uint8_t smooth_edges = 0;   ///< bit i: the surface goes on across edge i as one flat support, to a fold of 1e-3 rad
    std::uint8_t patch_corners = 0;  ///< bit i: corner i is one of the flat patch: neither inside it nor along a straight side

    [[nodiscard]] bool is_smooth(int edge) const { return (smooth_edges >> edge & 1u) != 0; }
    [[nodiscard]] bool is_patch_corner(int corner) const { return (patch_corners >> corner & 1u) != 0; }
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

  /// visit(triangle, corner of it) for each triangle around a corner, that one first; one way round, then, where the fan has a
  /// border, the other.
  template <class Visit>
  void for_each_around(std::uint32_t triangle, int corner, Visit&& visit) const {
    visit(triangle, corner);
    const std::uint32_t vertex = triangles_[triangle].vertices[static_cast<std::size_t>(corner)];
    for (const int step : {2, 0}) {  // across the edge that ends in the corner, then across the one that starts there
      std::uint32_t t = triangle;
      int at = corner;
      for (std::size_t guard = 0; guard < triangles_.size(); ++guard) {
        t = triangles_[t].neighbours[static_cast<std::size_t>((at + step) % 3)];
        if (t == kNone) break;
        if (t == triangle) return;
        const auto& v = triangles_[t].vertices;
        at = v[0] == vertex ? 0 : v[1] == vertex ? 1 : 2;
        visit(t, at);
      }
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
