#include <holdfast/math/rotation.h>
#include <holdfast/math/tensor.h>
#include <holdfast/math/trigonometry.h>

#include <algorithm>
#include <cmath>

namespace holdfast {

Quaternionf advance_rotation(const Quaternionf& q, const Vector3f& angular_velocity, float h) {
  if (angular_velocity == Vector3f{}) return q;
  const Vector3f half = angular_velocity * (0.5f * h);
  const Quaternionf turn = Quaternionf{half.x, half.y, half.z, 0.0f} * q;
  return normalized(Quaternionf{q.x + turn.x, q.y + turn.y, q.z + turn.z, q.w + turn.w});
}

namespace {

/// Substeps are cut so that this many radians of tumbling are left in one [rad].
constexpr double kTumblingPerSubstep = 0.25;
constexpr double kMostSubsteps = 64;
/// An energy off by a smaller share is left as it is: rounding, which a nearly spherical tensor would turn into a jump of the pose.
constexpr double kEnergyTolerance = 1e-9;

/// Turns about the first or third of three axes by twice the angle of `half`, as a factor on the right.
Quaterniond turned_about_x(const Quaterniond& q, SinCos half) {
  const double s = half.sine, c = half.cosine;
  return {q.x * c + q.w * s, q.y * c + q.z * s, q.z * c - q.y * s, q.w * c - q.x * s};
}
Quaterniond turned_about_z(const Quaterniond& q, SinCos half) {
  const double s = half.sine, c = half.cosine;
  return {q.x * c + q.y * s, q.y * c - q.x * s, q.z * c + q.w * s, q.w * c - q.z * s};
}

}  // namespace

FreeRotation::FreeRotation(const Matrix3d& a) {
  const PrincipalAxes p = principal_axes(a);  // rising rates
  // The top's axis is the end that lies farther from the middle.
  const int top = p.values[2] - p.values[1] >= p.values[1] - p.values[0] ? 2 : 0;
  rates_[0] = p.values[top];
  rates_[1] = p.values[2 - top];
  rates_[2] = p.values[1];
  axes_[0] = p.axes[top];
  axes_[1] = p.axes[2 - top];
  axes_[2] = cross(axes_[0], axes_[1]);
}

FreeRotation::Result FreeRotation::advance(const Quaterniond& rotation, const Vector3d& momentum_local, double h) const {
  Vector3d m{dot(axes_[0], momentum_local), dot(axes_[1], momentum_local), dot(axes_[2], momentum_local)};
  const double squared = length_squared(m);
  if (!(squared > 0)) return {rotation, momentum_local};
  const double magnitude = std::sqrt(squared);
  const auto twice_energy = [&] { return rates_[0] * m.x * m.x + rates_[1] * m.y * m.y + rates_[2] * m.z * m.z; };
  const double energy_before = twice_energy();
  const double top = rates_[0] - rates_[1], rest = rates_[2] - rates_[1];

  // rates_[1] |m|² / 2 only turns the body about its momentum, whatever else it does.
  const SinCos about_momentum = sin_cos(0.5 * rates_[1] * magnitude * h);
  const Vector3d axis = m * (about_momentum.sine / magnitude);
  Quaterniond q{axis.x, axis.y, axis.z, about_momentum.cosine};

  const auto turn_rest = [&](double duration) {
    const SinCos half = sin_cos(0.5 * rest * m.z * duration);
    q = turned_about_z(q, half);
    m = rotate_inverse(Quaterniond{0, 0, half.sine, half.cosine}, m);
  };
  const auto turn_top = [&](double duration) {
    const SinCos half = sin_cos(0.5 * top * m.x * duration);
    q = turned_about_x(q, half);
    m = rotate_inverse(Quaterniond{half.sine, 0, 0, half.cosine}, m);
  };
  const double tumbling = magnitude * h * std::sqrt(std::abs(top * rest));
  const int substeps = static_cast<int>(std::clamp(std::ceil(tumbling / kTumblingPerSubstep), 1.0, kMostSubsteps));
  const double duration = h / substeps;
  turn_rest(0.5 * duration);
  for (int i = 1; i < substeps; ++i) {
    turn_top(duration);
    turn_rest(duration);
  }
  turn_top(duration);
  turn_rest(0.5 * duration);

  if (std::abs(twice_energy() - energy_before) > kEnergyTolerance * energy_before) q = q * restore_energy(energy_before, m);
  const Vector3d v = axes_[0] * q.x + axes_[1] * q.y + axes_[2] * q.z;
  return {normalized(rotation * Quaterniond{v.x, v.y, v.z, q.w}), axes_[0] * m.x + axes_[1] * m.y + axes_[2] * m.z};
}

Quaterniond FreeRotation::restore_energy(double twice_energy, Vector3d& momentum) const {
  // Σ mᵢ² = |m|² and Σ rᵢ mᵢ² = 2E, solved for the two outer components. Either is zero at the most that the middle one can be.
  const double squared = length_squared(momentum), span = rates_[0] - rates_[1];
  const double outer_first = (twice_energy - rates_[1] * squared) / span, outer_second = (rates_[0] * squared - twice_energy) / span;
  const double share_first = (rates_[2] - rates_[1]) / span, share_second = (rates_[0] - rates_[2]) / span;
  double middle = momentum.z * momentum.z;
  if (share_first > 0) middle = std::min(middle, outer_first / share_first);
  if (share_second > 0) middle = std::min(middle, outer_second / share_second);
  middle = std::max(middle, 0.0);
  const Vector3d before = momentum;
  momentum = {std::copysign(std::sqrt(std::max(outer_first - share_first * middle, 0.0)), before.x),
              std::copysign(std::sqrt(std::max(outer_second - share_second * middle, 0.0)), before.y),
              std::copysign(std::sqrt(middle), before.z)};
  // The shortest turn from the new momentum to the old, which the body then sees turned back.
  const Vector3d v = cross(momentum, before);
  return normalized(Quaterniond{v.x, v.y, v.z, squared + dot(momentum, before)});
}

}  // namespace holdfast
