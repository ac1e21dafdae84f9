#pragma once
// The triangle that scores lowest, by branch and bound over a mesh's bounds tree.
//
// A node is passed over when its bound is above the best score; equal bounds are visited, and equal scores go to the
// lowest triangle index, so that the answer does not depend on the shape of the tree.

#include <holdfast/shape/mesh.h>

#include <algorithm>
#include <array>

namespace holdfast::detail {

/// The gap between a box and a node's box, squared [m²]: 0 where they meet.
inline double gap_squared(const Mesh::Node& node, const Aabbd& box) {
  double sum = 0;
  for (int axis = 0; axis < 3; ++axis) {
    const double gap =
        std::max({0.0, static_cast<double>(node.low[axis]) - box.high[axis], box.low[axis] - static_cast<double>(node.high[axis])});
    sum += gap * gap;
  }
  return sum;
}

/// `bound(node)` is below the score of every triangle in the node; `visit(triangle)` updates the best and returns its score.
template <class Bound, class Visit>
class MeshSearch {
 public:
  MeshSearch(const Mesh& mesh, Bound bound, Visit visit) : mesh_(mesh), bound_(bound), visit_(visit) {}

  void run(double best) {
    best_ = best;
    if (!mesh_.nodes().empty()) descend(0);
  }

 private:
  static constexpr std::size_t kMaxChildren = 8;  // the tree has two; more would be visited in order

  void descend(std::uint32_t index) {
    const Mesh::Node& node = mesh_.nodes()[index];
    for (std::uint32_t k = 0; k < node.count; ++k) best_ = visit_(mesh_.order()[node.first + k]);
    if (node.count > 0) return;
    struct Child {
      std::uint32_t index;
      double bound;
    };
    std::array<Child, kMaxChildren> children;
    std::size_t count = 0;
    for (std::uint32_t c = index + 1; c < node.skip && count < kMaxChildren; c = mesh_.nodes()[c].skip) {
      Child child{c, bound_(mesh_.nodes()[c])};
      std::size_t at = count++;
      for (; at > 0 && child.bound < children[at - 1].bound; --at) children[at] = children[at - 1];
      children[at] = child;
    }
    for (std::size_t i = 0; i < count; ++i) {
      if (children[i].bound <= best_) descend(children[i].index);
    }
  }

  const Mesh& mesh_;
  Bound bound_;
  Visit visit_;
  double best_ = 0;
};

}  // namespace holdfast::detail
