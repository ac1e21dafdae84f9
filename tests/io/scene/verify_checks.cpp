// Each kind of check passes where it holds and fails where it does not, with the numbers that show it.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "io/scene/scene_text.h"

using namespace holdfast;

namespace {

/// Two weightless balls of 1 kg and radius 0.5; `mover` at 1 m/s along x, `other` at rest at x = 5. Steps of 1 s.
std::string two_balls(const std::string& rest) {
  return "holdfast: 1\nname: s\nworld: {gravity: [0, 0, 0], time_step: 1}\nbodies:\n"
         "  - {name: mover, kind: dynamic, shape: {sphere: {radius: 0.5}}, mass: 1, linear_velocity: [1, 0, 0]}\n"
         "  - {name: other, kind: dynamic, shape: {sphere: {radius: 0.5}}, mass: 1, position: [5, 0, 0]}\n" +
         rest;
}

/// The failures of one check on the two balls after two steps.
std::string check(const std::string& text) { return failures_of(two_balls("run: {steps: 2}\nexpect:\n  - " + text + "\n")); }

/// The failures of one query.
std::string query(const std::string& text) { return failures_of(two_balls("queries:\n  - " + text + "\n")); }

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

void passes(const std::string& failures) { CHECK_MESSAGE(failures.empty(), failures); }
void fails(const std::string& failures, const std::string& part) { CHECK_MESSAGE(contains(failures, part), failures); }

}  // namespace

TEST_CASE("a position is compared by component, within the tolerance and no farther") {
  passes(check("{body: mover, position: [2, 0, 0], tolerance: 0}"));
  passes(check("{body: mover, position: [2.25, 0, 0], tolerance: 0.25}"));
  fails(check("{body: mover, position: [2.25, 0, 0], tolerance: 0.125}"),
        "line 9: body 'mover', step 2: position: expected [2.25, 0, 0], got [2, 0, 0], difference -0.25 in x, tolerance 0.125");
  passes(check("{at_step: 1, body: mover, position: [1, 0, 0], tolerance: 0}"));
  passes(check("{at_step: 0, body: mover, position: [0, 0, 0], tolerance: 0}"));
  fails(check("{at_step: 1, body: mover, position: [2, 0, 0], tolerance: 0}"), "step 1: position");
  fails(check("{at_step: 0, body: mover, position: [2, 0, 0], tolerance: 0}"), "at the start: position");
}

TEST_CASE("a relative tolerance adds its share of the expected number") {
  passes(check("{body: mover, position: [2.5, 0, 0], tolerance: 0.25, relative_tolerance: 0.1}"));  // 0.25 + 0.25
  fails(check("{body: mover, position: [2.5, 0, 0], tolerance: 0.125, relative_tolerance: 0.1}"), "tolerance 0.125 + 0.1 relative");
}

TEST_CASE("with a tolerance of zero the nearest Float32 is right, and its neighbour is not") {
  const std::string scene =
      "holdfast: 1\nname: s\nbodies: [{name: a, kind: static, shape: {plane: {}}, position: [0.1, 0, 0]}]\nrun: {steps: 0}\nexpect: "
      "[{body: a, position: [";
  passes(failures_of(scene + "0.1, 0, 0], tolerance: 0}]\n"));
  fails(failures_of(scene + "0.10000001, 0, 0], tolerance: 0}]\n"), "position");
}

TEST_CASE("velocities, spin and energy are compared") {
  passes(check("{body: mover, linear_velocity: [1, 0, 0], angular_velocity: [0, 0, 0], kinetic_energy: 0.5, tolerance: 0}"));
  fails(check("{body: mover, linear_velocity: [1, 0, 0.5], tolerance: 0.25}"),
        "linear_velocity: expected [1, 0, 0.5], got [1, 0, 0], difference -0.5 in z");
  fails(check("{body: mover, angular_velocity: [0, 1, 0], tolerance: 0.5}"), "angular_velocity");
  fails(check("{body: mover, kinetic_energy: 1, tolerance: 0.25}"), "kinetic_energy: expected 1, got 0.5, difference -0.5, tolerance 0.25");
}

TEST_CASE("a rotation equals its negative") {
  passes(check("{body: mover, rotation: [0, 0, 0, 1], tolerance: 0}"));
  passes(check("{body: mover, rotation: [0, 0, 0, -1], tolerance: 0}"));
  fails(check("{body: mover, rotation: [1, 0, 0, 0], tolerance: 0.5}"), "rotation: expected [1, 0, 0, 0]");
}

