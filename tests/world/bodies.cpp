#include <doctest/doctest.h>

#include <holdfast/base/error.h>
#include <holdfast/world/world.h>
#include <limits>

using namespace holdfast;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

BodyDescription ball(double mass = 1) {
  BodyDescription d;
  d.name = "ball";
  d.mass = mass;
  return d;
}

/// The message of the error that `call` throws; fails when it throws none.
template <class ErrorType, class Call>
std::string message_of(Call&& call) {
  try {
    call();
  } catch (const ErrorType& e) { return e.what(); }
  FAIL("no error, or one of another kind");
  return {};
}

bool has(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

/// Every call must throw an error that names the body and `part`, and leave the world as it was.
template <class Call>
void check_refused(World& world, const char* part, Call&& call) {
  const std::uint64_t before = world.state_hash();
  const std::string message = message_of<InvalidArgument>(call);
  CAPTURE(message);
  CHECK(has(message, "ball"));
  CHECK(has(message, part));
  CHECK(world.state_hash() == before);
}

}  // namespace

TEST_CASE("a removed body's id is stale for ever, though its slot is used again") {
  World world;
  const BodyId first = world.add_body(ball());
  const BodyId second = world.add_body(ball());
  world.remove_body(first);
  const BodyId third = world.add_body(ball());
  CHECK(third.slot == first.slot);
  CHECK_FALSE(world.contains(first));
  CHECK(has(message_of<StaleId>([&] { static_cast<void>(world.position(first)); }), "names no body"));
  CHECK_THROWS_AS(world.remove_body(first), StaleId);
  CHECK_THROWS_AS(static_cast<void>(world.mass(BodyId{})), StaleId);
  CHECK(world.bodies()[0] == second);
  CHECK(world.bodies()[1] == third);
}

TEST_CASE("each bad field of a description is refused by name, and nothing is added") {
  World world;
  const auto refuse = [&](const char* part, auto&& edit) {
    check_refused(world, part, [&] {
      BodyDescription d = ball();
      edit(d);
      world.add_body(d);
    });
    CHECK(world.body_count() == 0);
  };
  refuse("mass", [](BodyDescription& d) { d.mass = 0; });
  refuse("mass", [](BodyDescription& d) { d.mass = -1; });
  refuse("mass", [](BodyDescription& d) { d.mass = kNaN; });
  refuse("mass", [](BodyDescription& d) { d.mass = 1e39; });
  refuse("mass", [](BodyDescription& d) { d.mass = 1e-46; });
  refuse("mass or a density", [](BodyDescription& d) { d.mass.reset(); });
  refuse("both", [](BodyDescription& d) { d.density = 1000; });
  refuse("density", [](BodyDescription& d) { d.mass.reset(), d.density = -5; });
  refuse("position", [](BodyDescription& d) { d.position.x = kInfinity; });
  refuse("position", [](BodyDescription& d) { d.position.y = 1e39; });
  refuse("rotation", [](BodyDescription& d) { d.rotation = {0, 0, 0, 0}; });
  refuse("rotation", [](BodyDescription& d) { d.rotation.w = kNaN; });
  refuse("linear_velocity", [](BodyDescription& d) { d.linear_velocity.z = kNaN; });
  refuse("angular_velocity", [](BodyDescription& d) { d.angular_velocity.z = kInfinity; });
  refuse("force", [](BodyDescription& d) { d.force.x = kNaN; });
  refuse("torque", [](BodyDescription& d) { d.torque.x = kNaN; });
  refuse("gravity_scale", [](BodyDescription& d) { d.gravity_scale = kNaN; });
  refuse("linear_damping", [](BodyDescription& d) { d.linear_damping = -1; });
  refuse("angular_damping", [](BodyDescription& d) { d.angular_damping = kInfinity; });
  refuse("friction", [](BodyDescription& d) { d.material.friction = -0.1f; });
  refuse("restitution", [](BodyDescription& d) { d.material.restitution = 1.5f; });
  refuse("shape_position", [](BodyDescription& d) { d.shape_pose.position.x = kNaN; });
  refuse("shape_rotation", [](BodyDescription& d) { d.shape_pose.rotation = {0, 0, 0, 0}; });
  refuse("center_of_mass", [](BodyDescription& d) { d.center_of_mass = Vector3d{kNaN, 0, 0}; });
  refuse("symmetric", [](BodyDescription& d) { d.inertia = Matrix3d::identity(), d.inertia->m[0][1] = 0.1; });
  refuse("positive definite", [](BodyDescription& d) { d.inertia = Matrix3d::diagonal({1, 1, 0}); });
  refuse("inverse_inertia", [](BodyDescription& d) { d.inverse_inertia = Matrix3d::diagonal({1, kNaN, 0}); });
  refuse("both", [](BodyDescription& d) { d.inertia = d.inverse_inertia = Matrix3d::identity(); });
}

