#pragma once
// The canonical order of contacts: pairs are coloured so that two pairs of one colour share no moving body, then grouped
// by colour. Inside a colour the order cannot change a bit of the result, so vector units of any width, and any number
// of threads, give what the scalar path gives.

#include <holdfast/dynamics/contact_solver.h>
#include <vector>

namespace holdfast {

/// Colours beyond this run one after the other, in the given order: pairs of a body that very many others touch.
inline constexpr int kSolverColors = 63;

struct PairGroups {
  std::vector<int> wide;    ///< groups of `width` pair indices, -1 in empty lanes; no group crosses a colour
  std::vector<int> scalar;  ///< pairs that run one at a time, after the wide ones
};

class OrderBuilder {
 public:
  /// Fills `out` from pairs in their insertion order.
  void build(std::span<const SolverManifold> manifolds, std::span<const SolverBody> bodies, int width, bool insertion_order,
             PairGroups& out);
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  std::vector<std::uint64_t> used_;  // colours taken at each body
  std::vector<std::uint8_t> color_;  // of each pair
  std::vector<int> starts_, sorted_;
};

}  // namespace holdfast
