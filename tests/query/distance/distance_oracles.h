#pragma once
// Slow and independent answers for the tests of distances.

#include <holdfast/base/random.h>
#include <holdfast/query/distance.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace oracle {

using namespace holdfast;
using Real = long double;
using Vector3r = Vector3<Real>;

inline Vector3d random_direction(Random& random) {
  for (;;) {
    const Vector3d v{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    if (length(v) > 0.1 && length(v) < 1) return normalized(v);
  }
}

inline Posed random_pose(Random& random, double spread) {
  const Vector3d p = random_direction(random) * random.uniform(0, spread);
  return {p, normalized(Quaterniond{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)})};
}

inline Shape random_hull(Random& random, int count, double size) {
  std::vector<Vector3d> points;
  for (int i = 0; i < count; ++i) points.push_back(random_direction(random) * size * random.uniform(0.4, 1));
  return Shape::hull(points);
}

/// A core as triangles, edges and corners in the world, and the radius around it.
struct Solid {
  std::vector<Vector3r> corners;
  std::vector<std::array<Vector3r, 2>> edges;
  std::vector<std::array<Vector3r, 3>> triangles;
  Real radius = 0;
};

inline Solid solid(const Shape& shape, const Posed& pose) {
  Solid s;
  const auto place = [&](const Vector3d& p) { return transform(Pose<Real>(pose), Vector3r(p)); };
  const auto add_hull = [&](const Hull& hull) {
    for (const Vector3d& v : hull.vertices()) s.corners.push_back(place(v));
    for (const Hull::Edge& e : hull.edges()) s.edges.push_back({s.corners[e.a], s.corners[e.b]});
    for (const Hull::Face& f : hull.faces()) {
      const auto ids = hull.face_vertices().subspan(f.first, f.count);
      for (std::size_t i = 2; i < ids.size(); ++i) s.triangles.push_back({s.corners[ids[0]], s.corners[ids[i - 1]], s.corners[ids[i]]});
    }
  };
  switch (shape.type()) {
    case ShapeType::sphere:
      s.corners = {place({})};
      s.radius = shape.as_sphere().radius;
      break;
    case ShapeType::capsule:
      s.corners = {place({0, 0, -shape.as_capsule().half_height}), place({0, 0, shape.as_capsule().half_height})};
      s.edges = {{s.corners[0], s.corners[1]}};
      s.radius = shape.as_capsule().radius;
      break;
    case ShapeType::box: {
      const Vector3d h = shape.as_box().half_extents;
      std::vector<Vector3d> points;
      for (int i = 0; i < 8; ++i) points.push_back({(i & 1) != 0 ? h.x : -h.x, (i & 2) != 0 ? h.y : -h.y, (i & 4) != 0 ? h.z : -h.z});
      add_hull(*Hull::from_points(points));
      break;
    }
    case ShapeType::hull: add_hull(shape.as_hull()); break;
    default: break;
  }
  return s;
}

inline Real distance(const Vector3r& p, const std::array<Vector3r, 2>& edge) {
  const Vector3r e = edge[1] - edge[0];
  const Real t = std::clamp(dot(p - edge[0], e) / dot(e, e), Real(0), Real(1));
  return length(p - (edge[0] + e * t));
}

inline Real distance(const Vector3r& p, const std::array<Vector3r, 3>& triangle) {
  const Vector3r n = cross(triangle[1] - triangle[0], triangle[2] - triangle[0]);
  Real best = std::numeric_limits<Real>::infinity();
  bool inside = true;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::array<Vector3r, 2> edge{triangle[i], triangle[(i + 1) % 3]};
    inside = inside && dot(cross(n, edge[1] - edge[0]), p - edge[0]) >= 0;
    best = std::min(best, distance(p, edge));
  }
  return inside ? std::abs(dot(n, p - triangle[0])) / length(n) : best;
}

inline Real distance(const std::array<Vector3r, 2>& a, const std::array<Vector3r, 2>& b) {
  Real best = std::min({distance(a[0], b), distance(a[1], b), distance(b[0], a), distance(b[1], a)});
  const Vector3r u = a[1] - a[0], v = b[1] - b[0], n = cross(u, v), r = b[0] - a[0];
  const Real nn = dot(n, n);
  if (nn > 0) {
    const Real s = dot(cross(r, v), n) / nn, t = dot(cross(r, u), n) / nn;
    if (s >= 0 && s <= 1 && t >= 0 && t <= 1) best = std::min(best, std::abs(dot(r, n)) / std::sqrt(nn));
  }
  return best;
}

/// Of two cores that are apart: the least over all pairs of features.
inline Real gap_of_cores(const Solid& a, const Solid& b) {
  Real best = std::numeric_limits<Real>::infinity();
  for (const Vector3r& p : a.corners) {
    for (const Vector3r& q : b.corners) best = std::min(best, length(p - q));
    for (const auto& e : b.edges) best = std::min(best, distance(p, e));
    for (const auto& t : b.triangles) best = std::min(best, distance(p, t));
  }
  for (const Vector3r& q : b.corners) {
    for (const auto& e : a.edges) best = std::min(best, distance(q, e));
    for (const auto& t : a.triangles) best = std::min(best, distance(q, t));
  }
  for (const auto& e : a.edges) {
    for (const auto& f : b.edges) best = std::min(best, distance(e, f));
  }
  return best;
}

/// How far the two are apart along a direction from b to a: the signed distance is the largest over all directions.
inline Real separation(const Solid& a, const Solid& b, const Vector3r& direction) {
  Real low = std::numeric_limits<Real>::infinity(), high = -low;
  for (const Vector3r& p : a.corners) low = std::min(low, dot(p, direction));
  for (const Vector3r& q : b.corners) high = std::max(high, dot(q, direction));
  return low - high - a.radius - b.radius;
}

/// The best of many directions, improved by ever smaller steps: never above the signed distance.
inline Real best_separation(const Solid& a, const Solid& b, Random& random) {
  Real best = -std::numeric_limits<Real>::infinity();
  Vector3r direction{0, 0, 1};
  const auto attempt = [&](const Vector3r& d) {
    const Real s = separation(a, b, d);
    if (s > best) {
      best = s;
      direction = d;
      return true;
    }
    return false;
  };
  for (int i = 0; i < 500; ++i) attempt(Vector3r(random_direction(random)));
  for (Real step = 0.2L; step > 1e-9L; step *= 0.6L) {
    for (int i = 0; i < 40; ++i) attempt(normalized(direction + Vector3r(random_direction(random)) * step));
  }
  return best;
}

}  // namespace oracle
