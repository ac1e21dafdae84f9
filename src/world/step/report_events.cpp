// Two events for each pair that had an impulse: what b gave a, and what a gave b.

#include "world/step_scratch.h"

namespace holdfast {

void report_events(const WorldState&, StepScratch& scratch) {
  scratch.events.clear();
  for (const ManifoldRecord& manifold : scratch.manifolds) {
    const std::span<const WorldContact> points(scratch.contacts.data() + manifold.first, manifold.count);
    Vector3f total;
    bool pushed = false;
    const WorldContact* deepest = &points.front();
    for (const WorldContact& c : points) {
      total += c.normal * c.normal_impulse;
      pushed = pushed || c.normal_impulse > 0.0f;
      if (c.depth > deepest->depth) deepest = &c;
    }
    if (!pushed) continue;  // impulses that cancel are impulses too
    CollisionEvent event{deepest->a, deepest->b, total, deepest->point, deepest->normal, deepest->closing_speed};
    scratch.events.push_back(event);
    event = {deepest->b, deepest->a, -total, deepest->point, -deepest->normal, deepest->closing_speed};
    scratch.events.push_back(event);
  }
}

}  // namespace holdfast
