// Solids on a plane, numbers by hand.

#include "query/contact/support.h"

namespace holdfast {
namespace {

using namespace contact_test;

constexpr double kHalf = 0.70710678118654752440;

TEST_CASE("a sphere sinks into a tilted plane along the plane's normal") {
  // The normal (0.6, 0, 0.8): a turn about y by the angle of cos 0.8, half angle sin sqrt(0.1), cos sqrt(0.9).
  const Placed plane{Shape::plane(), {{1, 2, 3}, {0, std::sqrt(0.1), 0, std::sqrt(0.9)}}};
  const Vector3d n{0.6, 0, 0.8};
  const ContactSet set = contact({Shape::sphere(2), {Vector3d{1, 2, 3} + n * 1.5}}, plane);
  REQUIRE(set.count == 1);
  CHECK(length(set.points[0].normal - n) < 1e-15);
  CHECK(set.points[0].depth == doctest::Approx(0.5));
  CHECK(length(set.points[0].position - (Vector3d{1, 2, 3} - n * 0.25)) < 1e-15);
}

TEST_CASE("a capsule stands on one point and lies on two") {
  const Placed plane{Shape::plane(), {}};
  CHECK(contact({Shape::capsule(0.5, 1), {{0, 0, 1.4}}}, plane).count == 1);
  const ContactSet flat = contact({Shape::capsule(0.5, 1), {{0, 0, 0.4}, {0, kHalf, 0, kHalf}}}, plane);
  REQUIRE(flat.count == 2);
  CHECK(flat.points[0].depth == doctest::Approx(0.1));
  CHECK(flat.points[1].depth == doctest::Approx(0.1));
  CHECK(flat.points[0].position.x * flat.points[1].position.x == doctest::Approx(-1));
}

TEST_CASE("a box lies on four corners, tips on two, and stands on one") {
  const Placed plane{Shape::plane(), {}};
  const Shape box = Shape::box({1, 2, 3});
  const ContactSet flat = contact({box, {{0, 0, 2.75}}}, plane);
  REQUIRE(flat.count == 4);
  for (int i = 0; i < 4; ++i) CHECK(flat.points[static_cast<std::size_t>(i)].position.z == doctest::Approx(-0.125));
  const Quaterniond tip = normalized(Quaterniond{std::sin(0.05), 0, 0, std::cos(0.05)});
  CHECK(contact({box, {{0, 0, 3 * std::cos(0.1) + 2 * std::sin(0.1) - 0.01}, tip}}, plane).count == 2);
  const Quaterniond corner = normalized(Quaterniond{0.2, 0.3, 0.1, 1});
  const Matrix3d r = to_matrix(corner);
  const double reach = dot(abs(r.row(2)), {1, 2, 3});
  const ContactSet one = contact({box, {{0, 0, reach - 0.001}, corner}}, plane);
  REQUIRE(one.count == 1);
  CHECK(one.points[0].depth == doctest::Approx(0.001).epsilon(1e-9));
}

TEST_CASE("a hull rests on the polygon of its lowest face, and no more than the limit of it") {
  std::vector<Vector3d> prism;
  for (int i = 0; i < 20; ++i) {
    const double angle = 2 * 3.14159265358979323846 * i / 20;
    for (const double z : {-0.5, 0.5}) prism.push_back({std::cos(angle), std::sin(angle), z});
  }
  const Placed plane{Shape::plane(), {}};
  const ContactSet set = contact({Shape::hull(prism), {{0, 0, 0.49}}}, plane);
  REQUIRE(set.count == 8);
  // The eight still hold the axis: every direction has a point at least cos 45 degrees out.
  for (int k = 0; k < 16; ++k) {
    const double angle = 2 * 3.14159265358979323846 * k / 16;
    double reach = -1;
    for (int i = 0; i < 8; ++i) {
      const Vector3d& p = set.points[static_cast<std::size_t>(i)].position;
      reach = std::max(reach, p.x * std::cos(angle) + p.y * std::sin(angle));
    }
    CHECK(reach > 0.7);
  }
  ContactOptions three;
  three.max_contacts = 3;
  CHECK(contact({Shape::hull(prism), {{0, 0, 0.49}}}, plane, three).count == 3);
}

TEST_CASE("a buried solid still leaves a plane upwards, by its deepest point") {
  const Placed plane{Shape::plane(), {}};
  for (const Shape& shape : {Shape::sphere(1), Shape::capsule(0.5, 0.5), Shape::box({1, 1, 1}), hull_of_box({1, 1, 1})}) {
    const ContactSet set = contact({shape, {{0, 0, -9}}}, plane);
    CHECK(set.count >= 1);
    CHECK(largest_depth(set) == doctest::Approx(10));
    CHECK(deepest(set)->normal == Vector3d{0, 0, 1});
  }
}

TEST_CASE("two planes make no contacts") { CHECK(contact({Shape::plane(), {}}, {Shape::plane(), {{0, 0, 1}}}).count == 0); }

}  // namespace
}  // namespace holdfast
