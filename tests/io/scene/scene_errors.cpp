// Every fault of a scene file is reported with its place, its owner, its key, what was found and what is allowed.
#include <doctest/doctest.h>

#include "io/scene/scene_text.h"

using namespace holdfast;

namespace {

/// A scene with one ball whose lines 3 and on are `body`, indented as keys of the body.
std::string ball(const std::string& keys) {
  return "holdfast: 1\nname: s\nbodies:\n  - name: ball\n    kind: dynamic\n    mass: 1\n    shape: {sphere: {radius: 1}}\n" + keys;
}

std::string scene(const std::string& rest) { return "holdfast: 1\nname: s\n" + rest; }

}  // namespace

TEST_CASE("an unknown key is refused at its place with the nearest known key") {
  CHECK(
      refusal_of(ball("    postion: [0, 0, 0]\n")) ==
      "text:8:5: scene 's', body 'ball': key 'postion' is not known, allowed: name, kind, grid, shapes, shape, shape_position, "
      "shape_rotation, material, collides, group, mask, mass, density, center_of_mass, inertia, inverse_inertia, gravity_scale, "
      "linear_damping, angular_damping, position, rotation, euler_degrees, linear_velocity, angular_velocity, force, torque; did you mean "
      "'position'?");
  CHECK(refusal_of(scene("wrold: {}\n")).find("text:3:1: scene 's': key 'wrold' is not known") == 0);
  CHECK(refusal_of(scene("wrold: {}\n")).find("did you mean 'world'?") != std::string::npos);
  CHECK(refusal_of(scene("xyzzy: {}\n")).find("did you mean") == std::string::npos);
}

TEST_CASE("a value of the wrong type is refused with what is allowed") {
  CHECK(refusal_of(scene("world: {time_step: fast}\n")) ==
        "text:3:20: scene 's', world: key 'time_step': got fast, allowed: a finite number > 0 [s]");
  CHECK(refusal_of(scene("world: {time_step: \"0.01\"}\n")) ==
        "text:3:20: scene 's', world: key 'time_step': got the text \"0.01\", allowed: a finite number > 0 [s]");
  CHECK(refusal_of(scene("world: {gravity: [0, 0]}\n")) ==
        "text:3:18: scene 's', world: key 'gravity': got a list of 2, allowed: three finite numbers [m/s²]");
  CHECK(refusal_of(scene("world: {warm_starting: yes}\n")) ==
        "text:3:24: scene 's', world: key 'warm_starting': got yes, allowed: true or false");
  CHECK(refusal_of(scene("world: {velocity_iterations: 1.5}\n")) ==
        "text:3:30: scene 's', world: key 'velocity_iterations': got 1.5, allowed: an integer in 0 .. 10000");
  CHECK(refusal_of(scene("world: 3\n")) == "text:3:8: scene 's', world: a mapping of keys is needed, got 3");
  CHECK(refusal_of(scene("bodies: {name: a}\n")) == "text:3:9: scene 's': key 'bodies': got a mapping, allowed: a list of mappings");
  CHECK(refusal_of("holdfast: 1\nname: 5\n") ==
        "text:2:7: scene '5': key 'name': got 5, allowed: a text; put \"5\" in quotes to mean the text");
  CHECK(refusal_of(scene("run: {steps: }\n")).find("key 'steps': got nothing, allowed: an integer in 0 .. 1e+09") != std::string::npos);
}

TEST_CASE("a word that is not allowed is refused with the nearest one") {
  CHECK(refusal_of(scene("bodies: [{name: a, kind: dynamc, mass: 1, shape: {sphere: {radius: 1}}}]\n")) ==
        "text:3:26: scene 's', body 'a': key 'kind': got dynamc, allowed: static, dynamic, kinematic; did you mean 'dynamic'?");
}

