#include "query/gjk.h"

#include <algorithm>
#include <array>
#include <limits>

namespace holdfast {

namespace {

// A gap below this part of the sizes counts as touching [-]: the sign of a smaller one is rounding. A larger value
// hands more near misses to the separating axes, whose gap of two corners is a lower bound.
constexpr double kTouching = 1e-13;
// The distance is right once no point lies nearer by more than this part of it [-].
constexpr double kRelativeGap = 1e-15;
// A triangle whose area is below this part of its longest side squared is taken for its edges [-].
constexpr double kFlatArea = 1e-12;
// A tetrahedron lower than this part of its edges has no inside [-].
constexpr double kFlatVolume = 1e-12;

// A corner of the difference of the two sets: w = a - b.
struct Vertex {
  Vector3d w;
  std::size_t a = 0, b = 0;
};

// The point of a simplex that is closest to the origin: which corners hold it, with what weights.
struct Closest {
  Vector3d v;
  double squared = std::numeric_limits<double>::infinity();
  std::array<Vertex, 3> corners;
  std::array<double, 3> weights{};
  std::size_t count = 0;
};

void keep_nearer(Closest& best, const Closest& other) {
  if (other.squared < best.squared) best = other;
}

Closest closest_of(const Vertex& p) {
  Closest c;
  c.v = p.w;
  c.squared = length_squared(p.w);
  c.corners[0] = p;
  c.weights[0] = 1;
  c.count = 1;
  return c;
}

Closest closest_of(const Vertex& p, const Vertex& q) {
  const Vector3d e = q.w - p.w;
  const double ee = length_squared(e), t = -dot(p.w, e);
  if (!(t > 0)) return closest_of(p);
  if (!(t < ee)) return closest_of(q);
  Closest c;
  const double s = t / ee;
  c.v = s < 0.5 ? p.w + e * s : q.w - e * (1 - s);
  c.v -= e * (dot(c.v, e) / ee);
  c.squared = length_squared(c.v);
  c.corners = {p, q, {}};
  c.weights = {1 - s, s, 0};
  c.count = 2;
  return c;
}

Closest closest_of(const Vertex& p, const Vertex& q, const Vertex& r) {
  const Vector3d pq = q.w - p.w, qr = r.w - q.w, rp = p.w - r.w;
  const Vector3d n = cross(pq, -rp);
  const double nn = length_squared(n);
  const double longest = std::max({length_squared(pq), length_squared(qr), length_squared(rp)});
  const double u = dot(n, cross(q.w, r.w)), v = dot(n, cross(r.w, p.w)), w = dot(n, cross(p.w, q.w));
  const double sum = u + v + w;
  if (nn > kFlatArea * kFlatArea * longest * longest && u >= 0 && v >= 0 && w >= 0 && sum > 0) {
    Closest c;
    // The plane's offset from its closest corner loses least.
    const Vector3d& base = length_squared(p.w) <= length_squared(q.w) ? (length_squared(p.w) <= length_squared(r.w) ? p.w : r.w)
                                                                      : (length_squared(q.w) <= length_squared(r.w) ? q.w : r.w);
    c.v = n * (dot(n, base) / nn);
    c.squared = length_squared(c.v);
    c.corners = {p, q, r};
    c.weights = {u / sum, v / sum, w / sum};
    c.count = 3;
    return c;
  }
  Closest best = closest_of(p, q);
  keep_nearer(best, closest_of(q, r));
  keep_nearer(best, closest_of(r, p));
  return best;
}

// Of a tetrahedron: count 0 when it holds the origin. A face is passed over only when the origin is safely on its inner
// side, and not beyond the fourth corner: considering a face too many cannot make the answer wrong.
Closest closest_of(const std::array<Vertex, 4>& s) {
  constexpr std::array<std::array<std::size_t, 4>, 4> faces{{{0, 1, 2, 3}, {0, 3, 1, 2}, {0, 2, 3, 1}, {1, 3, 2, 0}}};
  Closest best;
  for (const auto& f : faces) {
    const Vertex &p = s[f[0]], &q = s[f[1]], &r = s[f[2]];
    const Vector3d n = cross(q.w - p.w, r.w - p.w);
    const double inner = dot(n, s[f[3]].w - p.w), origin = -dot(n, p.w);
    const bool solid = std::abs(inner) > kFlatVolume * length(n) * length(s[f[3]].w - p.w);
    if (solid && inner * origin > 0 && std::abs(origin) <= std::abs(inner)) continue;
    keep_nearer(best, closest_of(p, q, r));
  }
  return best;
}

std::size_t farthest(std::span<const Vector3d> points, const Vector3d& direction) {
  std::size_t best = 0;
  double most = dot(points[0], direction);
  for (std::size_t i = 1; i < points.size(); ++i) {
    const double d = dot(points[i], direction);
    if (d > most) {
      most = d;
      best = i;
    }
  }
  return best;
}

class Gjk {
 public:
  Gjk(std::span<const Vector3d> a, std::span<const Vector3d> b) : a_(a), b_(b) {}

  GjkResult run() {
    Closest best = closest_of(vertex(0, 0));
    note_size(best.v);
    GjkResult result;
    result.status = Status::iteration_limit;
    for (int i = 0; i < kGjkIterations; ++i) {
      if (touches(best)) { best.count = 0; }
      if (best.count == 0) {
        result.status = Status::converged;
        break;
      }
      const Vertex next = vertex(farthest(a_, -best.v), farthest(b_, best.v));
      note_size(next.w);
      const double gap = best.squared - dot(best.v, next.w);
      if (!(gap > kRelativeGap * best.squared) || holds(best, next)) {
        result.status = Status::converged;
        break;
      }
      const Closest nearer = with(best, next);
      // No progress: what is left of the gap is rounding.
      if (nearer.count != 0 && !(nearer.squared < best.squared)) {
        result.status = Status::converged;
        break;
      }
      best = nearer;
    }
    if (best.count != 0) finish(best, result);
    return result;
  }

 private:
  [[nodiscard]] Vertex vertex(std::size_t a, std::size_t b) const { return {a_[a] - b_[b], a, b}; }

  void note_size(const Vector3d& w) { size_squared_ = std::max(size_squared_, length_squared(w)); }

  [[nodiscard]] bool touches(const Closest& c) const { return !(c.squared > kTouching * kTouching * size_squared_); }

  static bool holds(const Closest& c, const Vertex& v) {
    for (std::size_t i = 0; i < c.count; ++i) {
      if (c.corners[i].a == v.a && c.corners[i].b == v.b) return true;
    }
    return false;
  }

  static Closest with(const Closest& c, const Vertex& v) {
    if (c.count == 1) return closest_of(c.corners[0], v);
    if (c.count == 2) return closest_of(c.corners[0], c.corners[1], v);
    return closest_of(std::array<Vertex, 4>{c.corners[0], c.corners[1], c.corners[2], v});
  }

  void finish(const Closest& c, GjkResult& result) const {
    result.distance = std::sqrt(c.squared);
    result.normal = c.v / result.distance;
    for (std::size_t i = 0; i < c.count; ++i) {
      result.point_a += a_[c.corners[i].a] * c.weights[i];
      result.point_b += b_[c.corners[i].b] * c.weights[i];
    }
  }

  std::span<const Vector3d> a_, b_;
  double size_squared_ = 0;
};

}  // namespace

GjkResult gjk_distance(std::span<const Vector3d> a, std::span<const Vector3d> b) {
  HOLDFAST_ASSERT(!a.empty() && !b.empty());
  return Gjk(a, b).run();
}

}  // namespace holdfast
