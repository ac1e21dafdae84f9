// Capsule against mesh: the pairs of a feature of the axis (an end, the line) and a feature of a triangle, each where the mesh's
// feature owns the normal.
//
// End and any feature: as a sphere, but not where the line is nearer than its end. Line and edge, line and vertex: the common normal.
// Line and face: where a lying axis leaves the face over an edge that is not smooth, and where it pierces the face.

#include "query/contact/mesh_contacts.h"

namespace holdfast::detail {
namespace {

/// Sine of the angle (3 degrees) by which an end's normal may lean over the line and still be the end's: the far end of a capsule
/// that lies along an edge keeps its point. Larger: an edge under the line pushes along it.
constexpr double kEndLean = 0.052;

/// Sine of the angle to the face (10 degrees) up to which an axis lies on it, and rests where it leaves the face too.
constexpr double kLying = 0.17;

/// Sine of the angle below which axis and edge are parallel: the ends of both stand for them.
constexpr double kParallel = 1e-9;

struct Core {
  Vector3d start, end, direction;
  double length = 0, radius = 0;
};

class CapsuleTriangle {
 public:
  CapsuleTriangle(const MeshTriangle& triangle, const Core& core, double reach, double back, std::vector<MeshPoint>& out)
      : triangle_(triangle),
        core_(core),
        reach_(reach),
        back_(back),
        start_height_(triangle.height(core.start)),
        end_height_(triangle.height(core.end)),
        out_(out) {}

  void add_all() {
    const bool start_on_face = add_end(core_.start, core_.direction), end_on_face = add_end(core_.end, -core_.direction);
    for (int i = 0; i < 3; ++i) {
      if (!triangle_.is_smooth(i)) add_edge(i);
      add_vertex(i);
    }
    if (start_height_ < 0 ? !start_on_face : !end_on_face) add_piercing();
  }

 private:
  void add(const Vector3d& on_axis, const Vector3d& normal, double distance) {
    if (distance > reach_) return;
    out_.push_back({on_axis - normal * ((core_.radius + distance) * 0.5), normal, core_.radius - distance, triangle_.index()});
  }

  /// True when the end stands over or under the face.
  bool add_end(const Vector3d& p, const Vector3d& inward) {
    const PointContact c = point_against(triangle_, p, reach_, back_);
    if (c.kind == PointContact::Kind::none) return false;
    const bool on_face = c.kind == PointContact::Kind::face;
    if (on_face || dot(c.normal, inward) >= -kEndLean) add(p, c.normal, c.distance);
    return on_face;
  }

  void add_edge(int i) {
    const Vector3d e = triangle_.edge(i), across = cross(core_.direction, e);
    const double edge_length_squared = length_squared(e), sine_squared = length_squared(across);
    if (sine_squared <= kParallel * kParallel * edge_length_squared) return;
    // Closest points of the two lines: both lie inside, or the pair belongs to an end or a vertex.
    const Vector3d d = triangle_.corner(i) - core_.start;
    const double t = dot(cross(d, e), across) / sine_squared, u = dot(cross(d, core_.direction), across) / sine_squared;
    if (t > 0 && t < core_.length && u >= 0 && u <= 1) {
      const Vector3d on_axis = core_.start + core_.direction * t;
      Vector3d n = across / std::sqrt(sine_squared);
      if (!triangle_.edge_owns(i, n)) n = -n;
      if (!triangle_.edge_owns(i, n)) return add_over_edge(i);
      const double distance = dot(n, on_axis - (triangle_.corner(i) + e * u));
      if (distance >= -back_) add(on_axis, n, distance);
      return;
    }
    add_over_edge(i);
  }

