#pragma once
// Meshes that the tests of mesh contacts share, and the question itself.

#include "query/contact/pairs.h"

#include <holdfast/base/random.h>

#include <algorithm>
#include <functional>
#include <numeric>

namespace holdfast::test {

using Triangles = std::vector<std::array<std::uint32_t, 3>>;

inline ContactSet ask(const Shape& a, const Posed& pose_a, const Mesh& b, const Posed& pose_b = {}, const ContactOptions& options = {}) {
  ContactSet out;
  detail::contact_convex_mesh(a, pose_a, b, pose_b, options, out);
  return out;
}

inline ContactOptions margin(double m) {
  ContactOptions options;
  options.margin = m;
  return options;
}

inline ContactOptions all_features(double m = 0) {
  ContactOptions options = margin(m);
  options.filter_internal_edges = false;
  return options;
}

inline std::shared_ptr<const Mesh> mesh_of(const std::vector<Vector3f>& vertices, const Triangles& triangles) {
  return Mesh::create(vertices, triangles);
}

/// n x m cells over [x0, x1] x [y0, y1], z = height(x, y), front up.
inline std::shared_ptr<const Mesh> grid(int n, int m, double x0, double x1, double y0, double y1,
                                        const std::function<double(double, double)>& height) {
  std::vector<Vector3f> vertices;
  for (int j = 0; j <= m; ++j)
    for (int i = 0; i <= n; ++i) {
      const double x = x0 + (x1 - x0) * i / n, y = y0 + (y1 - y0) * j / m;
      vertices.emplace_back(Vector3d{x, y, height(x, y)});
    }
  Triangles triangles;
  const auto at = [&](int i, int j) { return static_cast<std::uint32_t>(j * (n + 1) + i); };
  for (int j = 0; j < m; ++j)
    for (int i = 0; i < n; ++i) {
      triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  return Mesh::create(vertices, triangles);
}

inline std::shared_ptr<const Mesh> flat(int n, double half) {
  return grid(n, n, -half, half, -half, half, [](double, double) { return 0.0; });
}

/// Two slopes that meet along y at x = 0, z = slope * |x|: a valley for slope > 0, a ridge for slope < 0.
inline std::shared_ptr<const Mesh> fold(double slope, double half = 10, int n = 1) {
  return grid(2, n, -half, half, -half, half, [&](double x, double) { return slope * std::abs(x); });
}

/// The closed surface of the box |x| <= h, each side in n x n cells.
inline std::shared_ptr<const Mesh> cube(const Vector3d& h, int n = 1) {
  std::vector<Vector3f> vertices;
  Triangles triangles;
  for (int axis = 0; axis < 3; ++axis)
    for (const double side : {-1.0, 1.0}) {
      const int u = (axis + 1) % 3, v = (axis + 2) % 3;
      const auto base = static_cast<std::uint32_t>(vertices.size());
      for (int j = 0; j <= n; ++j)
        for (int i = 0; i <= n; ++i) {
          Vector3d p;
          p[axis] = side * h[axis];
          p[u] = h[u] * (2.0 * i / n - 1);
          p[v] = h[v] * (2.0 * j / n - 1);
          vertices.emplace_back(p);
        }
      const auto at = [&](int i, int j) { return base + static_cast<std::uint32_t>(j * (n + 1) + i); };
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) {
          if (side > 0) {
            triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
            triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
          } else {
            triangles.push_back({at(i, j), at(i + 1, j + 1), at(i + 1, j)});
            triangles.push_back({at(i, j), at(i, j + 1), at(i + 1, j + 1)});
          }
        }
    }
  return Mesh::create(vertices, triangles);
}

/// The square |x|, |y| <= 2 in z = 0, split at random inner points and random diagonals; border vertices on its sides too.
inline std::shared_ptr<const Mesh> random_square(Random& random, int splits) {
  std::vector<Vector3f> vertices{{-2, -2, 0}, {2, -2, 0}, {2, 2, 0}, {-2, 2, 0}};
  Triangles triangles{{0, 1, 2}, {0, 2, 3}};
  if (random.below(2) == 0) triangles = {{0, 1, 3}, {1, 2, 3}};
  const auto area = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    const Vector3d p(vertices[a]), q(vertices[b]), r(vertices[c]);
    return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
  };
  for (int k = 0; k < splits; ++k) {
    const std::uint32_t t = random.below(static_cast<std::uint32_t>(triangles.size()));
    const auto [a, b, c] = triangles[t];
    const auto fresh = static_cast<std::uint32_t>(vertices.size());
    double u = random.uniform(0.2, 0.6), v = random.uniform(0.1, 0.35);
    // The middle of a side of the square, where the triangle has one.
    const auto on_side = [&](std::uint32_t i, std::uint32_t j) {
      const Vector3f p = vertices[i], q = vertices[j];
      return (p.x == q.x && std::abs(p.x) == 2) || (p.y == q.y && std::abs(p.y) == 2);
    };
    if (on_side(a, b)) {
      const Vector3f p = vertices[a], q = vertices[b];
      vertices.push_back({(p.x + q.x) * 0.5f, (p.y + q.y) * 0.5f, 0});
      triangles[t] = {a, fresh, c};
      triangles.push_back({fresh, b, c});
      continue;
    }
    const Vector3d p(vertices[a]), q(vertices[b]), r(vertices[c]);
    vertices.emplace_back(p * (1 - u - v) + q * u + r * v);
    triangles[t] = {a, b, fresh};
    triangles.push_back({b, c, fresh});
    triangles.push_back({c, a, fresh});
    // Flip diagonals that may be flipped.
    for (int flips = 0; flips < 3; ++flips) {
      const std::uint32_t s = random.below(static_cast<std::uint32_t>(triangles.size()));
      for (std::size_t o = 0; o < triangles.size(); ++o) {
        if (o == s) continue;
        for (std::size_t i = 0; i < 3; ++i)
          for (std::size_t j = 0; j < 3; ++j) {
            const std::uint32_t e0 = triangles[s][i], e1 = triangles[s][(i + 1) % 3];
            if (triangles[o][j] != e1 || triangles[o][(j + 1) % 3] != e0) continue;
            const std::uint32_t x = triangles[s][(i + 2) % 3], y = triangles[o][(j + 2) % 3];
            if (area(x, e0, y) <= 0.01 || area(y, e1, x) <= 0.01) continue;
            triangles[s] = {x, e0, y};
            triangles[o] = {y, e1, x};
            i = j = 3;
          }
      }
    }
  }
  for (auto& t : triangles) std::rotate(t.begin(), t.begin() + random.below(3), t.end());
  for (std::size_t i = triangles.size(); i > 1; --i) std::swap(triangles[i - 1], triangles[random.below(static_cast<std::uint32_t>(i))]);
  return Mesh::create(vertices, triangles);
}

