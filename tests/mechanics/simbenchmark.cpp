// SimBenchmark's rolling and 666 against their closed answers, with the errors that RaiSim published as limits.

#include <builders/simbenchmark.h>
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

using namespace holdfast;

namespace {

/// As published: nothing pushes overlaps apart, and there is no slop.
WorldSettings published_settings(int iterations) {
  WorldSettings s;
  s.gravity = {0, 0, -9.81f};
  s.velocity_iterations = iterations;
  s.position_iterations = 0;
  s.slop = 0;
  return s;
}

/// The mean over 4 s of the squared errors of the box and of one ball [m²/s²].
double rolling_error(const Vector3d& direction) {
  World world(published_settings(10));
  scenes::add_rolling(world);
  const BodyId box = world.bodies()[1], ball = world.bodies()[2];
  // The ground's friction, 0.4 of the weight of 35 kg, brakes the box; each ball takes f from it, and follows by f (1 + 1/0.4) m/s².
  const double f = (150 - 0.4 * 35 * 9.81) / (10 * 3.5 + 25);
  constexpr int kSteps = 4000;
  double sum = 0;
  for (int i = 0; i < kSteps; ++i) {
    const double t = i * 1e-3;
    sum += length_squared(Vector3d(world.linear_velocity(box)) - direction * (3.5 * f * t)) +
           length_squared(Vector3d(world.linear_velocity(ball)) - direction * (f * t));
    world.add_force(box, Vector3f(direction * 150.0), world.center_of_mass(box));
    world.step(0.001f);
  }
  return sum / kSteps;
}

}  // namespace

// Two roundings of a speed below 4 m/s are 2.4e-7 m/s a step. Were they all to one side, the error would be 1e-3 m/s after 4 s, and
// the mean of its square 3e-7. Sweeps over the speeds themselves, with twenty-five balls' impulses rounded one by one, reach 1.3e-6.
TEST_CASE("a box that drags rolling balls keeps its speed to within the rounding of two sums a step") {
  CHECK(rolling_error({0, 1, 0}) < 3e-7);
  CHECK(rolling_error({0.5, std::sqrt(0.75), 0}) < 3e-7);
}

// The published error is of steps of 1 ms; these are ten times as long.
TEST_CASE("216 balls that fall into a heap overlap less than published") {
  World world(published_settings(100));
  scenes::add_666(world, false);
  double mean = 0;
  constexpr int kSteps = 500;
  for (int i = 0; i < kSteps; ++i) {
    world.step(0.01f);
    double sum = 0;
    for (const WorldContact& c : world.contacts()) sum += std::pow(std::max(c.depth, 0.0f), 2);
    mean += sum / kSteps;
  }
  CHECK(mean < 1.35e-4);
}
