#pragma once
// glTF 2.0 files, as text (.gltf) and binary (.glb): the triangles of a scene's nodes.
//
// Buffers may stand in the file, in a data URI, or in a file beside it. Of a mesh only POSITION and the indices are read;
// skins and morph targets are not applied. Refused: sparse accessors and those whose data an extension compresses.
// Every number that counts or points at something is checked before it is used, and what is repeated is spent of an Allowance:
// the size of a file bounds what it takes.
// Source: Khronos Group, "glTF 2.0 Specification" (2021).

#include <holdfast/io/mesh_file.h>

namespace holdfast::detail {

/// Throws FileError "path: field is value; what is allowed".
MeshFile read_gltf_file(const std::filesystem::path& path);

}  // namespace holdfast::detail
