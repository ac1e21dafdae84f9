#include "query/contact/polyhedron_triangle.h"

#include <algorithm>

namespace holdfast::detail {
namespace {

/// Cosine of the angle (2 degrees) below which a face of the body and the triangle are one direction: the triangle's normal is taken.
/// Larger: a body that lies on a ridge is pushed along both its slopes; smaller: two almost equal normals compete on a flat mesh.
constexpr double kParallelFaces = 0.99939;

/// Sine of the angle (10 degrees) up to which an edge or face of the body lies on the triangle, so that it rests where it leaves it.
constexpr double kLying = 0.17;

/// Sine of the angle below which two edges have no common normal.
constexpr double kParallelEdges = 1e-6;

/// Corners of a triangle whose distances from a face of the body differ by less, as a share of the sizes, are equally near; so are
/// faces of the body whose cosines to the triangle do.
constexpr double kEquallyNear = 1e-9;

/// In a step another axis must have less overlap by this share, and by this share of the body's thickness. In a query rounding alone
/// must not choose between equals: the face goes first.
constexpr double kStableShare = 0.05;
constexpr double kStableThickness = 1e-3;
constexpr double kQueryThickness = 1e-9;

constexpr double kFar = std::numeric_limits<double>::infinity();

}  // namespace

double preferred_below(double overlap, const Polytope& body, const ContactOptions& options) {
  if (options.axis_choice == AxisChoice::stable) return overlap - kStableShare * std::abs(overlap) - kStableThickness * body.thickness;
  return overlap - kQueryThickness * body.thickness;
}

bool PolyhedronTriangle::measure(TriangleMeasure& m, PolyhedronScratch& scratch) const {
  if (!measure_heights(m, scratch.heights)) return false;
  m.in_reach = measure_faces(m, scratch.face_measures);
  if (!m.in_reach) return true;
  consider_body_faces(m, scratch.face_measures);
  consider_edges(m, scratch);
  return true;
}

/// False where the body is beyond the margin, or wholly behind.
bool PolyhedronTriangle::measure_heights(TriangleMeasure& m, std::vector<double>& heights) const {
  const Vector3d& n = triangle_.normal();
  const double offset = dot(n, triangle_.corner(0));
  double low = kFar, high = -kFar;
  for (std::uint32_t v = 0; v < body_.vertices.size(); ++v) {
    const double h = dot(n, body_.vertices[v]) - offset;
    heights[v] = h;
    high = std::max(high, h);
    if (h < low) {
      low = h;
      m.lowest = v;
    }
  }
  m.face_overlap = -low;
  return low <= query_.front() && high > 0;
}

/// Separations of the triangle, and of its edges, from the planes of the body's faces; false where one of the triangle is wider than
/// the margin.
bool PolyhedronTriangle::measure_faces(TriangleMeasure& m, std::vector<FaceMeasure>& faces) const {
  const double front = query_.front();
  const Vector3d &a = triangle_.corner(0), &b = triangle_.corner(1), &c = triangle_.corner(2);
  m.edge_in_reach = {true, true, true};
  for (std::uint32_t f = 0; f < body_.faces.size(); ++f) {
    const Vector3d& k = body_.faces[f].normal;
    const double to_a = dot(k, a), to_b = dot(k, b), to_c = dot(k, c), limit = body_.faces[f].offset + front;
    const double ab = std::min(to_a, to_b), bc = std::min(to_b, to_c), ca = std::min(to_c, to_a), nearest = std::min(ab, to_c);
    if (nearest > limit) return false;
    faces[f].to_corner = {to_a, to_b, to_c};
    faces[f].separation = nearest - body_.faces[f].offset;
    m.edge_in_reach[0] = m.edge_in_reach[0] && ab <= limit;
    m.edge_in_reach[1] = m.edge_in_reach[1] && bc <= limit;
    m.edge_in_reach[2] = m.edge_in_reach[2] && ca <= limit;
  }
  return true;
}

std::uint32_t PolyhedronTriangle::incident_face() const {
  std::uint32_t incident = 0;
  double most_against = 2;
  for (std::uint32_t f = 0; f < body_.faces.size(); ++f) {
    const double against = dot(body_.faces[f].normal, triangle_.normal());
    if (against >= most_against - kEquallyNear) continue;
    most_against = against;
    incident = f;
  }
  return incident;
}

void PolyhedronTriangle::consider_body_faces(TriangleMeasure& m, const std::vector<FaceMeasure>& faces) const {
  double limit = preferred_below(m.face_overlap, body_, query_.options);
  for (std::uint32_t f = 0; f < body_.faces.size(); ++f) {
    const Hull::Face& face = body_.faces[f];
    if (-faces[f].separation >= limit || dot(face.normal, triangle_.normal()) <= -kParallelFaces) continue;
    if (!triangle_owns_opposite_of(face, faces[f])) continue;
    limit = m.body_face_overlap = -faces[f].separation;
    m.body_face = f;
  }
}

/// Whether what is nearest to the face's plane, a tip or a ridge, lies under the face and owns its opposite.
bool PolyhedronTriangle::triangle_owns_opposite_of(const Hull::Face& face, const FaceMeasure& measure) const {
  const double bound = face.offset + measure.separation + kEquallyNear * query_.size;
  std::array<int, 3> near{};
  std::size_t count = 0;
  for (int i = 0; i < 3; ++i) {
    if (measure.to_corner[static_cast<std::size_t>(i)] <= bound) near[count++] = i;
  }
  if (count == 1) return is_over_body_face(face, triangle_.corner(near[0])) && triangle_.vertex_owns(near[0], -face.normal);
  if (count == 3) return false;
  const int edge = near[0] == 0 && near[1] == 2 ? 2 : near[0];
  double low = 0, high = 1;
  return triangle_.edge_owns(edge, -face.normal) && clip_edge(edge, face, low, high);
}

/// Which way the edges that own normals lead, seen from each face of the body; returns those edges, a bit each.
unsigned PolyhedronTriangle::compare_directions(const TriangleMeasure& m, std::vector<FaceMeasure>& faces) const {
  unsigned owning = 0;
  std::array<double, 3> tolerance{};
  for (std::size_t i = 0; i < 3; ++i) {
    if (!m.edge_in_reach[i] || !triangle_.edge_owns_normals(static_cast<int>(i))) continue;
    owning |= 1u << i;
    const Vector3d a = abs(triangle_.edge(static_cast<int>(i)));
    tolerance[i] = kOwnedTolerance * (a.x + a.y + a.z);
  }
  if (owning == 0) return 0;
  for (FaceMeasure& f : faces) {
    unsigned along = 0, against = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const double rise = f.to_corner[i == 2 ? 0 : i + 1] - f.to_corner[i];
      along |= static_cast<unsigned>(rise > tolerance[i]) << i;
      against |= static_cast<unsigned>(rise < -tolerance[i]) << i;
    }
    f.along = static_cast<std::uint8_t>(along);
    f.against = static_cast<std::uint8_t>(against);
  }
  return owning;
}

