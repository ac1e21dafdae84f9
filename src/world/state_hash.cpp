// Hashes of a world: `state_hash` of all that the next step or a user can read, `body_hash` of poses and velocities.

#include "world/world_state.h"

#include <holdfast/base/hash.h>

namespace holdfast {
namespace {

template <class T>
void add(StateHash& h, const Vector3<T>& v) {
  h.add(v.x), h.add(v.y), h.add(v.z);
}
template <class T>
void add(StateHash& h, const Quaternion<T>& q) {
  h.add(q.x), h.add(q.y), h.add(q.z), h.add(q.w);
}
template <class T>
void add(StateHash& h, const Matrix3<T>& m) {
  for (int i = 0; i < 3; ++i) add(h, m.row(i));
}
/// Before the elements of a list, so that two lists after each other have one reading.
template <class List>
void add_length(StateHash& h, const List& list) {
  h.add(static_cast<std::uint64_t>(list.size()));
}
void add(StateHash& h, BodyId id) { h.add(id.slot), h.add(id.generation); }

void add(StateHash& h, const WorldSettings& s) {
  add(h, s.gravity);
  h.add(s.velocity_iterations), h.add(s.position_iterations);
  h.add(s.margin), h.add(s.slop), h.add(s.push_factor), h.add(s.bounce_threshold);
  h.add(s.warm_starting), h.add(s.filter_internal_edges), h.add(s.max_contacts_per_pair);
  h.add(static_cast<std::int32_t>(s.solver_order)), h.add(static_cast<std::int32_t>(s.position_update)),
      h.add(static_cast<std::int32_t>(s.collision_detection));
}

void add(StateHash& h, const Shape& shape) {
  h.add(static_cast<std::int32_t>(shape.type()));
  switch (shape.type()) {
    case ShapeType::sphere: h.add(shape.as_sphere().radius); break;
    case ShapeType::box: add(h, shape.as_box().half_extents); break;
    case ShapeType::capsule: h.add(shape.as_capsule().radius), h.add(shape.as_capsule().half_height); break;
    case ShapeType::hull:
      add_length(h, shape.as_hull().vertices());
      for (const Vector3d& v : shape.as_hull().vertices()) add(h, v);
      break;
    case ShapeType::plane: break;
    case ShapeType::mesh:
      add_length(h, shape.as_mesh().vertices());
      add_length(h, shape.as_mesh().triangles());
      for (const Vector3f& v : shape.as_mesh().vertices()) add(h, v);
      for (const Mesh::Triangle& t : shape.as_mesh().triangles())
        for (const std::uint32_t v : t.vertices) h.add(v);
      break;
  }
}

void add(StateHash& h, const BodyRecord& r) {
  add(h, r.id);
  h.add(r.serial);
  add_length(h, r.name);
  for (const char c : r.name) h.add(static_cast<std::uint32_t>(static_cast<unsigned char>(c)));
  h.add(static_cast<std::int32_t>(r.kind));
  add(h, r.shape), add(h, r.shape_pose.position), add(h, r.shape_pose.rotation);
  h.add(r.material.friction), h.add(r.material.restitution), h.add(r.material.id);
  add(h, r.center_local);
  h.add(r.has_mass), h.add(r.mass), h.add(r.inverse_mass), add(h, r.inertia), add(h, r.inverse_inertia);
  h.add(r.gravity_scale), h.add(r.linear_damping), h.add(r.angular_damping);
  h.add(r.collides), h.add(r.group), h.add(r.mask);
}

void add(StateHash& h, const WorldContact& c) {
  add(h, c.a), add(h, c.b);
  add(h, c.point), add(h, c.normal), add(h, c.friction_impulse), add(h, c.anchor_a);
  h.add(c.depth), h.add(c.normal_impulse), h.add(c.closing_speed);
}

void add_motion(StateHash& h, const WorldState& s) {
  for (std::size_t i = 0; i < s.ids.size(); ++i)
    add(h, s.positions[i]), add(h, s.rotations[i]), add(h, s.linear_velocities[i]), add(h, s.angular_velocities[i]);
}

}  // namespace

std::uint64_t World::body_hash() const {
  StateHash h;
  add_motion(h, *state_);
  return h.value();
}

std::uint64_t World::state_hash() const {
  const WorldState& s = *state_;
  StateHash h;
  add(h, s.settings);
  add_length(h, s.overrides), add_length(h, s.slots), add_length(h, s.free_slots), add_length(h, s.records), add_length(h, s.manifolds),
      add_length(h, s.contacts), add_length(h, s.events);
  for (const PairOverride& o : s.overrides)
    h.add(o.a), h.add(o.b), h.add(o.values.friction.value_or(-1)), h.add(o.values.restitution.value_or(-1));
  for (const IdSlot& slot : s.slots) h.add(slot.generation), h.add(slot.dense);
  for (const std::uint32_t slot : s.free_slots) h.add(slot);
  h.add(s.next_serial), h.add(s.step_count), h.add(s.time), h.add(s.last_time_step);
  for (const BodyRecord& r : s.records) add(h, r);
  add_motion(h, s);
  for (std::size_t i = 0; i < s.ids.size(); ++i) add(h, s.forces[i]), add(h, s.torques[i]);
  for (const ManifoldRecord& m : s.manifolds) h.add(m.low), h.add(m.high), h.add(m.first), h.add(m.count), h.add(m.warm);
  for (const WorldContact& c : s.contacts) add(h, c);
  for (const CollisionEvent& e : s.events) {
    add(h, e.body), add(h, e.other);
    add(h, e.normal_impulse), add(h, e.point), add(h, e.normal);
    h.add(e.closing_speed);
  }
  return h.value();
}

}  // namespace holdfast
