// The velocities move the bodies. Anisotropic bodies precess as the free top does; all others turn by their velocity.

#include "world/step_scratch.h"

#include <holdfast/math/tensor.h>

namespace holdfast {
namespace {

/// Advances the rotation of a precessing body; the spin changes so that the world angular momentum stays.
void advance_free(const BodyRecord& body, Quaternionf& rotation, Vector3f& angular_velocity, double h) {
  const Quaterniond start = normalized(Quaterniond(rotation));
  const Vector3d momentum_local = body.exact_inertia * rotate_inverse(start, Vector3d(angular_velocity));
  const FreeRotation::Result end = body.free_rotation.advance(start, momentum_local, h);
  rotation = normalized(Quaternionf(end.rotation));
  // From the stored pose and the momentum in world axes.
  const Vector3d momentum = rotate(start, momentum_local);
  const Quaterniond stored = normalized(Quaterniond(rotation));
  const Vector3d spin_local = body.inverse_inertia.cast<double>() * rotate_inverse(stored, momentum);
  angular_velocity = Vector3f(rotate(stored, spin_local));
}

Vector3f average(const Vector3f& a, const Vector3f& b) { return (a + b) * 0.5f; }

}  // namespace

void integrate_poses(const WorldState& state, StepTime time, StepScratch& scratch) {
  const std::uint32_t count = static_cast<std::uint32_t>(state.records.size());
  scratch.positions = state.positions;
  scratch.rotations = state.rotations;
  scratch.angular_velocities.resize(count);
  const bool trapezoid = state.settings.position_update == PositionUpdate::trapezoid;
  for (std::uint32_t i = 0; i < count; ++i) {
    const BodyRecord& body = state.records[i];
    const SolverVelocity& v = scratch.velocities[i];
    const SolverVelocity& push = scratch.push_velocities[i];
    scratch.angular_velocities[i] = v.angular;
    if (body.kind == BodyKind::static_body) continue;

    const Vector3f moving = trapezoid && body.is_dynamic() ? average(state.linear_velocities[i], v.linear) : v.linear;
    const Vector3f center = scratch.centers[i] + (moving + push.linear) * time.h;
    Quaternionf& rotation = scratch.rotations[i];
    // A body that did not turn before this step starts to precess in the next one.
    const bool was_turning = !(state.angular_velocities[i] == Vector3f{});
    if (body.is_dynamic() && body.rotation_rule == RotationRule::free && was_turning && !(v.angular == Vector3f{})) {
      advance_free(body, rotation, scratch.angular_velocities[i], time.exact);
      rotation = advance_rotation(rotation, push.angular, time.h);
    } else {
      rotation = advance_rotation(rotation, v.angular + push.angular, time.h);
    }
    scratch.positions[i] = body.center_local == Vector3f{} ? center : center - rotate(rotation, body.center_local);
  }
}

}  // namespace holdfast