void PolyhedronTriangle::consider_edges(const TriangleMeasure& m, PolyhedronScratch& scratch) const {
  const std::vector<FaceMeasure>& faces = scratch.face_measures;
  const unsigned owning = compare_directions(m, scratch.face_measures);
  if (owning == 0) return;
  const double front = query_.front(), limit = preferred_below(m.face_overlap, body_, query_.options);
  // The few that remain are gathered without a branch, as it would be foreseen badly.
  std::vector<TurningEdge>& turning = scratch.turning;
  turning.resize(body_.edges.size());
  std::size_t count = 0;
  for (std::uint32_t k = 0; k < body_.edges.size(); ++k) {
    // The common normal lies between those of the body's two faces exactly when they look to different ends of the mesh's edge.
    const Hull::Edge& edge = body_.edges[k];
    const FaceMeasure &left = faces[edge.left], &right = faces[edge.right];
    const unsigned across = owning & ~((left.along & right.along) | (left.against & right.against));
    // An edge in front of both faces of a ridge by more than the margin is farther than that from the ridge, and the face on the
    // other side looks at it too.
    const bool near = std::min(scratch.heights[edge.a], scratch.heights[edge.b]) <= front;
    turning[count] = {k, across};
    count += static_cast<std::size_t>(near) & static_cast<std::size_t>(across != 0);
  }
  for (std::size_t k = 0; k < count; ++k) {
    unsigned across = turning[k].across;
    for (int i = 0; across != 0; ++i, across >>= 1u) {
      if ((across & 1u) != 0) consider_edge_pair(i, body_.edges[turning[k].edge], limit, scratch);
    }
  }
}

void PolyhedronTriangle::consider_edge_pair(int i, const Hull::Edge& edge, double limit, PolyhedronScratch& scratch) const {
  const Vector3d &e = triangle_.edge(i), &a = body_.vertices[edge.a], along = body_.vertices[edge.b] - a;
  const Vector3d across = cross(along, e), &start = triangle_.corner(i);
  const double squared = length_squared(across);
  if (squared <= kParallelEdges * kParallelEdges * length_squared(e) * length_squared(along)) return;
  // The closest points of the two lines, as multiples of `squared`: both edges must hold theirs.
  const Vector3d d = start - a;
  const double t = dot(cross(d, e), across), u = dot(cross(d, along), across);
  if (t < 0 || t > squared || u < 0 || u > squared) return;
  Vector3d n = across / std::sqrt(squared);
  if (dot(n, body_.faces[edge.left].normal + body_.faces[edge.right].normal) > 0) n = -n;
  const Vector3d on_body = a + along * (t / squared), on_mesh = start + e * (u / squared);
  const double overlap = dot(n, on_mesh - on_body);
  if (overlap >= limit || !query_.within(overlap) || !triangle_.edge_owns(i, n)) return;
  scratch.edges.push_back({static_cast<std::uint32_t>(scratch.measures.size() - 1), overlap, (on_body + on_mesh) * 0.5, n});
}

