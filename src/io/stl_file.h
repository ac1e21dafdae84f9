#pragma once
// STL files, ASCII and binary. A binary file may begin with "solid" too: it is told by its size.
// Source: 3D Systems, "Stereolithography Interface Specification" (1989).

#include <holdfast/io/mesh_file.h>

namespace holdfast::detail {

/// Throws FileError; that of an ASCII file tells the line.
MeshFile read_stl_file(const std::filesystem::path& path);

}  // namespace holdfast::detail
