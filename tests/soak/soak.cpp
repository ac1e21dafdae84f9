// The long runs: piles and stacks for many thousands of steps. Prints one line a run; fails when a state is not finite,
// when a body leaves through the ground, when memory grows without end, or when a settled pile gains energy.
// Usage: soak [factor]   (factor 1: the figures of docs/soak.md)

#include <builders/ground.h>
#include <builders/piles.h>
#include <builders/stacks.h>
#include <builders/tops.h>

#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <functional>

namespace {

using namespace holdfast;
using namespace holdfast::scenes;

constexpr double kTimeStep = 0.01;     // [s]
constexpr float kLowestAllowed = -1;   // [m] a body's center below this fell through
constexpr double kMemoryGrowth = 2.0;  // of the bytes held after the first tenth of the run, when the pile has formed

struct Run {
  const char* name;
  int steps;
  std::function<void(World&)> build;
};

const std::vector<Run>& runs() {
  static const std::vector<Run> all{
      {"stack of 10", 200000,
       [](World& world) {
         add_ground(world);
         add_stack(world, 10);
       }},
      {"pyramid of 10 rows", 50000,
       [](World& world) {
         add_ground(world);
         add_pyramid(world, 10);
       }},
      {"256 spheres on terrain", 20000,
       [](World& world) {
         add_mesh_ground(world, make_terrain_mesh(48, 60));
         add_walls(world, 29);
         add_sphere_rain(world, {.count = 256, .columns = 8, .bottom = 2});
       }},
      {"256 mixed solids on a plane", 20000,
       [](World& world) {
         add_ground(world);
         add_walls(world, 20);
         add_mixed_pile(world, {.count = 256, .columns = 8});
       }},
      {"64 free tops", 200000, [](World& world) { add_tops(world, 64); }},
  };
  return all;
}

double total_energy(const World& world) {
  double sum = 0;
  for (const BodyId id : world.bodies()) sum += world.kinetic_energy(id);
  return sum;
}

const char* fault_of(const World& world) {
  for (const Vector3f& p : world.positions()) {
    if (!is_finite(p)) return "a position is not finite";
    if (p.z < kLowestAllowed) return "a body fell through the ground";
  }
  for (const Vector3f& v : world.linear_velocities()) {
    if (!is_finite(v)) return "a velocity is not finite";
  }
  return nullptr;
}

bool soak(const Run& run, double factor) {
  World world;
  run.build(world);
  const int steps = static_cast<int>(run.steps * factor);
  const auto start = std::chrono::steady_clock::now();
  std::size_t memory = 0;
  float deepest = 0;
  const char* fault = nullptr;
  for (int i = 0; i < steps && fault == nullptr; ++i) {
    const StepReport report = world.step(kTimeStep);
    if (i == steps / 10) memory = world.memory_bytes();
    if (i > steps / 10) deepest = std::max(deepest, report.largest_depth);
    if (i % 100 == 0) fault = fault_of(world);
  }
  if (fault == nullptr && static_cast<double>(world.memory_bytes()) > kMemoryGrowth * static_cast<double>(memory)) fault = "memory grew";
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  std::printf("%-28s %7d steps %8.1f s  deepest %.4f m  kinetic energy %.3g J  %zu kB  0x%016" PRIx64 "  %s\n", run.name, steps, seconds,
              static_cast<double>(deepest), total_energy(world), world.memory_bytes() / 1024, world.body_hash(),
              fault == nullptr ? "ok" : fault);
  std::fflush(stdout);
  return fault == nullptr;
}

}  // namespace

int main(int count, char** arguments) {
  const double factor = count > 1 ? std::atof(arguments[1]) : 1.0;
  int failed = 0;
  for (const Run& run : runs()) failed += soak(run, factor) ? 0 : 1;
  return failed == 0 ? 0 : 1;
}
