#include "dynamics/solver/order.h"

#include <algorithm>

namespace holdfast {
namespace {

constexpr int kCounts = 9;  // 0..8 points

/// Depths are found in rounds over all pairs, forth and back by turns, so that piles whose bodies were added from the ground up or
/// from the top down need two. Smaller: in piles that were added crosswise, what is farther away counts as one layer.
constexpr int kDepthRounds = 16;

bool moves(const PairSet& pairs, std::uint32_t body) { return pairs.bodies[body].moves != 0; }

/// Whether the pair pushed in the last step, or would close one of its gaps in this one.
bool is_active(const PairSet& pairs, const SolverManifold& m) {
  for (std::uint32_t k = m.first; k < m.first + m.count; ++k) {
    if (pairs.points[k].normal_impulse > 0.0f) return true;
  }
  const SolverVelocity &a = pairs.velocities[m.a], &b = pairs.velocities[m.b];
  for (std::uint32_t k = m.first; k < m.first + m.count; ++k) {
    const SolverPoint& p = pairs.points[k];
    const Vector3f parting = (a.linear + cross(a.angular, p.arm_a)) - (b.linear + cross(b.angular, p.arm_b));
    if (dot(parting, p.normal) * pairs.time_step < p.depth) return true;
  }
  return false;
}

/// Turns counts, each one place up, into the places where the entries of each kind begin.
void counts_to_starts(std::vector<int>& counts) {
  for (std::size_t k = 1; k < counts.size(); ++k) counts[k] += counts[k - 1];
}

}  // namespace

void OrderBuilder::build(const PairSet& pairs, int width, std::vector<int>& groups) {
  find_depths(pairs);
  sort_by_depth(pairs);
  choose_levels(pairs);
  sort_by_level(pairs);
  groups.clear();
  const auto fill_group = [&] {
    while (groups.size() % static_cast<std::size_t>(width) != 0) groups.push_back(-1);
  };
  int last_level = 0;
  for (const int i : sorted_) {
    const int level = level_[static_cast<std::size_t>(i)];
    if (level != last_level) fill_group();
    last_level = level;
    groups.push_back(i);
  }
  fill_group();
}

void OrderBuilder::find_depths(const PairSet& pairs) {
  const std::size_t count = pairs.bodies.size();
  depth_.resize(count);
  for (std::uint32_t i = 0; i < count; ++i) depth_[i] = moves(pairs, i) ? static_cast<int>(count) : 0;
  bool changed = true;
  const auto relax = [&](const SolverManifold& m) {
    int &a = depth_[m.a], &b = depth_[m.b];
    if (a > b + 1) a = b + 1, changed = true;
    if (b > a + 1) b = a + 1, changed = true;
  };
  for (int round = 0; changed && round < kDepthRounds; ++round) {
    changed = false;
    if (round % 2 == 0)
      std::for_each(pairs.manifolds.begin(), pairs.manifolds.end(), relax);
    else
      std::for_each(pairs.manifolds.rbegin(), pairs.manifolds.rend(), relax);
  }
}

void OrderBuilder::sort_by_depth(const PairSet& pairs) {
  const std::size_t count = pairs.manifolds.size();
  const int idle = 2 * static_cast<int>(pairs.bodies.size()) + 1;
  sum_.resize(count);
  sorted_.resize(count);
  starts_.assign(static_cast<std::size_t>(idle) + 2, 0);
  for (std::size_t i = 0; i < count; ++i) {
    const SolverManifold& m = pairs.manifolds[i];
    sum_[i] = is_active(pairs, m) ? depth_[m.a] + depth_[m.b] : idle;
    ++starts_[static_cast<std::size_t>(sum_[i]) + 1];
  }
  counts_to_starts(starts_);
  for (std::size_t i = 0; i < count; ++i)
    sorted_[static_cast<std::size_t>(starts_[static_cast<std::size_t>(sum_[i])]++)] = static_cast<int>(i);
}

void OrderBuilder::choose_levels(const PairSet& pairs) {
  next_level_.assign(pairs.bodies.size(), 0);
  level_.resize(pairs.manifolds.size());
  level_count_ = 0;
  for (const int i : sorted_) {
    const SolverManifold& m = pairs.manifolds[static_cast<std::size_t>(i)];
    int &a = next_level_[m.a], &b = next_level_[m.b];
    const int level = std::max(a, b);  // of bodies that do not move it stays 0
    if (moves(pairs, m.a)) a = level + 1;
    if (moves(pairs, m.b)) b = level + 1;
    level_[static_cast<std::size_t>(i)] = level;
    level_count_ = std::max(level_count_, level + 1);
  }
}

/// Inside a level, pairs with many points come first: groups are then of one size.
void OrderBuilder::sort_by_level(const PairSet& pairs) {
  const auto bucket = [&](std::size_t i) {
    return static_cast<std::size_t>(level_[i] * kCounts + (kCounts - 1 - static_cast<int>(pairs.manifolds[i].count)));
  };
  starts_.assign(static_cast<std::size_t>(level_count_ * kCounts) + 1, 0);
  for (std::size_t i = 0; i < level_.size(); ++i) ++starts_[bucket(i) + 1];
  counts_to_starts(starts_);
  for (std::size_t i = 0; i < level_.size(); ++i) sorted_[static_cast<std::size_t>(starts_[bucket(i)]++)] = static_cast<int>(i);
}

std::size_t OrderBuilder::memory_bytes() const {
  return (depth_.capacity() + sum_.capacity() + next_level_.capacity() + level_.capacity() + sorted_.capacity() + starts_.capacity()) *
         sizeof(int);
}

}  // namespace holdfast
