#include "world/world_state.h"

#include <holdfast/base/error.h>
#include <holdfast/base/format.h>
#include <holdfast/math/tensor.h>
#include <holdfast/shape/mass_properties.h>

namespace holdfast {

std::string body_label(const BodyRecord& record) {
  const std::string name = record.name.empty() ? "body" : "body '" + record.name + "'";
  if (!record.id.is_set()) return name;
  return name + " (id " + std::to_string(record.id.slot) + "." + std::to_string(record.id.generation) + ")";
}

std::uint32_t WorldState::index_of(BodyId id) const {
  if (id.slot >= slots.size() || slots[id.slot].generation != id.generation || slots[id.slot].dense == 0xffffffffu)
    throw StaleId("body id " + std::to_string(id.slot) + "." + std::to_string(id.generation) +
                  " names no body of this world: it was removed, or is of another world");
  return slots[id.slot].dense;
}

Posed WorldState::shape_pose(std::uint32_t i) const {
  const Posed body{Vector3d(positions[i]), normalized(Quaterniond(rotations[i]))};
  return records[i].shape_is_centered ? body : body * records[i].shape_pose;
}

Vector3f WorldState::center(std::uint32_t i) const {
  const Vector3f& local = records[i].center_local;
  return local == Vector3f{} ? positions[i] : positions[i] + rotate(rotations[i], local);
}

void WorldState::drop_warm_start(std::uint32_t i) {
  for (ManifoldRecord& m : manifolds)
    if (m.low == i || m.high == i) m.warm = false;
}

void WorldState::drop_warm_start() {
  for (ManifoldRecord& m : manifolds) m.warm = false;
}

namespace {

void refuse_mass(const BodyRecord& record, const std::string& what) { throw InvalidArgument(body_label(record) + ": " + what); }

void store_tensors(BodyRecord& record, const Matrix3f& inertia, const Matrix3f& inverse_inertia) {
  record.inertia = inertia;
  record.inverse_inertia = inverse_inertia;
  const Matrix3d a = inverse_inertia.cast<double>();
  const std::optional<Matrix3d> exact = inverse(a);
  const bool precesses = !is_isotropic(inverse_inertia) && is_positive_definite(a) && exact.has_value();
  record.rotation_rule = precesses ? RotationRule::free : RotationRule::prescribed;
  record.free_rotation = precesses ? FreeRotation(a) : FreeRotation();
  record.exact_inertia = precesses ? *exact : Matrix3d{};
}

bool is_diagonal(const Matrix3f& a) {
  return a.m[0][1] == 0 && a.m[0][2] == 0 && a.m[1][2] == 0 && a.m[1][0] == 0 && a.m[2][0] == 0 && a.m[2][1] == 0;
}

}  // namespace

void set_inertia(BodyRecord& record, const Matrix3d& inertia) {
  if (!is_finite(inertia)) refuse_mass(record, "inertia has an element that is not finite");
  if (!is_symmetric(inertia)) refuse_mass(record, "inertia is not symmetric: each pair of mirrored elements must be exactly equal");
  const Matrix3f stored = inertia.cast<float>();
  const Matrix3d kept = stored.cast<double>();
  if (!is_finite(stored)) refuse_mass(record, "inertia does not fit Float32");
  if (!is_positive_definite(kept)) refuse_mass(record, "inertia is not positive definite (tested exactly, as stored in Float32)");
  const std::optional<Matrix3d> inverted = inverse(kept);
  const Matrix3f inverse_stored = inverted ? inverted->cast<float>() : Matrix3f{};
  if (!inverted || !is_finite(inverse_stored) || !(inverse_stored.m[0][0] > 0) || !(inverse_stored.m[1][1] > 0) ||
      !(inverse_stored.m[2][2] > 0))
    refuse_mass(record, "the inverse of the inertia does not fit Float32");
  store_tensors(record, stored, inverse_stored);
}

void set_inverse_inertia(BodyRecord& record, const Matrix3f& inverse_inertia) {
  if (!is_finite(inverse_inertia)) refuse_mass(record, "inverse_inertia has an element that is not finite");
  Matrix3f inertia;
  if (is_diagonal(inverse_inertia)) {
    for (int i = 0; i < 3; ++i) {
      const float element = inverse_inertia.m[i][i];
      const float inverted = element != 0 ? 1.0f / element : 0.0f;
      inertia.m[i][i] = std::isfinite(inverted) ? inverted : 0.0f;
    }
  } else if (const std::optional<Matrix3d> inverted = inverse(inverse_inertia.cast<double>())) {
    const Matrix3f narrowed = inverted->cast<float>();
    if (is_finite(narrowed)) inertia = narrowed;
  }
  store_tensors(record, inertia, inverse_inertia);
}

void set_mass_from_shape(BodyRecord& record, double mass) {
  const float stored = static_cast<float>(mass), inverse_stored = 1.0f / stored;
  if (!(mass > 0) || !std::isfinite(stored) || !(stored > 0) || !std::isfinite(inverse_stored) || !(inverse_stored > 0))
    refuse_mass(record, "mass is " + to_text(mass) + " kg; it and its inverse must be above zero and fit Float32");
  const MassProperties own = mass_properties_from_mass(record.shape, mass);
  const Vector3d center = transform(record.shape_pose, own.center_of_mass);
  set_inertia(record, rotate_tensor(to_matrix(record.shape_pose.rotation), own.inertia).cast<float>().cast<double>());
  record.center_local = Vector3f(center);
  record.has_mass = true;
  record.mass = stored;
  record.inverse_mass = inverse_stored;
}

}  // namespace holdfast
