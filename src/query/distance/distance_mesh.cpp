#include "query/distance/convex_core.h"
#include "query/distance/mesh_search.h"
#include "query/distance/triangle_point.h"
#include "query/gjk.h"

#include <algorithm>

namespace holdfast::detail {

namespace {

// A direction this far over an edge still counts as straight up along its plane [-]: the rounding of unit vectors.
constexpr double kOverEdge = 1e-12;
// The cosine from which a direction counts as straight out of a face's back [-]: a nearest point inside the face gives it
// to rounding, magnified where the gap is small.
constexpr double kStraightBack = 1 - 1e-9;

// The outward direction of an edge, in the plane of its triangle; not of unit length.
Vector3d outward(const Mesh& mesh, std::uint32_t triangle, int edge) {
  return cross(mesh.corner(triangle, (edge + 1) % 3) - mesh.corner(triangle, edge), mesh.normal(triangle));
}

// Directions in which a shape may leave a triangle: to its front, and over an edge only where the surface ends or turns
// away there, and no farther than the next triangle's front. Anything else would push it into the neighbour.
class LeavingCone {
 public:
  LeavingCone(const Mesh& mesh, std::uint32_t triangle) : mesh_(mesh), triangle_(triangle) {}

  bool operator()(const Vector3d& direction) const {
    const Vector3d n = mesh_.normal(triangle_);
    if (dot(direction, n) < -kOverEdge) return false;
    const Mesh::Triangle& t = mesh_.triangles()[triangle_];
    for (int edge = 0; edge < 3; ++edge) {
      const Vector3d out = outward(mesh_, triangle_, edge);
      if (dot(direction, out) <= kOverEdge * length(out)) continue;
      const auto kind = t.edges[static_cast<std::size_t>(edge)];
      if (kind == Mesh::EdgeKind::flat || kind == Mesh::EdgeKind::concave) return false;
      if (kind == Mesh::EdgeKind::convex && !within_neighbour(t.neighbours[static_cast<std::size_t>(edge)], direction)) return false;
    }
    return true;
  }

 private:
  // Over a ridge: up to the neighbour's normal.
  [[nodiscard]] bool within_neighbour(std::uint32_t neighbour, const Vector3d& direction) const {
    const auto& around = mesh_.triangles()[neighbour].neighbours;
    const int shared = around[0] == triangle_ ? 0 : around[1] == triangle_ ? 1 : 2;
    const Vector3d out = outward(mesh_, neighbour, shared);
    return dot(direction, out) >= -kOverEdge * length(out);
  }

  const Mesh& mesh_;
  std::uint32_t triangle_;
};

// A convex solid against the triangles of a mesh, in the mesh's frame; a is the solid, b the mesh.
class SolidOnMesh {
 public:
  SolidOnMesh(const Shape& solid, const Framed& frame, const Mesh& mesh)
      : solid_(solid), mesh_(mesh), frame_(frame), core_(convex_core(solid, frame)) {
    for (const Vector3d& v : core_.vertices) box_.add(v);
    box_ = box_.grown(core_.radius);
  }

  [[nodiscard]] const Aabbd& box() const { return box_; }

  /// Of one triangle taken alone.
  [[nodiscard]] DistanceResult distance_to(std::uint32_t triangle) const {
    const std::array<Vector3d, 3> corners{mesh_.corner(triangle, 0), mesh_.corner(triangle, 1), mesh_.corner(triangle, 2)};
    const GjkResult gjk = gjk_distance(core_.vertices, corners);
    const double gap = gjk.distance - core_.radius;
    if (gjk.distance > 0 && (gap > 0 || is_behind(triangle) || !faces_back(triangle, gjk.normal))) {
      return along(gap, gjk.normal, gjk.point_b, gjk.status);
    }
    if (gjk.distance > 0) return pushed_to_front(triangle, gjk.status);
    if (is_behind(triangle)) return along(0, -mesh_.normal(triangle), foot_of_farthest(triangle, mesh_.normal(triangle)), gjk.status);
    return crossing(triangle, corners, gjk.status);
  }

  [[nodiscard]] bool overlaps(std::uint32_t triangle) const {
    if (is_behind(triangle)) return false;
    const std::array<Vector3d, 3> corners{mesh_.corner(triangle, 0), mesh_.corner(triangle, 1), mesh_.corner(triangle, 2)};
    return gjk_distance(core_.vertices, corners).distance <= core_.radius;
  }

 private:
  // No part of the solid is in front of the triangle's plane.
  [[nodiscard]] bool is_behind(std::uint32_t triangle) const {
    const Vector3d n = mesh_.normal(triangle), a = mesh_.corner(triangle, 0);
    return std::all_of(core_.vertices.begin(), core_.vertices.end(), [&](const Vector3d& v) { return dot(n, v - a) + core_.radius <= 0; });
  }

