#include "shape/hull_builder.h"

#include <holdfast/base/error.h>
#include <holdfast/math/predicates.h>

#include <algorithm>
#include <numeric>
#include <string>

namespace holdfast {
namespace {

/// How far the squared length of a face normal may be from 1: rounding is 1e-15, a plane that was lost is off by all of it.
constexpr double kUnitNormal = 1e-9;

}  // namespace
namespace {

constexpr std::uint32_t kNone = 0xffffffffu;
/// Faces whose normals agree to a larger dot product may be one face. Lower: coarser hulls, fewer contact points lost to
/// noise. The value is that of the specification; kFlatness decides first for all but small faces.
constexpr double kMergeCosine = 1.0 - 1e-4;
/// A merged face's vertices lie within this share of the hull's thickness of the plane of its largest part: the noise of
/// coordinates that were rounded to Float32 or printed with six digits. Higher: dense round hulls get faces that are not
/// flat, and volumes and depths change by that share. Lower: rounded flat faces fall apart into slivers.
constexpr double kFlatness = 1e-5;
/// Where all coordinates are Float32 numbers, a thin plate may need more: the noise of turned coordinates up to 1, as far
/// as it is no more than kThinShare of the thickness. Lower: turned thin plates lose corners of their contact faces.
constexpr double kFloatNoise = 0x1p-21;
constexpr double kThinShare = 1e-3;
/// The mean plane of a merged face may leave its vertices this many flatnesses behind: two sides, and the tilt.
constexpr double kMeanPlane = 3;
/// Slivers narrower than the flatness have no normal to speak of: they join a face that is within 60 degrees.
constexpr double kSliverCosine = 0.5;
/// Attempts to find sound faces before noise is left unmerged. Each attempt that fails dissolves a face.
constexpr int kAttempts = 16;

bool comes_before(const Vector3d& a, const Vector3d& b) {
  if (a.x != b.x) return a.x < b.x;
  if (a.y != b.y) return a.y < b.y;
  return a.z < b.z;
}

Vector3d scaled_by(const Vector3d& v, int exponent) {
  return {std::ldexp(v.x, exponent), std::ldexp(v.y, exponent), std::ldexp(v.z, exponent)};
}

double distance_to_line(const Vector3d& p, const Vector3d& a, const Vector3d& b) {
  const Vector3d along = b - a;
  return length(cross(along, p - a)) / length(along);
}

}  // namespace

HullBuilder::HullBuilder(std::span<const Vector3d> points) {
  if (points.size() < 4)
    throw InvalidArgument("hull has " + std::to_string(points.size()) + " points: it needs four that do not lie in one plane");
  if (points.size() >= kNone / 8) throw InvalidArgument("hull has " + std::to_string(points.size()) + " points: at most 2^29 are allowed");
  for (std::size_t i = 0; i < points.size(); ++i)
    if (!is_finite(points[i])) throw InvalidArgument("hull point " + std::to_string(i) + " has a coordinate that is not finite");
  points_.reserve(points.size());
  for (const Vector3d& p : points) points_.push_back(p + Vector3d{});  // -0.0 becomes 0.0
  std::sort(points_.begin(), points_.end(), comes_before);
  points_.erase(std::unique(points_.begin(), points_.end()), points_.end());
  scale_points();
}

std::shared_ptr<const Hull> HullBuilder::build() {
  detail::HullTriangles boundary = detail::hull_triangles(scaled_);
  triangles_ = std::move(boundary.triangles);
  set_flatness(boundary.thickness);
  find_groups();
  grow_regions();
  for (int attempt = 0; !make_polygons(); ++attempt)
    if (attempt >= kAttempts) dissolve_all();
  hull_ = std::shared_ptr<Hull>(new Hull);
  add_vertices_and_faces();
  add_edges();
  add_neighbours();
  measure();
  place_planes();
  return std::move(hull_);
}

void HullBuilder::scale_points() {
  double largest = 0;
  for (const Vector3d& p : points_) largest = std::max({largest, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
  std::frexp(largest, &exponent_);
  scaled_.reserve(points_.size());
  for (const Vector3d& p : points_) {
    scaled_.push_back(scaled_by(p, -exponent_));
    if (scaled_by(scaled_.back(), exponent_) != p) {  // coordinates too far apart for one scale
      scaled_ = points_;
      exponent_ = 0;
      break;
    }
  }
}

void HullBuilder::set_flatness(double thickness) {
  flatness_ = kFlatness * thickness;
  const auto is_float = [](const Vector3d& p) { return Vector3d(Vector3f(p)) == p; };
  // Scaled coordinates are below 1.
  if (std::all_of(points_.begin(), points_.end(), is_float)) flatness_ = std::max(flatness_, std::min(kFloatNoise, kThinShare * thickness));
}

void HullBuilder::find_groups() {
  group_of_.assign(triangles_.size(), kNone);
  for (std::uint32_t t = 0; t < triangles_.size(); ++t) {
    if (group_of_[t] != kNone) continue;
    const auto index = static_cast<std::uint32_t>(groups_.size());
    Group group;
    group.region = index;
    group.triangles.push_back(t);
    group_of_[t] = index;
    const auto& v = triangles_[t].vertices;
    for (std::size_t k = 0; k < group.triangles.size(); ++k) {
      for (const std::uint32_t n : triangles_[group.triangles[k]].neighbours) {
        if (group_of_[n] != kNone) continue;
        const auto& w = triangles_[n].vertices;
        const auto in_plane = [&](std::uint32_t p) { return orientation(scaled_[v[0]], scaled_[v[1]], scaled_[v[2]], scaled_[p]) == 0; };
        if (!std::all_of(w.begin(), w.end(), in_plane)) continue;
        group_of_[n] = index;
        group.triangles.push_back(n);
      }
    }
    measure_group(group);
    groups_.push_back(std::move(group));
  }
}

void HullBuilder::measure_group(Group& group) const {
  double largest = -1, longest = 0;
  for (const std::uint32_t t : group.triangles) {
    const Vector3d &a = scaled_[triangles_[t].vertices[0]], &b = scaled_[triangles_[t].vertices[1]],
                   &c = scaled_[triangles_[t].vertices[2]];
    const double area = 0.5 * length(cross(b - a, c - a));
    longest = std::max({longest, length_squared(b - a), length_squared(c - b), length_squared(a - c)});
    group.area += area;
    if (!(area > largest)) continue;
    largest = area;
    group.normal = triangle_normal(a, b, c);
  }
  group.width = 2 * group.area / std::sqrt(longest);
}

void HullBuilder::grow_regions() {
  std::vector<std::uint32_t> seeds(groups_.size());
  std::iota(seeds.begin(), seeds.end(), 0u);
  std::sort(seeds.begin(), seeds.end(), [&](std::uint32_t a, std::uint32_t b) {
    return groups_[a].area != groups_[b].area ? groups_[a].area > groups_[b].area : a < b;
  });
  for (Group& g : groups_) g.region = kNone;
  region_sizes_.assign(groups_.size(), 0);
  for (const std::uint32_t seed : seeds)
    if (groups_[seed].region == kNone) grow_region(seed);
}

void HullBuilder::grow_region(std::uint32_t seed) {
  const double offset = dot(groups_[seed].normal, scaled_[triangles_[groups_[seed].triangles[0]].vertices[0]]);
  std::vector<std::uint32_t> members{seed};
  groups_[seed].region = seed;
  for (std::size_t k = 0; k < members.size(); ++k) {
    for (const std::uint32_t t : groups_[members[k]].triangles) {
      for (const std::uint32_t n : triangles_[t].neighbours) {
        Group& g = groups_[group_of_[n]];
        if (g.region != kNone || !may_join(g, groups_[seed], offset)) continue;
        g.region = seed;
        members.push_back(group_of_[n]);
      }
    }
  }
  region_sizes_[seed] = static_cast<std::uint32_t>(members.size());
}

bool HullBuilder::may_join(const Group& group, const Group& seed, double offset) const {
  const double agreement = dot(group.normal, seed.normal);
  if (!(agreement > kMergeCosine || (group.width <= flatness_ && agreement > kSliverCosine))) return false;
  for (const std::uint32_t t : group.triangles)
    for (const std::uint32_t v : triangles_[t].vertices)
      if (!(std::abs(dot(seed.normal, scaled_[v]) - offset) <= flatness_)) return false;
  return true;
}

std::vector<HullBuilder::Side> HullBuilder::border_sides() {
  std::vector<Side> sides;
  valence_.assign(points_.size(), 0);
  for (std::size_t t = 0; t < triangles_.size(); ++t) {
    const std::uint32_t region = groups_[group_of_[t]].region;
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t beyond = groups_[group_of_[triangles_[t].neighbours[i]]].region;
      if (beyond == region) continue;
      const std::uint32_t from = triangles_[t].vertices[i];
      sides.push_back({region, from, triangles_[t].vertices[(i + 1) % 3], beyond});
      ++valence_[from];
    }
  }
  std::sort(sides.begin(), sides.end(),
            [](const Side& a, const Side& b) { return a.region != b.region ? a.region < b.region : a.from < b.from; });
  return sides;
}

/// True when every region is a sound face; else regions are dissolved, for another attempt.
bool HullBuilder::make_polygons() {
  const std::vector<Side> sides = border_sides();
  polygons_.clear();
  unsound_.assign(groups_.size(), 0);
  bool sound = true;
  for (std::size_t i = 0; i < sides.size();) {
    std::size_t end = i;
    while (end < sides.size() && sides[end].region == sides[i].region) ++end;
    if (!trace(std::span(sides).subspan(i, end - i))) {
      unsound_[sides[i].region] = 1;
      sound = false;
    }
    i = end;
  }
  if (!sound) {
    dissolve_marked(sides);
    return false;
  }
  if (is_polyhedron()) return true;
  dissolve_all();
  return false;
}

/// Makes a polygon from the sides of one region, which are sorted by their first point.
bool HullBuilder::trace(std::span<const Side> sides) {
  std::vector<std::uint32_t> loop{sides[0].from};
  std::uint32_t next = sides[0].to;
  while (next != loop.front()) {
    const auto side = std::lower_bound(sides.begin(), sides.end(), next, [](const Side& s, std::uint32_t v) { return s.from < v; });
    if (side == sides.end() || side->from != next || loop.size() == sides.size()) return false;
    loop.push_back(next);
    next = side->to;
  }
  if (loop.size() != sides.size()) return false;  // a ring, or a loop that touches itself
  Polygon polygon;
  polygon.region = sides[0].region;
  for (const std::uint32_t v : loop)
    if (valence_[v] >= 3) polygon.corners.push_back(v);
  if (polygon.corners.size() < 3) return false;
  if (is_merged(polygon.region) && !is_sound(loop, polygon)) return false;
  polygons_.push_back(std::move(polygon));
  return true;
}

/// True when a merged polygon is flat and convex, and the points that it drops lie on its sides but for noise.
bool HullBuilder::is_sound(const std::vector<std::uint32_t>& loop, const Polygon& polygon) const {
  const auto& corners = polygon.corners;
  const Vector3d n = normal_of(polygon);
  const auto [lowest, highest] = std::minmax_element(
      loop.begin(), loop.end(), [&](std::uint32_t a, std::uint32_t b) { return dot(n, scaled_[a]) < dot(n, scaled_[b]); });
  if (!(dot(n, scaled_[*highest] - scaled_[*lowest]) <= kMeanPlane * flatness_)) return false;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Vector3d &a = scaled_[corners[i]], &b = scaled_[corners[(i + 1) % corners.size()]],
                   &c = scaled_[corners[(i + 2) % corners.size()]];
    if (!(dot(cross(b - a, c - b), n) > 0)) return false;
  }
  const std::size_t first = static_cast<std::size_t>(std::find(loop.begin(), loop.end(), corners[0]) - loop.begin());
  std::size_t side = 0;
  for (std::size_t k = 1; k < loop.size(); ++k) {
    const std::uint32_t v = loop[(first + k) % loop.size()];
    if (valence_[v] >= 3) {
      ++side;
    } else if (!(distance_to_line(scaled_[v], scaled_[corners[side]], scaled_[corners[(side + 1) % corners.size()]]) <= flatness_)) {
      return false;
    }
  }
  return true;
}

/// Euler's formula, and enough faces.
bool HullBuilder::is_polyhedron() const {
  std::size_t sides = 0;
  for (const Polygon& p : polygons_) sides += p.corners.size();
  const auto vertices = static_cast<std::size_t>(std::count_if(valence_.begin(), valence_.end(), [](std::uint32_t v) { return v >= 3; }));
  return polygons_.size() >= 4 && sides % 2 == 0 && vertices + polygons_.size() == sides / 2 + 2;
}

void HullBuilder::dissolve_marked(std::span<const Side> sides) {
  std::vector<char> dissolve(groups_.size(), 0);
  bool any = false;
  const auto mark = [&](std::uint32_t region) {
    if (!is_merged(region)) return;
    dissolve[region] = 1;
    any = true;
  };
  for (const Side& s : sides) {
    if (!unsound_[s.region]) continue;
    mark(s.region);
    // A face of one plane is spoiled by the points that merged neighbours drop.
    if (!is_merged(s.region)) mark(s.beyond);
  }
  if (!any) {
    dissolve_all();
    return;
  }
  for (std::uint32_t g = 0; g < groups_.size(); ++g)
    if (dissolve[groups_[g].region]) groups_[g].region = g;
  region_sizes_.assign(groups_.size(), 0);
  for (const Group& g : groups_) ++region_sizes_[g.region];
}

void HullBuilder::dissolve_all() {
  for (std::uint32_t g = 0; g < groups_.size(); ++g) groups_[g].region = g;
  region_sizes_.assign(groups_.size(), 1);
}

/// Of an exact face: from its largest triangle of corners. Of a merged one: the mean by area.
Vector3d HullBuilder::normal_of(const Polygon& polygon) const {
  const auto& corners = polygon.corners;
  const Vector3d& a = scaled_[corners[0]];
  Vector3d sum, best;
  double largest = -1;
  for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
    const Vector3d &b = scaled_[corners[i]], &c = scaled_[corners[i + 1]], n = cross(b - a, c - a);
    sum += n;
    if (!(length_squared(n) > largest)) continue;
    largest = length_squared(n);
    best = triangle_normal(a, b, c);
  }
  return is_merged(polygon.region) ? normalized(sum, best) : best + Vector3d{};
}

std::shared_ptr<const Hull> Hull::from_points(std::span<const Vector3d> points) {
  std::shared_ptr<const Hull> hull = HullBuilder(points).build();
  // Topology is exact for every finite double; planes are not: squares of their edges must neither overflow nor vanish.
  for (const Face& face : hull->faces()) {
    if (face.count < 3 || !std::isfinite(face.offset) || !(std::abs(length_squared(face.normal) - 1) < kUnitNormal))
      throw InvalidArgument("hull: a face has no plane in Float64; the points are too far apart, too close together or too nearly flat");
  }
  return hull;
}

}  // namespace holdfast
