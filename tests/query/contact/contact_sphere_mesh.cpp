#include "mesh_scenes.h"

#include <doctest/doctest.h>

using namespace holdfast;
using namespace holdfast::test;

namespace {

/// The nearest point of a triangle by trying the face and each side: slow and plain.
Vector3d nearest_point(const Vector3d& p, const Vector3d& a, const Vector3d& b, const Vector3d& c) {
  const Vector3d n = normalized(cross(b - a, c - a));
  const Vector3d foot = p - n * dot(n, p - a);
  const std::array<Vector3d, 3> v{a, b, c};
  bool inside = true;
  Vector3d best;
  double distance = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < 3; ++i) {
    const Vector3d e = v[(i + 1) % 3] - v[i];
    if (dot(cross(e, foot - v[i]), n) < 0) inside = false;
    const double t = std::clamp(dot(p - v[i], e) / length_squared(e), 0.0, 1.0);
    const Vector3d q = v[i] + e * t;
    if (length_squared(p - q) < distance) {
      distance = length_squared(p - q);
      best = q;
    }
  }
  return inside ? foot : best;
}

double nearest_distance(const Mesh& mesh, const Vector3d& p, Vector3d& point) {
  double best = std::numeric_limits<double>::infinity();
  for (std::uint32_t t = 0; t < mesh.triangles().size(); ++t) {
    const Vector3d q = nearest_point(p, mesh.corner(t, 0), mesh.corner(t, 1), mesh.corner(t, 2));
    if (length(p - q) < best) {
      best = length(p - q);
      point = q;
    }
  }
  return best;
}

}  // namespace

TEST_CASE("a sphere over a face of a mesh has one contact along the face's normal, midway between the surfaces") {
  const auto mesh = flat(1, 1);
  for (const Vector3d p : {Vector3d{0.25, 0.3, 0.45}, Vector3d{0, 0, 0.45}, Vector3d{0.5, 0.5, 0.45}}) {
    const ContactSet set = ask(Shape::sphere(0.5), {p}, *mesh);
    REQUIRE(set.count == 1);
    CHECK(length(set.points[0].normal - Vector3d{0, 0, 1}) < 1e-15);
    CHECK(set.points[0].depth == doctest::Approx(0.05).epsilon(1e-12));
    CHECK(length(set.points[0].position - Vector3d{p.x, p.y, -0.025}) < 1e-12);
  }
  CHECK(ask(Shape::sphere(0.5), {{0.1, 0.2, 0.500001}}, *mesh).count == 0);
  CHECK(ask(Shape::sphere(0.5), {{0.1, 0.2, 0.51}}, *mesh, {}, margin(0.02)).points[0].depth == doctest::Approx(-0.01).epsilon(1e-9));
  CHECK(ask(Shape::sphere(0.5), {{0.1, 0.2, 0.5}}, *mesh).count == 1);
}

TEST_CASE("a sphere beyond the border of a mesh touches the border, as far down as its plane") {
  const auto mesh = flat(1, 1);
  const ContactSet set = ask(Shape::sphere(0.5), {{1.2, 0, 0.3}}, *mesh);
  REQUIRE(set.count == 1);
  // The border point (1, 0, 0) is sqrt(0.04 + 0.09) away.
  const double d = std::sqrt(0.13);
  CHECK(set.points[0].depth == doctest::Approx(0.5 - d).epsilon(1e-12));
  CHECK(length(set.points[0].normal - Vector3d{0.2 / d, 0, 0.3 / d}) < 1e-12);
  CHECK(ask(Shape::sphere(0.5), {{1.2, 0, 0}}, *mesh).count == 1);
  CHECK(ask(Shape::sphere(0.5), {{1.2, 0, -1e-3}}, *mesh).count == 0);
}

TEST_CASE("a sphere in the corner of a floor and a wall has one contact with each") {
  const auto mesh =
      mesh_of({{0, -1, 0}, {2, -1, 0}, {2, 1, 0}, {0, 1, 0}, {0, -1, 2}, {0, 1, 2}}, {{0, 1, 2}, {0, 2, 3}, {0, 3, 5}, {0, 5, 4}});
  const ContactSet set = ask(Shape::sphere(0.5), {{0.45, 0, 0.44}}, *mesh);
  REQUIRE(set.count == 2);
  const auto p = sorted(set);
  CHECK(length(p[0].normal - Vector3d{1, 0, 0}) < 1e-12);
  CHECK(p[0].depth == doctest::Approx(0.05));
  CHECK(length(p[1].normal - Vector3d{0, 0, 1}) < 1e-12);
  CHECK(p[1].depth == doctest::Approx(0.06));
  // Behind one of them: first out through that one.
  const ContactSet behind_floor = ask(Shape::sphere(0.5), {{0.01, 0, -0.02}}, *mesh),
                   behind_wall = ask(Shape::sphere(0.5), {{-0.01, 0, 0.2}}, *mesh);
  REQUIRE(behind_floor.count == 1);
  CHECK(behind_floor.points[0].normal.z == doctest::Approx(1));
  CHECK(behind_floor.points[0].depth == doctest::Approx(0.52));
  REQUIRE(behind_wall.count == 1);
  CHECK(behind_wall.points[0].normal.x == doctest::Approx(1));
  CHECK(behind_wall.points[0].depth == doctest::Approx(0.51));
  // In the gap behind both, both push.
  CHECK(ask(Shape::sphere(0.5), {{-0.01, 0, -0.02}}, *mesh).count == 2);
}

