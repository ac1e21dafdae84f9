#pragma once
// Seeded random numbers that are the same on every machine and standard library (std::*_distribution are not).
// Source: SplitMix64 (Steele, Lea, Flood, 2014). Good for scenes and tests; not for cryptography.

#include <cstdint>

namespace holdfast {

class Random {
 public:
  explicit Random(std::uint64_t seed) noexcept : state_(seed) {}

  std::uint64_t next() noexcept {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ull);
    z = (z ^ (z >> 30u)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27u)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31u);
  }
  /// Uniform in [0, 1), 53 random bits.
  double unit() noexcept { return static_cast<double>(next() >> 11u) * 0x1.0p-53; }
  /// Uniform in [low, high).
  double uniform(double low, double high) noexcept { return low + (high - low) * unit(); }
  /// Uniform in 0..count-1; `count` must be positive.
  std::uint32_t below(std::uint32_t count) noexcept { return static_cast<std::uint32_t>((next() >> 32u) * count >> 32u); }

 private:
  std::uint64_t state_;
};

}  // namespace holdfast
