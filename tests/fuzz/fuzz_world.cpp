// A small world from any bytes: each step succeeds with finite states, or is refused and leaves the state hash as it was;
// a restored snapshot repeats the same steps with the same hash.

#include <holdfast/world/world.h>

#include "bytes.h"

using namespace holdfast;
using fuzz::require;

namespace {

constexpr int kMostBodies = 8;
constexpr int kMostSteps = 6;

void add_any_body(World& world, fuzz::Bytes& bytes) {
  BodyDescription body;
  body.kind = static_cast<BodyKind>(bytes.below(3));
  body.shape = body.kind == BodyKind::dynamic_body ? fuzz::convex_shape(bytes, 1) : fuzz::any_shape(bytes, 2);
  body.mass = std::abs(bytes.number(10));
  body.material = {static_cast<float>(bytes.size(1)), static_cast<float>(bytes.size(1)), bytes.below(3)};
  body.position = bytes.tame_vector(3);
  body.rotation = bytes.rotation();
  if (body.kind != BodyKind::static_body) {
    body.linear_velocity = bytes.vector(20);
    body.angular_velocity = bytes.vector(20);
  }
  if (bytes.flag()) body.force = bytes.vector(100);
  if (bytes.flag()) body.shape_pose = bytes.pose(0.5);
  if (bytes.byte() < 8) body.inverse_inertia = Matrix3d{};
  try {
    world.add_body(body);
  } catch (const Error&) {}
}

void change_something(World& world, fuzz::Bytes& bytes) {
  if (world.body_count() == 0) return;
  const BodyId id = world.bodies()[bytes.byte() % world.body_count()];
  const std::uint64_t before = world.state_hash();
  try {
    switch (bytes.below(8)) {
      case 0: world.remove_body(id); break;
      case 1: world.set_position(id, Vector3f(bytes.vector(3))); break;
      case 2: world.set_linear_velocity(id, Vector3f(bytes.vector(50))); break;
      case 3: world.apply_impulse(id, Vector3f(bytes.vector(10)), Vector3f(bytes.vector(3))); break;
      case 4: world.set_mass(id, bytes.number(10)); break;
      case 5: world.set_kind(id, static_cast<BodyKind>(bytes.below(3))); break;
      case 6: world.set_shape(id, fuzz::any_shape(bytes, 1)); break;
      default: add_any_body(world, bytes); break;
    }
  } catch (const Error&) { require(world.state_hash() == before); }
}

void require_finite(const World& world) {
  for (const Vector3f& p : world.positions()) require(is_finite(p));
  for (const Quaternionf& q : world.rotations()) require(is_finite(q) && std::abs(length_squared(q) - 1) < 1e-3f);
  for (const Vector3f& v : world.linear_velocities()) require(is_finite(v));
  for (const Vector3f& w : world.angular_velocities()) require(is_finite(w));
}

/// True when the step succeeded.
bool step(World& world, double time_step) {
  const std::uint64_t before = world.state_hash();
  try {
    world.step(time_step);
  } catch (const Error&) {
    require(world.state_hash() == before);
    return false;
  }
  require_finite(world);
  return true;
}

WorldSettings any_settings(fuzz::Bytes& bytes) {
  WorldSettings settings;
  settings.gravity = Vector3f(bytes.tame_vector(20));
  settings.velocity_iterations = bytes.below(12);
  settings.position_iterations = bytes.below(6);
  settings.warm_starting = bytes.flag();
  settings.solver_order = bytes.flag() ? SolverOrder::insertion : SolverOrder::canonical;
  settings.position_update = bytes.flag() ? PositionUpdate::trapezoid : PositionUpdate::semi_implicit;
  settings.filter_internal_edges = bytes.flag();
  settings.max_contacts_per_pair = 1 + bytes.below(8);
  return settings;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Bytes bytes(data, size);
  World world(any_settings(bytes));
  const int bodies = 1 + bytes.below(kMostBodies);
  for (int i = 0; i < bodies; ++i) add_any_body(world, bytes);
  const double time_step = bytes.flag() ? 0.01 : bytes.number(0.1);
  const WorldSnapshot start = world.snapshot();
  const std::uint64_t start_hash = world.state_hash();
  bool first_succeeded = step(world, time_step);
  const std::uint64_t after = world.state_hash();
  world.restore(start);
  require(world.state_hash() == start_hash);
  require(step(world, time_step) == first_succeeded && world.state_hash() == after);
  for (int i = 0; i < kMostSteps && !bytes.empty(); ++i) {
    change_something(world, bytes);
    step(world, 0.01);
  }
  return 0;
}
