#pragma once
// Sequential impulses over prepared contacts: normal with a speculative gap and restitution, Coulomb friction in a cone, and
// split impulses for overlap. In insertion order restitution is a pass of its own after the sweeps.
//
// The sweeps work on the changes of velocity, which are small where the speeds are large: fast bodies do not gain or lose speed by
// the rounding of many small impulses.
//
// Frame: world; arms from the centers of mass. Units: SI. Float32 throughout, in one fixed order.
// Sign: normals point from b to a; impulses act on a.
// The order does not depend on the width of the vector unit: contacts that run side by side share no moving body.
// Source: Catto, "Iterative dynamics with temporal coherence" (2005) and "Sequential impulses" (2006); speculative gaps
// and the late restitution pass as in Box2D v3; restitution inside the sweeps by Newton's law, as in Moreau's time stepping;
// levels of pairs that share no moving body, after Fratarcangeli et al., "Vivace" (2016), but ordered by depth from what does not move.

#include <holdfast/math/matrix3.h>
#include <cstdint>
#include <memory>
#include <span>

namespace holdfast {

/// Velocities of one body while the solver runs, aligned for whole-row loads.
struct alignas(32) SolverVelocity {
  Vector3f linear;
  float padding0 = 0;
  Vector3f angular;
  float padding1 = 0;
};

/// What the solver knows of a body besides its velocity.
struct SolverBody {
  Matrix3f inverse_inertia;  ///< world axes; zero unless dynamic
  float inverse_mass = 0;    ///< zero unless dynamic
  std::uint32_t moves = 0;   ///< 1 for a dynamic body: its velocities may be written
};

/// The contacts of one pair of bodies.
struct SolverManifold {
  std::uint32_t a = 0, b = 0;  ///< body indices
  std::uint32_t first = 0;     ///< index of its first point
  std::uint32_t count = 0;     ///< 1..8 points
  float friction = 0;          ///< mixed coefficient
};

/// The `late_rebound` of a point that gets none. A speed of 0 is one: the bodies then neither part nor close in.
inline constexpr float kNoRebound = -1.0f;

struct SolverPoint {
  // Set by the caller.
  Vector3f normal;        ///< unit, from b to a
  Vector3f arm_a, arm_b;  ///< [m] from the centers of mass to the point
  float depth = 0;        ///< [m] overlap > 0, gap < 0
  /// [m/s] Added to the speed that the gap allows, where the bodies would close the gap: above zero they bounce; below zero they
  /// overlap for a step, if they come in faster than the bounce threshold. Not used in insertion order.
  float rebound = 0;
  float late_rebound = kNoRebound;  ///< [m/s] at which the bodies part in the restitution pass; used in insertion order alone
  // Read as the warm start and written as the result, both [N s] on a.
  float normal_impulse = 0;
  Vector3f friction_impulse;
  // Written by the solver.
  float closing_speed = 0;  ///< [m/s] before the solver, > 0 when approaching
};

struct SolverOptions {
  float time_step = 0;  ///< [s]
  int velocity_iterations = 10;
  int position_iterations = 4;
  float slop = 0.005f;  ///< [m]
  float push_factor = 0.2f;
  float bounce_threshold = 1.0f;  ///< [m/s]
  bool warm_start = true;         ///< apply the impulses that the points bring
  bool insertion_order = false;   ///< one contact after the other in the given order
};

/// Which implementation runs; every one gives the same bits.
enum class SolverPath : std::uint8_t {
  automatic,  ///< the widest that this processor has
  scalar,     ///< one contact at a time: the reference of the others
  wide4,      ///< four at a time, on every processor
  wide8,      ///< eight at a time; falls back to wide4 where AVX2 is missing
};

class ContactSolver {
 public:
  ContactSolver();
  ~ContactSolver();
  ContactSolver(ContactSolver&&) noexcept;
  ContactSolver& operator=(ContactSolver&&) noexcept;

  void set_path(SolverPath path);

  /// Solves in place. `velocities` and `push_velocities` have one more entry than `bodies`, for the solver's own use;
  /// push velocities start at zero and end as the split impulses leave them.
  /// Memory is kept between calls: nothing is allocated once it has grown to the size of the scene.
  void solve(const SolverOptions& options, std::span<const SolverBody> bodies, std::span<const SolverManifold> manifolds,
             std::span<SolverPoint> points, std::span<SolverVelocity> velocities, std::span<SolverVelocity> push_velocities);

  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace holdfast
