#include "overlap.h"

#include "polytope.h"

#include <algorithm>
#include <limits>

namespace holdfast::bench {

namespace {

constexpr double kCounted = 1e-6;   // [m] less is rounding: not counted as a pair
constexpr int kSamplesPerEdge = 8;  // a hull's edge over a ridge is found to an eighth of its length
constexpr double kSearch = 1.0;     // [m] how far around a body triangles are looked at; more than any overlap

struct Local {
  std::vector<std::array<Vector3d, 3>> triangles;
  std::vector<Vector3d> vertices;
};

Local triangles_near(const Mesh& mesh, const Core& core) {
  Local local;
  const double r = core.reach + kSearch;
  const Vector3d low = core.center - Vector3d{r, r, r}, high = core.center + Vector3d{r, r, r};
  mesh.for_each_in({Vector3f(low), Vector3f(high)}, [&](std::uint32_t t) {
    local.triangles.push_back({mesh.corner(t, 0), mesh.corner(t, 1), mesh.corner(t, 2)});
    for (int i = 0; i < 3; ++i) local.vertices.push_back(mesh.corner(t, i));
  });
  return local;
}

bool below(const Vector3d& p, const Local& local) {
  for (const auto& [a, b, c] : local.triangles) {
    const auto side = [&p](const Vector3d& u, const Vector3d& v) { return (v.x - u.x) * (p.y - u.y) - (v.y - u.y) * (p.x - u.x); };
    if (side(a, b) < 0 || side(b, c) < 0 || side(c, a) < 0) continue;
    const Vector3d n = cross(b - a, c - a);
    return dot(n, p - a) < 0;
  }
  return false;
}

double point_depth(const Vector3d& p, double radius, const Local& local) {
  double nearest = std::numeric_limits<double>::infinity();
  for (const auto& [a, b, c] : local.triangles) nearest = std::min(nearest, length(p - nearest_on_triangle(p, a, b, c)));
  if (nearest == std::numeric_limits<double>::infinity()) return 0;
  return below(p, local) ? radius + nearest : radius - nearest;
}

double mesh_depth(const Core& core, const Mesh& mesh) {
  const Local local = triangles_near(mesh, core);
  double deepest = 0;
  for (const Vector3d& p : core.points) deepest = std::max(deepest, point_depth(p, core.radius, local));
  for (const auto& e : core.edges) {
    for (int k = 1; k < kSamplesPerEdge; ++k) {
      const Vector3d p = core.points[e[0]] + (core.points[e[1]] - core.points[e[0]]) * (static_cast<double>(k) / kSamplesPerEdge);
      deepest = std::max(deepest, point_depth(p, core.radius, local));
    }
  }
  if (core.faces.empty()) return deepest;
  for (const Vector3d& v : local.vertices) {
    double inside = std::numeric_limits<double>::infinity();
    for (const Core::Face& face : core.faces) inside = std::min(inside, face.offset - dot(face.normal, v));
    deepest = std::max(deepest, inside);
  }
  return deepest;
}

double plane_depth(const Core& core) {
  double lowest = std::numeric_limits<double>::infinity();
  for (const Vector3d& p : core.points) lowest = std::min(lowest, p.z);
  return core.radius - lowest;
}

}  // namespace

Overlap measure_overlap(const Scene& scene, const Engine& engine) {
  const std::size_t count = scene.bodies.size();
  std::vector<Core> cores(count);
  for (std::size_t i = 0; i < count; ++i) cores[i] = make_core(scene.bodies[i].shape, engine.pose(i));
  std::vector<double> worst(count, 0.0);
  Overlap result;
  const auto record = [&](std::size_t i, std::size_t j, double depth) {
    worst[i] = std::max(worst[i], depth);
    worst[j] = std::max(worst[j], depth);
    if (depth > kCounted) ++result.pairs;
  };
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const SceneBody &a = scene.bodies[i], &b = scene.bodies[j];
      if (!a.dynamic && !b.dynamic) continue;
      const ShapeType other = std::max(a.shape.type(), b.shape.type());
      const std::size_t solid = a.shape.is_convex_solid() ? i : j;
      if (other == ShapeType::mesh) {
        record(i, j, mesh_depth(cores[solid], scene.bodies[i + j - solid].shape.as_mesh()));
      } else if (other == ShapeType::plane) {
        record(i, j, plane_depth(cores[solid]));
      } else {
        record(i, j, overlap_depth(cores[i], cores[j]));
      }
    }
  }
  std::size_t moving = 0;
  for (std::size_t i = 0; i < count; ++i) {
    result.largest = std::max(result.largest, worst[i]);
    if (!scene.bodies[i].dynamic) continue;
    result.mean += worst[i];
    ++moving;
  }
  if (moving > 0) result.mean /= static_cast<double>(moving);
  return result;
}

}  // namespace holdfast::bench
