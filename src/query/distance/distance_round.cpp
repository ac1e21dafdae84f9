#include "query/distance/convex_core.h"

#include <algorithm>

namespace holdfast::detail {

namespace {

// Axes closer than this part of their lengths are taken to cross: the direction between them is rounding [-].
constexpr double kCrossing = 1e-14;

struct Segment {
  Vector3d center, half;  // from one end to the other: center - half to center + half
};

struct SegmentPair {
  Vector3d on_a, on_b;
  double squared = 0;
};

Vector3d closest_on(const Segment& s, const Vector3d& p) {
  const double hh = length_squared(s.half);
  return s.center + s.half * (hh > 0 ? std::clamp(dot(p - s.center, s.half) / hh, -1.0, 1.0) : 0.0);
}

void keep(SegmentPair& best, const Vector3d& on_a, const Vector3d& on_b) {
  const double squared = length_squared(on_a - on_b);
  if (squared < best.squared) best = {on_a, on_b, squared};
}

// The nearest points are at an end of one of them, or where the common perpendicular stands; all are tried.
SegmentPair closest_points(const Segment& a, const Segment& b) {
  SegmentPair best{a.center, closest_on(b, a.center), 0};
  best.squared = length_squared(best.on_a - best.on_b);
  const Vector3d n = cross(a.half, b.half);
  const double nn = length_squared(n);
  if (nn > 0) {
    const double s = dot(cross(b.center - a.center, b.half), n) / nn;
    const Vector3d on_a = a.center + a.half * std::clamp(s, -1.0, 1.0);
    const Vector3d on_b = closest_on(b, on_a);
    keep(best, on_a, on_b);
    keep(best, closest_on(a, on_b), on_b);
  }
  for (const double end : {-1.0, 1.0}) {
    const Vector3d on_a = a.center + a.half * end, on_b = b.center + b.half * end;
    keep(best, on_a, closest_on(b, on_a));
    keep(best, closest_on(a, on_b), on_b);
  }
  return best;
}

// The direction in which two segments that cross part soonest: at right angles to both, toward a's center.
Vector3d crossing_normal(const Segment& a, const Segment& b) {
  const Vector3d n = cross(a.half, b.half);
  const double scale = length(a.half) * length(b.half);
  if (length(n) > kCrossing * scale) {
    const Vector3d unit = normalized(n);
    return dot(unit, a.center - b.center) < 0 ? -unit : unit;
  }
  return any_perpendicular(normalized(length_squared(a.half) > length_squared(b.half) ? a.half : b.half));
}

}  // namespace

DistanceResult distance_capsule_capsule(const Capsule& a, const Posed& pose_a, const Capsule& b, const Posed& pose_b) {
  // Relative to a's center, which keeps digits far from the origin.
  const Segment sa{{}, rotate(pose_a.rotation, Vector3d{0, 0, a.half_height})};
  const Segment sb{pose_b.position - pose_a.position, rotate(pose_b.rotation, Vector3d{0, 0, b.half_height})};
  const SegmentPair pair = closest_points(sa, sb);
  const Vector3d between = pair.on_a - pair.on_b;
  const double gap = length(between);
  const bool crossing = gap <= kCrossing * (length(sa.half) + length(sb.half));
  DistanceResult r;
  r.normal = crossing ? crossing_normal(sa, sb) : between / gap;
  r.distance = gap - (a.radius + b.radius);
  r.point_a = pose_a.position + (pair.on_a - r.normal * a.radius);
  r.point_b = pose_a.position + (pair.on_b + r.normal * b.radius);
  return r;
}

// A sphere is as far from anything as its center, less its radius.
DistanceResult distance_sphere_any(const Shape& sphere, const Posed& pose, const Shape& other, const Posed& other_pose) {
  const double radius = sphere.as_sphere().radius;
  const SurfacePoint nearest = closest_point(other, other_pose, pose.position);
  DistanceResult r;
  r.distance = nearest.distance - radius;
  r.normal = nearest.normal;
  r.point_a = pose.position - nearest.normal * radius;
  r.point_b = nearest.point;
  return r;
}

DistanceResult distance_solid_plane(const Shape& solid, const Posed& pose, const Posed& plane) {
  const Vector3d normal = rotate(plane.rotation, Vector3d{0, 0, 1});
  const ConvexCore core = convex_core(solid, Framed(pose));
  Vector3d lowest = core.vertices[0];
  double height = dot(lowest - plane.position, normal);
  for (const Vector3d& v : core.vertices) {
    const double h = dot(v - plane.position, normal);
    if (h < height) {
      height = h;
      lowest = v;
    }
  }
  DistanceResult r;
  r.distance = height - core.radius;
  r.normal = normal;
  r.point_a = lowest - normal * core.radius;
  r.point_b = lowest - normal * height;
  return r;
}

}  // namespace holdfast::detail
