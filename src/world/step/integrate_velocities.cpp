// Forces, gravity and damping change the velocities: v <- (v + a h) / (1 + h d), with a = g s + F/m.

#include "world/step_scratch.h"

#include <holdfast/math/tensor.h>

namespace holdfast {
namespace {

SolverVelocity kicked(const WorldState& state, std::uint32_t i, const Matrix3f& inverse_inertia, float h) {
  const BodyRecord& body = state.records[i];
  const Vector3f acceleration = state.settings.gravity * body.gravity_scale + state.forces[i] * body.inverse_mass;
  const Vector3f spin_up = inverse_inertia * state.torques[i];
  SolverVelocity v;
  v.linear = (state.linear_velocities[i] + acceleration * h) / (1.0f + h * body.linear_damping);
  v.angular = (state.angular_velocities[i] + spin_up * h) / (1.0f + h * body.angular_damping);
  return v;
}

}  // namespace

void integrate_velocities(const WorldState& state, StepTime time, StepScratch& scratch) {
  const std::uint32_t count = static_cast<std::uint32_t>(state.records.size());
  scratch.solver_bodies.resize(count);
  scratch.centers.resize(count);
  scratch.velocities.resize(count + 1);
  scratch.push_velocities.assign(count + 1, SolverVelocity{});
  for (std::uint32_t i = 0; i < count; ++i) {
    const BodyRecord& body = state.records[i];
    scratch.centers[i] = state.center(i);
    SolverBody& solver_body = scratch.solver_bodies[i];
    SolverVelocity& v = scratch.velocities[i];
    if (body.is_dynamic()) {
      solver_body.inverse_mass = body.inverse_mass;
      solver_body.inverse_inertia =
          is_isotropic(body.inverse_inertia) ? body.inverse_inertia : rotate_tensor(to_matrix(state.rotations[i]), body.inverse_inertia);
      solver_body.moves = 1;
      v = kicked(state, i, solver_body.inverse_inertia, time.h);
      if (!is_finite(v.linear)) refuse_result(body, "linear velocity");
      if (!is_finite(v.angular)) refuse_result(body, "angular velocity");
    } else {
      solver_body = SolverBody{};
      v.linear = state.linear_velocities[i];
      v.angular = state.angular_velocities[i];
    }
  }
}

}  // namespace holdfast