  // The nearest direction leads out through the back of the face itself.
  [[nodiscard]] bool faces_back(std::uint32_t triangle, const Vector3d& normal) const {
    return dot(normal, mesh_.normal(triangle)) < -kStraightBack;
  }

  // The core's corner that lies farthest along `direction`, a normal of the triangle's plane, dropped onto the plane.
  [[nodiscard]] Vector3d foot_of_farthest(std::uint32_t triangle, const Vector3d& direction) const {
    Vector3d best = core_.vertices[0];
    for (const Vector3d& v : core_.vertices) {
      if (dot(v, direction) > dot(best, direction)) best = v;
    }
    return best - direction * dot(direction, best - mesh_.corner(triangle, 0));
  }

  [[nodiscard]] DistanceResult along(double distance, const Vector3d& normal, const Vector3d& on_mesh, Status status) const {
    return {distance, on_mesh + normal * distance, on_mesh, normal, status};
  }

  // A round shape whose core is behind the face and whose skin comes through it.
  [[nodiscard]] DistanceResult pushed_to_front(std::uint32_t triangle, Status status) const {
    const Vector3d n = mesh_.normal(triangle);
    const Vector3d foot = foot_of_farthest(triangle, -n);
    double lowest = std::numeric_limits<double>::infinity();
    for (const Vector3d& v : core_.vertices) lowest = std::min(lowest, dot(n, v - mesh_.corner(triangle, 0)));
    return along(lowest - core_.radius, n, foot, status);
  }

  [[nodiscard]] DistanceResult crossing(std::uint32_t triangle, const std::array<Vector3d, 3>& corners, Status status) const {
    if (axes_.normals.empty() && axes_.directions.empty()) axes_ = core_axes(solid_, frame_);
    const std::array<Vector3d, 1> normals{mesh_.normal(triangle)};
    const std::array<Vector3d, 3> edges{corners[1] - corners[0], corners[2] - corners[1], corners[0] - corners[2]};
    const SatShape flat{corners, normals, edges, {}};
    const SatResult sat = SatSearch(sat_shape(core_, axes_), flat, LeavingCone(mesh_, triangle)).run();
    Vector3d point_a, point_b;
    facing_points(core_.vertices, corners, sat, point_a, point_b);
    return along(sat.separation - core_.radius, sat.normal, point_b, status);
  }

  const Shape& solid_;
  const Mesh& mesh_;
  Framed frame_;
  ConvexCore core_;
  Aabbd box_;
  mutable CoreAxes axes_;  // made for the first crossing
};

}  // namespace

DistanceResult distance_solid_mesh(const Shape& solid, const Posed& pose, const Mesh& mesh, const Posed& mesh_pose) {
  const Framed frame(mesh_pose);
  const SolidOnMesh query(solid, relative_frame(frame, Framed(pose)), mesh);
  DistanceResult best;
  best.distance = std::numeric_limits<double>::infinity();
  std::uint32_t nearest = Mesh::kNone;
  Status worst = Status::converged;
  const auto bound = [&](const Mesh::Node& node) {
    const double gap = gap_squared(node, query.box());
    return gap > 0 ? std::sqrt(gap) * (1 - 0x1.0p-50) : -std::numeric_limits<double>::infinity();
  };
  const auto visit = [&](std::uint32_t triangle) {
    const DistanceResult r = query.distance_to(triangle);
    worst = std::max(worst, r.status);
    if (r.distance < best.distance || (r.distance == best.distance && triangle < nearest)) {
      best = r;
      nearest = triangle;
    }
    return best.distance;
  };
  MeshSearch(mesh, bound, visit).run(best.distance);
  best.point_a = transform(frame, best.point_a);
  best.point_b = transform(frame, best.point_b);
  best.normal = frame.rotation * best.normal;
  best.status = worst;
  return best;
}

bool overlap_solid_mesh(const Shape& solid, const Posed& pose, const Mesh& mesh, const Posed& mesh_pose) {
  const SolidOnMesh query(solid, relative_frame(Framed(mesh_pose), Framed(pose)), mesh);
  bool found = false;
  // One hit ends the search: nothing scores below minus infinity.
  const auto bound = [&](const Mesh::Node& node) { return gap_squared(node, query.box()); };
  const auto visit = [&](std::uint32_t triangle) {
    found = found || query.overlaps(triangle);
    return found ? -1.0 : 0.0;
  };
  MeshSearch(mesh, bound, visit).run(0.0);
  return found;
}

}  // namespace holdfast::detail
