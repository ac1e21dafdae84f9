// A scene's run: actions happen before the step that they name, refusals leave everything, snapshots bring it back.
#include <doctest/doctest.h>
#include <holdfast/io/scene_run.h>

#include "io/scene/scene_text.h"

using namespace holdfast;

namespace {

/// A weightless world with one ball of 2 kg, steps of 0.5 s.
Scene puck(const std::string& rest) {
  return read_scene_text(
      "holdfast: 1\nname: s\nworld: {gravity: [0, 0, 0], time_step: 0.5}\nbodies:\n"
      "  - {name: puck, kind: dynamic, shape: {sphere: {radius: 0.5}}, mass: 2, linear_velocity: [1, 0, 0]}\n" +
      rest);
}

Vector3f after(const Scene& scene, int steps, std::string_view body = "puck") {
  SceneRun run(scene);
  for (int i = 0; i < steps; ++i) REQUIRE(run.step().advanced);
  return run.world().position(run.body_id(body));
}

}  // namespace

TEST_CASE("a run takes the steps of its scene and then is finished") {
  const Scene scene = puck("run: {steps: 4}\n");
  SceneRun run(scene);
  int steps = 0;
  while (!run.finished()) {
    CHECK(run.step().advanced);
    CHECK(run.steps_done() == ++steps);
  }
  CHECK(steps == 4);
  CHECK(run.world().time() == doctest::Approx(2));
  CHECK(run.world().position(run.body_id("puck")) == Vector3f{2, 0, 0});
}

TEST_CASE("an action happens before the step that it names") {
  const Scene scene = puck("actions: [{at_step: 2, body: puck, set: {linear_velocity: [0, 1, 0]}}]\nrun: {steps: 3}\n");
  CHECK(after(scene, 1) == Vector3f{0.5f, 0, 0});
  CHECK(after(scene, 2) == Vector3f{0.5f, 0.5f, 0});
  CHECK(after(scene, 3) == Vector3f{0.5f, 1, 0});
}

TEST_CASE("a force acts for one step and an impulse at once") {
  // 4 N on 2 kg for 0.5 s: 1 m/s. An impulse of 4 N s: 2 m/s.
  const Scene force = puck("actions: [{at_step: 1, body: puck, apply_force: [0, 4, 0]}]\nrun: {steps: 2}\n");
  SceneRun run(force);
  run.step();
  CHECK(run.world().linear_velocity(run.body_id("puck")) == Vector3f{1, 1, 0});
  run.step();
  CHECK(run.world().linear_velocity(run.body_id("puck")) == Vector3f{1, 1, 0});
  CHECK(after(puck("actions: [{at_step: 1, body: puck, apply_impulse: [0, 4, 0]}]\nrun: {steps: 1}\n"), 1) == Vector3f{0.5f, 1, 0});
}

TEST_CASE("bodies come and go by name") {
  const Scene scene = puck(
      "actions:\n  - {at_step: 2, add_body: {name: second, kind: kinematic, shape: {sphere: {radius: 0.5}}, position: [9, 0, 0], "
      "linear_velocity: [2, 0, 0]}}\n"
      "  - {at_step: 4, remove_body: puck}\nrun: {steps: 4}\n");
  SceneRun run(scene);
  run.step();
  CHECK_FALSE(run.find_body("second").has_value());
  CHECK_THROWS_WITH_AS(static_cast<void>(run.body_id("secnd")), "scene 's': there is no body 'secnd' at present", InvalidArgument);
  run.step();
  CHECK(run.world().position(run.body_id("second")) == Vector3f{10, 0, 0});
  run.step();
  CHECK(run.find_body("puck").has_value());
  run.step();
  CHECK_FALSE(run.find_body("puck").has_value());
  CHECK(run.world().body_count() == 1);
}

TEST_CASE("a snapshot brings back bodies, names, settings and the time step, and the count goes on") {
  const Scene scene = puck(
      "actions:\n  - {at_step: 2, snapshot: early}\n  - {at_step: 2, world: {gravity: [0, 0, -8], time_step: 0.25}}\n"
      "  - {at_step: 3, remove_body: puck}\n  - {at_step: 5, restore: early}\nrun: {steps: 6}\n");
  SceneRun run(scene);
  for (int i = 0; i < 4; ++i) REQUIRE(run.step().advanced);
  CHECK(run.time_step() == 0.25);
  CHECK_FALSE(run.find_body("puck").has_value());
  REQUIRE(run.step().advanced);
  CHECK(run.time_step() == 0.5);
  CHECK(run.steps_done() == 5);
  CHECK(run.world().step_count() == 2);
  CHECK(run.world().position(run.body_id("puck")) == Vector3f{1, 0, 0});
  CHECK(run.world().settings().gravity == Vector3f{});
}