TEST_CASE("bounds hold for a component of the position and for named quantities") {
  passes(check("{body: mover, axis: x, min: 2, max: 2}"));
  fails(check("{body: mover, axis: x, min: 2.5}"), "position.x: expected >= 2.5, got 2, difference -0.5, tolerance 0");
  fails(check("{body: mover, axis: x, max: 1.5}"), "position.x: expected <= 1.5, got 2, difference 0.5");
  fails(check("{body: mover, axis: y, min: 1, max: 3}"), "position.y: expected 1 .. 3, got 0, difference -1");
  passes(check("{body: mover, quantity: speed, min: 1, max: 1}"));
  fails(check("{body: mover, quantity: speed, max: 0.5}"), "speed: expected <= 0.5, got 1");
  passes(check("{body: mover, quantity: kinetic_energy, min: 0.5, max: 0.5}"));
  fails(check("{body: mover, quantity: kinetic_energy, min: 1}"), "kinetic_energy: expected >= 1, got 0.5");
  passes(check("{body: mover, quantity: linear_velocity.x, min: 1, max: 1}"));
  fails(check("{body: mover, quantity: linear_velocity.z, min: 1}"), "linear_velocity.z: expected >= 1, got 0");
  fails(check("{body: mover, quantity: angular_velocity.y, min: 1}"), "angular_velocity.y");
  fails(check("{body: mover, quantity: angular_speed, min: 1}"), "angular_speed");
  fails(check("{body: mover, quantity: position.x, min: 3}"), "position.x");
  passes(check("{body: mover, axis: x, min: 2.5, tolerance: 0.5}"));
}

TEST_CASE("never_below looks at the start and after every step, and names the first that breaks it") {
  passes(check("{body: mover, never_below: {point: [0, 0, 0], normal: [1, 0, 0]}}"));
  passes(check("{body: mover, never_below: {point: [2, 0, 0], normal: [-3, 0, 0]}}"));
  fails(check("{body: mover, never_below: {point: [1.5, 0, 0], normal: [-3, 0, 0]}}"),
        "body 'mover', step 2: never_below: expected >= 0, got -0.5");
  fails(check("{body: mover, never_below: {point: [0.5, 0, 0], normal: [1, 0, 0]}}"), "body 'mover', at the start: never_below");
  passes(check("{at_step: 1, body: mover, never_below: {point: [1.5, 0, 0], normal: [-1, 0, 0]}}"));
  // It comes back by the end, but was below on the way.
  fails(failures_of(two_balls("actions: [{at_step: 2, body: mover, set: {linear_velocity: [-1, 0, 0]}}]\nrun: {steps: 2}\nexpect:\n"
                              "  - {body: mover, never_below: {point: [0.5, 0, 0], normal: [-1, 0, 0]}}\n")),
        "step 1: never_below");
}

TEST_CASE("energy_never_rises is about the kinetic energy from each step to the next") {
  const auto pushed = [](const std::string& impulse, const std::string& tolerance) {
    return failures_of(two_balls("actions: [{at_step: 2, body: other, apply_impulse: [0, 0, " + impulse +
                                 "]}]\nrun: {steps: 3}\nexpect: [{energy_never_rises: true, " + tolerance + "}]\n"));
  };
  passes(check("{energy_never_rises: true, tolerance: 0}"));
  fails(pushed("1", "tolerance: 0.25"), "step 2: energy_never_rises: expected <= 0.5, the energy one step before, got 1, allowed 0.75");
  passes(pushed("1", "tolerance: 0.5"));
  fails(pushed("1", "relative_tolerance: 0.5"), "step 2: energy_never_rises");
  passes(pushed("1", "relative_tolerance: 1"));
}

TEST_CASE("momentum_kept sums over all dynamic bodies") {
  passes(check("{momentum_kept: true, tolerance: 0}"));
  const std::string pushed =
      "actions: [{at_step: 2, body: other, apply_impulse: [0, 0, 1]}]\nrun: {steps: 3}\nexpect: [{momentum_kept: true, tolerance: 0.5}]\n";
  fails(failures_of(two_balls(pushed)), "step 2: momentum_kept: expected [1, 0, 0], got [1, 0, 1], difference 1 in z, tolerance 0.5");
}

