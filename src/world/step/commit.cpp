// The last two stages: a look at every value of the new state, then the writes, which cannot fail.

#include "world/step_scratch.h"

#include <holdfast/base/error.h>
#include <algorithm>

namespace holdfast {
namespace {

/// Zero times a finite number is zero; times infinity or NaN it is NaN.
float finite_probe(const Vector3f& v) { return v.x * 0.0f + v.y * 0.0f + v.z * 0.0f; }

}  // namespace

void refuse_result(const BodyRecord& body, const char* what) {
  throw OutOfDomain(
      body_label(body) + ": its " + what +
      " would not be finite after the step; the step was refused and nothing changed. Look for huge forces, velocities or time steps");
}

void check_result(const WorldState& state, const StepScratch& scratch) {
  for (std::size_t i = 0; i < state.records.size(); ++i) {
    if (!(finite_probe(scratch.velocities[i].linear) == 0.0f)) refuse_result(state.records[i], "linear velocity");
    if (!(finite_probe(scratch.angular_velocities[i]) == 0.0f)) refuse_result(state.records[i], "angular velocity");
    if (!(finite_probe(scratch.positions[i]) == 0.0f)) refuse_result(state.records[i], "position");
    if (!is_finite(scratch.rotations[i])) refuse_result(state.records[i], "rotation");
  }
  for (const WorldContact& c : scratch.contacts)
    if (!(finite_probe(c.friction_impulse) + c.normal_impulse * 0.0f == 0.0f) || !(finite_probe(c.normal) == 0.0f))
      refuse_result(state.records[state.index_of(c.a)], "contact impulse");
}

void commit(WorldState& state, StepTime time, StepScratch& scratch) noexcept {
  std::copy(scratch.positions.begin(), scratch.positions.end(), state.positions.begin());
  std::copy(scratch.rotations.begin(), scratch.rotations.end(), state.rotations.begin());
  std::copy(scratch.angular_velocities.begin(), scratch.angular_velocities.end(), state.angular_velocities.begin());
  for (std::size_t i = 0; i < state.records.size(); ++i) state.linear_velocities[i] = scratch.velocities[i].linear;
  std::fill(state.forces.begin(), state.forces.end(), Vector3f{});
  std::fill(state.torques.begin(), state.torques.end(), Vector3f{});
  state.manifolds.swap(scratch.manifolds);
  state.contacts.swap(scratch.contacts);
  state.events.swap(scratch.events);
  state.last_time_step = time.h;
  ++state.step_count;
  state.time += time.exact;
}

std::size_t StepScratch::memory_bytes() const {
  const auto bytes = [](const auto& v) { return v.capacity() * sizeof(v[0]); };
  return bytes(solver_bodies) + bytes(velocities) + bytes(push_velocities) + bytes(centers) + bytes(shape_poses) + bytes(proxies) +
         bytes(pairs) + bytes(manifolds) + bytes(contacts) + bytes(solver_manifolds) + bytes(solver_points) + bytes(positions) +
         bytes(rotations) + bytes(angular_velocities) + bytes(events) + broadphase.memory_bytes() + solver.memory_bytes();
}

}  // namespace holdfast