TEST_CASE("a refused step is not counted, leaves the state, and a retry can help it") {
  // 3e38 N on 2 kg for 0.5 s is 7.5e37 m/s; a second such force in a step of 10 s does not fit in Float32.
  const std::string push =
      "actions:\n  - {at_step: 2, body: puck, set: {force: [0, 0, 3.0e+38]}}\n  - {at_step: 2, world: {time_step: 10}}\n";
  const Scene refused = puck(push + "run: {steps: 3}\n");
  SceneRun run(refused, true);
  REQUIRE(run.step().advanced);
  const StepOutcome outcome = run.step();
  CHECK_FALSE(outcome.advanced);
  REQUIRE(outcome.refusals.size() == 1);
  CHECK(outcome.refusals[0].step == 2);
  CHECK(outcome.refusals[0].unchanged);
  CHECK(!outcome.refusals[0].message.empty());
  CHECK(run.steps_done() == 1);
  CHECK(run.world().step_count() == 1);
  CHECK_FALSE(run.step().advanced);  // still the same step
  CHECK(run.steps_done() == 1);

  const Scene retried = puck(push + "  - {at_step: 2, retry: {time_step: 0.5}}\nrun: {steps: 3}\n");
  SceneRun second(retried, true);
  REQUIRE(second.step().advanced);
  const StepOutcome helped = second.step();
  CHECK(helped.advanced);
  CHECK(helped.refusals.size() == 1);
  CHECK(second.steps_done() == 2);
  CHECK(second.world().linear_velocity(second.body_id("puck")).z == doctest::Approx(7.5e37));
}

TEST_CASE("an action that the world refuses undoes the other actions of its step") {
  // A static body has no mass to set.
  const Scene scene = puck(
      "  - {name: wall, kind: static, shape: {plane: {}}, position: [0, 0, -9]}\n"
      "actions:\n  - {at_step: 1, body: puck, set: {position: [5, 5, 5]}}\n  - {at_step: 1, body: wall, set: {mass: 3}}\nrun: {steps: "
      "1}\n");
  SceneRun run(scene);
  const std::uint64_t before = run.world().state_hash();
  const StepOutcome outcome = run.step();
  CHECK_FALSE(outcome.advanced);
  REQUIRE(outcome.refusals.size() == 1);
  CHECK(outcome.refusals[0].kind == ErrorKind::invalid_argument);
  CHECK(outcome.refusals[0].unchanged);
  CHECK(run.world().state_hash() == before);
}

TEST_CASE("every key of set reaches the world") {
  const Scene scene = puck(
      "actions:\n  - at_step: 1\n    body: puck\n    set: {shape: {box: {half_extents: [1, 2, 3]}}, mass: 12, position: [1, 2, 3], "
      "rotation: [0, 0, 1, 0], "
      "linear_velocity: [0, 0, 0], angular_velocity: [0, 0, 0], gravity_scale: 2, linear_damping: 0.5, angular_damping: 0.25, collides: "
      "false, group: [4], mask: 6, "
      "material: {friction: 0.125}, shape_position: [0, 0, 0], shape_rotation: [0, 0, 0, 1]}\n"
      "  - {at_step: 2, body: puck, set: {inverse_inertia: [[1, 0, 0], [0, 2, 0], [0, 0, 3]], center_of_mass: [0, 0, 0.5]}}\n"
      "  - {at_step: 3, body: puck, set: {density: 2}}\nrun: {steps: 3}\n");
  SceneRun run(scene);
  REQUIRE(run.step().advanced);
  const World& w = run.world();
  const BodyId id = run.body_id("puck");
  CHECK(w.shape(id).type() == ShapeType::box);
  CHECK(w.mass(id) == 12);
  CHECK(w.inertia_local(id).m[0][0] == doctest::Approx(12.0 / 12 * (16 + 36)));  // m/12 ((2hy)² + (2hz)²)
  CHECK(w.position(id) == Vector3f{1, 2, 3});
  CHECK(w.rotation(id) == Quaternionf{0, 0, 1, 0});
  CHECK(w.gravity_scale(id) == 2);
  CHECK(w.linear_damping(id) == 0.5f);
  CHECK(w.angular_damping(id) == 0.25f);
  CHECK_FALSE(w.collides(id));
  CHECK(w.group(id) == 16);
  CHECK(w.mask(id) == 6);
  CHECK(w.material(id).friction == 0.125f);
  REQUIRE(run.step().advanced);
  CHECK(w.inverse_inertia_local(id).m[1][1] == 2);
  CHECK(w.center_of_mass_local(id) == Vector3f{0, 0, 0.5f});
  REQUIRE(run.step().advanced);
  CHECK(w.mass(id) == doctest::Approx(2 * 2 * 4 * 6));
}

TEST_CASE("a body that the world refuses is reported with its place") {
  const Scene scene = read_scene_text("holdfast: 1\nname: s\nbodies:\n  - {name: m, kind: dynamic, mass: 1, shape: {plane: {}}}\n");
  try {
    const SceneRun run(scene);
    FAIL("a dynamic plane was accepted");
  } catch (const Error& e) {
    CHECK(e.kind() == ErrorKind::unsupported_shape);
    CHECK(std::string(e.what()).find("text:4:5: scene 's': ") == 0);
  }
}
