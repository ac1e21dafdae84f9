#include "query/contact/polyhedron_triangle.h"

#include <algorithm>

namespace holdfast::detail {
namespace {

/// Cosine of the angle (2 degrees) below which a face of the body and the triangle are one direction: the triangle's normal is taken.
/// Larger: a body that lies on a ridge is pushed along both its slopes; smaller: two almost equal normals compete on a flat mesh.
constexpr double kParallelFaces = 0.99939;

/// Sine of the angle (10 degrees) up to which an edge or face of the body lies on the triangle, so that it rests where it leaves it.
constexpr double kLying = 0.17;

/// Sine of the angle (1 degree) by which a face of the body may lean from what a ridge or a tip owns and still rest on it: the two ends of
/// a ridge under a box keep their points. Larger: normals are taken at features that do not own them.
constexpr double kLean = 0.0175;

/// Sine of the angle below which two edges have no common normal.
constexpr double kParallelEdges = 1e-6;

/// Corners of a triangle whose distances from a face of the body differ by less, as a share of the sizes, are equally near.
constexpr double kEquallyNear = 1e-9;

/// In a step an axis must have less overlap than the last by this share, and by this share of the body's thickness.
constexpr double kStableShare = 0.05;
constexpr double kStableThickness = 1e-3;

constexpr int next(int i) { return i == 2 ? 0 : i + 1; }

}  // namespace

void PolyhedronTriangle::add_points() {
  if (!measure_heights() || !measure_faces()) return;
  Choice choice;
  choice.overlap = -scratch_.heights[lowest_];
  consider_body_faces(choice);
  consider_edges(choice);
  switch (choice.axis) {
    case Axis::face:
      add_body_vertices(std::numeric_limits<double>::infinity());
      add_border_crossings();
      add_patch_corners();
      return;
    case Axis::body_face:
      add_on_body_face(choice.body_face);
      add_body_vertices(choice.overlap);
      return;
    case Axis::edges:
      add((choice.on_body + choice.on_mesh) * 0.5, choice.normal, choice.overlap);
      add_body_vertices(choice.overlap);
      return;
  }
}

/// False where the body is beyond the margin, or wholly behind.
bool PolyhedronTriangle::measure_heights() {
  const Vector3d& n = triangle_.normal();
  const double offset = dot(n, triangle_.corner(0));
  double low = std::numeric_limits<double>::infinity(), high = -low;
  scratch_.heights.resize(body_.vertices.size());
  for (std::uint32_t v = 0; v < body_.vertices.size(); ++v) {
    const double h = dot(n, body_.vertices[v]) - offset;
    scratch_.heights[v] = h;
    high = std::max(high, h);
    if (h < low) {
      low = h;
      lowest_ = v;
    }
  }
  return low <= query_.front() && high > 0;
}

/// Separations of the triangle from the planes of the body's faces; false where one is wider than the margin.
bool PolyhedronTriangle::measure_faces() {
  scratch_.separations.resize(body_.faces.size());
  double most_against = 2;
  for (std::uint32_t f = 0; f < body_.faces.size(); ++f) {
    const Hull::Face& face = body_.faces[f];
    const double separation =
        std::min({dot(face.normal, triangle_.corner(0)), dot(face.normal, triangle_.corner(1)), dot(face.normal, triangle_.corner(2))}) -
        face.offset;
    if (separation > query_.front()) return false;
    scratch_.separations[f] = separation;
    const double against = dot(face.normal, triangle_.normal());
    if (against < most_against) {
      most_against = against;
      incident_ = f;
    }
  }
  return true;
}

void PolyhedronTriangle::consider_body_faces(Choice& choice) const {
  const bool stable = query_.options.axis_choice == AxisChoice::stable;
  for (std::uint32_t f = 0; f < body_.faces.size(); ++f) {
    const double overlap = -scratch_.separations[f];
    const double limit =
        stable ? choice.overlap - kStableShare * std::abs(choice.overlap) - kStableThickness * body_.thickness : choice.overlap;
    if (overlap >= limit) continue;
    if (dot(body_.faces[f].normal, triangle_.normal()) <= -kParallelFaces) continue;
    if (!triangle_owns_opposite_of(f)) continue;
    choice.axis = Axis::body_face;
    choice.overlap = overlap;
    choice.body_face = f;
  }
}

bool PolyhedronTriangle::triangle_owns_opposite_of(std::uint32_t f) const {
  const Hull::Face& face = body_.faces[f];
  const double bound = face.offset + scratch_.separations[f] + kEquallyNear * query_.size;
  int near[3], count = 0;
  for (int i = 0; i < 3; ++i)
    if (dot(face.normal, triangle_.corner(i)) <= bound) near[count++] = i;
  if (count == 1) return triangle_.vertex_owns(near[0], -face.normal, kLean);
  if (count == 2) return triangle_.edge_owns(near[0] == 0 && near[1] == 2 ? 2 : near[0], -face.normal, kLean);
  return false;
}

void PolyhedronTriangle::consider_edges(Choice& choice) const {
  bool any = false;
  for (int i = 0; i < 3; ++i) any = any || triangle_.edge_owns_normals(i);
  if (!any) return;
  const double front = query_.front();
  for (const Hull::Edge& edge : body_.edges) {
    // An edge in front of both faces of a ridge by more than the margin is farther than that from the ridge; the face of the other
    // side looks at it too.
    if (std::min(scratch_.heights[edge.a], scratch_.heights[edge.b]) > front) continue;
    for (int i = 0; i < 3; ++i)
      if (triangle_.edge_owns_normals(i)) consider_edge_pair(i, edge, choice);
  }
}

void PolyhedronTriangle::consider_edge_pair(int i, const Hull::Edge& edge, Choice& choice) const {
  const Vector3d e = triangle_.edge(i), &a = body_.vertices[edge.a], along = body_.vertices[edge.b] - a;
  const Vector3d across = cross(along, e);
  const double squared = length_squared(across);
  if (squared <= kParallelEdges * kParallelEdges * length_squared(e) * length_squared(along)) return;
  const Vector3d d = triangle_.corner(i) - a;
  const double t = dot(cross(d, e), across), u = dot(cross(d, along), across);
  if (t < 0 || t > squared || u < 0 || u > squared) return;
  const Vector3d on_body = a + along * (t / squared), on_mesh = triangle_.corner(i) + e * (u / squared);
  Vector3d n = across / std::sqrt(squared);
  // The cheap part of each test first.
  if (!body_edge_owns(edge, along, n) && !body_edge_owns(edge, along, n = -n)) return;
  const double overlap = dot(n, on_mesh - on_body);
  if (!query_.within(overlap)) return;
  const bool stable = query_.options.axis_choice == AxisChoice::stable;
  const double limit =
      stable ? choice.overlap - kStableShare * std::abs(choice.overlap) - kStableThickness * body_.thickness : choice.overlap;
  if (overlap >= limit || !triangle_.edge_owns(i, n)) return;
  choice = {Axis::edges, overlap, 0, n, on_body, on_mesh};
}

/// Whether -d lies between the normals of the two faces of the body's edge.
bool PolyhedronTriangle::body_edge_owns(const Hull::Edge& edge, const Vector3d& along, const Vector3d& d) const {
  // `left` is on the left, seen from outside, of the way from a to b: into it points normal x along.
  const Vector3d& left = body_.faces[edge.left].normal;
  const Vector3d& right = body_.faces[edge.right].normal;
  const double tolerance = kOwnedTolerance * length(along);
  return dot(d, cross(left, along)) >= -tolerance && dot(d, cross(along, right)) >= -tolerance && dot(d, left + right) < 0;
}

void PolyhedronTriangle::add(const Vector3d& position, const Vector3d& normal, double depth) {
  if (query_.within(depth)) scratch_.points.push_back({position, normal, depth, triangle_.index()});
}

/// Corners of the body over the face, of its incident face and the lowest one, no deeper than `deepest`.
void PolyhedronTriangle::add_body_vertices(double deepest) {
  bool has_lowest = false;
  for (const std::uint32_t v : body_.corners(body_.faces[incident_])) {
    has_lowest = has_lowest || v == lowest_;
    add_body_vertex(v, deepest);
  }
  if (!has_lowest) add_body_vertex(lowest_, deepest);
}

void PolyhedronTriangle::add_body_vertex(std::uint32_t vertex, double deepest) {
  const double height = scratch_.heights[vertex];
  if (-height > deepest || height > query_.front()) return;
  const Vector3d& p = body_.vertices[vertex];
  const NearestFeature n = triangle_.nearest(p);
  if (triangle_.is_over_face(n, p) || triangle_.is_in_fan_behind(n, p))
    add(p - triangle_.normal() * (height * 0.5), triangle_.normal(), -height);
}

/// Where the edges of the incident face cross the borders of the flat patch.
void PolyhedronTriangle::add_border_crossings() {
  const Vector3d& n = triangle_.normal();
  const auto corners = body_.corners(body_.faces[incident_]);
  for (int i = 0; i < 3; ++i) {
    if (triangle_.is_smooth(i)) continue;
    const Vector3d e = triangle_.edge(i), &start = triangle_.corner(i), inward = cross(n, e);
    std::uint32_t from = corners.back();
    double from_side = dot(inward, body_.vertices[from] - start);
    for (const std::uint32_t to : corners) {
      const double to_side = dot(inward, body_.vertices[to] - start);
      if ((from_side < 0) != (to_side < 0)) {
        const double t = from_side / (from_side - to_side);
        const double height = scratch_.heights[from] + t * (scratch_.heights[to] - scratch_.heights[from]);
        const Vector3d along = body_.vertices[to] - body_.vertices[from], p = body_.vertices[from] + along * t;
        const double u = dot(e, p - start), rise = scratch_.heights[to] - scratch_.heights[from];
        if (u >= 0 && u <= length_squared(e) && rise * rise <= kLying * kLying * length_squared(along))
          add(p - n * (height * 0.5), n, -height);
      }
      from = to;
      from_side = to_side;
    }
  }
}

/// Corners of the flat patch under the incident face, where that face lies on the triangle.
void PolyhedronTriangle::add_patch_corners() {
  const Hull::Face& face = body_.faces[incident_];
  const Vector3d& n = triangle_.normal();
  const double against = -dot(face.normal, n);
  if (against * against < 1 - kLying * kLying || against < 0) return;
  for (int i = 0; i < 3; ++i) {
    const Vector3d& p = triangle_.corner(i);
    const double depth = (face.offset - dot(face.normal, p)) / against;
    if (!query_.within(depth) || !is_over_body_face(face, p - n * depth) || !triangle_.is_patch_corner(i)) continue;
    add(p - n * (depth * 0.5), n, depth);
  }
}

bool PolyhedronTriangle::is_over_body_face(const Hull::Face& face, const Vector3d& p) const {
  const auto corners = body_.corners(face);
  std::uint32_t from = corners.back();
  for (const std::uint32_t to : corners) {
    if (dot(cross(face.normal, body_.vertices[to] - body_.vertices[from]), p - body_.vertices[from]) < 0) return false;
    from = to;
  }
  return true;
}

/// Tips and ridges of the mesh on a face of the body.
void PolyhedronTriangle::add_on_body_face(std::uint32_t index) {
  const Hull::Face& face = body_.faces[index];
  const Vector3d n = -face.normal;
  const auto depth_of = [&](const Vector3d& p) { return face.offset - dot(face.normal, p); };
  for (int i = 0; i < 3; ++i) {
    const Vector3d& p = triangle_.corner(i);
    const double depth = depth_of(p);
    if (query_.within(depth) && is_over_body_face(face, p) && triangle_.is_patch_corner(i) && triangle_.vertex_owns(i, n, kLean))
      add(p - n * (depth * 0.5), n, depth);
  }
  const auto corners = body_.corners(face);
  for (int i = 0; i < 3; ++i) {
    const Vector3d &start = triangle_.corner(i), e = triangle_.edge(i);
    if (triangle_.is_smooth(i) || std::abs(dot(e, n)) > kLean * length(e) || !triangle_.edge_owns(i, n, kLean)) continue;
    // Clip the ridge by the sides of the face; what is left ends at the points.
    double low = 0, high = 1;
    std::uint32_t from = corners.back();
    for (const std::uint32_t to : corners) {
      const Vector3d inward = cross(face.normal, body_.vertices[to] - body_.vertices[from]);
      const double s = dot(inward, start - body_.vertices[from]), rate = dot(inward, e);
      if (rate > 0) low = std::max(low, -s / rate);
      if (rate < 0) high = std::min(high, -s / rate);
      if (rate == 0 && s < 0) high = -1;
      from = to;
    }
    if (low > high) continue;
    for (const double t : {low, high}) {
      if (t <= 0 || t >= 1) continue;  // a corner: above
      const Vector3d p = start + e * t;
      const double depth = depth_of(p);
      add(p - n * (depth * 0.5), n, depth);
    }
  }
}

bool PolyhedronTriangle::overlaps(const Vector3d& shift) const {
  const double touch = kEquallyNear * query_.size;
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const Vector3d& v : body_.vertices) {
    const double h = triangle_.height(v + shift);
    low = std::min(low, h);
    high = std::max(high, h);
  }
  if (low >= -touch || high <= touch) return false;
  return std::all_of(body_.faces.begin(), body_.faces.end(), [&](const Hull::Face& face) {
    double nearest = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 3; ++i) nearest = std::min(nearest, dot(face.normal, triangle_.corner(i) - shift));
    return nearest - face.offset < -touch;
  });
}

}  // namespace holdfast::detail
