// The two renderings of a summary.

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/summary.h"

namespace holdfast::cli {
namespace {

std::string hex(std::uint64_t value) { return fmt::format("0x{:016x}", value); }

std::string bodies_text(const RunSummary& s) {
  std::string text = fmt::format("{}", s.static_bodies + s.dynamic_bodies + s.kinematic_bodies);
  std::string kinds;
  const auto add = [&](std::size_t count, const char* word) {
    if (count > 0) kinds += fmt::format("{}{} {}", kinds.empty() ? "" : ", ", count, word);
  };
  add(s.dynamic_bodies, "dynamic");
  add(s.kinematic_bodies, "kinematic");
  add(s.static_bodies, "static");
  return kinds.empty() ? text : text + " (" + kinds + ")";
}

std::string steps_text(const RunSummary& s) {
  std::string text = fmt::format("{}", s.steps);
  if (s.steps != s.planned_steps) text += fmt::format(" of {}", s.planned_steps);
  if (s.interrupted) text += " (interrupted)";
  if (!s.refusal.empty()) text += fmt::format(" (step {} refused)", s.steps + 1);
  return text;
}

/// A number that JSON can hold: NaN and infinity become null.
nlohmann::ordered_json number(double value) {
  return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
}

nlohmann::ordered_json list(const Vector3f& v) {
  return {number(static_cast<double>(v.x)), number(static_cast<double>(v.y)), number(static_cast<double>(v.z))};
}

nlohmann::ordered_json state_json(const BodyState& s) {
  nlohmann::ordered_json j;
  j["name"] = s.name;
  j["kind"] = s.kind;
  j["position"] = list(s.position);
  j["rotation"] = {number(static_cast<double>(s.rotation.x)), number(static_cast<double>(s.rotation.y)),
                   number(static_cast<double>(s.rotation.z)), number(static_cast<double>(s.rotation.w))};
  j["linear_velocity"] = list(s.linear_velocity);
  j["angular_velocity"] = list(s.angular_velocity);
  return j;
}

}  // namespace

std::string summary_text(const RunSummary& s) {
  std::string text;
  const auto row = [&](const char* label, const std::string& value) { text += fmt::format("{:<18}{}\n", label, value); };
  row("scene", s.scene.empty() ? s.file : s.scene);
  row("bodies", bodies_text(s));
  row("steps", steps_text(s));
  row("simulated", fmt::format("{:.6g} s in steps of {:.6g} s", s.simulated_time, s.time_step));
  row("wall", s.wall_time >= 0.001 ? fmt::format("{:.3f} s, {:.4g} times real time", s.wall_time, s.real_time_factor()) : "less than 1 ms");
  row("contacts", fmt::format("{} at the end, {} at most", s.last_contacts, s.peak_contacts));
  row("largest overlap", fmt::format("{:.4g} m at the end, {:.4g} m at most", s.last_depth, s.peak_depth));
  if (!s.deepest_a.empty()) row("deepest contact", fmt::format("{} and {}", s.deepest_a, s.deepest_b));
  row("kinetic energy", fmt::format("{:.6g} J", s.kinetic_energy));
  if (!s.fastest_body.empty()) row("fastest body", fmt::format("{} at {:.4g} m/s", s.fastest_body, s.fastest_speed));
  if (!s.lowest_body.empty()) row("lowest body", fmt::format("{} at z = {:.4g} m", s.lowest_body, s.lowest_height));
  if (s.dynamic_bodies > 0)
    row("at rest", fmt::format("{} of {} dynamic bodies (below {} m/s)", s.bodies_at_rest, s.dynamic_bodies, kRestSpeed));
  row("state hash", hex(s.state_hash));
  row("body hash", hex(s.body_hash));
  for (const std::string& file : s.files) row("wrote", file);
  if (!s.refusal.empty()) row("refused", s.refusal_kind + ": " + s.refusal);
  return text;
}

std::string summary_json(const RunSummary& s) {
  nlohmann::ordered_json j;
  j["scene"] = s.scene;
  j["file"] = s.file;
  j["bodies"] = {{"total", s.static_bodies + s.dynamic_bodies + s.kinematic_bodies},
                 {"static", s.static_bodies},
                 {"dynamic", s.dynamic_bodies},
                 {"kinematic", s.kinematic_bodies}};
  j["steps"] = s.steps;
  j["planned_steps"] = s.planned_steps;
  j["time_step"] = number(s.time_step);
  j["simulated_time"] = number(s.simulated_time);
  j["wall_time"] = number(s.wall_time);
  j["real_time_factor"] = number(s.real_time_factor());
  j["contacts"] = {{"last", s.last_contacts}, {"peak", s.peak_contacts}};
  j["events"] = s.events;
  j["largest_depth"] = {{"last", number(s.last_depth)}, {"peak", number(s.peak_depth)}};
  j["deepest_contact"] = s.deepest_a.empty()
                             ? nlohmann::ordered_json(nullptr)
                             : nlohmann::ordered_json{{"a", s.deepest_a}, {"b", s.deepest_b}, {"point", list(s.deepest_point)}};
  j["kinetic_energy"] = number(s.kinetic_energy);
  j["fastest_body"] = {{"name", s.fastest_body}, {"speed", number(s.fastest_speed)}};
  j["lowest_body"] = {{"name", s.lowest_body}, {"height", number(s.lowest_height)}};
  j["bodies_at_rest"] = s.bodies_at_rest;
  j["finite"] = s.finite;
  j["state_hash"] = hex(s.state_hash);
  j["body_hash"] = hex(s.body_hash);
  j["interrupted"] = s.interrupted;
  j["refusal"] =
      s.refusal.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json{{"kind", s.refusal_kind}, {"message", s.refusal}};
  j["files"] = s.files;
  if (!s.states.empty()) {
    j["states"] = nlohmann::ordered_json::array();
    for (const BodyState& state : s.states) j["states"].push_back(state_json(state));
  }
  return j.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace holdfast::cli
