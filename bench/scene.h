#pragma once
// A scene that every engine can be built from: bodies about their centers of mass.
//
// Scene builders (scenes/builders) fill a holdfast::World; `scene_from` reads it back, so that all engines get the same
// numbers. Frame: world, z up. Units: SI.

#include <holdfast/world/world.h>
#include <string>
#include <vector>

namespace holdfast::bench {

/// A body whose frame stands in its center of mass: hull points are moved there.
struct SceneBody {
  bool dynamic = true;
  Shape shape;
  Posed pose;
  double mass = 0;   ///< [kg]
  Matrix3d inertia;  ///< [kg m²]
  double friction = 0.6;
  double restitution = 0;
};

struct Scene {
  std::string name;
  std::vector<SceneBody> bodies;
};

Scene scene_from(std::string name, const World& world);

}  // namespace holdfast::bench
