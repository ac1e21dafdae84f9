#pragma once
// The settings of a world, with their units, defaults and ranges. `validate` names the first one that is out of range.

#include <holdfast/math/vector3.h>
#include <cstdint>
#include <string_view>

namespace holdfast {

enum class CollisionDetection : std::uint8_t {
  discrete = 0,  ///< contacts at the start of each step
};

/// The order in which the solver visits contacts. Each is one fixed order, the same for any number of threads.
enum class SolverOrder : std::uint8_t {
  canonical,  ///< grouped so that contacts without a common body stand together: the fast order
  insertion,  ///< pairs by the insertion serials of their bodies: the reference's order
};

/// How the solved velocity moves a body.
enum class PositionUpdate : std::uint8_t {
  semi_implicit,  ///< x += h v_new
  trapezoid,      ///< x += h (v_old + v_new) / 2: exact for free fall; half of the approach goes into the overlap
};

struct WorldSettings {
  Vector3f gravity{0, 0, -9.8f};  ///< [m/s²] finite
  int velocity_iterations = 10;   ///< 0..10000 sweeps down the pile and up again; once in insertion order
  int position_iterations = 4;    ///< 0..10000 split-impulse sweeps
  float margin = 0.02f;           ///< [m] finite, >= 0: the widest gap that makes a contact
  float slop = 0.005f;            ///< [m] finite, >= 0: overlap left alone
  float push_factor = 0.2f;       ///< finite, >= 0: share of the overlap beyond the slop that one step removes
  float bounce_threshold = 1.0f;  ///< [m/s] finite, >= 0: from this closing speed on, a contact bounces
  bool warm_starting = true;      ///< start from the impulses of the last step; false: from zero, the reference
  SolverOrder solver_order = SolverOrder::canonical;
  PositionUpdate position_update = PositionUpdate::semi_implicit;
  CollisionDetection collision_detection = CollisionDetection::discrete;
  bool filter_internal_edges = true;  ///< false: every triangle feature of a mesh makes contacts, and none is turned that is only passed
  int max_contacts_per_pair = 8;      ///< clamped to 1..8
};

/// Throws InvalidArgument that names the setting, its value and its range.
void validate(const WorldSettings& settings);

}  // namespace holdfast
