// Box or hull against mesh: what each triangle in reach has to do with the body (polyhedron_triangle.h), one axis for each flat
// patch of them, and the points for it.
//
// A patch is a set of triangles joined by smooth edges. It is the unit of choice, so that the answer does not depend on how a flat
// surface is divided: the face normal, unless a face or an edge of the body meets a border of the patch with less overlap.

#include "query/contact/polyhedron_triangle.h"

namespace holdfast::detail {
namespace {

/// Overlaps deeper than this share of the body's thickness are looked at again once the body has left along the lesser ones.
/// Smaller: more work at rest; larger: a body sunk over an edge is pushed sideways.
constexpr double kDeepShare = 0.25;

/// Pairs of edges that overlap by no more than the least pair of the patch and this share of the body's thickness make points too.
constexpr double kAlsoShare = 0.05;

PolyhedronScratch& polyhedron_scratch() {
  static thread_local PolyhedronScratch scratch;
  return scratch;
}

void place(const Polytope& body, const Framed& in_mesh, PolyhedronScratch& scratch) {
  scratch.vertices.resize(body.vertices.size());
  scratch.heights.resize(body.vertices.size());
  for (std::size_t i = 0; i < body.vertices.size(); ++i) scratch.vertices[i] = transform(in_mesh, body.vertices[i]);
  scratch.faces.resize(body.faces.size());
  scratch.face_measures.resize(body.faces.size());
  for (std::size_t i = 0; i < body.faces.size(); ++i) {
    Hull::Face face = body.faces[i];
    face.normal = in_mesh.rotation * face.normal;
    face.offset += dot(face.normal, in_mesh.position);
    scratch.faces[i] = face;
  }
}

class PolyhedronMesh {
 public:
  PolyhedronMesh(const Polytope& body, const MeshQuery& query, MeshScratch& scratch, PolyhedronScratch& own)
      : body_(body), query_(query), scratch_(scratch), own_(own) {}

  void add_points() {
    measure();
    if (query_.options.filter_internal_edges) join_patches();
    for (std::uint32_t p = 0; p < own_.measures.size(); ++p) {
      if (own_.measures[p].patch == p) add_patch(p);
    }
  }

 private:
  void measure() {
    own_.measures.clear();
    own_.edges.clear();
    for (const std::uint32_t t : scratch_.triangles) {
      const auto index = static_cast<std::uint32_t>(own_.measures.size());
      TriangleMeasure& m = own_.measures.emplace_back(MeshTriangle(query_.mesh, t, query_.options.filter_internal_edges), index);
      if (!PolyhedronTriangle(body_, m.triangle, query_).measure(m, own_)) own_.measures.pop_back();
    }
  }

  std::uint32_t root(std::uint32_t i) {
    while (own_.measures[i].patch != i) i = own_.measures[i].patch = own_.measures[own_.measures[i].patch].patch;
    return i;
  }

  /// Union of the measured triangles over smooth edges; the first of a patch stands for it. The measures are in the order of triangles.
  void join_patches() {
    std::vector<TriangleMeasure>& measures = own_.measures;
    if (measures.size() < 2) return;
    for (std::uint32_t i = 0; i < measures.size(); ++i) {
      const Mesh::Triangle& t = query_.mesh.triangles()[measures[i].triangle.index()];
      for (int e = 0; e < 3; ++e) {
        const std::uint32_t other = t.neighbours[static_cast<std::size_t>(e)];
        if (other == Mesh::kNone || other <= measures[i].triangle.index()) continue;
        const auto found = std::lower_bound(measures.begin() + i + 1, measures.end(), other,
                                            [](const TriangleMeasure& m, std::uint32_t index) { return m.triangle.index() < index; });
        if (found == measures.end() || found->triangle.index() != other || !measures[i].triangle.is_smooth(e)) continue;
        const std::uint32_t a = root(i), b = root(static_cast<std::uint32_t>(found - measures.begin()));
        measures[std::max(a, b)].patch = std::min(a, b);
      }
    }
    for (std::uint32_t i = 0; i < measures.size(); ++i) measures[i].patch = root(i);
  }

  /// The points of a patch. One that the body does not reach into, though it crosses the plane beside it, gives those in front only.
  void add_patch(std::uint32_t p) {
    const std::size_t first = scratch_.points.size();
    choose_and_add(p);
    const auto begin = scratch_.points.begin() + static_cast<std::ptrdiff_t>(first);
    const auto is_behind = [](const MeshPoint& m) { return m.depth > 0; };
    if (std::none_of(begin, scratch_.points.end(), is_behind) || reaches_into(p)) return;
    scratch_.points.erase(std::remove_if(begin, scratch_.points.end(), is_behind), scratch_.points.end());
  }

  bool reaches_into(std::uint32_t p) {
    for (std::uint32_t i = p; i < own_.measures.size(); ++i) {
      const TriangleMeasure& m = own_.measures[i];
      if (m.patch == p && m.in_reach && PolyhedronTriangle(body_, m.triangle, query_).overlaps({}, own_.heights)) return true;
    }
    return false;
  }

