// What a good scene file becomes: defaults, units, many scenes in a file, grids, Euler angles, masks.
#include <doctest/doctest.h>
#include <holdfast/io/scene_run.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "io/scene/scene_text.h"

using namespace holdfast;

TEST_CASE("a scene without keys has the documented defaults") {
  const Scene scene = read_scene_text("holdfast: 1\nname: empty\n");
  const WorldSettings& s = scene.world.settings;
  CHECK(scene.name == "empty");
  CHECK(s.gravity == Vector3f{0, 0, -9.8f});
  CHECK(scene.world.time_step == 0.01);
  CHECK(s.velocity_iterations == 10);
  CHECK(s.position_iterations == 4);
  CHECK(s.margin == 0.02f);
  CHECK(s.slop == 0.005f);
  CHECK(s.push_factor == 0.2f);
  CHECK(s.bounce_threshold == 1.0f);
  CHECK(s.warm_starting);
  CHECK(s.solver_order == SolverOrder::canonical);
  CHECK(s.position_update == PositionUpdate::semi_implicit);
  CHECK(s.filter_internal_edges);
  CHECK(s.max_contacts_per_pair == 8);
  CHECK(scene.steps == 0);
  CHECK(scene.record_every == 1);
  CHECK(scene.warnings.empty());
}

TEST_CASE("every setting of a world arrives") {
  const Scene scene = read_scene_text(
      "holdfast: 1\nname: s\nworld: {gravity: [1, 2, 3], time_step: 0.5, velocity_iterations: 0, position_iterations: 7, margin: 0, slop: "
      "0.125, "
      "push_factor: 0.5, bounce_threshold: 2, warm_starting: false, solver_order: insertion, position_update: trapezoid, internal_edges: "
      "all_features, "
      "contact: {max_contacts_per_pair: 3}}\nrun: {duration: 2}\nrecord: {every: 5}\n");
  const WorldSettings& s = scene.world.settings;
  CHECK(s.gravity == Vector3f{1, 2, 3});
  CHECK(s.velocity_iterations == 0);
  CHECK(s.position_iterations == 7);
  CHECK(s.margin == 0);
  CHECK(s.slop == 0.125f);
  CHECK(s.push_factor == 0.5f);
  CHECK(s.bounce_threshold == 2);
  CHECK_FALSE(s.warm_starting);
  CHECK(s.solver_order == SolverOrder::insertion);
  CHECK(s.position_update == PositionUpdate::trapezoid);
  CHECK_FALSE(s.filter_internal_edges);
  CHECK(s.max_contacts_per_pair == 3);
  CHECK(scene.steps == 4);
  CHECK(scene.record_every == 5);
}

TEST_CASE("a duration becomes the steps that fill it, and rounding adds none") {
  const auto steps = [](const std::string& duration, const std::string& step) {
    return read_scene_text("holdfast: 1\nname: s\nworld: {time_step: " + step + "}\nrun: {duration: " + duration + "}\n").steps;
  };
  CHECK(steps("1", "0.01") == 100);
  CHECK(steps("0.3", "0.1") == 3);  // 0.3 / 0.1 is 2.9999999999999996
  CHECK(steps("0.7", "0.1") == 7);  // 0.7 / 0.1 is 6.999999999999999
  CHECK(steps("1.001", "0.01") == 101);
  CHECK(steps("0", "0.01") == 0);
}

TEST_CASE("max_contacts_per_pair outside 1 to 8 is clamped with a warning that has a place") {
  for (const auto& [given, kept] : {std::pair{"0", 1}, std::pair{"-3", 1}, std::pair{"9", 8}}) {
    const Scene scene = read_scene_text(std::string("holdfast: 1\nname: s\nworld:\n  contact: {max_contacts_per_pair: ") + given + "}\n");
    CHECK(scene.world.settings.max_contacts_per_pair == kept);
    REQUIRE(scene.warnings.size() == 1);
    CHECK(scene.warnings[0].find("text:4:36: scene 's', world: key 'max_contacts_per_pair'") == 0);
  }
}

TEST_CASE("a file holds several scenes as documents and as cases, and a bad one does not hide the others") {
  const auto path = std::filesystem::temp_directory_path() / "holdfast_scene_reading_test.yaml";
  std::ofstream(path) << "# a comment\n---\nholdfast: 1\nname: one\n---\nholdfast: 1\ncases:\n  - {name: two}\n  - {name: three, bad: "
                         "1}\n---\nholdfast: 1\nname: four\n";
  const auto scenes = read_scene_file_leniently(path);
  CHECK_THROWS_AS(read_scene_file(path), FileError);
  std::filesystem::remove(path);
  REQUIRE(scenes.size() == 4);
  CHECK(scenes[0].scene.name == "one");
  CHECK(scenes[0].scene.at.line == 3);
  CHECK(scenes[1].scene.name == "two");
  CHECK(scenes[2].error.find(path.string() + ":9:19: scene 'three': key 'bad' is not known") == 0);
  CHECK(scenes[2].scene.name == "three");
  CHECK(scenes[3].scene.name == "four");
  CHECK(scenes[3].error.empty());
}

