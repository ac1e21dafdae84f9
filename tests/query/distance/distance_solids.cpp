// Distances of convex solids: numbers by hand, all pairs of features and directions as oracles, and invariants.

#include "query/distance/distance_oracles.h"

#include <holdfast/base/error.h>

#include <doctest/doctest.h>

using namespace holdfast;
using oracle::random_direction;
using oracle::random_pose;

namespace {

Posed at(double x, double y, double z) { return Posed({x, y, z}); }

std::vector<Shape> some_solids(Random& random) {
  return {Shape::sphere(0.4),           Shape::capsule(0.25, 0.6),           Shape::box({0.5, 0.3, 0.7}),
          Shape::box({0.9, 0.02, 0.6}), oracle::random_hull(random, 5, 0.8), oracle::random_hull(random, 14, 0.7)};
}

// What every answer must satisfy, whatever its value: points on the surfaces, apart by the distance along the normal.
void check_consistent(const Shape& a, const Posed& pose_a, const Shape& b, const Posed& pose_b, const DistanceResult& r) {
  CHECK(r.status == Status::converged);
  CHECK(std::abs(length(r.normal) - 1) < 1e-14);
  CHECK(length(r.point_a - r.point_b - r.normal * r.distance) < 1e-12);
  CHECK(std::abs(closest_point(a, pose_a, r.point_a).distance) < 1e-12);
  CHECK(std::abs(closest_point(b, pose_b, r.point_b).distance) < 1e-12);
}

}  // namespace

TEST_CASE("spheres and capsules are as far apart as their axes, less the radii") {
  const DistanceResult balls = distance(Shape::sphere(1), at(0, 0, 0), Shape::sphere(2), at(0, 3, 4));
  CHECK(balls.distance == doctest::Approx(2).epsilon(1e-15));
  CHECK(balls.normal.y == doctest::Approx(-0.6));
  CHECK(balls.point_a.z == doctest::Approx(0.8));
  CHECK(balls.point_b.z == doctest::Approx(2.4));
  // Axes along z and x, 3 m apart at their nearest points.
  const Posed along_x({0, 3, 0.5}, {0, 0.7071067811865476, 0, 0.7071067811865476});
  const DistanceResult crossed = distance(Shape::capsule(0.5, 1), {}, Shape::capsule(0.25, 2), along_x);
  CHECK(crossed.distance == doctest::Approx(2.25).epsilon(1e-15));
  CHECK(crossed.normal.y == doctest::Approx(-1));
  // Parallel, side by side: any pair of facing points will do.
  CHECK(distance(Shape::capsule(0.5, 1), {}, Shape::capsule(0.5, 1), at(2, 0, 1.5)).distance == doctest::Approx(1));
  // In line: between the caps.
  CHECK(distance(Shape::capsule(0.5, 1), {}, Shape::capsule(0.5, 1), at(0, 0, 4)).distance == doctest::Approx(1));
}

TEST_CASE("round shapes that share their center or cross axes overlap by the sum of their radii, with a unit normal") {
  const std::vector<std::pair<Shape, Posed>> pairs{{Shape::sphere(0.5), Posed()},
                                                   {Shape::capsule(0.5, 1), Posed()},
                                                   {Shape::capsule(0.5, 1), Posed({}, {0, 0.7071067811865476, 0, 0.7071067811865476})},
                                                   {Shape::capsule(0.5, 1), Posed({}, {0.6, 0, 0, 0.8})}};
  for (const Shape& a : {Shape::sphere(0.25), Shape::capsule(0.25, 2)}) {
    for (const auto& [b, pose] : pairs) {
      const DistanceResult r = distance(a, {}, b, pose);
      CHECK(r.distance == doctest::Approx(-0.75).epsilon(1e-14));
      CHECK(std::abs(length(r.normal) - 1) < 1e-14);
      CHECK(is_finite(r.point_a));
      // Moving a by the depth along the normal parts them.
      CHECK(distance(a, Posed(r.normal * 0.75), b, pose).distance == doctest::Approx(0).scale(1).epsilon(1e-14));
    }
  }
}