TEST_CASE("a number that is not finite or out of range is refused") {
  for (const std::string bad : {".nan", ".inf", "-.inf", "nan", "inf", "1e999", "0x10", "1_000"})
    CHECK_MESSAGE(
        refusal_of(ball("    position: [0, 0, " + bad + "]\n")).find("text:8:22: scene 's', body 'ball': key 'position': got " + bad) == 0,
        bad);
  for (const std::string bad : {"0", "-1"})
    CHECK_MESSAGE(
        refusal_of(scene("world: {time_step: " + bad + "}\n")).find("key 'time_step': got " + bad + ", allowed: a finite number > 0 [s]") !=
            std::string::npos,
        bad);
  CHECK(refusal_of(ball("    position: [0, 0, 1.0e+39]\n")).find("key 'position': got 1.0e+39") != std::string::npos);
  CHECK(refusal_of(ball("    material: {friction: -0.1}\n"))
            .find("text:8:26: scene 's', body 'ball': key 'friction': got -0.1, allowed: a finite number >= 0") == 0);
  CHECK(refusal_of(ball("    material: {restitution: 1.01}\n")).find("key 'restitution': got 1.01, allowed: a finite number in 0 .. 1") !=
        std::string::npos);
  CHECK(refusal_of(ball("    linear_damping: -1\n")).find("allowed: a finite number >= 0 [1/s]") != std::string::npos);
}

TEST_CASE("a size that is zero or negative is refused") {
  const auto with_shape = [](const std::string& shape) { return scene("bodies: [{name: a, kind: static, shape: " + shape + "}]\n"); };
  CHECK(refusal_of(with_shape("{sphere: {radius: 0}}")) ==
        "text:3:59: scene 's', body 'a': key 'radius': got 0, allowed: a finite number > 0 [m]");
  CHECK(refusal_of(with_shape("{box: {half_extents: [1, -1, 1]}}")).find("text:3:66: scene 's', body 'a': key 'half_extents': got -1") ==
        0);
  CHECK(refusal_of(with_shape("{capsule: {radius: 1, half_height: 0}}")).find("key 'half_height': got 0") != std::string::npos);
  CHECK(refusal_of(with_shape("{sphere: {radius: 1.0e-400}}")).find("key 'radius': got 1.0e-400") != std::string::npos);
  CHECK(refusal_of(ball("    density: 0\n")).find("key 'density': got 0, allowed: a finite number > 0 [kg/m³]") != std::string::npos);
}

TEST_CASE("a rotation that is not of unit length is refused, and one within 1e-5 is not") {
  CHECK(refusal_of(ball("    rotation: [0, 0, 0, 0.9]\n"))
            .find("text:8:15: scene 's', body 'ball': key 'rotation': got [0, 0, 0, 0.9] with squared length 0.81") == 0);
  CHECK(refusal_of(ball("    rotation: [0, 0, 0, 1.000004]\n")).empty());        // squared length 1.000008
  CHECK_FALSE(refusal_of(ball("    rotation: [0, 0, 0, 1.000006]\n")).empty());  // squared length 1.000012
  CHECK(refusal_of(ball("    rotation: [0, 0, 1]\n")).find("got a list of 3, allowed: four finite numbers") != std::string::npos);
}

TEST_CASE("a key that stands twice is refused, in every mapping") {
  CHECK(refusal_of(ball("    mass: 2\n")) ==
        "text:8:5: scene 's', body 'ball': key 'mass' stands twice in one mapping, first in line 6, allowed: once");
  CHECK(refusal_of("holdfast: 1\nname: a\nname: b\n").find("text:3:1: scene 'a': key 'name' stands twice") == 0);
  CHECK(refusal_of(scene("materials: {ice: {}, ice: {}}\n")).find("text:3:22: scene 's': key 'ice' stands twice") == 0);
  CHECK(
      refusal_of(scene("bodies: [{name: a, kind: static, shape: {sphere: {radius: 1, radius: 2}}}]\n")).find("key 'radius' stands twice") !=
      std::string::npos);
}

