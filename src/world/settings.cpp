#include <holdfast/world/settings.h>

#include <holdfast/base/error.h>
#include <holdfast/base/format.h>
#include <cmath>
#include <string>

namespace holdfast {
namespace {

constexpr int kMostIterations = 10000;

void require_not_negative(const char* name, float value, const char* unit) {
  if (!std::isfinite(value) || value < 0)
    throw InvalidArgument(std::string("world setting ") + name + " is " + to_text(value) + unit + "; it must be finite and nonnegative");
}

void require_iterations(const char* name, int value) {
  if (value < 0 || value > kMostIterations)
    throw InvalidArgument(std::string("world setting ") + name + " is " + std::to_string(value) + "; it must be between 0 and " +
                          std::to_string(kMostIterations));
}

}  // namespace

void validate(const WorldSettings& s) {
  if (!is_finite(s.gravity))
    throw InvalidArgument("world setting gravity is (" + to_text(s.gravity.x) + ", " + to_text(s.gravity.y) + ", " + to_text(s.gravity.z) +
                          ") m/s²; it must be finite");
  require_iterations("velocity_iterations", s.velocity_iterations);
  require_iterations("position_iterations", s.position_iterations);
  require_not_negative("margin", s.margin, " m");
  require_not_negative("slop", s.slop, " m");
  require_not_negative("push_factor", s.push_factor, "");
  require_not_negative("bounce_threshold", s.bounce_threshold, " m/s");
  if (s.solver_order != SolverOrder::canonical && s.solver_order != SolverOrder::insertion)
    throw InvalidArgument("world setting solver_order is not one of canonical, insertion");
  if (s.position_update != PositionUpdate::semi_implicit && s.position_update != PositionUpdate::trapezoid)
    throw InvalidArgument("world setting position_update is not one of semi_implicit, trapezoid");
  if (s.collision_detection != CollisionDetection::discrete)
    throw InvalidArgument("world setting collision_detection: collision detection mode not valid; it must be DISCRETE");
}

}  // namespace holdfast
