#pragma once
// Rays against one posed shape.
//
// Frame: world. Units: meters; the direction need not be a unit vector. Everything is Float64. A hit at exactly
// `max_distance` counts. Triangles are met from the front only. An exactly tangent ray hits.
// A ray that starts on the surface meets it at distance 0 when it points inward, and does not when it points outward.
// A mesh has no gaps: a ray through a shared edge or corner meets one of the triangles there; equal distances go to the
// lowest triangle index.
// Fails: InvalidArgument for a direction without length, a non-finite number, or max_distance < 0.

#include <holdfast/shape/shape.h>
#include <limits>
#include <optional>

namespace holdfast {

struct Ray {
  Vector3d origin;
  Vector3d direction;
  double max_distance = std::numeric_limits<double>::infinity();  ///< [m]
};

/// What a ray that starts inside a solid meets.
enum class RayInside : std::uint8_t {
  exit,  ///< the place where it leaves, with the outward normal
  miss,  ///< nothing
};

struct RayHit {
  Vector3d point;
  Vector3d normal;                       ///< unit, outward; of a plane met from below: flipped toward the origin of the ray
  double distance = 0;                   ///< [m] from the origin
  std::uint32_t triangle = Mesh::kNone;  ///< of a mesh: which triangle
};

/// The nearest hit. The ray's direction is normalised here; throws as above.
std::optional<RayHit> cast_ray(const Ray& ray, const Shape& shape, const Posed& pose, RayInside inside = RayInside::exit);

/// The ray with a direction of unit length; throws as above. Long and short directions do not overflow.
Ray unit_ray(const Ray& ray);

/// `cast_ray` for a ray that `unit_ray` made: the same hit without its checks, for one ray against many shapes.
std::optional<RayHit> cast_unit_ray(const Ray& ray, const Shape& shape, const Posed& pose, RayInside inside = RayInside::exit);

/// `cast_unit_ray` against one mesh.
std::optional<RayHit> cast_unit_ray(const Ray& ray, const Mesh& mesh, const Posed& pose);

}  // namespace holdfast
