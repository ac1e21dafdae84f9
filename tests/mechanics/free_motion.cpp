#include <doctest/doctest.h>

#include <holdfast/base/random.h>
#include <holdfast/world/world.h>
#include <cmath>

using namespace holdfast;

namespace {

BodyDescription ball() {
  BodyDescription d;
  d.mass = 2;
  return d;
}

WorldSettings weightless() {
  WorldSettings s;
  s.gravity = {};
  return s;
}

/// World angular momentum of a free body, in double precision.
Vector3d angular_momentum(const World& world, BodyId id) {
  const Quaterniond q = normalized(Quaterniond(world.rotation(id)));
  return rotate(q, world.inertia_local(id).cast<double>() * rotate_inverse(q, Vector3d(world.angular_velocity(id))));
}

BodyDescription brick() {
  BodyDescription d;
  d.shape = Shape::box({0.5, 0.3, 0.1});
  d.mass = 3;
  return d;
}

}  // namespace

TEST_CASE("free fall with the default rule sums velocities after the kick: g h^2 n (n + 1) / 2") {
  World world;
  const BodyId id = world.add_body(ball());
  const int n = 100;
  for (int i = 0; i < n; ++i) world.step(0.01);
  // Float32 velocities of up to 9.8 m/s round by 5e-7 each; 100 steps of 0.01 s.
  CHECK(std::abs(world.position(id).z + 9.8 * 1e-4 * n * (n + 1) / 2) < 1e-4);
  CHECK(std::abs(world.linear_velocity(id).z + 9.8) < 1e-4);
  CHECK(world.step_count() == 100);
  CHECK(world.time() == doctest::Approx(1.0));
}

TEST_CASE("the trapezoid rule falls on the exact parabola") {
  WorldSettings s;
  s.position_update = PositionUpdate::trapezoid;
  World world(s);
  const BodyId id = world.add_body(ball());
  world.set_linear_velocity(id, {1, 0, 4});
  for (int i = 0; i < 50; ++i) world.step(0.02);
  CHECK(std::abs(world.position(id).z - (4.0 - 4.9)) < 1e-4);
  CHECK(std::abs(world.position(id).x - 1.0) < 1e-5);
}

TEST_CASE("damping is implicit: a velocity decays by 1 / (1 + h d) a step, and never overshoots") {
  World world(weightless());
  BodyDescription d = ball();
  d.linear_damping = 2;
  d.angular_damping = 1e6;
  d.linear_velocity = {3, 0, 0};
  d.angular_velocity = {0, 5, 0};
  const BodyId id = world.add_body(d);
  for (int i = 0; i < 10; ++i) world.step(0.1);
  CHECK(world.linear_velocity(id).x == doctest::Approx(3 / std::pow(1.2, 10)));
  CHECK(world.angular_velocity(id).y >= 0.0f);
  CHECK(world.angular_velocity(id).y < 1e-20f);
}

TEST_CASE("a force and a torque act for exactly one step, on a body whose collisions are off too") {
  World world(weightless());
  BodyDescription d = ball();
  d.collides = false;
  d.force = {4, 0, 0};
  const BodyId id = world.add_body(d);
  world.set_torque(id, {0, 0, 0.2f});
  world.step(0.5);
  CHECK(world.linear_velocity(id).x == 1.0f);
  CHECK(world.angular_velocity(id).z == doctest::Approx(0.5));  // 0.2 N m over 2/5 m r^2 = 0.2 kg m^2
  CHECK(world.force(id) == Vector3f{});
  world.step(0.5);
  CHECK(world.linear_velocity(id).x == 1.0f);
}

TEST_CASE("the force on a static body is dropped by the step, not kept for later") {
  World world(weightless());
  BodyDescription d = ball();
  const BodyId id = world.add_body(d);
  world.set_kind(id, BodyKind::static_body);
  world.set_force(id, {100, 0, 0});
  world.step(0.1);
  world.set_kind(id, BodyKind::dynamic_body);
  world.step(0.1);
  CHECK(world.linear_velocity(id) == Vector3f{});
}

