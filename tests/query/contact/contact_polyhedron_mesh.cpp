#include "mesh_scenes.h"

#include <doctest/doctest.h>

using namespace holdfast;
using namespace holdfast::test;

namespace {

Shape cube_hull(double h) {
  std::vector<Vector3d> points;
  for (int i = 0; i < 8; ++i) points.push_back({(i & 1) != 0 ? h : -h, (i & 2) != 0 ? h : -h, (i & 4) != 0 ? h : -h});
  return Shape::hull(points);
}

Quaterniond turn_x(double angle) { return {std::sin(angle / 2), 0, 0, std::cos(angle / 2)}; }

/// The angle between a normal and the nearest of those that the fold owns: its two face normals, and for a ridge the arc between.
double leaves_fold(const Vector3d& n, double slope) {
  const double c = 1 / std::sqrt(1 + slope * slope), s = slope * c;
  const Vector3d left{s, 0, c}, right{-s, 0, c};  // of the face at x < 0, at x > 0
  double best = std::min(length(n - left), length(n - right));
  if (slope < 0 && std::abs(n.x) <= std::abs(s)) best = std::min(best, std::abs(n.y));
  return best;
}

}  // namespace

TEST_CASE("a cube on a flat mesh touches with exactly its four corners, however the mesh is divided") {
  for (const int n : {1, 2, 5, 9, 40})
    for (const Shape& shape : {Shape::box({0.5, 0.5, 0.5}), cube_hull(0.5)}) {
      const auto mesh = flat(n, 1);
      const ContactSet set = ask(shape, {{0.03, 0.01, 0.45}}, *mesh);
      REQUIRE(set.count == 4);
      const auto p = sorted(set);
      const std::array<Vector3d, 4> expected{{{-0.47, -0.49, -0.025}, {-0.47, 0.51, -0.025}, {0.53, -0.49, -0.025}, {0.53, 0.51, -0.025}}};
      for (std::size_t i = 0; i < 4; ++i) {
        CHECK(length(p[i].position - expected[i]) < 1e-12);
        CHECK(length(p[i].normal - Vector3d{0, 0, 1}) < 1e-12);
        CHECK(p[i].depth == doctest::Approx(0.05));
      }
      CHECK(ask(shape, {{0, 0, 0.500001}}, *mesh).count == 0);
      CHECK(ask(shape, {{0, 0, -0.500001}}, *mesh).count == 0);
      CHECK(ask(shape, {{0.1, 0, 0.51}}, *mesh, {}, margin(0.02)).count == 4);
    }
}

TEST_CASE("a cube over the border of a flat mesh rests on two corners and on the border") {
  for (const int n : {1, 4, 13}) {
    const auto mesh = flat(n, 1);
    const ContactSet set = ask(Shape::box({0.5, 0.5, 0.5}), {{0.8, 0.03, 0.45}}, *mesh);
    REQUIRE(set.count == 4);
    const auto p = sorted(set);
    CHECK(length(p[0].position - Vector3d{0.3, -0.47, -0.025}) < 1e-12);
    CHECK(length(p[3].position - Vector3d{1, 0.53, -0.025}) < 1e-12);
    for (const ContactPoint& q : p) CHECK(length(q.normal - Vector3d{0, 0, 1}) < 1e-12);
  }
}

TEST_CASE("a plate larger than a flat patch rests on the corners of the patch alone") {
  for (const int n : {1, 2, 6}) {
    const auto mesh = flat(n, 0.3);
    const ContactSet set = ask(Shape::box({1, 1, 0.1}), {{0.05, 0, 0.09}}, *mesh);
    REQUIRE(set.count == 4);
    for (const ContactPoint& p : sorted(set)) {
      CHECK(std::abs(std::abs(p.position.x) - 0.3) < 1e-6);
      CHECK(std::abs(std::abs(p.position.y) - 0.3) < 1e-6);
      CHECK(p.normal.z == doctest::Approx(1));
      CHECK(p.depth == doctest::Approx(0.01));
    }
  }
}

