// Rays against meshes: no leaks, the nearest front, the lowest index, and a search over all triangles as the oracle.

#include <holdfast/base/random.h>
#include <holdfast/query/ray.h>
#include <holdfast/shape/mesh_ray_tree.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <thread>
#include <vector>

using namespace holdfast;

namespace {

using Triangles = std::vector<std::array<std::uint32_t, 3>>;

struct Surface {
  std::vector<Vector3f> vertices;
  Triangles triangles;
};

// A sphere by subdivision of an octahedron, pushed in and out by noise: closed, with corners of many triangles.
Surface bumpy_ball(int levels, double noise, std::uint64_t seed) {
  Random random(seed);
  Surface s;
  s.vertices = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  s.triangles = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
  for (int level = 0; level < levels; ++level) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middles;
    const auto middle = [&](std::uint32_t a, std::uint32_t b) {
      const auto [at, is_new] = middles.try_emplace({std::min(a, b), std::max(a, b)}, static_cast<std::uint32_t>(s.vertices.size()));
      if (is_new) s.vertices.push_back(Vector3f(normalized(Vector3d(s.vertices[a]) + Vector3d(s.vertices[b]))));
      return at->second;
    };
    Triangles finer;
    for (const auto& [a, b, c] : s.triangles) {
      const std::uint32_t ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
      finer.insert(finer.end(), {{a, ab, ca}, {b, bc, ab}, {c, ca, bc}, {ab, bc, ca}});
    }
    s.triangles = finer;
  }
  for (Vector3f& v : s.vertices) v = v * static_cast<float>(1 + random.uniform(-noise, noise));
  return s;
}

// A grid of hills, 2 n² triangles.
Surface hills(std::uint32_t n, double size, std::uint64_t seed) {
  Random random(seed);
  Surface s;
  for (std::uint32_t j = 0; j <= n; ++j) {
    for (std::uint32_t i = 0; i <= n; ++i) {
      const double x = size * (i / double(n) - 0.5), y = size * (j / double(n) - 0.5);
      s.vertices.push_back(Vector3f(Vector3d{x, y, random.uniform(0, size / 20)}));
    }
  }
  for (std::uint32_t j = 0; j < n; ++j) {
    for (std::uint32_t i = 0; i < n; ++i) {
      const std::uint32_t a = j * (n + 1) + i, b = a + 1, c = a + n + 1, d = c + 1;
      s.triangles.push_back({a, b, d});
      s.triangles.push_back({a, d, c});
    }
  }
  return s;
}

std::shared_ptr<const Mesh> make(const Surface& s) { return Mesh::create(s.vertices, s.triangles); }

Vector3d random_direction(Random& random) {
  for (;;) {
    const Vector3d v{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    if (length(v) > 0.1 && length(v) < 1) return normalized(v);
  }
}

// The nearest front face by Cramer's rule in extended precision, over all triangles. Not `certain`: a hit or a miss so
// close to an edge that this rule, unlike the product, cannot be trusted with it.
struct Oracle {
  bool certain = true;
  double distance = std::numeric_limits<double>::infinity();
};
Oracle search_all(const Mesh& mesh, const Vector3d& o, const Vector3d& d) {
  Oracle best;
  for (std::uint32_t t = 0; t < mesh.triangles().size(); ++t) {
    using Real = long double;
    const auto sub = [](const Vector3d& a, const Vector3d& b) { return Vector3<Real>(a) - Vector3<Real>(b); };
    const Vector3d a = mesh.corner(t, 0);
    const Vector3<Real> e = sub(mesh.corner(t, 1), a), f = sub(mesh.corner(t, 2), a), s = sub(o, a), dir(d);
    const Vector3<Real> p = cross(dir, f);
    const Real determinant = dot(e, p);
    if (determinant <= 1e-12L) continue;
    const Real u = dot(s, p) / determinant, v = dot(dir, cross(s, e)) / determinant, w = 1 - u - v;
    const Real inner = std::min({u, v, w});
    const Real distance = dot(f, cross(s, e)) / determinant;
    if (distance < 0 || inner < -1e-9L) continue;
    if (inner < 1e-9L) best.certain = false;
    best.distance = std::min(best.distance, static_cast<double>(distance));
  }
  return best;
}

}  // namespace

