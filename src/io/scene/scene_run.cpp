#include <holdfast/io/scene_run.h>
#include <holdfast/shape/mass_properties.h>

#include <algorithm>

#include "io/scene/key.h"
#include "io/scene/tables.h"
#include "io/scene/yaml_tree.h"

namespace holdfast {

namespace {

/// How a `set` action writes one key; in this order, so that a mass given with a shape is the mass of that shape.
struct Setter {
  std::string_view key;
  void (*set)(World&, BodyId, const BodyDescription&);
};
constexpr Setter kSetters[] = {
    {"shape", [](World& w, BodyId id, const BodyDescription& d) { w.set_shape(id, d.shape); }},
    {"shape_position",
     [](World& w, BodyId id, const BodyDescription& d) { w.set_shape_pose(id, {d.shape_pose.position, w.shape_pose(id).rotation}); }},
    {"shape_rotation",
     [](World& w, BodyId id, const BodyDescription& d) { w.set_shape_pose(id, {w.shape_pose(id).position, d.shape_pose.rotation}); }},
    {"material", [](World& w, BodyId id, const BodyDescription& d) { w.set_material(id, d.material); }},
    {"collides", [](World& w, BodyId id, const BodyDescription& d) { w.set_collides(id, d.collides); }},
    {"group", [](World& w, BodyId id, const BodyDescription& d) { w.set_group(id, *d.group); }},
    {"mask", [](World& w, BodyId id, const BodyDescription& d) { w.set_mask(id, d.mask); }},
    {"mass", [](World& w, BodyId id, const BodyDescription& d) { w.set_mass(id, *d.mass); }},
    {"density", [](World& w, BodyId id, const BodyDescription& d) { w.set_mass(id, mass_properties(w.shape(id), *d.density).mass); }},
    {"center_of_mass", [](World& w, BodyId id, const BodyDescription& d) { w.set_center_of_mass_local(id, Vector3f(*d.center_of_mass)); }},
    {"inertia", [](World& w, BodyId id, const BodyDescription& d) { w.set_inertia_local(id, *d.inertia); }},
    {"inverse_inertia",
     [](World& w, BodyId id, const BodyDescription& d) { w.set_inverse_inertia_local(id, d.inverse_inertia->cast<float>()); }},
    {"gravity_scale", [](World& w, BodyId id, const BodyDescription& d) { w.set_gravity_scale(id, static_cast<float>(d.gravity_scale)); }},
    {"linear_damping",
     [](World& w, BodyId id, const BodyDescription& d) { w.set_damping(id, static_cast<float>(d.linear_damping), w.angular_damping(id)); }},
    {"angular_damping",
     [](World& w, BodyId id, const BodyDescription& d) { w.set_damping(id, w.linear_damping(id), static_cast<float>(d.angular_damping)); }},
    {"position", [](World& w, BodyId id, const BodyDescription& d) { w.set_position(id, Vector3f(d.position)); }},
    {"rotation", [](World& w, BodyId id, const BodyDescription& d) { w.set_rotation(id, Quaternionf(normalized(d.rotation))); }},
    {"linear_velocity", [](World& w, BodyId id, const BodyDescription& d) { w.set_linear_velocity(id, Vector3f(d.linear_velocity)); }},
    {"angular_velocity", [](World& w, BodyId id, const BodyDescription& d) { w.set_angular_velocity(id, Vector3f(d.angular_velocity)); }},
    {"force", [](World& w, BodyId id, const BodyDescription& d) { w.set_force(id, Vector3f(d.force)); }},
    {"torque", [](World& w, BodyId id, const BodyDescription& d) { w.set_torque(id, Vector3f(d.torque)); }},
};

void change_body(World& world, BodyId id, const SceneBodyChange& change) {
  for (const Setter& s : kSetters)
    if (std::find(change.keys.begin(), change.keys.end(), s.key) != change.keys.end()) s.set(world, id, change.values);
}

/// The same kind of error with the place of its cause in front.
[[noreturn]] void rethrow_at(const Scene& scene, const SourcePosition& at, const Error& error) {
  const std::string where = detail::place(scene.file.empty() ? "text" : scene.file.string(), at);
  throw Error(error.kind(), where + ": scene '" + scene.name + "': " + error.what());
}

}  // namespace

SceneRun::SceneRun(const Scene& scene, bool hash_refusals)
    : scene_(&scene), world_(scene.world.settings), time_step_(scene.world.time_step), hash_refusals_(hash_refusals) {
  for (const SceneMaterialPair& p : scene.material_pairs) world_.set_material_pair(p.a, p.b, p.pair);
  for (const SceneBody& body : scene.bodies) {
    try {
      add(body.description);
    } catch (const Error& e) { rethrow_at(scene, body.at, e); }
  }
}

void SceneRun::add(const BodyDescription& description) { names_[description.name] = world_.add_body(description); }

std::optional<BodyId> SceneRun::find_body(std::string_view name) const {
  const auto found = names_.find(name);
  if (found == names_.end() || !world_.contains(found->second)) return std::nullopt;
  return found->second;
}

BodyId SceneRun::body_id(std::string_view name) const {
  if (const auto id = find_body(name)) return *id;
  std::vector<std::string_view> known;
  for (const auto& [key, id] : names_)
    if (world_.contains(id)) known.push_back(key);
  throw InvalidArgument("scene '" + scene_->name + "': there is no body '" + std::string(name) + "' at present" +
                        detail::suggestion(name, known));
}

void SceneRun::apply(const SceneWorldChange& change) {
  SceneWorld world{world_.settings(), time_step_};
  detail::apply_change(change, world);
  world_.set_settings(world.settings);
  time_step_ = world.time_step;
}

void SceneRun::apply(const SceneAction& action) {
  switch (action.kind) {
    case SceneActionKind::set: return change_body(world_, body_id(action.body), action.change);
    case SceneActionKind::world: return apply(action.world);
    case SceneActionKind::add_body: return add(action.added);
    case SceneActionKind::remove_body: {
      world_.remove_body(body_id(action.body));
      names_.erase(action.body);
      return;
    }
    case SceneActionKind::apply_force:
    case SceneActionKind::apply_impulse: {
      const BodyId id = body_id(action.body);
      const Vector3f point = action.point ? Vector3f(*action.point) : world_.center_of_mass(id);
      if (action.kind == SceneActionKind::apply_force) return world_.add_force(id, Vector3f(action.amount), point);
      return world_.apply_impulse(id, Vector3f(action.amount), point);
    }
    case SceneActionKind::snapshot: {
      snapshots_.insert_or_assign(action.label, Saved{world_.snapshot(), names_, time_step_});
      return;
    }
    case SceneActionKind::restore: {
      const Saved& saved = snapshots_.at(action.label);  // the reader has checked that it was taken before
      world_.restore(saved.world);
      names_ = saved.names;
      time_step_ = saved.time_step;
      return;
    }
    case SceneActionKind::retry: return;  // not before a step: `step` looks for it after a refusal
  }
}

bool SceneRun::apply_actions(int step, StepOutcome& outcome) {
  const auto due = [&](const SceneAction& a) { return a.at_step == step && a.kind != SceneActionKind::retry; };
  if (actions_done_for_ == step || std::none_of(scene_->actions.begin(), scene_->actions.end(), due)) return true;
  const Saved before{world_.snapshot(), names_, time_step_};
  const std::uint64_t hash = world_.state_hash();
  try {
    for (const SceneAction& action : scene_->actions)
      if (due(action)) apply(action);
  } catch (const Error& e) {
    world_.restore(before.world);
    names_ = before.names;
    time_step_ = before.time_step;
    outcome.refusals.push_back({step, e.kind(), e.what(), world_.state_hash() == hash});
    return false;
  }
  actions_done_for_ = step;
  return true;
}

bool SceneRun::try_step(int step, StepOutcome& outcome) {
  const std::uint64_t hash = hash_refusals_ ? world_.state_hash() : 0;
  try {
    outcome.report = world_.step(time_step_);
    return true;
  } catch (const Error& e) {
    outcome.refusals.push_back({step, e.kind(), e.what(), !hash_refusals_ || world_.state_hash() == hash});
    return false;
  }
}

StepOutcome SceneRun::step() {
  StepOutcome outcome;
  const int step = steps_done_ + 1;
  if (!apply_actions(step, outcome)) return outcome;
  outcome.advanced = try_step(step, outcome);
  for (const SceneAction& action : scene_->actions) {
    if (outcome.advanced) break;
    if (action.kind != SceneActionKind::retry || action.at_step != step) continue;
    try {
      apply(action.world);
    } catch (const Error& e) {
      outcome.refusals.push_back({step, e.kind(), e.what(), true});
      continue;
    }
    outcome.advanced = try_step(step, outcome);
  }
  if (outcome.advanced) ++steps_done_;
  return outcome;
}

}  // namespace holdfast
