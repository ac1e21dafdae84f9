// From the triangles of a file to meshes, hulls and facts.

#include <holdfast/base/error.h>
#include <holdfast/io/mesh_file.h>

#include <numeric>
#include <utility>

namespace holdfast {
namespace {

struct Placement {
  Vector3d scale;
  Framed frame;
  bool mirrored;
};

Placement checked(const MeshPlacement& given) {
  const Vector3d& s = given.scale;
  if (!is_finite(s) || s.x == 0 || s.y == 0 || s.z == 0)
    throw InvalidArgument("scale is (" + std::to_string(s.x) + ", " + std::to_string(s.y) + ", " + std::to_string(s.z) +
                          "): each number must be finite and not zero");
  if (!is_finite(given.pose.position)) throw InvalidArgument("position has a coordinate that is not finite");
  if (!is_finite(given.pose.rotation) || !(length_squared(given.pose.rotation) > 0))
    throw InvalidArgument("rotation is not a finite quaternion with a length");
  return {s, Framed(Posed(given.pose.position, normalized(given.pose.rotation))), (s.x < 0) != ((s.y < 0) != (s.z < 0))};
}

Vector3d place(const Placement& p, const Vector3f& v) {
  return transform(p.frame, Vector3d{p.scale.x * double(v.x), p.scale.y * double(v.y), p.scale.z * double(v.z)});
}

[[noreturn]] void fail(const std::filesystem::path& path, const std::string& what) { throw FileError(path.string() + ": " + what); }

/// Shapes complain of their points; the user gave a file.
template <class Build>
auto build_from(const std::filesystem::path& path, Build&& build) {
  try {
    return build();
  } catch (const InvalidArgument& error) { fail(path, error.what()); } catch (const std::bad_alloc&) {
    fail(path, "needs more memory than there is");
  }
}

std::size_t count_components(const Mesh& mesh) {
  std::vector<std::uint32_t> parent(mesh.vertices().size());
  std::iota(parent.begin(), parent.end(), 0u);
  const auto root = [&](std::uint32_t v) {
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
  };
  std::size_t components = parent.size();
  for (const Mesh::Triangle& t : mesh.triangles()) {
    for (std::size_t i = 0; i < 2; ++i) {
      const std::uint32_t a = root(t.vertices[i]), b = root(t.vertices[i + 1]);
      if (a == b) continue;
      parent[b] = a;
      --components;
    }
  }
  return components;
}

double signed_volume(const Mesh& mesh) {
  const Vector3d origin = mesh.bounds().center();
  double six = 0;
  for (std::uint32_t t = 0; t < mesh.triangles().size(); ++t)
    six += dot(mesh.corner(t, 0) - origin, cross(mesh.corner(t, 1) - origin, mesh.corner(t, 2) - origin));
  return six / 6.0;
}

}  // namespace

MeshFileFacts mesh_file_facts(const std::filesystem::path& path) {
  const MeshFile file = read_mesh_file(path);
  const auto mesh = build_from(path, [&] { return Mesh::create(file.vertices, file.triangles); });
  const Mesh::Report& report = mesh->report();
  MeshFileFacts facts;
  facts.format = file.format;
  facts.up_axis = file.up_axis;
  facts.meters_per_unit = file.meters_per_unit;
  facts.polygons = file.polygons;
  facts.triangles = mesh->triangles().size();
  facts.degenerate_triangles = report.degenerate_triangles;
  facts.vertices = mesh->vertices().size();
  facts.border_edges = report.border_edges;
  facts.irregular_edges = report.irregular_edges;
  facts.components = count_components(*mesh);
  facts.watertight = report.watertight;
  facts.volume = report.watertight ? signed_volume(*mesh) : 0;
  facts.bounds = mesh->bounds();
  return facts;
}

std::shared_ptr<const Mesh> load_mesh(const std::filesystem::path& path, const MeshPlacement& placement) {
  const Placement p = checked(placement);
  MeshFile file = read_mesh_file(path);
  for (Vector3f& v : file.vertices) {
    v = Vector3f(place(p, v));
    if (!is_finite(v)) fail(path, "has coordinates that the given scale and position move beyond Float32");
  }
  if (p.mirrored)
    for (auto& t : file.triangles) std::swap(t[1], t[2]);
  return build_from(path, [&] { return Mesh::create(file.vertices, file.triangles); });
}

std::shared_ptr<const Hull> load_hull(const std::filesystem::path& path, const MeshPlacement& placement) {
  const Placement p = checked(placement);
  const MeshFile file = read_mesh_file(path);
  std::vector<Vector3d> points;
  points.reserve(file.triangles.size() * 3);
  for (const auto& t : file.triangles)
    for (const std::uint32_t v : t) points.push_back(place(p, file.vertices[v]));
  return build_from(path, [&] { return Hull::from_points(points); });
}

}  // namespace holdfast
