#pragma once
// What a run did, as a table for people and as JSON for programs. Units: SI.

#include <holdfast/world/world.h>

#include <cstdint>
#include <string>
#include <vector>

namespace holdfast::cli {

/// Below this speed [m/s] a dynamic body counts as at rest in the summary. Larger hides creep, smaller counts solver noise.
inline constexpr double kRestSpeed = 0.05;

struct BodyState {
  std::string name;
  std::string kind;
  Vector3f position, linear_velocity, angular_velocity;
  Quaternionf rotation;
};

struct RunSummary {
  std::string scene, file;
  std::size_t static_bodies = 0, dynamic_bodies = 0, kinematic_bodies = 0;
  std::size_t steps = 0, planned_steps = 0;
  double time_step = 0;       ///< [s] of the last step
  double simulated_time = 0;  ///< [s] sum of the steps taken
  double wall_time = 0;       ///< [s] of the steps and of writing files
  std::size_t last_contacts = 0, peak_contacts = 0;
  std::uint64_t events = 0;               ///< summed over the steps
  double last_depth = 0, peak_depth = 0;  ///< [m]
  std::string deepest_a, deepest_b;       ///< the bodies of the deepest contact of the last step; empty without an overlap
  Vector3f deepest_point;                 ///< [m]
  double kinetic_energy = 0;              ///< [J] at the end
  std::string fastest_body;
  double fastest_speed = 0;        ///< [m/s]
  std::string lowest_body;         ///< of those that are not static
  double lowest_height = 0;        ///< [m] z of its origin
  std::size_t bodies_at_rest = 0;  ///< dynamic and slower than kRestSpeed
  bool finite = true;              ///< no NaN or infinity in any pose or velocity
  std::uint64_t state_hash = 0, body_hash = 0;
  bool interrupted = false;
  std::string refusal;  ///< message of the refused step, or empty
  std::string refusal_kind;
  std::vector<std::string> files;  ///< written
  std::vector<BodyState> states;   ///< only when asked for

  [[nodiscard]] double real_time_factor() const { return wall_time > 0 ? simulated_time / wall_time : 0; }
};

/// Counts of one step.
void add_step(RunSummary& summary, const World& world, const StepReport& report, double time_step);
/// Reads the end of the run from the world.
void add_end(RunSummary& summary, const World& world, bool with_states);

std::string summary_text(const RunSummary& summary);
std::string summary_json(const RunSummary& summary);

}  // namespace holdfast::cli
