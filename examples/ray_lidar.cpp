// A lidar: rays in a circle from a point in a room with pillars, drawn as a map of characters.

#include <holdfast/world/world.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <string>

using namespace holdfast;

namespace {

void add_wall(World& world, const char* name, const Vector3d& position, const Vector3d& half_extents) {
  BodyDescription wall;
  wall.name = name;
  wall.kind = BodyKind::static_body;
  wall.shape = Shape::box(half_extents);
  wall.position = position;
  world.add_body(wall);
}

}  // namespace

int main() {
  World world;
  add_wall(world, "east", {5, 0, 1}, {0.1, 4, 1});
  add_wall(world, "west", {-5, 0, 1}, {0.1, 4, 1});
  add_wall(world, "north", {0, 4, 1}, {5, 0.1, 1});
  add_wall(world, "south", {0, -4, 1}, {5, 0.1, 1});
  for (const Vector3d& p : {Vector3d{2, 1.5, 1}, Vector3d{-2.5, -1, 1}, Vector3d{1, -2.5, 1}}) {
    BodyDescription pillar;
    pillar.name = "pillar";
    pillar.kind = BodyKind::static_body;
    pillar.shape = Shape::capsule(0.3, 1);
    pillar.position = p;
    world.add_body(pillar);
  }

  constexpr int kRays = 720, kColumns = 66, kRows = 27;
  constexpr double kCell = 0.17, kAspect = 2;  // [m] of a column; a character is about twice as high as wide
  std::array<std::string, kRows> map;
  map.fill(std::string(kColumns, ' '));
  double nearest = 1e9;
  for (int i = 0; i < kRays; ++i) {
    const double angle = 2 * std::numbers::pi * i / kRays;
    const auto hit = world.cast_ray({{0, 0, 0.5}, {std::cos(angle), std::sin(angle), 0}, 20});
    if (!hit) continue;
    nearest = std::min(nearest, hit->distance);
    const int column = kColumns / 2 + static_cast<int>(std::lround(hit->point.x / kCell));
    const int row = kRows / 2 - static_cast<int>(std::lround(hit->point.y / (kCell * kAspect)));
    if (column < 0 || column >= kColumns || row < 0 || row >= kRows) continue;
    map[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)] = world.name(hit->body) == "pillar" ? 'o' : '#';
  }
  map[kRows / 2][kColumns / 2] = '+';
  for (const std::string& line : map) std::printf("%s\n", line.c_str());
  std::printf("%d rays, the nearest wall is %.2f m away\n", kRays, nearest);
}
