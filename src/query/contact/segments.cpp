// Closest points: the inner stationary point of the squared distance where it lies on both segments, else the best of
// the four ends against the other segment (Ericson, Real-Time Collision Detection, 5.1.9, without its special cases:
// near parallel segments the inner point is rounded, so it competes with the ends by its true distance).

#include "query/contact/segments.h"

#include <algorithm>

namespace holdfast::detail {
namespace {

/// sin² of the angle below which the inner stationary point is not solved for: the ends are then within 1e-10 of its distance.
constexpr double kParallelSinSquared = 1e-20;
/// sin of the angle from which on the inner stationary point is trusted without comparing it.
constexpr double kWellCrossedSinSquared = 1e-4;
/// Share of the radius by which nearly parallel axes may have drifted apart at the two support points.
/// Larger: two points are kept up to larger angles, but they lie less exactly over each other.
constexpr double kDriftShare = 0.05;
/// sin of the angle from which on two capsules touch in one point (30 degrees).
constexpr double kCrossedSin = 0.5;

SegmentPoints evaluate(const Segment& a, const Segment& b, double s, double t) {
  SegmentPoints r{s, t, a.at(s), b.at(t), 0};
  r.distance_squared = length_squared(r.p - r.q);
  return r;
}

/// From b to a; well defined even where the segments cross or lie in each other.
Vector3d separating_normal(const Segment& a, const Segment& b, const SegmentPoints& closest, double distance, double size) {
  const Vector3d d = closest.p - closest.q;
  if (distance > kNoDirection * size) return d / distance;
  const Vector3d c = cross(a.direction, b.direction);
  const Vector3d n = length_squared(c) > kParallelSinSquared ? normalized(c) : any_perpendicular(a.direction);
  return dot(n, d) < 0 ? -n : n;
}

}  // namespace

SegmentPoints closest_points(const Segment& a, const Segment& b) {
  const Vector3d r = b.center - a.center;
  const double k = dot(a.direction, b.direction), ra = dot(r, a.direction), rb = dot(r, b.direction);
  const double sin_squared = length_squared(cross(a.direction, b.direction));
  const double ha = a.half_length, hb = b.half_length;
  SegmentPoints best;
  best.distance_squared = std::numeric_limits<double>::infinity();
  if (sin_squared > kParallelSinSquared) {
    const double s = (ra - k * rb) / sin_squared, t = (k * ra - rb) / sin_squared;
    if (std::abs(s) <= ha && std::abs(t) <= hb) {
      best = evaluate(a, b, s, t);
      if (sin_squared > kWellCrossedSinSquared) return best;
    }
  }
  const auto consider = [&](double s, double t) {
    const SegmentPoints candidate = evaluate(a, b, s, t);
    if (candidate.distance_squared < best.distance_squared) best = candidate;
  };
  consider(-ha, std::clamp(-k * ha - rb, -hb, hb));
  consider(ha, std::clamp(k * ha - rb, -hb, hb));
  consider(std::clamp(ra - k * hb, -ha, ha), -hb);
  consider(std::clamp(ra + k * hb, -ha, ha), hb);
  return best;
}

bool common_stretch(const Segment& a, const Segment& b, double s, double radius, double& low, double& high) {
  const double sin = length(cross(a.direction, b.direction));
  if (sin >= kCrossedSin) return false;
  const double middle = dot(b.center - a.center, a.direction);
  const double reach = std::abs(dot(a.direction, b.direction)) * b.half_length;
  low = std::max(-a.half_length, middle - reach);
  high = std::min(a.half_length, middle + reach);
  if (!(low < high)) return false;
  // sin may be 0: the drift limit is then infinite.
  const double limit = kDriftShare * radius * (1 / sin - 1 / kCrossedSin);
  s = std::clamp(s, low, high);
  low = std::max(low, s - limit);
  high = std::min(high, s + limit);
  return low < high;
}

void contact_round_segments(const Segment& a, double radius_a, const Segment& b, double radius_b, const ContactOptions& options,
                            ContactSet& out) {
  const SegmentPoints closest = closest_points(a, b);
  const double distance = std::sqrt(closest.distance_squared);
  const double radii = radius_a + radius_b, size = radii + a.half_length + b.half_length;
  if (!is_within(radii - distance, options.margin, size)) return;
  const Vector3d normal = separating_normal(a, b, closest, distance, size);
  const auto add = [&](const Vector3d& p, const Vector3d& q, double depth) {
    add_point(out, p - normal * radius_a, q + normal * radius_b, normal, depth, options);
  };
  double low = 0, high = 0;
  if (options.max_contacts < 2 || !common_stretch(a, b, closest.s, std::min(radius_a, radius_b), low, high)) {
    add(closest.p, closest.q, radii - distance);
    return;
  }
  for (const double s : {low, high}) {
    const Vector3d p = a.at(s), q = b.at(b.nearest(p));
    const double depth = radii - dot(normal, p - q);
    if (is_within(depth, options.margin, size)) add(p, q, depth);
  }
  if (out.count == 0) add(closest.p, closest.q, radii - distance);
}

}  // namespace holdfast::detail
