#pragma once
// Two segments: their closest points, and the contacts of the round shapes around them.
//
// Any one frame; lengths in meters. A segment is center ± half_length * direction, half_length >= 0.

#include "query/contact/pairs.h"

namespace holdfast::detail {

struct Segment {
  Vector3d center;
  Vector3d direction;      ///< unit
  double half_length = 0;  ///< [m]

  [[nodiscard]] Vector3d at(double s) const { return center + direction * s; }
  /// The parameter of the point nearest to `p`.
  [[nodiscard]] double nearest(const Vector3d& p) const {
    const double s = dot(p - center, direction);
    return s < -half_length ? -half_length : s > half_length ? half_length : s;
  }
};

/// Two equal ends make a segment along x, of length 0.
inline Segment segment_between(const Vector3d& from, const Vector3d& to) {
  const Vector3d half = (to - from) * 0.5;
  const double l = length(half);
  return {(from + to) * 0.5, l > 0 ? half / l : Vector3d{1, 0, 0}, l};
}

/// A capsule's core: its axis in the frame of `pose`.
inline Segment core(const Capsule& capsule, const Posed& pose) {
  return {pose.position, rotate(pose.rotation, Vector3d{0, 0, 1}), capsule.half_height};
}

struct SegmentPoints {
  double s = 0, t = 0;  ///< parameters on a and b [m]
  Vector3d p, q;        ///< the points on a and b
  double distance_squared = 0;
};

/// Closest points of two segments. Parallel segments: one of the closest pairs, the same for the same input.
SegmentPoints closest_points(const Segment& a, const Segment& b);

/// The part of `a` that two nearly parallel segments share as a support: [low, high], low < high, around the closest point `s`.
/// It is their whole common stretch when they are parallel, and shrinks continuously to nothing as the angle grows, so that a
/// manifold of two points turns into one without a jump. `radius` is the smaller one. False: a single point is right.
bool common_stretch(const Segment& a, const Segment& b, double s, double radius, double& low, double& high);

/// The contacts of the capsules around two segments, world frame.
void contact_round_segments(const Segment& a, double radius_a, const Segment& b, double radius_b, const ContactOptions& options,
                            ContactSet& out);

}  // namespace holdfast::detail