TEST_CASE("a ray through any corner or edge of a closed mesh never leaks") {
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    const auto mesh = make(bumpy_ball(3, 0.04 * static_cast<double>(seed - 1), seed));
    REQUIRE(mesh->report().watertight);
    const Shape shape = Shape::mesh(mesh);
    std::vector<std::vector<std::uint32_t>> around(mesh->vertices().size());
    for (std::uint32_t t = 0; t < mesh->triangles().size(); ++t) {
      for (const std::uint32_t v : mesh->triangles()[t].vertices) around[v].push_back(t);
    }
    Random random(seed);
    int shots = 0, leaks = 0, wrong_sides = 0;
    // Where all triangles around the target face the ray it must stop there at the latest. Where some face away the target
    // is on the rim, and rounding may lead the ray past it.
    const auto shoot = [&](const Vector3d& target, const std::vector<std::uint32_t>& triangles) {
      const Vector3d origin = random_direction(random) * 2.5, direction = target - origin;
      if (std::any_of(triangles.begin(), triangles.end(), [&](std::uint32_t t) { return dot(mesh->normal(t), direction) > -1e-6; })) return;
      ++shots;
      const auto hit = cast_ray({origin, direction}, shape, {});
      if (!hit || hit->distance > length(direction) * (1 + 1e-12)) ++leaks;
      if (hit && dot(hit->normal, direction) > 0) ++wrong_sides;
    };
    for (std::uint32_t t = 0; t < mesh->triangles().size(); ++t) {
      for (std::size_t i = 0; i < 3; ++i) {
        const std::uint32_t v = mesh->triangles()[t].vertices[i], w = mesh->triangles()[t].vertices[(i + 1) % 3];
        const Vector3d a(mesh->vertices()[v]), b(mesh->vertices()[w]);
        shoot(a, around[v]);
        for (const double s : {0.5, 1.0 / 3, random.unit()}) shoot(a + (b - a) * s, {t, mesh->triangles()[t].neighbours[i]});
      }
    }
    CHECK(shots > 1000);
    CHECK(leaks == 0);
    CHECK(wrong_sides == 0);
  }
}

TEST_CASE("from outside every ray to the center of a closed mesh hits, whatever corner or edge it passes") {
  const auto mesh = make(bumpy_ball(4, 0.02, 5));
  const Shape shape = Shape::mesh(mesh);
  for (const Mesh::Triangle& t : mesh->triangles()) {
    for (std::size_t i = 0; i < 3; ++i) {
      const Vector3d a(mesh->vertices()[t.vertices[i]]), b(mesh->vertices()[t.vertices[(i + 1) % 3]]);
      for (const Vector3d& through : {a, (a + b) * 0.5}) {
        const auto hit = cast_ray({through * 3.0, -through}, shape, {});
        REQUIRE(hit);
        CHECK(hit->distance == doctest::Approx(2 * length(through)).epsilon(1e-6));
      }
    }
  }
}

TEST_CASE("vertical rays through every corner, edge and face of a terrain hit it") {
  const std::uint32_t n = 24;
  const auto mesh = make(hills(n, 30, 6));
  const Shape shape = Shape::mesh(mesh);
  for (std::uint32_t t = 0; t < mesh->triangles().size(); ++t) {
    const Vector3d a = mesh->corner(t, 0), b = mesh->corner(t, 1), c = mesh->corner(t, 2);
    for (const Vector3d& p : {a, b, c, (a + b) * 0.5, (b + c) * 0.5, (c + a) * 0.5, (a + b + c) / 3.0}) {
      const auto hit = cast_ray({{p.x, p.y, 100}, {0, 0, -1}}, shape, {});
      REQUIRE(hit);
      CHECK(std::abs(hit->point.z - p.z) < 1e-12);
      CHECK_FALSE(cast_ray({{p.x, p.y, -100}, {0, 0, 1}}, shape, {}));
    }
  }
}

