#pragma once
// Shape: what a body is made of. A small value; hulls and meshes inside it are shared and immutable.
//
// Frame: the shape's own, placed on its body by `shape_pose`. Units: meters. A capsule's axis is z and `half_height` is
// half the distance between its cap centers. A plane is solid below z = 0, its normal is +z.
// Fails: every maker throws InvalidArgument for a size that is not finite and positive; a capsule's half_height
// may be 0 (a sphere).

#include <holdfast/shape/hull.h>
#include <holdfast/shape/mesh.h>
#include <string_view>
#include <variant>

namespace holdfast {

struct Sphere {
  double radius = 0.5;
};
struct Box {
  Vector3d half_extents{0.5, 0.5, 0.5};
};
struct Capsule {
  double radius = 0.5;
  double half_height = 0.5;
};
struct Plane {};

/// The order is that of the pair tables, and of the variant below.
enum class ShapeType : std::uint8_t { sphere, capsule, box, hull, plane, mesh };
inline constexpr int kShapeTypeCount = 6;

/// "sphere", "capsule", ...: the words of scene files.
std::string_view shape_type_name(ShapeType type);

class Shape {
 public:
  /// A sphere of radius 0.5 m.
  Shape() = default;
  static Shape sphere(double radius);
  static Shape box(const Vector3d& half_extents);
  static Shape capsule(double radius, double half_height);
  static Shape plane();
  static Shape hull(std::shared_ptr<const Hull> hull);
  static Shape hull(std::span<const Vector3d> points);
  static Shape mesh(std::shared_ptr<const Mesh> mesh);

  [[nodiscard]] ShapeType type() const { return static_cast<ShapeType>(data_.index()); }
  [[nodiscard]] const Sphere& as_sphere() const { return std::get<Sphere>(data_); }
  [[nodiscard]] const Capsule& as_capsule() const { return std::get<Capsule>(data_); }
  [[nodiscard]] const Box& as_box() const { return std::get<Box>(data_); }
  [[nodiscard]] const Hull& as_hull() const { return *std::get<std::shared_ptr<const Hull>>(data_); }
  [[nodiscard]] const Mesh& as_mesh() const { return *std::get<std::shared_ptr<const Mesh>>(data_); }

  /// The box around the shape in its own frame; a plane's is infinite below z = 0.
  [[nodiscard]] Aabbd bounds() const;
  /// The largest distance of a point of the shape from the shape's origin [m]; infinite for a plane.
  [[nodiscard]] double radius() const;
  /// True for sphere, capsule, box and hull: shapes with a volume and a support function.
  [[nodiscard]] bool is_convex_solid() const { return type() <= ShapeType::hull; }

 private:
  using Data = std::variant<Sphere, Capsule, Box, std::shared_ptr<const Hull>, Plane, std::shared_ptr<const Mesh>>;
  explicit Shape(Data data) : data_(std::move(data)) {}
  Data data_;
};

/// The point of a convex solid that is farthest along `direction` (not necessarily unit), all in the shape's own frame.
/// Round shapes include their radius. The lowest vertex index wins ties.
Vector3d support(const Shape& shape, const Vector3d& direction);

}  // namespace holdfast
