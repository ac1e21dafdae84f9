#pragma once
// The canonical order of contacts: from what does not move upwards, in levels whose pairs share no moving body.
//
// A body's depth is the number of contacts between it and the nearest body that does not move. Pairs are visited by the sum of
// their depths, then as they were inserted, so that a sweep carries support from the ground to the top of a pile and the sweep back
// carries the weight to the ground. Each pair takes the first level after those of all earlier pairs of its moving bodies. Inside a
// level the order cannot change a bit of the result: vector units of any width give what the scalar path gives. Pairs that push
// nothing yet and would not close in this step come last, where they do not lengthen the chain of the others.

#include <holdfast/dynamics/contact_solver.h>
#include <vector>

namespace holdfast {

/// What the order is made from. Pairs are in their insertion order.
struct PairSet {
  std::span<const SolverManifold> manifolds;
  std::span<const SolverPoint> points;
  std::span<const SolverBody> bodies;
  std::span<const SolverVelocity> velocities;
  float time_step = 0;
};

class OrderBuilder {
 public:
  /// Fills `groups` with `width` pair indices each, -1 in empty lanes; no group crosses a level.
  void build(const PairSet& pairs, int width, std::vector<int>& groups);
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  void find_depths(const PairSet& pairs);
  void sort_by_depth(const PairSet& pairs);
  void choose_levels(const PairSet& pairs);
  void sort_by_level(const PairSet& pairs);

  std::vector<int> depth_;            // of each body
  std::vector<int> sum_;              // of each pair's depths; idle pairs have the largest
  std::vector<int> next_level_;       // of each body: after all its pairs so far
  std::vector<int> level_;            // of each pair
  std::vector<int> sorted_, starts_;  // pairs by sum, then by level
  int level_count_ = 0;
};

}  // namespace holdfast