TEST_CASE("a plane and a mesh must be static") {
  World world;
  BodyDescription d = ball();
  d.shape = Shape::plane();
  CHECK(has(message_of<UnsupportedShape>([&] { world.add_body(d); }), "plane must be static"));
  d.kind = BodyKind::kinematic_body;
  CHECK_THROWS_AS(world.add_body(d), UnsupportedShape);
  CHECK(world.body_count() == 0);
}

TEST_CASE("each setter refuses what cannot be, by name, and keeps the old value") {
  World world;
  const BodyId id = world.add_body(ball());
  const float bad = std::numeric_limits<float>::quiet_NaN();
  check_refused(world, "position", [&] { world.set_position(id, {bad, 0, 0}); });
  check_refused(world, "rotation", [&] { world.set_rotation(id, {0, 0, 0, 1.1f}); });
  check_refused(world, "linear_velocity", [&] { world.set_linear_velocity(id, {0, bad, 0}); });
  check_refused(world, "angular_velocity", [&] { world.set_angular_velocity(id, {0, bad, 0}); });
  check_refused(world, "mass", [&] { world.set_mass(id, 0); });
  check_refused(world, "inertia", [&] { world.set_inertia_local(id, Matrix3d::diagonal({1, -1, 1})); });
  check_refused(world, "inverse_inertia", [&] { world.set_inverse_inertia_local(id, Matrix3f::diagonal({bad, 0, 0})); });
  check_refused(world, "friction", [&] { world.set_material(id, {bad, 0, 0}); });
  check_refused(world, "gravity_scale", [&] { world.set_gravity_scale(id, bad); });
  check_refused(world, "linear_damping", [&] { world.set_damping(id, -1, 0); });
  check_refused(world, "angular_damping", [&] { world.set_damping(id, 0, bad); });
  check_refused(world, "center_of_mass", [&] { world.set_center_of_mass_local(id, {bad, 0, 0}); });
  check_refused(world, "force", [&] { world.set_force(id, {bad, 0, 0}); });
  check_refused(world, "force", [&] { world.add_force(id, {bad, 0, 0}, {}); });
  check_refused(world, "impulse", [&] { world.apply_impulse(id, {bad, 0, 0}, {}); });
  check_refused(world, "impulse", [&] { world.apply_impulse(id, {3e38f, 0, 0}, {0, 1e30f, 0}); });
}

TEST_CASE("an inertia is tested exactly: a singular integer tensor is refused, one unit more is accepted") {
  // u uᵀ + v vᵀ has rank 2, so its determinant is exactly zero.
  const Vector3d u{-134, 65, 198}, v{87, -95, 18};
  Matrix3d tensor = outer(u, u) + outer(v, v);
  World world;
  const BodyId id = world.add_body(ball());
  check_refused(world, "positive definite", [&] { world.set_inertia_local(id, tensor); });
  tensor.m[2][2] += 1;
  world.set_inertia_local(id, tensor);
  CHECK(world.inertia_local(id).m[2][2] == static_cast<float>(tensor.m[2][2]));
}

