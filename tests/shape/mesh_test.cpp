#include <doctest/doctest.h>
#include <holdfast/base/error.h>
#include <holdfast/base/random.h>
#include <holdfast/shape/mesh.h>

#include <algorithm>
#include <limits>
#include <set>
#include <vector>

using namespace holdfast;

namespace {

using Triangles = std::vector<std::array<std::uint32_t, 3>>;
using Kind = Mesh::EdgeKind;

int count(const Mesh& mesh, Kind kind) {
  int n = 0;
  for (const Mesh::Triangle& t : mesh.triangles()) n += static_cast<int>(std::ranges::count(t.edges, kind));
  return n;
}

/// The kind of the edge between two vertices, as the first triangle that has it sees it.
Kind kind_between(const Mesh& mesh, const Vector3f& a, const Vector3f& b) {
  for (const Mesh::Triangle& t : mesh.triangles())
    for (std::size_t i = 0; i < 3; ++i) {
      const Vector3f &p = mesh.vertices()[t.vertices[i]], &q = mesh.vertices()[t.vertices[(i + 1) % 3]];
      if ((p == a && q == b) || (p == b && q == a)) return t.edges[i];
    }
  FAIL("no such edge");
  return Kind::border;
}

std::vector<Vector3f> cube_corners() {
  std::vector<Vector3f> v;
  for (int i = 0; i < 8; ++i) v.push_back({(i & 1) ? 1.0f : 0.0f, (i & 2) ? 1.0f : 0.0f, (i & 4) ? 1.0f : 0.0f});
  return v;
}
const Triangles kCube{{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                      {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};

/// Each triangle with three vertices of its own, as STL files have them.
std::pair<std::vector<Vector3f>, Triangles> soup(const std::vector<Vector3f>& vertices, const Triangles& triangles) {
  std::pair<std::vector<Vector3f>, Triangles> out;
  for (const auto& t : triangles) {
    const auto n = static_cast<std::uint32_t>(out.first.size());
    for (const std::uint32_t v : t) out.first.push_back(vertices[v]);
    out.second.push_back({n, n + 1, n + 2});
  }
  return out;
}

/// A square of n x n cells with heights: a mesh with many triangles.
std::shared_ptr<const Mesh> terrain(Random& random, std::uint32_t n) {
  std::vector<Vector3f> v;
  Triangles t;
  for (std::uint32_t y = 0; y <= n; ++y)
    for (std::uint32_t x = 0; x <= n; ++x)
      v.push_back({static_cast<float>(x), static_cast<float>(y), static_cast<float>(random.uniform(-1, 1))});
  for (std::uint32_t y = 0; y < n; ++y)
    for (std::uint32_t x = 0; x < n; ++x) {
      const std::uint32_t a = y * (n + 1) + x;
      t.push_back({a, a + 1, a + n + 2});
      t.push_back({a, a + n + 2, a + n + 1});
    }
  return Mesh::create(v, t);
}

/// Whether every triangle sees the corner at `p` as one of its flat patch; all must agree.
bool is_patch_corner(const Mesh& mesh, const Vector3f& p) {
  int yes = 0, no = 0;
  for (const Mesh::Triangle& t : mesh.triangles())
    for (int i = 0; i < 3; ++i)
      if (mesh.vertices()[t.vertices[static_cast<std::size_t>(i)]] == p) ++(t.is_patch_corner(i) ? yes : no);
  CHECK((yes == 0) != (no == 0));
  return yes > 0;
}

/// A flat sheet of n x n cells, folded up by `slope` behind x = 1.
std::shared_ptr<const Mesh> folded_sheet(std::uint32_t n, float slope) {
  std::vector<Vector3f> v;
  Triangles t;
  for (std::uint32_t y = 0; y <= n; ++y)
    for (std::uint32_t x = 0; x <= n; ++x)
      v.push_back({static_cast<float>(x), static_cast<float>(y), x > 1 ? slope * static_cast<float>(x - 1) : 0});
  for (std::uint32_t y = 0; y < n; ++y)
    for (std::uint32_t x = 0; x < n; ++x) {
      const std::uint32_t i = y * (n + 1) + x;
      t.push_back({i, i + 1, i + n + 2});
      t.push_back({i, i + n + 2, i + n + 1});
    }
  return Mesh::create(v, t);
}

}  // namespace

TEST_CASE("a cube is watertight: twelve ridges and six flat diagonals") {
  const auto mesh = Mesh::create(cube_corners(), kCube);
  CHECK(mesh->report().watertight);
  CHECK(count(*mesh, Kind::convex) == 24);
  CHECK(count(*mesh, Kind::flat) == 12);
  for (std::uint32_t t = 0; t < 12; ++t) {
    CHECK(std::abs(mesh->normal(t)[largest_axis(mesh->normal(t))]) == 1.0);
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t g = mesh->triangles()[t].neighbours[i];
      REQUIRE(g != Mesh::kNone);
      CHECK(std::ranges::count(mesh->triangles()[g].neighbours, t) == 1);
    }
  }
  CHECK(mesh->radius() == doctest::Approx(std::sqrt(3.0)));
  CHECK(mesh->bounds().high == Vector3d{1, 1, 1});
}

TEST_CASE("a cube seen from inside has valleys where it had ridges") {
  Triangles inside = kCube;
  for (auto& t : inside) std::swap(t[1], t[2]);
  const auto mesh = Mesh::create(cube_corners(), inside);
  CHECK(mesh->report().watertight);
  CHECK(count(*mesh, Kind::concave) == 24);
  CHECK(count(*mesh, Kind::flat) == 12);
}

TEST_CASE("copies of a vertex are one vertex, and -0 is 0") {
  auto [vertices, triangles] = soup(cube_corners(), kCube);
  for (std::size_t i = 0; i < vertices.size(); i += 2)
    if (vertices[i].x == 0) vertices[i].x = -0.0f;
  const auto mesh = Mesh::create(vertices, triangles);
  CHECK(mesh->vertices().size() == 8);
  CHECK(mesh->report().welded_vertices == 28);
  CHECK(mesh->report().watertight);
  for (const Vector3f& v : mesh->vertices()) CHECK_FALSE(std::signbit(v.x));
}

TEST_CASE("the floor and the wall of an L meet in a valley, and its outer edges are borders") {
  const std::vector<Vector3f> v{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {0, 1, 1}};
  const auto mesh = Mesh::create(v, Triangles{{0, 1, 2}, {0, 2, 3}, {0, 3, 5}, {0, 5, 4}});
  CHECK(kind_between(*mesh, v[0], v[3]) == Kind::concave);
  CHECK(kind_between(*mesh, v[0], v[2]) == Kind::flat);
  CHECK(mesh->report().border_edges == 6);
  CHECK_FALSE(mesh->report().watertight);
}

TEST_CASE("a saddle has ridges where it rises and valleys where it falls") {
  const std::vector<Vector3f> v{{0, 0, 0}, {1, 0, 1}, {0, 1, -1}, {-1, 0, 1}, {0, -1, -1}};
  const auto mesh = Mesh::create(v, Triangles{{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 1}});
  CHECK(kind_between(*mesh, v[0], v[1]) == Kind::convex);
  CHECK(kind_between(*mesh, v[0], v[3]) == Kind::convex);
  CHECK(kind_between(*mesh, v[0], v[2]) == Kind::concave);
  CHECK(kind_between(*mesh, v[0], v[4]) == Kind::concave);
}

TEST_CASE("a fold of one unit in the last place is not flat") {
  for (const float lift : {-1.4e-45f, 1.4e-45f}) {
    const std::vector<Vector3f> v{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, lift}};
    const auto mesh = Mesh::create(v, Triangles{{0, 1, 2}, {1, 3, 2}});
    CHECK(kind_between(*mesh, v[1], v[2]) == (lift > 0 ? Kind::concave : Kind::convex));
  }
}

