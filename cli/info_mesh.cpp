// `holdfast info` of a mesh file: what it holds and how large it is. The size is told as a fact; what it means is the reader's.

#include <fmt/format.h>
#include <holdfast/io/mesh_file.h>

#include <algorithm>

#include "cli/info.h"

namespace holdfast::cli {
namespace {

// A file whose largest extent [m, if its units were meters] lies beyond these was probably not modelled in meters: a level
// of a kilometer, or a part of a millimeter. Only a hint, never applied.
constexpr double kUnlikelyLarge = 500;
constexpr double kUnlikelySmall = 1e-3;

std::string triple(const Vector3d& v) { return fmt::format("{:.6g} x {:.6g} x {:.6g}", v.x, v.y, v.z); }
std::string point(const Vector3d& v) { return fmt::format("({:.6g}, {:.6g}, {:.6g})", v.x, v.y, v.z); }

nlohmann::ordered_json list(const Vector3d& v) { return {v.x, v.y, v.z}; }

std::string surface(const MeshFileFacts& facts) {
  if (facts.watertight) return facts.volume < 0 ? "watertight, but inside out" : "watertight";
  return "not watertight";
}

std::string size_hint(double extent, const std::string& up_axis) {
  std::string axis = up_axis.empty() ? "" : up_axis == "z" ? "" : fmt::format("the file says that {} is up, holdfast's up is z", up_axis);
  if (extent > kUnlikelyLarge)
    return fmt::format("extent {:.4g}: millimeters or centimeters? Scenes take a scale", extent) + (axis.empty() ? "" : "; " + axis);
  if (extent < kUnlikelySmall)
    return fmt::format("extent {:.4g}: not meters? Scenes take a scale", extent) + (axis.empty() ? "" : "; " + axis);
  return axis;
}

}  // namespace

FileFacts mesh_facts(const std::string& path) {
  const MeshFileFacts mesh = mesh_file_facts(path);
  const Vector3d extent = mesh.bounds.high - mesh.bounds.low;
  const std::string hint = size_hint(std::max({extent.x, extent.y, extent.z}), mesh.up_axis);
  FileFacts facts;
  facts.rows = {
      {"kind", "mesh, " + mesh.format},
      {"triangles", fmt::format("{}{}", mesh.triangles,
                                mesh.degenerate_triangles > 0 ? fmt::format(", and {} without an area", mesh.degenerate_triangles) : "")},
      {"vertices", fmt::format("{}", mesh.vertices)},
      {"polygons", fmt::format("{} cut into triangles", mesh.polygons)},
      {"surface", surface(mesh)},
      {"edges", fmt::format("{} border, {} irregular", mesh.border_edges, mesh.irregular_edges)},
      {"components", fmt::format("{}", mesh.components)},
      {"extent", triple(extent)},
      {"from", point(mesh.bounds.low)},
      {"to", point(mesh.bounds.high)},
      {"up axis", mesh.up_axis.empty() ? "not said" : mesh.up_axis}};
  if (mesh.polygons == 0) std::erase_if(facts.rows, [](const auto& row) { return row.first == "polygons"; });
  if (mesh.watertight) facts.rows.emplace_back("volume", fmt::format("{:.6g}", mesh.volume));
  if (mesh.meters_per_unit != 1) facts.rows.emplace_back("unit", fmt::format("{} m in the file, applied", mesh.meters_per_unit));
  if (!hint.empty()) facts.rows.emplace_back("note", hint);
  facts.json = {{"file", path},
                {"kind", "mesh"},
                {"format", mesh.format},
                {"triangles", mesh.triangles},
                {"degenerate_triangles", mesh.degenerate_triangles},
                {"vertices", mesh.vertices},
                {"polygons", mesh.polygons},
                {"watertight", mesh.watertight},
                {"border_edges", mesh.border_edges},
                {"irregular_edges", mesh.irregular_edges},
                {"components", mesh.components},
                {"low", list(mesh.bounds.low)},
                {"high", list(mesh.bounds.high)},
                {"extent", list(extent)},
                {"up_axis", mesh.up_axis},
                {"meters_per_unit", mesh.meters_per_unit},
                {"volume", mesh.volume},
                {"note", hint}};
  return facts;
}

}  // namespace holdfast::cli
