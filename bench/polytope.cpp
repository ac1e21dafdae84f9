#include "polytope.h"

#include <algorithm>
#include <limits>

namespace holdfast::bench {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// Products of edges shorter than this (relative) come from parallel edges and separate nothing of their own.
constexpr double kParallel = 1e-9;

Core box_core(const Vector3d& h, const Posed& pose) {
  Core core;
  for (int i = 0; i < 8; ++i) {
    core.points.push_back(transform(pose, Vector3d{(i & 1) != 0 ? h.x : -h.x, (i & 2) != 0 ? h.y : -h.y, (i & 4) != 0 ? h.z : -h.z}));
  }
  for (std::size_t i = 0; i < 8; ++i) {
    for (const std::size_t bit : {1u, 2u, 4u}) {
      if ((i & bit) == 0) core.edges.push_back({i, i | bit});
    }
  }
  constexpr std::size_t kCorners[6][4] = {{1, 3, 7, 5}, {0, 4, 6, 2}, {2, 6, 7, 3}, {0, 1, 5, 4}, {4, 5, 7, 6}, {0, 2, 3, 1}};
  const Vector3d normals[6] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  for (std::size_t f = 0; f < 6; ++f) {
    Core::Face face;
    face.normal = rotate(pose.rotation, normals[f]);
    face.corners.assign(kCorners[f], kCorners[f] + 4);
    face.offset = dot(face.normal, core.points[face.corners[0]]);
    core.faces.push_back(face);
  }
  return core;
}

Core hull_core(const Hull& hull, const Posed& pose) {
  Core core;
  for (const Vector3d& p : hull.vertices()) core.points.push_back(transform(pose, p));
  for (const Hull::Edge& e : hull.edges()) core.edges.push_back({e.a, e.b});
  for (const Hull::Face& f : hull.faces()) {
    Core::Face face;
    face.normal = rotate(pose.rotation, f.normal);
    face.offset = f.offset + dot(face.normal, pose.position);
    for (std::uint32_t k = 0; k < f.count; ++k) face.corners.push_back(hull.face_vertices()[f.first + k]);
    core.faces.push_back(face);
  }
  return core;
}

double highest(const Core& core, const Vector3d& axis) {
  double best = -kInfinity;
  for (const Vector3d& p : core.points) best = std::max(best, dot(axis, p));
  return best;
}
double lowest(const Core& core, const Vector3d& axis) { return -highest(core, -axis); }

double face_separation(const Core& a, const Core& b) {
  double best = -kInfinity;
  for (const Core::Face& face : a.faces) best = std::max(best, lowest(b, face.normal) - face.offset);
  return best;
}

double edge_separation(const Core& a, const Core& b) {
  double best = -kInfinity;
  for (const auto& e : a.edges) {
    for (const auto& f : b.edges) {
      const Vector3d u = a.points[e[1]] - a.points[e[0]], v = b.points[f[1]] - b.points[f[0]];
      const Vector3d n = cross(u, v);
      const double l = length(n);
      if (!(l > kParallel * length(u) * length(v))) continue;
      const Vector3d axis = n / l;
      best = std::max({best, lowest(b, axis) - highest(a, axis), lowest(a, axis) - highest(b, axis)});
    }
  }
  return best;
}

Vector3d nearest_on_segment(const Vector3d& p, const Vector3d& a, const Vector3d& b) {
  const Vector3d d = b - a;
  const double s = length_squared(d);
  return s > 0 ? a + d * std::clamp(dot(p - a, d) / s, 0.0, 1.0) : a;
}

double point_core_distance(const Vector3d& p, const Core& core) {
  double best = kInfinity;
  if (core.faces.empty()) {
    const Vector3d& last = core.points.back();
    return length(p - nearest_on_segment(p, core.points.front(), last));
  }
  for (const Core::Face& face : core.faces) {
    for (std::size_t k = 2; k < face.corners.size(); ++k) {
      const Vector3d q =
          nearest_on_triangle(p, core.points[face.corners[0]], core.points[face.corners[k - 1]], core.points[face.corners[k]]);
      best = std::min(best, length(p - q));
    }
  }
  return best;
}

// Only the inner minimum counts here: ends are covered by the distances of points.
double edge_distance(const Vector3d& a, const Vector3d& b, const Vector3d& c, const Vector3d& d) {
  const Vector3d u = b - a, v = d - c, w = a - c;
  const double uu = dot(u, u), uv = dot(u, v), vv = dot(v, v), uw = dot(u, w), vw = dot(v, w);
  const double det = uu * vv - uv * uv;
  if (!(det > kParallel * uu * vv)) return kInfinity;
  const double s = (uv * vw - vv * uw) / det, t = (uu * vw - uv * uw) / det;
  if (s < 0 || s > 1 || t < 0 || t > 1) return kInfinity;
  return length(w + u * s - v * t);
}

double core_distance(const Core& a, const Core& b) {
  double best = kInfinity;
  for (const Vector3d& p : a.points) best = std::min(best, point_core_distance(p, b));
  for (const Vector3d& p : b.points) best = std::min(best, point_core_distance(p, a));
  for (const auto& e : a.edges) {
    for (const auto& f : b.edges) { best = std::min(best, edge_distance(a.points[e[0]], a.points[e[1]], b.points[f[0]], b.points[f[1]])); }
  }
  return best;
}

}  // namespace

Core make_core(const Shape& shape, const Posed& pose) {
  Core core;
  switch (shape.type()) {
    case ShapeType::sphere:
      core.points = {pose.position};
      core.radius = shape.as_sphere().radius;
      break;
    case ShapeType::capsule: {
      const double h = shape.as_capsule().half_height;
      core.points = {transform(pose, Vector3d{0, 0, -h}), transform(pose, Vector3d{0, 0, h})};
      core.edges = {{0, 1}};
      core.radius = shape.as_capsule().radius;
      break;
    }
    case ShapeType::box: core = box_core(shape.as_box().half_extents, pose); break;
    case ShapeType::hull: core = hull_core(shape.as_hull(), pose); break;
    case ShapeType::plane:
    case ShapeType::mesh: break;
  }
  core.center = pose.position;
  core.reach = shape.radius();
  return core;
}

double overlap_depth(const Core& a, const Core& b) {
  if (length(a.center - b.center) >= a.reach + b.reach) return 0;
  const bool solid = !a.faces.empty() || !b.faces.empty();
  const double separation = solid ? std::max({face_separation(a, b), face_separation(b, a), edge_separation(a, b)}) : kInfinity;
  if (separation < 0) return a.radius + b.radius - separation;
  const double radii = a.radius + b.radius;
  return radii > 0 ? radii - core_distance(a, b) : -separation;
}

Vector3d nearest_on_triangle(const Vector3d& p, const Vector3d& a, const Vector3d& b, const Vector3d& c) {
  const Vector3d n = cross(b - a, c - a);
  const double nn = length_squared(n);
  if (nn > 0) {
    const double wc = dot(cross(b - a, p - a), n), wa = dot(cross(c - b, p - b), n), wb = dot(cross(a - c, p - c), n);
    if (wa >= 0 && wb >= 0 && wc >= 0) return p - n * (dot(p - a, n) / nn);
  }
  const Vector3d candidates[3] = {nearest_on_segment(p, a, b), nearest_on_segment(p, b, c), nearest_on_segment(p, c, a)};
  return *std::min_element(candidates, candidates + 3,
                           [&p](const Vector3d& x, const Vector3d& y) { return length_squared(p - x) < length_squared(p - y); });
}

}  // namespace holdfast::bench
