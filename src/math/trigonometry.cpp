#include <holdfast/math/trigonometry.h>

#include <cmath>

namespace holdfast {
namespace {

// Series on [-pi/4, pi/4]. The terms fall below half an ulp after x^17 / 17! (sine) and x^16 / 16! (cosine).
double sine_kernel(double x) {
  const double z = x * x;
  const double p =
      -1.0 / 6 +
      z * (1.0 / 120 +
           z * (-1.0 / 5040 + z * (1.0 / 362880 + z * (-1.0 / 39916800 + z * (1.0 / 6227020800.0 + z * (-1.0 / 1307674368000.0))))));
  return x + x * (z * p);
}

double cosine_kernel(double x) {
  const double z = x * x;
  const double p =
      1.0 / 24 +
      z * (-1.0 / 720 +
           z * (1.0 / 40320 + z * (-1.0 / 3628800 + z * (1.0 / 479001600.0 + z * (-1.0 / 87178291200.0 + z * (1.0 / 20922789888000.0))))));
  return 1.0 - (0.5 * z - z * (z * p));
}

// pi/2 in three parts; the first two have trailing zeros, so that n * part is exact for |n| < 2^20.
constexpr double kHalfPi1 = 0x1.921fb54400000p0;
constexpr double kHalfPi2 = 0x1.0b4611a600000p-34;
constexpr double kHalfPi3 = 0x1.3198a2e037073p-69;

/// Beyond, the reduction in three parts has no digits left.
constexpr double kExactTurns = 1e9;
constexpr double kTwoPi = 0x1.921fb54442d18p2;

}  // namespace

SinCos sin_cos(double angle) {
  if (!(std::abs(angle) > 0.78539816339744828)) return {sine_kernel(angle), cosine_kernel(angle)};
  if (std::abs(angle) > kExactTurns) return sin_cos(std::fmod(angle, kTwoPi));
  // Round to the nearest multiple of pi/2. Adding and subtracting 1.5 * 2^52 rounds to an integer in the default mode.
  constexpr double kRound = 0x1.8p52;
  const double n = (angle * 0.63661977236758138 + kRound) - kRound;
  const double x = ((angle - n * kHalfPi1) - n * kHalfPi2) - n * kHalfPi3;
  const double s = sine_kernel(x), c = cosine_kernel(x);
  const double quarter = n - 4.0 * std::floor(n * 0.25);
  if (quarter == 0.0) return {s, c};
  if (quarter == 1.0) return {c, -s};
  if (quarter == 2.0) return {-s, -c};
  return {-c, s};
}

}  // namespace holdfast
