// `holdfast run`: what it prints, what it writes, and how it ends.

#include <doctest/doctest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "cli/run_holdfast.h"

using namespace holdfast::test;
using nlohmann::json;

namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::size_t count_lines(const std::string& text) { return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')); }

}  // namespace

TEST_CASE("a run tells bodies, steps and time, and the same run tells the same hashes") {
  HOLDFAST_NEEDS_EXECUTABLE();
  const TemporaryFolder folder;
  const std::string scene = folder.write("s.yaml", kTwoBalls);
  const Outcome first = run_holdfast("run --json " + scene), second = run_holdfast("run --json " + scene);
  CAPTURE(first.error);
  REQUIRE(first.code == 0);
  const json a = json::parse(first.out), b = json::parse(second.out);
  CHECK(a["scene"] == "two balls");
  CHECK(a["bodies"]["dynamic"] == 2);
  CHECK(a["bodies"]["static"] == 1);
  CHECK(a["steps"] == 100);
  CHECK(a["simulated_time"].get<double>() == doctest::Approx(1.0));
  CHECK(a["finite"] == true);
  CHECK(a["refusal"].is_null());
  CHECK(a["state_hash"] == b["state_hash"]);
  CHECK(a["body_hash"] == b["body_hash"]);
  CHECK(contains(run_holdfast("run " + scene).out, a["state_hash"].get<std::string>()));
}

TEST_CASE("--quiet prints nothing and --states adds each body") {
  HOLDFAST_NEEDS_EXECUTABLE();
  const TemporaryFolder folder;
  const std::string scene = folder.write("s.yaml", kTwoBalls);
  const Outcome quiet = run_holdfast("run --quiet " + scene);
  CHECK(quiet.out.empty());
  CHECK(quiet.error.empty());
  const json states = json::parse(run_holdfast("run --json --states " + scene).out)["states"];
  REQUIRE(states.size() == 3);
  CHECK(states[1]["name"] == "ball");
  CHECK(states[1]["position"][2].get<double>() == doctest::Approx(0.1).epsilon(0.1));
}

TEST_CASE("steps, duration and time step replace what the scene says") {
  HOLDFAST_NEEDS_EXECUTABLE();
  const TemporaryFolder folder;
  const std::string run = "run --json " + folder.write("s.yaml", kTwoBalls);
  const auto result = [&](const std::string& options) { return json::parse(run_holdfast(run + options).out); };
  CHECK(result(" --steps 7")["steps"] == 7);
  CHECK(result(" --duration 0.25")["steps"] == 25);
  CHECK(result(" --time-step 0.005")["steps"] == 200);  // the simulated time stays 1 s
  CHECK(result(" --time-step 0.02 --steps 10")["simulated_time"].get<double>() == doctest::Approx(0.2));
  for (const std::string bad : {" --steps -1", " --duration 0", " --duration nan", " --time-step -0.1", " --time-step inf", " --every 0",
                                " --steps 3 --duration 1"}) {
    CAPTURE(bad);
    CHECK(run_holdfast(run + bad).code == 1);
  }
}

TEST_CASE("a file with several scenes asks which, by name or number") {
  HOLDFAST_NEEDS_EXECUTABLE();
  const TemporaryFolder folder;
  std::string other = kTwoBalls;
  other.replace(other.find("two balls"), 9, "other one");
  const std::string scene = folder.write("s.yaml", std::string(kTwoBalls) + "---\n" + other);
  const Outcome open = run_holdfast("run " + scene);
  CHECK(open.code == 1);
  CHECK(contains(open.error, "'two balls'"));
  CHECK(contains(open.error, "'other one'"));
  CHECK(contains(run_holdfast("run --case 'other one' " + scene).out, "other one"));
  CHECK(contains(run_holdfast("run --case 1 " + scene).out, "two balls"));
  CHECK(contains(run_holdfast("run --case 'othr one' " + scene).error, "did you mean 'other one'?"));
  CHECK(run_holdfast("run --case 3 " + scene).code == 1);
}

