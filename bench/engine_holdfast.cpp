#include "engine.h"

#include <holdfast/base/error.h>

#include <sstream>

namespace holdfast::bench {

namespace {

void set_named(const std::string& word, WorldSettings& settings) {
  const std::size_t equals = word.find('=');
  const std::string name = word.substr(0, equals);
  const float value = equals == std::string::npos ? 0 : std::stof(word.substr(equals + 1));
  if (name == "trapezoid") {
    settings.position_update = PositionUpdate::trapezoid;
  } else if (name == "cold") {
    settings.warm_starting = false;
  } else if (name == "insertion") {
    settings.solver_order = SolverOrder::insertion;
  } else if (name == "slop") {
    settings.slop = value;
  } else if (name == "push_factor") {
    settings.push_factor = value;
  } else if (name == "margin") {
    settings.margin = value;
  } else if (name == "position_iterations") {
    settings.position_iterations = static_cast<int>(value);
  } else {
    throw InvalidArgument("variant has " + word +
                          "; permitted: trapezoid, cold, insertion, slop, push_factor, margin, position_iterations");
  }
}

WorldSettings world_settings(const EngineSettings& settings) {
  WorldSettings result;
  result.gravity = {0, 0, static_cast<float>(-settings.gravity)};
  result.velocity_iterations = settings.iterations;
  if (!settings.error_reduction) result.position_iterations = 0;
  if (settings.slop) result.slop = static_cast<float>(*settings.slop);
  if (settings.bounce_threshold) result.bounce_threshold = static_cast<float>(*settings.bounce_threshold);
  // "cold+insertion+slop=0.001": what is not named keeps its default.
  std::stringstream words(settings.variant);
  for (std::string word; std::getline(words, word, '+');) set_named(word, result);
  return result;
}

class HoldfastEngine final : public Engine {
 public:
  HoldfastEngine(const Scene& scene, const EngineSettings& settings) : world_(world_settings(settings)) {
    for (const SceneBody& body : scene.bodies) {
      BodyDescription description;
      description.kind = body.dynamic ? BodyKind::dynamic_body : BodyKind::static_body;
      description.shape = body.shape;
      description.material = {static_cast<float>(body.friction), static_cast<float>(body.restitution), 0};
      if (body.dynamic) {
        description.mass = body.mass;
        description.inertia = body.inertia;
      }
      description.position = body.pose.position;
      description.rotation = body.pose.rotation;
      ids_.push_back(world_.add_body(description));
    }
  }
  [[nodiscard]] std::string set_up() const override {
    const WorldSettings& s = world_.settings();
    return "Float32 state, velocity_iterations " + std::to_string(s.velocity_iterations) + ", position_iterations " +
           std::to_string(s.position_iterations) + (s.warm_starting ? "" : ", cold start") +
           (s.position_update == PositionUpdate::trapezoid ? ", trapezoid" : "");
  }
  void step(double time_step) override { world_.step(time_step); }
  void add_force(std::size_t body, const Vector3d& force) override {
    world_.add_force(ids_[body], Vector3f(force), world_.center_of_mass(ids_[body]));
  }
  [[nodiscard]] Posed pose(std::size_t body) const override {
    return {Vector3d(world_.center_of_mass(ids_[body])), Quaterniond(world_.rotations()[body])};
  }
  [[nodiscard]] Vector3d linear_velocity(std::size_t body) const override { return Vector3d(world_.linear_velocities()[body]); }
  [[nodiscard]] Vector3d angular_velocity(std::size_t body) const override { return Vector3d(world_.angular_velocities()[body]); }
  [[nodiscard]] std::size_t contact_count() const override { return world_.contacts().size(); }
  [[nodiscard]] std::size_t memory_bytes() const override { return world_.memory_bytes(); }
  [[nodiscard]] std::uint64_t hash() const override { return world_.state_hash(); }

 private:
  World world_;
  std::vector<BodyId> ids_;
};

}  // namespace

std::unique_ptr<Engine> make_holdfast(const Scene& scene, const EngineSettings& settings) {
  return std::make_unique<HoldfastEngine>(scene, settings);
}

std::unique_ptr<Engine> make_engine(const std::string& name, const Scene& scene, EngineSettings settings) {
  const std::string kind = name.substr(0, name.find(':'));
  if (kind.size() < name.size()) settings.variant = name.substr(kind.size() + 1);
  if (kind == "holdfast") return make_holdfast(scene, settings);
  if (kind == "bullet") return make_bullet(scene, settings);
  if (kind == "ode") return make_ode(scene, settings);
  throw InvalidArgument("engine is " + name + "; permitted: holdfast, bullet, ode");
}

}  // namespace holdfast::bench