TEST_CASE("a sphere inside a box leaves by the nearest face") {
  const DistanceResult r = distance(Shape::sphere(0.5), at(0.7, 0.1, -0.2), Shape::box({1, 2, 3}), {});
  CHECK(r.distance == doctest::Approx(-0.8).epsilon(1e-15));
  CHECK(r.normal == Vector3d{1, 0, 0});
  const DistanceResult corner = distance(Shape::sphere(0.5), at(2, 3, 5), Shape::box({1, 2, 3}), {});
  CHECK(corner.distance == doctest::Approx(std::sqrt(6.0) - 0.5).epsilon(1e-15));
  CHECK(distance(Shape::sphere(1), at(1, 2, 0), Shape::box({1, 2, 3}), {}).distance == -1);  // its center on an edge
}

TEST_CASE("boxes: face, edge and corner gaps, and the least overlap") {
  const Shape cube = Shape::box({0.5, 0.5, 0.5});
  CHECK(distance(cube, {}, cube, at(1.25, 0.3, 0)).distance == doctest::Approx(0.25).epsilon(1e-15));
  CHECK(distance(cube, {}, cube, at(1.3, 1.4, 0)).distance == doctest::Approx(0.5).epsilon(1e-15));
  CHECK(distance(cube, {}, cube, at(1.2, 1.3, 1.6)).distance == doctest::Approx(0.7).epsilon(1e-15));
  CHECK(distance(cube, {}, cube, at(0.9, 0.3, 0)).distance == doctest::Approx(-0.1).epsilon(1e-14));
  CHECK(distance(cube, {}, cube, at(0.9, 0.3, 0)).normal == Vector3d{-1, 0, 0});
  // The upper cube turned by 45° about x: an edge √½ below its center.
  const Posed turned({0.1, 0.2, 0.5 + std::sqrt(0.5) - 0.01}, {std::sin(std::atan(1.0) / 2), 0, 0, std::cos(std::atan(1.0) / 2)});
  const DistanceResult edge = distance(cube, turned, cube, {});
  CHECK(edge.distance == doctest::Approx(-0.01).epsilon(1e-12));
  CHECK(edge.normal.z == doctest::Approx(1));
  CHECK(edge.point_b.z == doctest::Approx(0.5));
  CHECK(edge.point_a.y == doctest::Approx(0.2));
  // Centers together: the least half extents add.
  CHECK(distance(Shape::box({1, 2, 3}), {}, Shape::box({2, 0.5, 4}), {}).distance == doctest::Approx(-2.5));
}

TEST_CASE("cubes that touch are at distance zero to rounding, at every size and under every turn") {
  Random random(1);
  for (const double size : {0.01, 0.25, 0.5, 10.0, 1000.0}) {
    const Shape cube = Shape::box(Vector3d{1, 1, 1} * (size / 2));
    for (const double offset : {-1e-15, 0.0, 1e-15}) {
      for (int i = 0; i < 40; ++i) {
        const Quaterniond turn = i == 0 ? Quaterniond() : random_pose(random, 1).rotation;
        // also slid sideways, nearly to corners and edges.
        const Vector3d local{i % 3 * 0.45 * size, i % 5 * 0.24 * size, size + offset};
        const Posed pose_a(rotate(turn, local), turn), pose_b({}, turn);
        CHECK(std::abs(distance(cube, pose_a, cube, pose_b).distance - offset) <= 1e-13 * size);
        CHECK(std::abs(distance(cube, pose_b, cube, pose_a).distance - offset) <= 1e-13 * size);
      }
    }
  }
}

TEST_CASE("a plane is the half space below it") {
  const Posed tilted({1, 2, 3}, normalized(Quaterniond{0.3, -0.2, 0.1, 0.9}));
  const Vector3d n = rotate(tilted.rotation, Vector3d{0, 0, 1});
  const Posed above(tilted.position + n * 2.0, tilted.rotation);
  CHECK(distance(Shape::sphere(0.5), above, Shape::plane(), tilted).distance == doctest::Approx(1.5).epsilon(1e-14));
  CHECK(distance(Shape::capsule(0.5, 1), above, Shape::plane(), tilted).distance == doctest::Approx(0.5).epsilon(1e-14));
  CHECK(distance(Shape::box({1, 1, 2.25}), above, Shape::plane(), tilted).distance == doctest::Approx(-0.25).epsilon(1e-13));
  const DistanceResult swapped = distance(Shape::plane(), tilted, Shape::sphere(0.5), above);
  CHECK(length(swapped.normal + n) < 1e-15);
  CHECK(overlap(Shape::plane(), {}, Shape::sphere(1), at(0, 0, 1)));
  CHECK_FALSE(overlap(Shape::plane(), {}, Shape::sphere(1), at(0, 0, 1 + 1e-12)));
}