TEST_CASE("JSON is read as it is") {
  const Scene scene = read_scene_text(
      R"({"holdfast": 1, "name": "json", "bodies": [{"name": "a", "kind": "static", "shape": {"sphere": {"radius": 2}}}]})");
  REQUIRE(scene.bodies.size() == 1);
  CHECK(scene.bodies[0].description.shape.as_sphere().radius == 2);
}

TEST_CASE("Euler angles turn about z, then the new y, then the new x") {
  const auto rotated = [](const std::string& angles, const Vector3d& v) {
    const Scene scene =
        read_scene_text("holdfast: 1\nname: s\nbodies: [{name: a, kind: static, shape: {plane: {}}, euler_degrees: " + angles + "}]\n");
    return rotate(scene.bodies[0].description.rotation, v);
  };
  const auto is = [](const Vector3d& a, const Vector3d& b) { CHECK(length(a - b) < 1e-15); };
  is(rotated("[0, 0, 90]", {1, 0, 0}), {0, 1, 0});    // yaw to the left
  is(rotated("[0, 90, 0]", {1, 0, 0}), {0, 0, -1});   // pitch: the nose goes down
  is(rotated("[90, 0, 0]", {0, 1, 0}), {0, 0, 1});    // roll: the left side goes up
  is(rotated("[0, 90, 90]", {1, 0, 0}), {0, 0, -1});  // the nose yaws to +y, then dips
  is(rotated("[90, 0, 90]", {0, 1, 0}), {0, 0, 1});   // the left side yaws to -x, then rises
  is(rotated("[0, 0, 180]", {1, 0, 0}), {-1, 0, 0});
  is(rotated("[0, 0, 720]", {1, 2, 3}), {1, 2, 3});
}

TEST_CASE("groups and masks are 64-bit masks or lists of bits") {
  const Scene scene = read_scene_text(
      "holdfast: 1\nname: s\nbodies:\n  - {name: a, kind: static, shape: {plane: {}}, group: [0, 3, 63], mask: 0xffffffffffffffff}\n"
      "  - {name: b, kind: static, shape: {plane: {}}, group: 5, mask: []}\n  - {name: c, kind: static, shape: {plane: {}}}\n");
  CHECK(scene.bodies[0].description.group == std::uint64_t{0x8000000000000009});
  CHECK(scene.bodies[0].description.mask == ~std::uint64_t{0});
  CHECK(scene.bodies[1].description.group == std::uint64_t{5});
  CHECK(scene.bodies[1].description.mask == 0);
  CHECK_FALSE(scene.bodies[2].description.group.has_value());
  CHECK_FALSE(refusal_of("holdfast: 1\nbodies: [{name: a, kind: static, shape: {plane: {}}, group: [64]}]\n").empty());
}

TEST_CASE("named materials get ids, and pairs replace only what they give") {
  const Scene scene = read_scene_text(
      "holdfast: 1\nname: s\nmaterials: {rubber: {friction: 0.9, restitution: 0.2}, ice: {friction: 0.1}}\n"
      "material_pairs: [{a: rubber, b: ice, friction: 0.05}]\nbodies:\n  - {name: a, kind: static, shape: {plane: {}}, material: ice}\n"
      "  - {name: b, kind: static, shape: {plane: {}}, material: {restitution: 0.5}}\n");
  const Material& ice = scene.bodies[0].description.material;
  CHECK(ice.friction == 0.1f);
  CHECK(ice.restitution == 0);
  CHECK(ice.id == scene.material_pairs[0].b);
  CHECK(ice.id != 0);
  CHECK(scene.material_pairs[0].pair.friction == 0.05f);
  CHECK_FALSE(scene.material_pairs[0].pair.restitution.has_value());
  CHECK(scene.bodies[1].description.material.friction == 0.6f);
  CHECK(scene.bodies[1].description.material.id == 0);
}

TEST_CASE("a grid makes bodies in the order x, y, z with its shapes in turn") {
  const Scene scene = read_scene_text(
      "holdfast: 1\nname: s\nbodies:\n  - {name: b, kind: dynamic, mass: 1, position: [1, 2, 3], grid: {count: [2, 3, 2], spacing: [1, 10, "
      "100]},\n"
      "     shapes: [{sphere: {radius: 1}}, {box: {half_extents: [1, 1, 1]}}, {capsule: {radius: 1, half_height: 1}}]}\n");
  REQUIRE(scene.bodies.size() == 12);
  for (std::size_t i = 0; i < 12; ++i) {
    const std::size_t x = i % 2, y = i / 2 % 3, z = i / 6;
    const BodyDescription& d = scene.bodies[i].description;
    CHECK(d.name == "b_" + std::to_string(i));
    CHECK(d.position == Vector3d{1 + double(x), 2 + 10 * double(y), 3 + 100 * double(z)});
    CHECK(d.shape.type() == (i % 3 == 0 ? ShapeType::sphere : i % 3 == 1 ? ShapeType::box : ShapeType::capsule));
  }
}

