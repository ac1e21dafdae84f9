// Spheres and capsules against each other, numbers by hand.

#include "query/contact/support.h"

namespace holdfast {
namespace {

using namespace contact_test;

/// Turned about y so that a capsule lies along x; then by `angle` about z.
Quaterniond along_x(double angle = 0) {
  const double half = std::sqrt(0.5);
  const Quaterniond about_z = normalized(Quaterniond{0, 0, std::sin(angle / 2), std::cos(angle / 2)});
  return about_z * Quaterniond{0, half, 0, half};
}

void check_near(const Vector3d& a, const Vector3d& b, double tolerance = 1e-12) {
  CHECK(a.x == doctest::Approx(b.x).epsilon(tolerance).scale(1));
  CHECK(a.y == doctest::Approx(b.y).epsilon(tolerance).scale(1));
  CHECK(a.z == doctest::Approx(b.z).epsilon(tolerance).scale(1));
}

TEST_CASE("two spheres touch midway between their surfaces, along the line of centers") {
  // Centers 13 apart (3, 4, 12), radii 8 and 7: overlap 2.
  const ContactSet set = contact({Shape::sphere(8), {{3, 4, 12}}}, {Shape::sphere(7), {}});
  REQUIRE(set.count == 1);
  const Vector3d n{3.0 / 13, 4.0 / 13, 12.0 / 13};
  check_near(set.points[0].normal, n);
  CHECK(set.points[0].depth == doctest::Approx(2));
  check_near(set.points[0].position, n * 6.0);  // between 13 - 8 = 5 and 7
}

TEST_CASE("touching exactly counts as contact, a gap of a millionth does not") {
  CHECK(contact({Shape::sphere(0.5), {{1, 0, 0}}}, {Shape::sphere(0.5), {}}).count == 1);
  CHECK(contact({Shape::sphere(0.5), {{1.000001, 0, 0}}}, {Shape::sphere(0.5), {}}).count == 0);
  ContactOptions near;
  near.margin = 2e-6;
  const ContactSet set = contact({Shape::sphere(0.5), {{1.000001, 0, 0}}}, {Shape::sphere(0.5), {}}, near);
  REQUIRE(set.count == 1);
  CHECK(set.points[0].depth == doctest::Approx(-1e-6).epsilon(1e-6));
}

TEST_CASE("spheres with one center are as deep as their radii, and pushed up") {
  const ContactSet set = contact({Shape::sphere(0.25), {{7, 8, 9}}}, {Shape::sphere(0.25), {{7, 8, 9}}});
  REQUIRE(set.count == 1);
  CHECK(set.points[0].normal == Vector3d{0, 0, 1});
  CHECK(set.points[0].depth == 0.5);
}

TEST_CASE("a sphere beside a capsule meets its side, past the end its cap") {
  const Placed capsule{Shape::capsule(0.5, 2), {}};
  const ContactSet side = contact({Shape::sphere(1), {{1.25, 0, 1.5}}}, capsule);
  REQUIRE(side.count == 1);
  CHECK(side.points[0].depth == doctest::Approx(0.25));
  check_near(side.points[0].position, {0.375, 0, 1.5});
  const ContactSet cap = contact({Shape::sphere(1), {{0.6, 0, 2.8}}}, capsule);  // 1 from the cap center (0, 0, 2)
  REQUIRE(cap.count == 1);
  check_near(cap.points[0].normal, {0.6, 0, 0.8});
  CHECK(cap.points[0].depth == doctest::Approx(0.5));
}

TEST_CASE("a sphere centered on a capsule's axis leaves across the axis") {
  const ContactSet set = contact({Shape::sphere(1), {{0, 0, 0.5}}}, {Shape::capsule(0.5, 2), {}});
  REQUIRE(set.count == 1);
  CHECK(set.points[0].normal.z == 0);
  CHECK(length(set.points[0].normal) == doctest::Approx(1));
  CHECK(set.points[0].depth == doctest::Approx(1.5));
}

TEST_CASE("parallel capsules rest on both ends of the stretch that they share") {
  // Axes along x: [0.5, 4.5] at height 0.7, [-2, 2] at height 0; radii 0.5 and 0.3: overlap 0.1 over [0.5, 2].
  const ContactSet set = contact({Shape::capsule(0.5, 2), {{2.5, 0, 0.7}, along_x()}}, {Shape::capsule(0.3, 2), {{0, 0, 0}, along_x()}});
  REQUIRE(set.count == 2);
  for (int i = 0; i < 2; ++i) {
    const ContactPoint& p = set.points[static_cast<std::size_t>(i)];
    check_near(p.normal, {0, 0, 1});
    CHECK(p.depth == doctest::Approx(0.1));
    CHECK(p.position.z == doctest::Approx(0.25));  // between 0.3 and 0.2
  }
  CHECK(std::abs(set.points[0].position.x - set.points[1].position.x) == doctest::Approx(1.5));
}

TEST_CASE("a manifold of two parallel capsules shrinks continuously to the point where they cross as one turns") {
  const Placed lower{Shape::capsule(0.25, 1), {{0, 0, 0}, along_x()}};
  double last_spread = 2;
  int single = 0;
  for (int i = 0; i <= 20000; ++i) {
    const double angle = 0.8 * i / 20000;  // 0 to 46 degrees in steps of 4e-5 rad
    const ContactSet set = contact({Shape::capsule(0.25, 1), {{0, 0, 0.4}, along_x(angle)}}, lower);
    REQUIRE(set.count >= 1);
    REQUIRE(largest_depth(set) == doctest::Approx(0.1).epsilon(1e-9));
    const double spread = set.count == 2 ? length(set.points[0].position - set.points[1].position) : 0;
    REQUIRE(spread <= last_spread + 1e-9);
    // The spread is at most 2 * 0.05 * 0.25 / sin: its slope 0.025 / sin² is at most 0.025 / 0.0122² = 168 where it begins to shrink.
    REQUIRE(last_spread - spread <= 168 * 4e-5 + 1e-9);
    last_spread = spread;
    single += set.count == 1 ? 1 : 0;
  }
  CHECK(last_spread == 0);
  CHECK(single > 5000);  // from 30 degrees on
}

TEST_CASE("a capsule that leans over another is deepest at its lower end") {
  const double tilt = 0.01;
  const Quaterniond lean = normalized(Quaterniond{0, std::sin(-tilt / 2), 0, std::cos(tilt / 2)}) * along_x();
  const ContactSet set = contact({Shape::capsule(0.25, 1), {{0, 0, 0.4}, lean}}, {Shape::capsule(0.25, 1), {{0, 0, 0}, along_x()}});
  REQUIRE(set.count == 2);
  CHECK(largest_depth(set) == doctest::Approx(0.5 - (0.4 - std::sin(tilt))).epsilon(1e-9));
}

TEST_CASE("capsules end to end on one line touch in one point") {
  const ContactSet set = contact({Shape::capsule(0.5, 1), {{0, 0, 2.75}}}, {Shape::capsule(0.5, 1), {}});
  REQUIRE(set.count == 1);
  CHECK(set.points[0].depth == doctest::Approx(0.25));
  check_near(set.points[0].position, {0, 0, 1.375});
}

TEST_CASE("capsules on one axis leave across it, as deep as their radii") {
  for (const double shift : {0.0, 0.5, 1.5}) {
    const ContactSet set = contact({Shape::capsule(0.5, 1), {{0, 0, shift}}}, {Shape::capsule(0.25, 1), {}});
    REQUIRE(set.count == 2);
    CHECK(set.points[0].depth == doctest::Approx(0.75));
    CHECK(set.points[0].normal.z == doctest::Approx(0));
  }
}

TEST_CASE("capsules whose axes cross in a point leave along the common perpendicular") {
  const ContactSet set = contact({Shape::capsule(0.5, 1), {}}, {Shape::capsule(0.25, 1), {{0, 0, 0.3}, along_x()}});
  REQUIRE(set.count == 1);
  CHECK(std::abs(set.points[0].normal.y) == doctest::Approx(1));
  CHECK(set.points[0].depth == doctest::Approx(0.75));
}

TEST_CASE("a capsule of a hundred thousand radii is answered to its own precision") {
  const ContactSet set =
      contact({Shape::capsule(0.01, 1000), {{0, 0, 0.015}, along_x(1e-3)}}, {Shape::capsule(0.01, 1000), {{0, 0, 0}, along_x()}});
  REQUIRE(set.count >= 1);
  CHECK(largest_depth(set) == doctest::Approx(0.005).epsilon(1e-9));
}

}  // namespace
}  // namespace holdfast