void PolyhedronTriangle::add(const Vector3d& position, const Vector3d& normal, double depth, std::vector<MeshPoint>& out) const {
  if (query_.within(depth)) out.push_back({position, normal, depth, triangle_.index()});
}

void PolyhedronTriangle::add_on_face(const TriangleMeasure& patch, std::vector<MeshPoint>& out) const {
  add_body_vertices(patch, kFar, out);
  add_border_crossings(body_.faces[patch.incident], out);
  add_patch_corners(body_.faces[patch.incident], out);
}

void PolyhedronTriangle::add_body_vertices(const TriangleMeasure& patch, double deepest, std::vector<MeshPoint>& out) const {
  bool has_lowest = false;
  for (const std::uint32_t v : body_.corners(body_.faces[patch.incident])) {
    has_lowest = has_lowest || v == patch.lowest;
    add_body_vertex(v, deepest, out);
  }
  if (!has_lowest) add_body_vertex(patch.lowest, deepest, out);
}

void PolyhedronTriangle::add_body_vertex(std::uint32_t vertex, double deepest, std::vector<MeshPoint>& out) const {
  const Vector3d& p = body_.vertices[vertex];
  const double height = triangle_.height(p);
  if (-height > deepest || height > query_.front()) return;
  if (height >= 0 && triangle_.is_beyond_edge(p, height)) return;
  const NearestFeature n = triangle_.nearest(p);
  if (!triangle_.is_over_face(n, p) && !triangle_.is_in_fan_behind(n, p)) return;
  add(p - triangle_.normal() * (height * 0.5), triangle_.normal(), -height, out);
}

/// Where the edges of the incident face cross the borders of the flat patch.
void PolyhedronTriangle::add_border_crossings(const Hull::Face& incident, std::vector<MeshPoint>& out) const {
  const unsigned borders = triangle_.borders();
  if (borders == 0) return;
  const auto corners = body_.corners(incident);
  const double front = query_.front();
  BorderSides from = border_sides(corners.back());
  for (const std::uint32_t v : corners) {
    const BorderSides to = border_sides(v);
    unsigned crossed = std::min(from.height, to.height) <= front ? (from.outside ^ to.outside) & borders : 0;
    for (int i = 0; crossed != 0; ++i, crossed >>= 1u) {
      if ((crossed & 1u) != 0) add_crossing(i, from, to, out);
    }
    from = to;
  }
}

PolyhedronTriangle::BorderSides PolyhedronTriangle::border_sides(std::uint32_t vertex) const {
  const Vector3d& p = body_.vertices[vertex];
  BorderSides out{p, triangle_.height(p), {}, 0};
  for (int i = 0; i < 3; ++i) {
    const double inside = dot(triangle_.inward(i), p - triangle_.corner(i));
    out.inside[static_cast<std::size_t>(i)] = inside;
    out.outside |= static_cast<unsigned>(inside < 0) << i;
  }
  return out;
}

void PolyhedronTriangle::add_crossing(int i, const BorderSides& a, const BorderSides& b, std::vector<MeshPoint>& out) const {
  const Vector3d &n = triangle_.normal(), &e = triangle_.edge(i), &start = triangle_.corner(i), &from = a.at, &to = b.at;
  const double from_side = a.inside[static_cast<std::size_t>(i)], to_side = b.inside[static_cast<std::size_t>(i)];
  const Vector3d along = to - from, p = from + along * (from_side / (from_side - to_side));
  const double u = dot(e, p - start), rise = dot(n, along), height = triangle_.height(p);
  if (u < 0 || u > length_squared(e) || rise * rise > kLying * kLying * length_squared(along)) return;
  // A corner in the gap behind a valley has its own point.
  const Vector3d& beyond = from_side < 0 ? from : to;
  if (triangle_.kind(i) == Mesh::EdgeKind::concave && triangle_.is_in_fan_behind(triangle_.nearest(beyond), beyond)) return;
  add(p - n * (height * 0.5), n, -height, out);
}

