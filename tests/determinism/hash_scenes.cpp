// Runs a fixed set of scenes and prints `name state_hash body_hash` for each: the same lines for GCC and Clang, Debug and
// Release (.ci/run compares them). `--twice` runs each scene two times and fails when the hashes differ.

#include <builders/ground.h>
#include <builders/piles.h>
#include <builders/stacks.h>
#include <builders/tops.h>

#include <cinttypes>
#include <cstdio>
#include <functional>
#include <string>

namespace {

using namespace holdfast;
using namespace holdfast::scenes;

constexpr double kTimeStep = 0.01;  // [s]

struct HashScene {
  const char* name;
  int steps;
  std::function<void(World&)> build;
};

struct Hashes {
  std::uint64_t state = 0;
  std::uint64_t bodies = 0;
  bool operator==(const Hashes&) const = default;
};

const std::vector<HashScene>& scenes_to_hash() {
  static const std::vector<HashScene> scenes{
      {"stack", 150,
       [](World& world) {
         add_ground(world);
         add_stack(world, 8);
       }},
      {"pyramid", 100,
       [](World& world) {
         add_ground(world);
         add_pyramid(world, 6);
       }},
      {"wall_on_mesh", 80,
       [](World& world) {
         add_mesh_ground(world, make_flat_mesh(8, 20));
         add_wall(world, 5, 4);
       }},
      {"sphere_rain_on_terrain", 150,
       [](World& world) {
         add_mesh_ground(world, make_terrain_mesh(24, 12));
         add_sphere_rain(world, {.count = 64, .bottom = 2.0});
       }},
      {"mixed_pile", 150,
       [](World& world) {
         add_ground(world, {.friction = 0.8f});
         add_mixed_pile(world, {.count = 48});
       }},
      {"mixed_pile_on_terrain", 120,
       [](World& world) {
         add_mesh_ground(world, make_terrain_mesh(24, 12));
         add_mixed_pile(world, {.count = 48, .bottom = 2.0, .seed = 2});
       }},
      {"bouncing_rain", 200,
       [](World& world) {
         add_ground(world);
         add_sphere_rain(world, {.count = 32}, {.restitution = 0.7f});
       }},
      {"tops", 300,
       [](World& world) {
         add_ground(world);
         add_tops(world, 6);
         for (int i = 0; i < 4; ++i) add_spinning_capsule(world, 2.0 * i, 3, 20.0 + 10 * i);
       }},
  };
  return scenes;
}

Hashes run(const HashScene& scene, const WorldSettings& settings) {
  World world(settings);
  scene.build(world);
  for (int i = 0; i < scene.steps; ++i) world.step(kTimeStep);
  return {world.state_hash(), world.body_hash()};
}

struct Variant {
  const char* name;
  WorldSettings settings;
};

std::vector<Variant> variants() {
  WorldSettings cold;
  cold.warm_starting = false;
  WorldSettings insertion;
  insertion.solver_order = SolverOrder::insertion;
  WorldSettings trapezoid;
  trapezoid.position_update = PositionUpdate::trapezoid;
  return {{"canonical", {}}, {"cold_start", cold}, {"insertion", insertion}, {"trapezoid", trapezoid}};
}

}  // namespace

int main(int count, char** arguments) {
  const bool twice = count > 1 && std::string(arguments[1]) == "--twice";
  int differing = 0;
  for (const HashScene& scene : scenes_to_hash()) {
    for (const Variant& variant : variants()) {
      const Hashes hashes = run(scene, variant.settings);
      std::printf("%s/%s 0x%016" PRIx64 " 0x%016" PRIx64 "\n", scene.name, variant.name, hashes.state, hashes.bodies);
      if (twice && !(run(scene, variant.settings) == hashes)) {
        std::printf("%s/%s differs when it runs again\n", scene.name, variant.name);
        ++differing;
      }
    }
  }
  return differing == 0 ? 0 : 1;
}
