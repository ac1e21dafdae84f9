// Contacts of a convex shape against a mesh: the dispatch, and the choice of points that all of them share.

#include "query/contact/mesh_contacts.h"

namespace holdfast::detail {
namespace {

bool is_same(const MeshPoint& a, const MeshPoint& b, double distance) {
  return length_squared(a.position - b.position) <= distance * distance &&
         length_squared(a.normal - b.normal) <= kOverFaceAngle * kOverFaceAngle;
}

}  // namespace

MeshScratch& mesh_scratch() {
  static thread_local MeshScratch scratch;
  return scratch;
}

PointContact point_against(const MeshTriangle& triangle, const Vector3d& p, double reach_front, double reach_back) {
  const NearestFeature n = triangle.nearest(p);
  if (n.height > reach_front || n.height < -reach_back) return {};
  if (triangle.is_over_face(n, p)) return {PointContact::Kind::face, triangle.normal(), n.height};
  if (n.height < 0) {
    if (n.lateral_squared > reach_back * reach_back || !triangle.is_in_fan_behind(n, p)) return {};
    return {PointContact::Kind::face, triangle.normal(), n.height};
  }
  if (n.height * n.height + n.lateral_squared > reach_front * reach_front * (1 + kTouchTolerance)) return {};
  const Vector3d d = p - n.point;
  const double distance = length(d);
  if (distance > reach_front) return {};
  const Vector3d normal = d / distance;
  const bool owned = n.feature == Feature::edge ? triangle.edge_owns(n.index, normal) : triangle.vertex_owns(n.index, normal);
  if (!owned) return {};
  return {PointContact::Kind::edge_or_vertex, normal, distance};
}

void finish(MeshScratch& scratch, const MeshQuery& query, double thickness, const Posed& mesh_pose, ContactSet& out) {
  std::vector<MeshPoint>& points = scratch.points;
  const double merge = std::min(kMergeDistance, kMergeShare * thickness);
  scratch.candidates.clear();
  std::size_t kept = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    std::size_t j = 0;
    while (j < kept && !is_same(points[i], points[j], merge)) ++j;
    if (j < kept) continue;
    if (kept != i) points[kept] = points[i];
    ++kept;
  }
  points.resize(kept);
  if (kept == 0) return;
  const Framed frame(mesh_pose);
  for (const MeshPoint& p : points)
    scratch.candidates.push_back({transform(frame, p.position), frame.rotation * p.normal, query.shown(p.depth)});
  reduce_contacts(scratch.candidates, query.options.max_contacts, out);
}

void contact_convex_mesh(const Shape& a, const Posed& pose_a, const Mesh& b, const Posed& pose_b, const ContactOptions& options,
                         ContactSet& out) {
  switch (a.type()) {
    case ShapeType::sphere: return contact_sphere_mesh(a.as_sphere(), pose_a, b, pose_b, options, out);
    case ShapeType::capsule: return contact_capsule_mesh(a.as_capsule(), pose_a, b, pose_b, options, out);
    case ShapeType::box:
    case ShapeType::hull: return contact_polyhedron_mesh(a, pose_a, b, pose_b, options, out);
    case ShapeType::plane:
    case ShapeType::mesh: break;
  }
}

}  // namespace holdfast::detail
