#include "shape/mesh_builder.h"

#include "shape/bounds_tree.h"

#include <holdfast/base/error.h>
#include <holdfast/math/predicates.h>

#include <algorithm>
#include <string>

namespace holdfast {
namespace {

/// Sine of the angle below which two edges of a patch make one straight side.
constexpr double kStraight = 1e-6;

struct HalfEdge {
  std::uint64_t key;   ///< lower vertex, then higher
  std::uint32_t half;  ///< 3 * triangle + edge
};

/// Exact order of points; -0.0 and 0.0 are one number.
bool comes_before(const Vector3f& a, const Vector3f& b) {
  if (a.x != b.x) return a.x < b.x;
  if (a.y != b.y) return a.y < b.y;
  return a.z < b.z;
}

Mesh::EdgeKind kind_of_fold(const Vector3d& a, const Vector3d& b, const Vector3d& c, const Vector3d& d) {
  const int side = orientation(a, b, c, d);
  if (side < 0) return Mesh::EdgeKind::convex;
  if (side > 0) return Mesh::EdgeKind::concave;
  // Coplanar: a flat seam has its triangles on either side of the edge. Folded onto each other they are no surface.
  for (int axis = 0; axis < 3; ++axis) {
    const int here = area_sign(a, b, c, axis);
    if (here != 0) return area_sign(a, b, d, axis) == here ? Mesh::EdgeKind::irregular : Mesh::EdgeKind::flat;
  }
  return Mesh::EdgeKind::irregular;
}

/// The borders of a flat patch that meet in a corner: whether they turn there.
class PatchBorders {
 public:
  void add(const Vector3d& away_from_corner) {
    if (!any_) {
      any_ = true;
      side_ = away_from_corner;
    } else if (length(cross(side_, away_from_corner)) > kStraight) {
      turns_ = true;
    } else if (dot(side_, away_from_corner) < 0) {
      opposite_ = true;
    }
  }
  [[nodiscard]] bool turn() const { return turns_; }
  [[nodiscard]] bool make_corner() const { return turns_ || (any_ && !opposite_); }

 private:
  Vector3d side_;
  bool any_ = false, opposite_ = false, turns_ = false;
};

}  // namespace

MeshBuilder::MeshBuilder(std::span<const Vector3f> vertices, std::span<const std::array<std::uint32_t, 3>> triangles)
    : given_vertices_(vertices), given_triangles_(triangles) {}

std::shared_ptr<const Mesh> MeshBuilder::build() {
  validate();
  mesh_ = std::shared_ptr<Mesh>(new Mesh);
  weld();
  keep_triangles_with_area();
  drop_unused_vertices();
  connect();
  find_flat_patches();
  measure();
  return std::move(mesh_);
}

void MeshBuilder::validate() const {
  if (given_triangles_.empty()) throw InvalidArgument("mesh has no triangles: give at least one");
  if (given_triangles_.size() > Mesh::kNone / 3 || given_vertices_.size() >= Mesh::kNone)
    throw InvalidArgument("mesh has " + std::to_string(given_triangles_.size()) + " triangles: at most 2^32 / 3 are allowed");
  for (std::size_t i = 0; i < given_vertices_.size(); ++i)
    if (!is_finite(given_vertices_[i])) throw InvalidArgument("mesh vertex " + std::to_string(i) + " has a coordinate that is not finite");
  for (std::size_t t = 0; t < given_triangles_.size(); ++t)
    for (const std::uint32_t v : given_triangles_[t])
      if (v >= given_vertices_.size())
        throw InvalidArgument("mesh triangle " + std::to_string(t) + " names vertex " + std::to_string(v) + ": there are only " +
                              std::to_string(given_vertices_.size()));
}

void MeshBuilder::weld() {
  std::vector<std::uint32_t> sorted(given_vertices_.size());
  for (std::size_t i = 0; i < sorted.size(); ++i) sorted[i] = static_cast<std::uint32_t>(i);
  std::sort(sorted.begin(), sorted.end(), [&](std::uint32_t a, std::uint32_t b) {
    if (comes_before(given_vertices_[a], given_vertices_[b])) return true;
    if (comes_before(given_vertices_[b], given_vertices_[a])) return false;
    return a < b;
  });
  welded_.resize(sorted.size());
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const bool copy = i > 0 && !comes_before(given_vertices_[sorted[i - 1]], given_vertices_[sorted[i]]);
    welded_[sorted[i]] = copy ? welded_[sorted[i - 1]] : sorted[i];
    if (copy) ++mesh_->report_.welded_vertices;
  }
}

void MeshBuilder::keep_triangles_with_area() {
  mesh_->triangles_.reserve(given_triangles_.size());
  for (const auto& given : given_triangles_) {
    const std::array<std::uint32_t, 3> v{welded_[given[0]], welded_[given[1]], welded_[given[2]]};
    const Vector3d a(given_vertices_[v[0]]), b(given_vertices_[v[1]]), c(given_vertices_[v[2]]);
    if (collinear(a, b, c)) {
      ++mesh_->report_.degenerate_triangles;
      continue;
    }
    mesh_->triangles_.emplace_back().vertices = v;
    mesh_->normals_.push_back(triangle_normal(a, b, c));
  }
  if (mesh_->triangles_.empty())
    throw InvalidArgument("mesh has no triangle with an area: all " + std::to_string(given_triangles_.size()) + " are points or lines");
}

