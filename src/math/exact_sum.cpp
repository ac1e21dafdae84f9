#include "math/exact_sum.h"

#include <holdfast/base/error.h>

#include <bit>
#include <cmath>

namespace holdfast::detail {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr int kMantissaBits = 52;
/// Exponent of the lowest bit of a subnormal double, and of a number with biased exponent 1.
constexpr int kLowestExponent = -1074;

struct Parts {
  std::uint64_t mantissa;
  int exponent;
  bool negative;
};

Parts split(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const auto biased = static_cast<int>((bits >> kMantissaBits) & 0x7ffu);
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << kMantissaBits) - 1);
  const bool negative = (bits >> 63u) != 0;
  if (biased == 0) return {fraction, kLowestExponent, negative};
  // Trailing zeros go into the exponent, so that round numbers give short sums.
  const std::uint64_t mantissa = fraction | (std::uint64_t{1} << kMantissaBits);
  const int zeros = std::countr_zero(mantissa);
  return {mantissa >> static_cast<unsigned>(zeros), kLowestExponent + biased - 1 + zeros, negative};
}

/// Adds (or subtracts) `magnitude` << shift to the two's-complement number in `words`.
void accumulate(std::uint64_t* words, std::size_t size, const std::array<std::uint64_t, 3>& magnitude, unsigned shift, bool negative) {
  const std::size_t start = shift / 64u;
  const unsigned bits = shift % 64u;
  std::array<std::uint64_t, 4> shifted{};
  for (std::size_t i = 0; i < 3; ++i) {
    shifted[i] |= magnitude[i] << bits;
    if (bits != 0) shifted[i + 1] |= magnitude[i] >> (64u - bits);
  }
  std::uint64_t carry = negative ? 1 : 0;
  for (std::size_t i = start; i < size; ++i) {
    const std::uint64_t word = i - start < 4 ? shifted[i - start] : 0;
    const Wide sum = static_cast<Wide>(words[i]) + (negative ? ~word : word) + carry;
    words[i] = static_cast<std::uint64_t>(sum);
    carry = static_cast<std::uint64_t>(sum >> 64u);
  }
}

}  // namespace

void ExactSum::add(double x, double y, double z, int sign) {
  if (x == 0 || y == 0 || z == 0) return;
  HOLDFAST_ASSERT(count_ < kCapacity);
  const Parts a = split(x), b = split(y), c = split(z);
  const Wide ab = static_cast<Wide>(a.mantissa) * b.mantissa;
  const Wide low = static_cast<Wide>(static_cast<std::uint64_t>(ab)) * c.mantissa;
  const Wide high = static_cast<Wide>(static_cast<std::uint64_t>(ab >> 64u)) * c.mantissa + static_cast<std::uint64_t>(low >> 64u);
  Product& p = products_[static_cast<std::size_t>(count_++)];
  p.magnitude = {static_cast<std::uint64_t>(low), static_cast<std::uint64_t>(high), static_cast<std::uint64_t>(high >> 64u)};
  p.exponent = a.exponent + b.exponent + c.exponent;
  p.negative = (a.negative != b.negative) != (c.negative != (sign < 0));
}

ExactSum::Integer ExactSum::sum() const {
  int lowest = products_[0].exponent, highest = lowest;
  for (int i = 1; i < count_; ++i) {
    const int e = products_[static_cast<std::size_t>(i)].exponent;
    if (e < lowest) lowest = e;
    if (e > highest) highest = e;
  }
  Integer total;
  // 159 bits of a product, 5 of the sum of 24, one for the sign.
  total.size = static_cast<std::size_t>(highest - lowest + 159 + 6) / 64u + 1;
  total.exponent = lowest;
  HOLDFAST_ASSERT(total.size <= kMaxWords);
  for (std::size_t i = 0; i < total.size; ++i) total.words[i] = 0;
  for (int i = 0; i < count_; ++i) {
    const Product& p = products_[static_cast<std::size_t>(i)];
    accumulate(total.words.data(), total.size, p.magnitude, static_cast<unsigned>(p.exponent - lowest), p.negative);
  }
  return total;
}

int ExactSum::sign() const {
  if (count_ == 0) return 0;
  const Integer total = sum();
  if ((total.words[total.size - 1] >> 63u) != 0) return -1;
  for (std::size_t i = 0; i < total.size; ++i)
    if (total.words[i] != 0) return 1;
  return 0;
}

ExactSum::Rounded ExactSum::value() const {
  if (count_ == 0) return {};
  Integer total = sum();
  const bool negative = (total.words[total.size - 1] >> 63u) != 0;
  if (negative) {
    std::uint64_t carry = 1;
    for (std::size_t i = 0; i < total.size; ++i) {
      total.words[i] = ~total.words[i] + carry;
      carry = carry != 0 && total.words[i] == 0 ? 1 : 0;
    }
  }
  std::size_t top = total.size;
  while (top > 0 && total.words[top - 1] == 0) --top;
  if (top == 0) return {};
  // The 64 bits below the highest set one, then rounded once to a double.
  const auto zeros = static_cast<unsigned>(std::countl_zero(total.words[top - 1]));
  std::uint64_t bits = total.words[top - 1] << zeros;
  if (zeros != 0 && top > 1) bits |= total.words[top - 2] >> (64u - zeros);
  Rounded result;
  int shift = 0;
  result.mantissa = std::frexp(static_cast<double>(bits), &shift);
  if (negative) result.mantissa = -result.mantissa;
  result.exponent = total.exponent + 64 * (static_cast<int>(top) - 1) - static_cast<int>(zeros) + shift;
  return result;
}

}  // namespace holdfast::detail
