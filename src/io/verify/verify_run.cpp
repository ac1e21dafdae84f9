#include "io/verify/verify_run.h"

#include "io/number_text.h"
#include "io/verify/verify_query.h"

namespace holdfast::detail {

namespace {

std::string step_text(int step) { return step == 0 ? "at the start" : "step " + std::to_string(step); }

double quantity_of(const World& world, BodyId id, BodyQuantity quantity) {
  const auto index = static_cast<int>(quantity);
  const Vector3d rows[3] = {Vector3d(world.position(id)), Vector3d(world.linear_velocity(id)), Vector3d(world.angular_velocity(id))};
  switch (quantity) {
    case BodyQuantity::speed: return length(rows[1]);
    case BodyQuantity::angular_speed: return length(rows[2]);
    case BodyQuantity::kinetic_energy: return world.kinetic_energy(id);
    default: return rows[index / 3][index % 3];
  }
}

double total_energy(const World& world) {
  double sum = 0;
  for (const BodyId id : world.bodies())
    if (world.kind(id) == BodyKind::dynamic_body) sum += world.kinetic_energy(id);
  return sum;
}

Vector3d total_momentum(const World& world) {
  Vector3d sum;
  for (const BodyId id : world.bodies())
    if (world.kind(id) == BodyKind::dynamic_body) sum += Vector3d(world.linear_velocity(id)) * static_cast<double>(world.mass(id));
  return sum;
}

/// Laws that hold along the way: the first step that breaks one is reported.
class Watcher {
 public:
  Watcher(const Scene& scene, const SceneRun& run, Findings& findings)
      : scene_(&scene), run_(&run), findings_(&findings), broken_(scene.checks.size(), false) {
    for (const SceneCheck& c : scene.checks) {
      watches_energy_ |= c.energy_never_rises;
      watches_momentum_ |= c.momentum_kept;
    }
    if (watches_energy_) energy_ = total_energy(run.world());
    if (watches_momentum_) momentum_ = total_momentum(run.world());
  }

  void look(int step) {
    const double energy = watches_energy_ ? total_energy(run_->world()) : 0;
    const Vector3d momentum = watches_momentum_ ? total_momentum(run_->world()) : Vector3d{};
    for (std::size_t i = 0; i < scene_->checks.size(); ++i) {
      const SceneCheck& c = scene_->checks[i];
      if (broken_[i] || step > c.at_step) continue;
      const std::size_t before = findings_->size();
      if (c.never_below) look_below(c, step);
      findings_->subject(c.at, step_text(step));
      if (c.energy_never_rises && step > 0) look_at_energy(c, energy);
      if (c.momentum_kept) findings_->vector("momentum_kept", momentum_, momentum, c.tolerance);
      broken_[i] = findings_->size() != before;
    }
    energy_ = energy;
  }

 private:
  void look_below(const SceneCheck& c, int step) {
    const auto id = run_->find_body(c.body);
    if (!id) return;
    findings_->subject(c.at, "body '" + c.body + "', " + step_text(step));
    const double height = dot(Vector3d(run_->world().position(*id)) - c.never_below->point, normalized(c.never_below->normal));
    findings_->bound("never_below", 0, std::numeric_limits<double>::infinity(), height, c.tolerance);
  }
  void look_at_energy(const SceneCheck& c, double energy) {
    const double allowed = energy_ + c.tolerance.absolute + c.tolerance.relative * energy_;
    if (!(energy <= allowed))
      findings_->fail("energy_never_rises", "<= " + to_text(energy_) + ", the energy one step before",
                      to_text(energy) + ", allowed " + to_text(allowed));
  }

  const Scene* scene_;
  const SceneRun* run_;
  Findings* findings_;
  std::vector<bool> broken_;
  bool watches_energy_ = false, watches_momentum_ = false;
  double energy_ = 0;
  Vector3d momentum_;
};

class Verification {
 public:
  Verification(const Scene& scene, HashOfFile& hashes, std::vector<VerifyFailure>& failures)
      : scene_(&scene), hashes_(&hashes), findings_(failures), run_(scene, asks_for_hashes(scene)) {}

  void go() {
    for (std::size_t i = 0; i < scene_->queries.size(); ++i) verify_query(scene_->queries[i], i + 1, run_, findings_);
    Watcher watcher(*scene_, run_, findings_);
    watcher.look(0);
    check_state(0);
    while (!run_.finished()) {
      const int step = run_.steps_done() + 1;
      const StepOutcome outcome = run_.step();
      check_refusals(step, outcome);
      if (outcome.advanced) watcher.look(step);
      check_state(step);
      if (!outcome.advanced) return end_early(step);
    }
  }

 private:
  static bool asks_for_hashes(const Scene& scene) {
    for (const SceneCheck& c : scene.checks)
      if (c.unchanged) return true;
    return false;
  }

  void check_refusals(int step, const StepOutcome& outcome) {
    for (const SceneCheck& c : scene_->checks)
      if (!c.refused.empty() && c.at_step == step) check_refused(c, outcome);
    for (const Refusal& r : outcome.refusals) {
      const auto names = [&](const SceneCheck& c) { return c.at_step == step && is_kind(c, r); };
      if (std::any_of(scene_->checks.begin(), scene_->checks.end(), names)) continue;
      findings_.subject({}, step_text(step));
      findings_.fail("refused, and no check names it: " + std::string(error_kind_name(r.kind)) + ": " + r.message);
    }
  }

  static bool is_kind(const SceneCheck& c, const Refusal& r) {
    return !c.refused.empty() && (c.refused == "any" || c.refused == error_kind_name(r.kind));
  }

