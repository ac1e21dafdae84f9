// Every question refuses a pose that is none.

#include <doctest/doctest.h>
#include <holdfast/base/error.h>
#include <holdfast/query/contact.h>
#include <holdfast/query/distance.h>
#include <holdfast/query/ray.h>
#include <holdfast/world/world.h>

#include <array>
#include <limits>
#include <vector>

using namespace holdfast;

namespace {

std::shared_ptr<const Mesh> triangle() {
  const std::vector<Vector3f> corners{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  const std::vector<std::array<std::uint32_t, 3>> triangles{{0, 1, 2}};
  return Mesh::create(corners, triangles);
}

}  // namespace

TEST_CASE("a pose that is not finite, or whose rotation is not unit, is refused by every question") {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN(), kInfinity = std::numeric_limits<double>::infinity();
  const Shape ball = Shape::sphere(1);
  World world;
  BodyDescription ground;
  ground.kind = BodyKind::static_body;
  ground.shape = Shape::mesh(triangle());
  world.add_body(ground);
  for (const Shape& other : {ball, Shape::box({1, 1, 1}), Shape::capsule(1, 1), Shape::plane(), Shape::mesh(triangle())}) {
    for (const Posed& bad : {Posed{{kNan, 0, 0}, {}}, Posed{{0, kInfinity, 0}, {}}, Posed{{}, {0, 0, 0, 2}}, Posed{{}, {1e200, 0, 0, 0}},
                             Posed{{}, {0, 0, 0, kNan}}}) {
      CHECK_THROWS_AS(contact(ball, bad, other, {}), InvalidArgument);
      CHECK_THROWS_AS(contact(ball, {}, other, bad), InvalidArgument);
      CHECK_THROWS_AS(distance(ball, bad, other, {}), InvalidArgument);
      CHECK_THROWS_AS(distance(other, bad, ball, {}), InvalidArgument);
      CHECK_THROWS_AS(overlap(ball, bad, other, {}), InvalidArgument);
      CHECK_THROWS_AS(closest_point(other, bad, {}), InvalidArgument);
      CHECK_THROWS_AS(cast_ray({{0, 0, 5}, {0, 0, -1}}, other, bad), InvalidArgument);
      CHECK_THROWS_AS(static_cast<void>(world.closest_body(ball, bad, 10)), InvalidArgument);
      CHECK_THROWS_AS(static_cast<void>(world.overlapping_bodies(ball, bad)), InvalidArgument);
    }
    CHECK_THROWS_AS(closest_point(other, {}, {kNan, 0, 0}), InvalidArgument);
  }
}

TEST_CASE("a point so far away that squares overflow still has a nearest point") {
  for (const double far : {1e155, 1e200, 1e300, 1e308}) {
    for (const Vector3d& p : {Vector3d{far, 0, 0}, Vector3d{far, far, far}, Vector3d{far, -far, 1}, Vector3d{-far, -far, far}}) {
      CAPTURE(p.x);
      CAPTURE(p.y);
      CHECK(is_finite(closest_point(Shape::mesh(triangle()), {}, p).point));
    }
  }
  // Seen from the mesh this point has no numbers left: some triangle answers, and nothing is read out of bounds.
  CHECK_NOTHROW(closest_point(Shape::mesh(triangle()), {{-1.7e308, 0, 0}, {}}, {1.7e308, 0, 0}));
}