TEST_CASE("apart, the distance is the least over all pairs of features") {
  Random random(2);
  int separated = 0;
  for (int round = 0; round < 25; ++round) {
    const std::vector<Shape> shapes = some_solids(random);
    for (const Shape& a : shapes) {
      for (const Shape& b : shapes) {
        const Posed pose_a = random_pose(random, 1), pose_b = random_pose(random, 3);
        const DistanceResult r = distance(a, pose_a, b, pose_b);
        check_consistent(a, pose_a, b, pose_b, r);
        CHECK(overlap(a, pose_a, b, pose_b) == (r.distance <= 0));
        const oracle::Solid sa = oracle::solid(a, pose_a), sb = oracle::solid(b, pose_b);
        if (r.distance + a.radius() + b.radius() <= 0 || r.distance < 1e-9) continue;
        ++separated;
        CHECK(std::abs(r.distance - static_cast<double>(oracle::gap_of_cores(sa, sb) - sa.radius - sb.radius)) < 2e-14);
      }
    }
  }
  CHECK(separated > 300);
}

TEST_CASE("overlapping, the depth is reached along its normal and no direction needs less") {
  Random random(3);
  int overlapping = 0;
  for (int round = 0; round < 6; ++round) {
    const std::vector<Shape> shapes = some_solids(random);
    for (const Shape& a : shapes) {
      for (const Shape& b : shapes) {
        const Posed pose_a = random_pose(random, 0.4), pose_b = random_pose(random, 0.4);
        const DistanceResult r = distance(a, pose_a, b, pose_b);
        check_consistent(a, pose_a, b, pose_b, r);
        if (r.distance > 0) continue;
        ++overlapping;
        const oracle::Solid sa = oracle::solid(a, pose_a), sb = oracle::solid(b, pose_b);
        CHECK(std::abs(static_cast<double>(oracle::separation(sa, sb, oracle::Vector3r(r.normal))) - r.distance) < 1e-14);
        CHECK(static_cast<double>(oracle::best_separation(sa, sb, random)) <= r.distance + 1e-14);
        // Moved by the depth they touch, and a little farther they are apart.
        const Posed touching(pose_a.position - r.normal * r.distance, pose_a.rotation);
        CHECK(std::abs(distance(a, touching, b, pose_b).distance) < 1e-13);
      }
    }
  }
  CHECK(overlapping > 100);
}

TEST_CASE("the distance is the same with the shapes swapped, under a rigid motion, and scales with size") {
  Random random(4);
  for (int round = 0; round < 20; ++round) {
    const std::vector<Shape> shapes = some_solids(random);
    for (const Shape& a : shapes) {
      for (const Shape& b : shapes) {
        const Posed pose_a = random_pose(random, 0.5), pose_b = random_pose(random, 1.5), motion = random_pose(random, 10);
        const double d = distance(a, pose_a, b, pose_b).distance;
        CHECK(std::abs(distance(b, pose_b, a, pose_a).distance - d) < 1e-14);
        CHECK(std::abs(distance(a, motion * pose_a, b, motion * pose_b).distance - d) < 1e-13);
      }
    }
  }
  for (const double s : {1e-4, 1e3}) {
    const Posed pose(Vector3d{1.1, 0.4, 0.2} * s, normalized(Quaterniond{0.1, 0.5, -0.3, 0.8}));
    const double d =
        distance(Shape::box({0.5, 0.3, 0.7}), {}, Shape::box({0.5, 0.3, 0.7}), Posed(pose.position / s, pose.rotation)).distance;
    const double scaled = distance(Shape::box(Vector3d{0.5, 0.3, 0.7} * s), {}, Shape::box(Vector3d{0.5, 0.3, 0.7} * s), pose).distance;
    CHECK(scaled == doctest::Approx(d * s).epsilon(1e-12));
  }
}

