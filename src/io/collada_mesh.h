#pragma once
// The <mesh> elements of a COLLADA file as triangles.

#include "io/collada_tree.h"
#include "io/mesh_reading.h"

namespace holdfast::detail {

/// The faces of a <geometry>, in its own frame and unit.
MeshFile read_collada_geometry(const ColladaTree& tree, pugi::xml_node geometry);

}  // namespace holdfast::detail
