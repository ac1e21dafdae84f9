#pragma once
// PLY files, ASCII and binary of either byte order.
// Source: Turk, "The PLY polygon file format" (1994).

#include <holdfast/io/mesh_file.h>

namespace holdfast::detail {

/// Throws FileError "path:line: what is wrong"; binary data has no lines.
MeshFile read_ply_file(const std::filesystem::path& path);

}  // namespace holdfast::detail
