#include "query/contact/polytope.h"

#include "query/contact/segments.h"

#include <algorithm>

namespace holdfast::detail {
namespace {

// Corner i of a box has the signs of its bits: 1 for +x, 2 for +y, 4 for +z. Faces -x +x -y +y -z +z, counter-clockwise from outside.
constexpr std::array<std::uint32_t, 24> kBoxCorners = {0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4, 2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6};
constexpr std::array<Hull::Edge, 12> kBoxEdges = {{{0, 1, 2, 4},
                                                   {2, 3, 4, 3},
                                                   {4, 5, 5, 2},
                                                   {6, 7, 3, 5},
                                                   {0, 2, 4, 0},
                                                   {1, 3, 1, 4},
                                                   {4, 6, 0, 5},
                                                   {5, 7, 5, 1},
                                                   {0, 4, 0, 2},
                                                   {1, 5, 2, 1},
                                                   {2, 6, 3, 0},
                                                   {3, 7, 1, 3}}};

struct FaceNearest {
  Vector3d point;
  bool inside = true;
  double distance_squared = 0;
};

/// The nearest point of a face, as a flat polygon, to a point `height` above its plane.
FaceNearest nearest_on_face(const Polytope& p, const Hull::Face& face, const Vector3d& point, double height) {
  FaceNearest best{point - face.normal * height, true, height * height};
  const auto corners = p.corners(face);
  Vector3d from = p.vertices[corners.back()];
  double border = std::numeric_limits<double>::infinity();
  for (const std::uint32_t index : corners) {
    const Vector3d& to = p.vertices[index];
    const Vector3d edge = to - from, out = cross(edge, face.normal), d = point - from;
    if (dot(d, out) > 0) {
      const double t = std::clamp(dot(d, edge) / length_squared(edge), 0.0, 1.0);
      const Vector3d q = from + edge * t;
      const double distance_squared = length_squared(point - q);
      if (distance_squared < border) {
        border = distance_squared;
        best = {q, false, distance_squared};
      }
    }
    from = to;
  }
  return best;
}

/// Tries b's vertices near the slab against a. `roles_swapped` tells which side of `best` a's points are written to.
void vertices_against(const Polytope& a, const Polytope& b, const Framed& b_in_a, const Vector3d& normal, bool roles_swapped,
                      ClosestPoints& best) {
  const double top = dot(normal, a.vertices[support_vertex(a, normal)]);
  const Framed& x = b_in_a;
  for (const Vector3d& v : b.vertices) {
    const Vector3d p = transform(x, v);
    if (dot(normal, p) - top >= best.distance) continue;
    const NearestPoint n = nearest_point(a, p);
    if (n.distance >= best.distance) continue;
    best.found = true;
    best.distance = n.distance;
    best.on_a = roles_swapped ? transform_inverse(x, p) : n.point;
    best.on_b = roles_swapped ? transform_inverse(x, n.point) : p;
  }
}

Framed inverse(const Framed& x) {
  Framed r;
  r.rotation = transpose(x.rotation);
  r.position = -transpose_times(x.rotation, x.position);
  return r;
}

}  // namespace

Polytope polytope(const Hull& hull) {
  const Vector3d h = hull.bounds().half_extents();
  return {hull.vertices(), hull.faces(), hull.edges(), hull.face_vertices(), hull.center(), hull.radius(), 2 * std::min({h.x, h.y, h.z})};
}

BoxPolytope::BoxPolytope(const Box& box) {
  const Vector3d& h = box.half_extents;
  for (std::size_t i = 0; i < 8; ++i) vertices_[i] = {(i & 1) != 0 ? h.x : -h.x, (i & 2) != 0 ? h.y : -h.y, (i & 4) != 0 ? h.z : -h.z};
  for (std::size_t i = 0; i < 6; ++i) {
    const int axis = static_cast<int>(i / 2);
    Vector3d normal;
    normal[axis] = i % 2 == 0 ? -1 : 1;
    faces_[i] = {normal, h[axis], static_cast<std::uint32_t>(4 * i), 4};
  }
  view_ = {vertices_, faces_, kBoxEdges, kBoxCorners, {}, length(h), 2 * std::min({h.x, h.y, h.z})};
}

std::uint32_t support_vertex(const Polytope& p, const Vector3d& direction) {
  std::uint32_t best = 0;
  double farthest = -std::numeric_limits<double>::infinity();
  for (std::uint32_t i = 0; i < p.vertices.size(); ++i) {
    const double d = dot(direction, p.vertices[i]);
    if (d > farthest) {
      farthest = d;
      best = i;
    }
  }
  return best;
}

std::uint32_t facing_face(const Polytope& p, std::uint32_t vertex, const Vector3d& direction) {
  std::uint32_t best = 0;
  double most = -std::numeric_limits<double>::infinity();
  const auto consider = [&](std::uint32_t face) {
    const double d = dot(p.faces[face].normal, direction);
    if (d > most || (d == most && face < best)) {
      most = d;
      best = face;
    }
  };
  for (const Hull::Edge& edge : p.edges) {
    if (edge.a != vertex && edge.b != vertex) continue;
    consider(edge.left);
    consider(edge.right);
  }
  return best;
}

NearestPoint nearest_point(const Polytope& p, const Vector3d& point) {
  NearestPoint best;
  best.distance = -std::numeric_limits<double>::infinity();
  for (std::uint32_t i = 0; i < p.faces.size(); ++i) {
    const double height = dot(p.faces[i].normal, point) - p.faces[i].offset;
    if (height > best.distance) best = {{}, p.faces[i].normal, height, i, true};
  }
  best.point = point - best.normal * best.distance;
  if (best.distance <= 0) return best;
  // Outside: the nearest point lies on one of the faces that look at `point`; none of those whose plane is farther than the best.
  double nearest = std::numeric_limits<double>::infinity();
  const std::uint32_t first = best.face;
  const auto consider = [&](std::uint32_t i) {
    const Hull::Face& face = p.faces[i];
    const double height = dot(face.normal, point) - face.offset;
    if (height <= 0 || height * height >= nearest) return;
    const FaceNearest on_face = nearest_on_face(p, face, point, height);
    if (!(on_face.distance_squared < nearest)) return;
    nearest = on_face.distance_squared;
    best = {on_face.point, face.normal, height, i, on_face.inside};
  };
  consider(first);
  for (std::uint32_t i = 0; i < p.faces.size(); ++i) {
    if (i != first) consider(i);
  }
  if (best.on_face) return best;
  best.distance = std::sqrt(nearest);
  if (best.distance > kNoDirection * p.size) best.normal = (point - best.point) / best.distance;
  return best;
}

ClosestPoints closest_points(const Polytope& a, const Polytope& b, const Framed& b_in_a, const Vector3d& normal, double limit) {
  ClosestPoints best;
  best.distance = limit;
  vertices_against(a, b, b_in_a, normal, false, best);
  vertices_against(b, a, inverse(b_in_a), -transpose_times(b_in_a.rotation, normal), true, best);
  const double top = dot(normal, a.vertices[support_vertex(a, normal)]);
  const Vector3d down = -transpose_times(b_in_a.rotation, normal);
  const double bottom = dot(normal, transform(b_in_a, b.vertices[support_vertex(b, down)]));
  for (const Hull::Edge& eb : b.edges) {
    const Vector3d b0 = transform(b_in_a, b.vertices[eb.a]), b1 = transform(b_in_a, b.vertices[eb.b]);
    if (std::min(dot(normal, b0), dot(normal, b1)) - top >= best.distance) continue;
    const Segment segment_b = segment_between(b0, b1);
    for (const Hull::Edge& ea : a.edges) {
      const Vector3d &a0 = a.vertices[ea.a], &a1 = a.vertices[ea.b];
      if (bottom - std::max(dot(normal, a0), dot(normal, a1)) >= best.distance) continue;
      const SegmentPoints points = closest_points(segment_between(a0, a1), segment_b);
      if (!(points.distance_squared < best.distance * best.distance)) continue;
      best = {true, points.p, points.q, std::sqrt(points.distance_squared)};
    }
  }
  return best;
}

}  // namespace holdfast::detail
