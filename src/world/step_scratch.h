#pragma once
// The buffers of one step. A step reads the world's state, works here, and writes the state only in its last stage, when
// nothing can fail any more: this is why a refused step changes nothing. Kept between steps so that a steady step
// allocates nothing.

#include "world/world_state.h"

#include <holdfast/broadphase/sweep_and_prune.h>
#include <holdfast/dynamics/contact_solver.h>
#include <vector>

namespace holdfast {

struct StepScratch {
  // integrate velocities
  std::vector<SolverBody> solver_bodies;
  std::vector<SolverVelocity> velocities;       // one spare row at the end, for the solver
  std::vector<SolverVelocity> push_velocities;  // likewise
  std::vector<Vector3f> centers;                // of mass, world, at the start of the step
  // find pairs
  std::vector<Posed> shape_poses;  // world
  std::vector<Proxy> proxies;
  std::vector<IndexPair> pairs;
  // make contacts
  std::vector<ManifoldRecord> manifolds;
  std::vector<WorldContact> contacts;
  // solve
  std::vector<SolverManifold> solver_manifolds;
  std::vector<SolverPoint> solver_points;
  // integrate poses
  std::vector<Vector3f> positions;
  std::vector<Quaternionf> rotations;
  std::vector<Vector3f> angular_velocities;
  // report
  std::vector<CollisionEvent> events;

  SweepAndPrune broadphase;
  ContactSolver solver;

  [[nodiscard]] std::size_t memory_bytes() const;
};

/// Time step in both precisions.
struct StepTime {
  double exact = 0;  ///< [s]
  float h = 0;       ///< [s]
};

// The stages, in order. Each reads the state and the buffers of earlier stages, and fills its own buffers.
void integrate_velocities(const WorldState& state, StepTime time, StepScratch& scratch);
void find_pairs(const WorldState& state, StepScratch& scratch);
void make_contacts(const WorldState& state, StepTime time, StepScratch& scratch);
void solve_contacts(const WorldState& state, StepTime time, StepScratch& scratch);
void integrate_poses(const WorldState& state, StepTime time, StepScratch& scratch);
void report_events(const WorldState& state, StepScratch& scratch);
/// Throws OutOfDomain: `what` of the body would not be finite after the step.
[[noreturn]] void refuse_result(const BodyRecord& body, const char* what);
/// Refuses where a value of the new state is not finite.
void check_result(const WorldState& state, const StepScratch& scratch);
/// Writes the new state; cannot fail.
void commit(WorldState& state, StepTime time, StepScratch& scratch) noexcept;

/// Part of make_contacts: shallow contacts that dynamic body a only passes on body b take the normals of the end of the step.
void turn_passing_contacts(const WorldState& state, StepTime time, std::uint32_t a, std::uint32_t b, const ContactOptions& options,
                           const StepScratch& scratch, ContactSet& set);

/// Part of make_contacts: how fast the bodies of a pair part at each of its points.
void set_rebounds(const WorldState& state, StepTime time, const SolverManifold& pair, float restitution, StepScratch& scratch);

/// World box of a posed shape [m].
Aabbd world_bounds(const Shape& shape, const Posed& pose);

}  // namespace holdfast
