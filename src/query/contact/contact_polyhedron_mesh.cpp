// Box or hull against mesh: each triangle in reach by itself (polyhedron_triangle.h), then the points that all of them leave.

#include "query/contact/polyhedron_triangle.h"

namespace holdfast::detail {
namespace {

/// Overlaps deeper than this share of the body's thickness are looked at again once the body has left along the lesser ones.
/// Smaller: more work at rest; larger: a body sunk over an edge is pushed sideways.
constexpr double kDeepShare = 0.25;

void place(const Polytope& body, const Framed& in_mesh, MeshScratch& scratch) {
  scratch.vertices.resize(body.vertices.size());
  for (std::size_t i = 0; i < body.vertices.size(); ++i) scratch.vertices[i] = transform(in_mesh, body.vertices[i]);
  scratch.faces.resize(body.faces.size());
  for (std::size_t i = 0; i < body.faces.size(); ++i) {
    Hull::Face face = body.faces[i];
    face.normal = in_mesh.rotation * face.normal;
    face.offset += dot(face.normal, in_mesh.position);
    scratch.faces[i] = face;
  }
}

void contact_polytope_mesh(const Polytope& local, const Posed& pose_a, const Mesh& b, const Posed& pose_b, const ContactOptions& options,
                           ContactSet& out) {
  MeshScratch& scratch = mesh_scratch();
  const Framed in_mesh(inverse(pose_b) * pose_a);
  place(local, in_mesh, scratch);
  Polytope body = local;
  body.vertices = scratch.vertices;
  body.faces = scratch.faces;
  body.center = transform(in_mesh, local.center);
  const Vector3d away = abs(in_mesh.position);
  const MeshQuery query{b, options, away.x + away.y + away.z + local.size};

  Aabbd box;
  for (const Vector3d& v : body.vertices) box.add(v);
  box = box.grown(query.front());
  const Vector3d middle = box.center(), half = box.half_extents();
  collect_triangles(b, box, scratch.triangles, [&](std::uint32_t t) {
    const Vector3d &n = b.normal(t), c = b.corner(t, 0);
    const double height = dot(n, middle - c), radius = dot(abs(n), half);
    if (height > radius || height < -radius) return false;
    if (options.front_only && dot(n, body.center - c) < 0) return false;
    return true;
  });
  scratch.points.clear();
  for (const std::uint32_t t : scratch.triangles) {
    const MeshTriangle triangle(b, t, options.filter_internal_edges);
    PolyhedronTriangle(body, triangle, query, scratch).add_points();
  }
  if (options.filter_internal_edges) {
    drop_longer_ways_out(scratch, kDeepShare * local.thickness, [&](std::uint32_t t, const Vector3d& shift) {
      const MeshTriangle triangle(b, t, true);
      return PolyhedronTriangle(body, triangle, query, scratch).overlaps(shift);
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
