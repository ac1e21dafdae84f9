#pragma once
// World: bodies, and the step that moves them.
//
// A step succeeds, or throws and leaves every readable field, cache and pending force as it was, bit for bit
// (`state_hash` before and after is equal). The same calls give the same bits on every processor and compiler.
//
// Frame: world, right-handed, z up by default. Units: SI. State is Float32.
// Ids: a BodyId stays valid until its body is removed; a call with an id that
// names no body throws StaleId and changes nothing. Ids are numbers of one world: one of another world may name a body here, and
// `restore` takes back the ids that were given out since the snapshot.
// Threads: a World is used by one thread at a time; worlds share shapes safely.

#include <holdfast/base/id.h>
#include <holdfast/dynamics/body.h>
#include <holdfast/query/contact.h>
#include <holdfast/query/distance.h>
#include <holdfast/query/ray.h>
#include <holdfast/world/settings.h>
#include <memory>
#include <span>
#include <vector>

namespace holdfast {

struct WorldState;
struct StepScratch;
class QueryCache;

/// One side of a contact between two bodies that had an impulse; each pair gives two, with opposite impulses.
struct CollisionEvent {
  BodyId body;
  BodyId other;
  Vector3f normal_impulse;  ///< [N s] that `other` gave `body`, summed over the pair's points
  Vector3f point;           ///< [m] of the pair's deepest point
  Vector3f normal;          ///< unit, from `other` to `body`, at that point
  float closing_speed = 0;  ///< [m/s] of that point before the solver, > 0 when approaching
};

/// A contact point of the last step.
struct WorldContact {
  BodyId a, b;
  Vector3f point;             ///< [m] midway between the surfaces, before the step moved them
  Vector3f normal;            ///< unit, from b to a
  float depth = 0;            ///< [m] overlap > 0, gap < 0
  float normal_impulse = 0;   ///< [N s]
  Vector3f friction_impulse;  ///< [N s] on a
  Vector3f anchor_a;          ///< [m] the point in a's frame: how the next step recognises it
  float closing_speed = 0;    ///< [m/s] before the solver, > 0 when approaching
};

/// What one step did.
struct StepReport {
  std::uint64_t step_count = 0;      ///< of the world, after this step
  std::uint32_t pair_count = 0;      ///< pairs whose boxes met
  std::uint32_t manifold_count = 0;  ///< pairs with at least one contact point
  std::uint32_t contact_count = 0;   ///< contact points, speculative ones too
  float largest_depth = 0;           ///< [m] of the contacts at the start of the step
};

struct RayFilter {
  BodyId ignore;                     ///< this body is not seen
  std::uint64_t mask = kEveryGroup;  ///< only bodies with a group bit in here are seen
  RayInside inside = RayInside::exit;
};

struct BodyRayHit : RayHit {
  BodyId body;
  Material material;  ///< of the surface that was hit
};

struct BodyDistance {
  BodyId body;
  DistanceResult result;  ///< a: the query shape, b: the body
};

/// A saved world: all that the next step or a user can read. Cheap to copy; immutable.
class WorldSnapshot {
 public:
  WorldSnapshot() = default;

 private:
  friend class World;
  std::shared_ptr<const WorldState> state_;
};

class World {
 public:
  explicit World(const WorldSettings& settings = {});
  ~World();
  World(World&&) noexcept;
  World& operator=(World&&) noexcept;

  [[nodiscard]] const WorldSettings& settings() const;
  /// Throws InvalidArgument and keeps the old settings. A change of `warm_starting` or the mode drops the warm-start cache.
  void set_settings(const WorldSettings& settings);
  /// Overrides the mixing of two named materials; unset values restore the rule. Ids must not be 0.
  void set_material_pair(MaterialId a, MaterialId b, const MaterialPair& pair);

  // Bodies ---------------------------------------------------------------------------------------------------------
  /// Throws InvalidArgument or UnsupportedShape naming the field; the world is then unchanged.
  BodyId add_body(const BodyDescription& description);
  void remove_body(BodyId id);
  [[nodiscard]] bool contains(BodyId id) const;
  [[nodiscard]] std::size_t body_count() const;
  /// All bodies in insertion order: the dense order of the arrays below.
  [[nodiscard]] std::span<const BodyId> bodies() const;
  [[nodiscard]] std::size_t dense_index(BodyId id) const;

  /// State of every body in dense order. The address stays the same over steps; adding or removing a body moves it.
  [[nodiscard]] std::span<const Vector3f> positions() const;
  [[nodiscard]] std::span<const Quaternionf> rotations() const;
  [[nodiscard]] std::span<const Vector3f> linear_velocities() const;
  [[nodiscard]] std::span<const Vector3f> angular_velocities() const;