void MeshBuilder::drop_unused_vertices() {
  std::vector<std::uint32_t> new_index(given_vertices_.size(), Mesh::kNone);
  for (const Mesh::Triangle& t : mesh_->triangles_)
    for (const std::uint32_t v : t.vertices) new_index[v] = 0;
  for (std::size_t i = 0; i < new_index.size(); ++i) {
    if (new_index[i] == Mesh::kNone) continue;
    new_index[i] = static_cast<std::uint32_t>(mesh_->vertices_.size());
    // Adding zero turns -0.0 into 0.0.
    mesh_->vertices_.push_back(given_vertices_[i] + Vector3f{});
  }
  for (Mesh::Triangle& t : mesh_->triangles_)
    for (std::uint32_t& v : t.vertices) v = new_index[v];
}

void MeshBuilder::connect() {
  std::vector<HalfEdge> halves;
  halves.reserve(mesh_->triangles_.size() * 3);
  for (std::uint32_t t = 0; t < mesh_->triangles_.size(); ++t) {
    const auto& v = mesh_->triangles_[t].vertices;
    for (std::uint32_t i = 0; i < 3; ++i) {
      const std::uint64_t a = v[i], b = v[(i + 1) % 3];
      halves.push_back({std::min(a, b) << 32u | std::max(a, b), 3 * t + i});
    }
  }
  std::sort(halves.begin(), halves.end(),
            [](const HalfEdge& a, const HalfEdge& b) { return a.key != b.key ? a.key < b.key : a.half < b.half; });
  std::vector<std::uint32_t> edge;
  for (std::size_t i = 0; i < halves.size();) {
    edge.clear();
    const std::uint64_t key = halves[i].key;
    for (; i < halves.size() && halves[i].key == key; ++i) edge.push_back(halves[i].half);
    connect_edge(edge);
  }
  mesh_->report_.watertight = mesh_->report_.border_edges == 0 && mesh_->report_.irregular_edges == 0;
}

void MeshBuilder::connect_edge(std::span<const std::uint32_t> half_edges) {
  Mesh::EdgeKind kind = Mesh::EdgeKind::irregular;
  if (half_edges.size() == 1) {
    kind = Mesh::EdgeKind::border;
    ++mesh_->report_.border_edges;
  } else if (half_edges.size() == 2) {
    const std::uint32_t f = half_edges[0] / 3, i = half_edges[0] % 3, g = half_edges[1] / 3, j = half_edges[1] % 3;
    Mesh::Triangle &left = mesh_->triangles_[f], &right = mesh_->triangles_[g];
    if (left.vertices[i] == right.vertices[(j + 1) % 3]) {
      const auto corner = [&](const Mesh::Triangle& t, std::uint32_t k) { return Vector3d(mesh_->vertices_[t.vertices[k % 3]]); };
      kind = kind_of_fold(corner(left, i), corner(left, i + 1), corner(left, i + 2), corner(right, j + 2));
      if (kind != Mesh::EdgeKind::irregular) {
        left.neighbours[i] = g;
        right.neighbours[j] = f;
      }
    }
  }
  if (kind == Mesh::EdgeKind::irregular) ++mesh_->report_.irregular_edges;
  for (const std::uint32_t h : half_edges) mesh_->triangles_[h / 3].edges[h % 3] = kind;
}

void MeshBuilder::find_flat_patches() {
  std::vector<Mesh::Triangle>& triangles = mesh_->triangles_;
  for (std::uint32_t t = 0; t < triangles.size(); ++t) {
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t other = triangles[t].neighbours[i];
      if (other == Mesh::kNone || dot(mesh_->normal(t), mesh_->normal(other)) < Mesh::kSmoothFoldCosine) continue;
      triangles[t].smooth_edges = static_cast<std::uint8_t>(triangles[t].smooth_edges | 1u << i);
    }
  }
  for (std::uint32_t t = 0; t < triangles.size(); ++t) {
    for (int i = 0; i < 3; ++i) {
      if (is_patch_corner(t, i)) triangles[t].patch_corners = static_cast<std::uint8_t>(triangles[t].patch_corners | 1u << i);
    }
  }
}

bool MeshBuilder::is_patch_corner(std::uint32_t triangle, int corner) const {
  PatchBorders borders;
  mesh_->for_each_around(triangle, corner, [&](std::uint32_t t, int at) {
    const int after = (at + 1) % 3, before = (at + 2) % 3;
    const Vector3d here = mesh_->corner(t, at);
    for (const auto& [edge, end] : {std::pair(at, after), std::pair(before, before)}) {
      if (!borders.turn() && !mesh_->triangles_[t].is_smooth(edge)) borders.add(normalized(mesh_->corner(t, end) - here));
    }
  });
  return borders.make_corner();
}

void MeshBuilder::measure() {
  double farthest = 0;
  for (const Vector3f& v : mesh_->vertices_) {
    mesh_->bounds_.add(Vector3d(v));
    farthest = std::max(farthest, length_squared(Vector3d(v)));
  }
  mesh_->radius_ = std::sqrt(farthest);
  std::vector<Aabbf> boxes(mesh_->triangles_.size());
  for (std::size_t t = 0; t < boxes.size(); ++t)
    for (const std::uint32_t v : mesh_->triangles_[t].vertices) boxes[t].add(mesh_->vertices_[v]);
  detail::BoundsTree tree = detail::build_bounds_tree(boxes);
  mesh_->nodes_ = std::move(tree.nodes);
  mesh_->order_ = std::move(tree.order);
}

std::shared_ptr<const Mesh> Mesh::create(std::span<const Vector3f> vertices, std::span<const std::array<std::uint32_t, 3>> triangles) {
  return MeshBuilder(vertices, triangles).build();
}

}  // namespace holdfast