TEST_CASE("a kinematic body goes where its velocity says, exactly, and takes no force") {
  World world;
  BodyDescription d;
  d.kind = BodyKind::kinematic_body;
  d.linear_velocity = {0.5, 0, 0};
  d.force = {0, 0, 99};
  const BodyId id = world.add_body(d);
  for (int i = 0; i < 8; ++i) world.step(0.125);
  CHECK(world.position(id) == Vector3f{0.5f, 0, 0});
  CHECK(world.linear_velocity(id) == Vector3f{0.5f, 0, 0});
  CHECK(world.kinetic_energy(id) == 0.0);
}

TEST_CASE("an impulse beside the center gives J/m and I^-1 (r x J)") {
  World world(weightless());
  BodyDescription d = brick();
  d.center_of_mass = Vector3d{0.1, 0, 0};
  d.inertia = Matrix3d::diagonal({2, 4, 8});
  const BodyId id = world.add_body(d);
  world.apply_impulse(id, {0, 6, 0}, {0.6f, 0, 0.25f});
  // r = (0.5, 0, 0.25): r x J = (-1.5, 0, 3).
  CHECK(world.linear_velocity(id).y == doctest::Approx(2.0));
  CHECK(world.angular_velocity(id).x == doctest::Approx(-0.75));
  CHECK(world.angular_velocity(id).z == doctest::Approx(0.375));
  CHECK(world.kinetic_energy(id) == doctest::Approx(0.5 * 3 * 4 + 0.5 * (2 * 0.5625 + 8 * 0.140625)));
}

TEST_CASE("a locked axis takes no spin from a torque, and a body locked on all axes keeps its rotation") {
  World world(weightless());
  BodyDescription d = brick();
  d.inverse_inertia = Matrix3d::diagonal({0, 0, 2});
  d.torque = {5, 5, 5};
  const BodyId hinge = world.add_body(d);
  d.inverse_inertia = Matrix3d{};
  d.position = {10, 0, 0};
  const BodyId locked = world.add_body(d);
  for (int i = 0; i < 20; ++i) world.step(0.01);
  CHECK(world.angular_velocity(hinge).x == 0.0f);
  CHECK(world.angular_velocity(hinge).z == doctest::Approx(0.1));
  CHECK(world.rotation(locked) == Quaternionf{});
}

TEST_CASE("a body turns about its center of mass, not about its origin") {
  World world(weightless());
  BodyDescription d = ball();
  d.center_of_mass = Vector3d{1, 0, 0};
  d.angular_velocity = {0, 0, 3.14159265358979};
  const BodyId id = world.add_body(d);
  for (int i = 0; i < 1000; ++i) world.step(0.001);
  // Half a turn in one second; the integrator is off by (h w)^2 / 12 of the angle.
  CHECK(std::abs(world.position(id).x - 2.0f) < 1e-4);
  CHECK(std::abs(world.position(id).y) < 1e-3);
  CHECK(length(world.center_of_mass(id) - Vector3f{1, 0, 0}) < 1e-4f);
}

TEST_CASE("a free top keeps its angular momentum and its energy") {
  World world(weightless());
  BodyDescription d = brick();
  d.angular_velocity = {1, 4, 2};
  const BodyId id = world.add_body(d);
  const Vector3d momentum = angular_momentum(world, id);
  const double energy = world.kinetic_energy(id);
  for (int i = 0; i < 10000; ++i) world.step(0.01);
  // Rounding of Float32 spins adds like a random walk: sqrt(1e4) * 2^-24, times a few operations a step.
  CHECK(length(angular_momentum(world, id) - momentum) < 5e-5 * length(momentum));
  CHECK(std::abs(world.kinetic_energy(id) - energy) < 2e-3 * energy);
}

TEST_CASE("a brick spun about its middle axis flips over, and about the others does not") {
  const auto lowest_alignment = [](const Vector3d& spin) {
    World world(weightless());
    BodyDescription d = brick();
    d.angular_velocity = spin;
    const BodyId id = world.add_body(d);
    const Vector3f axis = normalized(Vector3f(spin));
    float lowest = 1;
    for (int i = 0; i < 2000; ++i) {
      world.step(0.005);
      lowest = std::min(lowest, dot(rotate(world.rotation(id), axis), axis));
    }
    return lowest;
  };
  CHECK(lowest_alignment({10, 0.01, 0.01}) > 0.99f);
  CHECK(lowest_alignment({0.01, 0.01, 10}) > 0.99f);
  CHECK(lowest_alignment({0.01, 10, 0.01}) < -0.9f);
}

