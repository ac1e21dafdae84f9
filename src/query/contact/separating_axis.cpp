// The separating axis theorem for two convex polytopes, with two ways to leave work out.
//
// A separation along a direction is at most that of any one vertex of the other shape, so a face whose plane the
// deepest vertex known so far already passes by no less than the best separation is left out without its own search.
// An edge pair can be the direction of least overlap only where the arcs of its two edges on the sphere of face normals
// cross (S. Gregorius, The Separating Axis Test between Convex Polyhedra, GDC 2013), and an edge can take part only where
// the known vertex lies above one of its two faces by more than the best separation.

#include "query/contact/polytope_pair.h"

namespace holdfast::detail {
namespace {

/// sin of the angle between two edges below which their cross product is rounding; the faces beside them are then as
/// good to within this share of the size.
constexpr double kParallelSin = 1e-8;

struct FaceAxis {
  std::uint32_t face = 0, vertex = 0;  ///< the face of p, the deepest vertex of q
  double separation = -std::numeric_limits<double>::infinity();
};

/// The face of p that separates q best.
FaceAxis best_face(const Polytope& p, const Polytope& q, const Framed& q_in_p, double tie) {
  FaceAxis best;
  Vector3d witness;
  const auto search = [&](std::uint32_t i) {
    const Hull::Face& face = p.faces[i];
    const std::uint32_t vertex = support_vertex(q, -transpose_times(q_in_p.rotation, face.normal));
    const Vector3d point = transform(q_in_p, q.vertices[vertex]);
    const double separation = dot(face.normal, point) - face.offset;
    if (separation > best.separation + tie) {
      best = {i, vertex, separation};
      witness = point;
    }
  };
  const Vector3d toward = transform(q_in_p, q.center) - p.center;
  std::uint32_t first = 0;
  for (std::uint32_t i = 1; i < p.faces.size(); ++i) {
    if (dot(p.faces[i].normal, toward) > dot(p.faces[first].normal, toward)) first = i;
  }
  search(first);
  for (std::uint32_t i = 0; i < p.faces.size(); ++i) {
    if (i != first && dot(p.faces[i].normal, witness) - p.faces[i].offset > best.separation + tie) search(i);
  }
  return best;
}

/// One of b's edges with the normals of its faces, in the frame of a.
struct GaussArc {
  std::uint32_t edge = 0;
  Vector3d point, direction;  ///< a vertex of it; the direction is not unit
  Vector3d left, right;       ///< turned round: as seen from a
  double length = 0;
};

/// Whether the edge can make a direction with a separation above `floor`: `witness` is a point of the other shape,
/// all in one frame. Along any direction of the arc, the separation is at most that of the witness.
bool can_separate(const Vector3d& left, const Vector3d& right, const Vector3d& vertex, const Vector3d& witness, double floor) {
  const Vector3d d = witness - vertex;
  return std::max(dot(left, d), dot(right, d)) > std::min(floor, 0.0);
}

/// a's edges that are still in question. More than fit are taken in turns, so that any number of them needs no allocation.
constexpr std::size_t kEdgeBlock = 256;

struct EdgeSearch {
  const Polytope& a;
  const Polytope& b;
  const Framed& x;  ///< b in a
  double size, tie;
  SeparatingAxis best;

  void run(const Vector3d& witness_a, const Vector3d& witness_b) {
    std::array<std::uint32_t, kEdgeBlock> block;  // NOLINT: filled from the front
    std::size_t count = 0;
    for (std::uint32_t i = 0; i < a.edges.size(); ++i) {
      const Hull::Edge& edge = a.edges[i];
      if (!can_separate(a.faces[edge.left].normal, a.faces[edge.right].normal, a.vertices[edge.a], witness_b, best.separation)) continue;
      block[count++] = i;
      if (count < kEdgeBlock) continue;
      against(block, witness_a);
      count = 0;
    }
    against(std::span(block).first(count), witness_a);
  }

  void against(std::span<const std::uint32_t> block, const Vector3d& witness_a) {
    const Vector3d witness = transform_inverse(x, witness_a);
    for (std::uint32_t i = 0; i < b.edges.size() && !block.empty(); ++i) {
      const Hull::Edge& edge = b.edges[i];
      const Vector3d &left = b.faces[edge.left].normal, &right = b.faces[edge.right].normal, &vertex = b.vertices[edge.a];
      if (!can_separate(left, right, vertex, witness, best.separation)) continue;
      const Vector3d along = b.vertices[edge.b] - vertex;
      const GaussArc arc{i, transform(x, vertex), x.rotation * along, -(x.rotation * left), -(x.rotation * right), length(along)};
      for (const std::uint32_t other : block) try_pair(other, arc);
    }
  }

  void try_pair(std::uint32_t index, const GaussArc& arc) {
    const Hull::Edge& edge = a.edges[index];
    const Vector3d &left = a.faces[edge.left].normal, &right = a.faces[edge.right].normal;
    const double a_left = dot(left, arc.direction), a_right = dot(right, arc.direction);
    if (a_left * a_right >= 0) return;
    const Vector3d along = a.vertices[edge.b] - a.vertices[edge.a];
    const double b_left = dot(arc.left, along), b_right = dot(arc.right, along);
    if (b_left * b_right >= 0 || a_left * b_right <= 0) return;  // the arcs do not cross
    Vector3d n = cross(along, arc.direction);
    const double l = length(n), scale = length(along) * arc.length;
    if (l <= kParallelSin * scale) return;
    n = n / l;
    if (dot(n, left + right) < 0) n = -n;
    const double separation = dot(n, arc.point - a.vertices[edge.a]);
    // The direction's rounding grows as the edges become parallel.
    if (separation <= best.separation + tie + 1e-15 * size * scale / l) return;
    best = {SeparatingAxis::Kind::edges, index, arc.edge, n, separation};
  }
};

}  // namespace

SeparatingAxis separating_axis(const Polytope& a, const Polytope& b, const Framed& b_in_a, const AxisRule& rule, double margin) {
  using Kind = SeparatingAxis::Kind;
  const FaceAxis on_a = best_face(a, b, b_in_a, rule.tie);
  const SeparatingAxis face_a{Kind::face_a, on_a.face, on_a.vertex, a.faces[on_a.face].normal, on_a.separation};
  if (on_a.separation > margin) return face_a;
  Framed a_in_b;
  a_in_b.rotation = transpose(b_in_a.rotation);
  a_in_b.position = -transpose_times(b_in_a.rotation, b_in_a.position);
  const FaceAxis on_b = best_face(b, a, a_in_b, rule.tie);
  const SeparatingAxis face_b{Kind::face_b, on_b.vertex, on_b.face, -(b_in_a.rotation * b.faces[on_b.face].normal), on_b.separation};
  if (on_b.separation > margin) return face_b;

  const SeparatingAxis face = on_b.separation > rule.face_b_threshold(on_a.separation) ? face_b : face_a;
  const Vector3d witness_a = face.kind == Kind::face_a ? a.corner(a.faces[face.a], 0) : a.vertices[face.a];
  const Vector3d witness_b = transform(b_in_a, face.kind == Kind::face_a ? b.vertices[face.b] : b.corner(b.faces[face.b], 0));
  const double threshold = rule.edge_threshold(std::max(on_a.separation, on_b.separation));
  EdgeSearch search{a, b, b_in_a, a.size + b.size, rule.tie, {}};
  search.best.separation = std::min(threshold, margin);
  search.run(witness_a, witness_b);
  const bool found = search.best.kind == Kind::edges;
  return found && (search.best.separation > threshold || search.best.separation > margin) ? search.best : face;
}

}  // namespace holdfast::detail
