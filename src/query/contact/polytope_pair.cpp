// Contacts of two polytopes along the direction that the separating axis test chose.
//
// A face: the other shape's face that looks most against it is clipped by its sides; corners within the margin make points.
// Two edges: one point, midway between their nearest points.
// Shapes that are apart with no part of either straight above the chosen face (corner beside corner, edge beside edge) are
// answered by their true nearest points, so that no gap is reported wider than it is and none points past the other shape.

#include "query/contact/polytope_pair.h"

#include "query/contact/clip.h"
#include "query/contact/segments.h"

namespace holdfast::detail {
namespace {

/// Corners closer than this share of the size are one contact.
constexpr double kSameCorner = 1e-9;
/// A corner this share of the size outside a side of the face still lies above it.
constexpr double kClipTolerance = 1e-12;

using Polygon = ClipPolygon<128>;

/// A pair seen from the shape whose face is the reference.
struct FaceView {
  const Polytope& reference;
  const Polytope& incident;
  Framed frame;     ///< of the reference, in the world
  Framed relative;  ///< the incident shape in the reference's frame
  const Hull::Face& face;
  std::uint32_t vertex;  ///< the incident shape's deepest
  double sign;           ///< of the world normal b to a along the face's normal
};

/// The face's plane as x, y.
struct FacePlane {
  Vector3d origin, u, v, normal;
  FacePlane(const FaceView& view)
      : origin(view.reference.corner(view.face, 0)),
        u(normalized(view.reference.corner(view.face, 1) - origin)),
        v(cross(view.face.normal, u)),
        normal(view.face.normal) {}
  [[nodiscard]] ClipVertex to(const Vector3d& p, double offset) const {
    const Vector3d d = p - origin;
    return {dot(d, u), dot(d, v), dot(normal, p) - offset};
  }
  /// The point half way between the face's plane and the corner.
  [[nodiscard]] Vector3d midway(const ClipVertex& c) const { return origin + u * c.x + v * c.y + normal * (c.height * 0.5); }
};

/// The incident face above the reference face.
void clipped(const FaceView& view, const FacePlane& plane, double size, Polygon& polygon) {
  const Vector3d down = -transpose_times(view.relative.rotation, view.face.normal);
  const Hull::Face& incident = view.incident.faces[facing_face(view.incident, view.vertex, down)];
  Polygon other;
  for (const std::uint32_t i : view.incident.corners(incident))
    polygon.add(plane.to(transform(view.relative, view.incident.vertices[i]), view.face.offset));
  const auto corners = view.reference.corners(view.face);
  ClipVertex from = plane.to(view.reference.vertices[corners.back()], view.face.offset);
  for (const std::uint32_t i : corners) {
    const ClipVertex to = plane.to(view.reference.vertices[i], view.face.offset);
    const double x = to.y - from.y, y = from.x - to.x, l = std::sqrt(x * x + y * y);
    if (l > 0) {
      clip(polygon, other, kClipTolerance * size, [&](const ClipVertex& c) { return ((c.x - from.x) * x + (c.y - from.y) * y) / l; });
      polygon = other;
    }
    from = to;
  }
}

bool is_new(const ClipVertex& c, const Polygon& kept, double limit) {
  for (const ClipVertex& k : kept) {
    if (std::abs(c.x - k.x) <= limit && std::abs(c.y - k.y) <= limit && std::abs(c.height - k.height) <= limit) return false;
  }
  return true;
}

/// A large polygon: its corners as contacts, reduced to the limit.
void reduce_polygon(const Polygon& kept, const FaceView& view, const FacePlane& plane, const Vector3d& normal,
                    const ContactOptions& options, ContactSet& out) {
  std::array<ContactPoint, Polygon::capacity()> candidates;
  for (std::size_t i = 0; i < kept.size(); ++i)
    candidates[i] = {transform(view.frame, plane.midway(kept[i])), normal, std::max(-kept[i].height, -options.margin)};
  reduce_contacts(std::span(candidates).first(kept.size()), options.max_contacts, out);
}

/// The contacts of a face; false where they do not show the separation and another way must be taken.
bool face_contacts(const FaceView& view, const SeparatingAxis& axis, const AxisRule& rule, double size, const ContactOptions& options,
                   ContactSet& out) {
  const FacePlane plane(view);
  Polygon polygon, kept;
  clipped(view, plane, size, polygon);
  double least = std::numeric_limits<double>::infinity();
  for (const ClipVertex& c : polygon) {
    if (!is_within(-c.height, options.margin, size) || !is_new(c, kept, kSameCorner * size)) continue;
    kept.add(c);
    least = std::min(least, c.height);
  }
  if (!rule.accepts(least, axis.separation, size)) return false;
  const Vector3d normal = view.frame.rotation * view.face.normal * view.sign;
  if (kept.size() > static_cast<std::size_t>(options.max_contacts)) {
    reduce_polygon(kept, view, plane, normal, options, out);
    return true;
  }
  for (const ClipVertex& c : kept) {
    const Vector3d position = transform(view.frame, plane.midway(c));
    add_point(out, position, position, normal, -c.height, options);
  }
  return true;
}

/// One point at the deepest vertex, where rounding left nothing above the face: overlapping shapes always make a contact.
void vertex_contact(const FaceView& view, const SeparatingAxis& axis, const ContactOptions& options, ContactSet& out) {
  const Vector3d vertex = transform(view.frame, transform(view.relative, view.incident.vertices[view.vertex]));
  const Vector3d outward = view.frame.rotation * view.face.normal;
  add_point(out, vertex, vertex - outward * axis.separation, outward * view.sign, -axis.separation, options);
}

/// False where the nearest points of the two edges do not show the separation.
bool edge_contact(const Polytope& a, const Framed& frame_a, const Polytope& b, const Framed& b_in_a, const SeparatingAxis& axis,
                  double size, const ContactOptions& options, ContactSet& out) {
  const Hull::Edge &ea = a.edges[axis.a], &eb = b.edges[axis.b];
  const SegmentPoints points = closest_points(segment_between(a.vertices[ea.a], a.vertices[ea.b]),
                                              segment_between(transform(b_in_a, b.vertices[eb.a]), transform(b_in_a, b.vertices[eb.b])));
  if (axis.separation > 0 && std::sqrt(points.distance_squared) > axis.separation + kSameCorner * size) return false;
  add_point(out, transform(frame_a, points.p), transform(frame_a, points.q), -(frame_a.rotation * axis.normal), -axis.separation, options);
  return true;
}

}  // namespace

void contact_nearest(const Polytope& a, const Framed& frame_a, const Polytope& b, const Framed& b_in_a, const Vector3d& normal,
                     const ContactOptions& options, ContactSet& out) {
  const double size = a.size + b.size;
  const ClosestPoints points = closest_points(a, b, b_in_a, normal, options.margin + 2 * kTouchTolerance * size);
  if (!points.found || !is_within(-points.distance, options.margin, size)) return;
  const Vector3d direction = points.distance > kNoDirection * size ? (points.on_a - points.on_b) / points.distance : -normal;
  add_point(out, transform(frame_a, points.on_a), transform(frame_a, points.on_b), frame_a.rotation * direction, -points.distance, options);
}

void contact_polytopes(const Polytope& a, const Posed& pose_a, const Polytope& b, const Posed& pose_b, const ContactOptions& options,
                       ContactSet& out) {
  using Kind = SeparatingAxis::Kind;
  const Framed frame_a(pose_a), frame_b(pose_b), b_in_a = relative_frame(frame_a, frame_b);
  const double size = a.size + b.size;
  const AxisRule rule(options.axis_choice, std::min(a.thickness, b.thickness), size);
  const SeparatingAxis axis = separating_axis(a, b, b_in_a, rule, options.margin + kTouchTolerance * size);
  if (!is_within(-axis.separation, options.margin, size)) return;
  if (axis.kind == Kind::edges) {
    if (!edge_contact(a, frame_a, b, b_in_a, axis, size, options, out)) contact_nearest(a, frame_a, b, b_in_a, axis.normal, options, out);
    return;
  }
  const bool on_a = axis.kind == Kind::face_a;
  const FaceView view = on_a ? FaceView{a, b, frame_a, b_in_a, a.faces[axis.a], axis.b, -1}
                             : FaceView{b, a, frame_b, relative_frame(frame_b, frame_a), b.faces[axis.b], axis.a, 1};
  if (face_contacts(view, axis, rule, size, options, out)) return;
  if (axis.separation > 0) {
    contact_nearest(a, frame_a, b, b_in_a, axis.normal, options, out);
  } else if (options.axis_choice == AxisChoice::stable) {
    ContactOptions exact = options;
    exact.axis_choice = AxisChoice::least_overlap;
    contact_polytopes(a, pose_a, b, pose_b, exact, out);
  } else {
    vertex_contact(view, axis, options, out);
  }
}

}  // namespace holdfast::detail
