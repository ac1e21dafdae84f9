#pragma once
// Numbers that a plot shows against time: `kinetic_energy`, `ball.position.z`, `ball.speed`, ...
//
// A quantity of the world: kinetic_energy [J], contact_count, largest_depth [m], body_count, momentum.x|y|z [kg m/s].
// A quantity of a body: NAME.position.x|y|z, NAME.rotation.x|y|z|w, NAME.linear_velocity.x|y|z, NAME.angular_velocity.x|y|z,
// NAME.speed [m/s], NAME.angular_speed [rad/s], NAME.kinetic_energy [J]. A body's name may hold dots.

#include <holdfast/world/world.h>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace holdfast::cli {

struct Quantity {
  std::string name;      ///< as the user wrote it
  std::string subject;   ///< the body's name, or "all bodies": what the legend shows where the property is the axis' own
  std::string property;  ///< "position.z"
  std::string label;     ///< of its axis: "position z", shared by quantities that go into one panel
  std::string unit;      ///< "m", "J", "" for a count
  /// NaN while the body is absent.
  std::function<double(const World&, const StepReport&)> read;
};

/// Throws UsageError, with the nearest name, for a quantity or a body that does not exist.
Quantity parse_quantity(const std::string& text, const World& world);
/// Kinetic energy, and the heights of the first eight bodies that are not static.
std::vector<Quantity> default_quantities(const World& world);

}  // namespace holdfast::cli
