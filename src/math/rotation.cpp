#include <holdfast/math/rotation.h>
#include <holdfast/math/trigonometry.h>

namespace holdfast {

Quaternionf advance_rotation(const Quaternionf& q, const Vector3f& angular_velocity, float h) {
  if (angular_velocity == Vector3f{}) return q;
  const Vector3f half = angular_velocity * (0.5f * h);
  const Quaternionf turn = Quaternionf{half.x, half.y, half.z, 0.0f} * q;
  return normalized(Quaternionf{q.x + turn.x, q.y + turn.y, q.z + turn.z, q.w + turn.w});
}

FreeRotation::FreeRotation(const Matrix3d& a) {
  // A = L D Lᵀ with a unit lower triangle L; its columns are the axes.
  const double d0 = a.m[0][0];
  const double l10 = a.m[1][0] / d0, l20 = a.m[2][0] / d0;
  const double d1 = a.m[1][1] - l10 * l10 * d0;
  const double l21 = (a.m[2][1] - l20 * l10 * d0) / d1;
  const double d2 = a.m[2][2] - l20 * l20 * d0 - l21 * l21 * d1;
  const Vector3d columns[3] = {{1, l10, l20}, {0, 1, l21}, {0, 0, 1}};
  const double d[3] = {d0, d1, d2};
  for (int i = 0; i < 3; ++i) {
    rates_[i] = d[i] * length_squared(columns[i]);
    axes_[i] = normalized(columns[i]);
  }
}

FreeRotation::Result FreeRotation::advance(const Quaterniond& rotation, const Vector3d& momentum_local, double h) const {
  Result r{rotation, momentum_local};
  constexpr int kOrder[5] = {0, 1, 2, 1, 0};
  for (int i = 0; i < 5; ++i) {
    const Vector3d& u = axes_[kOrder[i]];
    const double duration = i == 2 ? h : 0.5 * h;
    const SinCos half = sin_cos(0.5 * rates_[kOrder[i]] * dot(u, r.momentum_local) * duration);
    const Quaterniond turn{u.x * half.sine, u.y * half.sine, u.z * half.sine, half.cosine};
    r.rotation = r.rotation * turn;
    r.momentum_local = rotate(conjugate(turn), r.momentum_local);
  }
  r.rotation = normalized(r.rotation);
  return r;
}

}  // namespace holdfast
