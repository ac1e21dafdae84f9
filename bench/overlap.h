#pragma once
// The overlap of a scene's bodies at given poses: one measure for all engines (polytope.h).
//
// Against a mesh (a height field seen from above): how far the body's core, sampled along its edges, lies below the
// surface, by the distance to the nearest triangle; and how deep the mesh's vertices lie inside the body.

#include "engine.h"

namespace holdfast::bench {

struct Overlap {
  double largest = 0;     ///< [m] over all pairs
  double mean = 0;        ///< [m] over dynamic bodies, of each one's deepest
  std::size_t pairs = 0;  ///< that overlap by more than a micrometer
};

Overlap measure_overlap(const Scene& scene, const Engine& engine);

}  // namespace holdfast::bench
