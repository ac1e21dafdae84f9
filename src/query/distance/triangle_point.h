#pragma once
// The point of a triangle that is closest to a point, and the feature that holds it.
// Source: Ericson, "Real-Time Collision Detection" (2005), 5.1.5; inside the face the point is projected along the normal,
// which keeps the digits of a thin triangle.

#include <holdfast/math/vector3.h>

#include <array>

namespace holdfast::detail {

/// 0..2: corner; 3..5: edge from corner feature - 3 to the next; 6: the face.
struct TrianglePoint {
  Vector3d point;
  int feature = 6;
};
inline constexpr int kFirstEdge = 3;
inline constexpr int kFace = 6;

inline TrianglePoint closest_on_triangle(const Vector3d& p, const std::array<Vector3d, 3>& corners, const Vector3d& normal) {
  const Vector3d &a = corners[0], &b = corners[1], &c = corners[2];
  const Vector3d ab = b - a, ac = c - a, ap = p - a, bp = p - b, cp = p - c;
  const double d1 = dot(ab, ap), d2 = dot(ac, ap);
  if (d1 <= 0 && d2 <= 0) return {a, 0};
  const double d3 = dot(ab, bp), d4 = dot(ac, bp);
  if (d3 >= 0 && d4 <= d3) return {b, 1};
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return {a + ab * (d1 / (d1 - d3)), 3};
  const double d5 = dot(ab, cp), d6 = dot(ac, cp);
  if (d6 >= 0 && d5 <= d6) return {c, 2};
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return {a + ac * (d2 / (d2 - d6)), 5};
  const double va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) return {b + (c - b) * ((d4 - d3) / ((d4 - d3) + (d5 - d6))), 4};
  return {p - normal * dot(normal, ap), kFace};
}

}  // namespace holdfast::detail