  void choose_and_add(std::uint32_t p) {
    std::vector<TriangleMeasure>& measures = own_.measures;
    TriangleMeasure* found = nullptr;  // the first of the patch in reach stands for it, with the least overlaps of all
    for (std::uint32_t i = p; i < measures.size(); ++i) {
      const TriangleMeasure& m = measures[i];
      if (m.patch != p || !m.in_reach) continue;
      if (found == nullptr) found = &measures[i];
      if (m.body_face != Mesh::kNone && (found->body_face == Mesh::kNone || m.body_face_overlap < found->body_face_overlap)) {
        found->body_face = m.body_face;
        found->body_face_overlap = m.body_face_overlap;
      }
    }
    if (found == nullptr) return;
    TriangleMeasure& choice = *found;
    choice.incident = PolyhedronTriangle(body_, choice.triangle, query_).incident_face();
    double least_edge = std::numeric_limits<double>::infinity();
    for (const EdgePair& e : own_.edges) {
      if (measures[e.measure].patch == p) least_edge = std::min(least_edge, e.overlap);
    }
    const bool on_body_face = choice.body_face != Mesh::kNone;
    if (least_edge < (on_body_face ? preferred_below(choice.body_face_overlap, body_, query_.options) : least_edge + 1)) {
      add_edges(p, choice, least_edge);
    } else {
      for_each_of(p, [&](const PolyhedronTriangle& t) {
        if (!on_body_face) return t.add_on_face(choice, scratch_.points);
        t.add_on_body_face(choice.body_face, scratch_.points);
        t.add_body_vertices(choice, choice.body_face_overlap, scratch_.points);
      });
    }
  }

  void add_edges(std::uint32_t p, const TriangleMeasure& choice, double least) {
    for (const EdgePair& e : own_.edges) {
      const TriangleMeasure& m = own_.measures[e.measure];
      if (m.patch == p && e.overlap <= least + kAlsoShare * body_.thickness)
        scratch_.points.push_back({e.position, e.normal, e.overlap, m.triangle.index()});
    }
    for_each_of(p, [&](const PolyhedronTriangle& t) { t.add_body_vertices(choice, least, scratch_.points); });
  }

  template <class Visit>
  void for_each_of(std::uint32_t p, Visit&& visit) {
    for (std::uint32_t i = p; i < own_.measures.size(); ++i) {
      if (own_.measures[i].patch == p) visit(PolyhedronTriangle(body_, own_.measures[i].triangle, query_));
    }
  }

  const Polytope& body_;
  const MeshQuery& query_;
  MeshScratch& scratch_;
  PolyhedronScratch& own_;
};

void contact_polytope_mesh(const Polytope& local, const Posed& pose_a, const Mesh& b, const Posed& pose_b, const ContactOptions& options,
                           ContactSet& out) {
  MeshScratch& scratch = mesh_scratch();
  PolyhedronScratch& own = polyhedron_scratch();
  const Framed in_mesh(inverse(pose_b) * pose_a);
  place(local, in_mesh, own);
  Polytope body = local;
  body.vertices = own.vertices;
  body.faces = own.faces;
  body.center = transform(in_mesh, local.center);
  const Vector3d away = abs(in_mesh.position);
  const MeshQuery query{b, options, away.x + away.y + away.z + local.size};

  MeshReach where;
  for (const Vector3d& v : body.vertices) where.box.add(v);
  where.box = where.box.grown(query.front());
  where.center = where.box.center();
  where.half = where.box.half_extents();
  collect_triangles(b, where, scratch.triangles, [&](std::uint32_t t) {
    if (!options.front_only) return true;
    const Vector3d &n = b.normal(t), c = b.corner(t, 0);
    return dot(n, body.center - c) >= 0;
  });
  scratch.points.clear();
  PolyhedronMesh(body, query, scratch, own).add_points();
  if (options.filter_internal_edges) {
    drop_longer_ways_out(scratch, kDeepShare * local.thickness, [&](std::uint32_t t, const Vector3d& shift) {
      return any_in_plane(b, scratch.triangles, t, query.size, [&](std::uint32_t u) {
        return PolyhedronTriangle(body, MeshTriangle(b, u, true), query).overlaps(shift, own.heights);
      });
    });
  }
  finish(scratch, query, local.thickness, pose_b, out);
}

}  // namespace

void contact_polyhedron_mesh(const Shape& a, const Posed& pose_a, const Mesh& b, const Posed& pose_b, const ContactOptions& options,
                             ContactSet& out) {
  if (a.type() == ShapeType::box) {
    const BoxPolytope box(a.as_box());
    contact_polytope_mesh(box.view(), pose_a, b, pose_b, options, out);
  } else {
    contact_polytope_mesh(polytope(a.as_hull()), pose_a, b, pose_b, options, out);
  }
}

}  // namespace holdfast::detail
