#pragma once
// COLLADA 1.4 and 1.5 files: the triangles of the nodes of the visual scene, in meters.
//
// Faces are <triangles>, <polylist>, <polygons>, <trifans> and <tristrips>; lines are counted. Of a controller the geometry
// is read as it stands, without skin or morph. XML is UTF-8, at most 256 elements deep; what is repeated is spent of an
// Allowance: the size of a file bounds what it takes. Refused: polygons with holes (<ph>), <skew>, and urls to other files.
// Source: Khronos Group, "COLLADA - Digital Asset Schema Release 1.4.1" (2008).

#include <holdfast/io/mesh_file.h>

namespace holdfast::detail {

/// Throws FileError "path:line: what is wrong".
MeshFile read_collada_file(const std::filesystem::path& path);

}  // namespace holdfast::detail
