#pragma once
// How rotations advance in time. Angular velocities are in world axes [rad/s], durations in seconds.

#include <holdfast/math/matrix3.h>
#include <holdfast/math/quaternion.h>

namespace holdfast {

/// normalise(q + h/2 (w, 0) q): first order, for bodies whose inertia does not make them precess.
Quaternionf advance_rotation(const Quaternionf& q, const Vector3f& angular_velocity, float h);

/// The torque-free motion of a body with an anisotropic inertia, prepared once from its inverse inertia A (body axes,
/// symmetric positive definite). The energy mᵀ A m / 2 splits into three turns about fixed body axes, each solved
/// exactly, in the order 1 2 3 2 1: second order, symmetric in time, and |m| is kept to rounding.
/// Source: splitting of the free rigid body (McLachlan 1993; Reich 1994), with A = L D Lᵀ for tensors that are not diagonal.
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
  Vector3d axes_[3];  // unit, body frame
  double rates_[3] = {0, 0, 0};
};

}  // namespace holdfast
