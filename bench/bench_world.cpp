// Milliseconds a step beside Bullet and ODE: the same scenes, one thread, 1/60 s, ten iterations, sleeping off.
//
//   bench_world [--scenes pyramid,spheres,mixed] [--engines holdfast,bullet,ode] [--steps 300] [--warm_up 60] [--iterations 10] [--repeat
//   1]
//
// Prints the median and the 95th percentile over the steps after the warm-up, and what the step gave for them: contacts,
// the overlap that is left (measured on the final poses by overlap.h), and how far the top of the pyramid moved.

#include "arguments.h"
#include "overlap.h"

#include <builders/benchmarks.h>

#include <algorithm>
#include <chrono>
#include <cinttypes>
#include <cstdio>

namespace {

using namespace holdfast;
using namespace holdfast::bench;

constexpr double kTimeStep = 1.0 / 60;  // [s]

Scene build(const std::string& name) {
  World world;
  if (name == "pyramid" || name == "pyramid_gaps") {
    scenes::add_box_ground(world);
    scenes::add_cube_pyramid(world, 20, name == "pyramid" ? 0.0 : 0.1);
  } else if (name == "spheres") {
    scenes::add_benchmark_terrain(world);
    scenes::add_varied_sphere_rain(world, {.count = 1000, .columns = 16, .radius = 0.5, .bottom = 2});
  } else if (name == "mixed") {
    scenes::add_benchmark_terrain(world);
    scenes::add_mixed_rain(world, {.count = 500, .columns = 11, .radius = 0.5, .bottom = 2});
  } else {
    std::printf("scene is %s; permitted: pyramid, pyramid_gaps, spheres, mixed\n", name.c_str());
    std::exit(2);
  }
  return scene_from(name, world);
}

struct Row {
  double median = 0, p95 = 0;  // [ms]
  std::size_t contacts = 0;
  Overlap overlap;
  double drift_side = 0, drift_down = 0;  // [m] of the last body
  double bytes_per_body = 0;
  std::uint64_t hash = 0;
};

Row run(const Scene& scene, const std::string& name, const EngineSettings& settings, int steps, int warm_up) {
  const std::unique_ptr<Engine> engine = make_engine(name, scene, settings);
  const std::size_t top = scene.bodies.size() - 1;
  const Vector3d start = engine->pose(top).position;
  std::vector<double> times;
  for (int i = 0; i < steps; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    engine->step(kTimeStep);
    const std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - begin;
    if (i >= warm_up) times.push_back(spent.count());
  }
  std::sort(times.begin(), times.end());
  Row row;
  row.median = times[times.size() / 2];
  row.p95 = times[times.size() * 95 / 100];
  row.contacts = engine->contact_count();
  row.overlap = measure_overlap(scene, *engine);
  const Vector3d moved = engine->pose(top).position - start;
  row.drift_side = std::sqrt(moved.x * moved.x + moved.y * moved.y);
  row.drift_down = -moved.z;
  row.bytes_per_body = static_cast<double>(engine->memory_bytes()) / static_cast<double>(scene.bodies.size());
  row.hash = engine->hash();
  return row;
}

void print(const Scene& scene, const std::string& engine, const Row& row, double fastest_peer) {
  std::printf("%-12s %-18s %6zu %8.3f %8.3f %7.2f %8zu %9.3f %9.4f %6zu", scene.name.c_str(), engine.c_str(), scene.bodies.size(),
              row.median, row.p95, fastest_peer > 0 ? row.median / fastest_peer : 0.0, row.contacts, 1e3 * row.overlap.largest,
              1e3 * row.overlap.mean, row.overlap.pairs);
  if (scene.name.rfind("pyramid", 0) == 0) {
    std::printf(" %8.2f %8.2f", 1e3 * row.drift_side, 1e3 * row.drift_down);
  } else {
    std::printf(" %8s %8s", "-", "-");
  }
  if (row.hash != 0) std::printf(" %6.0f  0x%016" PRIx64, row.bytes_per_body, row.hash);
  std::printf("\n");
}

}  // namespace

int main(int count, char** values) {
  const Arguments arguments(count, values,
                            {{"scenes", "pyramid,spheres,mixed"},
                             {"engines", "holdfast,bullet,ode"},
                             {"steps", "300"},
                             {"warm_up", "60"},
                             {"iterations", "10"},
                             {"repeat", "1"}});
  EngineSettings settings;
  settings.iterations = arguments.integer("iterations");
  std::printf("%s\nstep 1/60 s, %d iterations, one thread, no sleeping, steps %d to %d\n", machine_line().c_str(), settings.iterations,
              arguments.integer("warm_up"), arguments.integer("steps"));
  for (const std::string& engine : arguments.list("engines")) {
    std::printf("  %s: %s\n", engine.c_str(), make_engine(engine, Scene{}, settings)->set_up().c_str());
  }
  std::printf("%-12s %-18s %6s %8s %8s %7s %8s %9s %9s %6s %8s %8s %6s  %s\n", "scene", "engine", "bodies", "ms", "p95 ms", "to peer",
              "contacts", "worst mm", "mean mm", "pairs", "side mm", "down mm", "B/body", "state hash");
  for (const std::string& name : arguments.list("scenes")) {
    const Scene scene = build(name);
    std::vector<std::pair<std::string, Row>> rows;
    double fastest_peer = 0;
    for (const std::string& engine : arguments.list("engines")) {
      Row best;
      for (int i = 0; i < arguments.integer("repeat"); ++i) {
        const Row row = run(scene, engine, settings, arguments.integer("steps"), arguments.integer("warm_up"));
        if (i == 0 || row.median < best.median) best = row;
      }
      if (engine.rfind("holdfast", 0) != 0 && (fastest_peer == 0 || best.median < fastest_peer)) fastest_peer = best.median;
      rows.emplace_back(engine, best);
    }
    for (const auto& [engine, row] : rows) print(scene, engine, row, fastest_peer);
    std::fflush(stdout);
  }
  return 0;
}
