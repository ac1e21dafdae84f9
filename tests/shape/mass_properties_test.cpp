#include <doctest/doctest.h>
#include <holdfast/base/error.h>
#include <holdfast/shape/mass_properties.h>

#include <limits>
#include <numbers>
#include <vector>

using namespace holdfast;

namespace {

constexpr double kPi = std::numbers::pi;
/// Sums of a few dozen products, each right to 2^-53.
constexpr double kRounding = 1e-13;

std::vector<Vector3d> box_corners(const Vector3d& h, const Posed& pose = {}) {
  std::vector<Vector3d> corners;
  for (int i = 0; i < 8; ++i)
    corners.push_back(transform(pose, Vector3d{(i & 1) ? h.x : -h.x, (i & 2) ? h.y : -h.y, (i & 4) ? h.z : -h.z}));
  return corners;
}

std::shared_ptr<const Mesh> box_mesh(const Vector3f& h, bool inside_out = false) {
  std::vector<Vector3f> v;
  for (int i = 0; i < 8; ++i) v.push_back({(i & 1) ? h.x : -h.x, (i & 2) ? h.y : -h.y, (i & 4) ? h.z : -h.z});
  std::vector<std::array<std::uint32_t, 3>> t{{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                                              {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  if (inside_out)
    for (auto& x : t) std::swap(x[1], x[2]);
  return Mesh::create(v, t);
}

void check_near(const Matrix3d& a, const Matrix3d& b, double tolerance) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) CHECK(std::abs(a.m[i][j] - b.m[i][j]) <= tolerance);
}
void check_near(const Vector3d& a, const Vector3d& b, double tolerance) { CHECK(length(a - b) <= tolerance); }

}  // namespace

TEST_CASE("a ball's inertia is two fifths of m r squared about every axis") {
  const MassProperties p = mass_properties_from_mass(Shape::sphere(0.3), 2);
  check_near(p.inertia, Matrix3d::diagonal({0.072, 0.072, 0.072}), 1e-16);
  CHECK(volume(Shape::sphere(0.3)) == doctest::Approx(0.036 * kPi).epsilon(kRounding));
}

TEST_CASE("a box's inertia about an axis is m (b^2 + c^2) / 3 of the other half sizes") {
  const MassProperties p = mass_properties(Shape::box({1, 2, 3}), 0.25);
  CHECK(p.mass == 12);
  check_near(p.inertia, Matrix3d::diagonal({52, 40, 20}), 52 * kRounding);
}

TEST_CASE("a capsule is a cylinder and a ball cut in two") {
  // r 1, half height 1: cylinder 2 pi and caps 4/3 pi. Along the axis pi + 2/5 * 4/3 pi = 23/15 pi. Across it: cylinder
  // 2 pi (1/4 + 4/12) = 7/6 pi; caps 4/3 pi (2/5 + 1 + 3/4) = 43/15 pi.
  const MassProperties p = mass_properties(Shape::capsule(1, 1), 1);
  CHECK(p.mass == doctest::Approx(10.0 / 3.0 * kPi).epsilon(kRounding));
  CHECK(p.inertia.m[2][2] == doctest::Approx(23.0 / 15.0 * kPi).epsilon(kRounding));
  CHECK(p.inertia.m[0][0] == doctest::Approx((7.0 / 6.0 + 43.0 / 15.0) * kPi).epsilon(kRounding));
  CHECK(p.inertia.m[0][0] == p.inertia.m[1][1]);
}

TEST_CASE("a capsule without a length is a ball") {
  const MassProperties a = mass_properties(Shape::capsule(0.7, 0), 3), b = mass_properties(Shape::sphere(0.7), 3);
  CHECK(a.mass == doctest::Approx(b.mass).epsilon(kRounding));
  check_near(a.inertia, b.inertia, b.inertia.m[0][0] * kRounding);
}

TEST_CASE("the hull and the closed mesh of a box have the mass properties of the box") {
  const MassProperties box = mass_properties(Shape::box({0.5, 1.25, 2}), 7);
  const auto corners = box_corners({0.5, 1.25, 2});
  for (const Shape& shape : {Shape::hull(corners), Shape::mesh(box_mesh({0.5f, 1.25f, 2}))}) {
    const MassProperties p = mass_properties(shape, 7);
    CHECK(p.mass == doctest::Approx(box.mass).epsilon(kRounding));
    check_near(p.center_of_mass, {}, kRounding);
    check_near(p.inertia, box.inertia, box.inertia.m[0][0] * kRounding);
  }
}

TEST_CASE("a right tetrahedron has its center at a quarter of its legs and the inertia of its closed form") {
  // Corners 0, (a,0,0), (0,b,0), (0,0,c): V = abc/6; <x²> - <x>² = 3/80 a², <xy> - <x><y> = -ab/80.
  const double a = 1, b = 2, c = 4;
  const std::vector<Vector3d> points{{0, 0, 0}, {a, 0, 0}, {0, b, 0}, {0, 0, c}};
  const MassProperties p = mass_properties_from_mass(Shape::hull(points), 80);
  CHECK(volume(Shape::hull(points)) == doctest::Approx(a * b * c / 6).epsilon(kRounding));
  check_near(p.center_of_mass, {a / 4, b / 4, c / 4}, kRounding);
  Matrix3d expected = Matrix3d::diagonal({3 * (b * b + c * c), 3 * (c * c + a * a), 3 * (a * a + b * b)});
  expected.m[0][1] = expected.m[1][0] = a * b;
  expected.m[1][2] = expected.m[2][1] = b * c;
  expected.m[2][0] = expected.m[0][2] = c * a;
  check_near(p.inertia, expected, 60 * kRounding);
}

TEST_CASE("inertia about the center of mass does not know where the solid stands, and turns with it") {
  const Posed pose({100, -200, 300}, normalized(Quaterniond{0.3, -0.5, 0.2, 0.7}));
  const MassProperties still = mass_properties(Shape::box({0.5, 1.25, 2}), 7);
  const MassProperties moved = mass_properties(Shape::hull(box_corners({0.5, 1.25, 2}, pose)), 7);
  const Matrix3d r = to_matrix(pose.rotation);
  // Corners 374 m away are right to 2^-45 m: about 3e-14 of a half size, and a few times that of a sum of them.
  check_near(moved.center_of_mass, pose.position, 1e-12);
  CHECK(moved.mass == doctest::Approx(still.mass).epsilon(1e-12));
  check_near(moved.inertia, r * still.inertia * transpose(r), still.inertia.m[0][0] * 1e-12);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) CHECK(moved.inertia.m[i][j] == moved.inertia.m[j][i]);
}

