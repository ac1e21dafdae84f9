// Velocities that respect the contacts, and split velocities that push overlaps apart.

#include "world/step_scratch.h"

namespace holdfast {

void solve_contacts(const WorldState& state, StepTime time, StepScratch& scratch) {
  SolverOptions options;
  options.time_step = time.h;
  options.velocity_iterations = state.settings.velocity_iterations;
  options.position_iterations = state.settings.position_iterations;
  options.slop = state.settings.slop;
  options.push_factor = state.settings.push_factor;
  options.bounce_threshold = state.settings.bounce_threshold;
  options.warm_start = state.settings.warm_starting;
  options.insertion_order = state.settings.solver_order == SolverOrder::insertion;
  scratch.solver.solve(options, scratch.solver_bodies, scratch.solver_manifolds, scratch.solver_points, scratch.velocities,
                       scratch.push_velocities);
  for (std::size_t i = 0; i < scratch.contacts.size(); ++i) {
    const SolverPoint& point = scratch.solver_points[i];
    scratch.contacts[i].normal_impulse = point.normal_impulse;
    scratch.contacts[i].friction_impulse = point.friction_impulse;
    scratch.contacts[i].closing_speed = point.closing_speed;
  }
}

}  // namespace holdfast
