#include "world/query_cache.h"
#include "world/step_scratch.h"

#include <holdfast/base/error.h>
#include <holdfast/base/float_environment.h>
#include <holdfast/base/format.h>

namespace holdfast {

StepReport World::step(double time_step) {
  const FloatEnvironment environment;
  const StepTime time{time_step, static_cast<float>(time_step)};
  if (!(time_step > 0) || !std::isfinite(time.h) || !(time.h > 0) || !std::isfinite(1.0f / time.h))
    throw InvalidArgument("time_step is " + to_text(time_step) + " s; step must be more than zero, finite, and fit Float32");
  WorldState& state = *state_;
  StepScratch& scratch = *scratch_;

  integrate_velocities(state, time, scratch);
  find_pairs(state, scratch);
  make_contacts(state, time, scratch);
  solve_contacts(state, time, scratch);
  integrate_poses(state, time, scratch);
  report_events(state, scratch);
  check_result(state, scratch);
  commit(state, time, scratch);
  cache_->invalidate();

  StepReport report;
  report.step_count = state.step_count;
  report.pair_count = static_cast<std::uint32_t>(scratch.pairs.size());
  report.manifold_count = static_cast<std::uint32_t>(state.manifolds.size());
  report.contact_count = static_cast<std::uint32_t>(state.contacts.size());
  for (const WorldContact& c : state.contacts) report.largest_depth = std::max(report.largest_depth, c.depth);
  return report;
}

}  // namespace holdfast
