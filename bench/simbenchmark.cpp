// Four of SimBenchmark's tests, with its definitions of error, beside Bullet and ODE.
//
//   simbenchmark [--tests rolling_y,rolling_xy,bouncing,666,elastic666] [--engines holdfast,bullet,ode] [--time_steps 0.001]
//                [--iterations 100] [--duration 0] [--error_reduction 0]
//
// As published, nothing pushes overlaps apart (ERP 0) unless asked, slop is 0, and a state is read before each step.
// rolling     mean over time of |v_ball - v_ball*|² + |v_box - v_box*|² of the first ball [m²/s²], a force of 150 N on the box
// bouncing    mean over time of (E - E0)² [J²], E over all balls
// 666         mean over time of the sum over pairs of squared overlaps [m²]
// elastic666  mean over time of (E - E0)² [J²]
// A duration of 0 is the published one: 4, 20, 10 and 10 s. Seconds are those of the steps alone.

#include "arguments.h"
#include "engine.h"

#include <builders/simbenchmark.h>

#include <chrono>
#include <cstdio>

namespace {

using namespace holdfast;
using namespace holdfast::bench;

constexpr double kGravity = 9.81;  // [m/s²]

struct Result {
  double error = 0;
  double seconds = 0;
  double last = 0;  ///< what the mean is over, at the end
};

/// Runs a scene; `before(step)` may add forces, `sample(time)` gives the squared error of the state before a step.
template <class Before, class Sample>
Result run(Engine& engine, double time_step, double duration, Before&& before, Sample&& sample) {
  const auto steps = static_cast<long>(duration / time_step + 0.5);
  Result result;
  for (long i = 0; i < steps; ++i) {
    result.last = sample(static_cast<double>(i) * time_step);
    result.error += result.last;
    const auto begin = std::chrono::steady_clock::now();
    before();
    engine.step(time_step);
    result.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }
  result.error /= static_cast<double>(steps);
  return result;
}

/// The box slides with kinetic friction and drags the balls, which roll: with f the force on each ball,
/// M a_box = F - mu (M + 25 m) g - 25 f, the ball's contact point follows the box: f (1/m + 1/(0.4 m)) = a_box.
struct RollingMotion {
  double box = 0, ball = 0;  // [m/s²]
};
RollingMotion rolling_motion() {
  constexpr double kBox = 10, kBall = 1, kForce = 150, kFriction = 0.4;
  const double drive = kForce - kFriction * (kBox + 25 * kBall) * kGravity;
  const double follow = 1 / kBall + 1 / (0.4 * kBall);
  const double f = drive / (kBox * follow + 25);
  return {f * follow, f / kBall};
}

Result rolling(const std::string& name, const EngineSettings& settings, double time_step, double duration, const Vector3d& direction) {
  World world;
  scenes::add_rolling(world);
  const std::unique_ptr<Engine> engine = make_engine(name, scene_from("rolling", world), settings);
  const RollingMotion exact = rolling_motion();
  constexpr std::size_t kBoxIndex = 1, kBallIndex = 2;
  return run(
      *engine, time_step, duration > 0 ? duration : 4, [&] { engine->add_force(kBoxIndex, direction * 150.0); },
      [&](double t) {
        return length_squared(engine->linear_velocity(kBoxIndex) - direction * (exact.box * t)) +
               length_squared(engine->linear_velocity(kBallIndex) - direction * (exact.ball * t));
      });
}

double total_energy(const Engine& engine, const Scene& scene) {
  double energy = 0;
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const SceneBody& body = scene.bodies[i];
    if (!body.dynamic) continue;
    const Vector3d spin = engine.angular_velocity(i);
    energy += body.mass * (0.5 * length_squared(engine.linear_velocity(i)) + kGravity * engine.pose(i).position.z) +
              0.5 * dot(spin, body.inertia * spin);
  }
  return energy;
}

