#pragma once
// From a soup of triangles to a Mesh: weld, drop what has no area, find neighbours, classify edges and corners, build the tree.

#include <holdfast/shape/mesh.h>

namespace holdfast {

class MeshBuilder {
 public:
  MeshBuilder(std::span<const Vector3f> vertices, std::span<const std::array<std::uint32_t, 3>> triangles);
  std::shared_ptr<const Mesh> build();

 private:
  void validate() const;
  void weld();
  void keep_triangles_with_area();
  void drop_unused_vertices();
  void connect();
  void connect_edge(std::span<const std::uint32_t> half_edges);
  void find_flat_patches();
  [[nodiscard]] bool is_patch_corner(std::uint32_t triangle, int corner) const;
  void measure();

  std::span<const Vector3f> given_vertices_;
  std::span<const std::array<std::uint32_t, 3>> given_triangles_;
  std::vector<std::uint32_t> welded_;  ///< for each given vertex, the one that stands for it
  std::shared_ptr<Mesh> mesh_;
};

}  // namespace holdfast
