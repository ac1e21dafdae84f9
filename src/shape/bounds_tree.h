#pragma once
// The bounds tree of a mesh: built by binned surface areas, laid out depth first with skip links. The same triangles give
// the same tree on every processor.
// Source: Wald, "On fast construction of SAH-based bounding volume hierarchies" (2007); we cap the depth.

#include <holdfast/shape/mesh.h>

namespace holdfast::detail {

struct BoundsTree {
  std::vector<Mesh::Node> nodes;
  std::vector<std::uint32_t> order;
};

/// `boxes` is not empty, one box a triangle.
BoundsTree build_bounds_tree(std::span<const Aabbf> boxes);

}  // namespace holdfast::detail