TEST_CASE("contacts and events of a step are counted and compared") {
  // The mover starts in touch with a third ball and hits it at 1 m/s without friction or bounce: each goes on at 0.5 m/s.
  const auto hit = [](const std::string& expect) {
    return failures_of(
        "holdfast: 1\nname: s\nworld: {gravity: [0, 0, 0], time_step: 0.25}\nbodies:\n"
        "  - {name: a, kind: dynamic, shape: {sphere: {radius: 0.5}}, mass: 1, linear_velocity: [1, 0, 0]}\n"
        "  - {name: b, kind: dynamic, shape: {sphere: {radius: 0.5}}, mass: 1, position: [1, 0, 0]}\nrun: {steps: 1}\nexpect:\n  - " +
        expect + "\n");
  };
  passes(hit("{contact_count: 1, event_count: 2}"));
  passes(hit("{contact_count: {min: 1, max: 3}, event_count: {min: 2}}"));
  fails(hit("{contact_count: 2}"), "step 1: contact_count: expected 2, got 1, difference -1");
  fails(hit("{contact_count: {min: 2, max: 3}}"), "contact_count: expected 2 .. 3, got 1, difference -1");
  fails(hit("{event_count: 0}"), "event_count: expected 0, got 2, difference 2");
  passes(hit("{event: {body: b, other: a, normal_impulse: [0.5, 0, 0]}, tolerance: 1.0e-6}"));
  passes(hit("{event: {body: a, other: b, normal_impulse: [-0.5, 0, 0]}, tolerance: 1.0e-6}"));
  fails(hit("{event: {body: b, other: a, normal_impulse: [0.25, 0, 0]}, tolerance: 0.125}"),
        "event of 'b' by 'a', normal_impulse: expected [0.25, 0, 0], got [0.5, 0, 0], difference 0.25 in x");
  fails(check("{event: {body: mover, other: other, normal_impulse: [1, 0, 0]}, tolerance: 1}"), "no such event in this step");
}

TEST_CASE("a refusal must be named by its kind, its message and its unchanged state") {
  // The force does not fit: 3e38 N for 10 s on 1 kg.
  const auto refused = [](const std::string& expect, const std::string& retry = "") {
    return failures_of(
        "holdfast: 1\nname: s\nworld: {time_step: 10}\nbodies: [{name: a, kind: dynamic, shape: {sphere: {radius: 1}}, mass: 1, force: [0, "
        "0, 3.0e+38]}]\n"
        "actions: [" +
        retry + "]\nrun: {steps: 2}\nexpect:\n  - " + expect + "\n");
  };
  const std::string retry = "{at_step: 1, retry: {time_step: 0.5}}";
  passes(refused("{at_step: 1, refused: any, unchanged: true}", retry));
  passes(refused("{at_step: 1, refused: any}"));
  fails(refused("{at_step: 1, refused: ImpactLimitExceeded}", retry), "step 1: refused: expected ImpactLimitExceeded, got ");
  fails(refused("{at_step: 1, refused: ImpactLimitExceeded}", retry), "step 1: refused, and no check names it: ");
  fails(refused("{at_step: 1, refused: any, message: no such words}", retry), "message: expected \"no such words\" in it, got \"");
  fails(refused("{at_step: 1, contact_count: 0}", retry), "step 1: refused, and no check names it: ");
  fails(refused("{at_step: 2, refused: any}", retry), "step 2: refused: expected any, got a step that succeeded");
  fails(refused("{at_step: 2, body: a, position: [0, 0, 0], tolerance: 1}"),
        "step 2: never reached: the run ended when step 1 was refused");
  fails(check("{at_step: 1, refused: any}"), "step 1: refused: expected any, got a step that succeeded");
}

TEST_CASE("a body that is not there at the step of its check fails") {
  fails(failures_of(two_balls(
            "actions: [{at_step: 1, remove_body: other}]\nrun: {steps: 1}\nexpect: [{body: other, position: [5, 0, 0], tolerance: 0}]\n")),
        "body 'other', step 1: there is no such body then");
}

TEST_CASE("a hash is compared with a number and with the end of another file") {
  const auto folder = std::filesystem::temp_directory_path() / "holdfast_verify_test";
  std::filesystem::create_directories(folder);
  const std::string other = two_balls("run: {steps: 2}\nexpect: [{contact_count: 0}]\n");
  std::ofstream(folder / "other.yaml") << other;
  std::ofstream(folder / "two.yaml") << other << "---\n" << other;
  const auto same = [&](const std::string& rest) {
    std::string out;
    for (const auto& f : verify_scene(read_scene_text(two_balls(rest), "text", folder)).failures) out += f.text() + "\n";
    return out;
  };
  passes(same("run: {steps: 2}\nexpect: [{same_hash_as: other.yaml}]\n"));
  fails(same("run: {steps: 1}\nexpect: [{same_hash_as: other.yaml}]\n"), "same_hash_as");
  fails(same("run: {steps: 2}\nexpect: [{same_hash_as: missing.yaml}]\n"), "the file does not exist");
  fails(same("run: {steps: 2}\nexpect: [{same_hash_as: two.yaml}]\n"), "the file holds 2 scenes, one is needed");
  std::filesystem::remove_all(folder);
  const std::string wrong = check("{hash: 0x0}");
  fails(wrong, "step 2: hash: expected 0x0000000000000000, got 0x");
  passes(check("{hash: " + wrong.substr(wrong.find("got 0x") + 4, 18) + "}"));
}

