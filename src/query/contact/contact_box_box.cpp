// Two boxes: the separating axis test on 15 directions, in the frame of a, then the contacts along the chosen one. The hot
// path of a pile: no call through a pointer, no allocation, square roots only where an edge direction may win.
//
// The rules are those of polytope_pair.h, which also answers the rare cases that need the nearest points.
// Source: S. Gottschalk, M. Lin, D. Manocha, OBBTree, 1996, for the 15 directions in closed form.

#include "query/contact/clip.h"
#include "query/contact/polytope_pair.h"
#include "query/contact/segments.h"

namespace holdfast::detail {
namespace {

/// sin of the angle between two edges below which their cross product is rounding (as in separating_axis.cpp).
constexpr double kParallelSin = 1e-8;
/// A corner this share of the size outside a side of the face still lies above it.
constexpr double kClipTolerance = 1e-12;
/// Corners closer than this share of the size are one contact.
constexpr double kSameCorner = 1e-9;

using Polygon = ClipPolygon<16>;

struct Pair {
  Vector3d ha, hb;  ///< half extents
  Framed a, b;      ///< in the world
  Vector3d t;       ///< b's center in a's frame
  Matrix3d c;       ///< b's axes in a's frame, as columns
  Matrix3d abs_c;
  Vector3d t_b;     ///< b's center along b's own axes, seen from a
  double size = 0;  ///< [m]

