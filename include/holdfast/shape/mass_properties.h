#pragma once
// Exact mass, center and inertia of uniform solids.
//
// Frame: the shape's own; the inertia is about the center of mass, in the shape's axes. Units: kg, m, kg m².
// Hull: two passes of signed tetrahedra, first the center, then the covariance about it.
// A closed mesh is integrated in the same way; a plane, or a mesh that is not watertight, has no volume: UnsupportedShape.

#include <holdfast/shape/shape.h>

namespace holdfast {

struct MassProperties {
  double mass = 0;          ///< [kg], > 0
  Vector3d center_of_mass;  ///< [m]
  Matrix3d inertia;         ///< [kg m²] about the center of mass; exactly symmetric
};

/// Volume [m³] of a solid; fails as `mass_properties` does.
double volume(const Shape& shape);
/// Mass properties from a density [kg/m³], finite and > 0.
MassProperties mass_properties(const Shape& shape, double density);
/// Mass properties from a mass [kg], finite and > 0.
MassProperties mass_properties_from_mass(const Shape& shape, double mass);

}  // namespace holdfast
