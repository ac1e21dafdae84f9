#pragma once
// Point clouds for the tests of hulls, and what must hold of every hull.

#include <doctest/doctest.h>
#include <holdfast/base/random.h>
#include <holdfast/shape/hull.h>

#include <algorithm>
#include <vector>

namespace holdfast::tests {

inline std::vector<Vector3d> cube(double size, const Vector3d& half = {1, 1, 1}) {
  std::vector<Vector3d> points;
  for (int i = 0; i < 8; ++i)
    points.push_back({((i & 1) ? size : -size) * half.x, ((i & 2) ? size : -size) * half.y, ((i & 4) ? size : -size) * half.z});
  return points;
}

inline Vector3d direction(Random& random) {
  for (;;) {
    const Vector3d v{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    const double l = length(v);
    if (l > 0.1 && l <= 1) return v / l;
  }
}

inline std::vector<Vector3d> cloud_in_ball(Random& random, std::uint32_t count) {
  std::vector<Vector3d> points;
  for (std::uint32_t i = 0; i < count; ++i) points.push_back(direction(random) * random.uniform(0.2, 1));
  return points;
}
inline std::vector<Vector3d> cloud_on_sphere(Random& random, std::uint32_t count) {
  std::vector<Vector3d> points;
  for (std::uint32_t i = 0; i < count; ++i) points.push_back(direction(random));
  return points;
}
/// On the integers 0..steps, with the corners 0 and steps of a cube, so that it has a volume: many coplanar, many doubled.
inline std::vector<Vector3d> cloud_on_grid(Random& random, std::uint32_t count, std::uint32_t steps) {
  std::vector<Vector3d> points;
  const double s = steps;
  for (std::uint32_t i = 0; i < count; ++i)
    points.push_back({double(random.below(steps + 1)), double(random.below(steps + 1)), double(random.below(steps + 1))});
  for (const Vector3d& p : {Vector3d{0, 0, 0}, Vector3d{s, 0, 0}, Vector3d{0, s, 0}, Vector3d{0, 0, s}}) points.push_back(p);
  return points;
}
/// On the two rims of a cylinder: two faces with many corners.
inline std::vector<Vector3d> cloud_on_cylinder(Random& random, std::uint32_t count) {
  std::vector<Vector3d> points;
  for (std::uint32_t i = 0; i < count; ++i) {
    const Vector3d d = direction(random);
    const double l = std::sqrt(d.x * d.x + d.y * d.y);
    points.push_back({d.x / l, d.y / l, d.z > 0 ? 1.0 : -1.0});
  }
  return points;
}

inline std::vector<Vector3d> turned(std::vector<Vector3d> points, Random& random) {
  const Quaterniond q = normalized(Quaterniond{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)});
  for (Vector3d& p : points) p = rotate(q, p);
  return points;
}
inline std::vector<Vector3d> to_float(std::vector<Vector3d> points) {
  for (Vector3d& p : points) p = Vector3d(Vector3f(p));
  return points;
}
inline std::vector<Vector3d> flattened(std::vector<Vector3d> points, double factor) {
  for (Vector3d& p : points) p.z *= factor;
  return points;
}

inline bool same(const Hull& a, const Hull& b) {
  const auto same_face = [](const Hull::Face& f, const Hull::Face& g) {
    return f.normal == g.normal && f.offset == g.offset && f.first == g.first && f.count == g.count;
  };
  const auto same_edge = [](const Hull::Edge& e, const Hull::Edge& f) {
    return e.a == f.a && e.b == f.b && e.left == f.left && e.right == f.right;
  };
  return std::ranges::equal(a.vertices(), b.vertices()) && std::ranges::equal(a.faces(), b.faces(), same_face) &&
         std::ranges::equal(a.edges(), b.edges(), same_edge) && std::ranges::equal(a.face_vertices(), b.face_vertices()) &&
         a.bounds() == b.bounds() && a.center() == b.center() && a.radius() == b.radius();
}

/// Builds the hull of `points` and checks Euler's formula, edges, convex faces, and that no point lies outside.
std::shared_ptr<const Hull> check_polyhedron(const std::vector<Vector3d>& points);

}  // namespace holdfast::tests