TEST_CASE("halving the step quarters the error of a free top") {
  const auto final_rotation = [](int steps) {
    World world(weightless());
    BodyDescription d = brick();
    d.inverse_inertia = Matrix3d::diagonal({0.25, 0.375, 0.5});
    d.angular_velocity = {1, 2, 3};
    const BodyId id = world.add_body(d);
    for (int i = 0; i < steps; ++i) world.step(4.0 / steps);
    return Quaterniond(world.rotation(id));
  };
  const Quaterniond best = final_rotation(3200);
  const auto error = [&](int steps) {
    const Quaterniond q = final_rotation(steps);
    const double cosine = q.x * best.x + q.y * best.y + q.z * best.z + q.w * best.w;
    return std::sqrt(std::max(0.0, 1 - cosine * cosine));
  };
  CHECK(error(100) < 0.3 * error(50));
  CHECK(error(200) < 0.3 * error(100));
}

TEST_CASE("a free body of any slenderness keeps its energy at any speed") {
  // A step rounds pose and spin to Float32, which leans the momentum by 2^-23 or so: across a ratio k of moments that is up to
  // 2^-23 sqrt(k) of the energy, a walk of 200 steps 14 times that; k stays below 1e7 here.
  double worst = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    Random random(seed);
    const auto power = [&](double low, double high) { return std::pow(10.0, random.uniform(low, high)); };
    World world(weightless());
    BodyDescription d;
    const double width = power(-2, 1);
    d.shape = Shape::box({width * power(-0.5, 0.5), power(-2, 1), width});
    d.mass = 1;
    d.angular_velocity = normalized(Vector3d{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)}) * power(-1, 5);
    const BodyId id = world.add_body(d);
    const double energy = world.kinetic_energy(id);
    const Vector3d momentum = angular_momentum(world, id);
    for (int i = 0; i < 200; ++i) world.step(0.01);
    const Vector3d inertia = world.inertia_local(id).cast<double>() * Vector3d{1, 1, 1};
    const double ratio = std::max({inertia.x, inertia.y, inertia.z}) / std::min({inertia.x, inertia.y, inertia.z});
    const double bound = 14 * 0x1p-22 * std::sqrt(ratio);
    CHECK(std::abs(world.kinetic_energy(id) - energy) < bound * energy);
    CHECK(length(angular_momentum(world, id) - momentum) < bound * length(momentum));
    worst = std::max(worst, ratio);
  }
  CHECK(worst > 1e4);
}

TEST_CASE("an ill-conditioned inertia precesses as it should") {
  // Values 4098 and 1 of A about axes at 45 degrees, and 1 about z. L = A^-1 (1, 0, 0); the exact spin about z grows from
  // zero by (L x w)_z per second: with L = (a, b) / 4098, a = 2049.5, b = -2048.5, that is b / 4098 * -1 = 0.49988 rad/s².
  World world(weightless());
  BodyDescription d = brick();
  Matrix3d inverse_inertia = Matrix3d::diagonal({2049.5, 2049.5, 1});
  inverse_inertia.m[0][1] = inverse_inertia.m[1][0] = 2048.5;
  d.inverse_inertia = inverse_inertia;
  d.angular_velocity = {1, 0, 0};
  const BodyId id = world.add_body(d);
  for (int i = 0; i < 100; ++i) world.step(1e-4);
  CHECK(std::abs(std::abs(world.angular_velocity(id).z) - 0.49988 * 0.01) < 2e-5);
}

TEST_CASE("a spin without sense stays finite, and within the energies of its momentum") {
  for (const double spin : {1e12, 1e20, 1e30}) {
    World world(weightless());
    BodyDescription d = brick();
    d.inverse_inertia = Matrix3d::diagonal({0.25, 0.375, 0.5});
    d.angular_velocity = Vector3d{1, 2, 3} * spin;
    const BodyId id = world.add_body(d);
    const double energy = world.kinetic_energy(id), squared = length_squared(angular_momentum(world, id));
    for (int i = 0; i < 20; ++i) {
      world.step(0.01);
      CHECK(std::abs(world.kinetic_energy(id) - energy) < 1e-5 * energy);
      CHECK(std::abs(length_squared(angular_momentum(world, id)) - squared) < 1e-5 * squared);
    }
  }
}