TEST_CASE("mass scales the inertia; moving the center of mass keeps it; a new shape pose rebuilds both") {
  World world;
  const BodyId id = world.add_body(ball(2));
  const float solid = 0.4f * 2 * 0.25f;  // 2/5 m r²
  CHECK(world.inertia_local(id).m[0][0] == doctest::Approx(solid));
  world.set_mass(id, 6);
  CHECK(world.inertia_local(id).m[1][1] == doctest::Approx(3 * solid));
  CHECK(world.inverse_mass(id) == 1.0f / 6.0f);
  world.set_center_of_mass_local(id, {0.5f, 0, 0});
  CHECK(world.inertia_local(id).m[1][1] == doctest::Approx(3 * solid));
  world.set_shape_pose(id, Posed({0, 1, 0}));
  CHECK(world.center_of_mass_local(id) == Vector3f{0, 1, 0});
  CHECK(world.mass(id) == 6.0f);
}

TEST_CASE("mass scales the inertia of locked axes too") {
  World world;
  BodyDescription d;
  d.shape = Shape::sphere(1);
  d.mass = 2;
  Matrix3d locked;
  locked.m[2][2] = 2;
  d.inverse_inertia = locked;
  const BodyId id = world.add_body(d);
  world.set_mass(id, 4);
  CHECK(world.inverse_inertia_local(id).m[2][2] == 1.0f);
  CHECK(world.inverse_inertia_local(id).m[0][0] == 0.0f);
}

TEST_CASE("a body that leaves the dynamic kind keeps its mass for later; one that never had a mass cannot become dynamic") {
  World world;
  const BodyId id = world.add_body(ball(3));
  world.set_linear_velocity(id, {1, 2, 3});
  world.set_kind(id, BodyKind::kinematic_body);
  CHECK(world.mass(id) == 0.0f);
  CHECK(world.linear_velocity(id) == Vector3f{1, 2, 3});
  CHECK_THROWS_AS(world.set_mass(id, 2), InvalidArgument);
  CHECK_THROWS_AS(world.set_shape_pose(id, Posed{}), InvalidArgument);
  world.set_kind(id, BodyKind::static_body);
  CHECK(world.linear_velocity(id) == Vector3f{});
  world.set_kind(id, BodyKind::dynamic_body);
  CHECK(world.mass(id) == 3.0f);

  BodyDescription wall = ball();
  wall.kind = BodyKind::static_body;
  wall.mass.reset();
  const BodyId fixed = world.add_body(wall);
  CHECK_THROWS_AS(world.set_kind(fixed, BodyKind::dynamic_body), InvalidArgument);
  world.set_shape_pose(fixed, Posed({0, 0, 1}));
  CHECK(world.shape_pose(fixed).position.z == 1.0);
}

TEST_CASE("settings out of range are refused by name and the old ones stay") {
  World world;
  const auto refuse = [&](const char* name, auto&& edit) {
    WorldSettings s = world.settings();
    edit(s);
    const std::uint64_t before = world.state_hash();
    const std::string message = message_of<InvalidArgument>([&] { world.set_settings(s); });
    CAPTURE(message);
    CHECK(has(message, name));
    CHECK(world.state_hash() == before);
    CHECK_THROWS_AS(World{s}, InvalidArgument);
  };
  const float bad = std::numeric_limits<float>::quiet_NaN();
  refuse("gravity", [&](WorldSettings& s) { s.gravity.x = bad; });
  refuse("margin", [](WorldSettings& s) { s.margin = -1; });
  refuse("slop", [&](WorldSettings& s) { s.slop = bad; });
  refuse("push_factor", [](WorldSettings& s) { s.push_factor = -0.1f; });
  refuse("bounce_threshold", [&](WorldSettings& s) { s.bounce_threshold = bad; });
  refuse("velocity_iterations", [](WorldSettings& s) { s.velocity_iterations = -1; });
  refuse("position_iterations", [](WorldSettings& s) { s.position_iterations = 100000; });
  refuse("solver_order", [](WorldSettings& s) { s.solver_order = static_cast<SolverOrder>(7); });
  refuse("collision_detection", [](WorldSettings& s) { s.collision_detection = static_cast<CollisionDetection>(7); });
}