TEST_CASE("at a T-junction the long edge and the two short ones are borders") {
  const std::vector<Vector3f> v{{0, 0, 0}, {2, 0, 0}, {1, 1, 0}, {1, 0, 0}, {0, -1, 0}, {2, -1, 0}};
  const auto mesh = Mesh::create(v, Triangles{{0, 1, 2}, {0, 4, 3}, {3, 5, 1}});
  CHECK(kind_between(*mesh, v[0], v[1]) == Kind::border);
  CHECK(kind_between(*mesh, v[0], v[3]) == Kind::border);
  CHECK(kind_between(*mesh, v[3], v[1]) == Kind::border);
}

TEST_CASE("two triangles that share only a corner have no neighbours") {
  const std::vector<Vector3f> v{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0}};
  const auto mesh = Mesh::create(v, Triangles{{0, 1, 2}, {0, 3, 4}});
  CHECK(mesh->report().border_edges == 6);
  CHECK(count(*mesh, Kind::border) == 6);
}

TEST_CASE("a neighbour that winds the other way, a third triangle, a copy and a closed fold make an edge irregular") {
  const std::vector<Vector3f> v{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0, 0, 1}};
  const auto check = [&](const Triangles& t, const Vector3f& a, const Vector3f& b) {
    const auto mesh = Mesh::create(v, t);
    CHECK(kind_between(*mesh, a, b) == Kind::irregular);
    for (const Mesh::Triangle& x : mesh->triangles())
      for (const std::uint32_t n : x.neighbours) CHECK(n == Mesh::kNone);
    return mesh->report().irregular_edges;
  };
  CHECK(check({{0, 1, 2}, {1, 2, 3}}, v[1], v[2]) == 1);
  CHECK(check({{0, 1, 2}, {1, 3, 2}, {2, 1, 4}}, v[1], v[2]) == 1);
  CHECK(check({{0, 1, 2}, {0, 1, 2}}, v[0], v[1]) == 3);
  CHECK(check({{0, 1, 2}, {0, 2, 1}}, v[0], v[1]) == 3);
}

