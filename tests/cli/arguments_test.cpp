// What the command line says to wrong words, and that nothing in it crashes.

#include <doctest/doctest.h>

#include <algorithm>

#include "cli/run_holdfast.h"

using namespace holdfast::test;

namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// One line, "holdfast: error: ...", and exit code 1.
void check_is_usage_error(const Outcome& outcome, const std::string& part) {
  CAPTURE(outcome.error);
  CHECK(outcome.code == 1);
  CHECK(outcome.error.starts_with("holdfast: error: "));
  CHECK(std::count(outcome.error.begin(), outcome.error.end(), '\n') == 1);
  CHECK(contains(outcome.error, part));
  CHECK(outcome.out.empty());
}

}  // namespace

TEST_CASE("holdfast --version prints the name and a version") {
  HOLDFAST_NEEDS_EXECUTABLE();
  const Outcome outcome = run_holdfast("--version");
  CHECK(outcome.code == 0);
  CHECK(outcome.out.starts_with("holdfast "));
}

TEST_CASE("help names every subcommand, and each subcommand has help of its own") {
  HOLDFAST_NEEDS_EXECUTABLE();
  const Outcome outcome = run_holdfast("--help");
  CHECK(outcome.code == 0);
  for (const std::string word : {"run", "info", "validate", "verify", "schema"}) {
    CHECK(contains(outcome.out, word));
    const Outcome own = run_holdfast(word + " --help");
    CHECK(own.code == 0);
    CHECK(!own.out.empty());
  }
}

TEST_CASE("a mistyped subcommand or option is refused with the nearest one") {
  HOLDFAST_NEEDS_EXECUTABLE();
  check_is_usage_error(run_holdfast("rnu scene.yaml"), "did you mean 'run'?");
  check_is_usage_error(run_holdfast("verfy x"), "did you mean 'verify'?");
  check_is_usage_error(run_holdfast("run scene.yaml --setps 3"), "did you mean '--steps'?");
  check_is_usage_error(run_holdfast("run scene.yaml --tim-step=3"), "did you mean '--time-step'?");
  check_is_usage_error(run_holdfast("--versoin"), "did you mean '--version'?");
}

TEST_CASE("a missing subcommand, argument or value is one clear line") {
  HOLDFAST_NEEDS_EXECUTABLE();
  check_is_usage_error(run_holdfast(""), "a subcommand is needed");
  check_is_usage_error(run_holdfast("run"), "scene");
  check_is_usage_error(run_holdfast("info"), "files");
  check_is_usage_error(run_holdfast("run a.yaml --steps"), "--steps");
  check_is_usage_error(run_holdfast("run a.yaml --steps many"), "--steps");
  check_is_usage_error(run_holdfast("run a.yaml --events most"), "--events");
}

TEST_CASE("a file that is missing, a folder or empty is one clear line") {
  HOLDFAST_NEEDS_EXECUTABLE();
  const TemporaryFolder folder;
  check_is_usage_error(run_holdfast("run " + folder.path("absent.yaml")), "No such file");
  check_is_usage_error(run_holdfast("run " + folder.path("")), "is a folder");
  check_is_usage_error(run_holdfast("run " + folder.write("empty.yaml", "")), "empty");
  check_is_usage_error(run_holdfast("verify " + folder.path("absent")), "no such file or folder");
  check_is_usage_error(run_holdfast("validate " + folder.path("absent")), "no such file or folder");
}

TEST_CASE("worlds and roads of other formats are refused by their names") {
  HOLDFAST_NEEDS_EXECUTABLE();
  const TemporaryFolder folder;
  const std::string irsim = folder.write("w.yaml", "world:\n  height: 10\n  width: 10\nrobot:\n  - kinematics: {name: diff}\n");
  const std::string road = folder.write("r.yaml", "<?xml version=\"1.0\"?>\n<OpenDRIVE>\n</OpenDRIVE>\n");
  for (const std::string word : {"run ", "info "}) {
    check_is_usage_error(run_holdfast(word + irsim), "IR-SIM");
    check_is_usage_error(run_holdfast(word + road), "OpenDRIVE");
  }
}

TEST_CASE("a file of random bytes is an error and no crash") {
  HOLDFAST_NEEDS_EXECUTABLE();
  const TemporaryFolder folder;
  std::string bytes;
  std::uint32_t state = 12345;
  for (int i = 0; i < 5000; ++i) bytes.push_back(static_cast<char>((state = state * 1664525u + 1013904223u) >> 24u));
  for (const std::string name : {"x.yaml", "x.obj", "x.stl", "x.glb", "x.h5", "x.xodr", "x"}) {
    const std::string path = folder.write(name, bytes);
    for (const std::string word : {"run ", "info ", "validate ", "verify "}) {
      const Outcome outcome = run_holdfast(word + path);
      CAPTURE(word + name);
      CAPTURE(outcome.error);
      CHECK(outcome.code == 1);
    }
  }
}

TEST_CASE("the schema is JSON") {
  HOLDFAST_NEEDS_EXECUTABLE();
  const Outcome outcome = run_holdfast("schema");
  CHECK(outcome.code == 0);
  CHECK(outcome.out.starts_with("{"));
  CHECK(contains(outcome.out, "$schema"));
}

TEST_CASE("a reader that closes the pipe early does not hurt") {
  HOLDFAST_NEEDS_EXECUTABLE();
  const Outcome outcome = run_shell("({} schema; echo code $? >&2) | true");
  CHECK(contains(outcome.error, "code 0"));
}

TEST_CASE("a full standard output is an error") {
  HOLDFAST_NEEDS_EXECUTABLE();
  if (!std::filesystem::exists("/dev/full")) return;
  const Outcome outcome = run_shell("{} schema >/dev/full");
  CHECK(outcome.code == 1);
  CHECK(contains(outcome.error, "cannot write to standard output"));
}
