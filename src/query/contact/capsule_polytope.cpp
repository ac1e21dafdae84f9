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

/// cos of the angle between the normal and a face up to which that face supports the capsule too (about 20 degrees).
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

Segment edge_segment(const Polytope& p, const Hull::Edge& edge) { return segment_between(p.vertices[edge.a], p.vertices[edge.b]); }

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

/// Whether the separation along the best direction is the true distance: its two points face each other.
bool is_distance(const Polytope& p, const Segment& axis, const Approach& best) {
  if (best.edge != nullptr) return length(axis.at(best.s) - best.point) <= best.separation + kTie * p.size;
  const Hull::Face& face = p.faces[best.face];
  const auto corners = p.corners(face);
  Vector3d from = p.vertices[corners.back()];
  for (const std::uint32_t index : corners) {
    const Vector3d& to = p.vertices[index];
    if (dot(cross(to - from, face.normal), best.point - from) > 0) return false;
    from = to;
  }
  return true;
}

/// The nearest points of an axis that is apart from the polytope. Where several features are equally near, a face is taken
/// before an edge, and of two edges the one that lies more along the axis: those support the capsule over a length.
Approach nearest(const Polytope& p, const Segment& axis) {
  Approach best;
  best.separation = std::numeric_limits<double>::infinity();
  const double tie = kTie * p.size;
  double support = -1;  // of the best feature: cos of the angle to the axis, 2 for a face, -1 for an edge or corner below an end
  for (const double s : {-axis.half_length, axis.half_length}) {
    const NearestPoint n = nearest_point(p, axis.at(s));
    const double supports = n.on_face ? 2 : -1;
    if (n.distance >= best.separation + tie || (n.distance >= best.separation - tie && supports <= support)) continue;
    best = {n.distance, n.normal, s, n.point, n.face, nullptr};
    support = supports;
  }
  for (const Hull::Edge& edge : p.edges) {
    if (!on_outline(p, edge, axis.direction)) continue;
    const Segment e = edge_segment(p, edge);
    const SegmentPoints points = closest_points(axis, e);
    const double distance = std::sqrt(points.distance_squared), supports = std::abs(dot(e.direction, axis.direction));
    if (distance > best.separation + tie || (distance >= best.separation - tie && supports <= support)) continue;
    if (distance <= kNoDirection * p.size) continue;
    const Vector3d n = (points.p - points.q) / distance;
    best = {distance, n, points.s, points.q, face_along(p, edge, n), &edge};
    support = supports;
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

/// Where on the axis contacts are made, at most two; the polytope's frame.
struct Support {
  double s = 0;
  double gap = 0;  ///< [m] of axis and polytope
  Vector3d point;  ///< of the polytope
  Vector3d normal;
};
struct Supports {
  Support items[2];
  int count = 0;
  void add(const Support& support) { items[count++] = support; }
};

/// A second point at the far end of the part of the axis above the face; false where there is none. `deepest` moves to the
/// near end of that part where the axis is parallel to the face and the point could be anywhere on it.
bool face_support(const Polytope& p, const Segment& axis, const Approach& approach, double radius, Support& deepest, Support& second) {
  const Hull::Face& face = p.faces[approach.face];
  double low = 0, high = 0;
  if (dot(face.normal, approach.normal) < kSupportCos || !clip_to_face(p, face, axis, low, high)) return false;
  const auto on_face = [&](double s) -> Support {
    const double height = dot(face.normal, axis.at(s)) - face.offset;
    // Deep inside, a face's height can be less than the least overlap allows.
    return {s, height > approach.separation ? height : approach.separation, axis.at(s) - face.normal * height, face.normal};
  };
  const bool high_is_far = std::abs(high - approach.s) > std::abs(low - approach.s);
  second = on_face(high_is_far ? high : low);
  const Support near = on_face(high_is_far ? low : high);
  if (approach.edge == nullptr && near.gap - approach.separation <= kTie * (p.size + axis.half_length)) deepest = near;
  return std::abs(second.s - deepest.s) > kOnePoint * radius;
}

Supports find_supports(const Polytope& p, const Segment& axis, const Approach& approach, double radius, int limit) {
  Supports out;
  Support deepest{approach.s, approach.separation, approach.point, approach.normal}, second;
  double low = 0, high = 0;
  if (limit > 1 && face_support(p, axis, approach, radius, deepest, second)) {
    out.add(deepest);
    out.add(second);
    return out;
  }
  if (limit > 1 && approach.edge != nullptr) {
    const Segment e = edge_segment(p, *approach.edge);
    if (common_stretch(axis, e, approach.s, radius, low, high)) {
      for (const double s : {low, high}) {
        const Vector3d q = e.at(e.nearest(axis.at(s)));
        out.add({s, dot(approach.normal, axis.at(s) - q), q, approach.normal});
      }
      return out;
    }
  }
  out.add({approach.s, approach.separation, approach.point, approach.normal});
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
  if (approach.separation > kNoDirection * size && !is_distance(b, axis, approach)) {
    // Where the best direction already gives the true distance, it is the better-rounded normal.
    const Approach apart = nearest(b, axis);
    if (apart.separation > approach.separation + kTie * size) approach = apart;
  }
  if (!is_within(a.radius - approach.separation, options.margin, size)) return;
  const Supports supports = find_supports(b, axis, approach, a.radius, options.max_contacts);
  for (int i = 0; i < supports.count; ++i) {
    const Support& support = supports.items[i];
    const double depth = a.radius - support.gap;
    if (!is_within(depth, options.margin, size)) continue;
    const Vector3d normal = frame.rotation * support.normal;
    add_point(out, transform(frame, axis.at(support.s)) - normal * a.radius, transform(frame, support.point), normal, depth, options);
  }
}

}  // namespace holdfast::detail
