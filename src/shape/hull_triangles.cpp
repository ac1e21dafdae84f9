#include "shape/hull_triangles.h"

#include <holdfast/base/error.h>
#include <holdfast/math/predicates.h>

#include <algorithm>
#include <string>

namespace holdfast::detail {
namespace {

constexpr std::uint32_t kNone = 0xffffffffu;

struct Facet {
  std::array<std::uint32_t, 3> v{};
  std::array<std::uint32_t, 3> neighbours{kNone, kNone, kNone};
  Vector3d normal;                ///< not unit; in doubles, to find the farthest point only
  std::uint32_t outside = kNone;  ///< first of the list of points in front that this facet answers for
  std::uint32_t farthest = kNone;
  double distance = 0;
  std::uint32_t seen_from = kNone;  ///< the last point for which the facet was found visible
  bool alive = true;
};

struct HorizonEdge {
  std::uint32_t from, to;
  std::uint32_t beyond;  ///< the facet that stays
};

class Quickhull {
 public:
  explicit Quickhull(std::span<const Vector3d> points) : points_(points), next_(points.size(), kNone), facet_from_(points.size(), kNone) {}

  HullTriangles run() {
    start();
    for (std::size_t k = 0; k < pending_.size(); ++k) {
      const std::uint32_t f = pending_[k];
      if (facets_[f].alive && facets_[f].outside != kNone) add_point(f, facets_[f].farthest);
    }
    return {collect(), thickness_};
  }

 private:
  void start() {
    const std::array<std::uint32_t, 4> corner = first_tetrahedron();
    static constexpr std::array<std::array<int, 3>, 4> kFaces{{{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}}};
    for (const auto& f : kFaces)
      add_facet({corner[static_cast<std::size_t>(f[0])], corner[static_cast<std::size_t>(f[1])], corner[static_cast<std::size_t>(f[2])]});
    for (std::uint32_t f = 0; f < 4; ++f)
      for (std::uint32_t g = 0; g < 4; ++g)
        for (std::size_t i = 0; i < 3; ++i)
          for (std::size_t j = 0; j < 3; ++j)
            if (facets_[f].v[i] == facets_[g].v[(j + 1) % 3] && facets_[f].v[(i + 1) % 3] == facets_[g].v[j]) facets_[f].neighbours[i] = g;
    for (std::uint32_t p = 0; p < points_.size(); ++p)
      if (std::find(corner.begin(), corner.end(), p) == corner.end()) give_to_new_facet(p);
  }

  /// Four points that span a volume, the fourth behind the triangle of the others.
  [[nodiscard]] std::array<std::uint32_t, 4> first_tetrahedron() {
    const auto n = static_cast<std::uint32_t>(points_.size());
    if (n < 2) throw InvalidArgument("hull points are all one point: a hull needs four that do not lie in one plane");
    const std::uint32_t a = 0, b = n - 1;
    const Vector3d along = points_[b] - points_[a];
    const std::uint32_t c = best_of([&](const Vector3d& p) { return length_squared(cross(along, p - points_[a])); },
                                    [&](const Vector3d& p) { return !collinear(points_[a], points_[b], p); });
    if (c == kNone) throw InvalidArgument("hull points all lie on one line: a hull needs four that do not lie in one plane");
    const Vector3d normal = cross(along, points_[c] - points_[a]);
    const std::uint32_t d = best_of([&](const Vector3d& p) { return std::abs(dot(normal, p - points_[a])); },
                                    [&](const Vector3d& p) { return orientation(points_[a], points_[b], points_[c], p) != 0; });
    if (d == kNone) throw InvalidArgument("hull points all lie in one plane: a hull needs four that do not");
    thickness_ = std::abs(dot(triangle_normal(points_[a], points_[b], points_[c]), points_[d] - points_[a]));
    return orientation(points_[a], points_[b], points_[c], points_[d]) < 0 ? std::array{a, b, c, d} : std::array{a, c, b, d};
  }

  /// The point with the largest measure if it is acceptable, else the first acceptable one, else none.
  template <class Measure, class Accept>
  [[nodiscard]] std::uint32_t best_of(const Measure& measure, const Accept& accept) const {
    std::uint32_t best = 0;
    double largest = -1;
    for (std::uint32_t p = 0; p < points_.size(); ++p) {
      const double m = measure(points_[p]);
      if (m > largest) {
        largest = m;
        best = p;
      }
    }
    if (accept(points_[best])) return best;
    for (std::uint32_t p = 0; p < points_.size(); ++p)
      if (accept(points_[p])) return p;
    return kNone;
  }

