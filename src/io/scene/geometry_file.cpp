#include "io/scene/geometry_file.h"

#include <holdfast/base/error.h>

namespace holdfast::detail {

std::shared_ptr<const Mesh> load_mesh(const std::filesystem::path& path, const GeometryPlacement&) {
  throw FileError(path.string() + ": mesh files are not supported in this version");
}
std::vector<Vector3d> load_hull_points(const std::filesystem::path& path, const GeometryPlacement&) {
  throw FileError(path.string() + ": mesh files are not supported in this version");
}

}  // namespace holdfast::detail