TEST_CASE("contact questions compare count, normal, depth and points in any order") {
  const std::string ask = "contact: {a: {shape: {sphere: {radius: 1}}, position: [0, 0, 1.5]}, b: {shape: {sphere: {radius: 1}}}}";
  passes(query("{" + ask +
               ", expect: {count: 1, normal: [0, 0, 1], depth: 0.5, points: [[0, 0, 0.75]], separated: false, tolerance: 1.0e-12}}"));
  fails(query("{" + ask + ", expect: {count: 2}}"), "query 1 (contact): count: expected 2, got 1");
  fails(query("{" + ask + ", expect: {normal: [0, 0, -1], tolerance: 0.5}}"), "normal: expected [0, 0, -1], got [0, 0, 1]");
  fails(query("{" + ask + ", expect: {depth: 0.25, tolerance: 0.125}}"), "depth: expected 0.25, got 0.5, difference 0.25");
  fails(query("{" + ask + ", expect: {points: [[0, 0, 0]], tolerance: 0.5}}"), "[0, 0, 0] among them, got [0, 0, 0.75]");
  fails(query("{" + ask + ", expect: {points: [[0, 0, 0.75], [0, 0, 0.75]], tolerance: 0}}"), "number of points: expected 2, got 1");
  fails(query("{" + ask + ", expect: {separated: true}}"), "separated: expected true, got 1 points");
  const std::string apart = "contact: {a: {shape: {sphere: {radius: 1}}, position: [0, 0, 2.25]}, b: {shape: {sphere: {radius: 1}}}";
  passes(query("{" + apart + "}, expect: {separated: true, count: 0}}"));
  fails(query("{" + apart + "}, expect: {depth: -0.25, tolerance: 1}}"), "there is no contact point");
  passes(query("{" + apart + ", margin: 0.5}, expect: {count: 1, depth: -0.25, tolerance: 1.0e-12}}"));
}

TEST_CASE("points are paired so that each has a partner of its own") {
  // A box of half size 1 lies on another: the corners in any order. A tolerance of 2.5 makes every corner near to two others,
  // and the third point given is near to one only.
  const std::string ask =
      "contact: {a: {shape: {box: {half_extents: [1, 1, 1]}}, position: [0, 0, 2]}, b: {shape: {box: {half_extents: [1, 1, 1]}}}}";
  passes(query("{" + ask + ", expect: {points: [[1, 1, 1], [-1, 1, 1], [1, -1, 1], [-1, -1, 1]], tolerance: 1.0e-9}}"));
  fails(query("{" + ask + ", expect: {points: [[1, 1, 1], [1, 1, 1], [1, -1, 1], [-1, -1, 1]], tolerance: 1.0e-9}}"),
        "[1, 1, 1] among them");
  passes(query("{" + ask + ", expect: {points: [[0, 0, 1], [-1, 0.5, 1], [-3, -1, 1], [1, 0, 1]], tolerance: 2.25}}"));
}

