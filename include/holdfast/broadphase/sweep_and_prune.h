#pragma once
// Pairs of bodies whose boxes meet, by sweep and prune along the axis on which the bodies spread most.
//
// Frame: world; boxes are closed, so boxes that touch make a pair. Boxes may be infinite (planes).
// The result depends on the boxes alone: pairs come sorted by their two indices, whatever was asked before.
// Cost: O(n + overlaps along the axis) when the bodies moved little since the last call; nothing is allocated once the
// buffers have grown to the size of the scene.
// Source: Baraff (1992), "Dynamic simulation of non-penetrating rigid bodies", sorted by insertion.

#include <holdfast/math/aabb.h>
#include <cstdint>
#include <span>
#include <vector>

namespace holdfast {

/// What the broadphase knows of a body.
struct Proxy {
  Aabbf box;  ///< [m] world, already grown by half the contact margin, rounded outward
  std::uint64_t group = 0;
  std::uint64_t mask = 0;
  bool active = false;  ///< false: never in a pair (a ghost)
  bool moves = false;   ///< dynamic; a pair needs at least one
};

struct IndexPair {
  std::uint32_t low = 0, high = 0;  ///< low < high
  bool operator==(const IndexPair&) const = default;
};

class SweepAndPrune {
 public:
  /// Replaces `pairs`.
  void find_pairs(std::span<const Proxy> proxies, std::vector<IndexPair>& pairs);
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  struct Entry {
    float low, high;  // along the sweep axis
    float side_low[2], side_high[2];
    std::uint32_t index;
    std::uint32_t moves;
  };
  void sort_entries();
  void sort_pairs(std::size_t proxy_count, std::vector<IndexPair>& pairs);

  std::vector<std::uint32_t> order_;  // of the last call: only a head start for the sort
  std::vector<Entry> entries_;
  std::vector<IndexPair> found_;
  std::vector<std::uint32_t> starts_;
};

/// The smallest Float32 box around a Float64 box, rounded outward.
Aabbf round_outward(const Aabbd& box);

}  // namespace holdfast
