// Polygons with many corners: cut exactly, and soon.

#include <doctest/doctest.h>
#include <holdfast/math/vector3.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>
#include <numeric>

#include "io/polygon.h"

using namespace holdfast;

namespace {

double area_of(const std::vector<Vector3f>& vertices, const std::vector<std::array<std::uint32_t, 3>>& triangles) {
  double sum = 0;
  for (const auto& t : triangles) {
    const Vector3d a(vertices[t[0]]), up = cross(Vector3d(vertices[t[1]]) - a, Vector3d(vertices[t[2]]) - a);
    CHECK(up.z > 0);
    sum += 0.5 * up.z;
  }
  return sum;
}

}  // namespace

// Each corner asked all others each time, though nothing near it had changed: cubic time. This band took minutes, from a file
// of 50 kB.
TEST_CASE("a zigzag band of 4096 corners is cut into triangles that cover it, within seconds") {
  // Half of the corners run to the right, one unit a step and up or down by a thousand; the others run back half a unit below.
  // Its area is the width times the drop: 2047 * 0.5.
  constexpr std::uint32_t kHalf = 2048;
  std::vector<Vector3f> vertices;
  for (std::uint32_t i = 0; i < kHalf; ++i) vertices.push_back({static_cast<float>(i), i % 2 == 1 ? 999.5f : -0.5f, 3});
  for (std::uint32_t i = kHalf; i-- > 0;) vertices.push_back({static_cast<float>(i), i % 2 == 1 ? 1000.0f : 0.0f, 3});
  std::vector<std::uint32_t> corners(vertices.size());
  std::iota(corners.begin(), corners.end(), 0u);
  for (int turn = 0; turn < 2; ++turn) {
    std::vector<std::array<std::uint32_t, 3>> triangles;
    const auto start = std::chrono::steady_clock::now();
    detail::cut_polygon(vertices, corners, triangles);
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(5));
    CHECK(triangles.size() == corners.size() - 2);
    CHECK(area_of(vertices, triangles) == doctest::Approx((kHalf - 1) * 0.5));
    std::rotate(corners.begin(), corners.begin() + 700, corners.end());
  }
}

// Half of these corners turn inward, so that every second one waits for others: no bound on the work may cut it as a fan.
TEST_CASE("gears of any number of teeth are cut into triangles that cover them") {
  for (std::uint32_t teeth = 2; teeth <= 64; teeth *= 2) {
    CAPTURE(teeth);
    // Seen from the center a tooth is four triangles of one angle, between radii 3 and 3, 3 and 2, 2 and 2, 2 and 3.
    std::vector<Vector3f> vertices;
    std::vector<std::uint32_t> corners;
    const double angle = 2 * std::numbers::pi / (4 * teeth);
    for (std::uint32_t i = 0; i < 4 * teeth; ++i) {
      const double radius = i % 4 < 2 ? 3 : 2;
      vertices.emplace_back(Vector3d{radius * std::cos(i * angle), radius * std::sin(i * angle), 0});
      corners.push_back(i);
    }
    std::vector<std::array<std::uint32_t, 3>> triangles;
    detail::cut_polygon(vertices, corners, triangles);
    CHECK(triangles.size() == corners.size() - 2);
    CHECK(area_of(vertices, triangles) == doctest::Approx(teeth * 0.5 * std::sin(angle) * (9 + 6 + 4 + 6)));
  }
}