  std::uint32_t add_facet(const std::array<std::uint32_t, 3>& v) {
    Facet f;
    f.v = v;
    f.normal = cross(points_[v[1]] - points_[v[0]], points_[v[2]] - points_[v[0]]);
    std::uint32_t index = 0;
    if (free_.empty()) {
      index = static_cast<std::uint32_t>(facets_.size());
      facets_.push_back(f);
    } else {
      index = free_.back();
      free_.pop_back();
      facets_[index] = f;
    }
    new_.push_back(index);
    return index;
  }

  [[nodiscard]] bool sees(const Facet& f, std::uint32_t p) const {
    return orientation(points_[f.v[0]], points_[f.v[1]], points_[f.v[2]], points_[p]) > 0;
  }

  /// Gives point p to the first new facet that sees it; a point that none sees is inside.
  void give_to_new_facet(std::uint32_t p) {
    for (const std::uint32_t i : new_) {
      Facet& f = facets_[i];
      if (!sees(f, p)) continue;
      const double d = dot(f.normal, points_[p] - points_[f.v[0]]);
      if (f.farthest == kNone) pending_.push_back(i);
      if (f.farthest == kNone || d > f.distance) {
        f.farthest = p;
        f.distance = d;
      }
      next_[p] = f.outside;
      f.outside = p;
      return;
    }
  }

  void add_point(std::uint32_t start_facet, std::uint32_t p) {
    find_horizon(start_facet, p);
    new_.clear();
    for (const HorizonEdge& e : horizon_) {
      const std::uint32_t f = add_facet({e.from, e.to, p});
      facets_[f].neighbours[0] = e.beyond;
      Facet& beyond = facets_[e.beyond];
      for (std::size_t i = 0; i < 3; ++i)
        if (beyond.v[i] == e.to && beyond.v[(i + 1) % 3] == e.from) beyond.neighbours[i] = f;
      facet_from_[e.from] = f;
    }
    for (const HorizonEdge& e : horizon_) {
      const std::uint32_t f = facet_from_[e.from], after = facet_from_[e.to];
      HOLDFAST_ASSERT(after != kNone);
      facets_[f].neighbours[1] = after;
      facets_[after].neighbours[2] = f;
    }
    for (const HorizonEdge& e : horizon_) facet_from_[e.from] = kNone;
    share_out(p);
  }

  void find_horizon(std::uint32_t start_facet, std::uint32_t p) {
    visible_.assign(1, start_facet);
    horizon_.clear();
    facets_[start_facet].seen_from = p;
    facets_[start_facet].alive = false;
    for (std::size_t k = 0; k < visible_.size(); ++k) {
      const Facet f = facets_[visible_[k]];
      for (std::size_t i = 0; i < 3; ++i) {
        Facet& g = facets_[f.neighbours[i]];
        if (g.seen_from == p) continue;
        if (sees(g, p)) {
          g.seen_from = p;
          g.alive = false;
          visible_.push_back(f.neighbours[i]);
        } else {
          horizon_.push_back({f.v[i], f.v[(i + 1) % 3], f.neighbours[i]});
        }
      }
    }
  }

  /// Gives the points of the facets that are removed to the new ones.
  void share_out(std::uint32_t added) {
    for (const std::uint32_t f : visible_) {
      for (std::uint32_t p = facets_[f].outside; p != kNone;) {
        const std::uint32_t following = next_[p];
        if (p != added) give_to_new_facet(p);
        p = following;
      }
      facets_[f].outside = kNone;
    }
    free_.insert(free_.end(), visible_.begin(), visible_.end());
  }

  [[nodiscard]] std::vector<HullTriangle> collect() const {
    std::vector<std::uint32_t> index(facets_.size(), kNone);
    std::vector<HullTriangle> triangles;
    for (std::size_t f = 0; f < facets_.size(); ++f) {
      if (!facets_[f].alive) continue;
      index[f] = static_cast<std::uint32_t>(triangles.size());
      triangles.push_back({facets_[f].v, facets_[f].neighbours});
    }
    for (HullTriangle& t : triangles)
      for (std::uint32_t& n : t.neighbours) n = index[n];
    return triangles;
  }

  std::span<const Vector3d> points_;
  std::vector<Facet> facets_;
  std::vector<std::uint32_t> free_;        ///< facets that were removed: their places are used again
  std::vector<std::uint32_t> new_;         ///< facets of the point that was added last
  std::vector<std::uint32_t> pending_;     ///< facets that were given points, oldest first
  std::vector<std::uint32_t> next_;        ///< the lists of outside points
  std::vector<std::uint32_t> facet_from_;  ///< while a point is added: the new facet whose horizon edge starts at a vertex
  std::vector<std::uint32_t> visible_;
  std::vector<HorizonEdge> horizon_;
  double thickness_ = 0;
};

}  // namespace

HullTriangles hull_triangles(std::span<const Vector3d> points) { return Quickhull(points).run(); }

}  // namespace holdfast::detail
