#pragma once
// One face for all engines: build from a Scene, step, read back.
//
// Frame: world; a pose is that of a body's center of mass. Units: SI. Each engine runs on one thread, with sleeping off
// and its recommended fast set-up, which `set_up` tells in words.

#include "scene.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace holdfast::bench {

struct EngineSettings {
  double gravity = 9.81;                   ///< [m/s²] downward
  int iterations = 10;                     ///< velocity sweeps a step
  bool error_reduction = true;             ///< false: nothing pushes overlaps apart (ERP 0, no split impulse)
  std::optional<double> slop;              ///< [m] overlap left alone; unset: the engine's own
  std::optional<double> bounce_threshold;  ///< [m/s] unset: the engine's own
  std::string variant;                     ///< what stands after "engine:"
};

class Engine {
 public:
  virtual ~Engine() = default;
  [[nodiscard]] virtual std::string set_up() const = 0;
  virtual void step(double time_step) = 0;
  /// On the center of mass, for the next step only [N].
  virtual void add_force(std::size_t body, const Vector3d& force) = 0;
  [[nodiscard]] virtual Posed pose(std::size_t body) const = 0;
  [[nodiscard]] virtual Vector3d linear_velocity(std::size_t body) const = 0;
  [[nodiscard]] virtual Vector3d angular_velocity(std::size_t body) const = 0;
  /// Contact points of the last step, as the engine counts them.
  [[nodiscard]] virtual std::size_t contact_count() const = 0;
  [[nodiscard]] virtual std::size_t memory_bytes() const { return 0; }  ///< 0: not known
  [[nodiscard]] virtual std::uint64_t hash() const { return 0; }        ///< 0: none
};

std::unique_ptr<Engine> make_holdfast(const Scene& scene, const EngineSettings& settings);
std::unique_ptr<Engine> make_bullet(const Scene& scene, const EngineSettings& settings);
std::unique_ptr<Engine> make_ode(const Scene& scene, const EngineSettings& settings);
/// "holdfast", "bullet" or "ode", with ":variant" after it; throws InvalidArgument for another name.
std::unique_ptr<Engine> make_engine(const std::string& name, const Scene& scene, EngineSettings settings);

}  // namespace holdfast::bench
