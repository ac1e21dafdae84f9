#pragma once
// What the contacts of all convex shapes against a mesh share: the triangles in reach, the points found, and their choice.
//
// Frame: the mesh's own until `finish`. Units: meters. The scratch belongs to its thread and keeps its memory between calls, so
// that nothing allocates once it has seen the largest case. Triangles are taken in the order of their indices: no answer
// depends on the bounds tree.

#include "query/contact/mesh_features.h"
#include "query/contact/pairs.h"

#include <algorithm>

namespace holdfast::detail {

/// Points nearer than this with one normal are one point [m]. Smaller: a corner above an edge comes twice; larger: small shapes lose
/// corners, which is why it is never more than kMergeShare of the shape.
inline constexpr double kMergeDistance = 1e-4;
inline constexpr double kMergeShare = 0.01;

struct MeshPoint {
  Vector3d position;  ///< midway between the surfaces
  Vector3d normal;    ///< out of the mesh
  double depth = 0;
  std::uint32_t triangle = 0;
};

struct MeshScratch {
  std::vector<std::uint32_t> triangles;
  std::vector<MeshPoint> points;
  std::vector<std::uint32_t> order;
  std::vector<ContactPoint> candidates;
};

MeshScratch& mesh_scratch();

/// One question: a shape, placed in the frame of the mesh, against the mesh.
struct MeshQuery {
  const Mesh& mesh;
  const ContactOptions& options;
  double size = 0;  ///< [m] bounds the numbers of the shape in the mesh's frame, for the rounding of exact touch

  [[nodiscard]] double front() const { return options.margin + kTouchTolerance * size; }
  [[nodiscard]] bool within(double depth) const { return is_within(depth, options.margin, size); }
  [[nodiscard]] double shown(double depth) const { return depth > -options.margin ? depth : -options.margin; }
};

/// Where a shape is, for the search in the mesh: a box, and in it a core that reaches `half` along each axis and `ball` around that.
struct MeshReach {
  Aabbd box;
  Vector3d center, half;
  double ball = 0;
};

/// Fills `triangles`, in the order of their indices, with all whose box meets `reach.box` and whose plane the core reaches, and perhaps
/// some more: Float32 decides, with room for its rounding.
void find_triangles(const Mesh& mesh, const MeshReach& reach, std::vector<std::uint32_t>& triangles);

/// The same, but only those for which `near(triangle index)` holds.
template <class Near>
void collect_triangles(const Mesh& mesh, const MeshReach& reach, std::vector<std::uint32_t>& triangles, Near&& near) {
  find_triangles(mesh, reach, triangles);
  std::erase_if(triangles, [&](std::uint32_t t) { return !near(t); });
}

/// Whether `meets(triangle index)` holds for triangle `t` or one of `triangles` in its plane: a flat surface answers as one.
template <class Meets>
bool any_in_plane(const Mesh& mesh, const std::vector<std::uint32_t>& triangles, std::uint32_t t, double size, Meets&& meets) {
  const Vector3d &n = mesh.normal(t), c = mesh.corner(t, 0);
  return std::any_of(triangles.begin(), triangles.end(), [&](std::uint32_t u) {
    const bool in_plane =
        u == t || (dot(n, mesh.normal(u)) >= Mesh::kSmoothFoldCosine && std::abs(dot(n, mesh.corner(u, 0) - c)) <= kOverFaceAngle * size);
    return in_plane && meets(u);
  });
}

/// Drops points that tell of a way out which a shorter one makes needless: with overlaps deeper than `deep` the points are taken
/// from the least overlap up, the shape is moved out along each, and one that then no longer overlaps and was not moved along its own
/// normal goes. A body that sank into a solid so leaves through the nearest face. overlaps(triangle index, shift).
template <class Overlaps>
void drop_longer_ways_out(MeshScratch& scratch, double deep, Overlaps&& overlaps) {
  std::vector<MeshPoint>& points = scratch.points;
  if (points.size() < 2 || std::none_of(points.begin(), points.end(), [&](const MeshPoint& p) { return p.depth > deep; })) return;
  scratch.order.resize(points.size());
  for (std::uint32_t i = 0; i < points.size(); ++i) scratch.order[i] = i;
  std::sort(scratch.order.begin(), scratch.order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return points[a].depth != points[b].depth ? points[a].depth < points[b].depth : a < b;
  });
  Vector3d shift;
  for (const std::uint32_t i : scratch.order) {
    MeshPoint& p = points[i];
    const double along = dot(p.normal, shift);
    if (p.depth > deep && along < 0.5 * length(shift) && !overlaps(p.triangle, shift)) {
      p.triangle = Mesh::kNone;
      continue;
    }
    if (p.depth > along) shift += p.normal * (p.depth - along);
  }
  std::erase_if(points, [](const MeshPoint& p) { return p.triangle == Mesh::kNone; });
}

/// Merges equal points, turns them into the world frame and keeps at most options.max_contacts. `thickness` [m]: of the shape.
void finish(MeshScratch& scratch, const MeshQuery& query, double thickness, const Posed& mesh_pose, ContactSet& out);

/// A point with a radius (a sphere's center, the end of a capsule's axis) against one triangle. `normal` is unit; `distance` is
/// signed, along it, from the surface to the point.
struct PointContact {
  enum class Kind : std::uint8_t { none, face, edge_or_vertex };
  Kind kind = Kind::none;
  Vector3d normal;
  double distance = 0;
};

/// In front: the nearest feature when it owns the direction. Behind, no deeper than `reach_back`: the face, where the point stands
/// under it or in the gap of a valley.
PointContact point_against(const MeshTriangle& triangle, const Vector3d& p, double reach_front, double reach_back);

void contact_sphere_mesh(const Sphere& a, const Posed& pose_a, const Mesh& b, const Posed& pose_b, const ContactOptions& options,
                         ContactSet& out);
void contact_capsule_mesh(const Capsule& a, const Posed& pose_a, const Mesh& b, const Posed& pose_b, const ContactOptions& options,
                          ContactSet& out);
void contact_polyhedron_mesh(const Shape& a, const Posed& pose_a, const Mesh& b, const Posed& pose_b, const ContactOptions& options,
                             ContactSet& out);

}  // namespace holdfast::detail
