// Things that must stand: a stack of ten boxes and SimBenchmark's kapla tower, for a minute.
//
//   stacks [--scenes stack,kapla] [--engines holdfast,bullet,ode] [--iterations 10,50,100,400] [--duration 60] [--time_step 0]
//
// Prints how far the top moved between 5 s and the end, sideways and down, and when the tower fell: its top plank below
// the floor of its storey. A time step of 0 is 1/60 s for the stack and the published 0.01 s for the tower.

#include "arguments.h"
#include "engine.h"

#include <builders/simbenchmark.h>
#include <builders/stacks.h>

#include <chrono>
#include <cstdio>

namespace {

using namespace holdfast;
using namespace holdfast::bench;

constexpr double kSettled = 5;           // [s] from here on the drift counts
constexpr double kTopFloorHeight = 1.0;  // [m] of kapla's sixth floor

struct Result {
  double side = 0, down = 0;  // [m]
  double fell_at = -1;        // [s]
  double mean_contacts = 0;
  double seconds = 0;
};

Scene build(const std::string& name) {
  World world;
  if (name == "stack") {
    scenes::add_ground(world);
    scenes::add_stack(world, 10);
  } else if (name == "kapla") {
    scenes::add_kapla_tower(world);
  } else {
    std::printf("scene is %s; permitted: stack, kapla\n", name.c_str());
    std::exit(2);
  }
  return scene_from(name, world);
}

Result run(const Scene& scene, const std::string& name, const EngineSettings& settings, double time_step, double duration) {
  const std::unique_ptr<Engine> engine = make_engine(name, scene, settings);
  const std::size_t top = scene.bodies.size() - 1;
  const double fallen = scene.name == "kapla" ? kTopFloorHeight : scene.bodies[top].pose.position.z - 0.5;
  const auto steps = static_cast<long>(duration / time_step + 0.5), settled = static_cast<long>(kSettled / time_step + 0.5);
  Result result;
  Vector3d start = engine->pose(top).position;
  long i = 0;
  for (; i < steps; ++i) {
    if (i == settled) start = engine->pose(top).position;
    const auto begin = std::chrono::steady_clock::now();
    engine->step(time_step);
    result.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    result.mean_contacts += static_cast<double>(engine->contact_count());
    if (engine->pose(top).position.z < fallen) {
      result.fell_at = static_cast<double>(i + 1) * time_step;
      ++i;
      break;
    }
  }
  result.mean_contacts /= static_cast<double>(i);
  const Vector3d moved = engine->pose(top).position - start;
  result.side = std::sqrt(moved.x * moved.x + moved.y * moved.y);
  result.down = -moved.z;
  return result;
}

}  // namespace

int main(int count, char** values) {
  const Arguments arguments(count, values,
                            {{"scenes", "stack,kapla"},
                             {"engines", "holdfast,bullet,ode"},
                             {"iterations", "10,50,100,400"},
                             {"duration", "60"},
                             {"time_step", "0"}});
  std::printf("%s\n%-8s %-20s %9s %10s %10s %10s %10s %9s %9s\n", machine_line().c_str(), "scene", "engine", "time step", "iterations",
              "side mm", "down mm", "stood s", "contacts", "seconds");
  for (const std::string& name : arguments.list("scenes")) {
    const Scene scene = build(name);
    const double time_step = arguments.number("time_step") > 0 ? arguments.number("time_step") : (name == "kapla" ? 0.01 : 1.0 / 60);
    for (const double iterations : arguments.numbers("iterations")) {
      for (const std::string& engine : arguments.list("engines")) {
        EngineSettings settings;
        settings.iterations = static_cast<int>(iterations);
        const Result r = run(scene, engine, settings, time_step, arguments.number("duration"));
        std::printf("%-8s %-20s %9.5f %10g %10.4f %10.4f %10.2f %9.1f %9.3f%s\n", name.c_str(), engine.c_str(), time_step, iterations,
                    1e3 * r.side, 1e3 * r.down, r.fell_at < 0 ? arguments.number("duration") : r.fell_at, r.mean_contacts, r.seconds,
                    r.fell_at < 0 ? "" : "  fell");
        std::fflush(stdout);
      }
    }
  }
  return 0;
}