TEST_CASE("the tree finds what a search over all triangles finds") {
  Random random(7);
  for (const auto& mesh : {make(hills(20, 40, 8)), make(bumpy_ball(3, 0.3, 9)), make(bumpy_ball(0, 0, 1))}) {
    const Shape shape = Shape::mesh(mesh);
    const double size = mesh->radius();
    int hits = 0;
    for (int i = 0; i < 1500; ++i) {
      Vector3d origin{random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)};
      Vector3d direction = random_direction(random);
      if (i % 3 == 0) direction[i % 9 / 3] = 0;
      if (i % 5 == 0) origin = origin - direction * (size * 100);
      const Ray ray = unit_ray({origin, direction});
      const Oracle expected = search_all(*mesh, origin, ray.direction);
      if (!expected.certain) continue;
      const auto hit = cast_ray(ray, shape, {});
      REQUIRE(hit.has_value() == std::isfinite(expected.distance));
      if (!hit) continue;
      ++hits;
      CHECK(std::abs(hit->distance - expected.distance) < 1e-12 * (1 + length(origin)));
      CHECK(hit->normal == mesh->normal(hit->triangle));
    }
    CHECK(hits > 100);
  }
}

TEST_CASE("at equal distance the triangle of the lowest index answers, whatever else is in the mesh") {
  Surface s = hills(12, 12, 10);
  const auto count = static_cast<std::uint32_t>(s.triangles.size());
  // The same triangles twice more, in reverse.
  for (int copy = 0; copy < 2; ++copy) {
    for (std::uint32_t t = count; t-- > 0;) s.triangles.push_back(s.triangles[t]);
  }
  const auto once = make(hills(12, 12, 10)), thrice = make(s);
  REQUIRE(thrice->triangles().size() == 3 * count);
  Random random(10);
  for (int i = 0; i < 500; ++i) {
    const Ray ray{{random.uniform(-5, 5), random.uniform(-5, 5), 8}, {random.uniform(-1, 1), random.uniform(-1, 1), -1}};
    const auto a = cast_ray(ray, Shape::mesh(once), {}), b = cast_ray(ray, Shape::mesh(thrice), {});
    REQUIRE(a.has_value() == b.has_value());
    if (!a) continue;
    CHECK(b->triangle < count);
    CHECK(a->distance == b->distance);
  }
  // A flat quad: every ray through its diagonal belongs to triangle 0.
  const std::vector<Vector3f> corners{{-5, -5, 0}, {5, -5, 0}, {5, 5, 0}, {-5, 5, 0}};
  const Shape quad = Shape::mesh(Mesh::create(corners, Triangles{{0, 1, 2}, {0, 2, 3}}));
  for (const double x : {-4.5, -1.0, 0.0, 0.25, 3.0}) CHECK(cast_ray({{x, x, 10}, {0, 0, -1}}, quad, {})->triangle == 0);
}

TEST_CASE("a floor is met from its front only, at exactly the greatest distance, and at once by a ray that starts on it") {
  const std::vector<Vector3f> corners{{-100, -100, -5}, {100, -100, -5}, {0, 100, -5}};
  const Shape floor = Shape::mesh(Mesh::create(corners, Triangles{{0, 1, 2}}));
  for (const double x : {0.0, 0.1, 1.0 / 3, 7.7}) {
    CHECK(cast_ray({{x, 0, 10}, {0, 0, -1}, 15}, floor, {})->distance == 15);
    CHECK_FALSE(cast_ray({{x, 0, 10}, {0, 0, -1}, 14.999999}, floor, {}));
    CHECK_FALSE(cast_ray({{x, 0, -10}, {0, 0, 1}}, floor, {}));
    CHECK(cast_ray({{x, 0, -5}, {0, 0, -1}}, floor, {})->distance == 0);
    CHECK_FALSE(cast_ray({{x, 0, -5}, {0, 0, 1}}, floor, {}));
    CHECK_FALSE(cast_ray({{x, 0, -5}, {1, 0, 0}}, floor, {}));  // along it
  }
}

TEST_CASE("a ray from a thousand kilometers away meets the same triangle") {
  const auto mesh = make(hills(16, 20, 11));
  const Shape shape = Shape::mesh(mesh);
  Random random(11);
  for (int i = 0; i < 300; ++i) {
    const Vector3d target{random.uniform(-9, 9), random.uniform(-9, 9), 3};
    const Vector3d direction = normalized(Vector3d{random.uniform(-1, 1), random.uniform(-1, 1), -1});
    const auto near = cast_ray({target, direction}, shape, {});
    if (!near) continue;
    for (const double away : {1e3, 1e6}) {
      const auto far = cast_ray({target - direction * away, direction}, shape, {});
      REQUIRE(far);
      CHECK(std::abs(far->distance - away - near->distance) < 1e-15 * away * 8);
    }
    // So far away that the origin's last place is 1e4 m: anything but a crash or a NaN.
    const auto lost = cast_ray({target - direction * 1e20, direction}, shape, {});
    if (lost) CHECK(std::isfinite(lost->distance));
  }
}

