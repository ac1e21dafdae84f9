#include "cli/plot/axis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace holdfast::cli {
namespace {

// Labels outside 10^-3 .. 10^5 take a common power of ten: five digits are the most that reads at a glance.
constexpr double kPlainLow = 1e-3, kPlainHigh = 1e5;
// Ranges below this share of the values' magnitude are Float32 noise, not a signal to magnify.
constexpr double kNoise = 1e-7;

double round_step(double rough) {
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  const double mantissa = rough / power;
  return power * (mantissa < 1.5 ? 1 : mantissa < 3.5 ? 2 : mantissa < 7.5 ? 5 : 10);
}

}  // namespace

Axis make_axis(double low, double high, int wanted, bool to_ticks) {
  const double size = std::max(std::abs(low), std::abs(high));
  if (high - low <= size * kNoise || high - low < 1e-300) {
    const double half = size > 0 ? size * 0.1 : 0.5;
    low -= half;
    high += half;
  }
  const double step = round_step((high - low) / std::max(wanted, 1));
  Axis axis;
  axis.low = to_ticks ? std::floor(low / step + 1e-9) * step : low;
  axis.high = to_ticks ? std::ceil(high / step - 1e-9) * step : high;
  const double largest = std::max(std::abs(axis.low), std::abs(axis.high));
  if (largest >= kPlainHigh || largest < kPlainLow) axis.exponent = 3 * static_cast<int>(std::floor(std::log10(largest) / 3));
  const double scale = std::pow(10.0, axis.exponent);
  const int decimals = std::clamp(-static_cast<int>(std::floor(std::log10(step / scale) + 1e-9)), 0, 9);
  const auto first = static_cast<long long>(std::ceil(axis.low / step - 1e-9)),
             last = static_cast<long long>(std::floor(axis.high / step + 1e-9));
  for (long long i = first; i <= last; ++i) {
    const double value = static_cast<double>(i) * step;
    axis.ticks.push_back(value);
    axis.labels.push_back(fmt::format("{:.{}f}", i == 0 ? 0.0 : value / scale, decimals));
  }
  return axis;
}

}  // namespace holdfast::cli
