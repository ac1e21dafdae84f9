#pragma once
// The structure that rays search in a mesh: a tree with eight children a node, whose boxes lie side by side so that they
// are tested at once, and leaves of four triangles. Built once, at the first ray, and immutable; threads share it safely.
// It holds the corners of the triangles beside the boxes, so that a ray touches no other memory on its way.
//
// Frame: the mesh's own. Units: meters. Corners are exact: a mesh's vertices are Float32. Boxes are grown by `slack`,
// which pays for the roundings of a traversal in Float32.
// Source: wide trees after Wald, Benthin and Boulos (2008), "Getting Rid of Packets"; splits by the surface area
// heuristic over bins after Wald (2007). The same input gives the same tree on every processor.

#include <holdfast/math/vector3.h>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace holdfast {

class Mesh;

class MeshRayTree {
 public:
  static constexpr std::uint32_t kLeaf = 0x80000000u;   ///< child bit: the rest is an index into leaves()
  static constexpr std::uint32_t kEmpty = 0xffffffffu;  ///< a child or a triangle that is not there
  static constexpr std::size_t kWidth = 8;              ///< children of a node
  /// Slack, as a part of the mesh's largest coordinate [-]: 32 units of 2^-24. Rounding an origin within `kNear` times the
  /// mesh's reach, and its difference from a box, takes 9; rounding the boxes 1. More only visits more boxes.
  static constexpr double kSlack = 0x1.0p-19;
  static constexpr double kNear = 4;
  static constexpr int kMaxDepth = 80;  ///< of nodes along a path; a traversal needs kWidth - 1 entries a level

  /// Bounds of the children: low x, low y, low z, high x, high y, high z, each for children 0..7. A missing child's box is
  /// turned inside out, so that nothing meets it.
  struct alignas(64) Node {
    std::array<std::array<float, kWidth>, 6> bounds;
    std::array<std::uint32_t, kWidth> children;
  };
  /// Up to four triangles: corners[corner][axis][lane].
  struct alignas(32) Leaf {
    std::array<std::array<std::array<float, 4>, 3>, 3> corners;
    std::array<std::uint32_t, 4> triangles;  ///< indices into the mesh
  };

  static std::unique_ptr<const MeshRayTree> build(const Mesh& mesh);

  [[nodiscard]] std::span<const Node> nodes() const { return nodes_; }
  [[nodiscard]] std::span<const Leaf> leaves() const { return leaves_; }
  /// The largest magnitude of a coordinate of the mesh [m].
  [[nodiscard]] double reach() const { return reach_; }
  /// By how much each box is larger than its triangles, on all sides [m].
  [[nodiscard]] double slack() const { return kSlack * reach_; }

 private:
  friend class MeshRayTreeBuilder;
  MeshRayTree() = default;
  std::vector<Node> nodes_;
  std::vector<Leaf> leaves_;
  double reach_ = 0;
};

}  // namespace holdfast