  Pair(const Box& box_a, const Posed& pose_a, const Box& box_b, const Posed& pose_b)
      : ha(box_a.half_extents), hb(box_b.half_extents), a(pose_a), b(pose_b) {
    t = transpose_times(a.rotation, b.position - a.position);
    for (int j = 0; j < 3; ++j) {
      const Vector3d column = transpose_times(a.rotation, b.rotation.column(j));
      for (int i = 0; i < 3; ++i) {
        c.m[i][j] = column[i];
        abs_c.m[i][j] = std::abs(column[i]);
      }
    }
    t_b = transpose_times(c, t);
    size = ha.x + ha.y + ha.z + hb.x + hb.y + hb.z;
  }
};

struct FaceAxis {
  int axis = 0;
  double separation = -std::numeric_limits<double>::infinity();
};

struct EdgeAxis {
  int i = -1, j = 0;  ///< the edges' axes on a and b; i < 0: none
  double separation = 0;
  double sin = 1;  ///< of the angle between them
};

void consider(FaceAxis& best, int axis, double separation, double tie) {
  if (separation > best.separation + tie) best = {axis, separation};
}

FaceAxis best_face_of_a(const Pair& p, double tie) {
  FaceAxis best;
  for (int i = 0; i < 3; ++i) consider(best, i, std::abs(p.t[i]) - (p.ha[i] + dot(p.abs_c.row(i), p.hb)), tie);
  return best;
}

FaceAxis best_face_of_b(const Pair& p, double tie) {
  FaceAxis best;
  for (int j = 0; j < 3; ++j) consider(best, j, std::abs(p.t_b[j]) - (p.hb[j] + dot(p.abs_c.column(j), p.ha)), tie);
  return best;
}

/// The edge pair with the largest separation above `floor`.
EdgeAxis best_edges(const Pair& p, double floor, double tie) {
  constexpr int next[3] = {1, 2, 0}, after[3] = {2, 0, 1};
  EdgeAxis best;
  best.separation = floor;
  const double ha[3] = {p.ha.x, p.ha.y, p.ha.z}, hb[3] = {p.hb.x, p.hb.y, p.hb.z}, t[3] = {p.t.x, p.t.y, p.t.z};
  for (int i = 0; i < 3; ++i) {
    const int i1 = next[i], i2 = after[i];
    for (int j = 0; j < 3; ++j) {
      const int j1 = next[j], j2 = after[j];
      const double c1 = p.c.m[i1][j], c2 = p.c.m[i2][j];
      const double reach = ha[i1] * p.abs_c.m[i2][j] + ha[i2] * p.abs_c.m[i1][j] + hb[j1] * p.abs_c.m[i][j2] + hb[j2] * p.abs_c.m[i][j1];
      const double gap = std::abs(t[i2] * c1 - t[i1] * c2) - reach;  // times the sine
      const double sin = std::sqrt(c1 * c1 + c2 * c2);
      if (sin <= kParallelSin || gap <= best.separation * sin + (tie * sin + 1e-15 * p.size)) continue;
      best = {i, j, gap / sin, sin};
    }
  }
  return best;
}

/// One box's face against the other: all in the frame of the box that has the face.
struct FaceView {
  Vector3d reference, incident;  ///< half extents
  const Framed& frame;           ///< of the reference, in the world
  Vector3d t;                    ///< the incident box's center
  Matrix3d c;                    ///< its axes, as columns
  int axis;
  double side;  ///< +1 or -1: the reference face along its axis
  double sign;  ///< of the world normal b to a along the face's outward normal
};

FaceView face_view(const Pair& p, bool on_a, int axis) {
  if (on_a) return {p.ha, p.hb, p.a, p.t, p.c, axis, p.t[axis] < 0 ? -1.0 : 1.0, -1};
  return {p.hb, p.ha, p.b, -p.t_b, transpose(p.c), axis, p.t_b[axis] > 0 ? -1.0 : 1.0, 1};
}

/// The incident face, with x and y along the reference face's two axes, clipped to the reference face.
void clipped(const FaceView& view, double tolerance, Polygon& polygon) {
  const int k = view.axis, kx = k == 2 ? 0 : k + 1, ky = k == 0 ? 2 : k - 1;
  const Vector3d along = view.c.row(k) * view.side;
  const int m = largest_axis(along), m1 = m == 2 ? 0 : m + 1, m2 = m == 0 ? 2 : m - 1;
  const Vector3d center = view.t - view.c.column(m) * (along[m] > 0 ? view.incident[m] : -view.incident[m]);
  const Vector3d u = view.c.column(m1) * view.incident[m1], v = view.c.column(m2) * view.incident[m2];
  const double hx = view.reference[kx], hy = view.reference[ky];
  bool inside = true;
  for (const auto& corner : {center - u - v, center + u - v, center + u + v, center - u + v}) {
    inside = inside && std::abs(corner[kx]) <= hx + tolerance && std::abs(corner[ky]) <= hy + tolerance;
    polygon.add({corner[kx], corner[ky], view.side * corner[k] - view.reference[k]});
  }
  if (inside) return;
  Polygon other;
  clip(polygon, other, tolerance, [hx](const ClipVertex& p) { return p.x - hx; });
  clip(other, polygon, tolerance, [hx](const ClipVertex& p) { return -p.x - hx; });
  clip(polygon, other, tolerance, [hy](const ClipVertex& p) { return p.y - hy; });
  clip(other, polygon, tolerance, [hy](const ClipVertex& p) { return -p.y - hy; });
}

bool is_same(const ClipVertex& p, const ClipVertex& q, double limit) {
  return std::abs(p.x - q.x) <= limit && std::abs(p.y - q.y) <= limit && std::abs(p.height - q.height) <= limit;
}

/// False where the face's contacts do not show its separation.
bool face_contacts(const FaceView& view, double separation, const AxisRule& rule, double size, const ContactOptions& options,
                   ContactSet& out) {
  Polygon polygon, kept;
  clipped(view, kClipTolerance * size, polygon);
  double least = std::numeric_limits<double>::infinity();
  for (const ClipVertex& p : polygon) {
    if (!is_within(-p.height, options.margin, size)) continue;
    if (kept.size() > 0 && is_same(p, kept[kept.size() - 1], kSameCorner * size)) continue;
    kept.add(p);
    least = std::min(least, p.height);
  }
  if (!rule.accepts(least, separation, size)) return false;
  std::size_t count = kept.size();
  if (count > 1 && is_same(kept[0], kept[count - 1], kSameCorner * size)) --count;
  const int k = view.axis, kx = k == 2 ? 0 : k + 1, ky = k == 0 ? 2 : k - 1;
  const Matrix3d& r = view.frame.rotation;
  const Vector3d outward = r.column(k) * view.side, x = r.column(kx), y = r.column(ky), normal = outward * view.sign;
  const auto point = [&](const ClipVertex& c) -> ContactPoint {
    const Vector3d local = outward * (view.reference[k] + c.height * 0.5) + x * c.x + y * c.y;
    return {view.frame.position + local, normal, std::max(-c.height, -options.margin)};
  };
  if (count <= static_cast<std::size_t>(options.max_contacts)) {
    for (std::size_t i = 0; i < count; ++i) out.points[i] = point(kept[i]);
    out.count = static_cast<int>(count);
    return true;
  }
  std::array<ContactPoint, Polygon::capacity()> candidates;
  for (std::size_t i = 0; i < count; ++i) candidates[i] = point(kept[i]);
  reduce_contacts(std::span(candidates).first(count), options.max_contacts, out);
  return true;
}

/// Unit, from a to b, in the frame of a.
Vector3d edge_normal(const Pair& p, const EdgeAxis& edges) {
  Vector3d axis;
  axis[edges.i] = 1;
  const Vector3d n = cross(axis, p.c.column(edges.j)) / edges.sin;
  return dot(n, p.t) < 0 ? -n : n;
}

/// False where the nearest points of the two edges do not show the separation.
bool edge_contact(const Pair& p, const EdgeAxis& edges, const ContactOptions& options, ContactSet& out) {
  const Vector3d n = edge_normal(p, edges);
  Segment a{{}, {}, p.ha[edges.i]}, b{p.t, p.c.column(edges.j), p.hb[edges.j]};
  a.direction[edges.i] = 1;
  for (int k = 0; k < 3; ++k) {
    if (k != edges.i) a.center[k] = n[k] < 0 ? -p.ha[k] : p.ha[k];
    if (k != edges.j) b.center += p.c.column(k) * (dot(n, p.c.column(k)) > 0 ? -p.hb[k] : p.hb[k]);
  }
  const SegmentPoints points = closest_points(a, b);
  if (edges.separation > 0 && std::sqrt(points.distance_squared) > edges.separation + kSameCorner * p.size) return false;
  add_point(out, transform(p.a, points.p), transform(p.a, points.q), -(p.a.rotation * n), -edges.separation, options);
  return true;
}

/// Corner beside corner, edge beside edge: the nearest points, and where the boxes overlap, the rules for polytopes.
void rare_case(const Box& a, const Posed& pose_a, const Box& b, const Posed& pose_b, ContactOptions options, ContactSet& out) {
  options.axis_choice = AxisChoice::least_overlap;
  contact_polytopes(BoxPolytope(a).view(), pose_a, BoxPolytope(b).view(), pose_b, options, out);
}

}  // namespace

void contact_box_box(const Box& a, const Posed& pose_a, const Box& b, const Posed& pose_b, const ContactOptions& options, ContactSet& out) {
  const Pair p(a, pose_a, b, pose_b);
  const double margin = options.margin + kTouchTolerance * p.size;
  const double thickness = 2 * std::min(std::min({p.ha.x, p.ha.y, p.ha.z}), std::min({p.hb.x, p.hb.y, p.hb.z}));
  const AxisRule rule(options.axis_choice, thickness, p.size);
  const FaceAxis face_a = best_face_of_a(p, rule.tie);
  if (face_a.separation > margin) return;
  const FaceAxis face_b = best_face_of_b(p, rule.tie);
  if (face_b.separation > margin) return;
  const double threshold = rule.edge_threshold(std::max(face_a.separation, face_b.separation));
  const EdgeAxis edges = best_edges(p, std::min(threshold, margin), rule.tie);
  if (edges.i >= 0 && edges.separation > margin) return;
  bool done = false;
  if (edges.i >= 0 && edges.separation > threshold) {
    done = edge_contact(p, edges, options, out);
  } else {
    const bool on_a = !(face_b.separation > rule.face_b_threshold(face_a.separation));
    const FaceAxis& face = on_a ? face_a : face_b;
    done = face_contacts(face_view(p, on_a, face.axis), face.separation, rule, p.size, options, out);
  }
  if (!done) rare_case(a, pose_a, b, pose_b, options, out);
}

}  // namespace holdfast::detail