TEST_CASE("triangles without an area are dropped and counted") {
  const std::vector<Vector3f> v{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {2, 0, 0}, {0, 0, 0}, {7, 7, 7}};
  const auto mesh = Mesh::create(v, Triangles{{0, 1, 3}, {0, 4, 2}, {1, 1, 2}, {0, 1, 2}});
  CHECK(mesh->report().degenerate_triangles == 3);
  CHECK(mesh->report().welded_vertices == 1);
  CHECK(mesh->triangles().size() == 1);
  CHECK(mesh->vertices().size() == 3);
  CHECK(mesh->bounds().high == Vector3d{1, 1, 0});
}

TEST_CASE("the tree misses no triangle whose box a box meets, and gives none twice") {
  Random random(30);
  const auto mesh = terrain(random, 24);
  for (int k = 0; k < 300; ++k) {
    Aabbf box;
    const auto r = [&](double low, double high) { return static_cast<float>(random.uniform(low, high)); };
    box.add(Vector3f{r(-2, 26), r(-2, 26), r(-2, 2)});
    box.add(box.low + Vector3f{r(0, 4), r(0, 4), r(0, 1)});
    std::vector<std::uint32_t> found, expected;
    mesh->for_each_in(box, [&](std::uint32_t t) { found.push_back(t); });
    std::set<std::uint32_t> distinct(found.begin(), found.end());
    CHECK(distinct.size() == found.size());
    for (std::uint32_t t = 0; t < mesh->triangles().size(); ++t) {
      Aabbf own;
      for (const std::uint32_t v : mesh->triangles()[t].vertices) own.add(mesh->vertices()[v]);
      // The leaf is tested as a whole: nothing that meets the box is missed.
      if (overlaps(own, box)) CHECK(distinct.contains(t));
    }
  }
  std::vector<std::uint32_t> order(mesh->order().begin(), mesh->order().end());
  std::ranges::sort(order);
  for (std::uint32_t i = 0; i < order.size(); ++i) CHECK(order[i] == i);
}

TEST_CASE("a tree over triangles that all lie in one place still ends") {
  std::vector<Vector3f> v;
  Triangles t;
  for (std::uint32_t i = 0; i < 3000; ++i) {
    // Half are copies; the others shrink by a power of two, the worst case for a tree of halves.
    const float s = i % 2 == 0 ? 1.0f : std::ldexp(1.0f, -static_cast<int>(i % 120));
    v.insert(v.end(), {{0, 0, 0}, {s, 0, 0}, {0, s, 0}});
    t.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  const auto mesh = Mesh::create(v, t);
  CHECK(mesh->triangles().size() == 3000);
  CHECK(mesh->nodes().size() < 6000);
  CHECK(mesh->nodes()[0].skip == mesh->nodes().size());
}

TEST_CASE("a mesh that is none is refused with what is wrong") {
  const std::vector<Vector3f> v{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {2, 0, 0}};
  const auto refused = [](const std::vector<Vector3f>& vertices, const Triangles& t, const char* why) {
    CHECK_THROWS_WITH_AS(Mesh::create(vertices, t), doctest::Contains(why), InvalidArgument);
  };
  refused(v, {}, "no triangles");
  refused(v, {{0, 1, 4}}, "names vertex 4");
  refused(v, {{0, 1, 3}}, "no triangle with an area");
  std::vector<Vector3f> bad = v;
  bad[2].z = std::numeric_limits<float>::quiet_NaN();
  refused(bad, {{0, 1, 2}}, "vertex 2");
}

TEST_CASE("an edge is smooth up to a fold of 1e-3 rad") {
  for (const auto& [slope, smooth] :
       {std::pair(0.0f, true), std::pair(0.9e-3f, true), std::pair(1.1e-3f, false), std::pair(-1.1e-3f, false)}) {
    const auto mesh = folded_sheet(3, slope);
    int borders = 0;  // seen from both sides, but those of the sheet
    for (const Mesh::Triangle& t : mesh->triangles())
      for (int i = 0; i < 3; ++i) {
        if (t.neighbours[static_cast<std::size_t>(i)] == Mesh::kNone) CHECK_FALSE(t.is_smooth(i));
        borders += t.is_smooth(i) ? 0 : 1;
      }
    CHECK(borders == (smooth ? 12 : 12 + 2 * 3));
  }
}

TEST_CASE("the corners of a flat patch are where its border turns or ends") {
  const auto flat = folded_sheet(3, 0);
  const auto ridge = folded_sheet(3, -0.1f);
  for (int y = 0; y <= 3; ++y)
    for (int x = 0; x <= 3; ++x) {
      const bool end_y = y == 0 || y == 3, end_x = x == 0 || x == 3;
      CHECK(is_patch_corner(*flat, {static_cast<float>(x), static_cast<float>(y), 0}) == (end_x && end_y));
      const Vector3f on_ridge{static_cast<float>(x), static_cast<float>(y), x > 1 ? -0.1f * static_cast<float>(x - 1) : 0};
      CHECK(is_patch_corner(*ridge, on_ridge) == (end_y && (end_x || x == 1)));
    }
  const auto cube = Mesh::create(cube_corners(), kCube);
  for (const Vector3f& v : cube->vertices()) CHECK(is_patch_corner(*cube, v));
}
