#include "io/scene/geometry_file.h"

#include <holdfast/io/mesh_file.h>

namespace holdfast::detail {

std::shared_ptr<const Mesh> load_mesh(const std::filesystem::path& path, const GeometryPlacement& placement) {
  return holdfast::load_mesh(path, {placement.scale, placement.pose});
}
std::shared_ptr<const Hull> load_hull(const std::filesystem::path& path, const GeometryPlacement& placement) {
  return holdfast::load_hull(path, {placement.scale, placement.pose});
}

}  // namespace holdfast::detail
