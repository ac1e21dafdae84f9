// Contacts that a body only passes. A shallow contact's normal is that of the start of the step; a body that moves fast along a
// surface may be past the feature by the end, and would be thrown up by a normal that no longer holds: a ball that rolls
// over the joint of two level boxes would jump. Such a contact takes its normals from the end of the step, where they
// will hold. A body that really strikes the feature keeps the normal it strikes with, also where it would be past it and free at the end.

#include "world/step_scratch.h"

#include <algorithm>

namespace holdfast {
namespace {

/// A body that ends the step deeper than this many slops does not pass: it strikes.
constexpr double kGrazingSlops = 2;

/// Whether the travel closes the gap of a point, and goes deeper than a body that passes.
bool is_struck(const ContactSet& set, const Vector3d& travel, double slop) {
  for (int k = 0; k < set.count; ++k) {
    const ContactPoint& p = set.points[static_cast<std::size_t>(k)];
    if (p.depth - dot(travel, p.normal) > kGrazingSlops * slop) return true;
  }
  return false;
}

/// Gaps, and overlaps that are left alone anyhow.
bool is_shallow(const ContactSet& set, double slop) {
  for (int k = 0; k < set.count; ++k)
    if (set.points[static_cast<std::size_t>(k)].depth > slop) return false;
  return true;
}

Posed moved(const Posed& pose, const Vector3d& travel) { return {pose.position + travel, pose.rotation}; }

}  // namespace

void turn_passing_contacts(const WorldState& state, StepTime time, std::uint32_t a, std::uint32_t b, const ContactOptions& options,
                           const StepScratch& scratch, ContactSet& set) {
  if (set.count == 0 || !state.records[a].is_dynamic() || state.records[b].is_dynamic()) return;
  // A plane has one normal, and a mesh knows which of its edges stand out.
  const ShapeType type = state.records[b].shape.type();
  if (type == ShapeType::plane || type == ShapeType::mesh) return;
  const double h = static_cast<double>(time.h);
  const Vector3d travel_a = Vector3d(scratch.velocities[a].linear) * h, travel_b = Vector3d(scratch.velocities[b].linear) * h;
  const Vector3d travel = travel_a - travel_b;
  const ContactPoint& nearest = *deepest(set);
  const Vector3d along = travel - nearest.normal * dot(travel, nearest.normal);
  const double slop = static_cast<double>(state.settings.slop);
  if (length_squared(along) <= options.margin * options.margin || !is_shallow(set, slop)) return;

  ContactSet end = contact(state.records[a].shape, moved(scratch.shape_poses[a], travel_a), state.records[b].shape,
                           moved(scratch.shape_poses[b], travel_b), options);
  if (end.count == 0 ? is_struck(set, travel, slop) : deepest(end)->depth > kGrazingSlops * slop) return;
  for (int k = 0; k < end.count; ++k) {
    ContactPoint& point = end.points[static_cast<std::size_t>(k)];
    point.depth += std::min(dot(travel, point.normal), 0.0);  // back to the start along a normal on which the bodies close
    point.position -= travel_a;
  }
  set = end;
}

}  // namespace holdfast
