#include <doctest/doctest.h>

#include <holdfast/base/random.h>
#include <holdfast/math/double_double.h>
#include <holdfast/math/tensor.h>
#include <holdfast/math/trigonometry.h>
#include <cmath>
#include <limits>

using namespace holdfast;

TEST_CASE("sine and cosine agree with long double to two units in the last place of one") {
  Random random(1);
  for (int i = 0; i < 200000; ++i) {
    const double x = random.uniform(-1, 1) * (i % 3 == 0 ? 1.0 : i % 3 == 1 ? 50.0 : 1e5);
    const SinCos r = sin_cos(x);
    CHECK(std::abs(static_cast<double>(std::sin(static_cast<long double>(x))) - r.sine) < 5e-16);
    CHECK(std::abs(static_cast<double>(std::cos(static_cast<long double>(x))) - r.cosine) < 5e-16);
  }
}

TEST_CASE("sine and cosine are exact at zero and odd and even about it") {
  CHECK(sin_cos(0).sine == 0.0);
  CHECK(sin_cos(0).cosine == 1.0);
  for (const double x : {0.1, 1.0, 2.0, 5.0, 100.0}) {
    CHECK(sin_cos(-x).sine == -sin_cos(x).sine);
    CHECK(sin_cos(-x).cosine == sin_cos(x).cosine);
  }
  CHECK(std::isnan(sin_cos(std::nan("")).sine));
}

TEST_CASE("an angle beyond sense still gives a point of the unit circle") {
  for (double x = 1e5; x < 1e308; x *= 9.7) {
    const SinCos r = sin_cos(x);
    CHECK(std::abs(r.sine * r.sine + r.cosine * r.cosine - 1) < 1e-15);
  }
  CHECK(std::isnan(sin_cos(std::numeric_limits<double>::infinity()).sine));
}

TEST_CASE("principal axes diagonalise symmetric tensors of any ratio") {
  Random random(5);
  for (int i = 0; i < 2000; ++i) {
    Matrix3d a;
    const double range = random.uniform(0, 12);
    const Quaterniond q =
        normalized(Quaterniond{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)});
    const auto value = [&] { return std::pow(10.0, random.uniform(-range, 0)); };
    a = i % 3 == 0 ? Matrix3d::diagonal({value(), value(), value()})
                   : rotate_tensor(to_matrix(q), Matrix3d::diagonal({value(), value(), i % 3 == 1 ? 0.5 : value()}));
    const PrincipalAxes p = principal_axes(a);
    for (int k = 0; k < 3; ++k) {
      CHECK(length(a * p.axes[k] - p.axes[k] * p.values[k]) < 4e-15);
      CHECK(std::abs(dot(p.axes[k], p.axes[(k + 1) % 3])) < 2e-15);
      CHECK((k == 0 || p.values[k - 1] <= p.values[k]));
    }
  }
}

TEST_CASE("a product of two doubles is the exact sum of its two parts") {
  Random random(2);
  for (int i = 0; i < 1000; ++i) {
    // Integers of 50 bits: the exact product fits 128-bit integers.
    const auto a = static_cast<std::int64_t>(random.next() >> 14u), b = static_cast<std::int64_t>(random.next() >> 14u);
    const DoubleDouble p = two_product(static_cast<double>(a), static_cast<double>(b));
    __extension__ using Wide = __int128;
    CHECK(static_cast<Wide>(p.high) + static_cast<Wide>(p.low) == static_cast<Wide>(a) * b);
  }
}

TEST_CASE("the inverse of an ill-conditioned tensor keeps its last digits") {
  // 1 + n J with J all ones: the inverse is 1 - n / (3 n + 1) J.
  for (const double n : {1.0, 1e3, 8e6, 1e12}) {
    Matrix3d a = Matrix3d::identity();
    for (auto& row : a.m)
      for (double& x : row) x += n;
    const std::optional<Matrix3d> b = inverse(a);
    REQUIRE(b.has_value());
    const double off = -n / (3 * n + 1);
    CHECK(std::abs(b->m[0][1] - off) < 1e-15);
    CHECK(std::abs(b->m[2][2] - (1 + off)) < 1e-15);
  }
  CHECK_FALSE(inverse(Matrix3d{}).has_value());
  CHECK_FALSE(inverse(outer(Vector3d{1, 2, 3}, Vector3d{1, 2, 3})).has_value());
}
