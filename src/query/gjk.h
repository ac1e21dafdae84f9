#pragma once
// GJK: the distance of two convex sets of points, with the closest points. For sets that overlap, or touch to within the
// rounding of the input, it only says so; `sat.h` measures those.
//
// Frame: any one frame for both sets. Units: meters. Everything is Float64.
// Accuracy: the distance is within about 1e-15 of the sizes of the sets plus their distance, whatever the gap; the
// normal's angle is within that over the gap. Ends after at most kGjkIterations; the result says how it ended.
// Source: Gilbert, Johnson and Keerthi (1988). The closest point of the simplex is found by comparing its features, which
// also serves flat and tiny simplices, and its final value comes from the features' own edges and not from weights.

#include <holdfast/base/error.h>
#include <holdfast/math/vector3.h>

#include <span>

namespace holdfast {

/// Far more than a pair of hulls takes (about 15): reached only by input at the limits of its own precision.
inline constexpr int kGjkIterations = 128;

struct GjkResult {
  double distance = 0;        ///< [m] >= 0; 0 when they overlap or touch
  Vector3d point_a, point_b;  ///< the closest points; meaningful when distance > 0
  Vector3d normal;            ///< unit, from b to a; meaningful when distance > 0
  Status status = Status::converged;
};

/// The distance of the convex hulls of `a` and `b`; neither may be empty.
GjkResult gjk_distance(std::span<const Vector3d> a, std::span<const Vector3d> b);

}  // namespace holdfast
