// Rays against the convex solids and the plane: numbers by hand, and marching as an oracle.

#include <holdfast/base/error.h>
#include <holdfast/base/random.h>
#include <holdfast/query/distance.h>
#include <holdfast/query/ray.h>

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

using namespace holdfast;

namespace {

const double kInfinity = std::numeric_limits<double>::infinity();

Vector3d random_direction(Random& random) {
  for (;;) {
    const Vector3d v{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    if (length(v) > 0.1 && length(v) < 1) return normalized(v);
  }
}

Posed random_pose(Random& random) {
  const Vector3d p{random.uniform(-3, 3), random.uniform(-3, 3), random.uniform(-3, 3)};
  return {p, normalized(Quaterniond{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)})};
}

Shape unit_octahedron() {
  const std::vector<Vector3d> points{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  return Shape::hull(points);
}

std::vector<Shape> solids() { return {Shape::sphere(0.7), Shape::capsule(0.3, 0.8), Shape::box({0.5, 0.9, 0.2}), unit_octahedron()}; }

void check_near(const Vector3d& a, const Vector3d& b, double tolerance) {
  CHECK(std::abs(a.x - b.x) <= tolerance);
  CHECK(std::abs(a.y - b.y) <= tolerance);
  CHECK(std::abs(a.z - b.z) <= tolerance);
}

// The first sign change of the signed distance along the ray, by small steps and bisection.
double march(const Shape& shape, const Posed& pose, const Vector3d& origin, const Vector3d& direction, double length) {
  const auto outside = [&](double t) { return closest_point(shape, pose, origin + direction * t).distance > 0; };
  const bool start = outside(0);
  const double step = length / 2000;
  for (double t = step; t <= length; t += step) {
    if (outside(t) == start) continue;
    double low = t - step, high = t;
    for (int i = 0; i < 60; ++i) {
      const double middle = (low + high) / 2;
      (outside(middle) == start ? low : high) = middle;
    }
    return high;
  }
  return kInfinity;
}

}  // namespace

TEST_CASE("a tangent ray hits, and one a last place farther out misses") {
  for (const double radius : {1.0, 0.3, 1e-5, 4096.0}) {
    const Shape ball = Shape::sphere(radius);
    const auto hit = cast_ray({{-5 * radius, 0, radius}, {1, 0, 0}}, ball, {});
    REQUIRE(hit);
    CHECK(hit->distance == doctest::Approx(5 * radius).epsilon(1e-15));
    CHECK(hit->normal == Vector3d{0, 0, 1});
    CHECK_FALSE(cast_ray({{-5 * radius, 0, std::nextafter(radius, kInfinity)}, {1, 0, 0}}, ball, {}));
    const auto side = cast_ray({{-5 * radius, radius, radius / 4}, {1, 0, 0}}, Shape::capsule(radius, radius), {});
    REQUIRE(side);
    CHECK(side->normal == Vector3d{0, 1, 0});
  }
}

TEST_CASE("sizes whose squares overflow or underflow still answer") {
  const auto far = cast_ray({{-1e200, 0, 0}, {1, 0, 0}}, Shape::sphere(1e199), {});
  REQUIRE(far);
  CHECK(far->distance == doctest::Approx(9e199));
  CHECK(cast_ray({{-1e200, 0, 1e199}, {1, 0, 0}}, Shape::sphere(1e199), {}));
  CHECK_FALSE(cast_ray({{-1e200, 0, 1.001e199}, {1, 0, 0}}, Shape::sphere(1e199), {}));
  const auto tiny = cast_ray({{-1e-170, 0, 0}, {1e-200, 0, 0}}, Shape::sphere(1e-180), {});
  REQUIRE(tiny);
  CHECK(tiny->distance == doctest::Approx(1e-170));
  const auto long_direction = cast_ray({{-5, 0, 0}, {1e300, 0, 0}}, Shape::box({1, 1, 1}), {});
  REQUIRE(long_direction);
  CHECK(long_direction->distance == 4);
}

TEST_CASE("a sphere far along the ray is hit to the last places of the distance") {
  // h = r² - 0.6²: the hit is 0.8 before the center.
  const auto hit = cast_ray({{-1e7, 0.6, 0}, {1, 0, 0}}, Shape::sphere(1), {});
  REQUIRE(hit);
  CHECK(hit->distance == doctest::Approx(1e7 - 0.8).epsilon(1e-15));
  CHECK(hit->normal.y == doctest::Approx(0.6).epsilon(1e-8));
}

TEST_CASE("a hit at exactly the greatest distance counts") {
  const std::vector<Shape> shapes{Shape::sphere(1), Shape::box({1, 1, 1}), Shape::capsule(0.5, 0.5), unit_octahedron()};
  for (const Shape& shape : shapes) {
    CHECK(cast_ray({{0, 0, 5}, {0, 0, -2}, 4}, shape, {}));
    CHECK_FALSE(cast_ray({{0, 0, 5}, {0, 0, -2}, std::nextafter(4.0, 0.0)}, shape, {}));
  }
  CHECK(cast_ray({{3, 2, 4}, {0, 0, -1}, 4}, Shape::plane(), {}));
  CHECK_FALSE(cast_ray({{3, 2, 4}, {0, 0, -1}, 3.999}, Shape::plane(), {}));
}

TEST_CASE("from inside a ray leaves with the outward normal, or misses when asked to") {
  Random random(11);
  for (const Shape& shape : solids()) {
    for (int i = 0; i < 50; ++i) {
      const Posed pose = random_pose(random);
      const Vector3d direction = random_direction(random);
      const auto hit = cast_ray({pose.position, direction}, shape, pose);
      REQUIRE(hit);
      CHECK(dot(hit->normal, direction) > 0);
      CHECK(std::abs(closest_point(shape, pose, hit->point).distance) < 1e-14);
      CHECK_FALSE(cast_ray({pose.position, direction}, shape, pose, RayInside::miss));
    }
  }
}

TEST_CASE("on the surface a ray hits at once inward and misses outward") {
  CHECK(cast_ray({{0, 0, 1}, {0, 0, -1}}, Shape::sphere(1), {})->distance == 0);
  CHECK_FALSE(cast_ray({{0, 0, 1}, {0, 0, 1}}, Shape::sphere(1), {}));
  CHECK(cast_ray({{0.2, 0.3, 1}, {0, 0, -1}}, Shape::box({1, 1, 1}), {})->distance == 0);
  CHECK_FALSE(cast_ray({{0.2, 0.3, 1}, {0.5, 0, 1}}, Shape::box({1, 1, 1}), {}));
  CHECK_FALSE(cast_ray({{4, 5, 0}, {0, 1, 1}}, Shape::plane(), {}));
}

TEST_CASE("the plane is met from both sides, its normal toward the ray's origin") {
  const auto above = cast_ray({{0, 0, 3}, {0, 3, -3}}, Shape::plane(), {});
  REQUIRE(above);
  CHECK(above->distance == doctest::Approx(3 * std::sqrt(2.0)));
  CHECK(above->normal == Vector3d{0, 0, 1});
  const auto below = cast_ray({{0, 0, -2}, {0, 0, 1}}, Shape::plane(), {});
  REQUIRE(below);
  CHECK(below->distance == 2);
  CHECK(below->normal == Vector3d{0, 0, -1});
  CHECK_FALSE(cast_ray({{0, 0, -2}, {0, 0, 1}}, Shape::plane(), {}, RayInside::miss));
  CHECK_FALSE(cast_ray({{0, 0, -2}, {0, 0, -1}}, Shape::plane(), {}));
  CHECK_FALSE(cast_ray({{0, 0, 2}, {1, 0, 0}}, Shape::plane(), {}));
}

TEST_CASE("a ray in the plane of a box's face, or along its edge, meets the box") {
  const Shape box = Shape::box({1, 2, 3});
  CHECK(cast_ray({{-5, 2, 0}, {1, 0, 0}}, box, {})->distance == 4);
  CHECK(cast_ray({{-5, 2, 3}, {1, 0, 0}}, box, {})->distance == 4);
  CHECK_FALSE(cast_ray({{-5, std::nextafter(2.0, 3.0), 0}, {1, 0, 0}}, box, {}));
  CHECK(cast_ray({{-2, 1, 0}, {1, 1, 0}}, box, {}));  // grazes the edge x = -1, y = 2
  CHECK_FALSE(cast_ray({{-2, 1.001, 0}, {1, 1, 0}}, box, {}));
}

TEST_CASE("the hit is the first place where the distance to the solid changes its sign") {
  Random random(12);
  for (const Shape& shape : solids()) {
    int hits = 0;
    for (int i = 0; i < 150; ++i) {
      const Posed pose = random_pose(random);
      const Vector3d target = pose.position + random_direction(random) * random.uniform(0, 1.2);
      const Vector3d origin = pose.position + random_direction(random) * 3.0;
      const Vector3d direction = normalized(target - origin);
      const double expected = march(shape, pose, origin, direction, 6);
      const auto hit = cast_ray({origin, direction}, shape, pose);
      if (expected == kInfinity) {
        // Marching can step over a sliver: then the hit must be a grazing one.
        if (hit) CHECK(std::abs(dot(hit->normal, direction)) < 0.1);
        continue;
      }
      ++hits;
      REQUIRE(hit);
      // A grazing hit is as uncertain as its angle is flat.
      CHECK(std::abs(hit->distance - expected) < 1e-13 / std::max(1e-3, std::abs(dot(hit->normal, direction))));
      CHECK(dot(hit->normal, direction) <= 0);
      CHECK(length(hit->normal) == doctest::Approx(1).epsilon(1e-14));
    }
    CHECK(hits > 40);
  }
}

TEST_CASE("a hit moves with shape and ray under a rigid motion, and grows with the scale") {
  Random random(13);
  for (const Shape& shape : solids()) {
    for (int i = 0; i < 100; ++i) {
      const Vector3d origin = random_direction(random) * 3.0, direction = normalized(random_direction(random) * 0.4 - origin);
      const auto hit = cast_ray({origin, direction}, shape, {});
      const Posed pose = random_pose(random);
      const auto moved = cast_ray({transform(pose, origin), rotate(pose.rotation, direction)}, shape, pose);
      if (!hit || std::abs(dot(hit->normal, direction)) < 1e-3) continue;
      REQUIRE(moved);
      CHECK(std::abs(moved->distance - hit->distance) < 1e-12);
      check_near(moved->point, transform(pose, hit->point), 1e-12);
    }
  }
  const auto small = cast_ray({{-4e-3, 1e-4, 2e-4}, {1, 0.02, 0.01}}, Shape::capsule(3e-4, 8e-4), {});
  const auto large = cast_ray({{-4e3, 1e2, 2e2}, {1, 0.02, 0.01}}, Shape::capsule(3e2, 8e2), {});
  REQUIRE(small);
  REQUIRE(large);
  CHECK(large->distance == doctest::Approx(small->distance * 1e6).epsilon(1e-13));
}

TEST_CASE("what is no ray is refused with the field's name") {
  const Shape ball = Shape::sphere(1);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK_THROWS_AS(static_cast<void>(cast_ray({{0, 0, 0}, {0, 0, 0}}, ball, {})), InvalidArgument);
  CHECK_THROWS_AS(static_cast<void>(cast_ray({{nan, 0, 0}, {0, 0, 1}}, ball, {})), InvalidArgument);
  CHECK_THROWS_AS(static_cast<void>(cast_ray({{0, 0, 0}, {0, kInfinity, 1}}, ball, {})), InvalidArgument);
  CHECK_THROWS_AS(static_cast<void>(cast_ray({{0, 0, 0}, {0, 0, 1}, -1}, ball, {})), InvalidArgument);
  CHECK_THROWS_AS(static_cast<void>(cast_ray({{0, 0, 0}, {0, 0, 1}, nan}, ball, {})), InvalidArgument);
  CHECK_THROWS_WITH(static_cast<void>(cast_ray({{0, 0, 0}, {0, 0, 0}}, ball, {})), doctest::Contains("direction"));
  CHECK(cast_ray({{0, 0, 0}, {0, 0, 5e-324}}, ball, {})->distance == 1);
}
