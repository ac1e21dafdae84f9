#pragma once
// Triangle files: OBJ, STL, PLY, COLLADA (.dae) and glTF 2.0 (.gltf, .glb). What of each format is read, src/io/*_file.h tells.
//
// Frame: the file's own axes. What a file says about "up" is reported, not applied: use MeshPlacement::pose to turn.
// Units: meters. COLLADA's <unit> is applied; other formats have no unit (glTF is in meters), use MeshPlacement::scale.
// Transforms of nodes are applied; a mirrored node keeps its front in front.
// Fails: FileError "path: what is wrong", with "path:line" for text, for a file that is missing, malformed, without a triangle, with a
// coordinate that is not finite, or whose nodes repeat its parts to more than about 64 triangles a byte; InvalidArgument for a
// placement that is not finite, or with a scale of zero.

#include <holdfast/shape/hull.h>
#include <holdfast/shape/mesh.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace holdfast {

/// The triangles of a file, as they stand there; equal vertices are not yet one.
struct MeshFile {
  std::string format;                                   ///< "OBJ", "STL", "PLY", "COLLADA" or "glTF"
  std::string up_axis;                                  ///< "x", "y" or "z" where the format or the file says so, else empty
  double meters_per_unit = 1;                           ///< of the file's own numbers; already applied
  std::vector<Vector3f> vertices;                       ///< [m]
  std::vector<std::array<std::uint32_t, 3>> triangles;  ///< counter-clockwise from the front
  std::size_t polygons = 0;                             ///< faces with more than three corners, cut into triangles
  std::size_t ignored_faces = 0;                        ///< points and lines
};

MeshFile read_mesh_file(const std::filesystem::path& path);

/// What `holdfast info` tells of a mesh file.
struct MeshFileFacts {
  std::string format, up_axis;
  double meters_per_unit = 1;
  std::size_t polygons = 0;              ///< cut into triangles
  std::size_t triangles = 0;             ///< that have an area
  std::size_t degenerate_triangles = 0;  ///< that have none: a Mesh drops them
  std::size_t vertices = 0;              ///< distinct, and used by a triangle with an area
  std::size_t border_edges = 0, irregular_edges = 0;
  std::size_t components = 0;  ///< sets of triangles that share vertices
  bool watertight = false;
  double volume = 0;  ///< [m³] of a watertight mesh, else 0; negative where it is inside out
  Aabbd bounds;       ///< [m]
};
MeshFileFacts mesh_file_facts(const std::filesystem::path& path);

/// Where the numbers of a file stand in the shape's frame: x = position + R (scale * x_file).
struct MeshPlacement {
  Vector3d scale{1, 1, 1};  ///< each finite and not 0; a mirror (a negative product) keeps the front in front
  Posed pose;               ///< [m]; the rotation is normalised
};

std::shared_ptr<const Mesh> load_mesh(const std::filesystem::path& path, const MeshPlacement& placement = {});
/// The hull of all corners of the file's triangles.
std::shared_ptr<const Hull> load_hull(const std::filesystem::path& path, const MeshPlacement& placement = {});

}  // namespace holdfast
