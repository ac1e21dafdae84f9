#include <doctest/doctest.h>

#include <builders/ground.h>
#include <builders/piles.h>
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

#if defined(__SSE2__)
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
