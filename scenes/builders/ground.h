#pragma once
// Floors: a plane, a flat mesh, a rolling terrain mesh; and walls around them.
//
// Frame: world, z up. Units: meters. Shared by tests, benchmarks and examples; not part of the library.
// Meshes are centered on the origin; the same arguments give the same bits everywhere.

#include <builders/random_parts.h>
#include <holdfast/world/world.h>

namespace holdfast::scenes {

/// A static plane through the origin, solid below.
inline BodyId add_ground(World& world, const Material& material = {}) {
  BodyDescription ground;
  ground.name = "ground";
  ground.kind = BodyKind::static_body;
  ground.shape = Shape::plane();
  ground.material = material;
  return world.add_body(ground);
}

/// A grid of cells x cells squares, two triangles each, over a square of side `size`; heights by row, (cells + 1)² of them.
inline std::shared_ptr<const Mesh> make_grid_mesh(std::uint32_t cells, double size, std::span<const double> heights) {
  const std::uint32_t row = cells + 1;
  std::vector<Vector3f> vertices;
  std::vector<std::array<std::uint32_t, 3>> triangles;
  vertices.reserve(std::size_t{row} * row);
  triangles.reserve(std::size_t{2} * cells * cells);
  for (std::uint32_t j = 0; j < row; ++j) {
    for (std::uint32_t i = 0; i < row; ++i) {
      const double x = size * (static_cast<double>(i) / cells - 0.5), y = size * (static_cast<double>(j) / cells - 0.5);
      vertices.emplace_back(static_cast<float>(x), static_cast<float>(y), static_cast<float>(heights[std::size_t{j} * row + i]));
    }
  }
  for (std::uint32_t j = 0; j < cells; ++j) {
    for (std::uint32_t i = 0; i < cells; ++i) {
      const std::uint32_t a = j * row + i, b = a + 1, c = b + row, d = a + row;
      triangles.push_back({a, b, c});
      triangles.push_back({a, c, d});
    }
  }
  return Mesh::create(vertices, triangles);
}

/// A level square in z = 0.
inline std::shared_ptr<const Mesh> make_flat_mesh(std::uint32_t cells, double size) {
  const std::vector<double> heights(std::size_t{cells + 1} * (cells + 1), 0.0);
  return make_grid_mesh(cells, size, heights);
}

/// Hills: random heights on a coarse lattice of 4-cell squares, blended by a cubic so that slopes are gentle.
inline std::shared_ptr<const Mesh> make_terrain_mesh(std::uint32_t cells, double size = 40, double height = 1, std::uint64_t seed = 1) {
  constexpr std::uint32_t kCoarse = 4;
  const std::uint32_t row = cells + 1, coarse_row = cells / kCoarse + 2;
  Random random(seed);
  std::vector<double> coarse(std::size_t{coarse_row} * coarse_row), heights(std::size_t{row} * row);
  for (double& h : coarse) h = random.uniform(0, height);
  const auto blend = [](double t) { return t * t * (3 - 2 * t); };
  for (std::uint32_t j = 0; j < row; ++j) {
    for (std::uint32_t i = 0; i < row; ++i) {
      const std::size_t corner = std::size_t{j / kCoarse} * coarse_row + i / kCoarse;
      const double u = blend(static_cast<double>(i % kCoarse) / kCoarse), v = blend(static_cast<double>(j % kCoarse) / kCoarse);
      const double low = coarse[corner] * (1 - u) + coarse[corner + 1] * u;
      const double high = coarse[corner + coarse_row] * (1 - u) + coarse[corner + coarse_row + 1] * u;
      heights[std::size_t{j} * row + i] = low * (1 - v) + high * v;
    }
  }
  return make_grid_mesh(cells, size, heights);
}

/// A static body of a mesh, at the origin.
inline BodyId add_mesh_ground(World& world, std::shared_ptr<const Mesh> mesh, const Material& material = {}) {
  BodyDescription ground;
  ground.name = "terrain";
  ground.kind = BodyKind::static_body;
  ground.shape = Shape::mesh(std::move(mesh));
  ground.material = material;
  return world.add_body(ground);
}

/// Four static planes that look inward, at x and y = ±half_width: round bodies never stop rolling, and would leave.
inline void add_walls(World& world, double half_width) {
  const double s = std::sqrt(0.5);
  const std::pair<Vector3d, Quaterniond> sides[] = {{{-half_width, 0, 0}, {0, s, 0, s}},
                                                    {{half_width, 0, 0}, {0, -s, 0, s}},
                                                    {{0, -half_width, 0}, {-s, 0, 0, s}},
                                                    {{0, half_width, 0}, {s, 0, 0, s}}};
  for (const auto& [position, rotation] : sides) {
    BodyDescription wall;
    wall.name = "wall";
    wall.kind = BodyKind::static_body;
    wall.shape = Shape::plane();
    wall.position = position;
    wall.rotation = rotation;
    world.add_body(wall);
  }
}

}  // namespace holdfast::scenes
