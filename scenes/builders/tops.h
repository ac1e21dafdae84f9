#pragma once
// Spinning bodies: free tops with three different moments of inertia, and a spinning capsule that stands on the ground.
//
// Frame: world, z up. Units: SI. Shared by tests, benchmarks and examples; not part of the library.

#include <builders/random_parts.h>
#include <holdfast/world/world.h>

namespace holdfast::scenes {

/// A brick without gravity that turns about its middle axis, with a nudge: it flips over and over (Dzhanibekov).
inline BodyId add_tumbling_brick(World& world, const Vector3d& position, double spin = 10) {
  BodyDescription brick;
  brick.name = "tumbling brick";
  brick.shape = Shape::box({0.4, 0.2, 0.1});
  brick.density = 1000;
  brick.position = position;
  brick.angular_velocity = {0.01 * spin, spin, 0.01 * spin};
  brick.gravity_scale = 0;
  return world.add_body(brick);
}

/// A capsule that stands upright on z = 0 and spins about its axis.
inline BodyId add_spinning_capsule(World& world, double x, double y, double spin = 40) {
  BodyDescription top;
  top.name = "top";
  top.shape = Shape::capsule(0.2, 0.3);
  top.density = 1000;
  top.position = {x, y, 0.5};
  top.angular_velocity = {0.2, 0.1, spin};
  return world.add_body(top);
}

/// `count` free tops in a row, each with a spin and a turn of its own.
inline std::vector<BodyId> add_tops(World& world, int count, std::uint64_t seed = 1) {
  Random random(seed);
  std::vector<BodyId> ids;
  for (int i = 0; i < count; ++i) {
    const BodyId id = add_tumbling_brick(world, {2.0 * i, 0, 10}, random.uniform(2, 20));
    world.set_rotation(id, Quaternionf(random_rotation(random)));
    ids.push_back(id);
  }
  return ids;
}

}  // namespace holdfast::scenes
