// The solver's inner loops for one width W. Included by one file for each instruction set, inside a namespace of its own
// (HOLDFAST_KERNEL): nothing here may be shared with code that is compiled for another instruction set.

#include "dynamics/solver/lanes.h"

namespace HOLDFAST_KERNEL {

/// Contacts of up to W pairs that share no moving body: lane i belongs to pair i.
template <int W>
struct ManifoldBundle {
  Real<W> inverse_mass_a, inverse_mass_b, inertia_a[9], inertia_b[9], friction;
  int a[W], b[W];              // rows to read velocities from
  int write_a[W], write_b[W];  // rows to write to: those of a and b where they move, else the spare row
  int manifold[W];             // index of the pair, or -1 for an empty lane
  int first_point, point_count;
  int has_friction, padding;
};

/// Point k of each pair of a bundle; lanes without a k-th point are zero.
template <int W>
struct PointBundle {
  Vector<W> normal, tangent1, tangent2, arm_a, arm_b;
  Vector<W> turn_a, turn_b;  // arm x normal: with the normal, the row of the Jacobian
  Vector<W> spin_a, spin_b;  // inverse inertia times that: the change of spin by a unit of normal impulse
  Real<W> mass_normal, mass_tangent1, mass_tangent2;
  Real<W> target, push_target;           // [m/s] of the change of the normal speed; of the push
  Real<W> approach;                      // [m/s] normal speed before the solver, < 0 when approaching
  Real<W> slip_impulse1, slip_impulse2;  // what would stop the slip from before the solver
  Real<W> rebound_above, rebound;        // impulses: where the one that the gap asks for exceeds the first, the second is added
  Real<W> late_rebound;
  Real<W> impulse_normal, impulse_tangent1, impulse_tangent2, impulse_push;
};

template <int W>
struct Velocity {
  Vector<W> linear, angular;
};

template <int W>
HOLDFAST_INLINE Velocity<W> read(const SolverVelocity* rows, const int (&index)[W]) {
  const float* sources[W];
  for (int i = 0; i < W; ++i) sources[i] = &rows[index[i]].linear.x;
  Real<W> c[8];
  load_rows<W>(sources, c);
  return {{c[0], c[1], c[2]}, {c[4], c[5], c[6]}};
}

template <int W>
HOLDFAST_INLINE void write(SolverVelocity* rows, const int (&index)[W], const Velocity<W>& v) {
  float* targets[W];
  for (int i = 0; i < W; ++i) targets[i] = &rows[index[i]].linear.x;
  const Real<W> zero = broadcast<W>(0.0f);
  const Real<W> c[8] = {v.linear.x, v.linear.y, v.linear.z, zero, v.angular.x, v.angular.y, v.angular.z, zero};
  store_rows<W>(targets, c);
}

/// Bodies' velocities here are changes since the solver began: their rounding does not grow with the speed.
/// Velocity of a's surface relative to b's at a point.
template <int W>
HOLDFAST_INLINE Vector<W> relative_velocity(const PointBundle<W>& p, const Velocity<W>& a, const Velocity<W>& b) {
  return (a.linear + cross(a.angular, p.arm_a)) - (b.linear + cross(b.angular, p.arm_b));
}

template <int W>
HOLDFAST_INLINE void apply(const ManifoldBundle<W>& m, const PointBundle<W>& p, const Vector<W>& impulse, Velocity<W>& a, Velocity<W>& b) {
  a.linear = a.linear + scale(impulse, m.inverse_mass_a);
  a.angular = a.angular + times(m.inertia_a, cross(p.arm_a, impulse));
  b.linear = b.linear - scale(impulse, m.inverse_mass_b);
  b.angular = b.angular - times(m.inertia_b, cross(p.arm_b, impulse));
}

/// Parting speed along the normal.
template <int W>
HOLDFAST_INLINE Real<W> normal_speed(const PointBundle<W>& p, const Velocity<W>& a, const Velocity<W>& b) {
  return dot(p.normal, a.linear - b.linear) + (dot(p.turn_a, a.angular) - dot(p.turn_b, b.angular));
}

template <int W>
HOLDFAST_INLINE void apply_normal(const ManifoldBundle<W>& m, const PointBundle<W>& p, const Real<W>& impulse, Velocity<W>& a,
                                  Velocity<W>& b) {
  a.linear = a.linear + scale(p.normal, impulse * m.inverse_mass_a);
  a.angular = a.angular + scale(p.spin_a, impulse);
  b.linear = b.linear - scale(p.normal, impulse * m.inverse_mass_b);
  b.angular = b.angular - scale(p.spin_b, impulse);
}

/// 1 / (1/m_a + 1/m_b + (r_a x u) I_a^-1 (r_a x u) + ...), or zero where nothing can move.
template <int W>
HOLDFAST_INLINE Real<W> effective_mass(const ManifoldBundle<W>& m, const PointBundle<W>& p, const Vector<W>& u) {
  const Vector<W> xa = cross(p.arm_a, u), xb = cross(p.arm_b, u);
  const Real<W> k = m.inverse_mass_a + m.inverse_mass_b + dot(xa, times(m.inertia_a, xa)) + dot(xb, times(m.inertia_b, xb));
  const Real<W> zero = broadcast<W>(0.0f), one = broadcast<W>(1.0f);
  const Mask<W> moves = k > zero;
  return select<W>(moves, one / select<W>(moves, k, one), zero);
}

/// A unit vector at right angles to n: n x X, or n x Y where n is close to X; zero in an empty lane.
template <int W>
HOLDFAST_INLINE Vector<W> perpendicular(const Vector<W>& n) {
  const Real<W> zero = broadcast<W>(0.0f), limit = broadcast<W>(0.57f);
  const Mask<W> use_x = (n.x < limit) & (-n.x < limit);
  const Vector<W> t{select<W>(use_x, zero, -n.z), select<W>(use_x, n.z, zero), select<W>(use_x, -n.y, n.x)};
  const Real<W> length = square_root<W>(dot(t, t));
  const Mask<W> valid = length > zero;
  return scale(t, select<W>(valid, broadcast<W>(1.0f) / select<W>(valid, length, broadcast<W>(1.0f)), zero));
}

template <int W>
HOLDFAST_INLINE void load_bodies(ManifoldBundle<W>& m, const SolverBody* bodies) {
  float* mass_a = reinterpret_cast<float*>(&m.inverse_mass_a);
  float* mass_b = reinterpret_cast<float*>(&m.inverse_mass_b);
  for (int i = 0; i < W; ++i) {
    const bool used = m.manifold[i] >= 0;
    const SolverBody* a = used ? &bodies[m.a[i]] : nullptr;
    const SolverBody* b = used ? &bodies[m.b[i]] : nullptr;
    mass_a[i] = used ? a->inverse_mass : 0.0f;
    mass_b[i] = used ? b->inverse_mass : 0.0f;
    for (int k = 0; k < 9; ++k) {
      reinterpret_cast<float*>(&m.inertia_a[k])[i] = used ? (&a->inverse_inertia.m[0][0])[k] : 0.0f;
      reinterpret_cast<float*>(&m.inertia_b[k])[i] = used ? (&b->inverse_inertia.m[0][0])[k] : 0.0f;
    }
  }
}

template <int W>
HOLDFAST_INLINE void put(Vector<W>& to, int i, const float* from) {
  reinterpret_cast<float*>(&to.x)[i] = from[0];
  reinterpret_cast<float*>(&to.y)[i] = from[1];
  reinterpret_cast<float*>(&to.z)[i] = from[2];
}

template <int W>
HOLDFAST_INLINE void load_points(const ManifoldBundle<W>& m, PointBundle<W>* bundles, const SolverManifold* manifolds,
                                 const SolverPoint* points) {
  constexpr float kZero[3] = {0, 0, 0};
  for (int k = 0; k < m.point_count; ++k) {
    PointBundle<W>& p = bundles[m.first_point + k];
    for (int i = 0; i < W; ++i) {
      const bool used = m.manifold[i] >= 0 && k < static_cast<int>(manifolds[m.manifold[i]].count);
      const SolverPoint* point = used ? &points[static_cast<int>(manifolds[m.manifold[i]].first) + k] : nullptr;
      put(p.normal, i, used ? &point->normal.x : kZero);
      put(p.arm_a, i, used ? &point->arm_a.x : kZero);
      put(p.arm_b, i, used ? &point->arm_b.x : kZero);
      put(p.tangent1, i, used ? &point->friction_impulse.x : kZero);
      reinterpret_cast<float*>(&p.target)[i] = used ? point->depth : 0.0f;
      reinterpret_cast<float*>(&p.rebound)[i] = used ? point->rebound : 0.0f;
      reinterpret_cast<float*>(&p.late_rebound)[i] = used ? point->late_rebound : kNoRebound;
      reinterpret_cast<float*>(&p.impulse_normal)[i] = used ? point->normal_impulse : 0.0f;
    }
  }
}

/// Writes the indices of a bundle: lane i is pair `group[i]`, or empty where that is -1.
template <int W>
void fill(ManifoldBundle<W>* bundles, const int* groups, int count, const SolverManifold* manifolds, const SolverBody* bodies,
          int spare_row) {
  int next_point = 0;
  for (int i = 0; i < count; ++i) {
    ManifoldBundle<W>& m = bundles[i];
    m.first_point = next_point;
    m.point_count = m.has_friction = m.padding = 0;
    for (int l = 0; l < W; ++l) {
      const int index = groups[i * W + l];
      m.manifold[l] = index;
      const SolverManifold* pair = index >= 0 ? &manifolds[index] : nullptr;
      m.a[l] = pair ? static_cast<int>(pair->a) : spare_row;
      m.b[l] = pair ? static_cast<int>(pair->b) : spare_row;
      m.write_a[l] = pair && bodies[pair->a].moves ? m.a[l] : spare_row;
      m.write_b[l] = pair && bodies[pair->b].moves ? m.b[l] : spare_row;
      reinterpret_cast<float*>(&m.friction)[l] = pair ? pair->friction : 0.0f;
      if (pair && static_cast<int>(pair->count) > m.point_count) m.point_count = static_cast<int>(pair->count);
      if (pair && pair->friction > 0.0f) m.has_friction = 1;
    }
    next_point += m.point_count;
  }
}

/// Arms, effective masses, targets, the speeds before anything is solved, and the warm impulses in the
/// new contact frame, inside the friction cone.
template <int W>
void prepare(const SolverOptions& o, ManifoldBundle<W>* manifold_bundles, int count, PointBundle<W>* point_bundles,
             const SolverBody* bodies, const SolverManifold* manifolds, const SolverPoint* points, const SolverVelocity* velocities) {
  const Real<W> zero = broadcast<W>(0.0f);
  for (int i = 0; i < count; ++i) {
    ManifoldBundle<W>& m = manifold_bundles[i];
    load_bodies(m, bodies);
    load_points(m, point_bundles, manifolds, points);
    const Velocity<W> a = read<W>(velocities, m.a), b = read<W>(velocities, m.b);
    for (int k = 0; k < m.point_count; ++k) {
      PointBundle<W>& p = point_bundles[m.first_point + k];
      const Vector<W> warm_friction = p.tangent1;
      const Real<W> depth = p.target;
      p.tangent1 = perpendicular(p.normal);
      p.tangent2 = cross(p.normal, p.tangent1);
      p.turn_a = cross(p.arm_a, p.normal);
      p.turn_b = cross(p.arm_b, p.normal);
      p.spin_a = times(m.inertia_a, p.turn_a);
      p.spin_b = times(m.inertia_b, p.turn_b);
      p.mass_normal = effective_mass(m, p, p.normal);
      p.mass_tangent1 = effective_mass(m, p, p.tangent1);
      p.mass_tangent2 = effective_mass(m, p, p.tangent2);
      p.approach = normal_speed(p, a, b);
      const Vector<W> slip = relative_velocity(p, a, b);
      p.slip_impulse1 = p.mass_tangent1 * dot(slip, p.tangent1);
      p.slip_impulse2 = p.mass_tangent2 * dot(slip, p.tangent2);
      const Real<W> gap_speed = select<W>(depth < zero, depth, zero) / broadcast<W>(o.time_step);
      p.target = gap_speed - p.approach;
      const Real<W> too_fast = larger<W>(p.mass_normal * (gap_speed + broadcast<W>(o.bounce_threshold)), zero);
      p.rebound_above = select<W>(p.rebound > zero, zero, too_fast);
      p.rebound = o.insertion_order ? zero : p.mass_normal * p.rebound;
      const Real<W> overlap = depth - broadcast<W>(o.slop);
      p.push_target = select<W>(overlap > zero, overlap * broadcast<W>(o.push_factor) / broadcast<W>(o.time_step), zero);
      p.impulse_push = zero;
      p.impulse_tangent1 = dot(warm_friction, p.tangent1);
      p.impulse_tangent2 = dot(warm_friction, p.tangent2);
    }
  }
}

/// Scales the tangential impulse back to the circle of radius friction * normal impulse. A circle of radius 0 is asked by itself: the
/// square of the smallest impulses is 0 too.
template <int W>
HOLDFAST_INLINE void clamp_to_cone(const Real<W>& limit, Real<W>& t1, Real<W>& t2) {
  const Real<W> zero = broadcast<W>(0.0f);
  const Mask<W> has_room = limit > zero;
  t1 = select<W>(has_room, t1, zero);
  t2 = select<W>(has_room, t2, zero);
  const Real<W> squared = t1 * t1 + t2 * t2;
  const Mask<W> outside = squared > limit * limit;
  if (!any<W>(outside)) return;
  const Real<W> one = broadcast<W>(1.0f);
  const Real<W> factor = select<W>(outside, limit / square_root<W>(select<W>(outside, squared, one)), one);
  t1 = t1 * factor;
  t2 = t2 * factor;
}

template <int W>
void warm_start(const ManifoldBundle<W>* manifold_bundles, int count, PointBundle<W>* point_bundles, SolverVelocity* velocities) {
  for (int i = 0; i < count; ++i) {
    const ManifoldBundle<W>& m = manifold_bundles[i];
    Velocity<W> a = read<W>(velocities, m.a), b = read<W>(velocities, m.b);
    for (int k = 0; k < m.point_count; ++k) {
      PointBundle<W>& p = point_bundles[m.first_point + k];
      clamp_to_cone<W>(m.friction * p.impulse_normal, p.impulse_tangent1, p.impulse_tangent2);
      apply(m, p, scale(p.normal, p.impulse_normal) + scale(p.tangent1, p.impulse_tangent1) + scale(p.tangent2, p.impulse_tangent2), a, b);
    }
    write<W>(velocities, m.write_a, a);
    write<W>(velocities, m.write_b, b);
  }
}

/// One point's normal impulse, then friction inside the cone of that impulse.
template <int W>
HOLDFAST_INLINE void solve_point(const ManifoldBundle<W>& m, PointBundle<W>& p, Velocity<W>& a, Velocity<W>& b) {
  const Real<W> stops = p.impulse_normal + p.mass_normal * (p.target - normal_speed(p, a, b)), zero = broadcast<W>(0.0f);
  const Real<W> total = larger<W>(stops + select<W>(stops > p.rebound_above, p.rebound, zero), zero);
  if (!any<W>((total > zero) | (p.impulse_normal > zero))) return;
  apply_normal(m, p, total - p.impulse_normal, a, b);
  p.impulse_normal = total;
  if (!m.has_friction) return;
  const Vector<W> slip = relative_velocity(p, a, b);
  Real<W> t1 = p.impulse_tangent1 - p.slip_impulse1 - p.mass_tangent1 * dot(slip, p.tangent1);
  Real<W> t2 = p.impulse_tangent2 - p.slip_impulse2 - p.mass_tangent2 * dot(slip, p.tangent2);
  clamp_to_cone<W>(m.friction * total, t1, t2);
  apply(m, p, scale(p.tangent1, t1 - p.impulse_tangent1) + scale(p.tangent2, t2 - p.impulse_tangent2), a, b);
  p.impulse_tangent1 = t1;
  p.impulse_tangent2 = t2;
}

/// One sweep over all contacts, from the first to the last point or from the last to the first.
template <int W>
void solve_velocities(const ManifoldBundle<W>* manifold_bundles, int count, PointBundle<W>* point_bundles, SolverVelocity* velocities,
                      bool backwards) {
  for (int j = 0; j < count; ++j) {
    const ManifoldBundle<W>& m = manifold_bundles[backwards ? count - 1 - j : j];
    PointBundle<W>* points = point_bundles + m.first_point;
    Velocity<W> a = read<W>(velocities, m.a), b = read<W>(velocities, m.b);
    for (int k = 0; k < m.point_count; ++k) solve_point(m, points[backwards ? m.point_count - 1 - k : k], a, b);
    write<W>(velocities, m.write_a, a);
    write<W>(velocities, m.write_b, b);
  }
}

/// One pass: points that bounce, and were pushed, leave at their speed for it.
template <int W>
void apply_restitution(const ManifoldBundle<W>* manifold_bundles, int count, PointBundle<W>* point_bundles, SolverVelocity* velocities) {
  const Real<W> zero = broadcast<W>(0.0f);
  for (int i = 0; i < count; ++i) {
    const ManifoldBundle<W>& m = manifold_bundles[i];
    bool found = false;
    for (int k = 0; k < m.point_count && !found; ++k) found = any<W>(point_bundles[m.first_point + k].late_rebound >= zero);
    if (!found) continue;
    Velocity<W> a = read<W>(velocities, m.a), b = read<W>(velocities, m.b);
    for (int k = 0; k < m.point_count; ++k) {
      PointBundle<W>& p = point_bundles[m.first_point + k];
      const Real<W> total = larger<W>(p.impulse_normal + p.mass_normal * (p.late_rebound - p.approach - normal_speed(p, a, b)), zero);
      const Mask<W> bounces = (p.late_rebound >= zero) & (p.impulse_normal > zero);
      const Real<W> change = select<W>(bounces, total - p.impulse_normal, zero);
      apply_normal(m, p, change, a, b);
      p.impulse_normal = p.impulse_normal + change;
    }
    write<W>(velocities, m.write_a, a);
    write<W>(velocities, m.write_b, b);
  }
}

/// Split impulses: velocities of their own that only remove overlap beyond the slop.
template <int W>
void solve_push(const ManifoldBundle<W>* manifold_bundles, int count, PointBundle<W>* point_bundles, SolverVelocity* push_velocities) {
  const Real<W> zero = broadcast<W>(0.0f);
  for (int i = 0; i < count; ++i) {
    const ManifoldBundle<W>& m = manifold_bundles[i];
    bool found = false;
    for (int k = 0; k < m.point_count && !found; ++k) found = any<W>(point_bundles[m.first_point + k].push_target > zero);
    if (!found) continue;
    Velocity<W> a = read<W>(push_velocities, m.a), b = read<W>(push_velocities, m.b);
    for (int k = 0; k < m.point_count; ++k) {
      PointBundle<W>& p = point_bundles[m.first_point + k];
      const Real<W> total = larger<W>(p.impulse_push + p.mass_normal * (p.push_target - normal_speed(p, a, b)), zero);
      const Real<W> change = select<W>(p.push_target > zero, total - p.impulse_push, zero);
      apply_normal(m, p, change, a, b);
      p.impulse_push = p.impulse_push + change;
    }
    write<W>(push_velocities, m.write_a, a);
    write<W>(push_velocities, m.write_b, b);
  }
}

template <int W>
void store_impulses(const ManifoldBundle<W>* manifold_bundles, int count, const PointBundle<W>* point_bundles,
                    const SolverManifold* manifolds, SolverPoint* points) {
  for (int i = 0; i < count; ++i) {
    const ManifoldBundle<W>& m = manifold_bundles[i];
    for (int k = 0; k < m.point_count; ++k) {
      const PointBundle<W>& p = point_bundles[m.first_point + k];
      const Vector<W> friction = scale(p.tangent1, p.impulse_tangent1) + scale(p.tangent2, p.impulse_tangent2);
      for (int l = 0; l < W; ++l) {
        if (m.manifold[l] < 0 || k >= static_cast<int>(manifolds[m.manifold[l]].count)) continue;
        SolverPoint& point = points[static_cast<int>(manifolds[m.manifold[l]].first) + k];
        point.normal_impulse = lane<W>(p.impulse_normal, l);
        point.friction_impulse.x = lane<W>(friction.x, l);
        point.friction_impulse.y = lane<W>(friction.y, l);
        point.friction_impulse.z = lane<W>(friction.z, l);
        point.closing_speed = -lane<W>(p.approach, l);
      }
    }
  }
}

}  // namespace HOLDFAST_KERNEL
