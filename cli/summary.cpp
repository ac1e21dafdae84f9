#include "cli/summary.h"

#include <algorithm>
#include <cmath>

namespace holdfast::cli {
namespace {

void count_kind(RunSummary& s, BodyKind kind) {
  switch (kind) {
    case BodyKind::static_body: ++s.static_bodies; break;
    case BodyKind::dynamic_body: ++s.dynamic_bodies; break;
    case BodyKind::kinematic_body: ++s.kinematic_bodies; break;
  }
}

void add_deepest_contact(RunSummary& s, const World& world) {
  const std::span<const WorldContact> contacts = world.contacts();
  const auto deepest = std::ranges::max_element(contacts, {}, &WorldContact::depth);
  if (deepest == contacts.end() || !(deepest->depth > 0) || !world.contains(deepest->a) || !world.contains(deepest->b)) return;
  s.deepest_a = world.name(deepest->a);
  s.deepest_b = world.name(deepest->b);
  s.deepest_point = deepest->point;
}

}  // namespace

void add_step(RunSummary& s, const World& world, const StepReport& report, double time_step) {
  ++s.steps;
  s.time_step = time_step;
  s.simulated_time += time_step;
  s.last_contacts = report.contact_count;
  s.peak_contacts = std::max<std::size_t>(s.peak_contacts, report.contact_count);
  s.events += world.events().size();
  s.last_depth = static_cast<double>(report.largest_depth);
  s.peak_depth = std::max(s.peak_depth, s.last_depth);
}

void add_end(RunSummary& s, const World& world, bool with_states) {
  for (std::size_t i = 0; i < world.body_count(); ++i) {
    const BodyId body = world.bodies()[i];
    const BodyKind kind = world.kind(body);
    count_kind(s, kind);
    const Vector3f &p = world.positions()[i], &v = world.linear_velocities()[i], &w = world.angular_velocities()[i];
    s.finite = s.finite && is_finite(p) && is_finite(v) && is_finite(w) && is_finite(world.rotations()[i]);
    if (with_states) s.states.push_back({world.name(body), std::string(body_kind_name(kind)), p, v, w, world.rotations()[i]});
    if (kind == BodyKind::static_body) continue;
    const double speed = length(Vector3d(v)), height = static_cast<double>(p.z);
    if (s.fastest_body.empty() || speed > s.fastest_speed) {
      s.fastest_body = world.name(body);
      s.fastest_speed = speed;
    }
    if (s.lowest_body.empty() || height < s.lowest_height) {
      s.lowest_body = world.name(body);
      s.lowest_height = height;
    }
    if (kind == BodyKind::dynamic_body && speed < kRestSpeed) ++s.bodies_at_rest;
    s.kinetic_energy += world.kinetic_energy(body);
  }
  add_deepest_contact(s, world);
  s.state_hash = world.state_hash();
  s.body_hash = world.body_hash();
}

}  // namespace holdfast::cli