  /// A lying axis that leaves the face over edge i still rests on the face there.
  void add_over_edge(int i) {
    if (std::abs(dot(core_.direction, triangle_.normal())) > kLying) return;
    const Vector3d e = triangle_.edge(i), inward = cross(triangle_.normal(), e);
    const double from = dot(inward, core_.start - triangle_.corner(i)), to = dot(inward, core_.end - triangle_.corner(i));
    if ((from < 0) == (to < 0)) return;
    const Vector3d on_axis = core_.start + (core_.end - core_.start) * (from / (from - to));
    const double along = dot(e, on_axis - triangle_.corner(i)), height = triangle_.height(on_axis);
    if (along >= 0 && along <= length_squared(e) && height >= -back_) add(on_axis, triangle_.normal(), height);
  }

  void add_vertex(int i) {
    const Vector3d& v = triangle_.corner(i);
    const double t = dot(v - core_.start, core_.direction);
    if (!(t > 0 && t < core_.length)) return;
    const Vector3d on_axis = core_.start + core_.direction * t, d = on_axis - v;
    const double distance = length(d);
    if (distance > reach_ || distance <= kNoDirection * core_.radius || dot(d, triangle_.normal()) < 0) return;
    const Vector3d n = d / distance;
    if (triangle_.vertex_owns(i, n)) add(on_axis, n, distance);
  }

  /// The axis pierces the face: its end behind is the deepest point.
  void add_piercing() {
    if ((start_height_ < 0) == (end_height_ < 0)) return;
    const Vector3d on_face = core_.start + (core_.end - core_.start) * (start_height_ / (start_height_ - end_height_));
    if (triangle_.nearest(on_face).feature != Feature::face) return;
    if (start_height_ < 0) {
      add(core_.start, triangle_.normal(), start_height_);
    } else {
      add(core_.end, triangle_.normal(), end_height_);
    }
  }

  const MeshTriangle& triangle_;
  const Core& core_;
  double reach_, back_, start_height_, end_height_;
  std::vector<MeshPoint>& out_;
};

}  // namespace

void contact_capsule_mesh(const Capsule& a, const Posed& pose_a, const Mesh& b, const Posed& pose_b, const ContactOptions& options,
                          ContactSet& out) {
  MeshScratch& scratch = mesh_scratch();
  const Vector3d center = transform_inverse(pose_b, pose_a.position);
  const Vector3d axis = rotate_inverse(pose_b.rotation, rotate(pose_a.rotation, Vector3d{0, 0, 1}));
  const Vector3d away = abs(center);
  const MeshQuery query{b, options, away.x + away.y + away.z + a.half_height + a.radius};
  Core core{center - axis * a.half_height, center + axis * a.half_height, axis, 2 * a.half_height, a.radius};
  const double reach = a.radius + query.front();

  MeshReach where{{}, center, abs(axis) * a.half_height, reach};
  where.box.add(core.start);
  where.box.add(core.end);
  where.box = where.box.grown(reach);
  collect_triangles(b, where, scratch.triangles, [&](std::uint32_t t) {
    const Vector3d &n = b.normal(t), c = b.corner(t, 0);
    const double from = dot(n, core.start - c), to = dot(n, core.end - c);
    return std::min(from, to) <= reach && std::max(from, to) >= (options.front_only ? 0 : -a.radius);
  });
  scratch.points.clear();
  for (const std::uint32_t t : scratch.triangles) {
    const MeshTriangle triangle(b, t, options.filter_internal_edges);
    CapsuleTriangle(triangle, core, reach, a.radius, scratch.points).add_all();
  }
  if (options.filter_internal_edges) {
    static thread_local std::vector<MeshPoint> moved;
    drop_longer_ways_out(scratch, a.radius, [&](std::uint32_t t, const Vector3d& shift) {
      const Core shifted{core.start + shift, core.end + shift, core.direction, core.length, core.radius};
      return any_in_plane(b, scratch.triangles, t, query.size, [&](std::uint32_t u) {
        const MeshTriangle triangle(b, u, true);
        moved.clear();
        CapsuleTriangle(triangle, shifted, a.radius, a.radius, moved).add_all();
        return std::any_of(moved.begin(), moved.end(), [](const MeshPoint& p) { return p.depth > 0; });
      });
    });
  }
  finish(scratch, query, a.radius, pose_b, out);
}

}  // namespace holdfast::detail
