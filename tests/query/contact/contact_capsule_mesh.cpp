#include "mesh_scenes.h"

#include <doctest/doctest.h>

using namespace holdfast;
using namespace holdfast::test;

namespace {
const double kHalf = std::sqrt(0.5);
const Quaterniond kAlongX{0, kHalf, 0, kHalf};
const Quaterniond kAlongY{-kHalf, 0, 0, kHalf};
}  // namespace

TEST_CASE("a capsule that lies on a mesh touches it at its two ends") {
  for (const int n : {1, 2, 7, 20}) {
    const auto mesh = flat(n, 2);
    const ContactSet set = ask(Shape::capsule(0.25, 0.5), {{0.1, 0.2, 0.2}, kAlongX}, *mesh);
    REQUIRE(set.count == 2);
    const auto p = sorted(set);
    CHECK(length(p[0].position - Vector3d{-0.4, 0.2, -0.025}) < 1e-12);
    CHECK(length(p[1].position - Vector3d{0.6, 0.2, -0.025}) < 1e-12);
    for (const ContactPoint& q : p) {
      CHECK(q.depth == doctest::Approx(0.05));
      CHECK(q.normal.z == doctest::Approx(1));
    }
  }
}

TEST_CASE("a capsule that lies over the border of a mesh rests on the border and on its end") {
  const auto mesh = flat(3, 1);
  const ContactSet set = ask(Shape::capsule(0.25, 0.5), {{0.9, 0.2, 0.2}, kAlongX}, *mesh);
  REQUIRE(set.count == 2);
  const auto p = sorted(set);
  CHECK(length(p[0].position - Vector3d{0.4, 0.2, -0.025}) < 1e-12);
  CHECK(length(p[1].position - Vector3d{1, 0.2, -0.025}) < 1e-12);
  CHECK(length(p[1].normal - Vector3d{0, 0, 1}) < 1e-12);
}

TEST_CASE("a capsule across a ridge touches it once, straight up, for every angle of the ridge") {
  for (const double slope : {0.01, 0.1, 0.5, 1.0, 3.0, 20.0}) {
    const auto mesh = fold(-slope, 10, 3);
    const ContactSet set = ask(Shape::capsule(0.2, 0.5), {{0, 0.3, 0.15}, kAlongX}, *mesh);
    CAPTURE(slope);
    double depth = 0;
    Vector3d n;
    for (int i = 0; i < set.count; ++i)
      if (set.points[static_cast<std::size_t>(i)].depth > depth) {
        depth = set.points[static_cast<std::size_t>(i)].depth;
        n = set.points[static_cast<std::size_t>(i)].normal;
      }
    CHECK(depth == doctest::Approx(0.05).epsilon(1e-6));
    CHECK(length(n - Vector3d{0, 0, 1}) < 1e-6);
  }
}

TEST_CASE("a capsule along the bottom of a valley touches both slopes at both ends, with their normals") {
  for (const double slope : {0.05, 0.5, 1.0, 3.0}) {
    const auto mesh = fold(slope, 10, 5);
    const double c = 1 / std::sqrt(1 + slope * slope), z = 0.19 / c;
    const ContactSet set = ask(Shape::capsule(0.2, 0.5), {{0, 0.3, z}, kAlongY}, *mesh);
    CAPTURE(slope);
    CHECK(set.count == 4);
    for (int i = 0; i < set.count; ++i) {
      const ContactPoint& p = set.points[static_cast<std::size_t>(i)];
      CHECK(p.depth == doctest::Approx(0.01).epsilon(1e-5));
      CHECK(p.normal.z == doctest::Approx(c).epsilon(1e-6));
    }
  }
}

TEST_CASE("an upright capsule that pierces a floor is pushed up by all of its depth") {
  const auto mesh = flat(5, 2);
  for (const double sunk : {0.05, 0.3, 0.7}) {
    const ContactSet set = ask(Shape::capsule(0.1, 0.5), {{0.13, 0.22, 0.6 - sunk}}, *mesh);
    REQUIRE(set.count == 1);
    CHECK(set.points[0].normal.z == doctest::Approx(1));
    CHECK(set.points[0].depth == doctest::Approx(sunk));
  }
}

TEST_CASE("a capsule across the top edge of a wall is pushed up, not through the wall") {
  // A thin wall in the plane x = 0, closed; the axis lies 1 cm under its top.
  const auto wall = cube({0.02, 2, 1}, 2);
  const ContactSet set = ask(Shape::capsule(0.1, 0.5), {{0.1, 0.1, 0.99}, kAlongX}, *wall);
  REQUIRE(set.count >= 1);
  for (int i = 0; i < set.count; ++i) {
    CHECK(set.points[static_cast<std::size_t>(i)].normal.z == doctest::Approx(1));
    CHECK(set.points[static_cast<std::size_t>(i)].depth == doctest::Approx(0.11));
  }
}

TEST_CASE("a capsule nearly parallel to a triangle meets the edge or the face that is nearest") {
  // Jolt reports: capsule against triangle, three placements with independent answers.
  const auto edge = mesh_of({{-0.479988575f, -0.26996696f, -1.36185002f},
                             {-0.104996204f, -0.269967079f, 0.38815248f},
                             {-0.104996204f, -0.26996696f, -1.36185002f}},
                            {{0, 1, 2}});
  const ContactSet at_edge = ask(Shape::capsule(0.37, 0.5), {}, *edge);
  REQUIRE(at_edge.count >= 1);
  CHECK(depth_of(at_edge) == doctest::Approx(0.08033397171).epsilon(1e-6));
  CHECK(length(deepest_normal(at_edge) - Vector3d{0.362473309758629, 0.931994152187997, 4.77754196797129e-08}) < 1e-5);
  const auto face = mesh_of({{-0.0904417038f, -0.307858467f, -4.72410202f},
                             {-0.0904417038f, -0.307857513f, 5.27589798f},
                             {9.9095583f, -0.307864189f, 5.27589798f}},
                            {{0, 1, 2}});
  const ContactSet at_face = ask(Shape::capsule(0.42, 0.675), {}, *face);
  CHECK(depth_of(at_face) == doctest::Approx(0.1121419244).epsilon(1e-6));
  CHECK(deepest_normal(at_face).y == doctest::Approx(1));
  const auto steep = mesh_of({{-0.474807739f, -0.212532043f, 17.2921791f},
                              {-0.474807739f, -0.212535858f, -2.70782185f},
                              {-0.85749054f, 0.711341858f, -2.70782185f}},
                             {{0, 1, 2}});
  CHECK(ask(Shape::capsule(0.5, 0.65), {}, *steep).count == 0);
}
