#pragma once
// Ticks at round numbers (1, 2 or 5 times a power of ten) and their labels.

#include <string>
#include <vector>

namespace holdfast::cli {

struct Axis {
  double low = 0, high = 1;         ///< the range that is shown
  std::vector<double> ticks;        ///< inside the range, ascending
  std::vector<std::string> labels;  ///< one a tick, of the tick divided by 10^exponent
  int exponent = 0;                 ///< shown with the axis' unit: very large and very small numbers share it
};

/// An axis for data from `low` to `high` with about `wanted` ticks. `to_ticks` widens the range to whole ticks.
/// Data without an extent gets a range of its own around it.
Axis make_axis(double low, double high, int wanted, bool to_ticks);

}  // namespace holdfast::cli
