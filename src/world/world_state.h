#pragma once
// All that a world remembers between calls. Copyable as a whole: a snapshot is a copy.
// The arrays are dense, in insertion order; a removal closes the gap and keeps the order.

#include <holdfast/math/rotation.h>
#include <holdfast/world/world.h>
#include <string>
#include <vector>

namespace holdfast {

/// How a body's rotation advances.
enum class RotationRule : std::uint8_t {
  prescribed,  ///< by its angular velocity alone: isotropic, custom or infinite inertia
  free,        ///< it precesses: anisotropic, symmetric, positive definite inertia
};

/// What does not change in a step.
struct BodyRecord {
  BodyId id;
  std::uint64_t serial = 0;  ///< of insertion; never reused
  std::string name;
  BodyKind kind = BodyKind::dynamic_body;
  Shape shape;
  Posed shape_pose;               ///< body frame
  bool shape_is_centered = true;  ///< the shape pose is the identity
  double shape_radius = 0;        ///< [m] of the shape about its own origin; infinite for a plane
  Material material;
  Vector3f center_local;  ///< of mass, body frame [m]
  bool has_mass = false;  ///< was dynamic once: the mass below is kept while it is not
  float mass = 0;         ///< [kg]
  float inverse_mass = 0;
  Matrix3f inertia;  ///< [kg m²] about the center, body axes; zero where the inverse is singular
  Matrix3f inverse_inertia;
  RotationRule rotation_rule = RotationRule::prescribed;
  FreeRotation free_rotation;  ///< for RotationRule::free
  Matrix3d exact_inertia;      ///< likewise: the inverse of the stored inverse, so that momentum does not drift
  float gravity_scale = 1;
  float linear_damping = 0, angular_damping = 0;  ///< [1/s]
  bool collides = true;
  std::uint64_t group = kDefaultGroup, mask = kEveryGroup;

  [[nodiscard]] bool is_dynamic() const { return kind == BodyKind::dynamic_body; }
};

/// One pair's contacts of the last step; they are also the warm start of the next.
struct ManifoldRecord {
  std::uint32_t low = 0, high = 0;  ///< dense indices, low < high
  std::uint32_t first = 0, count = 0;
  bool warm = true;  ///< false after a teleport or a change of shape, mass or mode
};

struct IdSlot {
  std::uint32_t generation = 0;
  std::uint32_t dense = 0xffffffffu;  ///< index of the body, or none
};

struct PairOverride {
  MaterialId a = 0, b = 0;  ///< a <= b
  MaterialPair values;
};

struct WorldState {
  WorldSettings settings;
  std::vector<PairOverride> overrides;  // sorted by (a, b)
  std::vector<IdSlot> slots;
  std::vector<std::uint32_t> free_slots;  // taken from the back
  std::uint64_t next_serial = 0;
  std::uint64_t step_count = 0;
  double time = 0;
  float last_time_step = 0;  ///< [s] of the last step that succeeded: the warm start's impulses are for it

  // One entry a body, in insertion order.
  std::vector<BodyId> ids;
  std::vector<BodyRecord> records;
  std::vector<Vector3f> positions, linear_velocities, angular_velocities, forces, torques;
  std::vector<Quaternionf> rotations;

  // Of the last step that succeeded.
  std::vector<ManifoldRecord> manifolds;
  std::vector<WorldContact> contacts;
  std::vector<CollisionEvent> events;

  [[nodiscard]] std::uint32_t index_of(BodyId id) const;  ///< throws StaleId
  [[nodiscard]] Posed shape_pose(std::uint32_t i) const;  ///< world pose of the shape of body i, in Float64
  [[nodiscard]] Vector3f center(std::uint32_t i) const;   ///< world center of mass
  /// Forgets the warm start of the contacts of one body.
  void drop_warm_start(std::uint32_t i);
  void drop_warm_start();
};

/// "body 'name' (id 3.0)": how messages call a body.
std::string body_label(const BodyRecord& record);

/// Mass data from the shape and the mass; the center, too. Throws UnsupportedShape or InvalidArgument.
void set_mass_from_shape(BodyRecord& record, double mass);
/// Stores a tensor and derives its inverse; throws InvalidArgument where it is not a possible inertia.
void set_inertia(BodyRecord& record, const Matrix3d& inertia);
void set_inverse_inertia(BodyRecord& record, const Matrix3f& inverse_inertia);

}  // namespace holdfast