TEST_CASE("a sheet one millimeter thick, sunk by a tenth of it, touches with four corners") {
  const ContactSet set = ask(Shape::box({0.5, 0.5, 0.0005}), {{0, 0, 0.0004}}, *flat(3, 1));
  CHECK(set.count == 4);
  CHECK(depth_of(set) == doctest::Approx(1e-4));
}

TEST_CASE("a box on a ridge or in a valley has only normals that the surface owns, at every angle, place and turn") {
  Random random(3);
  for (const double slope : {1e-6, 1e-3, 0.02, 0.1, 0.4, 1.0, 3.0, 30.0})
    for (const double sign : {-1.0, 1.0}) {
      const auto mesh = fold(static_cast<double>(static_cast<float>(sign * slope)), 4, 7);
      for (int k = 0; k < 300; ++k) {
        const Posed pose{{random.uniform(-0.6, 0.6), random.uniform(-1, 1), random.uniform(-0.2, 0.8)}, random_rotation(random)};
        const ContactSet set = ask(Shape::box({0.3, 0.2, 0.25}), pose, *mesh, {}, margin(0.02));
        for (int i = 0; i < set.count; ++i) {
          CAPTURE(slope * sign);
          CHECK(leaves_fold(set.points[static_cast<std::size_t>(i)].normal, sign * slope) < 1e-5);
        }
      }
    }
}

TEST_CASE("a box balanced on a ridge touches it straight up along the ridge, at both sides of the box") {
  for (const double slope : {0.05, 0.2, 1.0, 5.0}) {
    const auto mesh = fold(-slope, 4, 9);
    const ContactSet set = ask(Shape::box({0.5, 0.5, 0.5}), {{0, 0.1, 0.49}}, *mesh);
    CAPTURE(slope);
    REQUIRE(set.count == 2);
    const auto p = sorted(set);
    CHECK(length(p[0].position - Vector3d{0, -0.4, -0.005}) < 1e-6);
    CHECK(length(p[1].position - Vector3d{0, 0.6, -0.005}) < 1e-6);
    for (const ContactPoint& q : p) {
      CHECK(length(q.normal - Vector3d{0, 0, 1}) < 1e-12);
      CHECK(q.depth == doctest::Approx(0.01).epsilon(1e-6));
    }
  }
}

TEST_CASE("an edge of a box that crosses a ridge touches it once, along their common normal") {
  const auto mesh = fold(-1, 4, 5);
  // Turned by 45 degrees about x, its lowest edge runs along x, across the ridge.
  const ContactSet set = ask(Shape::box({0.5, 0.5, 0.5}), {{0.1, 0.07, std::sqrt(0.5) - 0.02}, turn_x(std::acos(-1.0) / 4)}, *mesh);
  REQUIRE(set.count == 1);
  CHECK(length(set.points[0].normal - Vector3d{0, 0, 1}) < 1e-9);
  CHECK(length(set.points[0].position - Vector3d{0, 0.07, -0.01}) < 1e-9);
  CHECK(set.points[0].depth == doctest::Approx(0.02));
}

TEST_CASE("a tip under the middle of a box pushes it straight up") {
  const auto tip = grid(2, 2, -1, 1, -1, 1, [](double x, double y) { return -std::max(std::abs(x), std::abs(y)); });
  const ContactSet set = ask(Shape::box({0.5, 0.5, 0.5}), {{0.13, 0.08, 0.47}}, *tip);
  REQUIRE(set.count == 1);
  CHECK(length(set.points[0].position - Vector3d{0, 0, -0.015}) < 1e-12);
  CHECK(length(set.points[0].normal - Vector3d{0, 0, 1}) < 1e-12);
  CHECK(set.points[0].depth == doctest::Approx(0.03));
}

