#pragma once
// Unevaluated sums of two doubles: about 106 bits. For the few places where a double cancels too much (inverse tensors).
// Source: Dekker (1971), Knuth's two-sum. No fused multiply-add, so that the bits are the same everywhere.
// Valid where no product overflows: |a| below 2^970 or so, and no partial product below 2^-970.

#include <cmath>

namespace holdfast {

struct DoubleDouble {
  double high = 0, low = 0;

  constexpr DoubleDouble() = default;
  constexpr DoubleDouble(double h, double l = 0) : high(h), low(l) {}
  [[nodiscard]] constexpr double value() const { return high + low; }
};

/// a + b, exactly.
constexpr DoubleDouble two_sum(double a, double b) {
  const double s = a + b;
  const double bb = s - a;
  return {s, (a - (s - bb)) + (b - bb)};
}

/// a * b, exactly.
constexpr DoubleDouble two_product(double a, double b) {
  constexpr double kSplit = 134217729.0;  // 2^27 + 1
  const double p = a * b;
  const double ca = kSplit * a, cb = kSplit * b;
  const double ah = ca - (ca - a), bh = cb - (cb - b);
  const double al = a - ah, bl = b - bh;
  return {p, ((ah * bh - p) + ah * bl + al * bh) + al * bl};
}

constexpr DoubleDouble operator+(const DoubleDouble& a, const DoubleDouble& b) {
  const DoubleDouble s = two_sum(a.high, b.high);
  return two_sum(s.high, s.low + (a.low + b.low));
}
constexpr DoubleDouble operator-(const DoubleDouble& a) { return {-a.high, -a.low}; }
constexpr DoubleDouble operator-(const DoubleDouble& a, const DoubleDouble& b) { return a + (-b); }
constexpr DoubleDouble operator*(const DoubleDouble& a, const DoubleDouble& b) {
  const DoubleDouble p = two_product(a.high, b.high);
  return two_sum(p.high, p.low + (a.high * b.low + a.low * b.high));
}

}  // namespace holdfast