  void check_refused(const SceneCheck& c, const StepOutcome& outcome) {
    findings_.subject(c.at, step_text(c.at_step));
    if (outcome.refusals.empty()) return findings_.fail("refused", c.refused, "a step that succeeded");
    const Refusal* found = nullptr;
    for (const Refusal& r : outcome.refusals)
      if (is_kind(c, r) && (found == nullptr || (found->message.find(c.message) == std::string::npos))) found = &r;
    if (found == nullptr) {
      const Refusal& r = outcome.refusals.front();
      return findings_.fail("refused", c.refused, std::string(error_kind_name(r.kind)) + ": " + r.message);
    }
    if (found->message.find(c.message) == std::string::npos)
      findings_.fail("message", "\"" + c.message + "\" in it", "\"" + found->message + "\"");
    if (c.unchanged && !found->unchanged) findings_.fail("unchanged", "the state hash from before the refusal", "another one");
  }

  void check_state(int step) {
    for (const SceneCheck& c : scene_->checks) {
      if (c.at_step != step) continue;
      if (!c.body.empty()) check_body(c);
      findings_.subject(c.at, step_text(step));
      const World& world = run_.world();
      if (c.contact_count) findings_.count("contact_count", *c.contact_count, static_cast<std::int64_t>(world.contacts().size()));
      if (c.event_count) findings_.count("event_count", *c.event_count, static_cast<std::int64_t>(world.events().size()));
      if (c.event) check_event(c);
      if (c.hash && *c.hash != world.body_hash()) findings_.fail("hash", hash_text(*c.hash), hash_text(world.body_hash()));
      if (!c.same_hash_as.empty()) check_same_hash(c);
    }
  }

  void check_body(const SceneCheck& c) {
    findings_.subject(c.at, "body '" + c.body + "', " + step_text(c.at_step));
    const auto id = run_.find_body(c.body);
    if (!id) return findings_.fail("there is no such body then");
    const World& w = run_.world();
    if (c.position) findings_.state_vector("position", *c.position, w.position(*id), c.tolerance);
    if (c.rotation) findings_.rotation("rotation", *c.rotation, w.rotation(*id), c.tolerance);
    if (c.linear_velocity) findings_.state_vector("linear_velocity", *c.linear_velocity, w.linear_velocity(*id), c.tolerance);
    if (c.angular_velocity) findings_.state_vector("angular_velocity", *c.angular_velocity, w.angular_velocity(*id), c.tolerance);
    if (c.kinetic_energy) findings_.state_number("kinetic_energy", *c.kinetic_energy, w.kinetic_energy(*id), c.tolerance);
    if (c.bound)
      findings_.bound(std::string(body_quantity_name(c.bound->quantity)), c.bound->low, c.bound->high,
                      quantity_of(w, *id, c.bound->quantity), c.tolerance);
  }

  void check_event(const SceneCheck& c) {
    const SceneEventCheck& e = *c.event;
    const std::string pair = "event of '" + e.body + "' by '" + e.other + "'";
    const CollisionEvent* nearest = nullptr;
    double least = 0;
    for (const CollisionEvent& event : run_.world().events()) {
      if (run_.world().name(event.body) != e.body || run_.world().name(event.other) != e.other) continue;
      const double off = length(Vector3d(event.normal_impulse) - e.normal_impulse);
      if (nearest == nullptr || off < least) {
        nearest = &event;
        least = off;
      }
    }
    if (nearest == nullptr) return findings_.fail(pair, "normal_impulse " + vector_text(e.normal_impulse), "no such event in this step");
    findings_.state_vector(pair + ", normal_impulse", e.normal_impulse, nearest->normal_impulse, c.tolerance);
  }

  void check_same_hash(const SceneCheck& c) {
    try {
      const std::uint64_t expected = (*hashes_)(c.same_hash_as), got = run_.world().body_hash();
      if (expected != got) findings_.fail("same_hash_as " + c.same_hash_as, hash_text(expected), hash_text(got));
    } catch (const Error& e) { findings_.fail("same_hash_as " + c.same_hash_as + ": " + e.what()); }
  }

  /// A refused step that no retry helped: what should hold later cannot.
  void end_early(int step) {
    for (const SceneCheck& c : scene_->checks) {
      if (c.at_step <= step) continue;
      findings_.subject(c.at, step_text(c.at_step));
      findings_.fail("never reached: the run ended when step " + std::to_string(step) + " was refused");
    }
  }

  const Scene* scene_;
  HashOfFile* hashes_;
  Findings findings_;
  SceneRun run_;
};

}  // namespace

std::uint64_t HashOfFile::operator()(const std::string& path) {
  const auto found = known_.find(path);
  if (found != known_.end()) return found->second;
  const std::vector<Scene> scenes = read_scene_file(path);
  if (scenes.size() != 1) throw FileError("the file holds " + std::to_string(scenes.size()) + " scenes, one is needed");
  SceneRun run(scenes[0]);
  while (!run.finished())
    if (const StepOutcome outcome = run.step(); !outcome.advanced)
      throw Error(outcome.refusals.back().kind,
                  "its step " + std::to_string(outcome.refusals.back().step) + " is refused: " + outcome.refusals.back().message);
  return known_[path] = run.world().body_hash();
}

void verify_scene_into(const Scene& scene, HashOfFile& hashes, std::vector<VerifyFailure>& failures) {
  try {
    if (scene.checks.empty() && scene.queries.empty())
      failures.push_back({scene.at, "the case expects nothing: it has no check and no query", {}, {}, {}, {}});
    Verification(scene, hashes, failures).go();
  } catch (const std::exception& e) { failures.push_back({{}, e.what(), {}, {}, {}, {}}); }
}

}  // namespace holdfast::detail