  [[nodiscard]] const std::string& name(BodyId id) const;
  [[nodiscard]] BodyKind kind(BodyId id) const;
  [[nodiscard]] const Shape& shape(BodyId id) const;
  [[nodiscard]] Posed shape_pose(BodyId id) const;        ///< in the body's frame
  [[nodiscard]] Posed world_shape_pose(BodyId id) const;  ///< in the world
  [[nodiscard]] Vector3f position(BodyId id) const;
  [[nodiscard]] Quaternionf rotation(BodyId id) const;
  [[nodiscard]] Vector3f linear_velocity(BodyId id) const;
  [[nodiscard]] Vector3f angular_velocity(BodyId id) const;
  [[nodiscard]] Vector3f velocity_at(BodyId id, const Vector3f& world_point) const;
  [[nodiscard]] Vector3f center_of_mass(BodyId id) const;  ///< world
  [[nodiscard]] Vector3f center_of_mass_local(BodyId id) const;
  [[nodiscard]] float mass(BodyId id) const;  ///< 0 unless dynamic
  [[nodiscard]] float inverse_mass(BodyId id) const;
  [[nodiscard]] Matrix3f inertia_local(BodyId id) const;  ///< about the center of mass; zero where it is not defined
  [[nodiscard]] Matrix3f inverse_inertia_local(BodyId id) const;
  [[nodiscard]] Matrix3f inverse_inertia(BodyId id) const;  ///< world axes
  [[nodiscard]] double kinetic_energy(BodyId id) const;     ///< [J]
  [[nodiscard]] Vector3f force(BodyId id) const;
  [[nodiscard]] Vector3f torque(BodyId id) const;
  [[nodiscard]] Material material(BodyId id) const;
  [[nodiscard]] float gravity_scale(BodyId id) const;
  [[nodiscard]] float linear_damping(BodyId id) const;
  [[nodiscard]] float angular_damping(BodyId id) const;
  [[nodiscard]] bool collides(BodyId id) const;
  [[nodiscard]] std::uint64_t group(BodyId id) const;
  [[nodiscard]] std::uint64_t mask(BodyId id) const;

  // Each throws InvalidArgument for a value that is not finite or out of range, and then changes nothing.
  void set_position(BodyId id, const Vector3f& position);     ///< drops the warm-start cache of the body
  void set_rotation(BodyId id, const Quaternionf& rotation);  ///< unit to 1e-5 in squared length; drops the cache too
  /// A static body keeps its place whatever its velocity: its surface then drives others like a conveyor.
  void set_linear_velocity(BodyId id, const Vector3f& velocity);
  void set_angular_velocity(BodyId id, const Vector3f& velocity);
  void set_kind(BodyId id, BodyKind kind);
  void set_shape(BodyId id, const Shape& shape);                     ///< recomputes mass data from the shape, keeping the mass
  void set_shape_pose(BodyId id, const Posed& pose);                 ///< recomputes mass data, keeping the mass
  void set_center_of_mass_local(BodyId id, const Vector3f& center);  ///< keeps the inertia tensor
  void set_mass(BodyId id, double mass);                             ///< scales the inertia with it
  void set_inertia_local(BodyId id, const Matrix3d& inertia);
  void set_inverse_inertia_local(BodyId id, const Matrix3f& inverse_inertia);
  void set_material(BodyId id, const Material& material);
  void set_gravity_scale(BodyId id, float scale);
  void set_damping(BodyId id, float linear, float angular);
  void set_collides(BodyId id, bool collides);
  void set_group(BodyId id, std::uint64_t group);
  void set_mask(BodyId id, std::uint64_t mask);
  void set_force(BodyId id, const Vector3f& force);  ///< pending for the next step
  void set_torque(BodyId id, const Vector3f& torque);
  void add_force(BodyId id, const Vector3f& force, const Vector3f& world_point);
  /// Changes the velocity at once; a body that is not dynamic keeps its own.
  void apply_impulse(BodyId id, const Vector3f& impulse, const Vector3f& world_point);

  // The step -------------------------------------------------------------------------------------------------------
  /// Advances the world by `time_step` seconds, finite and > 0. All or nothing.
  StepReport step(double time_step);
  /// Contacts and events of the last step that succeeded, in the canonical order of pairs.
  [[nodiscard]] std::span<const WorldContact> contacts() const;
  [[nodiscard]] std::span<const CollisionEvent> events() const;
  [[nodiscard]] std::uint64_t step_count() const;
  [[nodiscard]] double time() const;  ///< [s] sum of the steps

  // Questions ------------------------------------------------------------------------------------------------------
  /// The nearest hit. At equal distance a mesh answers first, then the body inserted first.
  [[nodiscard]] std::optional<BodyRayHit> cast_ray(const Ray& ray, const RayFilter& filter = {}) const;
  /// Bodies that share a point with the shape, in insertion order. Ghosts are not seen.
  [[nodiscard]] std::vector<BodyId> overlapping_bodies(const Shape& shape, const Posed& pose, std::uint64_t mask = kEveryGroup) const;
  /// The nearest body within `max_distance`; the body inserted first wins ties.
  [[nodiscard]] std::optional<BodyDistance> closest_body(const Shape& shape, const Posed& pose, double max_distance,
                                                         std::uint64_t mask = kEveryGroup) const;

  // State ----------------------------------------------------------------------------------------------------------
  [[nodiscard]] WorldSnapshot snapshot() const;
  /// Brings back everything, ids and settings too. Ids given out since are stale until bodies are added again.
  void restore(const WorldSnapshot& snapshot);
  /// Of all that the next step or a user can read, caches too.
  [[nodiscard]] std::uint64_t state_hash() const;
  /// Of poses and velocities in insertion order.
  [[nodiscard]] std::uint64_t body_hash() const;
  /// Bytes of memory that the world holds for its bodies, pairs and contacts (shapes are shared and not counted).
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  std::unique_ptr<WorldState> state_;
  std::unique_ptr<StepScratch> scratch_;  // buffers of the step; nothing in them outlives it
  std::unique_ptr<QueryCache> cache_;     // bounds of the bodies for questions, rebuilt after a change
};

}  // namespace holdfast