TEST_CASE("a missing key is named") {
  CHECK(refusal_of("name: s\n") == "text:1:1: scene 's': key 'holdfast' is missing, allowed: 1, the version of the format");
  CHECK(refusal_of("holdfast: 2\nname: s\n") == "text:1:11: scene 's': key 'holdfast': got 2, allowed: an integer in 1 .. 1");
  CHECK(refusal_of(scene("bodies: [{name: a, kind: static}]\n")) ==
        "text:3:10: scene 's', body 'a': key 'shape' is missing, allowed: one shape");
  CHECK(refusal_of(scene("bodies: [{kind: static, shape: {plane: {}}}]\n")) ==
        "text:3:10: scene 's': key 'name' is missing, allowed: a text");
  CHECK(refusal_of(scene("bodies: [{name: a, kind: static, shape: {sphere: {}}}]\n"))
            .find("key 'radius' is missing, allowed: a finite number > 0 [m]") != std::string::npos);
  CHECK(refusal_of(scene("bodies: [{name: a, kind: dynamic, shape: {sphere: {radius: 1}}}]\n"))
            .find("a dynamic body needs one of the keys 'mass', 'density'") != std::string::npos);
  CHECK(refusal_of(scene("bodies: [{name: a, kind: static, shape: {}}]\n"))
            .find("exactly one of these keys is needed, got 0: sphere, box, capsule, hull, plane, mesh") != std::string::npos);
  CHECK(refusal_of(scene("bodies: [{name: a, kind: static, shape: {plane: {}, sphere: {radius: 1}}}]\n"))
            .find("exactly one of these keys is needed, got 2") != std::string::npos);
  CHECK(refusal_of(scene("run: {steps: 1, duration: 1}\n")).find("exactly one of these keys is needed, got 2: steps, duration") !=
        std::string::npos);
}

TEST_CASE("keys that exclude each other are refused") {
  CHECK(refusal_of(ball("    density: 1\n")) == "text:4:5: scene 's', body 'ball': keys 'mass' and 'density' exclude each other");
  CHECK(refusal_of(ball("    rotation: [0, 0, 0, 1]\n    euler_degrees: [0, 0, 0]\n"))
            .find("'rotation' and 'euler_degrees' exclude each other") != std::string::npos);
}

TEST_CASE("names of bodies and materials must exist, and bodies' be unique") {
  CHECK(refusal_of(ball("run: {steps: 1}\nexpect: [{body: bal, position: [0, 0, 0], tolerance: 0}]\n")) ==
        "text:9:17: scene 's', check 1: key 'body': got bal, allowed: ball; did you mean 'ball'?");
  CHECK(refusal_of(ball("    material: ice\n")) ==
        "text:8:15: scene 's', body 'ball': key 'material': got ice, allowed: a name under 'materials', but there is none");
  CHECK(refusal_of(ball("  - {name: ball, kind: static, shape: {plane: {}}}\n"))
            .find("text:8:5: scene 's', body 'ball': key 'name': got 'ball', which another body") == 0);
  CHECK(refusal_of(scene("materials: {ice: {}}\nmaterial_pairs: [{a: ice, b: icy, friction: 0}]\n"))
            .find("key 'b': got icy, allowed: ice; did you mean 'ice'?") != std::string::npos);
}

TEST_CASE("what this version cannot do is refused by name, and a default restated is not") {
  const auto unsupported = [](const std::string& text, const std::string& what) {
    CHECK_MESSAGE(refusal_of(scene(text)).find(what + " is not supported in this version") != std::string::npos, refusal_of(scene(text)));
  };
  unsupported("world: {collision_detection: SPHERE_MESH_CCD}\n", "key 'collision_detection': SPHERE_MESH_CCD");
  unsupported("world: {ccd_max_impacts: 32}\n", "key 'ccd_max_impacts': 32");
  unsupported("world: {ccd_max_substeps: 1}\n", "key 'ccd_max_substeps': 1");
  unsupported("world: {contact: {swept_ccd_enabled: true}}\n", "key 'swept_ccd_enabled': true");
  unsupported("world: {broadphase: {type: bounds_tree}}\n", "key 'type': bounds_tree");
  unsupported("world: {broadphase: {type: sap_3_axis, mbp_padding: 1}}\n", "key 'mbp_padding'");
  for (const std::string shape : {"cylinder", "heightmap", "compound"})
    unsupported("bodies: [{name: a, kind: static, shape: {" + shape + ": {}}}]\n", "key '" + shape + "'");
  for (const std::string part : {"vehicles", "walkers", "roads", "deformables", "planar"})
    unsupported(part + ": []\n", "key '" + part + "'");
  unsupported("queries: [{sweep: {}, expect: {miss: true}}]\n", "key 'sweep'");
  CHECK(refusal_of(
            scene("world: {collision_detection: DISCRETE, ccd_max_impacts: 16, ccd_max_substeps: 256, broadphase: {type: sap_3_axis}, "
                  "internal_edges: all_features, contact: {max_contacts_per_pair: 8, swept_ccd_enabled: false, swept_ccd_min_speed: 0, "
                  "swept_ccd_speculative_margin: 0.0001}}\n"))
            .empty());
  CHECK(refusal_of("world: {height: 10}\nrobot: {}\n").find("this is an IR-SIM world, which is not supported in this version") !=
        std::string::npos);
}

