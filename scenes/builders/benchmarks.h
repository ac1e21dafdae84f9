#pragma once
// The scenes of the comparison with other engines (docs/performance.md): a pyramid, a rain of spheres, a mixed rain.
//
// Frame: world, z up. Units: meters, kg. Shared by tests, benchmarks and examples; not part of the library.

#include <builders/ground.h>
#include <builders/piles.h>
#include <builders/stacks.h>

namespace holdfast::scenes {

/// A box as floor, its top in z = 0: every engine has a good box.
inline BodyId add_box_ground(World& world, double half_size = 50) {
  BodyDescription ground;
  ground.name = "ground";
  ground.kind = BodyKind::static_body;
  ground.shape = Shape::box({half_size, half_size, 1});
  ground.position = {0, 0, -1};
  return world.add_body(ground);
}

/// Cubes of 1 m, `rows` in the lowest row, one less in each above, `gap` between neighbours of a row (0: they touch). Returns the top one
/// last.
inline std::vector<BodyId> add_cube_pyramid(World& world, int rows = 20, double gap = 0) {
  std::vector<BodyId> ids;
  for (int level = 0; level < rows; ++level) {
    const int count = rows - level;
    for (int i = 0; i < count; ++i) ids.push_back(add_box(world, {0.5, 0.5, 0.5}, {(1 + gap) * (i - 0.5 * (count - 1)), 0, level + 0.5}));
  }
  return ids;
}

/// 128 x 128 cells of half a meter, 32,768 triangles, with gentle hills.
inline BodyId add_benchmark_terrain(World& world) { return add_mesh_ground(world, make_terrain_mesh(128, 64, 1)); }

/// Spheres of radius 0.25 to 0.5 m above the terrain.
inline std::vector<BodyId> add_varied_sphere_rain(World& world, const PileLayout& layout) {
  Random random(layout.seed);
  std::vector<BodyId> ids;
  for (std::size_t i = 0; i < layout.count; ++i) {
    BodyDescription drop;
    drop.name = "drop";
    drop.shape = Shape::sphere(layout.radius * random.uniform(0.5, 1.0));
    drop.density = 1000;
    drop.position = pile_position(layout, i, random);
    ids.push_back(world.add_body(drop));
  }
  return ids;
}

/// Spheres, boxes, capsules and hulls of 12 to 20 points in equal shares, each turned at random.
inline std::vector<BodyId> add_mixed_rain(World& world, const PileLayout& layout) {
  Random random(layout.seed);
  std::vector<BodyId> ids;
  for (std::size_t i = 0; i < layout.count; ++i) {
    BodyDescription solid;
    solid.name = "solid";
    const double radius = layout.radius * random.uniform(0.6, 1.0);
    solid.shape = i % 4 == 3 ? random_hull(random, radius, 12 + static_cast<int>(random.below(9))) : mixed_solid(random, i, radius);
    solid.density = 1000;
    solid.position = pile_position(layout, i, random);
    solid.rotation = random_rotation(random);
    ids.push_back(world.add_body(solid));
  }
  return ids;
}

}  // namespace holdfast::scenes