TEST_CASE("the parts of a cut box weigh and turn as the whole") {
  // Cut along the diagonal plane x = y into two prisms; the parallel-axis law joins them: I = sum of I + m (d² - d dT).
  const auto corners = box_corners({1, 1, 0.5});
  std::vector<Vector3d> low, high;
  for (const Vector3d& p : corners) {
    if (p.x >= p.y) low.push_back(p);
    if (p.x <= p.y) high.push_back(p);
  }
  Matrix3d sum;
  double mass = 0;
  for (const auto& half : {low, high}) {
    const MassProperties p = mass_properties(Shape::hull(half), 2);
    const Vector3d d = p.center_of_mass;
    sum = sum + p.inertia + (Matrix3d::identity() * dot(d, d) + outer(d, d) * -1.0) * p.mass;
    mass += p.mass;
  }
  const MassProperties whole = mass_properties(Shape::box({1, 1, 0.5}), 2);
  CHECK(mass == doctest::Approx(whole.mass).epsilon(kRounding));
  check_near(sum, whole.inertia, 10 * kRounding);
}

TEST_CASE("a solid without a volume of its own is refused by name") {
  CHECK_THROWS_AS(mass_properties(Shape::plane(), 1), UnsupportedShape);
  const std::vector<Vector3f> v{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  const std::vector<std::array<std::uint32_t, 3>> t{{0, 1, 2}};
  CHECK_THROWS_WITH_AS(volume(Shape::mesh(Mesh::create(v, t))), doctest::Contains("not watertight"), UnsupportedShape);
  CHECK_THROWS_AS(volume(Shape::mesh(box_mesh({1, 1, 1}, true))), UnsupportedShape);
}

TEST_CASE("a density, a mass or a size that leaves the numbers is refused") {
  const double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  for (const double bad : {0.0, -1.0, inf, nan}) {
    CHECK_THROWS_AS(mass_properties(Shape::sphere(1), bad), InvalidArgument);
    CHECK_THROWS_AS(mass_properties_from_mass(Shape::sphere(1), bad), InvalidArgument);
  }
  for (const double size : {1e-200, 1e200}) {
    CHECK_THROWS_AS(mass_properties(Shape::sphere(size), 1), InvalidArgument);
    CHECK_THROWS_AS(mass_properties(Shape::box({size, size, size}), 1), InvalidArgument);
    CHECK_THROWS_AS(volume(Shape::capsule(size, size)), InvalidArgument);
    CHECK_THROWS_AS(mass_properties(Shape::hull(box_corners({size, size, size})), 1), InvalidArgument);
  }
  CHECK_THROWS_AS(mass_properties(Shape::sphere(1), 1e308), InvalidArgument);
}