Result energy_test(const std::string& name, const Scene& scene, const EngineSettings& settings, double time_step, double duration) {
  const std::unique_ptr<Engine> engine = make_engine(name, scene, settings);
  const double start = total_energy(*engine, scene);
  return run(
      *engine, time_step, duration, [] {},
      [&](double) {
        const double error = total_energy(*engine, scene) - start;
        return error * error;
      });
}

double squared_overlaps(const Engine& engine, std::size_t count) {
  constexpr double kRadius = 0.1;
  double sum = 0;
  std::vector<Vector3d> centers(count);
  for (std::size_t i = 1; i < count; ++i) centers[i] = engine.pose(i).position;
  for (std::size_t i = 1; i < count; ++i) {
    const double under = std::max(0.0, kRadius - centers[i].z);
    sum += under * under;
    for (std::size_t j = 1; j < i; ++j) {
      const double squared = length_squared(centers[i] - centers[j]);
      if (squared >= 4 * kRadius * kRadius) continue;
      const double depth = 2 * kRadius - std::sqrt(squared);
      sum += depth * depth;
    }
  }
  return sum;
}

Result run_test(const std::string& test, const std::string& engine_name, EngineSettings settings, double time_step, double duration) {
  // Where restitution is 0 the threshold means nothing, and each engine keeps its own.
  if (test == "bouncing" || test == "elastic666") settings.bounce_threshold = 0;
  if (test == "rolling_y") return rolling(engine_name, settings, time_step, duration, {0, 1, 0});
  if (test == "rolling_xy") return rolling(engine_name, settings, time_step, duration, {0.5, std::sqrt(0.75), 0});
  World world;
  if (test == "bouncing") {
    scenes::add_bouncing(world);
    return energy_test(engine_name, scene_from(test, world), settings, time_step, duration > 0 ? duration : 20);
  }
  if (test != "666" && test != "elastic666") {
    std::printf("test is %s; permitted: rolling_y, rolling_xy, bouncing, 666, elastic666\n", test.c_str());
    std::exit(2);
  }
  scenes::add_666(world, test == "elastic666");
  const Scene scene = scene_from(test, world);
  if (test == "elastic666") return energy_test(engine_name, scene, settings, time_step, duration > 0 ? duration : 10);
  const std::unique_ptr<Engine> engine = make_engine(engine_name, scene, settings);
  return run(
      *engine, time_step, duration > 0 ? duration : 10, [] {}, [&](double) { return squared_overlaps(*engine, scene.bodies.size()); });
}

}  // namespace

int main(int count, char** values) {
  const Arguments arguments(count, values,
                            {{"tests", "rolling_y,rolling_xy,bouncing,666,elastic666"},
                             {"engines", "holdfast,bullet,ode"},
                             {"time_steps", "0.001"},
                             {"iterations", "100"},
                             {"duration", "0"},
                             {"error_reduction", "0"}});
  std::printf("%s\n%-11s %-20s %10s %10s %13s %13s %9s\n", machine_line().c_str(), "test", "engine", "time step", "iterations", "error",
              "at the end", "seconds");
  for (const std::string& test : arguments.list("tests")) {
    for (const double time_step : arguments.numbers("time_steps")) {
      for (const double iterations : arguments.numbers("iterations")) {
        for (const std::string& engine : arguments.list("engines")) {
          EngineSettings settings;
          settings.gravity = kGravity;
          settings.iterations = static_cast<int>(iterations);
          settings.error_reduction = arguments.integer("error_reduction") != 0;
          settings.slop = 0;
          const Result result = run_test(test, engine, settings, time_step, arguments.number("duration"));
          std::printf("%-11s %-20s %10g %10g %13.4g %13.4g %9.3f\n", test.c_str(), engine.c_str(), time_step, iterations, result.error,
                      result.last, result.seconds);
          std::fflush(stdout);
        }
      }
    }
  }
  return 0;
}
