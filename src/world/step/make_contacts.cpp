// Contact points of every pair, in the order of the pairs, with the impulses of the last step where a point persists.

#include "world/step_scratch.h"

#include <algorithm>

namespace holdfast {
namespace {

/// Two points of a pair are one and the same when they moved less than this in a's frame between two steps [m]. Larger:
/// impulses jump to neighbours when points are dense; smaller: fast sliding or rolling loses its warm start.
constexpr float kSamePointDistance = 0.02f;

/// Cosine of the angle by which a normal may turn between two steps and still keep its impulse.
constexpr float kSameNormalCosine = 0.9f;

/// Points of one pair and one normal that lie closer than this share of the smaller shape's radius are one point. Two
/// aligned boxes make four corners then, whichever way rounding cuts them; larger values would eat real support area.
constexpr double kMergeShare = 0.02;

/// Rounding of a pair's distance and radii, as a share of the squared reach.
constexpr double kSphereSlack = 1 + 1e-9;

struct Sides {
  std::uint32_t a, b;
};

/// a is the body that moves; where both do, the one inserted later.
Sides sides_of(const WorldState& state, const IndexPair& pair) {
  if (state.records[pair.low].is_dynamic() && !state.records[pair.high].is_dynamic()) return {pair.low, pair.high};
  return {pair.high, pair.low};
}

/// Of points that lie together the deeper stays; the first wins ties.
void merge_close_points(ContactSet& set, double distance) {
  int kept = 0;
  for (int i = 0; i < set.count; ++i) {
    const ContactPoint point = set.points[static_cast<std::size_t>(i)];
    int same = 0;
    while (same < kept) {
      const ContactPoint& other = set.points[static_cast<std::size_t>(same)];
      if (other.normal == point.normal && length_squared(other.position - point.position) < distance * distance) break;
      ++same;
    }
    ContactPoint& place = set.points[static_cast<std::size_t>(same)];
    if (same == kept)
      ++kept;
    else if (place.depth >= point.depth)
      continue;
    place = point;
  }
  set.count = kept;
}

void append_contacts(const WorldState& state, Sides sides, const ContactSet& set, StepScratch& scratch) {
  const Vector3f to_frame = state.positions[sides.a];
  for (int k = 0; k < set.count; ++k) {
    const ContactPoint& point = set.points[static_cast<std::size_t>(k)];
    WorldContact contact;
    contact.a = state.ids[sides.a];
    contact.b = state.ids[sides.b];
    contact.point = Vector3f(point.position);
    contact.normal = Vector3f(point.normal);
    contact.depth = static_cast<float>(point.depth);
    contact.anchor_a = rotate_inverse(state.rotations[sides.a], contact.point - to_frame);
    scratch.contacts.push_back(contact);

    SolverPoint solver_point;
    solver_point.normal = contact.normal;
    solver_point.arm_a = Vector3f(point.position - Vector3d(scratch.centers[sides.a]));
    solver_point.arm_b = Vector3f(point.position - Vector3d(scratch.centers[sides.b]));
    solver_point.depth = contact.depth;
    scratch.solver_points.push_back(solver_point);
  }
}

/// Hands the impulse of each old point to the nearest new one, so that the pair starts from the sum it had, also where
/// points split or merge. A step of another length starts from the same forces: `share` is its part of the last one.
void warm_from(const WorldState& state, const ManifoldRecord& old, const ManifoldRecord& fresh, float share, StepScratch& scratch) {
  const bool single = old.count == 1 && fresh.count == 1;
  for (std::uint32_t j = 0; j < old.count; ++j) {
    const WorldContact& before = state.contacts[old.first + j];
    if (before.normal_impulse == 0.0f) continue;
    std::uint32_t best = fresh.count;
    float best_distance = kSamePointDistance * kSamePointDistance;
    for (std::uint32_t k = 0; k < fresh.count; ++k) {
      const WorldContact& now = scratch.contacts[fresh.first + k];
      if (dot(before.normal, now.normal) < kSameNormalCosine || !(before.a == now.a)) continue;
      const float distance = length_squared(before.anchor_a - now.anchor_a);
      if (distance < best_distance || single) {
        best = k;
        best_distance = distance;
      }
    }
    if (best == fresh.count) continue;
    scratch.solver_points[fresh.first + best].normal_impulse += before.normal_impulse * share;
    scratch.solver_points[fresh.first + best].friction_impulse += before.friction_impulse * share;
  }
}

Material mixed_material(const WorldState& state, Sides sides) {
  const Material& a = state.records[sides.a].material;
  const Material& b = state.records[sides.b].material;
  Material mixed = mix(a, b);
  if (state.overrides.empty() || a.id == 0 || b.id == 0) return mixed;
  for (const PairOverride& o : state.overrides) {
    if (o.a != std::min(a.id, b.id) || o.b != std::max(a.id, b.id)) continue;
    mixed.friction = o.values.friction.value_or(mixed.friction);
    mixed.restitution = o.values.restitution.value_or(mixed.restitution);
  }
  return mixed;
}

/// Whether the spheres around both shapes are farther apart than the margin: boxes of round and of turned shapes meet at their
/// corners long before the shapes do. Never true for planes, whose radius is infinite.
bool spheres_part(const WorldState& state, const StepScratch& scratch, const IndexPair& pair, double margin) {
  const double reach = state.records[pair.low].shape_radius + state.records[pair.high].shape_radius + margin;
  return length_squared(scratch.shape_poses[pair.low].position - scratch.shape_poses[pair.high].position) > kSphereSlack * reach * reach;
}

bool comes_before(const ManifoldRecord& m, const IndexPair& pair) { return m.low < pair.low || (m.low == pair.low && m.high < pair.high); }

}  // namespace

void make_contacts(const WorldState& state, StepTime time, StepScratch& scratch) {
  scratch.manifolds.clear();
  scratch.contacts.clear();
  scratch.solver_manifolds.clear();
  scratch.solver_points.clear();
  ContactOptions options;
  options.margin = static_cast<double>(state.settings.margin);
  options.max_contacts = std::clamp(state.settings.max_contacts_per_pair, 1, kMaxContacts);
  options.axis_choice = AxisChoice::stable;
  options.filter_internal_edges = state.settings.filter_internal_edges;

  const float share = state.last_time_step > 0 ? time.h / state.last_time_step : 1.0f;
  std::size_t old = 0;  // walks through the last step's pairs, which are in the same order
  for (const IndexPair& pair : scratch.pairs) {
    if (spheres_part(state, scratch, pair, options.margin)) continue;
    const Sides sides = sides_of(state, pair);
    ContactSet set = contact(state.records[sides.a].shape, scratch.shape_poses[sides.a], state.records[sides.b].shape,
                             scratch.shape_poses[sides.b], options);
    if (state.settings.filter_internal_edges) turn_passing_contacts(state, time, sides.a, sides.b, options, scratch, set);
    if (set.count == 0) continue;
    if (set.count > 1 && state.settings.solver_order == SolverOrder::canonical)
      merge_close_points(set, kMergeShare * std::min(state.records[sides.a].shape_radius, state.records[sides.b].shape_radius));
    ManifoldRecord record;
    record.low = pair.low;
    record.high = pair.high;
    record.first = static_cast<std::uint32_t>(scratch.contacts.size());
    record.count = static_cast<std::uint32_t>(set.count);
    append_contacts(state, sides, set, scratch);

    while (old < state.manifolds.size() && comes_before(state.manifolds[old], pair)) ++old;
    const bool persists = old < state.manifolds.size() && state.manifolds[old].low == pair.low && state.manifolds[old].high == pair.high;
    if (persists && state.manifolds[old].warm && state.settings.warm_starting)
      warm_from(state, state.manifolds[old], record, share, scratch);

    SolverManifold manifold;
    manifold.a = sides.a;
    manifold.b = sides.b;
    manifold.first = record.first;
    manifold.count = record.count;
    const Material material = mixed_material(state, sides);
    manifold.friction = material.friction;
    set_rebounds(state, time, manifold, material.restitution, scratch);
    scratch.manifolds.push_back(record);
    scratch.solver_manifolds.push_back(manifold);
  }
}

}  // namespace holdfast
