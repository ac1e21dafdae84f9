#include "world/query_cache.h"

#include "world/step_scratch.h"

#include <algorithm>

namespace holdfast {

void QueryCache::update(const WorldState& state) {
  if (valid_) return;
  const std::uint32_t count = static_cast<std::uint32_t>(state.records.size());
  poses_.resize(count);
  boxes_.resize(count);
  unbounded_.clear();
  bounded_.clear();
  nodes_.clear();
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!state.records[i].collides) continue;
    poses_[i] = state.shape_pose(i);
    boxes_[i] = world_bounds(state.records[i].shape, poses_[i]);
    (is_finite(boxes_[i].low) && is_finite(boxes_[i].high) ? bounded_ : unbounded_).push_back(i);
  }
  if (!bounded_.empty()) build(bounded_);
  valid_ = true;
}

// Median split along the widest axis of the centers; ties by index, so that the tree is one and the same everywhere.
void QueryCache::build(std::span<std::uint32_t> bodies) {
  const std::size_t at = nodes_.size();
  nodes_.emplace_back();
  Aabbd box, centers;
  for (const std::uint32_t b : bodies) box.add(boxes_[b]), centers.add(boxes_[b].center());
  nodes_[at].box = box;
  if (bodies.size() == 1) {
    nodes_[at].body = bodies.front();
    nodes_[at].count = 1;
  } else {
    const int axis = largest_axis(centers.half_extents());
    const std::size_t half = bodies.size() / 2;
    std::nth_element(bodies.begin(), bodies.begin() + static_cast<std::ptrdiff_t>(half), bodies.end(),
                     [&](std::uint32_t a, std::uint32_t b) {
                       const double ca = boxes_[a].center()[axis], cb = boxes_[b].center()[axis];
                       return ca < cb || (ca == cb && a < b);
                     });
    build(bodies.first(half));
    build(bodies.subspan(half));
  }
  nodes_[at].skip = static_cast<std::uint32_t>(nodes_.size());
}

std::size_t QueryCache::memory_bytes() const {
  const auto bytes = [](const auto& v) { return v.capacity() * sizeof(v[0]); };
  return bytes(poses_) + bytes(boxes_) + bytes(unbounded_) + bytes(bounded_) + bytes(nodes_);
}

}  // namespace holdfast
