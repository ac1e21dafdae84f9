// Recordings hold what the world was, bit for bit, as another program reads it.

#include <doctest/doctest.h>
#include <holdfast/base/error.h>
#include <holdfast/base/format.h>
#include <holdfast/io/recording.h>
#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "cli/run_holdfast.h"

using namespace holdfast;
using test::TemporaryFolder;

namespace {

constexpr int kSkipped = 77;

BodyDescription ball(const std::string& name, const Vector3d& position) {
  BodyDescription d;
  d.name = name;
  d.shape = Shape::sphere(0.1);
  d.mass = 1;
  d.position = position;
  d.angular_velocity = {1, 2, 3};
  return d;
}

World world_with_floor() {
  World world;
  BodyDescription floor;
  floor.name = "floor";
  floor.kind = BodyKind::static_body;
  floor.shape = Shape::plane();
  world.add_body(floor);
  return world;
}

void note(std::ofstream& out, int frame, const World& world) {
  for (std::size_t i = 0; i < world.body_count(); ++i) {
    const Vector3f& p = world.positions()[i];
    out << frame << ' ' << world.name(world.bodies()[i]);
    for (const float value : {p.x, p.y, p.z, world.rotations()[i].w}) out << ' ' << to_text(value);
    out << '\n';
  }
}

int exit_code_of(const std::string& command) {
  const int status = std::system(command.c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

std::string hex(std::uint64_t value) {
  char text[19];
  std::snprintf(text, sizeof text, "0x%016llx", static_cast<unsigned long long>(value));
  return text;
}

}  // namespace

TEST_CASE("h5py reads each pose of a recording bit for bit, and NaN where a body was not yet added or is removed") {
  const TemporaryFolder folder;
  World world = world_with_floor();
  const BodyId first = world.add_body(ball("first", {0, 0, 1}));
  world.add_body(ball("second", {1, 0, 0.3}));
  Recording recording(folder.path("r.h5"), world.settings(), {"test", "test.yaml", "holdfast: 1\n", 0.01, 1});
  std::ofstream expected(folder.path("expected"));
  for (int frame = 0; frame < 60; ++frame) {
    if (frame == 20) world.add_body(ball("late", {-1, 0, 2}));
    if (frame == 40) world.remove_body(first);
    if (frame > 0) world.step(0.01);
    recording.add_frame(world);
    recording.add_events(world);
    note(expected, frame, world);
  }
  expected.close();
  const std::string hash = hex(world.body_hash());
  recording.finish({world.state_hash(), world.body_hash(), 0.5, false, ""});
  CHECK(recording.frame_count() == 60);

  const RecordingInfo info = read_recording_info(folder.path("r.h5"));
  CHECK(info.frames == 60);
  CHECK(info.bodies == 4);
  CHECK(info.complete);
  CHECK(info.body_hash == hash);
  CHECK(info.end_time == world.time());

  const std::string script = HOLDFAST_SOURCE_DIR "/tests/io/recording/check_recording.py";
  if (!std::filesystem::exists("/usr/bin/python3")) {
    MESSAGE("skipped: no /usr/bin/python3");
    return;
  }
  const int code = exit_code_of("/usr/bin/python3 " + script + " " + folder.path("r.h5") + " " + folder.path("expected") + " " + hash);
  if (code == kSkipped)
    MESSAGE("skipped: python3-h5py is not installed");
  else
    CHECK(code == 0);
}

TEST_CASE("a recording that was flushed but not finished reads up to the flush and says that it is not complete") {
  const TemporaryFolder folder;
  World world = world_with_floor();
  world.add_body(ball("ball", {0, 0, 1}));
  {
    Recording recording(folder.path("r.h5"), world.settings(), {"test", "", "", 0.01, 1});
    recording.add_frame(world);
    world.step(0.01);
    recording.add_frame(world);
    recording.flush();
  }
  const RecordingInfo info = read_recording_info(folder.path("r.h5"));
  CHECK(info.frames == 2);
  CHECK_FALSE(info.complete);
}

TEST_CASE("a recording of a world without bodies has frames and no columns") {
  const TemporaryFolder folder;
  World world;
  Recording recording(folder.path("r.h5"), world.settings(), {"empty", "", "", 0.01, 1});
  recording.add_frame(world);
  world.step(0.01);
  recording.add_frame(world);
  recording.finish({});
  const RecordingInfo info = read_recording_info(folder.path("r.h5"));
  CHECK(info.frames == 2);
  CHECK(info.bodies == 0);
}

TEST_CASE("a recording refuses a path that it cannot write, and any file that is not a recording") {
  const TemporaryFolder folder;
  const WorldSettings settings;
  CHECK_THROWS_AS(Recording(folder.path("absent/r.h5"), settings, {}), FileError);
  CHECK_THROWS_AS(Recording(folder.path(""), settings, {}), FileError);
  const std::string other = folder.write("notes.txt", "keep me");
  CHECK_THROWS_AS(Recording(other, settings, {}), FileError);
  CHECK(test::read_file(other) == "keep me");
  CHECK_THROWS_AS(read_recording_info(other), FileError);
  CHECK_THROWS_AS(read_recording_info(folder.path("absent.h5")), FileError);
}
