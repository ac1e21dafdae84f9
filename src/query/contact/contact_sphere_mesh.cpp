// Sphere against mesh: the nearest feature of each triangle in reach, kept where that feature owns the direction to the center.
//
// A center behind a face by no more than the radius is pushed out through its front. Of several such faces those count that still
// overlap once the sphere has left through the nearer ones.

#include "query/contact/mesh_contacts.h"

namespace holdfast::detail {

void contact_sphere_mesh(const Sphere& a, const Posed& pose_a, const Mesh& b, const Posed& pose_b, const ContactOptions& options,
                         ContactSet& out) {
  MeshScratch& scratch = mesh_scratch();
  const Vector3d center = transform_inverse(pose_b, pose_a.position);
  const double radius = a.radius;
  const Vector3d away = abs(center);
  const MeshQuery query{b, options, away.x + away.y + away.z + radius};
  const double reach = radius + query.front();
  const double back = options.front_only ? 0 : radius;

  MeshReach where{{}, center, {}, reach};
  where.box.add(center);
  where.box = where.box.grown(reach);
  collect_triangles(b, where, scratch.triangles, [&](std::uint32_t t) {
    const double height = dot(b.normal(t), center - b.corner(t, 0));
    return height <= reach && height >= -back;
  });
  scratch.points.clear();
  for (const std::uint32_t t : scratch.triangles) {
    const PointContact c = point_against(MeshTriangle(b, t, options.filter_internal_edges), center, reach, back);
    const double depth = radius - c.distance;
    if (c.kind == PointContact::Kind::none || !query.within(depth)) continue;
    scratch.points.push_back({center - c.normal * ((radius + c.distance) * 0.5), c.normal, depth, t});
  }
  if (options.filter_internal_edges) {
    drop_longer_ways_out(scratch, radius, [&](std::uint32_t t, const Vector3d& shift) {
      return any_in_plane(b, scratch.triangles, t, query.size, [&](std::uint32_t u) {
        const PointContact c = point_against(MeshTriangle(b, u, true), center + shift, radius, back);
        return c.kind != PointContact::Kind::none && c.distance < radius;
      });
    });
  }
  finish(scratch, query, radius, pose_b, out);
}

}  // namespace holdfast::detail