TEST_CASE("a CSV holds a row for each body and frame, with quoted names") {
  HOLDFAST_NEEDS_EXECUTABLE();
  const TemporaryFolder folder;
  const std::string scene = folder.write("s.yaml", kTwoBalls), csv = folder.path("t.csv");
  CHECK(run_holdfast("run --quiet --every 10 --csv " + csv + " " + scene).code == 0);
  const std::string text = read_file(csv);
  CHECK(text.starts_with("time,body,x,y,z,qx,qy,qz,qw,vx,vy,vz,wx,wy,wz\n"));
  CHECK(count_lines(text) == 1 + 3 * 11);  // the start and ten frames
  CHECK(contains(text, "0,\"heavy, big\",2,0,0.8,"));
}

TEST_CASE("plots are written as SVG and PNG, and a wrong quantity names the nearest") {
  HOLDFAST_NEEDS_EXECUTABLE();
  const TemporaryFolder folder;
  const std::string run = "run --quiet " + folder.write("s.yaml", kTwoBalls);
  CHECK(run_holdfast(run + " --plot " + folder.path("p.svg")).code == 0);
  CHECK(contains(read_file(folder.path("p.svg")), "<svg"));
  CHECK(run_holdfast(run + " --plot " + folder.path("p.png") + " --quantity ball.position.z --quantity ball.speed kinetic_energy").code ==
        0);
  CHECK(read_file(folder.path("p.png")).starts_with("\x89PNG"));
  CHECK(contains(run_holdfast(run + " --plot " + folder.path("p.png") + " --quantity bal.speed").error, "did you mean 'ball'?"));
  CHECK(contains(run_holdfast(run + " --plot " + folder.path("p.png") + " --quantity ball.sped").error, "did you mean 'ball.speed'?"));
  CHECK(contains(run_holdfast(run + " --plot " + folder.path("p.jpg")).error, ".svg or .png"));
  CHECK(run_holdfast(run + " --quantity ball.speed").code == 1);
}

TEST_CASE("outputs that cannot be written fail before the simulation, and never cost the scene") {
  HOLDFAST_NEEDS_EXECUTABLE();
  const TemporaryFolder folder;
  const std::string scene = folder.write("s.yaml", kTwoBalls);
  for (const std::string option : {"--out ", "--csv ", "--plot "}) {
    CAPTURE(option);
    const std::string name = option == "--plot " ? "absent/p.svg" : "absent/x";
    const Outcome outcome = run_holdfast("run --steps 1000000000 " + option + folder.path(name) + " " + scene);
    CHECK(outcome.code == 1);
    CHECK(contains(outcome.error, "No such file or directory"));
    CHECK(outcome.out.empty());
    CHECK(run_holdfast("run " + option + scene + " " + scene).code == 1);
  }
  CHECK(read_file(scene) == kTwoBalls);
  const std::string other = folder.write("notes.txt", "not a recording");
  CHECK(contains(run_holdfast("run --out " + other + " " + scene).error, "is not a recording"));
  CHECK(read_file(other) == "not a recording");
}

TEST_CASE("Ctrl-C finishes the step, closes the recording and says that it was interrupted") {
  HOLDFAST_NEEDS_EXECUTABLE();
  const TemporaryFolder folder;
  const std::string scene = folder.write("s.yaml", kTwoBalls), recording = folder.path("r.h5");
  const Outcome outcome = run_shell("{} run --json --steps 1000000000 --every 100 --out " + recording + " " + scene +
                                    " & pid=$!; sleep 0.7; kill -INT $pid; wait $pid");
  CAPTURE(outcome.error);
  CHECK(outcome.code == 130);
  const json summary = json::parse(outcome.out);
  CHECK(summary["interrupted"] == true);
  CHECK(summary["steps"].get<long long>() > 0);
  const json info = json::parse(run_holdfast("info --json " + recording).out);
  CHECK(info["complete"] == true);
  CHECK(info["interrupted"] == true);
  CHECK(info["steps"] == summary["steps"]);
  CHECK(info["body_hash"] == summary["body_hash"]);
}