TEST_CASE("a mesh's indices and triangles are checked one by one") {
  const auto mesh = [](const std::string& triangles) {
    return scene("bodies: [{name: m, kind: static, shape: {mesh: {vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [2, 0, 0]],\n  triangles: " +
                 triangles + "}}}]\n");
  };
  CHECK(refusal_of(mesh("[[0, 1, 2]]")).empty());
  CHECK(refusal_of(mesh("[[0, 1, 2], [0, 1, 4]]")) ==
        "text:4:26: scene 's', body 'm': key 'triangles': triangle 1 names vertex 4, allowed: 0 .. 3");
  CHECK(refusal_of(mesh("[[0, 1, 3]]")).find("triangle 0 has no area") != std::string::npos);
  CHECK(refusal_of(mesh("[[0, 1, 1]]")).find("triangle 0 has no area") != std::string::npos);
  CHECK(refusal_of(mesh("[[0, 1, -1]]")).find("key 'triangles': got -1") != std::string::npos);
  CHECK(refusal_of(mesh("[[0, 1]]")).find("key 'triangles': got a list of 2") != std::string::npos);
  CHECK_FALSE(refusal_of(mesh("[]")).empty());
}

TEST_CASE("a hull without a volume is refused at its points") {
  CHECK(refusal_of(scene("bodies: [{name: h, kind: static, shape: {hull: {points: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]}}}]\n"))
            .find("text:3:57: scene 's', body 'h': ") == 0);
  CHECK_FALSE(refusal_of(scene("bodies: [{name: h, kind: static, shape: {hull: {points: []}}}]\n")).empty());
}

TEST_CASE("checks that make no sense are refused") {
  const auto with_check = [](const std::string& check) { return ball("run: {steps: 2}\nexpect:\n  - " + check + "\n"); };
  const auto refused = [&](const std::string& check, const std::string& part) {
    CHECK_MESSAGE(refusal_of(with_check(check)).find(part) != std::string::npos, refusal_of(with_check(check)));
    CHECK(refusal_of(with_check(check)).find("scene 's', check 1: ") != std::string::npos);
  };
  refused("{body: ball, position: [0, 0, 0]}",
          "text:10:5: scene 's', check 1: key 'tolerance' is missing: key 'position' compares numbers; 0 is exact");
  refused("{position: [0, 0, 0], tolerance: 0}", "key 'position' needs the key 'body'");
  refused("{at_step: 1}", "this check asks nothing");
  refused("{body: ball, tolerance: 0}", "this check asks nothing");
  refused("{at_step: 3, contact_count: 0}", "text:10:15: scene 's', check 1: key 'at_step': got 3, allowed: 0 .. 2, the steps of this run");
  refused("{at_step: 0, contact_count: 0}", "key 'contact_count' is about a step, allowed: at_step >= 1");
  refused("{body: ball, axis: x}", "a bound needs one of the keys 'min', 'max'");
  refused("{body: ball, min: 1}", "a bound needs one of the keys 'axis', 'quantity'");
  refused("{body: ball, axis: x, min: 2, max: 1}", "key 'max': got 1, allowed: a number not below min");
  refused("{body: ball, axis: w, min: 0}", "key 'axis': got w, allowed: x, y, z");
  refused("{body: ball, quantity: spede, min: 0}", "did you mean 'speed'?");
  refused("{unchanged: true, contact_count: 0}", "key 'unchanged' goes with 'refused' only");
  refused("{momentum_kept: true}", "key 'tolerance' is missing");
  refused("{energy_never_rises: true}", "needs one of the keys 'tolerance', 'relative_tolerance'");
  refused("{energy_never_rises: false, tolerance: 0}", "key 'energy_never_rises': got false, allowed: true");
  refused("{body: ball, position: [0, 0, 0], tolerance: -1}", "key 'tolerance': got -1, allowed: a finite number >= 0");
  refused("{contact_count: -1}", "key 'contact_count': got -1");
  refused("{contact_count: {min: 2, max: 1}}", "allowed: {min, max} with min <= max");
  refused("{hash: 12}", "key 'hash': got 12, allowed: 64 bits as 0x");
  CHECK(refusal_of(ball("expect: [{contact_count: 0}]\n")).find("key 'expect' needs the key 'run'") != std::string::npos);
}