inline Vector3d random_unit(Random& random) {
  while (true) {
    const Vector3d v{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    const double l = length_squared(v);
    if (l > 0.01 && l < 1) return v / std::sqrt(l);
  }
}

inline Quaterniond random_rotation(Random& random) {
  while (true) {
    const Quaterniond q{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    const double l = length_squared(q);
    if (l > 0.01 && l < 1) return normalized(q);
  }
}

inline Posed random_pose(Random& random, double reach) {
  return {{random.uniform(-reach, reach), random.uniform(-reach, reach), random.uniform(-reach, reach)}, random_rotation(random)};
}

/// The points in an order that does not depend on how they were found.
inline std::vector<ContactPoint> sorted(const ContactSet& set) {
  std::vector<ContactPoint> points(set.points.begin(), set.points.begin() + set.count);
  const auto coarse = [](double x) { return std::floor(x * 1e5 + 0.5); };
  std::sort(points.begin(), points.end(), [&](const ContactPoint& a, const ContactPoint& b) {
    for (int k = 0; k < 3; ++k)
      if (coarse(a.position[k]) != coarse(b.position[k])) return a.position[k] < b.position[k];
    return std::make_tuple(a.normal.x, a.normal.y, a.normal.z) < std::make_tuple(b.normal.x, b.normal.y, b.normal.z);
  });
  return points;
}

/// The largest difference of position, normal and depth; infinite where the counts differ.
inline double difference(const ContactSet& a, const ContactSet& b) {
  if (a.count != b.count) return std::numeric_limits<double>::infinity();
  const auto p = sorted(a), q = sorted(b);
  double worst = 0;
  for (std::size_t i = 0; i < p.size(); ++i)
    worst = std::max({worst, length(p[i].position - q[i].position), length(p[i].normal - q[i].normal), std::abs(p[i].depth - q[i].depth)});
  return worst;
}

/// The set seen from a frame that moved by `x`.
inline ContactSet moved(const ContactSet& set, const Posed& x) {
  ContactSet out = set;
  for (int i = 0; i < set.count; ++i) {
    ContactPoint& p = out.points[static_cast<std::size_t>(i)];
    p.position = transform(x, p.position);
    p.normal = rotate(x.rotation, p.normal);
  }
  return out;
}

inline double depth_of(const ContactSet& set) {
  double depth = -std::numeric_limits<double>::infinity();
  for (int i = 0; i < set.count; ++i) depth = std::max(depth, set.points[static_cast<std::size_t>(i)].depth);
  return depth;
}

inline Vector3d deepest_normal(const ContactSet& set) {
  double depth = -std::numeric_limits<double>::infinity();
  Vector3d n;
  for (int i = 0; i < set.count; ++i)
    if (set.points[static_cast<std::size_t>(i)].depth > depth) {
      depth = set.points[static_cast<std::size_t>(i)].depth;
      n = set.points[static_cast<std::size_t>(i)].normal;
    }
  return n;
}

}  // namespace holdfast::test
