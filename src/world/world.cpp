// Construction, settings and everything that only reads.

#include "world/query_cache.h"
#include "world/step_scratch.h"

#include <holdfast/base/error.h>
#include <holdfast/math/tensor.h>
#include <algorithm>

namespace holdfast {

World::World(const WorldSettings& settings)
    : state_(std::make_unique<WorldState>()), scratch_(std::make_unique<StepScratch>()), cache_(std::make_unique<QueryCache>()) {
  validate(settings);
  state_->settings = settings;
}
World::~World() = default;
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;

const WorldSettings& World::settings() const { return state_->settings; }

void World::set_settings(const WorldSettings& settings) {
  validate(settings);
  const WorldSettings& old = state_->settings;
  if (settings.warm_starting != old.warm_starting || settings.collision_detection != old.collision_detection) state_->drop_warm_start();
  state_->settings = settings;
}

void World::set_material_pair(MaterialId a, MaterialId b, const MaterialPair& pair) {
  if (a == 0 || b == 0) throw InvalidArgument("material pair: an id is 0; only materials with an id of their own can have an override");
  const auto in_range = [](const std::optional<float>& v, float high) { return !v || (*v >= 0 && *v <= high && std::isfinite(*v)); };
  if (!in_range(pair.friction, std::numeric_limits<float>::max()))
    throw InvalidArgument("material pair: friction must be zero or more and finite");
  if (!in_range(pair.restitution, 1)) throw InvalidArgument("material pair: restitution must be from zero to one");
  const PairOverride entry{std::min(a, b), std::max(a, b), pair};
  std::vector<PairOverride>& all = state_->overrides;
  const auto at = std::lower_bound(all.begin(), all.end(), entry,
                                   [](const PairOverride& x, const PairOverride& y) { return x.a < y.a || (x.a == y.a && x.b < y.b); });
  const bool found = at != all.end() && at->a == entry.a && at->b == entry.b;
  if (!pair.friction && !pair.restitution) {
    if (found) all.erase(at);
  } else if (found) {
    at->values = pair;
  } else {
    all.insert(at, entry);
  }
}

bool World::contains(BodyId id) const {
  return id.slot < state_->slots.size() && state_->slots[id.slot].generation == id.generation &&
         state_->slots[id.slot].dense != 0xffffffffu;
}
std::size_t World::body_count() const { return state_->ids.size(); }
std::span<const BodyId> World::bodies() const { return state_->ids; }
std::size_t World::dense_index(BodyId id) const { return state_->index_of(id); }

std::span<const Vector3f> World::positions() const { return state_->positions; }
std::span<const Quaternionf> World::rotations() const { return state_->rotations; }
std::span<const Vector3f> World::linear_velocities() const { return state_->linear_velocities; }
std::span<const Vector3f> World::angular_velocities() const { return state_->angular_velocities; }

namespace {
const BodyRecord& record_of(const WorldState& state, BodyId id) { return state.records[state.index_of(id)]; }
}  // namespace

const std::string& World::name(BodyId id) const { return record_of(*state_, id).name; }
BodyKind World::kind(BodyId id) const { return record_of(*state_, id).kind; }
const Shape& World::shape(BodyId id) const { return record_of(*state_, id).shape; }
Posed World::shape_pose(BodyId id) const { return record_of(*state_, id).shape_pose; }
Posed World::world_shape_pose(BodyId id) const { return state_->shape_pose(state_->index_of(id)); }
Vector3f World::position(BodyId id) const { return state_->positions[state_->index_of(id)]; }
Quaternionf World::rotation(BodyId id) const { return state_->rotations[state_->index_of(id)]; }
Vector3f World::linear_velocity(BodyId id) const { return state_->linear_velocities[state_->index_of(id)]; }
Vector3f World::angular_velocity(BodyId id) const { return state_->angular_velocities[state_->index_of(id)]; }
Vector3f World::velocity_at(BodyId id, const Vector3f& world_point) const {
  const std::uint32_t i = state_->index_of(id);
  return state_->linear_velocities[i] + cross(state_->angular_velocities[i], world_point - state_->center(i));
}
Vector3f World::center_of_mass(BodyId id) const { return state_->center(state_->index_of(id)); }
Vector3f World::center_of_mass_local(BodyId id) const { return record_of(*state_, id).center_local; }
float World::mass(BodyId id) const {
  const BodyRecord& r = record_of(*state_, id);
  return r.is_dynamic() ? r.mass : 0.0f;
}
float World::inverse_mass(BodyId id) const {
  const BodyRecord& r = record_of(*state_, id);
  return r.is_dynamic() ? r.inverse_mass : 0.0f;
}
Matrix3f World::inertia_local(BodyId id) const {
  const BodyRecord& r = record_of(*state_, id);
  return r.is_dynamic() ? r.inertia : Matrix3f{};
}
Matrix3f World::inverse_inertia_local(BodyId id) const {
  const BodyRecord& r = record_of(*state_, id);
  return r.is_dynamic() ? r.inverse_inertia : Matrix3f{};
}
Matrix3f World::inverse_inertia(BodyId id) const {
  const std::uint32_t i = state_->index_of(id);
  return state_->records[i].is_dynamic() ? rotate_tensor(to_matrix(state_->rotations[i]), state_->records[i].inverse_inertia) : Matrix3f{};
}

double World::kinetic_energy(BodyId id) const {
  const std::uint32_t i = state_->index_of(id);
  const BodyRecord& r = state_->records[i];
  if (!r.is_dynamic()) return 0;
  const Vector3d spin_local = rotate_inverse(normalized(Quaterniond(state_->rotations[i])), Vector3d(state_->angular_velocities[i]));
  return 0.5 * static_cast<double>(r.mass) * length_squared(Vector3d(state_->linear_velocities[i])) +
         0.5 * dot(spin_local, r.inertia.cast<double>() * spin_local);
}

Vector3f World::force(BodyId id) const { return state_->forces[state_->index_of(id)]; }
Vector3f World::torque(BodyId id) const { return state_->torques[state_->index_of(id)]; }
Material World::material(BodyId id) const { return record_of(*state_, id).material; }
float World::gravity_scale(BodyId id) const { return record_of(*state_, id).gravity_scale; }
float World::linear_damping(BodyId id) const { return record_of(*state_, id).linear_damping; }
float World::angular_damping(BodyId id) const { return record_of(*state_, id).angular_damping; }
bool World::collides(BodyId id) const { return record_of(*state_, id).collides; }
std::uint64_t World::group(BodyId id) const { return record_of(*state_, id).group; }
std::uint64_t World::mask(BodyId id) const { return record_of(*state_, id).mask; }

std::span<const WorldContact> World::contacts() const { return state_->contacts; }
std::span<const CollisionEvent> World::events() const { return state_->events; }
std::uint64_t World::step_count() const { return state_->step_count; }
double World::time() const { return state_->time; }

std::size_t World::memory_bytes() const {
  const WorldState& s = *state_;
  const auto bytes = [](const auto& v) { return v.capacity() * sizeof(v[0]); };
  return bytes(s.slots) + bytes(s.free_slots) + bytes(s.ids) + bytes(s.records) + bytes(s.positions) + bytes(s.linear_velocities) +
         bytes(s.angular_velocities) + bytes(s.forces) + bytes(s.torques) + bytes(s.rotations) + bytes(s.manifolds) + bytes(s.contacts) +
         bytes(s.events) + scratch_->memory_bytes() + cache_->memory_bytes();
}

WorldSnapshot World::snapshot() const {
  WorldSnapshot snapshot;
  snapshot.state_ = std::make_shared<const WorldState>(*state_);
  return snapshot;
}

void World::restore(const WorldSnapshot& snapshot) {
  if (!snapshot.state_) throw InvalidArgument("snapshot is empty: take one with World::snapshot()");
  WorldState copy = *snapshot.state_;
  // Where the bodies are the same ones, the arrays keep their addresses.
  if (copy.ids == state_->ids) {
    const auto keep_address = [](auto& from, auto& to) {
      std::copy(from.begin(), from.end(), to.begin());
      from.swap(to);
    };
    keep_address(copy.positions, state_->positions);
    keep_address(copy.rotations, state_->rotations);
    keep_address(copy.linear_velocities, state_->linear_velocities);
    keep_address(copy.angular_velocities, state_->angular_velocities);
  }
  *state_ = std::move(copy);
  cache_->invalidate();
}

}  // namespace holdfast
