// `holdfast info` of a recording: frames, bodies, events, duration, how the run ended.

#include <fmt/format.h>
#include <holdfast/io/recording.h>

#include "cli/info.h"

namespace holdfast::cli {
namespace {

std::string ending(const RecordingInfo& info) {
  if (!info.complete) return "killed before the end: the frames up to the last flush are here";
  if (!info.refusal.empty()) return "a step was refused: " + info.refusal;
  return info.interrupted ? "interrupted" : "complete";
}

}  // namespace

FileFacts recording_facts(const std::string& path) {
  const RecordingInfo info = read_recording_info(path);
  FileFacts facts;
  facts.rows = {{"kind", "recording"},
                {"scene", info.scene_name.empty() ? info.scene_file : info.scene_name},
                {"frames", fmt::format("{}, every {} steps of {:.6g} s", info.frames, info.every, info.time_step)},
                {"time", fmt::format("{:.6g} s to {:.6g} s, {} steps", info.start_time, info.end_time, info.last_step)},
                {"bodies", fmt::format("{}", info.bodies)},
                {"events", fmt::format("{}", info.events)},
                {"ending", ending(info)},
                {"holdfast", info.version}};
  if (!info.state_hash.empty()) facts.rows.emplace_back("state hash", info.state_hash);
  if (!info.body_hash.empty()) facts.rows.emplace_back("body hash", info.body_hash);
  facts.json = {{"file", path},
                {"kind", "recording"},
                {"scene", info.scene_name},
                {"scene_file", info.scene_file},
                {"frames", info.frames},
                {"every", info.every},
                {"time_step", info.time_step},
                {"start_time", info.start_time},
                {"end_time", info.end_time},
                {"steps", info.last_step},
                {"bodies", info.bodies},
                {"events", info.events},
                {"complete", info.complete},
                {"interrupted", info.interrupted},
                {"refusal", info.refusal},
                {"state_hash", info.state_hash},
                {"body_hash", info.body_hash},
                {"holdfast_version", info.version}};
  return facts;
}

}  // namespace holdfast::cli