TEST_CASE("a sphere sunk into a solid by less than its radius is pushed out through the nearest face alone") {
  const auto mesh = cube({1, 1, 1}, 3);
  const ContactSet set = ask(Shape::sphere(0.5), {{0.8, 0.1, 0.95}}, *mesh);
  REQUIRE(set.count == 1);
  CHECK(length(set.points[0].normal - Vector3d{0, 0, 1}) < 1e-12);
  CHECK(set.points[0].depth == doctest::Approx(0.55));
  // A plate thinner than the sphere: the face on the far side does not pull it through.
  const auto plate = cube({1, 1, 0.05}, 2);
  for (const double z : {0.5, 0.3, 0.1, 0.06, 0.04, 0.01}) {
    const ContactSet on_plate = ask(Shape::sphere(0.5), {{0.1, 0.2, z}}, *plate);
    REQUIRE(on_plate.count == 1);
    CHECK(on_plate.points[0].normal.z == doctest::Approx(1));
    CHECK(on_plate.points[0].depth == doctest::Approx(0.55 - z));
  }
}

TEST_CASE("a sphere that sank into the gap behind a valley or a pit is pushed out along the faces that meet there") {
  const auto valley = fold(0.3);
  const ContactSet set = ask(Shape::sphere(0.5), {{0, 0.3, -0.05}}, *valley);
  REQUIRE(set.count == 2);
  for (int i = 0; i < 2; ++i) {
    const ContactPoint& p = set.points[static_cast<std::size_t>(i)];
    const double c = 1 / std::sqrt(1.09);
    CHECK(std::abs(p.normal.z - c) < 1e-7);
    CHECK(p.depth == doctest::Approx(0.5 + 0.05 * c).epsilon(1e-6));
  }
  const auto pit = grid(2, 2, -1, 1, -1, 1, [](double x, double y) { return 0.3 * std::max(std::abs(x), std::abs(y)); });
  CHECK(ask(Shape::sphere(0.5), {{0, 0, -0.02}}, *pit).count >= 4);
}

TEST_CASE("with the filter off, inner edges and corners make contacts of their own") {
  const auto mesh = flat(4, 1);
  const Posed pose{{0.1, 0.05, 0.0996}};
  CHECK(ask(Shape::sphere(0.1), pose, *mesh).count == 1);
  CHECK(ask(Shape::sphere(0.1), {{0.1, 0.001, 0.0996}}, *mesh, {}, all_features()).count > 1);
}

TEST_CASE("a vertex of a saddle owns no normal") {
  const auto mesh = grid(2, 2, -1, 1, -1, 1, [](double x, double y) { return x * x - y * y; });
  Random random(7);
  for (int k = 0; k < 2000; ++k) {
    const Vector3d c{random.uniform(-0.2, 0.2), random.uniform(-0.2, 0.2), random.uniform(0.0, 0.4)};
    const ContactSet set = ask(Shape::sphere(0.4), {c}, *mesh);
    for (int i = 0; i < set.count; ++i) {
      const ContactPoint& p = set.points[static_cast<std::size_t>(i)];
      const Vector3d on_mesh = p.position + p.normal * (p.depth * 0.5);
      CHECK(length(on_mesh) > 1e-9);
    }
  }
}

TEST_CASE("the nearest contact of a sphere is the nearest point of the mesh, and every contact is a local minimum of distance") {
  Random random(11);
  int asked = 0;
  for (int m = 0; m < 20; ++m) {
    const double scale = 0.1 + 0.1 * m;
    Random heights(static_cast<std::uint64_t>(100 + m));
    const auto mesh = grid(6, 6, -3, 3, -3, 3, [&](double, double) { return heights.uniform(-scale, scale) * 0.5; });
    for (int k = 0; k < 5000; ++k) {
      const Vector3d c{random.uniform(-3.3, 3.3), random.uniform(-3.3, 3.3), random.uniform(-0.5, 1.5)};
      Vector3d nearest;
      const double distance = nearest_distance(*mesh, c, nearest);
      // In front: no triangle that holds the nearest point looks away.
      bool in_front = true;
      for (std::uint32_t t = 0; t < mesh->triangles().size(); ++t)
        if (length(nearest_point(c, mesh->corner(t, 0), mesh->corner(t, 1), mesh->corner(t, 2)) - nearest) < 1e-9 &&
            dot(mesh->normal(t), c - mesh->corner(t, 0)) < 0)
          in_front = false;
      if (!in_front) continue;
      ++asked;
      const double radius = random.uniform(0.2, 0.8);
      const ContactSet set = ask(Shape::sphere(radius), {c}, *mesh);
      if (distance > radius) {
        CHECK(set.count == 0);
        continue;
      }
      // A point deeper than this comes from a face that the center is behind.
      double depth = -1;
      for (int i = 0; i < set.count; ++i) {
        const ContactPoint& p = set.points[static_cast<std::size_t>(i)];
        if (p.depth <= radius) depth = std::max(depth, p.depth);
      }
      CHECK(depth == doctest::Approx(radius - distance).epsilon(1e-9));
    }
  }
  CHECK(asked > 50000);
}
