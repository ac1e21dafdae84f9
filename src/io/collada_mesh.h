#pragma once
// The <mesh> elements of a COLLADA file as triangles.

#include "io/collada_tree.h"

namespace holdfast::detail {

/// The faces of a <geometry>, in its own frame and unit. Throws FileError "path:line: what is wrong".
MeshFile read_collada_geometry(ColladaTree& tree, const XmlElement& geometry);

}  // namespace holdfast::detail