/// Corners of the flat patch under the incident face, where that face lies on the triangle.
void PolyhedronTriangle::add_patch_corners(const Hull::Face& incident, std::vector<MeshPoint>& out) const {
  const Vector3d& n = triangle_.normal();
  const double against = -dot(incident.normal, n);
  if (against < 0 || against * against < 1 - kLying * kLying) return;
  for (int i = 0; i < 3; ++i) {
    const Vector3d& p = triangle_.corner(i);
    const double depth = (incident.offset - dot(incident.normal, p)) / against;
    if (!query_.within(depth) || !is_over_body_face(incident, p - n * depth) || !triangle_.is_patch_corner(i)) continue;
    add(p - n * (depth * 0.5), n, depth, out);
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

void PolyhedronTriangle::add_on_body_face(std::uint32_t index, std::vector<MeshPoint>& out) const {
  const Hull::Face& face = body_.faces[index];
  const Vector3d n = -face.normal;
  for (int i = 0; i < 3; ++i) {
    const Vector3d& p = triangle_.corner(i);
    const double depth = face.offset - dot(face.normal, p);
    if (query_.within(depth) && is_over_body_face(face, p) && triangle_.is_patch_corner(i) && triangle_.vertex_owns(i, n))
      add(p + n * (-depth * 0.5), n, depth, out);
    if (!triangle_.is_smooth(i)) add_ridge(i, face, out);
  }
}

/// The part of edge i under a face of the body, as shares of the edge; false where there is none.
bool PolyhedronTriangle::clip_edge(int i, const Hull::Face& face, double& low, double& high) const {
  const Vector3d &start = triangle_.corner(i), e = triangle_.edge(i);
  const auto corners = body_.corners(face);
  std::uint32_t from = corners.back();
  for (const std::uint32_t to : corners) {
    const Vector3d inward = cross(face.normal, body_.vertices[to] - body_.vertices[from]);
    const double s = dot(inward, start - body_.vertices[from]), rate = dot(inward, e);
    if (rate > 0) low = std::max(low, -s / rate);
    if (rate < 0) high = std::min(high, -s / rate);
    if (rate == 0 && s < 0) return false;
    from = to;
  }
  return low <= high;
}

/// The ends of that part, unless they are corners, which are points of their own.
void PolyhedronTriangle::add_ridge(int i, const Hull::Face& face, std::vector<MeshPoint>& out) const {
  const Vector3d n = -face.normal, e = triangle_.edge(i);
  double low = 0, high = 1;
  if (std::abs(dot(e, n)) > kOverFaceAngle * length(e) || !triangle_.edge_owns(i, n) || !clip_edge(i, face, low, high)) return;
  for (const double t : {low, high}) {
    if (t <= 0 || t >= 1) continue;
    const Vector3d p = triangle_.corner(i) + e * t;
    const double depth = face.offset - dot(face.normal, p);
    add(p - n * (depth * 0.5), n, depth, out);
  }
}

bool PolyhedronTriangle::overlaps(const Vector3d& shift, std::vector<double>& heights) const {
  const double touch = kEquallyNear * query_.size;
  double low = kFar, high = -kFar;
  for (std::size_t v = 0; v < body_.vertices.size(); ++v) {
    const double h = triangle_.height(body_.vertices[v] + shift);
    heights[v] = h;
    low = std::min(low, h);
    high = std::max(high, h);
  }
  if (low >= -touch || high <= touch) return false;
  // Where they meet, an edge of the body goes through the triangle or an edge of the triangle through the body.
  const auto pierces = [&](const Hull::Edge& e) {
    return (heights[e.a] < 0) != (heights[e.b] < 0) &&
           passes(body_.vertices[e.a] + shift, heights[e.a], body_.vertices[e.b] + shift, heights[e.b]);
  };
  return std::any_of(body_.edges.begin(), body_.edges.end(), pierces) || enters_body(0, shift, touch) || enters_body(1, shift, touch) ||
         enters_body(2, shift, touch);
}

/// Whether the line between points on the two sides of the plane goes through the triangle.
bool PolyhedronTriangle::passes(const Vector3d& from, double from_height, const Vector3d& to, double to_height) const {
  const Vector3d p = from + (to - from) * (from_height / (from_height - to_height));
  for (int i = 0; i < 3; ++i) {
    if (dot(triangle_.inward(i), p - triangle_.corner(i)) < 0) return false;
  }
  return true;
}

/// Whether edge i of the triangle has a part that is deeper than `touch` inside the body, moved by `shift`.
bool PolyhedronTriangle::enters_body(int i, const Vector3d& shift, double touch) const {
  const Vector3d start = triangle_.corner(i) - shift, e = triangle_.edge(i);
  double low = 0, high = 1;
  for (const Hull::Face& face : body_.faces) {
    const double inside = face.offset - touch - dot(face.normal, start), rate = dot(face.normal, e);
    if (rate > 0) high = std::min(high, inside / rate);
    if (rate < 0) low = std::max(low, inside / rate);
    if (low > high || (rate == 0 && inside < 0)) return false;
  }
  return true;
}

}  // namespace holdfast::detail
