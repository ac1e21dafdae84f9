#pragma once
// What the contact tests share: random shapes and motions, and oracles that share no code with the library.
//
// The oracle of least overlap tries every face normal and every cross product of two edges (long double, no pruning);
// the oracle of distance tries every vertex against every triangle and every edge against every edge.

#include <doctest/doctest.h>
#include <holdfast/query/contact.h>

#include <random>
#include <vector>

namespace holdfast::contact_test {

struct Placed {
  Shape shape;
  Posed pose;
};

inline ContactSet contact(const Placed& a, const Placed& b, const ContactOptions& options = {}) {
  return holdfast::contact(a.shape, a.pose, b.shape, b.pose, options);
}

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  double uniform(double low, double high) { return low + (high - low) * (static_cast<double>(engine_() >> 11) * 0x1p-53); }
  Vector3d vector(double size) { return {uniform(-size, size), uniform(-size, size), uniform(-size, size)}; }
  Vector3d direction() {
    for (;;) {
      const Vector3d v = vector(1);
      if (length(v) > 0.1 && length(v) < 1) return normalized(v);
    }
  }
  Quaterniond rotation() {
    const Vector3d v = direction();
    return normalized(Quaterniond{v.x, v.y, v.z, uniform(-1, 1)});
  }
  Posed pose(double reach) { return {vector(reach), rotation()}; }

 private:
  std::mt19937_64 engine_;
};

inline std::vector<Vector3d> box_corners(const Vector3d& h) {
  std::vector<Vector3d> corners;
  for (const double x : {-h.x, h.x})
    for (const double y : {-h.y, h.y})
      for (const double z : {-h.z, h.z}) corners.push_back({x, y, z});
  return corners;
}

inline Shape hull_of_box(const Vector3d& h) { return Shape::hull(box_corners(h)); }

inline Shape random_hull(Random& random, int points) {
  std::vector<Vector3d> p;
  for (int i = 0; i < points; ++i) p.push_back(random.direction() * random.uniform(0.4, 0.6));
  return Shape::hull(p);
}

/// A sphere, capsule, box or hull, about one meter large.
inline Shape random_solid(Random& random, int kind) {
  switch (kind) {
    case 0: return Shape::sphere(random.uniform(0.2, 0.6));
    case 1: return Shape::capsule(random.uniform(0.1, 0.4), random.uniform(0.1, 0.8));
    case 2: return Shape::box({random.uniform(0.1, 0.7), random.uniform(0.1, 0.7), random.uniform(0.1, 0.7)});
    default: return random_hull(random, 12);
  }
}

inline Placed moved(const Placed& p, const Posed& motion) { return {p.shape, motion * p.pose}; }

/// The shape and its position, scaled about the world's origin.
inline Placed scaled(const Placed& p, double k) {
  Placed r = p;
  r.pose.position *= k;
  switch (p.shape.type()) {
    case ShapeType::sphere: r.shape = Shape::sphere(p.shape.as_sphere().radius * k); break;
    case ShapeType::capsule: r.shape = Shape::capsule(p.shape.as_capsule().radius * k, p.shape.as_capsule().half_height * k); break;
    case ShapeType::box: r.shape = Shape::box(p.shape.as_box().half_extents * k); break;
    case ShapeType::hull: {
      std::vector<Vector3d> points;
      for (const Vector3d& v : p.shape.as_hull().vertices()) points.push_back(v * k);
      r.shape = Shape::hull(points);
      break;
    }
    default: break;
  }
  return r;
}

inline double largest_depth(const ContactSet& set) {
  const ContactPoint* p = deepest(set);
  return p == nullptr ? -std::numeric_limits<double>::infinity() : p->depth;
}

/// A polyhedron or a segment, as points, edges and face normals in the world; and a radius around it.
struct OracleSolid {
  std::vector<Vector3<long double>> points;
  std::vector<std::array<std::size_t, 2>> edges;
  std::vector<std::array<std::size_t, 3>> triangles;
  long double radius = 0;
};

OracleSolid oracle_solid(const Placed& p);

/// The least translation that separates two solids (> 0), or minus their distance.
long double oracle_depth(const OracleSolid& a, const OracleSolid& b);

inline long double oracle_depth(const Placed& a, const Placed& b) { return oracle_depth(oracle_solid(a), oracle_solid(b)); }

}  // namespace holdfast::contact_test