TEST_CASE("a grid's jitter and rotations depend on the seed alone and stay in bounds") {
  const auto grid = [](const std::string& seed) {
    return read_scene_text(
        "holdfast: 1\nname: s\nbodies: [{name: b, kind: static, shape: {sphere: {radius: 1}}, grid: {count: [4, 4, 4], spacing: [1, 1, 1], "
        "jitter: 0.25, random_rotation: true, seed: " +
        seed + "}}]\n");
  };
  const Scene a = grid("1"), b = grid("1"), c = grid("2");
  std::size_t differ = 0;
  for (std::size_t i = 0; i < 64; ++i) {
    const BodyDescription &first = a.bodies[i].description, &again = b.bodies[i].description, &other = c.bodies[i].description;
    const std::size_t x = i % 4, y = i / 4 % 4, z = i / 16;
    CHECK(first.position == again.position);
    CHECK(first.rotation == again.rotation);
    differ += first.position != other.position && !(first.rotation == other.rotation);
    const Vector3d off = first.position - Vector3d{double(x), double(y), double(z)};
    CHECK(std::max({std::abs(off.x), std::abs(off.y), std::abs(off.z)}) <= 0.25);
    CHECK(std::abs(length_squared(first.rotation) - 1) < 1e-15);
  }
  CHECK(differ == 64);
}

TEST_CASE("a grid beyond the limit of bodies is refused before it is built") {
  CHECK(refusal_of("holdfast: 1\nname: s\nbodies: [{name: b, kind: static, shape: {plane: {}}, grid: {count: [1000, 1000, 2], spacing: [1, "
                   "1, 1]}}]\n")
            .find("key 'grid': got 2000000 bodies, allowed: at most 1000000 in a scene") != std::string::npos);
  CHECK_FALSE(refusal_of("holdfast: 1\nbodies: [{name: b, kind: static, shape: {plane: {}}, grid: {count: [1000000, 1000000, 1000000], "
                         "spacing: [1, 1, 1]}}]\n")
                  .empty());
  CHECK(refusal_of("holdfast: 1\nbodies: [{name: b, kind: static, shapes: [{plane: {}}]}]\n").find("key 'shapes' goes with 'grid' only") !=
        std::string::npos);
}

TEST_CASE("an alias stands for the value of its anchor") {
  const Scene scene = read_scene_text(
      "holdfast: 1\nname: s\nbodies:\n  - {name: a, kind: static, shape: &ball {sphere: {radius: 3}}}\n  - {name: b, kind: static, shape: "
      "*ball}\n");
  CHECK(scene.bodies[1].description.shape.as_sphere().radius == 3);
}

TEST_CASE("a mesh and a hull from a file are scaled, turned and moved, relative to the scene's folder") {
  const auto folder = std::filesystem::temp_directory_path() / "holdfast_scene_mesh_test";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "corner.obj") << "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
  const auto read = [&](const std::string& shape) {
    return read_scene_text("holdfast: 1\nname: s\nbodies:\n  - {name: a, kind: static, shape: {" + shape + "}}\n", "text", folder)
        .bodies.at(0)
        .description.shape;
  };
  const Aabbd mesh = read("mesh: {file: corner.obj, scale: [2, 3, 4], euler_degrees: [0, 0, 90], position: [10, 0, 0]}").bounds();
  CHECK(length(mesh.low - Vector3d{7, 0, 0}) < 1e-6);  // x to y and y to -x
  CHECK(length(mesh.high - Vector3d{10, 2, 4}) < 1e-6);
  const Aabbd hull = read("hull: {file: corner.obj, scale: 2}").bounds();
  CHECK(hull.high == Vector3d{2, 2, 2});
  try {
    read("mesh: {file: missing.obj}");
    FAIL("a missing file was accepted");
  } catch (const FileError& e) {
    CHECK(std::string(e.what()).find("text:4:50: scene 's', body 'a': " + (folder / "missing.obj").string()) == 0);
  }
  CHECK_THROWS_AS(read("mesh: {file: corner.obj, triangles: [[0, 1, 2]]}"), FileError);
  CHECK_THROWS_AS(read("hull: {points: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], scale: 2}"), FileError);
  std::filesystem::remove_all(folder);
}
