// Everything that changes a world between steps. Each function checks first, makes room, and writes last: a write cannot fail.

#include "world/query_cache.h"
#include "world/step_scratch.h"

#include <holdfast/base/error.h>
#include <holdfast/base/float_environment.h>
#include <holdfast/base/format.h>
#include <holdfast/math/tensor.h>
#include <holdfast/shape/mass_properties.h>
#include <algorithm>

namespace holdfast {
namespace {

/// How far |q|² may be from 1 in a rotation that is set, not normalised.
constexpr float kUnitTolerance = 1e-5f;

[[noreturn]] void refuse(const BodyRecord& record, const std::string& what) { throw InvalidArgument(body_label(record) + ": " + what); }

std::string text(const Vector3d& v) { return "(" + to_text(v.x) + ", " + to_text(v.y) + ", " + to_text(v.z) + ")"; }

/// The vector in Float32, or an error that names the field.
Vector3f narrow(const BodyRecord& record, const char* field, const Vector3d& v) {
  const Vector3f stored(v);
  if (!is_finite(v) || !is_finite(stored))
    refuse(record, std::string(field) + " is " + text(v) + "; each component must be finite and fit Float32");
  return stored;
}

float narrow(const BodyRecord& record, const char* field, double value, double low = -std::numeric_limits<double>::infinity()) {
  const float stored = static_cast<float>(value);
  if (!std::isfinite(value) || !std::isfinite(stored) || value < low)
    refuse(record, std::string(field) + " is " + to_text(value) + "; it must be finite" +
                       (std::isfinite(low) ? " and at least " + to_text(low) : "") + " and fit Float32");
  return stored;
}

Quaternionf narrow_rotation(const BodyRecord& record, const char* field, const Quaterniond& q) {
  if (!is_finite(q) || !(length_squared(q) > 0) || !std::isfinite(length_squared(q)))
    refuse(record, std::string(field) + " is (" + to_text(q.x) + ", " + to_text(q.y) + ", " + to_text(q.z) + ", " + to_text(q.w) +
                       "); a rotation must be finite and not zero");
  return normalized(Quaternionf(normalized(q)));
}

void check_material(const BodyRecord& record, const Material& m) {
  if (!std::isfinite(m.friction) || m.friction < 0)
    refuse(record, "friction is " + to_text(m.friction) + "; friction must be zero or more and finite");
  if (!(m.restitution >= 0 && m.restitution <= 1))
    refuse(record, "restitution is " + to_text(m.restitution) + "; restitution must be from zero to one");
}

void check_kind(const BodyRecord& record, const Shape& shape, BodyKind kind) {
  if (kind != BodyKind::static_body && kind != BodyKind::dynamic_body && kind != BodyKind::kinematic_body)
    refuse(record, "kind is not static, dynamic or kinematic");
  const bool flat = shape.type() == ShapeType::plane || shape.type() == ShapeType::mesh;
  if (flat && kind != BodyKind::static_body)
    throw UnsupportedShape(body_label(record) + ": a " + std::string(shape_type_name(shape.type())) + " must be static, this body is " +
                           std::string(body_kind_name(kind)));
}

void place_shape(BodyRecord& record, const Shape& shape, const Posed& pose) {
  if (!is_finite(pose.position) || !is_finite(Vector3f(pose.position)))
    refuse(record, "shape_position is " + text(pose.position) + "; it must be finite");
  if (!is_finite(pose.rotation) || !(length_squared(pose.rotation) > 0)) refuse(record, "shape_rotation must be finite and not zero");
  record.shape = shape;
  record.shape_pose = {pose.position, normalized(pose.rotation)};
  record.shape_is_centered = record.shape_pose == Posed{};
  record.shape_radius = shape.radius();
}

void set_mass_data(BodyRecord& record, const BodyDescription& d) {
  if (d.inertia && d.inverse_inertia) refuse(record, "inertia and inverse_inertia are both given; give one");
  if (record.kind == BodyKind::dynamic_body) {
    if (d.mass && d.density) refuse(record, "mass and density are both given; give one");
    if (!d.mass && !d.density) refuse(record, "a dynamic body needs a mass or a density");
    if (d.density && !(*d.density > 0 && std::isfinite(*d.density)))
      refuse(record, "density is " + to_text(*d.density) + " kg/m³; it must be finite and above zero");
    set_mass_from_shape(record, d.mass ? *d.mass : mass_properties(record.shape, *d.density).mass);
    if (d.inertia) set_inertia(record, *d.inertia);
    if (d.inverse_inertia) {
      const Matrix3f stored = d.inverse_inertia->cast<float>();
      set_inverse_inertia(record, stored);
    }
  }
  if (d.center_of_mass) record.center_local = narrow(record, "center_of_mass", *d.center_of_mass);
}

BodyRecord make_record(const BodyDescription& d) {
  BodyRecord r;
  r.name = d.name;
  check_kind(r, d.shape, d.kind);
  check_material(r, d.material);
  r.kind = d.kind;
  r.material = d.material;
  place_shape(r, d.shape, d.shape_pose);
  set_mass_data(r, d);
  r.gravity_scale = narrow(r, "gravity_scale", d.gravity_scale);
  r.linear_damping = narrow(r, "linear_damping", d.linear_damping, 0);
  r.angular_damping = narrow(r, "angular_damping", d.angular_damping, 0);
  r.collides = d.collides;
  r.group = d.group.value_or(d.kind == BodyKind::static_body ? kStaticGroup : kDefaultGroup);
  r.mask = d.mask;
  return r;
}

/// Room for one more, so that the next push_back cannot fail.
template <class T>
void make_room(std::vector<T>& v) {
  if (v.size() == v.capacity()) v.reserve(std::max<std::size_t>(8, 2 * v.size()));
}

}  // namespace

BodyId World::add_body(const BodyDescription& d) {
  const FloatEnvironment environment;
  WorldState& s = *state_;
  BodyRecord record = make_record(d);
  const Vector3f position = narrow(record, "position", d.position), linear = narrow(record, "linear_velocity", d.linear_velocity);
  const Vector3f angular = narrow(record, "angular_velocity", d.angular_velocity);
  const Vector3f force = narrow(record, "force", d.force), torque = narrow(record, "torque", d.torque);
  const Quaternionf rotation = narrow_rotation(record, "rotation", d.rotation);

  make_room(s.slots), make_room(s.ids), make_room(s.records), make_room(s.positions), make_room(s.rotations),
      make_room(s.linear_velocities), make_room(s.angular_velocities), make_room(s.forces), make_room(s.torques);
  const std::uint32_t dense = static_cast<std::uint32_t>(s.ids.size());
  const bool reuse = !s.free_slots.empty();
  const std::uint32_t slot = reuse ? s.free_slots.back() : static_cast<std::uint32_t>(s.slots.size());
  if (reuse)
    s.free_slots.pop_back();
  else
    s.slots.push_back({});
  s.slots[slot].dense = dense;
  record.id = {slot, s.slots[slot].generation};
  record.serial = s.next_serial++;
  s.ids.push_back(record.id);
  s.records.push_back(std::move(record));
  s.positions.push_back(position);
  s.rotations.push_back(rotation);
  s.linear_velocities.push_back(linear);
  s.angular_velocities.push_back(angular);
  s.forces.push_back(force);
  s.torques.push_back(torque);
  cache_->invalidate();
  return s.ids.back();
}

void World::remove_body(BodyId id) {
  WorldState& s = *state_;
  const std::uint32_t i = s.index_of(id);
  // Contacts of the removed body go; the others keep their order and their warm start.
  std::vector<WorldContact> contacts;
  std::vector<ManifoldRecord> manifolds;
  contacts.reserve(s.contacts.size());
  manifolds.reserve(s.manifolds.size());
  make_room(s.free_slots);
  for (ManifoldRecord m : s.manifolds) {
    if (m.low == i || m.high == i) continue;
    const std::uint32_t first = static_cast<std::uint32_t>(contacts.size());
    contacts.insert(contacts.end(), s.contacts.begin() + m.first, s.contacts.begin() + m.first + m.count);
    if (m.low > i) --m.low;
    if (m.high > i) --m.high;
    m.first = first;
    manifolds.push_back(m);
  }
  const auto erase = [i](auto& v) { v.erase(v.begin() + i); };
  erase(s.ids), erase(s.records), erase(s.positions), erase(s.rotations), erase(s.linear_velocities), erase(s.angular_velocities),
      erase(s.forces), erase(s.torques);
  s.slots[id.slot] = {id.generation + 1, 0xffffffffu};
  s.free_slots.push_back(id.slot);
  for (IdSlot& slot : s.slots)
    if (slot.dense != 0xffffffffu && slot.dense > i) --slot.dense;
  s.contacts = std::move(contacts);
  s.manifolds = std::move(manifolds);
  std::erase_if(s.events, [id](const CollisionEvent& e) { return e.body == id || e.other == id; });
  cache_->invalidate();
}

void World::set_position(BodyId id, const Vector3f& position) {
  const std::uint32_t i = state_->index_of(id);
  state_->positions[i] = narrow(state_->records[i], "position", Vector3d(position));
  state_->drop_warm_start(i);
  cache_->invalidate();
}

void World::set_rotation(BodyId id, const Quaternionf& q) {
  const FloatEnvironment environment;
  const std::uint32_t i = state_->index_of(id);
  if (!is_finite(q) || !(std::abs(length_squared(q) - 1.0f) <= kUnitTolerance))
    refuse(state_->records[i],
           "rotation has squared length " + to_text(length_squared(q)) + "; it must be a finite unit quaternion, within 1e-5");
  state_->rotations[i] = normalized(q);
  state_->drop_warm_start(i);
  cache_->invalidate();
}

void World::set_linear_velocity(BodyId id, const Vector3f& v) {
  const std::uint32_t i = state_->index_of(id);
  state_->linear_velocities[i] = narrow(state_->records[i], "linear_velocity", Vector3d(v));
}

void World::set_angular_velocity(BodyId id, const Vector3f& v) {
  const std::uint32_t i = state_->index_of(id);
  state_->angular_velocities[i] = narrow(state_->records[i], "angular_velocity", Vector3d(v));
}

void World::set_kind(BodyId id, BodyKind kind) {
  const std::uint32_t i = state_->index_of(id);
  BodyRecord& r = state_->records[i];
  check_kind(r, r.shape, kind);
  if (kind == BodyKind::dynamic_body && !r.has_mass)
    refuse(r, "it was never dynamic and has no mass, so it cannot become dynamic; add a new body");
  if (kind == r.kind) return;
  r.kind = kind;
  if (kind == BodyKind::static_body) state_->linear_velocities[i] = state_->angular_velocities[i] = {};
  state_->drop_warm_start(i);
}

void World::set_shape(BodyId id, const Shape& shape) {
  const FloatEnvironment environment;
  const std::uint32_t i = state_->index_of(id);
  BodyRecord changed = state_->records[i];
  if (changed.has_mass && !changed.is_dynamic())
    refuse(changed, "its shape cannot change while it keeps a dynamic mass and is not dynamic");
  check_kind(changed, shape, changed.kind);
  place_shape(changed, shape, changed.shape_pose);
  if (changed.has_mass) set_mass_from_shape(changed, static_cast<double>(changed.mass));
  state_->records[i] = std::move(changed);
  state_->drop_warm_start(i);
  cache_->invalidate();
}

void World::set_shape_pose(BodyId id, const Posed& pose) {
  const FloatEnvironment environment;
  const std::uint32_t i = state_->index_of(id);
  BodyRecord changed = state_->records[i];
  if (changed.has_mass && !changed.is_dynamic())
    refuse(changed, "its shape pose cannot change while it keeps a dynamic mass and is not dynamic");
  place_shape(changed, changed.shape, pose);
  if (changed.has_mass) set_mass_from_shape(changed, static_cast<double>(changed.mass));
  state_->records[i] = std::move(changed);
  state_->drop_warm_start(i);
  cache_->invalidate();
}

void World::set_center_of_mass_local(BodyId id, const Vector3f& center) {
  const std::uint32_t i = state_->index_of(id);
  BodyRecord& r = state_->records[i];
  if (r.has_mass && !r.is_dynamic()) refuse(r, "its center of mass cannot change while it keeps a dynamic mass and is not dynamic");
  r.center_local = narrow(r, "center_of_mass", Vector3d(center));
  state_->drop_warm_start(i);
}

void World::set_mass(BodyId id, double mass) {
  const FloatEnvironment environment;
  const std::uint32_t i = state_->index_of(id);
  BodyRecord changed = state_->records[i];
  if (!changed.is_dynamic()) refuse(changed, "only a dynamic body has a mass");
  const float stored = static_cast<float>(mass), inverse_stored = 1.0f / stored;
  if (!(mass > 0) || !std::isfinite(stored) || !(stored > 0) || !std::isfinite(inverse_stored) || !(inverse_stored > 0))
    refuse(changed, "mass is " + to_text(mass) + " kg; it and its inverse must be above zero and fit Float32");
  const double ratio = static_cast<double>(stored) / static_cast<double>(changed.mass);
  changed.mass = stored;
  changed.inverse_mass = inverse_stored;
  if (is_positive_definite(changed.inertia.cast<double>())) {
    set_inertia(changed, changed.inertia.cast<double>() * ratio);
  } else {  // locked axes: their inverse is zero and stays it
    set_inverse_inertia(changed, (changed.inverse_inertia.cast<double>() * (1 / ratio)).cast<float>());
  }
  state_->records[i] = std::move(changed);
  state_->drop_warm_start(i);
}

void World::set_inertia_local(BodyId id, const Matrix3d& tensor) {
  const FloatEnvironment environment;
  const std::uint32_t i = state_->index_of(id);
  BodyRecord changed = state_->records[i];
  if (!changed.is_dynamic()) refuse(changed, "only a dynamic body has an inertia");
  set_inertia(changed, tensor);
  state_->records[i] = std::move(changed);
  state_->drop_warm_start(i);
}

void World::set_inverse_inertia_local(BodyId id, const Matrix3f& tensor) {
  const FloatEnvironment environment;
  const std::uint32_t i = state_->index_of(id);
  BodyRecord changed = state_->records[i];
  if (!changed.is_dynamic()) refuse(changed, "only a dynamic body has an inverse inertia");
  set_inverse_inertia(changed, tensor);
  state_->records[i] = std::move(changed);
  state_->drop_warm_start(i);
}

void World::set_material(BodyId id, const Material& material) {
  BodyRecord& r = state_->records[state_->index_of(id)];
  check_material(r, material);
  r.material = material;
}

void World::set_gravity_scale(BodyId id, float scale) {
  BodyRecord& r = state_->records[state_->index_of(id)];
  r.gravity_scale = narrow(r, "gravity_scale", static_cast<double>(scale));
}

void World::set_damping(BodyId id, float linear, float angular) {
  BodyRecord& r = state_->records[state_->index_of(id)];
  const float l = narrow(r, "linear_damping", static_cast<double>(linear), 0),
              a = narrow(r, "angular_damping", static_cast<double>(angular), 0);
  r.linear_damping = l;
  r.angular_damping = a;
}

void World::set_collides(BodyId id, bool collides) {
  state_->records[state_->index_of(id)].collides = collides;
  cache_->invalidate();
}
void World::set_group(BodyId id, std::uint64_t group) {
  state_->records[state_->index_of(id)].group = group;
  cache_->invalidate();
}
void World::set_mask(BodyId id, std::uint64_t mask) { state_->records[state_->index_of(id)].mask = mask; }

void World::set_force(BodyId id, const Vector3f& force) {
  const std::uint32_t i = state_->index_of(id);
  state_->forces[i] = narrow(state_->records[i], "force", Vector3d(force));
}
void World::set_torque(BodyId id, const Vector3f& torque) {
  const std::uint32_t i = state_->index_of(id);
  state_->torques[i] = narrow(state_->records[i], "torque", Vector3d(torque));
}

void World::add_force(BodyId id, const Vector3f& force, const Vector3f& world_point) {
  const FloatEnvironment environment;
  const std::uint32_t i = state_->index_of(id);
  const Vector3f new_force = narrow(state_->records[i], "force", Vector3d(state_->forces[i]) + Vector3d(force));
  const Vector3d arm = Vector3d(world_point) - Vector3d(state_->center(i));
  const Vector3f new_torque = narrow(state_->records[i], "torque", Vector3d(state_->torques[i]) + cross(arm, Vector3d(force)));
  state_->forces[i] = new_force;
  state_->torques[i] = new_torque;
}

void World::apply_impulse(BodyId id, const Vector3f& impulse, const Vector3f& world_point) {
  const FloatEnvironment environment;
  const std::uint32_t i = state_->index_of(id);
  const BodyRecord& r = state_->records[i];
  narrow(r, "impulse", Vector3d(impulse));
  narrow(r, "the point of an impulse", Vector3d(world_point));
  if (!r.is_dynamic()) return;
  const Vector3f arm = world_point - state_->center(i);
  const Vector3f linear = narrow(r, "linear_velocity after an impulse", Vector3d(state_->linear_velocities[i] + impulse * r.inverse_mass));
  const Vector3f angular =
      narrow(r, "angular_velocity after an impulse", Vector3d(state_->angular_velocities[i] + inverse_inertia(id) * cross(arm, impulse)));
  state_->linear_velocities[i] = linear;
  state_->angular_velocities[i] = angular;
}

}  // namespace holdfast
