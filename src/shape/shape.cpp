#include <holdfast/base/error.h>
#include <holdfast/shape/shape.h>

#include <limits>
#include <string>

namespace holdfast {
namespace {

void require_positive(double value, const char* shape, const char* field) {
  if (std::isfinite(value) && value > 0) return;
  throw InvalidArgument(std::string(shape) + " " + field + " is " + std::to_string(value) + " m: it must be finite and more than zero");
}

Vector3d support_of(const Box& box, const Vector3d& d) {
  const Vector3d& h = box.half_extents;
  return {d.x < 0 ? -h.x : h.x, d.y < 0 ? -h.y : h.y, d.z < 0 ? -h.z : h.z};
}

Vector3d support_of(const Hull& hull, const Vector3d& d) {
  const auto vertices = hull.vertices();
  Vector3d best = vertices[0];
  double height = dot(best, d);
  for (const Vector3d& v : vertices.subspan(1)) {
    const double h = dot(v, d);
    if (h > height) {
      height = h;
      best = v;
    }
  }
  return best;
}

}  // namespace

std::string_view shape_type_name(ShapeType type) {
  switch (type) {
    case ShapeType::sphere: return "sphere";
    case ShapeType::capsule: return "capsule";
    case ShapeType::box: return "box";
    case ShapeType::hull: return "hull";
    case ShapeType::plane: return "plane";
    case ShapeType::mesh: return "mesh";
  }
  return "shape";
}

Shape Shape::sphere(double radius) {
  require_positive(radius, "sphere", "radius");
  return Shape(Data(std::in_place_type<Sphere>, Sphere{radius}));
}

Shape Shape::box(const Vector3d& half_extents) {
  require_positive(half_extents.x, "box", "half_extents.x");
  require_positive(half_extents.y, "box", "half_extents.y");
  require_positive(half_extents.z, "box", "half_extents.z");
  return Shape(Data(std::in_place_type<Box>, Box{half_extents}));
}

Shape Shape::capsule(double radius, double half_height) {
  require_positive(radius, "capsule", "radius");
  if (half_height != 0) require_positive(half_height, "capsule", "half_height");
  return Shape(Data(std::in_place_type<Capsule>, Capsule{radius, half_height}));
}

Shape Shape::plane() { return Shape(Data(std::in_place_type<Plane>)); }

Shape Shape::hull(std::shared_ptr<const Hull> hull) {
  if (!hull) throw InvalidArgument("hull is a null pointer: build one with Hull::from_points");
  return Shape(Data(std::move(hull)));
}

Shape Shape::hull(std::span<const Vector3d> points) { return hull(Hull::from_points(points)); }

Shape Shape::mesh(std::shared_ptr<const Mesh> mesh) {
  if (!mesh) throw InvalidArgument("mesh is a null pointer: build one with Mesh::create");
  return Shape(Data(std::move(mesh)));
}

Aabbd Shape::bounds() const {
  constexpr double inf = std::numeric_limits<double>::infinity();
  Aabbd box;
  switch (type()) {
    case ShapeType::sphere: {
      const double r = as_sphere().radius;
      box.low = {-r, -r, -r};
      box.high = {r, r, r};
      break;
    }
    case ShapeType::capsule: {
      const Capsule& c = as_capsule();
      box.high = {c.radius, c.radius, c.radius + c.half_height};
      box.low = -box.high;
      break;
    }
    case ShapeType::box:
      box.high = as_box().half_extents;
      box.low = -box.high;
      break;
    case ShapeType::hull: return as_hull().bounds();
    case ShapeType::plane:
      box.low = {-inf, -inf, -inf};
      box.high = {inf, inf, 0};
      break;
    case ShapeType::mesh: return as_mesh().bounds();
  }
  return box;
}

double Shape::radius() const {
  switch (type()) {
    case ShapeType::sphere: return as_sphere().radius;
    case ShapeType::capsule: return as_capsule().radius + as_capsule().half_height;
    case ShapeType::box: return length(as_box().half_extents);
    case ShapeType::hull: return as_hull().radius();
    case ShapeType::plane: break;
    case ShapeType::mesh: return as_mesh().radius();
  }
  return std::numeric_limits<double>::infinity();
}

Vector3d support(const Shape& shape, const Vector3d& direction) {
  switch (shape.type()) {
    case ShapeType::sphere: return normalized(direction) * shape.as_sphere().radius;
    case ShapeType::capsule: {
      const Capsule& c = shape.as_capsule();
      const Vector3d cap{0, 0, direction.z < 0 ? -c.half_height : c.half_height};
      return cap + normalized(direction) * c.radius;
    }
    case ShapeType::box: return support_of(shape.as_box(), direction);
    case ShapeType::hull: return support_of(shape.as_hull(), direction);
    case ShapeType::plane:
    case ShapeType::mesh: break;
  }
  throw UnsupportedShape("a " + std::string(shape_type_name(shape.type())) + " has no support point: use a sphere, capsule, box or hull");
}

}  // namespace holdfast
