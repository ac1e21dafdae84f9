// The second half of HullBuilder: from polygons to the arrays of a Hull, in canonical order.

#include "shape/hull_builder.h"

#include <holdfast/base/error.h>

#include <algorithm>
#include <numeric>

namespace holdfast {
namespace {

struct DirectedEdge {
  std::uint32_t from, to, face;
};

}  // namespace

/// Vertices in lexicographic order; faces begin at their lowest vertex and are sorted by their corners.
void HullBuilder::add_vertices_and_faces() {
  std::vector<std::uint32_t> index(points_.size(), 0);
  for (std::size_t p = 0; p < points_.size(); ++p) {
    if (valence_[p] < 3) continue;
    index[p] = static_cast<std::uint32_t>(hull_->vertices_.size());
    hull_->vertices_.push_back(points_[p]);
  }
  for (Polygon& p : polygons_) std::rotate(p.corners.begin(), std::min_element(p.corners.begin(), p.corners.end()), p.corners.end());
  std::sort(polygons_.begin(), polygons_.end(), [](const Polygon& a, const Polygon& b) { return a.corners < b.corners; });
  for (const Polygon& p : polygons_) {
    Hull::Face face;
    face.normal = normal_of(p);
    face.first = static_cast<std::uint32_t>(hull_->face_vertices_.size());
    face.count = static_cast<std::uint32_t>(p.corners.size());
    for (const std::uint32_t v : p.corners) hull_->face_vertices_.push_back(index[v]);
    hull_->faces_.push_back(face);
  }
}

void HullBuilder::add_edges() {
  std::vector<DirectedEdge> sides;
  for (std::uint32_t f = 0; f < hull_->faces_.size(); ++f) {
    const Hull::Face& face = hull_->faces_[f];
    for (std::uint32_t i = 0; i < face.count; ++i)
      sides.push_back({hull_->face_vertices_[face.first + i], hull_->face_vertices_[face.first + (i + 1) % face.count], f});
  }
  // Seen from outside a face lies on the left of its own sides, which run counter-clockwise.
  std::sort(sides.begin(), sides.end(), [](const DirectedEdge& a, const DirectedEdge& b) {
    const auto low_a = std::min(a.from, a.to), low_b = std::min(b.from, b.to);
    const auto high_a = std::max(a.from, a.to), high_b = std::max(b.from, b.to);
    if (low_a != low_b) return low_a < low_b;
    return high_a != high_b ? high_a < high_b : a.from < b.from;
  });
  for (std::size_t i = 0; i + 1 < sides.size(); i += 2) {
    HOLDFAST_ASSERT(sides[i].from == sides[i + 1].to && sides[i].to == sides[i + 1].from);
    hull_->edges_.push_back({sides[i].from, sides[i].to, sides[i].face, sides[i + 1].face});
  }
}

void HullBuilder::add_neighbours() {
  const std::size_t count = hull_->vertices_.size();
  hull_->neighbour_start_.assign(count + 1, 0);
  for (const Hull::Edge& e : hull_->edges_) {
    ++hull_->neighbour_start_[e.a + 1];
    ++hull_->neighbour_start_[e.b + 1];
  }
  for (std::size_t v = 0; v < count; ++v) hull_->neighbour_start_[v + 1] += hull_->neighbour_start_[v];
  hull_->neighbours_.resize(hull_->edges_.size() * 2);
  std::vector<std::uint32_t> next(hull_->neighbour_start_.begin(), hull_->neighbour_start_.end() - 1);
  // Edges are sorted by a, then b, so that each vertex gets its lower neighbours first, and all in rising order.
  for (const Hull::Edge& e : hull_->edges_) hull_->neighbours_[next[e.b]++] = e.a;
  for (const Hull::Edge& e : hull_->edges_) hull_->neighbours_[next[e.a]++] = e.b;
}

void HullBuilder::measure() {
  double farthest = 0;
  Vector3d sum;
  const double share = 1.0 / static_cast<double>(hull_->vertices_.size());
  for (const Vector3d& v : hull_->vertices_) {
    hull_->bounds_.add(v);
    sum += v * share;
    const Vector3d scaled{std::ldexp(v.x, -exponent_), std::ldexp(v.y, -exponent_), std::ldexp(v.z, -exponent_)};
    farthest = std::max(farthest, length(scaled));
  }
  hull_->center_ = sum;
  hull_->radius_ = std::ldexp(farthest, exponent_);
}

/// Each plane goes through the vertex of the whole hull that is outermost along its normal: it never cuts the solid.
void HullBuilder::place_planes() {
  std::vector<std::uint32_t> members(groups_.size());
  std::iota(members.begin(), members.end(), 0u);
  std::sort(members.begin(), members.end(), [&](std::uint32_t a, std::uint32_t b) {
    return groups_[a].region != groups_[b].region ? groups_[a].region < groups_[b].region : a < b;
  });
  for (std::size_t f = 0; f < hull_->faces_.size(); ++f) {
    const std::uint32_t region = polygons_[f].region;
    const auto first =
        std::lower_bound(members.begin(), members.end(), region, [&](std::uint32_t g, std::uint32_t r) { return groups_[g].region < r; });
    place_plane(hull_->faces_[f], std::span(&*first, region_sizes_[region]));
  }
}

void HullBuilder::place_plane(Hull::Face& face, std::span<const std::uint32_t> groups) const {
  std::uint32_t best = hull_->face_vertices_[face.first];
  face.offset = dot(face.normal, hull_->vertices_[best]);
  const auto consider = [&](std::uint32_t v) {
    const double height = dot(face.normal, hull_->vertices_[v]);
    if (!(height > face.offset)) return false;
    face.offset = height;
    best = v;
    return true;
  };
  for (std::uint32_t i = 1; i < face.count; ++i) consider(hull_->face_vertices_[face.first + i]);
  if (groups.size() < 2) return;
  // A face with noise: some vertex beyond its corners, or one that was dropped, may stand out farther.
  for (bool climbing = true; climbing;) {
    climbing = false;
    for (const std::uint32_t n : hull_->neighbours(best))
      if (consider(n)) climbing = true;
  }
  for (const std::uint32_t g : groups)
    for (const std::uint32_t t : groups_[g].triangles)
      for (const std::uint32_t v : triangles_[t].vertices) face.offset = std::max(face.offset, dot(face.normal, points_[v]));
}

}  // namespace holdfast
