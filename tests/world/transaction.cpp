#include <doctest/doctest.h>

#include <builders/ground.h>
#include <builders/piles.h>
#include <builders/stacks.h>
#include <holdfast/base/error.h>
#include <holdfast/world/world.h>
#include <cfenv>
#include <limits>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

using namespace holdfast;

namespace {

/// A pile in full contact: 60 solids that have fallen for 1.5 s.
World contact_dense_world() {
  World world;
  scenes::add_ground(world);
  scenes::PileLayout layout;
  layout.count = 60;
  layout.columns = 3;
  scenes::add_mixed_pile(world, layout);
  for (int i = 0; i < 150; ++i) world.step(0.01);
  REQUIRE(world.contacts().size() > 60);
  return world;
}

}  // namespace

TEST_CASE("a time step that is not a positive finite number is refused and changes nothing") {
  World world = contact_dense_world();
  const std::uint64_t before = world.state_hash();
  for (const double dt : {0.0, -0.01, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), 1e-60, 1e60}) {
    CHECK_THROWS_AS(world.step(dt), InvalidArgument);
    CHECK(world.state_hash() == before);
  }
}

TEST_CASE("a step whose result is not finite is refused, names the body, and leaves every bit and every pending force") {
  World world = contact_dense_world();
  const BodyId last = world.bodies().back();
  World twin;
  twin.restore(world.snapshot());
  world.set_force(last, {3e38f, 0, 0});
  const std::uint64_t before = world.state_hash();
  std::string message;
  try {
    world.step(1e4);
  } catch (const OutOfDomain& e) { message = e.what(); }
  CAPTURE(message);
  CHECK(message.find("id ") != std::string::npos);
  CHECK(world.state_hash() == before);
  CHECK(world.force(last) == Vector3f{3e38f, 0, 0});

  // A retried step equals a world that never failed.
  world.set_force(last, {});
  world.step(0.01);
  twin.step(0.01);
  CHECK(world.state_hash() == twin.state_hash());
}

TEST_CASE("restore and continue equals never having stopped, at a contact-dense moment too") {
  World world = contact_dense_world();
  const WorldSnapshot middle = world.snapshot();
  for (int i = 0; i < 40; ++i) world.step(0.01);
  const std::uint64_t straight = world.state_hash();
  const Vector3f* address = world.positions().data();
  world.restore(middle);
  CHECK(world.positions().data() == address);
  for (int i = 0; i < 40; ++i) world.step(0.01);
  CHECK(world.state_hash() == straight);

  // In another world, that has done something else before.
  World other = contact_dense_world();
  other.remove_body(other.bodies()[5]);
  other.restore(middle);
  for (int i = 0; i < 40; ++i) other.step(0.01);
  CHECK(other.state_hash() == straight);
}

TEST_CASE("a snapshot brings back removed bodies, settings and pending forces") {
  World world = contact_dense_world();
  const BodyId id = world.bodies()[3];
  world.set_force(id, {1, 2, 3});
  const WorldSnapshot saved = world.snapshot();
  const std::uint64_t hash = world.state_hash();
  world.remove_body(id);
  WorldSettings s = world.settings();
  s.gravity = {};
  world.set_settings(s);
  world.step(0.01);
  CHECK(world.state_hash() != hash);
  world.restore(saved);
  CHECK(world.state_hash() == hash);
  CHECK(world.contains(id));
  CHECK(world.force(id) == Vector3f{1, 2, 3});
  CHECK_THROWS_AS(world.restore(WorldSnapshot{}), InvalidArgument);
}

