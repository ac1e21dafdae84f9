// Questions to a world: rays, overlaps, nearest bodies. They read the state between steps.

#include "query/check_pose.h"
#include "world/query_cache.h"
#include "world/step_scratch.h"

#include <holdfast/base/error.h>
#include <holdfast/base/format.h>
#include <algorithm>

namespace holdfast {
namespace {

/// True when the ray meets the box at or before `limit`. The slabs are widened by a relative rounding bound, so that a
/// box is never missed that the exact ray meets.
bool ray_meets(const Aabbd& box, const Vector3d& origin, const Vector3d& inverse_direction, double limit) {
  constexpr double kWiden = 1e-14;
  double enter = 0, leave = limit;
  for (int axis = 0; axis < 3; ++axis) {
    if (std::isinf(inverse_direction[axis])) {
      if (origin[axis] < box.low[axis] || origin[axis] > box.high[axis]) return false;
      continue;
    }
    double t0 = (box.low[axis] - origin[axis]) * inverse_direction[axis], t1 = (box.high[axis] - origin[axis]) * inverse_direction[axis];
    if (t0 > t1) std::swap(t0, t1);
    enter = std::max(enter, t0 - std::abs(t0) * kWiden);
    leave = std::min(leave, t1 + std::abs(t1) * kWiden);
    if (enter > leave) return false;
  }
  return true;
}

/// How far two boxes are apart, at the least.
double gap(const Aabbd& a, const Aabbd& b) {
  const Vector3d d = max(max(a.low - b.high, b.low - a.high), Vector3d{});
  return length(d);
}

}  // namespace

std::optional<BodyRayHit> World::cast_ray(const Ray& ray, const RayFilter& filter) const {
  const WorldState& state = *state_;
  cache_->update(state);
  Ray limited = unit_ray(ray);
  const Vector3d& direction = limited.direction;
  const Vector3d inverse{1 / direction.x, 1 / direction.y, 1 / direction.z};
  std::optional<BodyRayHit> best;
  bool best_is_mesh = false;
  std::uint32_t best_body = 0;
  const auto ask = [&](std::uint32_t i) {
    const BodyRecord& body = state.records[i];
    if ((body.group & filter.mask) == 0 || body.id == filter.ignore) return;
    const std::optional<RayHit> hit = cast_unit_ray(limited, body.shape, cache_->shape_pose(i), filter.inside);
    if (!hit) return;
    const bool is_mesh = body.shape.type() == ShapeType::mesh;
    if (best && hit->distance == best->distance && (best_is_mesh > is_mesh || (best_is_mesh == is_mesh && best_body < i))) return;
    best.emplace();
    static_cast<RayHit&>(*best) = *hit;
    best->body = body.id;
    best->material = body.material;
    best_is_mesh = is_mesh;
    best_body = i;
    limited.max_distance = hit->distance;
  };
  for (const std::uint32_t i : cache_->unbounded()) ask(i);
  cache_->walk([&](const Aabbd& box) { return ray_meets(box, ray.origin, inverse, limited.max_distance); }, ask);
  return best;
}

std::vector<BodyId> World::overlapping_bodies(const Shape& shape, const Posed& pose, std::uint64_t mask) const {
  const WorldState& state = *state_;
  detail::check_pose(pose, "overlapping_bodies", "the pose");
  cache_->update(state);
  const Aabbd box = world_bounds(shape, pose);
  std::vector<std::uint32_t> found;
  const auto ask = [&](std::uint32_t i) {
    if ((state.records[i].group & mask) != 0 && overlap(shape, pose, state.records[i].shape, cache_->shape_pose(i))) found.push_back(i);
  };
  for (const std::uint32_t i : cache_->unbounded()) ask(i);
  cache_->walk([&](const Aabbd& other) { return overlaps(box, other); }, ask);
  std::sort(found.begin(), found.end());
  std::vector<BodyId> ids;
  for (const std::uint32_t i : found) ids.push_back(state.ids[i]);
  return ids;
}

std::optional<BodyDistance> World::closest_body(const Shape& shape, const Posed& pose, double max_distance, std::uint64_t mask) const {
  if (!(max_distance >= 0)) throw InvalidArgument("max_distance is " + to_text(max_distance) + " m; it must be zero or more");
  detail::check_pose(pose, "closest_body", "the pose");
  const WorldState& state = *state_;
  cache_->update(state);
  const Aabbd box = world_bounds(shape, pose);
  std::optional<BodyDistance> best;
  std::uint32_t best_body = 0;
  double limit = max_distance;
  const auto ask = [&](std::uint32_t i) {
    if ((state.records[i].group & mask) == 0) return;
    const DistanceResult result = distance(shape, pose, state.records[i].shape, cache_->shape_pose(i));
    if (result.distance > limit || (best && result.distance == best->result.distance && best_body < i)) return;
    best = BodyDistance{state.ids[i], result};
    best_body = i;
    limit = result.distance;
  };
  for (const std::uint32_t i : cache_->unbounded()) ask(i);
  cache_->walk([&](const Aabbd& other) { return gap(box, other) <= std::max(limit, 0.0); }, ask);
  return best;
}

}  // namespace holdfast
