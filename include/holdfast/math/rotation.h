#pragma once
// How rotations advance in time. Angular velocities are in world axes [rad/s], durations in seconds.

#include <holdfast/math/matrix3.h>
#include <holdfast/math/quaternion.h>

namespace holdfast {

/// normalise(q + h/2 (w, 0) q): first order, for bodies whose inertia does not make them precess.
Quaternionf advance_rotation(const Quaternionf& q, const Vector3f& angular_velocity, float h);

/// The torque-free motion of a body with an anisotropic inertia, prepared once from its inverse inertia A (body axes,
/// symmetric positive definite).
///
/// The energy mᵀ A m / 2 splits into that of a symmetric top, whose two turns are exact, and a rest about the middle
/// principal axis. The rest is the difference of the two nearest of the three rates: bodies with one small moment have almost
/// none. Half the rest, the top, half the rest: second order, symmetric in time. A step is cut into more of these, up to 64,
/// where the top tumbles fast. Last, the momentum goes back to the energy it had, with |m| and the middle component kept; so
/// |m| and the energy are kept to rounding at any speed and any ratio of moments.
/// Source: splitting of the free rigid body (McLachlan 1993; Reich 1994), with the symmetric top as Touma & Wisdom (1994) split it off.
class FreeRotation {
 public:
  FreeRotation() = default;
  explicit FreeRotation(const Matrix3d& inverse_inertia);

  struct Result {
    Quaterniond rotation;     ///< unit
    Vector3d momentum_local;  ///< the unchanged world momentum seen from the new pose
  };
  /// From a pose and its angular momentum in body axes [kg m²/s], over `h` seconds.
  [[nodiscard]] Result advance(const Quaterniond& rotation, const Vector3d& momentum_local, double h) const;

 private:
  /// The turn that takes `momentum`, in principal axes, to the energy `twice_energy`; `momentum` becomes the result.
  [[nodiscard]] Quaterniond restore_energy(double twice_energy, Vector3d& momentum) const;

  // Principal axes, right-handed, in the body frame: the top's own, the far end of the other two, the middle one.
  Vector3d axes_[3];
  double rates_[3] = {0, 0, 0};  // the principal values of A about them
};

}  // namespace holdfast
