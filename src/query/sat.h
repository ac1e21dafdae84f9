#pragma once
// Separating axes: how deep two convex polyhedra overlap, and along which direction they part soonest.
//
// Frame: any one frame for both. Units: meters. Everything is Float64.
// The candidates are the face normals of both and the crosses of their edges. Each candidate is judged by projecting all
// corners, so that a direction that is slightly off (nearly parallel edges) can only miss the optimum and never lie.
// Accuracy: the depth is within about 1e-15 of the sizes; pairs of edges closer than 1e-10 rad to parallel are passed over,
// which can make the depth too large by that angle times the edges' lengths.
// Ties keep the first candidate: normals of a, normals of b, then pairs of edges.
// Source: Gottschalk, Lin and Manocha (1996); the test of edge pairs by their arcs on the Gauss sphere is Gregorius (GDC 2013).

#include <holdfast/math/vector3.h>

#include <limits>
#include <span>

namespace holdfast {

/// An edge with the outward normals of its two faces: it can only meet edges whose arcs of normals cross its own.
struct SatEdge {
  Vector3d point;      ///< one end
  Vector3d direction;  ///< to the other end; `left` is on the left when seen from outside
  Vector3d left, right;
};

struct SatShape {
  std::span<const Vector3d> vertices;
  std::span<const Vector3d> normals;     ///< unit; opposite ones may be given once
  std::span<const Vector3d> directions;  ///< of edges that are tested against everything: those of boxes, segments, triangles
  std::span<const SatEdge> edges;        ///< of hulls
};

struct SatResult {
  double separation = -std::numeric_limits<double>::infinity();  ///< [m]; negative: overlap by that depth
  Vector3d normal{0, 0, 1};                                      ///< unit, from b to a
};

/// The largest separation over all candidates whose normal `allowed(normal)` accepts.
template <class Allowed>
class SatSearch {
 public:
  SatSearch(const SatShape& a, const SatShape& b, Allowed allowed) : a_(a), b_(b), allowed_(allowed) {}

  SatResult run() {
    for (const Vector3d& n : a_.normals) test(n);
    for (const Vector3d& n : b_.normals) test(n);
    for (const Vector3d& d : a_.directions) {
      for (const Vector3d& e : b_.directions) test_cross(d, e);
      for (const SatEdge& e : b_.edges) test_circle(e, d);
    }
    for (const SatEdge& e : a_.edges) {
      for (const Vector3d& d : b_.directions) test_circle(e, d);
      for (const SatEdge& f : b_.edges) test_arcs(e, f);
    }
    return best_;
  }

 private:
  // The sine below which two edges have no common normal worth asking [-]; see the head of this file.
  static constexpr double kParallelSine = 1e-10;

  struct Range {
    double low, high;
  };

  static Range project(std::span<const Vector3d> points, const Vector3d& n) {
    Range r{dot(points[0], n), dot(points[0], n)};
    for (const Vector3d& p : points.subspan(1)) {
      const double d = dot(p, n);
      r.low = d < r.low ? d : r.low;
      r.high = d > r.high ? d : r.high;
    }
    return r;
  }

  void test(const Vector3d& n) {
    const Range a = project(a_.vertices, n), b = project(b_.vertices, n);
    take(a.low - b.high, n);
    take(b.low - a.high, -n);
  }

  void take(double separation, const Vector3d& normal) {
    if (separation > best_.separation && allowed_(normal)) best_ = {separation, normal};
  }

  void test_cross(const Vector3d& d, const Vector3d& e) {
    const Vector3d n = cross(d, e);
    const double nn = length_squared(n);
    if (nn > kParallelSine * kParallelSine * length_squared(d) * length_squared(e)) test(n / std::sqrt(nn));
  }

  // An edge without faces, or of a box, has a whole circle of normals.
  void test_circle(const SatEdge& e, const Vector3d& circle) {
    if (dot(e.left, circle) * dot(e.right, circle) <= 0) test_cross(e.direction, circle);
  }

  void test_arcs(const SatEdge& e, const SatEdge& f) {
    const double cba = -dot(f.left, e.direction), dba = -dot(f.right, e.direction);
    const double adc = dot(e.left, f.direction), bdc = dot(e.right, f.direction);
    if (cba * dba <= 0 && adc * bdc <= 0 && cba * bdc >= 0) test_cross(e.direction, f.direction);
  }

  SatShape a_, b_;
  Allowed allowed_;
  SatResult best_;
};

inline SatResult sat_separation(const SatShape& a, const SatShape& b) {
  return SatSearch(a, b, [](const Vector3d&) { return true; }).run();
}

}  // namespace holdfast
