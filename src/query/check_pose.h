#pragma once
// The question that each query asks of its poses before anything else.

#include <holdfast/base/error.h>
#include <holdfast/math/pose.h>
#include <cmath>
#include <string>

namespace holdfast::detail {

/// How far |q|² may be from 1 in a rotation.
inline constexpr double kUnitTolerance = 1e-5;

/// Throws InvalidArgument "question: name must ..." where the pose is not finite, or its rotation not unit.
inline void check_pose(const Posed& pose, const char* question, const char* name) {
  const bool is_unit = std::abs(length_squared(pose.rotation) - 1) <= kUnitTolerance;
  if (is_finite(pose.position) && is_unit) return;
  throw InvalidArgument(std::string(question) + ": " + name + " must have a finite position and a unit rotation, within 1e-5");
}

}  // namespace holdfast::detail
