// Boxes against boxes, spheres and hulls, numbers by hand.

#include "query/contact/support.h"

namespace holdfast {
namespace {

using namespace contact_test;

bool has_point(const ContactSet& set, const Vector3d& p, double tolerance = 1e-12) {
  for (int i = 0; i < set.count; ++i) {
    if (length(set.points[static_cast<std::size_t>(i)].position - p) < tolerance) return true;
  }
  return false;
}

TEST_CASE("a sphere meets the face, edge or corner of a box that is nearest") {
  const Placed box{Shape::box({1, 2, 3}), {}};
  const ContactSet face = contact({Shape::sphere(1), {{0.5, 2.75, -1}}}, box);
  REQUIRE(face.count == 1);
  CHECK(face.points[0].normal == Vector3d{0, 1, 0});
  CHECK(face.points[0].depth == doctest::Approx(0.25));
  CHECK(has_point(face, {0.5, 1.875, -1}));
  const ContactSet corner = contact({Shape::sphere(4), {{2, 4, 5}}}, box);  // 3 from the corner, along (1, 2, 2) / 3
  REQUIRE(corner.count == 1);
  CHECK(length(corner.points[0].normal - Vector3d{1, 2, 2} / 3.0) < 1e-15);
  CHECK(corner.points[0].depth == doctest::Approx(1));
}

TEST_CASE("a sphere whose center is inside a box leaves by the nearest face") {
  const Placed box{Shape::box({1, 2, 3}), {}};
  const ContactSet set = contact({Shape::sphere(0.25), {{0, -1.5, 0}}}, box);
  REQUIRE(set.count == 1);
  CHECK(set.points[0].normal == Vector3d{0, -1, 0});
  CHECK(set.points[0].depth == doctest::Approx(0.75));
  CHECK(contact({Shape::sphere(0.25), {}}, box).points[0].depth == doctest::Approx(1.25));
}

TEST_CASE("a brick across a beam touches it in the rectangle that they share") {
  // Beam 10 x 1 x 1, brick 2 x 0.6 x 3 above it, shifted by (4.5, 0.4): shared x in [3.5, 5], y in [0.1, 0.5].
  const Placed beam{Shape::box({5, 0.5, 0.5}), {}};
  const ContactSet set = contact({Shape::box({1, 0.3, 1.5}), {{4.5, 0.4, 1.875}}}, beam);
  REQUIRE(set.count == 4);
  for (const double x : {3.5, 5.0})
    for (const double y : {0.1, 0.5}) CHECK(has_point(set, {x, y, 0.4375}));
  for (int i = 0; i < 4; ++i) {
    CHECK(set.points[static_cast<std::size_t>(i)].normal == Vector3d{0, 0, 1});
    CHECK(set.points[static_cast<std::size_t>(i)].depth == doctest::Approx(0.125));
  }
}

TEST_CASE("two boxes turned by 30 degrees to each other touch in an octagon") {
  const Quaterniond turn = normalized(Quaterniond{0, 0, std::sin(3.14159265358979323846 / 12), std::cos(3.14159265358979323846 / 12)});
  const ContactSet set = contact({Shape::box({1, 1, 1}), {{0, 0, 1.9}, turn}}, {Shape::box({1, 1, 1}), {}});
  REQUIRE(set.count == 8);
  // A side of the turned square is x cos 30 + y sin 30 = 1: it meets y = 1 in x = 2 (1 - 1/2) / sqrt 3 = 0.57735.
  CHECK(has_point(set, {1 / std::sqrt(3.0), 1, 0.95}, 1e-12));
}

TEST_CASE("crossed edges touch in one point, and a step sees them too") {
  const double c = std::cos(3.14159265358979323846 / 8), s = std::sin(3.14159265358979323846 / 8);
  // Boxes standing on an edge: half diagonal sqrt 2. The upper edge of b runs along y, the lower edge of a along x.
  const Placed a{Shape::box({1, 1, 1}), {{0.2, 0.1, 2.8}, {s, 0, 0, c}}}, b{Shape::box({1, 1, 1}), {{0, 0, 0}, {0, s, 0, c}}};
  for (const AxisChoice choice : {AxisChoice::least_overlap, AxisChoice::stable}) {
    ContactOptions options;
    options.axis_choice = choice;
    const ContactSet set = contact(a, b, options);
    REQUIRE(set.count == 1);
    CHECK(length(set.points[0].normal - Vector3d{0, 0, 1}) < 1e-12);
    CHECK(set.points[0].depth == doctest::Approx(2 * std::sqrt(2.0) - 2.8).epsilon(1e-10));
    CHECK(has_point(set, {0, 0.1, 1.4}, 1e-12));
  }
}

TEST_CASE("a small box inside a large one leaves by the nearest face") {
  const ContactSet set = contact({Shape::box({1, 1, 1}), {{0, 0, -5}}}, {Shape::box({10, 10, 10}), {}});
  REQUIRE(set.count == 4);
  CHECK(set.points[0].normal == Vector3d{0, 0, -1});
  CHECK(set.points[0].depth == doctest::Approx(6));  // its top, at -4, must reach -10
}

TEST_CASE("boxes corner beside corner report their true gap, and none beyond the margin") {
  // 0.03 apart along x and 0.04 along y: 0.05.
  const Placed a{Shape::box({0.5, 0.5, 0.5}), {{1.03, 1.04, 0.2}}}, b{Shape::box({0.5, 0.5, 0.5}), {}};
  for (const AxisChoice choice : {AxisChoice::least_overlap, AxisChoice::stable}) {
    for (const auto& [pa, pb] : {std::pair{a, b}, std::pair{Placed{hull_of_box({0.5, 0.5, 0.5}), a.pose}, b}}) {
      ContactOptions options;
      options.axis_choice = choice;
      options.margin = 0.0501;
      const ContactSet set = contact(pa, pb, options);
      REQUIRE(set.count == 1);
      CHECK(set.points[0].depth == doctest::Approx(-0.05).epsilon(1e-9));
      CHECK(length(set.points[0].normal - Vector3d{0.6, 0.8, 0}) < 1e-9);
      options.margin = 0.0499;
      CHECK(contact(pa, pb, options).count == 0);
    }
  }
}

TEST_CASE("stacked boxes with a gap inside the margin make four points with that gap") {
  ContactOptions options;
  options.margin = 0.02;
  for (const AxisChoice choice : {AxisChoice::least_overlap, AxisChoice::stable}) {
    options.axis_choice = choice;
    const ContactSet set = contact({Shape::box({0.5, 0.5, 0.5}), {{0, 0, 1.01}}}, {Shape::box({0.5, 0.5, 0.5}), {}}, options);
    REQUIRE(set.count == 4);
    for (int i = 0; i < 4; ++i) {
      CHECK(set.points[static_cast<std::size_t>(i)].depth == doctest::Approx(-0.01));
      CHECK(set.points[static_cast<std::size_t>(i)].position.z == doctest::Approx(0.505));
    }
  }
}

TEST_CASE("a rocking box keeps its face manifold in a step, at every size") {
  for (const double k : {1e-3, 1.0, 1e3}) {
    // Turned by 20 degrees about z and tipped by 1e-3 rad about an axis between its own: an edge pair overlaps least, by a hair.
    const Quaterniond tip = normalized(Quaterniond{3e-4, 4e-4, std::sin(0.17), std::cos(0.17)});
    ContactOptions step;
    step.axis_choice = AxisChoice::stable;
    const ContactSet set =
        contact({Shape::box({0.5 * k, 0.5 * k, 0.5 * k}), {{0, 0, 0.998 * k}, tip}}, {Shape::box({0.5 * k, 0.5 * k, 0.5 * k}), {}}, step);
    CHECK(set.count >= 4);
    CHECK(length(deepest(set)->normal - Vector3d{0, 0, 1}) < 2e-3);
  }
}

TEST_CASE("boxes that share a center, a face or an edge exactly still touch") {
  const Placed b{Shape::box({1, 2, 3}), {}};
  CHECK(largest_depth(contact({Shape::box({1, 2, 3}), {}}, b)) == doctest::Approx(2));
  CHECK(largest_depth(contact({Shape::box({1, 2, 3}), {{2, 0, 0}}}, b)) == doctest::Approx(0));
  CHECK(largest_depth(contact({Shape::box({1, 2, 3}), {{2, 4, 0}}}, b)) == doctest::Approx(0));
  CHECK(largest_depth(contact({Shape::box({1, 2, 3}), {{2, 4, 6}}}, b)) == doctest::Approx(0));
  CHECK(contact({Shape::box({1, 2, 3}), {{2.000001, 0, 0}}}, b).count == 0);
}

TEST_CASE("a plate a hundred thousand times wider than thick holds a box by its own thickness") {
  const ContactSet set = contact({Shape::box({1, 1, 1}), {{3000, -2000, 1.4}}}, {Shape::box({1e5, 1e5, 0.5}), {}});
  REQUIRE(set.count == 4);
  CHECK(set.points[0].depth == doctest::Approx(0.1).epsilon(1e-9));
  CHECK(set.points[0].normal == Vector3d{0, 0, 1});
}

}  // namespace
}  // namespace holdfast
