#include "shape/convex_cloud.h"

#include <doctest/doctest.h>
#include <holdfast/base/error.h>
#include <holdfast/base/random.h>
#include <holdfast/math/predicates.h>
#include <holdfast/shape/mass_properties.h>

#include <algorithm>
#include <limits>

using namespace holdfast;
using namespace holdfast::tests;

TEST_CASE("eight corners make a cube of six faces with four corners each, and its planes are exact") {
  const auto hull = Hull::from_points(cube(1.5));
  CHECK(hull->vertices().size() == 8);
  CHECK(hull->edges().size() == 12);
  REQUIRE(hull->faces().size() == 6);
  for (const Hull::Face& f : hull->faces()) {
    CHECK(f.count == 4);
    CHECK(f.offset == 1.5);
    CHECK(std::abs(f.normal[largest_axis(f.normal)]) == 1.0);
  }
  for (std::uint32_t v = 0; v < 8; ++v) CHECK(hull->neighbours(v).size() == 3);
  CHECK(hull->center() == Vector3d{0, 0, 0});
  CHECK(hull->radius() == doctest::Approx(1.5 * std::sqrt(3.0)).epsilon(1e-15));
  CHECK(hull->bounds().low == Vector3d{-1.5, -1.5, -1.5});
}

TEST_CASE("points inside, on a face, on an edge or given twice are no vertices") {
  std::vector<Vector3d> points = cube(1);
  for (const Vector3d& p : cube(1)) points.push_back(p);
  for (int x = -2; x <= 2; ++x)
    for (int y = -2; y <= 2; ++y)
      for (int z = -2; z <= 2; ++z) points.push_back({x * 0.5, y * 0.5, z * 0.5});
  points.push_back({-0.0, -0.0, 1});
  const auto hull = Hull::from_points(points);
  CHECK(same(*hull, *Hull::from_points(cube(1))));
}

TEST_CASE("the hull does not depend on the order of its points, bit for bit") {
  Random random(5);
  for (auto points :
       {cloud_in_ball(random, 200), cloud_on_sphere(random, 300), cloud_on_grid(random, 200, 4), cloud_on_cylinder(random, 200)}) {
    const auto first = Hull::from_points(points);
    for (int k = 0; k < 3; ++k) {
      for (std::uint32_t i = static_cast<std::uint32_t>(points.size()); i > 1; --i) std::swap(points[i - 1], points[random.below(i)]);
      CHECK(same(*first, *Hull::from_points(points)));
    }
  }
}

TEST_CASE("every hull is a convex polyhedron that holds all its points") {
  Random random(6);
  for (int k = 0; k < 20; ++k) {
    for (const auto& points : {cloud_in_ball(random, 4 + random.below(60)), cloud_on_sphere(random, 4 + random.below(200)),
                               cloud_on_grid(random, 60, 2 + random.below(4)), cloud_on_cylinder(random, 8 + random.below(60)),
                               turned(cloud_on_grid(random, 100, 3), random), to_float(turned(cloud_on_cylinder(random, 80), random)),
                               flattened(cloud_in_ball(random, 50), 1e-9), flattened(cloud_on_grid(random, 80, 4), 0x1p-40)})
      check_polyhedron(points);
  }
}

TEST_CASE("clouds whose points differ from a plane or a line in the last digits have a hull") {
  Random random(7);
  for (int k = 0; k < 50; ++k) {
    std::vector<Vector3d> plane, line;
    const Vector3d u = direction(random), v = direction(random);  // no zero components, so that every coordinate rounds
    for (int i = 0; i < 30; ++i) {
      plane.push_back(u * random.uniform(-1, 1) + v * random.uniform(-1, 1));
      line.push_back(u * random.uniform(-1, 1));
    }
    check_polyhedron(plane);
    check_polyhedron(line);
  }
}

TEST_CASE("tiny, huge and long hulls have the faces of a cube") {
  for (const double size : {1e-300, 1e-30, 1e30, 1e300}) {
    const auto hull = Hull::from_points(cube(size));
    REQUIRE(hull->faces().size() == 6);
    CHECK(hull->faces()[0].offset == size);
    CHECK(hull->radius() == doctest::Approx(std::sqrt(3.0) * size).epsilon(1e-15));
  }
  std::vector<Vector3d> needle = cube(1);
  for (Vector3d& p : needle) p = {p.x * 1e9, p.y * 1e-9, p.z};
  CHECK(Hull::from_points(needle)->faces().size() == 6);
  for (Vector3d& p : needle) p = {p.x * 1e290, p.y * 1e-290, p.z};
  CHECK(Hull::from_points(needle)->faces().size() == 6);
}

TEST_CASE("the rounding to Float32 of a turned box leaves it six faces") {
  Random random(8);
  for (int k = 0; k < 100; ++k) {
    const Vector3d half{random.uniform(0.05, 2), random.uniform(0.05, 2), random.uniform(0.05, 2)};
    const auto hull = Hull::from_points(to_float(turned(cube(1, half), random)));
    CHECK(hull->faces().size() == 6);
    CHECK(hull->vertices().size() == 8);
    CHECK(hull->edges().size() == 12);
  }
}

TEST_CASE("a bend that can be measured stays an edge, and a round hull stays round") {
  // A corner of a unit cube raised by 1 mm bends the top face by 0.08 degrees: less than the merge angle, but no noise.
  // The side faces at that corner stay flat, so that the cube has one face more.
  std::vector<Vector3d> points = cube(0.5);
  points[7].z += 1e-3;
  CHECK(Hull::from_points(points)->faces().size() == 7);
  Random random(9);
  const auto ball = cloud_on_sphere(random, 2000);
  const auto hull = Hull::from_points(ball);
  // Facets of a ball of 2000 points bend by 3 degrees; merged ones are flat to 2e-5 of the size.
  CHECK(hull->faces().size() > 3500);
  for (const Hull::Face& f : hull->faces())
    for (std::uint32_t i = 0; i < f.count; ++i)
      CHECK(f.offset - dot(f.normal, hull->vertices()[hull->face_vertices()[f.first + i]]) < 5e-5);
}

TEST_CASE("points that span no volume are refused with what is wrong") {
  const auto refused = [](std::vector<Vector3d> points, const char* why) {
    CHECK_THROWS_WITH_AS(Hull::from_points(points), doctest::Contains(why), InvalidArgument);
  };
  refused({}, "0 points");
  refused({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, "3 points");
  refused(std::vector<Vector3d>(10, Vector3d{0.1, 0.2, 0.3}), "one point");
  refused({{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {3, 3, 3}, {-7, -7, -7}}, "on one line");
  refused({{0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}, {0.3, 0.3, 1}}, "in one plane");
  std::vector<Vector3d> points = cube(1);
  points[3].y = std::numeric_limits<double>::quiet_NaN();
  refused(points, "point 3");
  points[3].y = std::numeric_limits<double>::infinity();
  refused(points, "point 3");
}

TEST_CASE("the support point of a hull is its farthest vertex, the first of equals") {
  Random random(10);
  const Shape shape = Shape::hull(cloud_in_ball(random, 100));
  for (int k = 0; k < 200; ++k) {
    const Vector3d d = direction(random) * random.uniform(0.1, 10);
    const Vector3d best = support(shape, d);
    for (const Vector3d& v : shape.as_hull().vertices()) CHECK(dot(v, d) <= dot(best, d));
  }
  CHECK(support(Shape::hull(cube(1)), {0, 0, 1}) == Vector3d{-1, -1, 1});
}
