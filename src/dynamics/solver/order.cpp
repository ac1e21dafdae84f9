#include "dynamics/solver/order.h"

#include <bit>

namespace holdfast {
namespace {
constexpr int kCounts = 9;  // 0..8 points
}

void OrderBuilder::build(std::span<const SolverManifold> manifolds, std::span<const SolverBody> bodies, int width, bool insertion_order,
                         PairGroups& out) {
  const int count = static_cast<int>(manifolds.size());
  out.wide.clear();
  out.scalar.clear();
  if (insertion_order) {
    for (int i = 0; i < count; ++i) out.scalar.push_back(i);
    return;
  }
  // The lowest colour that neither body has yet.
  used_.assign(bodies.size(), 0);
  color_.resize(manifolds.size());
  starts_.assign(static_cast<std::size_t>((kSolverColors + 1) * kCounts + 1), 0);
  for (int i = 0; i < count; ++i) {
    const SolverManifold& m = manifolds[static_cast<std::size_t>(i)];
    std::uint64_t& a = used_[m.a];
    std::uint64_t& b = used_[m.b];
    const bool a_moves = bodies[m.a].moves != 0, b_moves = bodies[m.b].moves != 0;
    const std::uint64_t taken = (a_moves ? a : 0) | (b_moves ? b : 0);
    const int color = std::min(std::countr_one(taken), kSolverColors);
    if (color < kSolverColors) {
      if (a_moves) a |= std::uint64_t{1} << color;
      if (b_moves) b |= std::uint64_t{1} << color;
    }
    color_[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(color);
    // Inside a colour, pairs with many points first: groups are then of one size.
    const int bucket = color < kSolverColors ? color * kCounts + (kCounts - 1 - static_cast<int>(m.count)) : kSolverColors * kCounts;
    ++starts_[static_cast<std::size_t>(bucket) + 1];
  }
  for (std::size_t k = 1; k < starts_.size(); ++k) starts_[k] += starts_[k - 1];
  sorted_.resize(manifolds.size());
  const std::vector<int>::iterator begin = starts_.begin();
  for (int i = 0; i < count; ++i) {
    const int color = color_[static_cast<std::size_t>(i)];
    const int points = static_cast<int>(manifolds[static_cast<std::size_t>(i)].count);
    const int bucket = color < kSolverColors ? color * kCounts + (kCounts - 1 - points) : kSolverColors * kCounts;
    sorted_[static_cast<std::size_t>(begin[bucket]++)] = i;
  }
  int lane = 0, last_color = -1;
  for (const int i : sorted_) {
    const int color = color_[static_cast<std::size_t>(i)];
    if (color == kSolverColors) {
      out.scalar.push_back(i);
      continue;
    }
    if (color != last_color)
      while (lane % width != 0) out.wide.push_back(-1), ++lane;
    last_color = color;
    out.wide.push_back(i);
    ++lane;
  }
  while (lane % width != 0) out.wide.push_back(-1), ++lane;
}

std::size_t OrderBuilder::memory_bytes() const {
  return used_.capacity() * sizeof(std::uint64_t) + color_.capacity() + (starts_.capacity() + sorted_.capacity()) * sizeof(int);
}

}  // namespace holdfast
