#include "shape/convex_cloud.h"

#include <map>

namespace holdfast::tests {
namespace {

/// A face's plane is right to a few units in the last place of the largest coordinate.
constexpr double kRounding = 1e-14;
/// What a merged face may deviate, of the size: twice the flatness of the builder.
constexpr double kFlat = 4e-5;

void check_faces(const Hull& hull, double size) {
  for (const Hull::Face& face : hull.faces()) {
    REQUIRE(face.count >= 3);
    CHECK(std::abs(length(face.normal) - 1) < 1e-15);
    for (std::uint32_t i = 0; i < face.count; ++i) {
      const auto corner = [&](std::uint32_t k) { return hull.vertices()[hull.face_vertices()[face.first + (i + k) % face.count]]; };
      CHECK(dot(cross(corner(1) - corner(0), corner(2) - corner(1)), face.normal) >= -kRounding * size * size);
      CHECK(face.offset - dot(face.normal, corner(0)) <= kFlat * size);
    }
  }
}

void check_edges(const Hull& hull) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> sides;  // directed side -> face
  for (std::uint32_t f = 0; f < hull.faces().size(); ++f) {
    const Hull::Face& face = hull.faces()[f];
    for (std::uint32_t i = 0; i < face.count; ++i)
      CHECK(sides.emplace(std::pair{hull.face_vertices()[face.first + i], hull.face_vertices()[face.first + (i + 1) % face.count]}, f)
                .second);
  }
  CHECK(sides.size() == 2 * hull.edges().size());
  std::size_t neighbours = 0;
  for (std::uint32_t v = 0; v < hull.vertices().size(); ++v) {
    CHECK(hull.neighbours(v).size() >= 3);
    neighbours += hull.neighbours(v).size();
  }
  CHECK(neighbours == 2 * hull.edges().size());
  for (const Hull::Edge& e : hull.edges()) {
    CHECK(e.a < e.b);
    REQUIRE(sides.contains({e.a, e.b}));
    REQUIRE(sides.contains({e.b, e.a}));
    CHECK(sides.at({e.a, e.b}) == e.left);
    CHECK(sides.at({e.b, e.a}) == e.right);
    CHECK(std::ranges::count(hull.neighbours(e.a), e.b) == 1);
    CHECK(std::ranges::count(hull.neighbours(e.b), e.a) == 1);
  }
}

}  // namespace

std::shared_ptr<const Hull> check_polyhedron(const std::vector<Vector3d>& points) {
  auto hull = Hull::from_points(points);
  const double size = 2 * hull->radius();
  CHECK(hull->vertices().size() + hull->faces().size() == hull->edges().size() + 2);
  CHECK(hull->faces().size() >= 4);
  check_faces(*hull, size);
  check_edges(*hull);
  double outside = 0;
  for (const Hull::Face& face : hull->faces())
    for (const Vector3d& p : points) outside = std::max(outside, dot(face.normal, p) - face.offset);
  CHECK(outside <= kRounding * size);
  for (const Vector3d& v : hull->vertices()) CHECK(std::ranges::find(points, v) != points.end());
  return hull;
}

}  // namespace holdfast::tests
