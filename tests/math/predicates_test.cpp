#include <doctest/doctest.h>
#include <holdfast/base/random.h>
#include <holdfast/math/predicates.h>

#include <array>
#include <cmath>
#include <limits>

using namespace holdfast;

namespace {

__extension__ using Int128 = __int128;
using Integers = std::array<std::int64_t, 3>;

int sign_of(Int128 x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

/// Exact while the products of three entries stay below 2^124.
Int128 integer_determinant(const Integers& u, const Integers& v, const Integers& w) {
  const auto minor = [&](std::size_t i, std::size_t j) { return static_cast<Int128>(v[i]) * w[j] - static_cast<Int128>(v[j]) * w[i]; };
  return u[0] * minor(1, 2) - u[1] * minor(0, 2) + u[2] * minor(0, 1);
}

Integers difference(const Integers& a, const Integers& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

Vector3d to_vector(const Integers& v, int exponent = 0) {
  return {std::ldexp(static_cast<double>(v[0]), exponent), std::ldexp(static_cast<double>(v[1]), exponent),
          std::ldexp(static_cast<double>(v[2]), exponent)};
}

std::int64_t integer(Random& random, int bits) {
  return static_cast<std::int64_t>(random.next() >> (64 - bits)) - (std::int64_t{1} << (bits - 1));
}
Integers integers(Random& random, int bits) { return {integer(random, bits), integer(random, bits), integer(random, bits)}; }

Matrix3d from_rows(const Vector3d& a, const Vector3d& b, const Vector3d& c) {
  Matrix3d m;
  for (int j = 0; j < 3; ++j) {
    m.m[0][j] = a[j];
    m.m[1][j] = b[j];
    m.m[2][j] = c[j];
  }
  return m;
}

}  // namespace

TEST_CASE("orientation is exact for points that miss a plane by one unit in forty bits, at every scale") {
  Random random(1);
  int in_plane = 0;
  for (int k = 0; k < 4000; ++k) {
    const Integers a = integers(random, 20), u = integers(random, 19), v = integers(random, 19);
    const std::int64_t i = integer(random, 19), j = integer(random, 19);
    Integers w{};
    for (std::size_t x = 0; x < 3; ++x) w[x] = i * u[x] + j * v[x] + static_cast<std::int64_t>(random.below(3)) - 1;
    if (k % 4 == 0)
      for (std::size_t x = 0; x < 3; ++x) w[x] = i * u[x] + j * v[x];
    const auto plus = [&](const Integers& d) { return Integers{a[0] + d[0], a[1] + d[1], a[2] + d[2]}; };
    const int expected = sign_of(integer_determinant(u, v, w));
    in_plane += expected == 0 ? 1 : 0;
    for (const int exponent : {0, -1074, -400, 300, 980}) {
      const Vector3d pa = to_vector(a, exponent), pb = to_vector(plus(u), exponent), pc = to_vector(plus(v), exponent),
                     pd = to_vector(plus(w), exponent);
      CHECK(orientation(pa, pb, pc, pd) == expected);
      CHECK(orientation(pb, pa, pc, pd) == -expected);
      CHECK(orientation(pd, pc, pb, pa) == expected);
    }
  }
  CHECK(in_plane >= 1000);
}

TEST_CASE("orientation is exact where the differences of coordinates do not fit a double") {
  // x has 53 bits and both signs, so that b - a rounds; y and z are small enough for the products to fit 128 bits.
  Random random(2);
  int rounded = 0;
  for (int k = 0; k < 4000; ++k) {
    std::array<Integers, 4> p{};
    for (auto& q : p) q = {integer(random, 54), integer(random, 8), integer(random, 8)};
    if (k % 2 == 0) p[3] = {p[0][0] + p[1][0] - p[2][0], p[0][1] + p[1][1] - p[2][1], p[0][2] + p[1][2] - p[2][2]};
    if (std::abs(p[3][0]) > (std::int64_t{1} << 53)) continue;
    rounded += to_vector(p[1]).x - to_vector(p[0]).x != static_cast<double>(p[1][0] - p[0][0]) || ((p[1][0] - p[0][0]) & 1) != 0 ? 1 : 0;
    const int expected = sign_of(integer_determinant(difference(p[1], p[0]), difference(p[2], p[0]), difference(p[3], p[0])));
    CHECK(orientation(to_vector(p[0]), to_vector(p[1]), to_vector(p[2]), to_vector(p[3])) == expected);
  }
  CHECK(rounded > 500);
}

TEST_CASE("orientation tells the side to which the triangle winds counter-clockwise") {
  const Vector3d a{0, 0, 0}, b{1, 0, 0}, c{0, 1, 0};
  CHECK(orientation(a, b, c, {5, 5, 1e-300}) == 1);
  CHECK(orientation(a, b, c, {5, 5, -5e-324}) == -1);
  CHECK(orientation(a, b, c, {1e300, -1e300, 0}) == 0);
}

TEST_CASE("the sign of a determinant is that of the stored numbers") {
  Random random(3);
  for (int k = 0; k < 4000; ++k) {
    const Integers u = integers(random, 20), v = integers(random, 20);
    const std::int64_t i = integer(random, 19), j = integer(random, 19), d = static_cast<std::int64_t>(random.below(3)) - 1;
    const Integers w{i * u[0] + j * v[0] + d, i * u[1] + j * v[1], i * u[2] + j * v[2]};
    const int expected = sign_of(integer_determinant(u, v, w));
    for (const int exponent : {0, -1074, 980})
      CHECK(determinant_sign(from_rows(to_vector(u, exponent), to_vector(v, exponent), to_vector(w, exponent))) == expected);
  }
  const double tiny = std::numeric_limits<double>::denorm_min(), huge = std::numeric_limits<double>::max();
  CHECK(determinant_sign(Matrix3d::diagonal({tiny, tiny, tiny})) == 1);
  CHECK(determinant_sign(Matrix3d::diagonal({tiny, huge, -tiny})) == -1);
  CHECK(determinant_sign(Matrix3d::diagonal({huge, huge, huge})) == 1);
  CHECK(determinant_sign(from_rows({huge, huge, huge}, {tiny, 1, -tiny}, {huge, huge, huge})) == 0);
  CHECK(determinant_sign(Matrix3d{}) == 0);
}

TEST_CASE("a matrix is positive definite exactly when its stored minors are above zero") {
  Matrix3d m = Matrix3d::identity();
  CHECK(is_symmetric_positive_definite(m));
  m.m[0][1] = m.m[1][0] = 1;  // the first two rows give a minor of exactly 0
  CHECK_FALSE(is_symmetric_positive_definite(m));
  m.m[0][1] = m.m[1][0] = 1 - 0x1p-53;  // 1 - m01² is 2^-52 - 2^-106: above zero
  CHECK(is_symmetric_positive_definite(m));
  m.m[0][1] = 1 - 0x1p-52;  // not symmetric
  CHECK_FALSE(is_symmetric_positive_definite(m));
  CHECK_FALSE(is_symmetric_positive_definite(Matrix3d::diagonal({-1, -1, 1})));
  // u uT of a vector of small numbers is stored exactly; its rank is one.
  const Vector3d u(Vector3f{0.1f, 0.7f, -1.3f});
  CHECK(determinant_sign(outer(u, u)) == 0);
  CHECK_FALSE(is_symmetric_positive_definite(outer(u, u)));
}

TEST_CASE("points are collinear only when the stored numbers are") {
  const Vector3d a{0.1, 0.2, 0.3}, b{0.1, 0.2, 0.3};
  CHECK(collinear(a, b, {7, 8, 9}));
  CHECK(collinear({0, 0, 0}, {1, 2, 3}, {-1e200, -2e200, -3e200}) == (-1e200 * 2 == -2e200 && 3 * -1e200 == -3e200));
  CHECK(collinear({1, 1, 1}, {2, 3, 4}, {5, 9, 13}));
  CHECK_FALSE(collinear({1, 1, 1}, {2, 3, 4}, {5, 9, 13 + 0x1p-49}));
  CHECK_FALSE(collinear({0, 0, 0}, {1, 0, 0}, {0.5, 0, 5e-324}));
}

TEST_CASE("the normal of a thin, tiny or huge triangle keeps its digits") {
  const double h = std::sqrt(0.5);
  for (const double scale : {1.0, 0x1p-1000, 0x1p1000}) {
    const Vector3d n = triangle_normal(Vector3d{0, 0, 0}, Vector3d{1, 0, 0} * scale, Vector3d{0.5, 0x1p-60, 0x1p-60} * scale);
    CHECK(length(n - Vector3d{0, -h, h}) < 4e-16);
  }
  // Far from the origin the stored corners differ by few bits: the normal is still that of the stored corners.
  const Vector3d n = triangle_normal({1e6, 1e6, 1e6}, {1e6 + 0x1p-33, 1e6, 1e6}, {1e6, 1e6 + 0x1p-33, 1e6 + 0x1p-33});
  CHECK(length(n - Vector3d{0, -h, h}) < 4e-16);
  CHECK(triangle_normal({0, 0, 0}, {1, 1, 1}, {3, 3, 3}) == Vector3d{});
}
