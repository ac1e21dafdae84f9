#include "query/contact/support.h"

#include <algorithm>

namespace holdfast::contact_test {
namespace {

using Real = long double;
using Vector = Vector3<Real>;

/// Closest distance of a point and a triangle: its plane where the point is above the inside, else its three sides.
Real point_segment(const Vector& p, const Vector& a, const Vector& b) {
  const Vector e = b - a;
  const Real l = dot(e, e);
  const Real t = l > 0 ? std::clamp(dot(p - a, e) / l, Real(0), Real(1)) : 0;
  return length(p - (a + e * t));
}

Real point_triangle(const Vector& p, const Vector& a, const Vector& b, const Vector& c) {
  const Vector n = cross(b - a, c - a);
  const bool above = dot(cross(b - a, n), p - a) <= 0 && dot(cross(c - b, n), p - b) <= 0 && dot(cross(a - c, n), p - c) <= 0;
  if (above) return std::abs(dot(n, p - a)) / length(n);
  return std::min({point_segment(p, a, b), point_segment(p, b, c), point_segment(p, c, a)});
}

/// Both ends of each against the other, and the common perpendicular where it meets both.
Real segment_segment(const Vector& a, const Vector& b, const Vector& c, const Vector& d) {
  Real best = std::min({point_segment(a, c, d), point_segment(b, c, d), point_segment(c, a, b), point_segment(d, a, b)});
  const Vector u = b - a, v = d - c, n = cross(u, v);
  const Real nn = dot(n, n);
  if (nn > Real(1e-24) * dot(u, u) * dot(v, v)) {
    const Real s = dot(cross(c - a, v), n) / nn, t = dot(cross(c - a, u), n) / nn;
    if (s >= 0 && s <= 1 && t >= 0 && t <= 1) best = std::min(best, std::abs(dot(c - a, n)) / std::sqrt(nn));
  }
  return best;
}

std::pair<Real, Real> shadow(const OracleSolid& s, const Vector& n) {
  Real low = std::numeric_limits<Real>::infinity(), high = -low;
  for (const Vector& p : s.points) {
    low = std::min(low, dot(n, p));
    high = std::max(high, dot(n, p));
  }
  return {low, high};
}

/// The least overlap of the cores over every candidate direction; negative where some direction separates them.
Real core_overlap(const OracleSolid& a, const OracleSolid& b) {
  Real least = std::numeric_limits<Real>::infinity();
  const auto consider = [&](Vector n) {
    const Real l = length(n);
    if (!(l > Real(1e-12))) return;
    n = n / l;
    const auto [low_a, high_a] = shadow(a, n);
    const auto [low_b, high_b] = shadow(b, n);
    least = std::min({least, high_a - low_b, high_b - low_a});
  };
  for (const OracleSolid* s : {&a, &b}) {
    for (const auto& t : s->triangles) consider(normalized(cross(s->points[t[1]] - s->points[t[0]], s->points[t[2]] - s->points[t[0]])));
  }
  for (const auto& ea : a.edges) {
    for (const auto& eb : b.edges)
      consider(cross(normalized(a.points[ea[1]] - a.points[ea[0]]), normalized(b.points[eb[1]] - b.points[eb[0]])));
  }
  return least;
}

Real core_distance(const OracleSolid& a, const OracleSolid& b) {
  Real least = std::numeric_limits<Real>::infinity();
  for (const Vector& p : a.points) {
    for (const Vector& q : b.points) least = std::min(least, length(p - q));
    for (const auto& t : b.triangles) least = std::min(least, point_triangle(p, b.points[t[0]], b.points[t[1]], b.points[t[2]]));
    for (const auto& e : b.edges) least = std::min(least, point_segment(p, b.points[e[0]], b.points[e[1]]));
  }
  for (const Vector& p : b.points) {
    for (const auto& t : a.triangles) least = std::min(least, point_triangle(p, a.points[t[0]], a.points[t[1]], a.points[t[2]]));
    for (const auto& e : a.edges) least = std::min(least, point_segment(p, a.points[e[0]], a.points[e[1]]));
  }
  for (const auto& ea : a.edges) {
    for (const auto& eb : b.edges)
      least = std::min(least, segment_segment(a.points[ea[0]], a.points[ea[1]], b.points[eb[0]], b.points[eb[1]]));
  }
  return least;
}

bool has_volume(const OracleSolid& s) { return !s.triangles.empty(); }

}  // namespace

OracleSolid oracle_solid(const Placed& p) {
  OracleSolid r;
  std::vector<Vector3d> local;
  const auto add_hull = [&](const Hull& hull) {
    local.assign(hull.vertices().begin(), hull.vertices().end());
    for (const Hull::Edge& e : hull.edges()) r.edges.push_back({e.a, e.b});
    for (const Hull::Face& f : hull.faces()) {
      const auto corners = hull.face_vertices().subspan(f.first, f.count);
      for (std::size_t i = 2; i < corners.size(); ++i) r.triangles.push_back({corners[0], corners[i - 1], corners[i]});
    }
  };
  Shape box_hull;
  switch (p.shape.type()) {
    case ShapeType::sphere:
      local = {{}};
      r.radius = p.shape.as_sphere().radius;
      break;
    case ShapeType::capsule:
      local = {{0, 0, -p.shape.as_capsule().half_height}, {0, 0, p.shape.as_capsule().half_height}};
      r.edges = {{0, 1}};
      r.radius = p.shape.as_capsule().radius;
      break;
    case ShapeType::box:
      box_hull = hull_of_box(p.shape.as_box().half_extents);
      add_hull(box_hull.as_hull());
      break;
    default: add_hull(p.shape.as_hull()); break;
  }
  const Pose<Real> pose(p.pose);
  for (const Vector3d& v : local) r.points.push_back(transform(pose, Vector(v)));
  return r;
}

long double oracle_depth(const OracleSolid& a, const OracleSolid& b) {
  const Real radii = a.radius + b.radius;
  // Cores without a volume on either side never overlap: they meet at distance 0.
  if (has_volume(a) || has_volume(b)) {
    const Real overlap = core_overlap(a, b);
    if (overlap >= 0) return overlap + radii;
  }
  return radii - core_distance(a, b);
}

}  // namespace holdfast::contact_test
