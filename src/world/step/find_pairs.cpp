// World boxes of all bodies, and the pairs whose boxes come within the contact margin.

#include "world/step_scratch.h"

#include <limits>

namespace holdfast {

Aabbd world_bounds(const Shape& shape, const Posed& pose) {
  switch (shape.type()) {
    case ShapeType::sphere: {
      const double r = shape.as_sphere().radius;
      Aabbd box;
      box.add(pose.position);
      return box.grown(r);
    }
    case ShapeType::capsule: {
      const Vector3d half = rotate(pose.rotation, Vector3d{0, 0, shape.as_capsule().half_height});
      Aabbd box;
      box.add(pose.position - half);
      box.add(pose.position + half);
      return box.grown(shape.as_capsule().radius);
    }
    case ShapeType::plane: {
      constexpr double kInfinity = std::numeric_limits<double>::infinity();
      Aabbd box;
      box.low = {-kInfinity, -kInfinity, -kInfinity};
      box.high = {kInfinity, kInfinity, kInfinity};
      // Solid below: bounded on one side where the normal is an axis of the world, to the last bit.
      const Vector3d n = rotate(pose.rotation, Vector3d{0, 0, 1});
      for (int axis = 0; axis < 3; ++axis) {
        if (n[axis] == 1.0) box.high[axis] = pose.position[axis];
        if (n[axis] == -1.0) box.low[axis] = pose.position[axis];
      }
      return box;
    }
    default: return transform(Framed(pose), shape.bounds());
  }
}

void find_pairs(const WorldState& state, StepScratch& scratch) {
  const std::uint32_t count = static_cast<std::uint32_t>(state.records.size());
  scratch.shape_poses.resize(count);
  scratch.proxies.resize(count);
  const double half_margin = 0.5 * static_cast<double>(state.settings.margin);
  for (std::uint32_t i = 0; i < count; ++i) {
    const BodyRecord& body = state.records[i];
    Proxy& proxy = scratch.proxies[i];
    proxy.active = body.collides;
    if (!body.collides) continue;
    scratch.shape_poses[i] = state.shape_pose(i);
    proxy.box = round_outward(world_bounds(body.shape, scratch.shape_poses[i]).grown(half_margin));
    proxy.group = body.group;
    proxy.mask = body.mask;
    proxy.moves = body.is_dynamic();
  }
  scratch.broadphase.find_pairs(scratch.proxies, scratch.pairs);
}

}  // namespace holdfast
