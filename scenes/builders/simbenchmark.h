#pragma once
// The scenes of SimBenchmark (Hwangbo et al., leggedrobotics/SimBenchmark, 2018) that need only spheres, boxes and a plane.
//
// Frame: world, z up. Units: SI. Shared by tests, benchmarks and examples; not part of the library.
// Frictions are chosen so that their geometric means are the published coefficients of the pairs.

#include <builders/ground.h>

namespace holdfast::scenes {

inline BodyId add_solid(World& world, const Shape& shape, double mass, const Vector3d& position, const Material& material) {
  BodyDescription body;
  body.name = "body";
  body.shape = shape;
  body.mass = mass;
  body.position = position;
  body.material = material;
  return world.add_body(body);
}

/// Rolling: a ground, a box of 20 x 20 x 1 m and 10 kg, and on it 25 balls of 1 kg, 2 m apart. Friction 0.4 under the
/// box and 0.8 under the balls. Order: ground, box, balls.
inline void add_rolling(World& world) {
  constexpr double kInitialOverlap = 2e-5;  // [m]
  add_ground(world, {.friction = 0.16f});
  add_solid(world, Shape::box({10, 10, 0.5}), 10, {0, 0, 0.5 - kInitialOverlap}, {.friction = 1.0f});
  for (int i = 0; i < 5; ++i) {
    for (int j = 0; j < 5; ++j) {
      add_solid(world, Shape::sphere(0.5), 1, {2.0 * i - 4, 2.0 * j - 4, 1.5 - 3 * kInitialOverlap}, {.friction = 0.64f});
    }
  }
}

/// Bouncing: 7 x 7 balls of 10 kg and radius 0.1 m with their centers at 5 m, without friction, restitution 1.
inline void add_bouncing(World& world) {
  const Material elastic{.friction = 0, .restitution = 1};
  add_ground(world, elastic);
  for (int i = 0; i < 7; ++i) {
    for (int j = 0; j < 7; ++j) add_solid(world, Shape::sphere(0.1), 10, {2.0 * i, 2.0 * j, 5}, elastic);
  }
}

/// 666: 6 x 6 x 6 balls of 10 kg and radius 0.1 m, 0.21 m apart, shaken by up to a millimeter, without friction.
/// `bottom` is the height of the lowest centers: 0.101 m, or 1.101 m for the elastic form.
inline void add_666(World& world, bool elastic) {
  const Material material{.friction = 0, .restitution = elastic ? 1.0f : 0.0f};
  const double bottom = elastic ? 1.101 : 0.101;
  Random random(42);
  add_ground(world, material);
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j < 6; ++j) {
      for (int k = 0; k < 6; ++k) {
        const double x = 0.21 * i + random.uniform(0, 0.001), y = 0.21 * j + random.uniform(0, 0.001),
                     z = 0.21 * k + random.uniform(0, 0.001);
        add_solid(world, Shape::sphere(0.1), 10, {x, y, z + bottom}, material);
      }
    }
  }
}

/// Kapla: a tower of six floors, each of 8 planks across and 9 along, all of 10 kg, 102 in all. Order: ground, then floor
/// by floor; the last plank is on top.
inline std::vector<BodyId> add_kapla_tower(World& world, const Material& material = {.friction = 0.8f}) {
  constexpr int kFloors = 6, kPlanks = 8, kWall = kPlanks / 2;
  const Shape across = Shape::box({0.025, 0.125, 0.05}), along = Shape::box({0.1, 0.025, 0.05});
  std::vector<BodyId> ids;
  add_ground(world, material);
  const auto add = [&](const Shape& shape, double x, double y, double z) {
    ids.push_back(add_solid(world, shape, 10, {x, y, z}, material));
  };
  for (int floor = 0; floor < kFloors; ++floor) {
    const double low = 0.2 * floor + 0.05, high = 0.2 * floor + 0.15;
    for (int j = 0; j < kPlanks; ++j) add(across, 0.2 * j, 0, low);
    for (int j = 0; j < kWall; ++j) add(along, 0.4 * j + 0.1, -0.1, high);
    for (int j = 0; j + 1 < kWall; ++j) add(along, 0.4 * j + 0.3, 0.1, high);
    add(along, 0.1, 0.1, high);
    add(along, 0.4 * (kWall - 1) + 0.1, 0.1, high);
  }
  return ids;
}

}  // namespace holdfast::scenes
