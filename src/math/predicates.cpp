#include <holdfast/math/predicates.h>

#include "math/exact_sum.h"

#include <algorithm>
#include <cmath>

namespace holdfast {
namespace {

/// Half a unit in the last place of 1.
constexpr double kRoundOff = 0x1p-53;
/// Bounds of Shewchuk 1997 for the rounding of a determinant, relative to the sum of the magnitudes of its products.
constexpr double kOrientationBound = (7.0 + 56.0 * kRoundOff) * kRoundOff;
constexpr double kAreaBound = (3.0 + 16.0 * kRoundOff) * kRoundOff;
/// Below this sine of the angle at corner a, a normal from rounded differences would lose more than a third of its digits.
constexpr double kThin = 1e-5;
/// Where every entry is below kFilterRange, an underflow costs a determinant less than kUnderflow: a product loses at
/// most 2^-1074, times an entry of at most 2^300, six times. Larger entries, and smaller results, are summed exactly.
constexpr double kFilterRange = 0x1p300;
constexpr double kUnderflow = 0x1p-760;

int sign_of(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

struct Filtered {
  double value;
  double bound;
};

/// The determinant of rows a, b, c in doubles, and what its error cannot exceed.
Filtered filtered_determinant(const Vector3d& a, const Vector3d& b, const Vector3d& c) {
  const double bxcy = b.x * c.y, cxby = c.x * b.y;
  const double cxay = c.x * a.y, axcy = a.x * c.y;
  const double axby = a.x * b.y, bxay = b.x * a.y;
  const double value = a.z * (bxcy - cxby) + b.z * (cxay - axcy) + c.z * (axby - bxay);
  const double permanent = (std::abs(bxcy) + std::abs(cxby)) * std::abs(a.z) + (std::abs(cxay) + std::abs(axcy)) * std::abs(b.z) +
                           (std::abs(axby) + std::abs(bxay)) * std::abs(c.z);
  return {value, kOrientationBound * permanent + kUnderflow};
}

double largest(const Vector3d& v) { return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)}); }

/// Adds sign * det(rows a, b, c).
void add_determinant(detail::ExactSum& sum, const Vector3d& a, const Vector3d& b, const Vector3d& c, int sign) {
  sum.add(a.x, b.y, c.z, sign);
  sum.add(a.y, b.z, c.x, sign);
  sum.add(a.z, b.x, c.y, sign);
  sum.add(a.z, b.y, c.x, -sign);
  sum.add(a.y, b.x, c.z, -sign);
  sum.add(a.x, b.z, c.y, -sign);
}

/// True when `difference`, which was computed as a - b, has no rounding error (Knuth's two-sum gives the error exactly).
bool is_exact(double a, double b, double difference) {
  const double virtual_b = a - difference;
  const double virtual_a = difference + virtual_b;
  return (a - virtual_a) + (virtual_b - b) == 0;
}
bool is_exact(const Vector3d& a, const Vector3d& b, const Vector3d& difference) {
  return is_exact(a.x, b.x, difference.x) && is_exact(a.y, b.y, difference.y) && is_exact(a.z, b.z, difference.z);
}

/// Twice the area of the projected triangle: (bx - ax)(cy - ay) - (by - ay)(cx - ax).
detail::ExactSum exact_area(double ax, double ay, double bx, double by, double cx, double cy) {
  detail::ExactSum sum;
  sum.add(ax, by, 1, 1);
  sum.add(bx, cy, 1, 1);
  sum.add(cx, ay, 1, 1);
  sum.add(ay, bx, 1, -1);
  sum.add(by, cx, 1, -1);
  sum.add(cy, ax, 1, -1);
  return sum;
}

int planar_area_sign(double ax, double ay, double bx, double by, double cx, double cy) {
  const double left = (bx - ax) * (cy - ay), right = (by - ay) * (cx - ax);
  const double magnitude = std::abs(left) + std::abs(right);
  if (std::abs(left - right) > kAreaBound * magnitude + kUnderflow && magnitude < kFilterRange) return sign_of(left - right);
  return exact_area(ax, ay, bx, by, cx, cy).sign();
}

