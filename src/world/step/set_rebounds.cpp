// Restitution: the speeds at which points part that the bodies hit fast.
//
// Newton's law, v' = -e v, with v the closing speed before the step's forces: what gravity adds in the step is not given back. Then
// an impact of restitution 1 changes the kinetic energy by the sum over its points of J (v + v')/2 = 0, whatever number of bodies
// it joins. The sum stays zero only if every point that pushes obeys the law. A point in whose gap the bodies were not closing has
// no speed to return; it would swallow the impact that another point passes on to it. So it stands back: the bodies may overlap
// there for one step, by at most e times the thinner one's inner radius, and bounce in the next.

#include "world/step_scratch.h"

#include <algorithm>

namespace holdfast {
namespace {

/// Radius of a ball inside the shape [m]; infinite for shapes without a thickness.
double inner_radius(const Shape& shape) {
  switch (shape.type()) {
    case ShapeType::sphere: return shape.as_sphere().radius;
    case ShapeType::capsule: return shape.as_capsule().radius;
    case ShapeType::box: {
      const Vector3d& h = shape.as_box().half_extents;
      return std::min({h.x, h.y, h.z});
    }
    case ShapeType::hull: {
      const Hull& hull = shape.as_hull();
      double nearest = std::numeric_limits<double>::infinity();
      for (const Hull::Face& face : hull.faces()) nearest = std::min(nearest, face.offset - dot(face.normal, hull.center()));
      return nearest;
    }
    case ShapeType::plane:
    case ShapeType::mesh: break;
  }
  return std::numeric_limits<double>::infinity();
}

struct Motion {
  Vector3f linear, angular;
};

float parting_speed(const SolverPoint& p, const Motion& a, const Motion& b) {
  return dot((a.linear + cross(a.angular, p.arm_a)) - (b.linear + cross(b.angular, p.arm_b)), p.normal);
}

}  // namespace

void set_rebounds(const WorldState& state, StepTime time, const SolverManifold& pair, float restitution, StepScratch& scratch) {
  const bool reference = state.settings.solver_order == SolverOrder::insertion;
  if (restitution == 0.0f && !reference) return;
  const auto before = [&](std::uint32_t i) { return Motion{state.linear_velocities[i], state.angular_velocities[i]}; };
  const auto after = [&](std::uint32_t i) { return Motion{scratch.velocities[i].linear, scratch.velocities[i].angular}; };
  const Motion a = before(pair.a), b = before(pair.b), a_after = after(pair.a), b_after = after(pair.b);
  const float threshold = state.settings.bounce_threshold;
  for (std::uint32_t k = pair.first; k < pair.first + pair.count; ++k) {
    SolverPoint& p = scratch.solver_points[k];
    const float forced = parting_speed(p, a_after, b_after);
    if (reference) {  // the speed after the forces, and a contact without restitution stops at its gap
      if (forced <= -threshold) p.late_rebound = -restitution * forced;
      continue;
    }
    const float speed = parting_speed(p, a, b), gap_speed = std::min(p.depth, 0.0f) / time.h;
    if (forced < gap_speed) {
      if (speed <= -threshold) p.rebound = -restitution * speed - gap_speed;
    } else if (p.depth < 0.0f) {
      const double radius = std::min(inner_radius(state.records[pair.a].shape), inner_radius(state.records[pair.b].shape));
      p.rebound = -restitution * static_cast<float>(radius) / time.h;
    } else if (speed >= threshold) {
      p.rebound = -restitution * speed;
    }
  }
}

}  // namespace holdfast
