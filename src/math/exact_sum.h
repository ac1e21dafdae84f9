#pragma once
// The exact sign of a sum of products of up to three doubles. Each product is an integer of at most 159 bits times a
// power of two; they are added into one two's-complement integer that spans just the exponents that occur.

#include <array>
#include <cstddef>
#include <cstdint>

namespace holdfast::detail {

/// Collects products, then tells the sign of their sum. Factors must be finite. At most kCapacity products.
class ExactSum {
 public:
  static constexpr int kCapacity = 24;

  /// Adds sign * x * y * z, where sign is +1 or -1.
  void add(double x, double y, double z, int sign);
  /// -1, 0 or +1.
  [[nodiscard]] int sign() const;
  /// The sum as mantissa * 2^exponent, right to 2^-52 relative; the mantissa is 0 or in [0.5, 1) up to its sign.
  struct Rounded {
    double mantissa = 0;
    int exponent = 0;
  };
  [[nodiscard]] Rounded value() const;

 private:
  struct Product {
    std::array<std::uint64_t, 3> magnitude{};  ///< lowest word first
    int exponent = 0;                          ///< of the lowest bit
    bool negative = false;
  };
  /// Lowest bit of a product of three: 3 * -1074; highest: 3 * 1024. Words for the carry, the sign and the shift on top.
  static constexpr std::size_t kMaxWords = (3 * (1074 + 1024)) / 64 + 4;
  struct Integer {
    std::array<std::uint64_t, kMaxWords> words;  ///< two's complement, lowest first; only the first `size` are set
    std::size_t size;
    int exponent;
  };
  [[nodiscard]] Integer sum() const;

  std::array<Product, kCapacity> products_;
  int count_ = 0;
};

}  // namespace holdfast::detail
