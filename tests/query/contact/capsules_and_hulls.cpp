// Capsules against boxes and hulls, hulls against each other, numbers by hand.

#include "query/contact/support.h"

namespace holdfast {
namespace {

using namespace contact_test;

constexpr double kHalf = 0.70710678118654752440;
const Quaterniond kAlongX{0, kHalf, 0, kHalf};

std::vector<Placed> box_and_its_hull(const Vector3d& h, const Posed& pose = {}) { return {{Shape::box(h), pose}, {hull_of_box(h), pose}}; }

TEST_CASE("a capsule that lies on a box rests on the two ends of the stretch above it") {
  for (const Placed& box : box_and_its_hull({1, 1, 1})) {
    // Axis from x = -0.5 to 3.5, so above the box from -0.5 to 1.
    const ContactSet set = contact({Shape::capsule(0.5, 2), {{1.5, 0.3, 1.375}, kAlongX}}, box);
    REQUIRE(set.count == 2);
    double low = 9, high = -9;
    for (int i = 0; i < 2; ++i) {
      const ContactPoint& p = set.points[static_cast<std::size_t>(i)];
      CHECK(p.depth == doctest::Approx(0.125));
      CHECK(length(p.normal - Vector3d{0, 0, 1}) < 1e-12);
      CHECK(p.position.z == doctest::Approx(0.9375));
      low = std::min(low, p.position.x);
      high = std::max(high, p.position.x);
    }
    CHECK(low == doctest::Approx(-0.5));
    CHECK(high == doctest::Approx(1));
  }
}

TEST_CASE("a capsule that leans on a box keeps both points until the higher one leaves") {
  for (const Placed& box : box_and_its_hull({2, 2, 1})) {
    for (const double tilt : {-0.02, -1e-6, -1e-12, 0.0, 1e-12, 1e-6, 0.02}) {
      const Quaterniond lean = normalized(Quaterniond{0, std::sin(tilt / 2), 0, std::cos(tilt / 2)}) * kAlongX;
      const ContactSet set = contact({Shape::capsule(0.5, 1), {{0, 0, 1.45}, lean}}, box);
      REQUIRE(set.count == 2);
      CHECK(largest_depth(set) == doctest::Approx(0.05 + std::sin(std::abs(tilt))).epsilon(1e-9));
    }
    const Quaterniond steep = normalized(Quaterniond{0, std::sin(0.1), 0, std::cos(0.1)}) * kAlongX;
    CHECK(contact({Shape::capsule(0.5, 1), {{0, 0, 1.45}, steep}}, box).count == 1);
  }
}

TEST_CASE("a capsule over the edge of a box keeps a second point on it as it tips outward") {
  // Its middle is above the edge x = 1; tipped down outside by a small angle the nearest point is the edge.
  for (const Placed& box : box_and_its_hull({1, 1, 1})) {
    for (const double tilt : {0.0, 1e-9, 1e-4, 1e-2}) {
      const Quaterniond lean = normalized(Quaterniond{0, std::sin(tilt / 2), 0, std::cos(tilt / 2)}) * kAlongX;
      const ContactSet set = contact({Shape::capsule(0.5, 1), {{1, 0, 1.45}, lean}}, box);
      REQUIRE(set.count == 2);
      CHECK(std::abs(set.points[0].position.x - set.points[1].position.x) == doctest::Approx(1).epsilon(0.02));
    }
  }
}

TEST_CASE("a capsule across the edge of a box touches it in one point, along it in two") {
  // The edge along y at (1, y, 1): a capsule in the direction (1, 0, 1) beside it crosses; along y it shares y in [-1, 1].
  const double away = 1 + 0.4 * kHalf;
  for (const Placed& box : box_and_its_hull({1, 1, 1})) {
    const Quaterniond along_diagonal =
        normalized(Quaterniond{0, std::sin(-3.14159265358979323846 / 8), 0, std::cos(3.14159265358979323846 / 8)});
    const ContactSet across = contact({Shape::capsule(0.5, 1), {{away, 0.2, away}, along_diagonal}}, box);
    REQUIRE(across.count == 1);
    CHECK(across.points[0].depth == doctest::Approx(0.1));
    const ContactSet along = contact({Shape::capsule(0.5, 3), {{away, 0, away}, {kHalf, 0, 0, kHalf}}}, box);
    REQUIRE(along.count == 2);
    for (int i = 0; i < 2; ++i) {
      const ContactPoint& p = along.points[static_cast<std::size_t>(i)];
      CHECK(p.depth == doctest::Approx(0.1));
      CHECK(length(p.normal - Vector3d{kHalf, 0, kHalf}) < 1e-9);
      CHECK(std::abs(p.position.y) == doctest::Approx(1));
    }
  }
}

TEST_CASE("a capsule through a box leaves by the shortest way") {
  for (const Placed& box : box_and_its_hull({3, 1, 5})) {
    const ContactSet set = contact({Shape::capsule(0.25, 8), {{0.5, 0.2, 0}}}, box);  // upright, through top and bottom
    REQUIRE(set.count == 2);
    CHECK(set.points[0].depth == doctest::Approx(0.8 + 0.25));
    CHECK(length(set.points[0].normal - Vector3d{0, 1, 0}) < 1e-12);
    CHECK(std::abs(set.points[0].position.z) == doctest::Approx(5));
  }
}

TEST_CASE("a capsule beside a corner reports the corner's true distance") {
  ContactOptions options;
  options.margin = 1;
  for (const Placed& box : box_and_its_hull({1, 1, 1})) {
    // Its lower cap center is (1.6, 1.8, 2): 1.4142... from the corner (1, 1, 1).
    const ContactSet set = contact({Shape::capsule(0.5, 1), {{1.6, 1.8, 3}}}, box, options);
    REQUIRE(set.count >= 1);
    CHECK(largest_depth(set) == doctest::Approx(0.5 - std::sqrt(2.0)));
  }
}

TEST_CASE("a sphere meets the side of a hull that is nearest") {
  const double s = 1 / std::sqrt(3.0);
  std::vector<Vector3d> points{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  const Placed octahedron{Shape::hull(points), {}};  // faces at distance 1/sqrt 3
  const ContactSet face = contact({Shape::sphere(0.5), {Vector3d{s, s, s} * (s + 0.4)}}, octahedron);
  REQUIRE(face.count == 1);
  CHECK(face.points[0].depth == doctest::Approx(0.1));
  CHECK(length(face.points[0].normal - Vector3d{s, s, s}) < 1e-12);
  const ContactSet tip = contact({Shape::sphere(0.5), {{0, 0, 1.25}}}, octahedron);
  REQUIRE(tip.count == 1);
  CHECK(tip.points[0].depth == doctest::Approx(0.25));
  CHECK(length(tip.points[0].normal - Vector3d{0, 0, 1}) < 1e-12);
  CHECK(contact({Shape::sphere(0.5), {}}, octahedron).points[0].depth == doctest::Approx(0.5 + s));
}

TEST_CASE("an octahedron on its tip touches a box in one point, on its side in three") {
  std::vector<Vector3d> points{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  const Placed box{Shape::box({3, 3, 1}), {}};
  const ContactSet tip = contact({Shape::hull(points), {{0.5, 0.25, 1.9}}}, box);
  REQUIRE(tip.count == 1);
  CHECK(tip.points[0].depth == doctest::Approx(0.1));
  CHECK(length(tip.points[0].position - Vector3d{0.5, 0.25, 0.95}) < 1e-12);
  // The face with normal (1, 1, 1) / sqrt 3 turned down: a half turn about (1, 1, 1) / sqrt 3 + (0, 0, -1).
  const double s = 1 / std::sqrt(3.0);
  const Vector3d axis = normalized(Vector3d{s, s, s - 1});
  const ContactSet side = contact({Shape::hull(points), {{0, 0, 1 + s - 0.05}, {axis.x, axis.y, axis.z, 0}}}, box);
  REQUIRE(side.count == 3);
  for (int i = 0; i < 3; ++i) CHECK(side.points[static_cast<std::size_t>(i)].depth == doctest::Approx(0.05));
}

TEST_CASE("hulls with one center separate by their smallest width") {
  std::vector<Vector3d> wedge{{0, 0, 0}, {3, 0, 0}, {0, 4, 0}, {0, 0, 5}};
  const Shape hull = Shape::hull(wedge);
  const Placed a{hull, {}}, b{hull, {}};
  CHECK(largest_depth(contact(a, b)) == doctest::Approx(static_cast<double>(oracle_depth(a, b))).epsilon(1e-12));
}

}  // namespace
}  // namespace holdfast
