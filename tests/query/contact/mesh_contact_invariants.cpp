#include "mesh_scenes.h"

#include <doctest/doctest.h>

using namespace holdfast;
using namespace holdfast::test;

namespace {

std::vector<Shape> shapes() {
  std::vector<Vector3d> points;
  Random random(5);
  for (int i = 0; i < 24; ++i) points.push_back(random_unit(random) * 0.4);
  return {Shape::sphere(0.3), Shape::capsule(0.2, 0.4), Shape::box({0.4, 0.3, 0.2}), Shape::hull(points)};
}

}  // namespace

TEST_CASE("a flat surface gives the same contacts however it is triangulated") {
  Random random(23);
  const auto plain = mesh_of({{-2, -2, 0}, {2, -2, 0}, {2, 2, 0}, {-2, 2, 0}}, {{0, 1, 2}, {0, 2, 3}});
  int compared = 0;
  for (int m = 0; m < 40; ++m) {
    const auto divided = random_square(random, 1 + m);
    for (const Shape& shape : shapes())
      for (int k = 0; k < 60; ++k) {
        const Posed pose{{random.uniform(-2.2, 2.2), random.uniform(-2.2, 2.2), random.uniform(-0.1, 0.5)},
                         k % 3 == 0 ? Quaterniond{} : random_rotation(random)};
        const ContactSet a = ask(shape, pose, *plain, {}, margin(0.02)), b = ask(shape, pose, *divided, {}, margin(0.02));
        // Deeper than half of these shapes there is no right answer to keep.
        if (std::max(depth_of(a), depth_of(b)) > 0.2) continue;
        ++compared;
        CAPTURE(m);
        CAPTURE(k);
        CAPTURE(static_cast<int>(shape.type()));
        CHECK(difference(a, b) < 1e-6);
      }
  }
  CHECK(compared > 5000);
}

TEST_CASE("moving both shapes by one rigid motion moves the contacts of a mesh with them") {
  Random random(29);
  const auto mesh = grid(8, 8, -2, 2, -2, 2, [](double x, double y) { return 0.2 * x * x - 0.1 * y * y + 0.15 * x * y; });
  for (const Shape& shape : shapes())
    for (int k = 0; k < 300; ++k) {
      const Posed pose{{random.uniform(-1.5, 1.5), random.uniform(-1.5, 1.5), random.uniform(-0.1, 0.6)}, random_rotation(random)};
      const Posed motion = random_pose(random, 20);
      const ContactSet a = ask(shape, pose, *mesh, {}, margin(0.02)), b = ask(shape, motion * pose, *mesh, motion, margin(0.02));
      CHECK(difference(moved(a, motion), b) < 1e-5);
    }
}

TEST_CASE("contacts with meshes are finite, unit and bounded for any triangles: slivers, a million meters, a millimeter") {
  Random random(31);
  for (int k = 0; k < 6000; ++k) {
    const double scale = k % 4 == 0 ? 1e6 : k % 4 == 1 ? 1e-3 : 1.0;
    std::vector<Vector3f> vertices;
    Triangles triangles;
    const std::uint32_t count = 1 + random.below(6);
    for (std::uint32_t i = 0; i < count + 2; ++i) {
      Vector3d v{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
      if (k % 3 == 0) v = Vector3d{v.x, v.y * 2e-6, i % 2 == 0 ? 0 : v.z * 1e-5};
      vertices.emplace_back(v * scale);
    }
    for (std::uint32_t i = 0; i < count; ++i) triangles.push_back({i, i + 1, i + 2});
    std::shared_ptr<const Mesh> mesh;
    try {
      mesh = Mesh::create(vertices, triangles);
    } catch (const std::exception&) {
      continue;  // no triangle with an area
    }
    for (const Shape& shape : shapes())
      for (const bool filter : {true, false}) {
        ContactOptions options = margin(0.02);
        options.filter_internal_edges = filter;
        options.max_contacts = 1 + static_cast<int>(random.below(8));
        Posed pose = random_pose(random, 0.5);
        if (k % 5 == 0) pose.position = Vector3d(vertices[0]);
        const ContactSet set = ask(shape, pose, *mesh, {}, options);
        CHECK(set.count <= options.max_contacts);
        for (int i = 0; i < set.count; ++i) {
          const ContactPoint& p = set.points[static_cast<std::size_t>(i)];
          CHECK(is_finite(p.position));
          CHECK(std::abs(length(p.normal) - 1) < 1e-9);
          CHECK(std::isfinite(p.depth));
          CHECK(p.depth >= -0.02);
        }
      }
  }
}

TEST_CASE("with front_only what has its core behind a triangle does not meet it") {
  const auto mesh = flat(3, 2);
  ContactOptions options;
  options.front_only = true;
  CHECK(ask(Shape::sphere(0.5), {{0.1, 0.2, -0.1}}, *mesh).count == 1);
  CHECK(ask(Shape::sphere(0.5), {{0.1, 0.2, -0.1}}, *mesh, {}, options).count == 0);
  CHECK(ask(Shape::sphere(0.5), {{0.1, 0.2, 0}}, *mesh, {}, options).count == 1);
  CHECK(ask(Shape::box({0.5, 0.5, 0.5}), {{0.1, 0.2, -0.1}}, *mesh).count == 4);
  CHECK(ask(Shape::box({0.5, 0.5, 0.5}), {{0.1, 0.2, -0.1}}, *mesh, {}, options).count == 0);
}