TEST_CASE("a run that is killed leaves a recording that reads") {
  HOLDFAST_NEEDS_EXECUTABLE();
  const TemporaryFolder folder;
  const std::string scene = folder.write("s.yaml", kTwoBalls), recording = folder.path("r.h5");
  run_shell("{} run --quiet --steps 1000000000 --every 1000 --out " + recording + " " + scene +
            " & pid=$!; sleep 2.5; kill -KILL $pid; wait $pid");
  const Outcome outcome = run_holdfast("info --json " + recording);
  CAPTURE(outcome.error);
  REQUIRE(outcome.code == 0);
  const json info = json::parse(outcome.out);
  CHECK(info["complete"] == false);
  CHECK(info["frames"].get<int>() > 0);
}

TEST_CASE("a refused step ends the run with its reason and exit code 2, and what came before is kept") {
  HOLDFAST_NEEDS_EXECUTABLE();
  const TemporaryFolder folder;
  // From 3e38 m, another second at 3e38 m/s leaves the range of Float32.
  const std::string scene =
      folder.write("s.yaml",
                   "holdfast: 1\nname: too far\nworld: {gravity: [0, 0, 0], time_step: 1}\nrun: {steps: 10}\n"
                   "bodies: [{name: comet, kind: dynamic, shape: {sphere: {radius: 1}}, mass: 1, linear_velocity: [3.0e+38, 0, 0]}]\n");
  const Outcome outcome = run_holdfast("run --json --csv " + folder.path("r.csv") + " " + scene);
  CHECK(outcome.code == 2);
  CHECK(contains(outcome.error, "step 2 was refused"));
  CHECK(contains(outcome.error, "'comet'"));
  const json summary = json::parse(outcome.out);
  CHECK(summary["steps"] == 1);
  CHECK(summary["refusal"]["kind"] == "OutOfDomain");
  CHECK(summary["state_hash"] == json::parse(run_holdfast("run --json --steps 1 " + scene).out)["state_hash"]);
  CHECK(count_lines(read_file(folder.path("r.csv"))) == 3);
}

TEST_CASE("info tells what a scene and a recording hold") {
  HOLDFAST_NEEDS_EXECUTABLE();
  const TemporaryFolder folder;
  const std::string scene = folder.write("s.yaml", kTwoBalls), recording = folder.path("r.h5");
  const json of_scene = json::parse(run_holdfast("info --json " + scene).out);
  CHECK(of_scene["scenes"][0]["shapes"]["sphere"] == 2);
  CHECK(of_scene["scenes"][0]["duration"].get<double>() == doctest::Approx(1.0));
  CHECK(run_holdfast("run --quiet --every 30 --out " + recording + " " + scene).code == 0);
  const json of_recording = json::parse(run_holdfast("info --json " + recording).out);
  CHECK(of_recording["frames"] == 5);  // 0, 30, 60, 90 and the last, 100
  CHECK(of_recording["bodies"] == 3);
  CHECK(of_recording["end_time"].get<double>() == doctest::Approx(1.0));
}

TEST_CASE("verify and validate count what passed, and exit with 1 when anything failed") {
  HOLDFAST_NEEDS_EXECUTABLE();
  const TemporaryFolder folder;
  const std::string good = folder.write("good.yaml", std::string(kTwoBalls) + "expect:\n  - {body: ball, axis: z, min: 0, max: 1}\n");
  const std::string wrong = folder.write("wrong.yaml", std::string(kTwoBalls) + "expect:\n  - {body: ball, axis: z, min: 5, max: 6}\n");
  const std::string broken = folder.write("broken.yaml", std::string(kTwoBalls) + "grvity: 3\n");
  CHECK(run_holdfast("verify " + good).code == 0);
  CHECK(run_holdfast("verify " + good).out.ends_with("1 passed, 0 failed\n"));
  const Outcome folder_outcome = run_holdfast("verify " + folder.path(""));
  CHECK(folder_outcome.code == 1);
  CHECK(folder_outcome.out.ends_with("1 passed, 2 failed\n"));
  CHECK(json::parse(run_holdfast("verify --json " + folder.path("")).out)["failed"] == 2);
  CHECK(run_holdfast("validate " + good + " " + wrong).code == 0);
  const Outcome invalid = run_holdfast("validate " + broken);
  CHECK(invalid.code == 1);
  CHECK(contains(invalid.out, "grvity"));
}
