#include "cli/quantity.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "cli/output.h"
#include "cli/suggestion.h"

namespace holdfast::cli {
namespace {

constexpr double kAbsent = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kDefaultBodies = 8;

struct WorldReading {
  const char* name;
  const char* label;
  const char* unit;
  double (*read)(const World&, const StepReport&);
};

struct BodyReading {
  const char* name;
  const char* label;
  const char* unit;
  double (*read)(const World&, BodyId);
};

double total_energy(const World& world, const StepReport&) {
  double sum = 0;
  for (const BodyId body : world.bodies()) sum += world.kinetic_energy(body);
  return sum;
}

template <int kAxis>
double momentum(const World& world, const StepReport&) {
  double sum = 0;
  for (const BodyId body : world.bodies())
    sum += static_cast<double>(world.mass(body)) * static_cast<double>(world.linear_velocity(body)[kAxis]);
  return sum;
}

template <int kAxis>
double position(const World& w, BodyId b) {
  return static_cast<double>(w.position(b)[kAxis]);
}
template <int kAxis>
double linear(const World& w, BodyId b) {
  return static_cast<double>(w.linear_velocity(b)[kAxis]);
}
template <int kAxis>
double angular(const World& w, BodyId b) {
  return static_cast<double>(w.angular_velocity(b)[kAxis]);
}

constexpr std::array kWorldReadings{
    WorldReading{"kinetic_energy", "kinetic energy", "J", total_energy},
    WorldReading{"contact_count", "contacts", "",
                 [](const World& w, const StepReport&) { return static_cast<double>(w.contacts().size()); }},
    WorldReading{"largest_depth", "largest overlap", "m",
                 [](const World&, const StepReport& r) { return static_cast<double>(r.largest_depth); }},
    WorldReading{"body_count", "bodies", "", [](const World& w, const StepReport&) { return static_cast<double>(w.body_count()); }},
    WorldReading{"momentum.x", "momentum x", "kg m/s", momentum<0>},
    WorldReading{"momentum.y", "momentum y", "kg m/s", momentum<1>},
    WorldReading{"momentum.z", "momentum z", "kg m/s", momentum<2>},
};

constexpr std::array kBodyReadings{
    BodyReading{"position.x", "position x", "m", position<0>},
    BodyReading{"position.y", "position y", "m", position<1>},
    BodyReading{"position.z", "height z", "m", position<2>},
    BodyReading{"rotation.x", "rotation", "", [](const World& w, BodyId b) { return static_cast<double>(w.rotation(b).x); }},
    BodyReading{"rotation.y", "rotation", "", [](const World& w, BodyId b) { return static_cast<double>(w.rotation(b).y); }},
    BodyReading{"rotation.z", "rotation", "", [](const World& w, BodyId b) { return static_cast<double>(w.rotation(b).z); }},
    BodyReading{"rotation.w", "rotation", "", [](const World& w, BodyId b) { return static_cast<double>(w.rotation(b).w); }},
    BodyReading{"linear_velocity.x", "linear velocity", "m/s", linear<0>},
    BodyReading{"linear_velocity.y", "linear velocity", "m/s", linear<1>},
    BodyReading{"linear_velocity.z", "linear velocity", "m/s", linear<2>},
    BodyReading{"angular_velocity.x", "angular velocity", "rad/s", angular<0>},
    BodyReading{"angular_velocity.y", "angular velocity", "rad/s", angular<1>},
    BodyReading{"angular_velocity.z", "angular velocity", "rad/s", angular<2>},
    BodyReading{"speed", "speed", "m/s", [](const World& w, BodyId b) { return length(Vector3d(w.linear_velocity(b))); }},
    BodyReading{"angular_speed", "angular speed", "rad/s",
                [](const World& w, BodyId b) { return length(Vector3d(w.angular_velocity(b))); }},
    BodyReading{"kinetic_energy", "kinetic energy", "J", [](const World& w, BodyId b) { return w.kinetic_energy(b); }},
};

std::optional<BodyId> find_body(const World& world, std::string_view name) {
  for (const BodyId body : world.bodies()) {
    if (world.name(body) == name) return body;
  }
  return std::nullopt;
}

Quantity of_body(const std::string& name, const BodyReading& quantity, BodyId body) {
  const std::string subject = name.substr(0, name.size() - std::string_view(quantity.name).size() - 1);
  return {name, subject, quantity.name, quantity.label, quantity.unit, [read = quantity.read, body](const World& world, const StepReport&) {
            return world.contains(body) ? read(world, body) : kAbsent;
          }};
}

[[noreturn]] void fail_unknown_body(const std::string& text, const std::string& name, const World& world) {
  std::vector<std::string> names;
  for (const BodyId body : world.bodies()) names.push_back(world.name(body));
  throw UsageError("--quantity " + text + ": no body is named '" + name + "' at the start of the scene" + suggestion(name, names));
}

[[noreturn]] void fail_unknown_quantity(const std::string& text, const World& world) {
  // The part after a known body's name, or after the first dot, is what was mistyped.
  std::string known = "kinetic_energy, contact_count, largest_depth, body_count, momentum.x|y|z; or BODY. followed by ";
  std::vector<std::string> words;
  for (const BodyReading& q : kBodyReadings) words.emplace_back(q.name);
  known += "position.x|y|z, rotation.x|y|z|w, linear_velocity.x|y|z, angular_velocity.x|y|z, speed, angular_speed, kinetic_energy";
  std::string hint;
  for (const BodyId body : world.bodies()) {
    const std::string start = world.name(body) + ".";
    if (!text.starts_with(start)) continue;
    const std::string near = nearest(text.substr(start.size()), words);
    if (!near.empty()) hint = " (did you mean '" + start + near + "'?)";
    break;
  }
  if (hint.empty()) {
    std::vector<std::string> of_world;
    for (const WorldReading& q : kWorldReadings) of_world.emplace_back(q.name);
    hint = suggestion(text, of_world);
  }
  throw UsageError("--quantity " + text + ": no such quantity" + hint + "; known are " + known);
}

}  // namespace

Quantity parse_quantity(const std::string& text, const World& world) {
  for (const WorldReading& q : kWorldReadings) {
    if (text == q.name) return {text, "all bodies", q.name, q.label, q.unit, q.read};
  }
  std::optional<std::string> unknown_body;
  for (const BodyReading& q : kBodyReadings) {
    const std::string end = std::string(".") + q.name;
    if (text.size() <= end.size() || !text.ends_with(end)) continue;
    const std::string name = text.substr(0, text.size() - end.size());
    if (const auto body = find_body(world, name)) return of_body(text, q, *body);
    if (!unknown_body) unknown_body = name;
  }
  if (unknown_body) fail_unknown_body(text, *unknown_body, world);
  fail_unknown_quantity(text, world);
}

std::vector<Quantity> default_quantities(const World& world) {
  std::vector<Quantity> quantities{parse_quantity("kinetic_energy", world)};
  const auto height = std::ranges::find_if(kBodyReadings, [](const BodyReading& q) { return std::string_view(q.name) == "position.z"; });
  for (const BodyId body : world.bodies()) {
    if (world.kind(body) == BodyKind::static_body) continue;
    quantities.push_back(of_body(world.name(body) + ".position.z", *height, body));
    if (quantities.size() > kDefaultBodies) break;
  }
  return quantities;
}

}  // namespace holdfast::cli