TEST_CASE("the state hash sees every kind of change") {
  World world = contact_dense_world();
  const BodyId id = world.bodies()[7];
  const WorldSnapshot start = world.snapshot();
  const std::uint64_t hash = world.state_hash();
  const auto changes = [&](auto&& change) {
    change();
    CHECK(world.state_hash() != hash);
    world.restore(start);
    CHECK(world.state_hash() == hash);
  };
  changes([&] { world.set_force(id, {0, 0, 1e-30f}); });
  changes([&] { world.set_position(id, world.position(id)); });  // the same place: only the warm start goes
  changes([&] { world.set_material(id, {0.61f, 0, 0}); });
  changes([&] { world.set_mask(id, 3); });
  changes([&] { world.set_collides(id, false); });
  changes([&] { world.set_damping(id, 0, 0.1f); });
  changes([&] { world.set_mass(id, 1.5 * static_cast<double>(world.mass(id))); });
  changes([&] { world.remove_body(id); });
  changes([&] {
    world.add_body([] {
      BodyDescription d;
      d.mass = 1;
      return d;
    }());
  });
  changes([&] { world.set_material_pair(1, 2, {0.5f, std::nullopt}); });
}

TEST_CASE("removing a body keeps the warm start of the others") {
  // A body far away is removed from one world and was never in the other: the piles must go on alike.
  World world, twin;
  BodyDescription far;
  far.mass = 1;
  far.position = {500, 0, 0};
  far.gravity_scale = 0;
  const BodyId id = world.add_body(far);
  for (World* w : {&world, &twin}) {
    scenes::add_ground(*w);
    scenes::PileLayout layout;
    layout.count = 20;
    scenes::add_mixed_pile(*w, layout);
  }
  for (int i = 0; i < 100; ++i) world.step(0.01), twin.step(0.01);
  world.remove_body(id);
  for (int i = 0; i < 20; ++i) world.step(0.01), twin.step(0.01);
  CHECK(world.body_hash() == twin.body_hash());
}

TEST_CASE("a force that no Float32 velocity can hold is refused by the body's name, over an obstacle too") {
  World world;
  scenes::add_ground(world);
  BodyDescription block;
  block.kind = BodyKind::static_body;
  block.shape = Shape::box({2, 2, 0.5});
  block.position = {0, 0, 0.5};
  world.add_body(block);
  BodyDescription feather;
  feather.name = "feather";
  feather.shape = Shape::box({0.5, 0.5, 0.5});
  feather.mass = 1e-3;
  feather.position = {0, 0, 1.5};
  const BodyId id = world.add_body(feather);
  world.set_force(id, {3e38f, 0, 0});
  const std::uint64_t before = world.state_hash();
  CHECK_THROWS_WITH_AS(world.step(1), doctest::Contains("body 'feather'"), OutOfDomain);
  CHECK(world.state_hash() == before);
}

TEST_CASE("a body that strikes a plate and would be past its edge by the end of the step is stopped all the same") {
  World world;
  BodyDescription plate;
  plate.kind = BodyKind::static_body;
  plate.shape = Shape::box({1, 1, 0.05});
  world.add_body(plate);
  BodyDescription ball;
  ball.shape = Shape::sphere(0.05);
  ball.mass = 1;
  ball.position = {0.7, 0, 0.11};
  ball.linear_velocity = {50, 0, -5};  // meets the plate at x = 0.8, is at x = 1.2 in the end
  const BodyId id = world.add_body(ball);
  world.step(0.01);
  CHECK(world.position(id).z >= 0.0999f);
}

TEST_CASE("bodies beyond Float32 meet nothing and hide nothing") {
  World world;
  scenes::add_ground(world);
  BodyDescription ball;
  ball.shape = Shape::sphere(0.5);
  ball.mass = 1;
  ball.position = {0, 0, 0.5};
  world.add_body(ball);
  BodyDescription far = ball;
  far.position = {3e38, 0, 0};
  far.shape_pose.position = {3e38, 0, 0};
  far.kind = BodyKind::static_body;
  far.mass.reset();
  for (int i = 0; i < 3; ++i) world.add_body(far);
  for (int i = 0; i < 3; ++i) {
    ball.position = {5.0 + 2 * i, 0, 0.5};
    world.add_body(ball);
  }
  world.step(0.01);
  CHECK(world.contacts().size() == 4);
}