TEST_CASE("the distance passes through contact without a jump: it grows by what the shapes are moved apart") {
  Random random(5);
  for (int round = 0; round < 12; ++round) {
    const std::vector<Shape> shapes = some_solids(random);
    for (const Shape& a : shapes) {
      for (const Shape& b : shapes) {
        const Posed pose_a = random_pose(random, 0.3), pose_b = random_pose(random, 0.3);
        const DistanceResult r = distance(a, pose_a, b, pose_b);
        for (const double gap : {-1e-3, -1e-7, -1e-10, -1e-12, 1e-15, 1e-12, 1e-10, 1e-7, 1e-3}) {
          if (gap < r.distance) continue;
          const Posed moved(pose_a.position + r.normal * (gap - r.distance), pose_a.rotation);
          CHECK(std::abs(distance(a, moved, b, pose_b).distance - gap) < 4e-13);
        }
      }
    }
  }
}

TEST_CASE("a box and the hull of its corners are the same") {
  Random random(6);
  const Vector3d h{0.4, 0.9, 0.1};
  std::vector<Vector3d> points;
  for (int i = 0; i < 8; ++i) points.push_back({(i & 1) != 0 ? h.x : -h.x, (i & 2) != 0 ? h.y : -h.y, (i & 4) != 0 ? h.z : -h.z});
  const Shape box = Shape::box(h), hull = Shape::hull(points);
  for (int i = 0; i < 200; ++i) {
    for (const Shape& other : some_solids(random)) {
      const Posed pose = random_pose(random, 0.5), other_pose = random_pose(random, 1);
      CHECK(std::abs(distance(box, pose, other, other_pose).distance - distance(hull, pose, other, other_pose).distance) < 1e-14);
    }
  }
}

TEST_CASE("slabs of 1 to a million, needles and far pairs end with finite answers") {
  Random random(7);
  const std::vector<Shape> shapes{Shape::box({1000, 1000, 1e-3}), Shape::box({1e-3, 1e-3, 1e3}), Shape::capsule(1e-4, 100),
                                  Shape::sphere(1e-4)};
  for (int i = 0; i < 300; ++i) {
    for (const Shape& a : shapes) {
      for (const Shape& b : shapes) {
        const Posed pose_a = random_pose(random, 1), pose_b = random_pose(random, i % 2 == 0 ? 1 : 1e6);
        const DistanceResult r = distance(a, pose_a, b, pose_b);
        CHECK(std::isfinite(r.distance));
        CHECK(is_finite(r.point_a));
        CHECK(std::abs(length(r.normal) - 1) < 1e-12);
        const oracle::Solid sa = oracle::solid(a, pose_a), sb = oracle::solid(b, pose_b);
        // No direction separates them by more, and the normal does by as much.
        const double along = static_cast<double>(oracle::separation(sa, sb, oracle::Vector3r(r.normal)));
        CHECK(std::abs(along - r.distance) < 1e-15 * (length(pose_b.position) + 4000) * 8);
      }
    }
  }
}

TEST_CASE("prisms of 3 to 12 sides have finite depths over a grid of offsets") {
  for (int sides = 3; sides <= 12; ++sides) {
    std::vector<Vector3d> points;
    for (int i = 0; i < sides; ++i) {
      const double angle = 2 * 3.14159265358979323846 * i / sides;
      for (const double z : {-0.5, 0.5}) points.push_back({0.5 * std::cos(angle), 0.5 * std::sin(angle), z});
    }
    const Shape prism = Shape::hull(points);
    for (int i = -4; i <= 4; ++i) {
      for (int j = -4; j <= 4; ++j) {
        const DistanceResult r = distance(prism, {}, prism, at(i * 0.25, j * 0.25, 0));
        CHECK(std::isfinite(r.distance));
        CHECK(is_finite(r.point_b));
        if (i == 0 && j == 0) CHECK(r.distance < -0.4);
      }
    }
  }
}

TEST_CASE("pairs without a volume between them are refused by name") {
  const std::vector<Vector3f> corners{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  const std::vector<std::array<std::uint32_t, 3>> triangles{{0, 1, 2}};
  const Shape mesh = Shape::mesh(Mesh::create(corners, triangles)), plane = Shape::plane();
  for (const auto& [a, b] : std::vector<std::pair<Shape, Shape>>{{mesh, mesh}, {plane, plane}, {plane, mesh}, {mesh, plane}}) {
    CHECK_THROWS_AS(static_cast<void>(distance(a, {}, b, {})), UnsupportedShape);
    CHECK_THROWS_AS(static_cast<void>(overlap(a, {}, b, {})), UnsupportedShape);
  }
  CHECK_THROWS_WITH(static_cast<void>(distance(plane, {}, mesh, {})), doctest::Contains("plane and mesh"));
}
