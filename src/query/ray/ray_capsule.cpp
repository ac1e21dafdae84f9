#include "query/ray/ray_shapes.h"

#include <algorithm>

namespace holdfast::detail {

namespace {

// Where the line is inside the infinite cylinder and between the planes of the cap centers.
std::optional<RaySpan> ray_barrel(const Vector3d& origin, const Vector3d& direction, const Capsule& capsule) {
  const double across = safe_length({direction.x, direction.y, 0});
  if (!(across > 0)) return std::nullopt;  // along the axis: the caps say it all
  const Vector3d u{direction.x / across, direction.y / across, 0};
  const double foot = -(origin.x * u.x + origin.y * u.y);
  const double half = half_chord(capsule.radius, std::abs(origin.x * u.y - origin.y * u.x));
  if (half < 0) return std::nullopt;
  double enter = (foot - half) / across, exit = (foot + half) / across;
  if (direction.z == 0) {
    if (std::abs(origin.z) > capsule.half_height) return std::nullopt;
  } else {
    const double low = (-capsule.half_height - origin.z) / direction.z, high = (capsule.half_height - origin.z) / direction.z;
    enter = std::max(enter, std::min(low, high));
    exit = std::min(exit, std::max(low, high));
  }
  if (!(enter <= exit)) return std::nullopt;
  return RaySpan{enter, exit, {}, {}};
}

void join(std::optional<RaySpan>& whole, const std::optional<RaySpan>& part, double offset) {
  if (!part) return;
  const double enter = part->enter + offset, exit = part->exit + offset;
  if (!whole) {
    whole = RaySpan{enter, exit, {}, {}};
    return;
  }
  whole->enter = std::min(whole->enter, enter);
  whole->exit = std::max(whole->exit, exit);
}

Vector3d capsule_normal(const Vector3d& p, const Capsule& capsule) {
  return normalized(p - Vector3d{0, 0, std::clamp(p.z, -capsule.half_height, capsule.half_height)});
}

}  // namespace

// A capsule is convex and the union of two balls and a barrel: its stretch runs from their first entry to their last exit.
std::optional<RaySpan> ray_capsule(const Vector3d& origin, const Vector3d& direction, const Capsule& capsule) {
  const double foot = -dot(origin, direction);
  const Vector3d near = origin + direction * foot;  // work from the place closest to the center
  const Vector3d cap{0, 0, capsule.half_height};
  std::optional<RaySpan> whole;
  join(whole, ray_barrel(near, direction, capsule), foot);
  join(whole, ray_sphere(near - cap, direction, capsule.radius), foot);
  join(whole, ray_sphere(near + cap, direction, capsule.radius), foot);
  if (!whole) return std::nullopt;
  whole->enter_normal = capsule_normal(near + direction * (whole->enter - foot), capsule);
  whole->exit_normal = capsule_normal(near + direction * (whole->exit - foot), capsule);
  return whole;
}

}  // namespace holdfast::detail
