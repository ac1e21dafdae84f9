#include "query/distance/convex_core.h"

#include "query/check_pose.h"

#include "query/gjk.h"

#include <algorithm>
#include <string>

namespace holdfast::detail {

namespace {

void box_axes(const Framed& frame, CoreAxes& axes) {
  for (int i = 0; i < 3; ++i) axes.normals.push_back(frame.rotation.column(i));
  axes.directions = axes.normals;
}

void hull_axes(const Hull& hull, const Framed& frame, CoreAxes& axes) {
  for (const Hull::Face& face : hull.faces()) axes.normals.push_back(frame.rotation * face.normal);
  axes.edges.reserve(hull.edges().size());
  for (const Hull::Edge& edge : hull.edges()) {
    const Vector3d &a = hull.vertices()[edge.a], &b = hull.vertices()[edge.b];
    axes.edges.push_back({transform(frame, a), frame.rotation * (b - a), axes.normals[edge.left], axes.normals[edge.right]});
  }
}

}  // namespace

ConvexCore convex_core(const Shape& shape, const Framed& frame) {
  ConvexCore core;
  switch (shape.type()) {
    case ShapeType::sphere:
      core.vertices = {frame.position};
      core.radius = shape.as_sphere().radius;
      break;
    case ShapeType::capsule: {
      const Vector3d half = frame.rotation.column(2) * shape.as_capsule().half_height;
      core.vertices = {frame.position - half, frame.position + half};
      core.radius = shape.as_capsule().radius;
      break;
    }
    case ShapeType::box: {
      const Vector3d h = shape.as_box().half_extents;
      core.vertices.reserve(8);
      for (int i = 0; i < 8; ++i) {
        core.vertices.push_back(
            transform(frame, Vector3d{(i & 1) != 0 ? h.x : -h.x, (i & 2) != 0 ? h.y : -h.y, (i & 4) != 0 ? h.z : -h.z}));
      }
      break;
    }
    case ShapeType::hull:
      core.vertices.reserve(shape.as_hull().vertices().size());
      for (const Vector3d& v : shape.as_hull().vertices()) core.vertices.push_back(transform(frame, v));
      break;
    case ShapeType::plane:
    case ShapeType::mesh: HOLDFAST_ASSERT(false); break;
  }
  return core;
}

CoreAxes core_axes(const Shape& shape, const Framed& frame) {
  CoreAxes axes;
  if (shape.type() == ShapeType::capsule) axes.directions = {frame.rotation.column(2)};
  if (shape.type() == ShapeType::box) box_axes(frame, axes);
  if (shape.type() == ShapeType::hull) hull_axes(shape.as_hull(), frame, axes);
  return axes;
}

DistanceResult swapped(const DistanceResult& r) { return {r.distance, r.point_b, r.point_a, -r.normal, r.status}; }

// Moved apart along the direction of least separation, the two are closest exactly where they face each other: the
// boundary of the difference is met at right angles there. The gap is made as large as the sets, so GJK sees no touch.
void facing_points(std::span<const Vector3d> a, std::span<const Vector3d> b, const SatResult& sat, Vector3d& point_a, Vector3d& point_b) {
  Vector3d low = a[0], high = a[0];
  for (const Vector3d& p : a) {
    low = min(low, p);
    high = max(high, p);
  }
  for (const Vector3d& p : b) {
    low = min(low, p);
    high = max(high, p);
  }
  const double shift = length(high - low) - sat.separation;
  std::vector<Vector3d> moved(a.begin(), a.end());
  for (Vector3d& p : moved) p += sat.normal * shift;
  point_b = gjk_distance(moved, b).point_b;
  point_a = point_b + sat.normal * sat.separation;
}

void check_pair(const Shape& a, const Posed& pose_a, const Shape& b, const Posed& pose_b, const char* question) {
  check_pose(pose_a, question, "the pose of a");
  check_pose(pose_b, question, "the pose of b");
  if (a.is_convex_solid() || b.is_convex_solid()) return;
  throw UnsupportedShape(std::string(question) + ": " + std::string(shape_type_name(a.type())) + " and " +
                         std::string(shape_type_name(b.type())) + "; one of the two must be a sphere, capsule, box or hull");
}

}  // namespace holdfast::detail