TEST_CASE("thin and tiny triangles, and meshes far from their origin, are met like any others") {
  for (const float scale : {1e-6f, 1.0f, 1e6f}) {
    const std::vector<Vector3f> corners{{0, 0, 0}, {scale, 0, 0}, {scale, scale * 1e-6f, 0}, {0, scale * 1e-6f, 0}};
    const Shape strip = Shape::mesh(Mesh::create(corners, Triangles{{0, 1, 2}, {0, 2, 3}}));
    const double s = static_cast<double>(scale);
    for (const double x : {0.0, 0.1, 0.5, 0.999, 1.0}) {
      CHECK(cast_ray({{x * s, x * 1e-6 * s * (1 - 1e-7), s}, {0, 0, -1}}, strip, {}));
      CHECK_FALSE(cast_ray({{x * s, 2e-6 * s, s}, {0, 0, -1}}, strip, {}));
    }
  }
  Surface s = hills(8, 16, 12);
  for (Vector3f& v : s.vertices) v += Vector3f{65536, -32768, 4096};
  const auto mesh = make(s);
  for (std::uint32_t t = 0; t < mesh->triangles().size(); ++t) {
    const Vector3d p = (mesh->corner(t, 0) + mesh->corner(t, 1) + mesh->corner(t, 2)) / 3.0;
    const auto hit = cast_ray({p + Vector3d{0, 0, 50}, {0, 0, -1}}, Shape::mesh(mesh), {});
    REQUIRE(hit);
    CHECK(hit->triangle == t);
  }
}

TEST_CASE("box, hull of its corners and closed mesh of its faces are the same to a ray from outside") {
  const Vector3d h{0.5, 1, 2};
  std::vector<Vector3d> points;
  std::vector<Vector3f> corners;
  for (int i = 0; i < 8; ++i) {
    points.push_back({(i & 1) != 0 ? h.x : -h.x, (i & 2) != 0 ? h.y : -h.y, (i & 4) != 0 ? h.z : -h.z});
    corners.emplace_back(points.back());
  }
  const Triangles faces{{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                        {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
  const Shape box = Shape::box(h), hull = Shape::hull(points), mesh = Shape::mesh(Mesh::create(corners, faces));
  REQUIRE(mesh.as_mesh().report().watertight);
  Random random(13);
  for (int i = 0; i < 2000; ++i) {
    const Vector3d origin = random_direction(random) * 4.0;
    const Vector3d direction =
        Vector3d{random.uniform(-1, 1) * h.x, random.uniform(-1, 1) * h.y, random.uniform(-1, 1) * h.z} * 1.2 - origin;
    const auto a = cast_ray({origin, direction}, box, {}), b = cast_ray({origin, direction}, hull, {}),
               c = cast_ray({origin, direction}, mesh, {});
    REQUIRE(a.has_value() == b.has_value());
    REQUIRE(a.has_value() == c.has_value());
    if (!a) continue;
    CHECK(std::abs(a->distance - b->distance) < 1e-13);
    CHECK(std::abs(a->distance - c->distance) < 1e-13);
    CHECK(a->normal == c->normal);
  }
}

TEST_CASE("threads that cast the first rays of a mesh share one tree") {
  const auto mesh = make(hills(40, 40, 14));
  std::vector<const MeshRayTree*> trees(4);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < trees.size(); ++i) threads.emplace_back([&, i] { trees[i] = &mesh->ray_tree(); });
  for (std::thread& t : threads) t.join();
  for (const MeshRayTree* tree : trees) CHECK(tree == trees[0]);
  // Every triangle is in exactly one leaf.
  std::vector<int> seen(mesh->triangles().size());
  for (const auto& leaf : trees[0]->leaves()) {
    for (const std::uint32_t t : leaf.triangles) {
      if (t != MeshRayTree::kEmpty) ++seen[t];
    }
  }
  CHECK(std::all_of(seen.begin(), seen.end(), [](int count) { return count == 1; }));
}
