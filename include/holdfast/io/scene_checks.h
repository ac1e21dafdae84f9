#pragma once
// What a scene file expects: checks after steps (`expect`), and questions without a step (`queries`) with their answers.
//
// A number passes when |got - expected| <= absolute + relative * |expected|, for each component. An optional that is not
// set is not asked. Frame: world. Units: SI.

#include <holdfast/base/error.h>
#include <holdfast/math/pose.h>
#include <holdfast/shape/shape.h>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace holdfast {

/// A place in a file; both count from 1, and 0 means that there is none.
struct SourcePosition {
  int line = 0;
  int column = 0;
};

struct Tolerance {
  double absolute = 0;  ///< in the unit of the number
  double relative = 0;  ///< of the expected number's magnitude
};

/// How many: a count must lie in low .. high.
struct CountRange {
  std::int64_t low = 0;
  std::int64_t high = std::numeric_limits<std::int64_t>::max();
};

/// The numbers of a body that a bound can name.
enum class BodyQuantity : std::uint8_t {
  position_x,
  position_y,
  position_z,
  linear_velocity_x,
  linear_velocity_y,
  linear_velocity_z,
  angular_velocity_x,
  angular_velocity_y,
  angular_velocity_z,
  speed,           ///< [m/s] length of the linear velocity
  angular_speed,   ///< [rad/s]
  kinetic_energy,  ///< [J]
};

/// "speed", "linear_velocity.x", ...
std::string_view body_quantity_name(BodyQuantity quantity);

struct SceneBound {
  BodyQuantity quantity = BodyQuantity::position_x;
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
};

/// The body's origin stays on the side of a plane that the normal points to, at the start and after every step.
struct SceneHalfSpace {
  Vector3d point;
  Vector3d normal;  ///< not necessarily unit
};

struct SceneEventCheck {
  std::string body, other;
  Vector3d normal_impulse;  ///< [N s] that `other` gave `body`
};

struct SceneCheck {
  SourcePosition at;
  int at_step = 0;  ///< 0 is the start
  Tolerance tolerance;
  std::string body;
  std::optional<Vector3d> position, linear_velocity, angular_velocity;
  std::optional<Quaterniond> rotation;  ///< q and -q are equal
  std::optional<double> kinetic_energy;
  std::optional<SceneBound> bound;
  std::optional<SceneHalfSpace> never_below;
  bool energy_never_rises = false;  ///< kinetic energy of all dynamic bodies, from each step to the next, up to at_step
  bool momentum_kept = false;       ///< linear momentum of all dynamic bodies, after every step up to at_step
  std::optional<CountRange> contact_count, event_count;  ///< of the step itself
  std::optional<SceneEventCheck> event;
  std::string refused;                ///< the kind of refusal, "any", or empty for none
  std::string message;                ///< a part of the refusal's message
  bool unchanged = false;             ///< the refusal left the state hash as it was
  std::string same_hash_as;           ///< a scene file: the body hashes at the ends of both runs are equal
  std::optional<std::uint64_t> hash;  ///< body hash after at_step
};

/// A shape and where it stands.
struct PosedShape {
  Shape shape;
  Posed pose;
};

enum class SceneQueryKind : std::uint8_t { contact, ray, distance, overlap, mass_properties };
/// "contact", "ray", ...
std::string_view scene_query_kind_name(SceneQueryKind kind);

struct SceneQuery {
  SceneQueryKind kind = SceneQueryKind::contact;
  SourcePosition at;
  PosedShape a, b;              ///< contact, distance, overlap; `a` is the shape of a ray or of mass properties
  double margin = 0;            ///< [m] contact
  bool against_bodies = false;  ///< ray: against the scene's bodies at the start
  Vector3d origin, direction;   ///< ray
  double max_distance = std::numeric_limits<double>::infinity();
  std::string ignore;                  ///< ray against bodies: the body that is not seen
  std::optional<std::uint64_t> group;  ///< ray against bodies: only bodies with one of these bits are seen
  bool miss_inside = false;            ///< ray: `inside: miss`
  double density = 0;                  ///< [kg/m³] mass properties

  Tolerance tolerance;
  std::optional<CountRange> count;
  std::optional<Vector3d> normal, point, point_a, point_b, center_of_mass;
  std::optional<double> depth, distance, mass;
  std::optional<std::vector<Vector3d>> points;
  std::optional<Matrix3d> inertia;
  std::optional<bool> separated, miss, overlap;
  std::string body;
  std::string error;  ///< the kind of error that the question must raise, or empty for none
};

}  // namespace holdfast