/// The components of the normal from exact areas, brought to one scale.
Vector3d exact_triangle_normal(const Vector3d& a, const Vector3d& b, const Vector3d& c) {
  const detail::ExactSum::Rounded parts[3] = {exact_area(a.y, a.z, b.y, b.z, c.y, c.z).value(),
                                              exact_area(a.z, a.x, b.z, b.x, c.z, c.x).value(),
                                              exact_area(a.x, a.y, b.x, b.y, c.x, c.y).value()};
  bool any = false;
  int top = 0;
  for (const auto& p : parts) {
    if (p.mantissa == 0) continue;
    top = any ? std::max(top, p.exponent) : p.exponent;
    any = true;
  }
  if (!any) return {};
  const auto scaled = [&](const detail::ExactSum::Rounded& p) {
    return p.mantissa == 0 ? 0.0 : std::ldexp(p.mantissa, std::max(p.exponent - top, -2000));
  };
  const Vector3d n{scaled(parts[0]), scaled(parts[1]), scaled(parts[2])};
  return n / length(n);
}

}  // namespace

int orientation(const Vector3d& a, const Vector3d& b, const Vector3d& c, const Vector3d& d) {
  const Vector3d u = b - a, v = c - a, w = d - a;
  const double range = std::max({largest(u), largest(v), largest(w)});
  if (range < kFilterRange) {
    const Filtered f = filtered_determinant(u, v, w);
    if (std::abs(f.value) > f.bound) return sign_of(f.value);
    if (is_exact(b, a, u) && is_exact(c, a, v) && is_exact(d, a, w)) {
      detail::ExactSum sum;
      add_determinant(sum, u, v, w, 1);
      return sum.sign();
    }
  }
  // det(b - a, c - a, d - a) = det(b, c, d) - det(a, c, d) + det(a, b, d) - det(a, b, c).
  detail::ExactSum sum;
  add_determinant(sum, b, c, d, 1);
  add_determinant(sum, a, c, d, -1);
  add_determinant(sum, a, b, d, 1);
  add_determinant(sum, a, b, c, -1);
  return sum.sign();
}

int determinant_sign(const Matrix3d& m) {
  const Vector3d a = m.row(0), b = m.row(1), c = m.row(2);
  if (std::max({largest(a), largest(b), largest(c)}) < kFilterRange) {
    const Filtered f = filtered_determinant(a, b, c);
    if (std::abs(f.value) > f.bound) return sign_of(f.value);
  }
  detail::ExactSum sum;
  add_determinant(sum, a, b, c, 1);
  return sum.sign();
}

int leading_minor_sign(const Matrix3d& m) {
  detail::ExactSum sum;
  sum.add(m.m[0][0], m.m[1][1], 1, 1);
  sum.add(m.m[0][1], m.m[1][0], 1, -1);
  return sum.sign();
}

int area_sign(const Vector3d& a, const Vector3d& b, const Vector3d& c, int axis) {
  const int x = (axis + 1) % 3, y = (axis + 2) % 3;
  return planar_area_sign(a[x], a[y], b[x], b[y], c[x], c[y]);
}

Vector3d triangle_normal(const Vector3d& a, const Vector3d& b, const Vector3d& c) {
  const Vector3d u = b - a, v = c - a, n = cross(u, v);
  const double size = largest(u) * largest(v), l = length(n);
  const bool in_range = size < kFilterRange && l * l > kUnderflow;
  if (in_range && l > kThin * size && is_exact(b, a, u) && is_exact(c, a, v)) return n / l;
  return exact_triangle_normal(a, b, c);
}

bool collinear(const Vector3d& a, const Vector3d& b, const Vector3d& c) {
  return area_sign(a, b, c, 0) == 0 && area_sign(a, b, c, 1) == 0 && area_sign(a, b, c, 2) == 0;
}

bool is_symmetric_positive_definite(const Matrix3d& m) {
  if (m.m[0][1] != m.m[1][0] || m.m[0][2] != m.m[2][0] || m.m[1][2] != m.m[2][1]) return false;
  return m.m[0][0] > 0 && leading_minor_sign(m) > 0 && determinant_sign(m) > 0;
}

}  // namespace holdfast
