#pragma once
// A bounds tree over the bodies of a world for questions (rays, overlaps, nearest bodies). Built at the first question
// after a change; it holds nothing that a step reads.

#include "world/world_state.h"

#include <vector>

namespace holdfast {

class QueryCache {
 public:
  void invalidate() { valid_ = false; }
  /// Rebuilds where needed.
  void update(const WorldState& state);

  [[nodiscard]] const Posed& shape_pose(std::uint32_t body) const { return poses_[body]; }
  [[nodiscard]] const Aabbd& bounds(std::uint32_t body) const { return boxes_[body]; }
  /// Bodies whose box is not finite on every axis (planes): to be asked one by one.
  [[nodiscard]] std::span<const std::uint32_t> unbounded() const { return unbounded_; }

  /// Calls visit(body) for each bounded body in a node that `enter(box)` accepts, `enter` asked again before each leaf.
  template <class Enter, class Visit>
  void walk(Enter&& enter, Visit&& visit) const {
    for (std::uint32_t i = 0; i < nodes_.size();) {
      const Node& node = nodes_[i];
      if (!enter(node.box)) {
        i = node.skip;
        continue;
      }
      if (node.count == 1) visit(node.body);
      ++i;
    }
  }
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  struct Node {
    Aabbd box;
    std::uint32_t skip = 0;  ///< next node when this subtree is passed over
    std::uint32_t body = 0;
    std::uint32_t count = 0;  ///< 1 in a leaf
  };
  void build(std::span<std::uint32_t> bodies);

  bool valid_ = false;
  std::vector<Posed> poses_;
  std::vector<Aabbd> boxes_;
  std::vector<std::uint32_t> unbounded_, bounded_;
  std::vector<Node> nodes_;
};

}  // namespace holdfast
