// Qhull (Barber, Dobkin, Huhdanpaa) as the oracle of our hulls.

#include "shape/convex_cloud.h"

#include <holdfast/shape/mass_properties.h>

#include <cstdio>
#include <string>

extern "C" {
#include <libqhull_r/qhull_ra.h>
}

using namespace holdfast;
using namespace holdfast::tests;

namespace {

struct Measures {
  double volume = 0, area = 0;
  int vertices = 0;
};

Measures qhull_measures(const std::vector<Vector3d>& points) {
  std::vector<double> coordinates;
  for (const Vector3d& p : points) coordinates.insert(coordinates.end(), {p.x, p.y, p.z});
  qhT state;
  qh_zero(&state, stderr);
  std::string command = "qhull C-0";
  const int failure = qh_new_qhull(&state, 3, static_cast<int>(points.size()), coordinates.data(), False, command.data(), nullptr, stderr);
  REQUIRE(failure == 0);
  qh_getarea(&state, state.facet_list);
  const Measures m{state.totvol, state.totarea, state.num_vertices};
  qh_freeqhull(&state, qh_ALL);
  int long_lived = 0, total = 0;
  qh_memfreeshort(&state, &long_lived, &total);
  return m;
}

double area(const Hull& hull) {
  double sum = 0;
  for (const Hull::Face& f : hull.faces()) {
    const auto corner = [&](std::uint32_t i) { return hull.vertices()[hull.face_vertices()[f.first + i]]; };
    Vector3d face;
    for (std::uint32_t i = 1; i + 1 < f.count; ++i) face += cross(corner(i) - corner(0), corner(i + 1) - corner(0));
    sum += 0.5 * length(face);
  }
  return sum;
}

void check_against_qhull(const std::vector<Vector3d>& points, double tolerance) {
  const auto hull = check_polyhedron(points);
  const Measures expected = qhull_measures(points);
  CHECK(volume(Shape::hull(hull)) == doctest::Approx(expected.volume).epsilon(tolerance));
  CHECK(area(*hull) == doctest::Approx(expected.area).epsilon(tolerance));
}

/// Exact hulls agree to rounding. Where noise merges, a face may deviate by 1e-5 of the size, and so may the volume.
constexpr double kExact = 1e-12;
constexpr double kMerged = 2e-5;

}  // namespace

TEST_CASE("our hull has the volume and the area of Qhull's: random points") {
  Random random(20);
  for (int k = 0; k < 60; ++k) check_against_qhull(cloud_in_ball(random, 5 + random.below(100)), kMerged);
  for (int k = 0; k < 20; ++k) check_against_qhull(cloud_on_sphere(random, 5 + random.below(200)), kMerged);
}

TEST_CASE("our hull has the volume and the area of Qhull's: grids, with coplanar and doubled points") {
  Random random(21);
  for (int k = 0; k < 60; ++k) {
    const auto points = cloud_on_grid(random, 20 + random.below(100), 2 + random.below(6));
    check_against_qhull(points, kExact);
    CHECK(Hull::from_points(points)->vertices().size() == static_cast<std::size_t>(qhull_measures(points).vertices));
  }
}

TEST_CASE("our hull has the volume and the area of Qhull's: rims, and turned and rounded clouds") {
  Random random(22);
  for (int k = 0; k < 30; ++k) {
    check_against_qhull(cloud_on_cylinder(random, 20 + random.below(100)), kMerged);
    check_against_qhull(turned(cloud_on_grid(random, 100, 3), random), kMerged);
    check_against_qhull(to_float(turned(cloud_on_grid(random, 100, 3), random)), kMerged);
  }
}

TEST_CASE("our hull has the volume and the area of Qhull's: flat and long clouds") {
  Random random(23);
  for (int k = 0; k < 30; ++k) {
    check_against_qhull(flattened(cloud_in_ball(random, 40), 1e-4), kMerged);
    check_against_qhull(flattened(cloud_on_grid(random, 60, 4), 1e4), kExact);
  }
}
