#pragma once
// Wavefront OBJ files: vertices and faces. Points and lines are counted; curves, surfaces, groups, materials, normals and
// texture coordinates are passed over.
// Source: Wavefront Technologies, "Advanced Visualizer Manual", appendix B1 (1995).

#include <holdfast/io/mesh_file.h>

namespace holdfast::detail {

/// Throws FileError "path:line: what is wrong".
MeshFile read_obj_file(const std::filesystem::path& path);

}  // namespace holdfast::detail