TEST_CASE("ray questions compare body, point, normal, distance and miss") {
  passes(
      query("{ray: {origin: [0, 0, 5], direction: [0, 0, -2]}, expect: {body: mover, point: [0, 0, 0.5], normal: [0, 0, 1], distance: 4.5, "
            "miss: false, tolerance: 1.0e-6}}"));
  passes(query("{ray: {origin: [0, 3, 5], direction: [0, 0, -2]}, expect: {miss: true}}"));
  fails(query("{ray: {origin: [0, 0, 5], direction: [0, 0, -2]}, expect: {miss: true}}"),
        "miss: expected true, got a hit at distance 4.5 on 'mover'");
  fails(query("{ray: {origin: [0, 0, 5], direction: [0, 0, -2]}, expect: {body: other}}"), "body: expected other, got mover");
  fails(query("{ray: {origin: [0, 0, 5], direction: [0, 0, -2]}, expect: {distance: 4, tolerance: 0.25}}"),
        "distance: expected 4, got 4.5");
  fails(query("{ray: {origin: [0, 0, 5], direction: [0, 0, -2]}, expect: {point: [0, 0, 0], tolerance: 0.25}}"),
        "point: expected [0, 0, 0]");
  fails(query("{ray: {origin: [0, 0, 5], direction: [0, 0, -2]}, expect: {normal: [0, 0, -1], tolerance: 0.25}}"),
        "normal: expected [0, 0, -1]");
  fails(query("{ray: {origin: [0, 3, 5], direction: [0, 0, -2]}, expect: {distance: 4, tolerance: 0}}"),
        "the ray: expected a hit, got a miss");
  passes(
      query("{ray: {origin: [-5, 0, 0], direction: [1, 0, 0], ignore: mover}, expect: {body: other, distance: 9.5, tolerance: 1.0e-6}}"));
  passes(query("{ray: {origin: [-5, 0, 0], direction: [1, 0, 0], group: [5]}, expect: {miss: true}}"));
  passes(query("{ray: {origin: [0, 0, 0], direction: [1, 0, 0], inside: miss}, expect: {body: other}}"));
  passes(
      query("{ray: {origin: [0, 0, 0], direction: [1, 0, 0], shape: {sphere: {radius: 2}}, position: [1, 0, 0]}, expect: {distance: 3, "
            "tolerance: 1.0e-12}}"));
}

TEST_CASE("distance, overlap and mass questions are compared") {
  const std::string balls = "{a: {shape: {sphere: {radius: 1}}}, b: {shape: {sphere: {radius: 1}}, position: [3, 0, 0]}}";
  passes(query("{distance: " + balls + ", expect: {distance: 1, point_a: [1, 0, 0], point_b: [2, 0, 0], tolerance: 1.0e-12}}"));
  fails(query("{distance: " + balls + ", expect: {distance: 2, tolerance: 0.5}}"), "distance: expected 2, got 1, difference -1");
  fails(query("{distance: " + balls + ", expect: {point_a: [2, 0, 0], tolerance: 0.5}}"), "point_a");
  fails(query("{distance: " + balls + ", expect: {point_b: [1, 0, 0], tolerance: 0.5}}"), "point_b");
  passes(query("{overlap: " + balls + ", expect: {overlap: false}}"));
  fails(query("{overlap: " + balls + ", expect: {overlap: true}}"), "overlap: expected true, got false");
  // 3 m³ of 2 kg/m³; m/12 (b² + c²) for edges 1, 1.5, 2 m.
  const std::string box = "mass_properties: {shape: {box: {half_extents: [0.5, 0.75, 1]}}, density: 2}";
  passes(
      query("{" + box +
            ", expect: {mass: 6, center_of_mass: [0, 0, 0], inertia: [[3.125, 0, 0], [0, 2.5, 0], [0, 0, 1.625]], tolerance: 1.0e-12}}"));
  fails(query("{" + box + ", expect: {mass: 5, tolerance: 0.5}}"), "mass: expected 5, got 6");
  fails(query("{" + box + ", expect: {center_of_mass: [1, 0, 0], tolerance: 0.5}}"), "center_of_mass");
  fails(query("{" + box + ", expect: {inertia: [[3.125, 0, 0], [0, 1, 0], [0, 0, 1.625]], tolerance: 0.5}}"), "inertia, row 2");
}

TEST_CASE("a question's error is compared by its kind") {
  const std::string planes = "distance: {a: {shape: {plane: {}}}, b: {shape: {plane: {}}}}";
  passes(query("{" + planes + ", expect: {error: UnsupportedShape}}"));
  fails(query("{" + planes + ", expect: {error: OutOfDomain}}"), "error: expected OutOfDomain, got UnsupportedShape");
  fails(query("{" + planes + ", expect: {distance: 0, tolerance: 1}}"), "query 1 (distance): error: ");
  fails(query("{overlap: {a: {shape: {sphere: {radius: 1}}}, b: {shape: {plane: {}}}}, expect: {error: UnsupportedShape}}"),
        "expected UnsupportedShape, got an answer");
}

TEST_CASE("a case without any check fails") {
  fails(failures_of(two_balls("run: {steps: 1}\n")), "the case expects nothing");
  fails(failures_of(two_balls("run: {steps: 1}\nexpect: []\nqueries: []\n")), "the case expects nothing");
}

TEST_CASE("a scene whose world cannot be built is a failed case with the place") {
  fails(failures_of("holdfast: 1\nname: s\nbodies:\n  - {name: p, kind: dynamic, mass: 1, shape: {plane: {}}}\nrun: {steps: 1}\nexpect: "
                    "[{contact_count: 0}]\n"),
        "text:4:5: scene 's': ");
}