TEST_CASE("actions that make no sense are refused") {
  const auto refused = [&](const std::string& action, const std::string& part) {
    const std::string message = refusal_of(ball("run: {steps: 2}\nactions:\n  - " + action + "\n"));
    CHECK_MESSAGE(message.find(part) != std::string::npos, message);
  };
  refused("{at_step: 1}", "text:10:5: scene 's', action 1: exactly one of these keys is needed, got 0: set, world");
  refused("{at_step: 1, snapshot: a, restore: a}", "exactly one of these keys is needed, got 2");
  refused("{at_step: 3, snapshot: a}", "key 'at_step': got 3, allowed: 1 .. 2, the steps of this run");
  refused("{at_step: 0, snapshot: a}", "key 'at_step': got 0");
  refused("{at_step: 1, set: {position: [0, 0, 0]}}", "key 'body' is missing");
  refused("{at_step: 1, body: ball, set: {}}", "key 'set' changes nothing");
  refused("{at_step: 1, body: ball, set: {name: b}}", "key 'name' is not known");
  refused("{at_step: 1, restore: a}", "key 'restore': got a, allowed: the name of an earlier snapshot, but there is none");
  refused("{at_step: 1, body: ball, set: {mass: 2}, at: [0, 0, 0]}", "key 'at' goes with apply_force, apply_impulse only");
  refused("{at_step: 1, remove_body: bell}", "did you mean 'ball'?");
  refused("{at_step: 1, add_body: {name: ball, kind: static, shape: {plane: {}}}}", "which another body of this scene has");
}

TEST_CASE("queries that make no sense are refused") {
  const auto refused = [&](const std::string& query, const std::string& part) {
    const std::string message = refusal_of(scene("queries:\n  - " + query + "\n"));
    CHECK_MESSAGE(message.find(part) != std::string::npos, message);
  };
  const std::string ray = "ray: {origin: [0, 0, 0], direction: [1, 0, 0], shape: {sphere: {radius: 1}}}";
  refused("{" + ray + ", expect: {}}", "this query expects nothing");
  refused("{" + ray + ", expect: {tolerance: 1}}", "this query expects nothing");
  refused("{" + ray + ", expect: {distance: 1}}", "key 'tolerance' is missing");
  refused("{" + ray + ", expect: {depth: 1, tolerance: 0}}", "key 'depth' is not known");
  refused("{" + ray + "}", "key 'expect' is missing");
  refused("{expect: {miss: true}}", "exactly one of these keys is needed, got 0: contact, ray, distance, overlap, mass_properties");
  refused("{" + ray + ", expect: {normal: [1, 1, 0], tolerance: 0}}", "with squared length 2");
  refused("{ray: {origin: [0, 0, 0], direction: [0, 0, 0]}, expect: {miss: true}}",
          "key 'direction': got a list of 3, allowed: a vector that is not zero");
  refused("{ray: {origin: [0, 0, 0], direction: [1, 0, 0], position: [0, 0, 0]}, expect: {miss: true}}",
          "key 'position' goes with 'shape' only");
  refused("{mass_properties: {shape: {sphere: {radius: 1}}, density: 0}, expect: {mass: 1, tolerance: 0}}", "key 'density': got 0");
}

TEST_CASE("a file or text that is not there, not YAML or no scene is refused") {
  CHECK_THROWS_WITH_AS(read_scene_file("no/such/file.yaml"), "no/such/file.yaml: the file does not exist", FileError);
  CHECK_THROWS_WITH_AS(read_scene_file("."), ".: this is a folder, a scene file is needed", FileError);
  CHECK(refusal_of("") == "text: the file holds no scene");
  CHECK(refusal_of("# only a comment\n") == "text: the file holds no scene");
  CHECK(refusal_of("[1, 2").find("text:1:1: not YAML: end of sequence flow not found") == 0);
  CHECK(refusal_of("a: b: c\n").find("text:1:5: not YAML: ") == 0);
  CHECK(refusal_of("- 1\n") == "text:1:1: scene 'text': a scene is a mapping of keys, got a list of 1");
  CHECK(refusal_of(scene("run: !!int {steps: 1}\n")).find("text:3:6: the tag") == 0);
}
