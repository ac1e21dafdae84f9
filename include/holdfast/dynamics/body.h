#pragma once
// What a body is when it is added: a description. The world keeps the moving state in arrays of its own (world.h).
//
// Frame: world for position, velocity, force and torque; the body's own for shape pose, center of mass and inertia.
// Units: SI, radians.

#include <holdfast/dynamics/material.h>
#include <holdfast/shape/shape.h>
#include <optional>
#include <string>

namespace holdfast {

enum class BodyKind : std::uint8_t {
  static_body = 0,     ///< never moves; infinite mass
  dynamic_body = 1,    ///< moved by forces and contacts
  kinematic_body = 2,  ///< follows its own velocity; infinite mass
};

/// "static", "dynamic", "kinematic".
std::string_view body_kind_name(BodyKind kind);

inline constexpr std::uint64_t kDefaultGroup = std::uint64_t{1};
inline constexpr std::uint64_t kStaticGroup = std::uint64_t{1} << 63u;
inline constexpr std::uint64_t kEveryGroup = ~std::uint64_t{0};

struct BodyDescription {
  std::string name;  ///< used in error messages; need not be unique, may be empty
  BodyKind kind = BodyKind::dynamic_body;
  Shape shape;
  Posed shape_pose;  ///< of the shape in the body's frame
  Material material;

  // Mass of a dynamic body: exactly one of the two; both are ignored for the other kinds.
  std::optional<double> mass;               ///< [kg] finite, > 0
  std::optional<double> density;            ///< [kg/m³] finite, > 0; the shape needs a volume
  std::optional<Vector3d> center_of_mass;   ///< [m] body frame; default: the shape's own. Moving it keeps the inertia
  std::optional<Matrix3d> inertia;          ///< [kg m²] about the center of mass, body axes; symmetric positive definite
  std::optional<Matrix3d> inverse_inertia;  ///< [1/(kg m²)] any finite tensor, kept exactly; zero locks all turning. Not with `inertia`

  Vector3d position;          ///< [m] of the body's origin
  Quaterniond rotation;       ///< normalised when the body is added
  Vector3d linear_velocity;   ///< [m/s] of the center of mass
  Vector3d angular_velocity;  ///< [rad/s] world axes
  Vector3d force, torque;     ///< [N], [N m] pending for the first step only
  double gravity_scale = 1;
  double linear_damping = 0;           ///< [1/s] >= 0, implicit: v / (1 + h d)
  double angular_damping = 0;          ///< [1/s] >= 0
  bool collides = true;                ///< false: a ghost; it moves but nothing touches it
  std::optional<std::uint64_t> group;  ///< bits it belongs to; default bit 0, of a static body bit 63
  std::uint64_t mask = kEveryGroup;    ///< bits it meets; two bodies meet when each one's mask has a bit of the other's group
};

}  // namespace holdfast
