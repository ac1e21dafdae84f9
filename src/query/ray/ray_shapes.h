#pragma once
// Rays against the shapes, each in its own frame. Directions have unit length to a few units in the last place.
// Convex solids answer with the stretch of the ray that they hold; `ray.cpp` picks the end that counts.

#include <holdfast/query/ray.h>

namespace holdfast::detail {

/// The stretch [enter, exit] of a line inside a convex solid [m], enter <= exit, with the outward normals at both ends.
struct RaySpan {
  double enter = 0, exit = 0;
  Vector3d enter_normal, exit_normal;
};

std::optional<RaySpan> ray_sphere(const Vector3d& origin, const Vector3d& direction, double radius);
std::optional<RaySpan> ray_capsule(const Vector3d& origin, const Vector3d& direction, const Capsule& capsule);
std::optional<RaySpan> ray_box(const Vector3d& origin, const Vector3d& direction, const Vector3d& half_extents);
std::optional<RaySpan> ray_hull(const Vector3d& origin, const Vector3d& direction, const Hull& hull);

struct MeshRayHit {
  double distance = 0;
  std::uint32_t triangle = Mesh::kNone;
  Vector3d normal;  // of the triangle
};
/// The nearest triangle that is met from its front; triangle kNone when there is none.
MeshRayHit ray_mesh(const Vector3d& origin, const Vector3d& direction, double max_distance, const Mesh& mesh);

/// The two roots of a circle or sphere: where a line at `offset` from the center enters and leaves, as a half chord.
/// Negative when it passes by; exactly 0 when it is tangent. Neither squares overflow nor does offset == radius round away.
inline double half_chord(double radius, double offset) {
  if (!(offset <= radius)) return -1;
  return std::sqrt(((radius - offset) / radius) * ((radius + offset) / radius)) * radius;
}

/// Length without overflow or underflow of the squares.
double safe_length(const Vector3d& v);

}  // namespace holdfast::detail