TEST_CASE("a shorter step starts from the same forces, not from the same impulses") {
  World world;
  scenes::add_ground(world);
  scenes::add_stack(world, 10);
  for (int i = 0; i < 500; ++i) world.step(0.01);
  world.step(1e-5);
  // At rest nothing is left to solve; an impulse of the longer step would lift the lowest box at 10 g times 0.01 s, 1 m/s.
  for (const Vector3f& v : world.linear_velocities()) CHECK(length(v) < 0.02f);
}

TEST_CASE("impulses that cancel are told as an event") {
  World world;
  WorldSettings settings;
  settings.gravity = {};
  settings.velocity_iterations = 100;
  world.set_settings(settings);
  // A bar between two walls of one mesh turns, and its ends push against both: a couple, whose sum is zero.
  const std::vector<Vector3f> corners{{-0.25f, -2, -2}, {-0.25f, 2, -2}, {-0.25f, 2, 2}, {-0.25f, -2, 2},
                                      {0.25f, -2, -2},  {0.25f, 2, -2},  {0.25f, 2, 2},  {0.25f, -2, 2}};
  const std::vector<std::array<std::uint32_t, 3>> triangles{{0, 1, 2}, {0, 2, 3}, {4, 6, 5}, {4, 7, 6}};
  scenes::add_mesh_ground(world, Mesh::create(corners, triangles), {.friction = 0});
  BodyDescription bar;
  bar.shape = Shape::capsule(0.25, 1);
  bar.mass = 1;
  bar.inertia = Matrix3d::identity();
  bar.rotation = {std::sqrt(0.5), 0, 0, std::sqrt(0.5)};  // its axis lies along y
  bar.angular_velocity = {0, 0, 1};
  world.add_body(bar);
  world.step(0.01);
  float pushes = 0;
  for (const WorldContact& c : world.contacts()) pushes += c.normal_impulse;
  CHECK(pushes > 0.5f);
  REQUIRE(world.events().size() == 2);
  CHECK(world.events()[0].normal_impulse == Vector3f{});
}

#if defined(__SSE2__)
TEST_CASE("bodies and forces have the same bits whatever floating-point mode the caller has set") {
  const auto built = [] {
    World world;
    BodyDescription body;
    body.shape = Shape::box({0.1, 0.2, 0.3});
    body.mass = 0.7;
    body.rotation = {0.1, 0.2, 0.3, 0.9};
    const BodyId id = world.add_body(body);
    world.set_mass(id, 1.3);
    world.add_force(id, {0.1f, 0.2f, 0.3f}, {0.7f, 0.1f, 0.3f});
    world.apply_impulse(id, {0.1f, 0.2f, 0.3f}, {0.7f, 0.1f, 0.3f});
    world.step(0.1);
    return world.state_hash();
  };
  const std::uint64_t plain = built();
  const unsigned saved = _mm_getcsr();
  _mm_setcsr((saved & ~0x6000u) | 0x4000u);  // round up
  const std::uint64_t upward = built();
  _mm_setcsr(saved);
  CHECK(upward == plain);
}

TEST_CASE("a step gives the same bits whatever floating-point mode the caller has set, and puts that mode back") {
  World world = contact_dense_world(), twin;
  twin.restore(world.snapshot());
  for (int i = 0; i < 10; ++i) twin.step(0.01);
  const unsigned saved = _mm_getcsr();
  const unsigned odd = (saved & ~0x6000u) | 0x2000u | 0x8040u;  // round down, flush to zero, denormals are zero
  _mm_setcsr(odd);
  for (int i = 0; i < 10; ++i) world.step(0.01);
  const unsigned after = _mm_getcsr();
  _mm_setcsr(saved);
  CHECK((after & ~0x3fu) == (odd & ~0x3fu));  // all but the sticky exception flags
  CHECK(world.state_hash() == twin.state_hash());
}
#endif
