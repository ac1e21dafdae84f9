#include <holdfast/query/ray.h>

#include <holdfast/base/error.h>

#include "query/check_pose.h"
#include "query/ray/ray_shapes.h"

#include <string>

namespace holdfast {

namespace detail {

double safe_length(const Vector3d& v) {
  const double m = std::abs(v[largest_axis(v)]);
  if (m > 1e-140 && m < 1e140) return length(v);
  return m > 0 ? length(v / m) * m : 0.0;
}

namespace {

// Squared lengths of directions that neither overflow nor lose digits [m²]; others are scaled first.
constexpr double kLeastSquare = 1e-200, kGreatestSquare = 1e200;

std::string words(const Vector3d& v) { return "(" + std::to_string(v.x) + ", " + std::to_string(v.y) + ", " + std::to_string(v.z) + ")"; }

// What of a solid's stretch the ray meets: its entry, or its exit when the ray starts inside.
std::optional<RayHit> pick(const std::optional<RaySpan>& span, const Ray& ray, const Framed& frame, RayInside inside) {
  if (!span) return std::nullopt;
  RayHit hit;
  const bool starts_outside = span->enter >= 0;
  if (starts_outside) {
    hit.distance = span->enter;
    hit.normal = frame.rotation * span->enter_normal;
  } else {
    if (inside == RayInside::miss || !(span->exit > 0)) return std::nullopt;
    hit.distance = span->exit;
    hit.normal = frame.rotation * span->exit_normal;
  }
  if (!(hit.distance <= ray.max_distance) || !std::isfinite(hit.distance)) return std::nullopt;
  hit.point = ray.origin + ray.direction * hit.distance;
  return hit;
}

std::optional<RayHit> cast_plane(const Ray& ray, const Framed& frame, const Vector3d& origin, const Vector3d& direction, RayInside inside) {
  const bool below = origin.z < 0;
  const bool meets = below ? direction.z > 0 && inside == RayInside::exit : direction.z < 0;
  if (!meets) return std::nullopt;
  RayHit hit;
  hit.distance = -origin.z / direction.z;
  if (!(hit.distance <= ray.max_distance) || !std::isfinite(hit.distance)) return std::nullopt;
  hit.point = ray.origin + ray.direction * hit.distance;
  hit.normal = frame.rotation.column(2) * (below ? -1.0 : 1.0);
  return hit;
}

std::optional<RayHit> cast_mesh(const Ray& ray, const Posed& pose, const Mesh& mesh) {
  RayHit hit;
  MeshRayHit found;
  if (pose.rotation == Quaterniond()) {  // most meshes are the ground: the same numbers, sooner
    found = ray_mesh(ray.origin - pose.position, ray.direction, ray.max_distance, mesh);
    if (found.triangle == Mesh::kNone) return std::nullopt;
    hit.normal = found.normal;
  } else {
    const Framed frame(pose);
    found = ray_mesh(transform_inverse(frame, ray.origin), transpose_times(frame.rotation, ray.direction), ray.max_distance, mesh);
    if (found.triangle == Mesh::kNone) return std::nullopt;
    hit.normal = frame.rotation * found.normal;
  }
  hit.point = ray.origin + ray.direction * found.distance;
  hit.distance = found.distance;
  hit.triangle = found.triangle;
  return hit;
}

// A direction that is very long or short, or a value that is refused.
Ray unusual_ray(const Ray& ray) {
  if (!is_finite(ray.origin)) throw InvalidArgument("ray: origin " + words(ray.origin) + " must be finite");
  if (!is_finite(ray.direction)) throw InvalidArgument("ray: direction " + words(ray.direction) + " must be finite");
  const double largest = std::abs(ray.direction[largest_axis(ray.direction)]);
  if (!(largest > 0)) throw InvalidArgument("ray: direction (0, 0, 0) has no length; give a vector that is not zero");
  if (!(ray.max_distance >= 0)) throw InvalidArgument("ray: max_distance " + std::to_string(ray.max_distance) + " must be 0 m or more");
  // In two steps: 1 / largest can overflow.
  const Vector3d scaled = ray.direction / largest;
  return {ray.origin, scaled / length(scaled), ray.max_distance};
}

}  // namespace
}  // namespace detail

Ray unit_ray(const Ray& ray) {
  const double squared = length_squared(ray.direction);
  const bool in_range = squared > detail::kLeastSquare && squared < detail::kGreatestSquare;
  if (!in_range || !is_finite(ray.origin) || !(ray.max_distance >= 0)) return detail::unusual_ray(ray);
  return {ray.origin, ray.direction / std::sqrt(squared), ray.max_distance};
}

std::optional<RayHit> cast_unit_ray(const Ray& ray, const Mesh& mesh, const Posed& pose) { return detail::cast_mesh(ray, pose, mesh); }

std::optional<RayHit> cast_unit_ray(const Ray& ray, const Shape& shape, const Posed& pose, RayInside inside) {
  using namespace detail;
  if (shape.type() == ShapeType::mesh) return cast_mesh(ray, pose, shape.as_mesh());
  const Framed frame(pose);
  const Vector3d origin = transform_inverse(frame, ray.origin);
  const Vector3d direction = transpose_times(frame.rotation, ray.direction);
  switch (shape.type()) {
    case ShapeType::sphere: return pick(ray_sphere(origin, direction, shape.as_sphere().radius), ray, frame, inside);
    case ShapeType::capsule: return pick(ray_capsule(origin, direction, shape.as_capsule()), ray, frame, inside);
    case ShapeType::box: return pick(ray_box(origin, direction, shape.as_box().half_extents), ray, frame, inside);
    case ShapeType::hull: return pick(ray_hull(origin, direction, shape.as_hull()), ray, frame, inside);
    case ShapeType::plane: return cast_plane(ray, frame, origin, direction, inside);
    case ShapeType::mesh: break;
  }
  return std::nullopt;
}

std::optional<RayHit> cast_ray(const Ray& ray, const Shape& shape, const Posed& pose, RayInside inside) {
  detail::check_pose(pose, "cast_ray", "the pose");
  return cast_unit_ray(unit_ray(ray), shape, pose, inside);
}

}  // namespace holdfast
