#pragma once
// Stacks of boxes: a tower, a pyramid, a wall. They stand on z = 0; the ground is added apart (ground.h).
//
// Frame: world, z up. Units: meters, kg. Shared by tests, benchmarks and examples; not part of the library.

#include <holdfast/world/world.h>

namespace holdfast::scenes {

/// A box of the given half size with its center at `center`.
inline BodyId add_box(World& world, const Vector3d& half_extents, const Vector3d& center, double density = 1000) {
  BodyDescription box;
  box.name = "box";
  box.shape = Shape::box(half_extents);
  box.density = density;
  box.position = center;
  return world.add_body(box);
}

/// `count` cubes on top of each other, touching exactly, over (x, y).
inline std::vector<BodyId> add_stack(World& world, int count, double half_extent = 0.5, double x = 0, double y = 0) {
  std::vector<BodyId> ids;
  for (int i = 0; i < count; ++i) {
    ids.push_back(add_box(world, {half_extent, half_extent, half_extent}, {x, y, half_extent * (2 * i + 1)}));
  }
  return ids;
}

/// A pyramid in the plane y: `rows` cubes in the lowest row, one less in each above, gaps of a tenth between neighbours.
inline std::vector<BodyId> add_pyramid(World& world, int rows, double half_extent = 0.5, double y = 0) {
  std::vector<BodyId> ids;
  const double pitch = 2.2 * half_extent;
  for (int level = 0; level < rows; ++level) {
    const int count = rows - level;
    for (int i = 0; i < count; ++i) {
      const double x = pitch * (i - 0.5 * (count - 1));
      ids.push_back(add_box(world, {half_extent, half_extent, half_extent}, {x, y, half_extent * (2 * level + 1)}));
    }
  }
  return ids;
}

/// A wall of bricks (2:1:1) in the plane y, every other course shifted by half a brick.
inline std::vector<BodyId> add_wall(World& world, int columns, int courses, double half_height = 0.25, double y = 0) {
  std::vector<BodyId> ids;
  const Vector3d half{2 * half_height, half_height, half_height};
  for (int course = 0; course < courses; ++course) {
    for (int i = 0; i < columns; ++i) {
      const double x = 2 * half.x * (i - 0.5 * (columns - 1)) + (course % 2 == 0 ? 0 : half.x);
      ids.push_back(add_box(world, half, {x, y, half_height * (2 * course + 1)}));
    }
  }
  return ids;
}

}  // namespace holdfast::scenes