TEST_CASE("the corner of a box at the bottom of a valley or a pit is held by all faces that meet there") {
  const double tip = std::sqrt(3.0) * 0.3;
  // A cube on its corner: its body diagonal upright.
  const Vector3d axis = normalized(cross(Vector3d{1, 1, 1}, Vector3d{0, 0, 1}));
  const double angle = std::acos(1 / std::sqrt(3.0));
  const Quaterniond up{axis.x * std::sin(angle / 2), axis.y * std::sin(angle / 2), axis.z * std::sin(angle / 2), std::cos(angle / 2)};
  for (const double sunk : {1e-4, 0.005, 0.05}) {
    const ContactSet valley = ask(Shape::box({0.3, 0.3, 0.3}), {{0, 0.1, tip - sunk}, up}, *fold(0.2, 4, 3));
    CHECK(valley.count == 2);
    CHECK(depth_of(valley) == doctest::Approx(sunk / std::sqrt(1.04)).epsilon(1e-5));
    const auto pit = grid(2, 2, -1, 1, -1, 1, [](double x, double y) { return 0.3 * std::max(std::abs(x), std::abs(y)); });
    CHECK(ask(Shape::box({0.3, 0.3, 0.3}), {{0, 0, tip - sunk}, up}, *pit).count >= 4);
  }
}

TEST_CASE("a box in the corner of a floor and a wall rests on four points of the floor and is pushed by the wall") {
  const auto mesh =
      mesh_of({{0, -3, 0}, {3, -3, 0}, {3, 3, 0}, {0, 3, 0}, {0, -3, 3}, {0, 3, 3}}, {{0, 1, 2}, {0, 2, 3}, {0, 3, 5}, {0, 5, 4}});
  const ContactSet set = ask(Shape::box({0.5, 0.5, 0.5}), {{0.498, 0.1, 0.497}}, *mesh);
  int floor = 0, wall = 0;
  for (const ContactPoint& p : sorted(set)) {
    if (p.normal.z > 0.999) ++floor;
    if (p.normal.x > 0.999) ++wall;
    CHECK(p.depth < 0.0031);
  }
  CHECK(floor == 4);
  CHECK(wall == 4);
}

TEST_CASE("a box sunk into a thick solid near its side leaves through the top, the shorter way") {
  const auto mesh = cube({2, 2, 2}, 8);
  for (const double sunk : {0.01, 0.1, 0.3}) {
    const ContactSet set = ask(Shape::box({0.5, 0.5, 0.5}), {{1.7, 0.13, 2.5 - sunk}}, *mesh);
    REQUIRE(set.count >= 3);
    CAPTURE(sunk);
    for (const ContactPoint& p : sorted(set)) {
      CHECK(length(p.normal - Vector3d{0, 0, 1}) < 1e-9);
      CHECK(p.depth == doctest::Approx(sunk).epsilon(1e-6));
    }
  }
  // A plate thinner than what sank through it: the far side does not pull.
  const auto plate = cube({2, 2, 0.05}, 8);
  const ContactSet set = ask(Shape::box({0.5, 0.5, 0.5}), {{0.1, 0.13, 0.35}}, *plate);
  REQUIRE(set.count == 4);
  for (const ContactPoint& p : sorted(set)) {
    CHECK(p.normal.z == doctest::Approx(1));
    CHECK(p.depth == doctest::Approx(0.2));
  }
}

TEST_CASE("moving a box out along its contacts ends the overlap with a solid mesh of a box, as far as with the box itself") {
  Random random(17);
  const auto mesh = cube({1, 0.8, 0.6}, 4);
  const Vector3d h{1, 0.8, 0.6};
  int met = 0;
  for (int k = 0; k < 4000; ++k) {
    const Quaterniond q = random_rotation(random);
    const Vector3d side = random_unit(random);
    const Vector3d c{side.x * 1.4, side.y * 1.2, side.z * 1.0};
    const Shape box = Shape::box({0.25, 0.3, 0.2});
    const ContactSet set = ask(box, {c, q}, *mesh);
    // Separating axes of two boxes, written out: the least overlap over 15 axes.
    double least = std::numeric_limits<double>::infinity();
    const Framed f(Posed{c, q});
    std::vector<Vector3d> axes{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, f.rotation.column(0), f.rotation.column(1), f.rotation.column(2)};
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        const Vector3d a = cross(axes[static_cast<std::size_t>(i)], axes[static_cast<std::size_t>(3 + j)]);
        if (length(a) > 1e-6) axes.push_back(normalized(a));
      }
    for (const Vector3d& a : axes) {
      const double reach =
          dot(abs(a), h) + std::abs(dot(a, axes[3])) * 0.25 + std::abs(dot(a, axes[4])) * 0.3 + std::abs(dot(a, axes[5])) * 0.2;
      least = std::min(least, reach - std::abs(dot(a, c)));
    }
    if (least < -1e-9) {
      CHECK(set.count == 0);
      continue;
    }
    if (least < 1e-9 || least > 0.1) continue;
    ++met;
    CAPTURE(k);
    REQUIRE(set.count >= 1);
    double shallowest = std::numeric_limits<double>::infinity();
    for (int i = 0; i < set.count; ++i) shallowest = std::min(shallowest, set.points[static_cast<std::size_t>(i)].depth);
    CHECK(depth_of(set) >= least - 1e-6);
    CHECK(shallowest <= least + 1e-6);
  }
  CHECK(met > 500);
}

