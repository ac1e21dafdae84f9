#pragma once
// From points to a Hull: triangulates the boundary exactly, merges coplanar triangles into faces, and puts everything in
// a canonical order, so that the same set of points gives the same hull, bit for bit, whatever their order.
//
// Triangles that are exactly coplanar always merge. Faces that are coplanar but for noise (see the constants in the
// .cpp) merge where the result is a sound polyhedron; where it would not be, they stay apart.

#include "shape/hull_triangles.h"

#include <holdfast/shape/hull.h>

namespace holdfast {

class HullBuilder {
 public:
  explicit HullBuilder(std::span<const Vector3d> points);
  std::shared_ptr<const Hull> build();

 private:
  /// Triangles that are exactly coplanar.
  struct Group {
    std::vector<std::uint32_t> triangles;
    Vector3d normal;  ///< unit, outward
    double area = 0;
    double width = 0;          ///< about the least extent within the plane
    std::uint32_t region = 0;  ///< the group that it was merged with, itself included
  };
  /// A side of a triangle at the border of its region.
  struct Side {
    std::uint32_t region, from, to, beyond;
  };
  struct Polygon {
    std::vector<std::uint32_t> corners;  ///< indices into points_, counter-clockwise from outside
    std::uint32_t region = 0;
  };

  void scale_points();
  void set_flatness(double thickness);
  void find_groups();
  void measure_group(Group& group) const;
  void grow_regions();
  void grow_region(std::uint32_t seed);
  [[nodiscard]] bool may_join(const Group& group, const Group& seed, double offset) const;
  [[nodiscard]] std::vector<Side> border_sides();
  bool make_polygons();
  bool trace(std::span<const Side> sides);
  [[nodiscard]] bool is_sound(const std::vector<std::uint32_t>& loop, const Polygon& polygon) const;
  [[nodiscard]] bool is_polyhedron() const;
  void dissolve_marked(std::span<const Side> sides);
  void dissolve_all();
  [[nodiscard]] bool is_merged(std::uint32_t region) const { return region_sizes_[region] > 1; }
  [[nodiscard]] Vector3d normal_of(const Polygon& polygon) const;

  void add_vertices_and_faces();
  void add_edges();
  void add_neighbours();
  void place_planes();
  void place_plane(Hull::Face& face, std::span<const std::uint32_t> groups) const;
  void measure();

  std::vector<Vector3d> points_;  ///< distinct, in lexicographic order
  std::vector<Vector3d> scaled_;  ///< points_ / 2^exponent_: the largest coordinate is near 1
  int exponent_ = 0;
  double flatness_ = 0;  ///< kFlatness, in scaled units
  std::vector<detail::HullTriangle> triangles_;
  std::vector<std::uint32_t> group_of_;
  std::vector<Group> groups_;
  std::vector<std::uint32_t> region_sizes_;  ///< groups in the region named by a group
  std::vector<std::uint32_t> valence_;       ///< faces that meet in a point
  std::vector<char> unsound_;                ///< by region
  std::vector<Polygon> polygons_;
  std::shared_ptr<Hull> hull_;
};

}  // namespace holdfast
