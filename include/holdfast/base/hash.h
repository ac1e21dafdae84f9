#pragma once
// A 64-bit hash of exact bits, the same on every processor and compiler. It is a checksum for "the same state", not a
// defence against an adversary. Numbers are fed as their bit patterns, so that -0.0 and 0.0 differ, and each NaN counts.
// Source: FNV-1a's multiply-and-xor over 64-bit words, finished with the mixer of SplitMix64 (Steele, Lea, Flood, 2014).

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace holdfast {

class StateHash {
 public:
  void add(std::uint64_t word) noexcept {
    state_ ^= word;
    state_ *= 0x9e3779b97f4a7c15ull;
    state_ ^= state_ >> 32u;
  }
  void add(std::uint32_t word) noexcept { add(static_cast<std::uint64_t>(word)); }
  void add(std::int32_t word) noexcept { add(static_cast<std::uint64_t>(static_cast<std::uint32_t>(word))); }
  void add(bool value) noexcept { add(static_cast<std::uint64_t>(value ? 1 : 0)); }
  void add(float value) noexcept { add(std::bit_cast<std::uint32_t>(value)); }
  void add(double value) noexcept { add(std::bit_cast<std::uint64_t>(value)); }

  [[nodiscard]] std::uint64_t value() const noexcept {
    std::uint64_t z = state_;
    z = (z ^ (z >> 30u)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27u)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31u);
  }

 private:
  std::uint64_t state_ = 0xcbf29ce484222325ull;
};

}  // namespace holdfast
