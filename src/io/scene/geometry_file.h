#pragma once
// Hulls and meshes of scene files that stand in files of their own.

#include <holdfast/math/pose.h>
#include <holdfast/shape/hull.h>
#include <holdfast/shape/mesh.h>

#include <filesystem>
#include <memory>

namespace holdfast::detail {

/// x = position + R (scale * x_file)
struct GeometryPlacement {
  Vector3d scale{1, 1, 1};
  Posed pose;
};

/// Throw FileError for a file that cannot be read.
std::shared_ptr<const Mesh> load_mesh(const std::filesystem::path& path, const GeometryPlacement& placement);
std::shared_ptr<const Hull> load_hull(const std::filesystem::path& path, const GeometryPlacement& placement);

}  // namespace holdfast::detail
