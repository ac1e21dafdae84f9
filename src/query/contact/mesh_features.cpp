#include "query/contact/mesh_features.h"

#include <algorithm>

namespace holdfast::detail {
namespace {

constexpr int next(int i) { return i == 2 ? 0 : i + 1; }
constexpr int previous(int i) { return i == 0 ? 2 : i - 1; }

}  // namespace

NearestFeature MeshTriangle::nearest(const Vector3d& p) const {
  NearestFeature out;
  out.height = height(p);
  const Vector3d foot = p - normal_ * out.height;
  double best = std::numeric_limits<double>::infinity();
  bool outside = false;
  for (int i = 0; i < 3; ++i) {
    const Vector3d &e = edge(i), d = p - corner(i);
    if (dot(inward(i), d) >= 0) continue;
    outside = true;
    // The sign of each product is that which the triangle on the other side of the edge finds.
    const double from_start = dot(d, e), from_end = -dot(p - corner(next(i)), e);
    const Feature feature = from_start <= 0 || from_end <= 0 ? Feature::vertex : Feature::edge;
    const int index = feature == Feature::vertex && from_start > 0 ? next(i) : i;
    const Vector3d q = feature == Feature::vertex ? corner(index) : corner(i) + e * (from_start / (from_start + from_end));
    const double lateral = length_squared(foot - q);
    if (lateral < best) {
      best = lateral;
      out.point = q;
      out.feature = feature;
      out.index = index;
    }
  }
  if (!outside) {
    out.point = foot;
    return out;
  }
  out.lateral_squared = best;
  return out;
}

double MeshTriangle::over_face_reach(const Vector3d& p, double height) const {
  const Vector3d a = abs(p - corners_[0]);
  return kOverFaceAngle * std::abs(height) + kOverFaceRounding * (a.x + a.y + a.z);
}

bool MeshTriangle::is_over_face(const NearestFeature& n, const Vector3d& p) const {
  if (n.feature == Feature::face) return true;
  const double reach = over_face_reach(p, n.height);
  return n.lateral_squared <= reach * reach;
}

bool MeshTriangle::is_beyond_edge(const Vector3d& p, double height) const {
  const double reach = over_face_reach(p, height);
  for (int i = 0; i < 3; ++i) {
    const double inside = dot(inward(i), p - corner(i));
    if (inside < 0 && inside * inside > reach * reach * length_squared(edge(i))) return true;
  }
  return false;
}

bool MeshTriangle::edge_owns(int i, const Vector3d& d, double tolerance) const {
  if (!edge_owns_normals(i)) return false;
  const Vector3d e = normalized(edge(i));
  if (dot(d, cross(normal_, e)) > tolerance) return false;
  if (kind(i) != Mesh::EdgeKind::convex) return dot(d, normal_) >= -tolerance;
  const Vector3d& other = mesh_->normal(neighbour(i));
  return dot(d, cross(e, other)) <= tolerance && dot(d, normal_ + other) > 0;
}

bool MeshTriangle::vertex_owns(int i, const Vector3d& d, double tolerance) const {
  bool owned = true, valley = false, own = false;
  Vector3d outward;
  for_each_around(i, [&](std::uint32_t t, int k) {
    if (!owned) return;
    const Vector3d u = normalized(mesh_->corner(t, next(k)) - corner(i)), v = normalized(mesh_->corner(t, previous(k)) - corner(i));
    owned = dot(d, u) <= tolerance && dot(d, v) <= tolerance;
    const auto& edges = mesh_->triangles()[t].edges;
    for (const int e : {k, previous(k)}) {
      const Mesh::EdgeKind kind = filter_ ? edges[static_cast<std::size_t>(e)] : Mesh::EdgeKind::border;
      valley = valley || kind == Mesh::EdgeKind::concave;
      own = own || (kind != Mesh::EdgeKind::concave && kind != Mesh::EdgeKind::flat);
    }
    // Each face weighs as the chord of its angle: only the sign of the sum is used.
    outward += mesh_->normal(t) * length(u - v);
  });
  if (!owned || !own) return false;
  return !valley || dot(d, outward) > 0;
}

bool MeshTriangle::is_in_fan_behind(const NearestFeature& n, const Vector3d& p) const {
  if (n.height >= 0 || n.feature == Feature::face || !filter_) return false;
  const Vector3d d = p - n.point;
  const double tolerance = kOwnedTolerance * length(d);
  if (n.feature == Feature::edge) {
    if (kind(n.index) != Mesh::EdgeKind::concave && kind(n.index) != Mesh::EdgeKind::flat) return false;
    return dot(d, cross(normalized(edge(n.index)), mesh_->normal(neighbour(n.index)))) <= tolerance;
  }
  bool inside = true, valley = false;
  Vector3d outward;
  for_each_around(n.index, [&](std::uint32_t t, int k) {
    if (!inside) return;
    const Vector3d u = normalized(mesh_->corner(t, next(k)) - n.point), v = normalized(mesh_->corner(t, previous(k)) - n.point);
    inside = dot(d, u) <= tolerance && dot(d, v) <= tolerance;
    for (const int e : {k, previous(k)})
      valley = valley || mesh_->triangles()[t].edges[static_cast<std::size_t>(e)] == Mesh::EdgeKind::concave;
    outward += mesh_->normal(t) * length(u - v);
  });
  return inside && valley && dot(d, outward) < 0;
}

}  // namespace holdfast::detail
