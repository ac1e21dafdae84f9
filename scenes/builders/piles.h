#pragma once
// Things that fall: a rain of spheres, a pile of mixed solids. The ground is added apart (ground.h).
//
// Frame: world, z up. Units: meters, kg. Shared by tests, benchmarks and examples; not part of the library.
// Bodies start on a cubic lattice, shaken by less than the room between them: none overlap at the start.

#include <builders/random_parts.h>
#include <holdfast/world/world.h>

namespace holdfast::scenes {

/// Where and how many: a block of `columns` x `columns` lattice cells a layer, filled from below.
struct PileLayout {
  std::size_t count = 64;
  std::size_t columns = 4;
  double radius = 0.25;  ///< [m] bound of each solid
  double bottom = 1.0;   ///< [m] height of the lowest centers
  double spacing = 2.6;  ///< lattice pitch in radii, > 2
  std::uint64_t seed = 1;
};

/// Center of the lattice cell `index`, shaken by at most half of the spare room in each axis.
inline Vector3d pile_position(const PileLayout& layout, std::size_t index, Random& random) {
  const double pitch = layout.spacing * layout.radius;
  const std::size_t layer = layout.columns * layout.columns;
  const double half = 0.5 * static_cast<double>(layout.columns - 1);
  const std::size_t column = index % layout.columns, row = index % layer / layout.columns, level = index / layer;
  const Vector3d cell{static_cast<double>(column) - half, static_cast<double>(row) - half, static_cast<double>(level)};
  const Vector3d shake = random_in_cube(random, 0.25 * (pitch - 2 * layout.radius));
  return cell * pitch + Vector3d{0, 0, layout.bottom} + shake;
}

/// Equal spheres.
inline std::vector<BodyId> add_sphere_rain(World& world, const PileLayout& layout, const Material& material = {}) {
  Random random(layout.seed);
  std::vector<BodyId> ids;
  for (std::size_t i = 0; i < layout.count; ++i) {
    BodyDescription drop;
    drop.name = "drop";
    drop.shape = Shape::sphere(layout.radius);
    drop.density = 1000;
    drop.material = material;
    drop.position = pile_position(layout, i, random);
    ids.push_back(world.add_body(drop));
  }
  return ids;
}

/// Spheres, boxes, capsules and hulls in turn, each turned at random.
inline std::vector<BodyId> add_mixed_pile(World& world, const PileLayout& layout, const Material& material = {}) {
  Random random(layout.seed);
  std::vector<BodyId> ids;
  for (std::size_t i = 0; i < layout.count; ++i) {
    BodyDescription solid;
    solid.name = "solid";
    solid.shape = mixed_solid(random, i, layout.radius);
    solid.density = 1000;
    solid.material = material;
    solid.position = pile_position(layout, i, random);
    solid.rotation = random_rotation(random);
    ids.push_back(world.add_body(solid));
  }
  return ids;
}

/// Solids of one shape, each turned at random: a pile of equal boxes, capsules or boulders.
inline std::vector<BodyId> add_uniform_pile(World& world, const PileLayout& layout, const Shape& shape, const Material& material = {}) {
  Random random(layout.seed);
  std::vector<BodyId> ids;
  for (std::size_t i = 0; i < layout.count; ++i) {
    BodyDescription solid;
    solid.name = "solid";
    solid.shape = shape;
    solid.density = 1000;
    solid.material = material;
    solid.position = pile_position(layout, i, random);
    solid.rotation = random_rotation(random);
    ids.push_back(world.add_body(solid));
  }
  return ids;
}

}  // namespace holdfast::scenes
