#pragma once
// Surface materials and how two of them mix: friction = sqrt(f1 f2), restitution = max(e1, e2), unless the pair has an
// override. The default is Box2D's: friction 0.6, restitution 0.

#include <cstdint>
#include <optional>

namespace holdfast {

/// Names a material for pair overrides; 0 is "no name", which no override matches.
using MaterialId = std::uint32_t;

struct Material {
  float friction = 0.6f;     ///< Coulomb coefficient, finite, >= 0
  float restitution = 0.0f;  ///< 0 .. 1
  MaterialId id = 0;
};

/// Replaces the mixed value of two named materials; a value that is not set keeps the mixing rule.
struct MaterialPair {
  std::optional<float> friction;
  std::optional<float> restitution;
};

/// Friction and restitution of a contact of `a` and `b` without an override; `id` is 0.
Material mix(const Material& a, const Material& b);

}  // namespace holdfast
