#include "query/check_pose.h"
#include "query/distance/convex_core.h"
#include "query/distance/mesh_search.h"
#include "query/distance/triangle_point.h"
#include "query/gjk.h"

#include <algorithm>

namespace holdfast {

namespace {

using namespace detail;

SurfacePoint on_ball(const Vector3d& center, double radius, const Vector3d& p, const Vector3d& fallback) {
  const Vector3d n = normalized(p - center, fallback);
  return {center + n * radius, n, length(p - center) - radius};
}

SurfacePoint on_capsule(const Capsule& capsule, const Vector3d& p) {
  const Vector3d axis_point{0, 0, std::clamp(p.z, -capsule.half_height, capsule.half_height)};
  return on_ball(axis_point, capsule.radius, p, {1, 0, 0});
}

SurfacePoint on_box(const Vector3d& h, const Vector3d& p) {
  const Vector3d nearest = max(-h, min(h, p));
  if (nearest != p) return {nearest, normalized(p - nearest), length(p - nearest)};
  // Inside, or on the surface: the nearest face; ties keep the lower axis.
  const Vector3d gap = h - abs(p);
  const int axis = gap.x <= gap.y && gap.x <= gap.z ? 0 : gap.y <= gap.z ? 1 : 2;
  SurfacePoint s{p, {}, -gap[axis]};
  s.normal[axis] = p[axis] < 0 ? -1 : 1;
  s.point[axis] = p[axis] < 0 ? -h[axis] : h[axis];
  return s;
}

SurfacePoint on_hull(const Hull& hull, const Vector3d& p) {
  SurfacePoint best{p, {0, 0, 1}, -std::numeric_limits<double>::infinity()};
  for (const Hull::Face& face : hull.faces()) {
    const double height = dot(face.normal, p) - face.offset;
    if (height > best.distance) best = {p - face.normal * height, face.normal, height};
  }
  if (best.distance <= 0) return best;
  const GjkResult outside = gjk_distance({&p, 1}, hull.vertices());
  // GJK calls a point that is outside by rounding a touch; the face is right then.
  if (outside.distance > 0) best = {outside.point_b, outside.normal, outside.distance};
  return best;
}

std::array<Vector3d, 3> corners_of(const Mesh& mesh, std::uint32_t triangle) {
  return {mesh.corner(triangle, 0), mesh.corner(triangle, 1), mesh.corner(triangle, 2)};
}

// The angle between two unit vectors [rad], right to 1e-4: enough for a weight, and the same on every processor.
double angle_between(const Vector3d& u, const Vector3d& v) {
  const double s = length(u - v), c = length(u + v);
  const double x = s < c ? s / c : c / s, xx = x * x;
  const double half = x * (0.9998660 + xx * (-0.3302995 + xx * (0.1801410 + xx * (-0.0851330 + xx * 0.0208351))));
  return 2 * (s < c ? half : 1.5707963267948966 - half);
}

double corner_angle(const Mesh& mesh, std::uint32_t triangle, int corner) {
  const Vector3d p = mesh.corner(triangle, corner);
  return angle_between(normalized(mesh.corner(triangle, (corner + 1) % 3) - p), normalized(mesh.corner(triangle, (corner + 2) % 3) - p));
}

// The sum of the normals around a corner, weighted by angle: its side is the surface's side for every point whose
// nearest point is that corner (Baerentzen and Aanaes, 2005).
Vector3d vertex_normal(const Mesh& mesh, std::uint32_t triangle, int corner) {
  Vector3d sum;
  mesh.for_each_around(triangle, corner, [&](std::uint32_t t, int at) { sum += mesh.normal(t) * corner_angle(mesh, t, at); });
  return sum;
}

// The direction that tells front from back at the place of the nearest point.
Vector3d front_at(const Mesh& mesh, std::uint32_t triangle, int feature) {
  const Vector3d n = mesh.normal(triangle);
  if (feature == kFace) return n;
  if (feature < kFirstEdge) return normalized(vertex_normal(mesh, triangle, feature), n);
  const std::uint32_t other = mesh.triangles()[triangle].neighbours[static_cast<std::size_t>(feature - kFirstEdge)];
  return other == Mesh::kNone ? n : normalized(n + mesh.normal(other), n);
}

SurfacePoint on_mesh(const Mesh& mesh, const Vector3d& p) {
  std::uint32_t nearest = Mesh::kNone;
  TrianglePoint at;
  double best = std::numeric_limits<double>::infinity();
  const auto bound = [&](const Mesh::Node& node) { return gap_squared(node, Aabbd{p, p}); };
  const auto visit = [&](std::uint32_t triangle) {
    const TrianglePoint candidate = closest_on_triangle(p, corners_of(mesh, triangle), mesh.normal(triangle));
    const double squared = length_squared(candidate.point - p);
    if (nearest == Mesh::kNone || squared < best || (squared == best && triangle < nearest)) {
      best = squared;
      nearest = triangle;
      at = candidate;
    }
    return best;
  };
  MeshSearch(mesh, bound, visit).run(best);
  const Vector3d front = front_at(mesh, nearest, at.feature), away = p - at.point;
  const double distance = length(away), side = dot(front, away) < 0 ? -1 : 1;
  const bool on_face = at.feature == kFace || !(distance > 0);
  return {at.point, on_face ? front : away * (side / distance), side * distance};
}

SurfacePoint on_surface(const Shape& shape, const Vector3d& p) {
  switch (shape.type()) {
    case ShapeType::sphere: return on_ball({}, shape.as_sphere().radius, p, {0, 0, 1});
    case ShapeType::capsule: return on_capsule(shape.as_capsule(), p);
    case ShapeType::box: return on_box(shape.as_box().half_extents, p);
    case ShapeType::hull: return on_hull(shape.as_hull(), p);
    case ShapeType::plane: return {{p.x, p.y, 0}, {0, 0, 1}, p.z};
    case ShapeType::mesh: break;
  }
  return on_mesh(shape.as_mesh(), p);
}

}  // namespace

SurfacePoint closest_point(const Shape& shape, const Posed& pose, const Vector3d& point) {
  check_pose(pose, "closest_point", "the pose");
  if (!is_finite(point)) throw InvalidArgument("closest_point: the point must be finite");
  const Framed frame(pose);
  const SurfacePoint local = on_surface(shape, transform_inverse(frame, point));
  return {transform(frame, local.point), frame.rotation * local.normal, local.distance};
}

}  // namespace holdfast
