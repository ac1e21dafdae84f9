#pragma once
// Random rotations, sizes and hulls that are the same on every machine: only +, -, *, / and sqrt on seeded numbers.
//
// Frame: the caller's. Units: meters. Shared by tests, benchmarks and examples; not part of the library.
// Source: uniform rotations after Marsaglia (1972), "Choosing a point from the surface of a sphere".

#include <holdfast/base/random.h>
#include <holdfast/shape/shape.h>
#include <vector>

namespace holdfast::scenes {

/// Uniform in the cube of half size `half` around the origin.
inline Vector3d random_in_cube(Random& random, double half) {
  const double x = random.uniform(-half, half), y = random.uniform(-half, half), z = random.uniform(-half, half);
  return {x, y, z};
}

/// Uniform on the unit sphere.
inline Vector3d random_direction(Random& random) {
  for (;;) {
    const Vector3d p = random_in_cube(random, 1);
    const double s = length_squared(p);
    if (s > 0.01 && s <= 1) return p / std::sqrt(s);
  }
}

/// A rotation, uniform over all of them.
inline Quaterniond random_rotation(Random& random) {
  for (;;) {
    const double a = random.uniform(-1, 1), b = random.uniform(-1, 1), c = random.uniform(-1, 1), d = random.uniform(-1, 1);
    const Quaterniond q{a, b, c, d};
    const double s = length_squared(q);
    if (s > 0.01 && s <= 1) return normalized(q);
  }
}

/// A hull of up to `corners` points near a sphere of the given radius: a boulder.
inline Shape random_hull(Random& random, double radius, int corners = 16) {
  std::vector<Vector3d> points;
  for (int i = 0; i < corners; ++i) {
    const Vector3d direction = random_direction(random);
    points.push_back(direction * (radius * random.uniform(0.8, 1.0)));
  }
  return Shape::hull(points);
}

/// Sphere, box, capsule and hull in turn, about `radius` large.
inline Shape mixed_solid(Random& random, std::size_t index, double radius) {
  switch (index % 4) {
    case 0: return Shape::sphere(radius);
    case 1: {
      const double x = random.uniform(0.5, 0.9), y = random.uniform(0.5, 0.9), z = random.uniform(0.5, 0.9);
      return Shape::box(Vector3d{x, y, z} * radius);
    }
    case 2: return Shape::capsule(0.6 * radius, random.uniform(0.2, 0.8) * radius);
    default: return random_hull(random, radius);
  }
}

}  // namespace holdfast::scenes
