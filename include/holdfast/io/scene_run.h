#pragma once
// SceneRun: the world of a scene, advanced step by step, with the scene's actions.
//
// Each call of `step` applies the actions of the next step and takes it. A refused step (or an action that the world
// refuses) changes nothing, advances neither time nor the count, and is retried when the scene says so. The count is the
// run's own: after a `restore` it goes on, while the world's own count goes back.
// Owns the world; refers to the scene, which must outlive it.
// Fails: the constructor and `step` throw nothing for a refused step; the constructor throws what World::add_body throws,
// with the place of the body in front.

#include <holdfast/io/scene.h>
#include <holdfast/world/world.h>
#include <map>

namespace holdfast {

/// A step that the world refused, or an action before it.
struct Refusal {
  int step = 0;  ///< the step that was tried
  ErrorKind kind = ErrorKind::invalid_argument;
  std::string message;
  bool unchanged = true;  ///< the state hash is as before; only looked at when asked for
};

struct StepOutcome {
  bool advanced = false;          ///< false: refused, and not helped by a retry
  StepReport report;              ///< of the step that succeeded
  std::vector<Refusal> refusals;  ///< in order; also those that a retry followed
};

class SceneRun {
 public:
  /// `hash_refusals`: compare state hashes around each step, so that `Refusal::unchanged` tells the truth.
  explicit SceneRun(const Scene& scene, bool hash_refusals = false);

  [[nodiscard]] const Scene& scene() const { return *scene_; }
  [[nodiscard]] World& world() { return world_; }
  [[nodiscard]] const World& world() const { return world_; }
  /// [s] of the next step.
  [[nodiscard]] double time_step() const { return time_step_; }
  /// Steps that succeeded.
  [[nodiscard]] int steps_done() const { return steps_done_; }
  [[nodiscard]] bool finished() const { return steps_done_ >= scene_->steps; }
  /// Takes the next step. After a refusal, another call tries the same step again, without repeating its actions.
  StepOutcome step();

  /// Throws InvalidArgument for a name that no body has at present.
  [[nodiscard]] BodyId body_id(std::string_view name) const;
  [[nodiscard]] std::optional<BodyId> find_body(std::string_view name) const;

 private:
  using Names = std::map<std::string, BodyId, std::less<>>;
  struct Saved {
    WorldSnapshot world;
    Names names;
    double time_step;
  };

  void add(const BodyDescription& description);
  void apply(const SceneAction& action);
  void apply(const SceneWorldChange& change);
  bool apply_actions(int step, StepOutcome& outcome);
  bool try_step(int step, StepOutcome& outcome);

  const Scene* scene_;
  World world_;
  Names names_;
  std::map<std::string, Saved, std::less<>> snapshots_;
  double time_step_;
  int steps_done_ = 0;
  int actions_done_for_ = 0;  ///< the step whose actions were applied last
  bool hash_refusals_;
};

}  // namespace holdfast
