// A capsule against a convex polytope: exact least overlap or gap of the capsule's axis and the polytope, less the radius.
//
// The axis (a segment) and the polytope are first tried for a separating direction: the polytope's faces, and the cross
// products of the axis with the edges of the polytope's outline as seen along it; no other direction can be the one of
// least overlap. Where they overlap, the best of those is the answer. Where they are apart, the nearest points are: an
// end of the axis and the polytope, or the axis and an edge of the outline. A capsule that lies on a face, or nearly so,
// gets a second point, as does one that lies along an edge; both come and go without a jump as the capsule turns.

#include "query/contact/capsule_polytope.h"

#include "query/contact/segments.h"

namespace holdfast::detail {
namespace {

/// cos of the angle between the normal and a face up to which that face supports the capsule (about 20 degrees).
/// Larger: a capsule that leans over an edge loses its second point earlier.
constexpr double kSupportCos = 0.94;
/// An edge direction replaces a face's only where it is better by this share of the size: ties go to faces.
constexpr double kTie = 1e-12;
/// Support points closer than this share of the radius are one.
constexpr double kOnePoint = 1e-3;

/// How the axis and the polytope lie to each other; the polytope's frame.
struct Approach {
  double separation = -std::numeric_limits<double>::infinity();  ///< [m] of axis and polytope; negative: overlap
  Vector3d normal;                                               ///< unit, from the polytope to the axis
  double s = 0;                                                  ///< the axis' parameter of the deepest or nearest point
  Vector3d point;                                                ///< the polytope's point there
  std::uint32_t face = 0;                                        ///< the face that looks most along the normal there
  const Hull::Edge* edge = nullptr;                              ///< the edge that the point lies on, if it does
};

Segment edge_segment(const Polytope& p, const Hull::Edge& edge) {
  const Vector3d half = (p.vertices[edge.b] - p.vertices[edge.a]) * 0.5;
  const double l = length(half);
  return {(p.vertices[edge.a] + p.vertices[edge.b]) * 0.5, l > 0 ? half / l : Vector3d{1, 0, 0}, l};
}

std::uint32_t face_along(const Polytope& p, const Hull::Edge& edge, const Vector3d& normal) {
  return dot(p.faces[edge.right].normal, normal) > dot(p.faces[edge.left].normal, normal) ? edge.right : edge.left;
}

bool on_outline(const Polytope& p, const Hull::Edge& edge, const Vector3d& direction) {
  return dot(p.faces[edge.left].normal, direction) * dot(p.faces[edge.right].normal, direction) <= 0;
}

void try_faces(const Polytope& p, const Segment& axis, Approach& best) {
  for (std::uint32_t i = 0; i < p.faces.size(); ++i) {
    const Hull::Face& face = p.faces[i];
    const double slope = dot(face.normal, axis.direction);
    const double separation = dot(face.normal, axis.center) - face.offset - std::abs(slope) * axis.half_length;
    if (separation <= best.separation) continue;
    best = {separation, face.normal, slope > 0 ? -axis.half_length : axis.half_length, {}, i, nullptr};
  }
  best.point = axis.at(best.s) - best.normal * best.separation;
}

/// Edges of the outline, as directions across the axis.
void try_edges(const Polytope& p, const Segment& axis, Approach& best) {
  const double tie = kTie * p.size;
  for (const Hull::Edge& edge : p.edges) {
    if (!on_outline(p, edge, axis.direction)) continue;
    const Segment e = edge_segment(p, edge);
    Vector3d n = cross(e.direction, axis.direction);
    const double l = length(n);
    if (l < 1e-8) continue;  // along the axis: the faces beside the edge are as good
    n = n / l;
    if (dot(n, p.faces[edge.left].normal + p.faces[edge.right].normal) < 0) n = -n;
    const double separation = dot(n, axis.center - e.center);
    // The direction's rounding grows as the axis turns along the edge.
    if (separation <= best.separation + tie + 1e-15 * p.size / l) continue;
    const SegmentPoints points = closest_points(axis, e);
    best = {separation, n, points.s, points.q, face_along(p, edge, n), &edge};
  }
}

/// The nearest points of an axis that is apart from the polytope.
Approach nearest(const Polytope& p, const Segment& axis) {
  Approach best;
  best.separation = std::numeric_limits<double>::infinity();
  for (const double s : {-axis.half_length, axis.half_length}) {
    const NearestPoint n = nearest_point(p, axis.at(s));
    if (n.distance < best.separation) best = {n.distance, n.normal, s, n.point, n.face, nullptr};
  }
  const double tie = kTie * p.size;
  for (const Hull::Edge& edge : p.edges) {
    if (!on_outline(p, edge, axis.direction)) continue;
    const SegmentPoints points = closest_points(axis, edge_segment(p, edge));
    const double distance = std::sqrt(points.distance_squared);
    if (distance >= best.separation - tie || distance <= kNoDirection * p.size) continue;
    const Vector3d n = (points.p - points.q) / distance;
    best = {distance, n, points.s, points.q, face_along(p, edge, n), &edge};
  }
  return best;
}

/// The part of the axis above a face; false where there is none.
bool clip_to_face(const Polytope& p, const Hull::Face& face, const Segment& axis, double& low, double& high) {
  low = -axis.half_length;
  high = axis.half_length;
  const auto corners = p.corners(face);
  Vector3d from = p.vertices[corners.back()];
  for (const std::uint32_t index : corners) {
    const Vector3d& to = p.vertices[index];
    const Vector3d out = normalized(cross(to - from, face.normal));
    const double slope = dot(out, axis.direction), height = dot(out, axis.center - from);
    from = to;
    if (std::abs(slope) * axis.half_length <= kTie * p.size) {
      if (height > kTie * p.size) return false;
      continue;
    }
    const double s = -height / slope;
    if (slope > 0 && s < high) high = s;
    if (slope < 0 && s > low) low = s;
  }
  return low <= high;
}

/// Where on the axis contacts are made, at most two, and the gap of axis and polytope at each.
struct Supports {
  double s[2] = {}, gap[2] = {};
  Vector3d point[2];
  int count = 0;
  void add(double at, double separation, const Vector3d& on_polytope) {
    s[count] = at;
    gap[count] = separation;
    point[count++] = on_polytope;
  }
};

/// Both ends of the part of the axis above the face, where the deepest point is one of them or close to it.
bool face_supports(const Polytope& p, const Segment& axis, const Approach& approach, double radius, Supports& out) {
  const Hull::Face& face = p.faces[approach.face];
  double low = 0, high = 0;
  if (dot(face.normal, approach.normal) < kSupportCos || !clip_to_face(p, face, axis, low, high)) return false;
  const auto height = [&](double s) { return dot(face.normal, axis.at(s)) - face.offset; };
  const double far = std::abs(high - approach.s) > std::abs(low - approach.s) ? high : low;
  if (std::abs(far - approach.s) <= kOnePoint * radius) return false;
  const bool flat = approach.edge == nullptr && dot(face.normal, approach.normal) > 1 - 1e-14;
  const double near = flat ? (far == high ? low : high) : approach.s;
  if (flat && std::abs(height(near) - approach.separation) <= kTie * (p.size + axis.half_length)) {
    out.add(near, approach.separation, axis.at(near) - face.normal * height(near));
  } else {
    out.add(approach.s, approach.separation, approach.point);
  }
  if (std::abs(far - out.s[0]) > kOnePoint * radius) out.add(far, height(far), axis.at(far) - approach.normal * height(far));
  return out.count == 2;
}

Supports find_supports(const Polytope& p, const Segment& axis, const Approach& approach, double radius) {
  Supports out;
  if (face_supports(p, axis, approach, radius, out)) return out;
  double low = 0, high = 0;
  if (approach.edge != nullptr) {
    const Segment e = edge_segment(p, *approach.edge);
    if (common_stretch(axis, e, approach.s, radius, low, high)) {
      out.count = 0;
      for (const double s : {low, high}) {
        const Vector3d q = e.at(e.nearest(axis.at(s)));
        out.add(s, dot(approach.normal, axis.at(s) - q), q);
      }
      return out;
    }
  }
  out.count = 0;
  out.add(approach.s, approach.separation, approach.point);
  return out;
}

}  // namespace

void contact_capsule_polytope(const Capsule& a, const Posed& pose_a, const Polytope& b, const Posed& pose_b, const ContactOptions& options,
                              ContactSet& out) {
  const Framed frame(pose_b);
  const double size = a.radius + a.half_height + b.size;
  const Segment world_axis = core(a, pose_a);
  const Segment axis{transform_inverse(frame, world_axis.center), transpose_times(frame.rotation, world_axis.direction), a.half_height};
  Approach approach;
  try_faces(b, axis, approach);
  if (!is_within(a.radius - approach.separation, options.margin, size)) return;
  try_edges(b, axis, approach);
  if (!is_within(a.radius - approach.separation, options.margin, size)) return;
  if (approach.separation > kNoDirection * size) {
    // Where the best direction already gives the true distance, it is the better-rounded normal.
    const Approach apart = nearest(b, axis);
    if (apart.separation > approach.separation + kTie * size) approach = apart;
  }
  if (!is_within(a.radius - approach.separation, options.margin, size)) return;
  Supports supports;
  if (options.max_contacts > 1)
    supports = find_supports(b, axis, approach, a.radius);
  else
    supports.add(approach.s, approach.separation, approach.point);
  const Vector3d normal = frame.rotation * approach.normal;
  for (int i = 0; i < supports.count; ++i) {
    const double depth = a.radius - supports.gap[i];
    if (!is_within(depth, options.margin, size)) continue;
    add_point(out, transform(frame, axis.at(supports.s[i])) - normal * a.radius, transform(frame, supports.point[i]), normal, depth,
              options);
  }
}

}  // namespace holdfast::detail