TEST_CASE("a hull that crosses a triangle's plane beside the triangle is not behind it") {
  const std::vector<Vector3d> points{{-0.033252, -0.049375, 0.071323},
                                     {-0.032908, -0.046241, -0.081021},
                                     {-0.029142, -0.053751, 0.026749},
                                     {-0.026548, -0.019734, 0.190616}};
  const Shape hull = Shape::hull(points);
  const Posed pose{{5.238407611846924, 3.220867156982422, 7.6063032150268555},
                   {0.07364747673273087, 0.24787537553782, 0.9007254838943481, 0.3490380048751831}};
  const auto mesh =
      mesh_of({{5.29749203F, 3.59867001F, 7.52214003F}, {5.40099716F, 3.70369506F, 7.52214003F}, {5.29749203F, -2.48028398F, 7.52214003F}},
              {{1, 2, 0}});
  CHECK(depth_of(ask(hull, pose, *mesh, {}, margin(0.02))) <= 0);
}

TEST_CASE("a body has a point behind a triangle of its own only where the two meet") {
  Random random(23);
  const auto mesh = mesh_of({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}});
  int crosses = 0, beside = 0;
  for (int k = 0; k < 4000; ++k) {
    const Vector3d half{random.uniform(0.02, 0.3), random.uniform(0.02, 0.3), random.uniform(0.02, 0.3)};
    const Posed pose{{random.uniform(-0.6, 1.4), random.uniform(-0.6, 1.4), random.uniform(0, 0.25)}, random_rotation(random)};
    const ContactSet set = ask(Shape::box(half), pose, *mesh, {}, margin(0.02));
    // The part of the triangle inside the box, clipped by its six faces.
    const Framed f(pose);
    std::vector<Vector3d> part{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    for (int axis = 0; axis < 3; ++axis)
      for (const double side : {-1.0, 1.0}) {
        const Vector3d n = f.rotation.column(axis) * side;
        const double offset = dot(n, pose.position) + (axis == 0 ? half.x : axis == 1 ? half.y : half.z);
        std::vector<Vector3d> kept;
        for (std::size_t i = 0; i < part.size(); ++i) {
          const Vector3d &from = part[i], &to = part[(i + 1) % part.size()];
          const double a = offset - dot(n, from), b = offset - dot(n, to);
          if (a >= 0) kept.push_back(from);
          if ((a < 0) != (b < 0)) kept.push_back(from + (to - from) * (a / (a - b)));
        }
        part = kept;
      }
    CAPTURE(k);
    if (part.empty()) {
      CHECK(depth_of(set) <= 0);
      double low = 1, high = -1;
      for (int corner = 0; corner < 8; ++corner) {
        const Vector3d local{(corner & 1) != 0 ? half.x : -half.x, (corner & 2) != 0 ? half.y : -half.y,
                             (corner & 4) != 0 ? half.z : -half.z};
        const double z = transform(f, local).z;
        low = std::min(low, z);
        high = std::max(high, z);
      }
      beside += low < 0 && high > 0 ? 1 : 0;
    } else {
      ++crosses;
    }
  }
  CHECK(crosses > 300);
  CHECK(beside > 300);
}
