#include <holdfast/base/error.h>
#include <holdfast/shape/mass_properties.h>

#include <cstdio>
#include <numbers>
#include <string>

namespace holdfast {
namespace {

constexpr double kPi = std::numbers::pi;

struct Solid {
  double volume = 0;  ///< [m³]
  Vector3d center;
  Matrix3d inertia;  ///< about the center, of a mass of 1 kg [m²]
};

std::string number(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.9g", x);
  return text;
}

Solid solid_of(const Sphere& s) {
  const double i = 0.4 * s.radius * s.radius;
  return {4.0 / 3.0 * kPi * s.radius * s.radius * s.radius, {}, Matrix3d::diagonal({i, i, i})};
}

Solid solid_of(const Box& b) {
  const Vector3d& h = b.half_extents;
  const double xx = h.x * h.x, yy = h.y * h.y, zz = h.z * h.z;
  return {8.0 * h.x * h.y * h.z, {}, Matrix3d::diagonal({(yy + zz) / 3.0, (zz + xx) / 3.0, (xx + yy) / 3.0})};
}

/// A cylinder, and two half balls whose centers of mass lie 3/8 r beyond its ends.
Solid solid_of(const Capsule& c) {
  const double r = c.radius, h = 2.0 * c.half_height, length = h + 4.0 * r / 3.0;
  const double cylinder = h / length, caps = 4.0 * r / 3.0 / length;
  const double axial = cylinder * (r * r) / 2.0 + 0.4 * caps * (r * r);
  const double transverse = cylinder * (r * r / 4.0 + h * h / 12.0) + caps * (0.4 * r * r + h * h / 4.0 + 3.0 * h * r / 8.0);
  return {kPi * r * r * length, {}, Matrix3d::diagonal({transverse, transverse, axial})};
}

/// Calls visit(a, b, c) for triangles that cover the boundary, counter-clockwise from outside.
template <class Visit>
void for_each_boundary_triangle(const Hull& hull, Visit&& visit) {
  for (const Hull::Face& face : hull.faces()) {
    const auto corners = hull.face_vertices().subspan(face.first, face.count);
    for (std::size_t i = 1; i + 1 < corners.size(); ++i)
      visit(hull.vertices()[corners[0]], hull.vertices()[corners[i]], hull.vertices()[corners[i + 1]]);
  }
}
template <class Visit>
void for_each_boundary_triangle(const Mesh& mesh, Visit&& visit) {
  for (std::uint32_t t = 0; t < mesh.triangles().size(); ++t) visit(mesh.corner(t, 0), mesh.corner(t, 1), mesh.corner(t, 2));
}

/// Two passes of signed tetrahedra (six times the volume until the end), from a point within the bounds and then from the center, so that
/// nothing is lost far from the origin. Of a tetrahedron 0, a, b, c: volume V = det / 6, moment V (a + b + c) / 4, and second moment V / 20
/// (a aT + b bT + c cT + s sT) with s = a + b + c.
template <class Surface>
Solid solid_of(const Surface& surface, const Vector3d& origin) {
  Solid solid;
  Vector3d moment;
  for_each_boundary_triangle(surface, [&](const Vector3d& p, const Vector3d& q, const Vector3d& r) {
    const Vector3d a = p - origin, b = q - origin, c = r - origin;
    const double six = dot(a, cross(b, c));
    solid.volume += six;
    moment += (a + b + c) * six;
  });
  solid.center = origin + moment / (4.0 * solid.volume);
  double xx = 0, yy = 0, zz = 0, xy = 0, yz = 0, zx = 0;
  for_each_boundary_triangle(surface, [&](const Vector3d& p, const Vector3d& q, const Vector3d& r) {
    const Vector3d a = p - solid.center, b = q - solid.center, c = r - solid.center, s = a + b + c;
    const double w = dot(a, cross(b, c)) / (20.0 * solid.volume);
    xx += w * (a.x * a.x + b.x * b.x + c.x * c.x + s.x * s.x);
    yy += w * (a.y * a.y + b.y * b.y + c.y * c.y + s.y * s.y);
    zz += w * (a.z * a.z + b.z * b.z + c.z * c.z + s.z * s.z);
    xy += w * (a.x * a.y + b.x * b.y + c.x * c.y + s.x * s.y);
    yz += w * (a.y * a.z + b.y * b.z + c.y * c.z + s.y * s.z);
    zx += w * (a.z * a.x + b.z * b.x + c.z * c.x + s.z * s.x);
  });
  solid.volume /= 6.0;
  solid.inertia = Matrix3d::diagonal({yy + zz, zz + xx, xx + yy});
  solid.inertia.m[0][1] = solid.inertia.m[1][0] = -xy;
  solid.inertia.m[1][2] = solid.inertia.m[2][1] = -yz;
  solid.inertia.m[2][0] = solid.inertia.m[0][2] = -zx;
  return solid;
}

Solid solid_of(const Mesh& mesh) {
  const Mesh::Report& report = mesh.report();
  if (!report.watertight)
    throw UnsupportedShape("a mesh with " + std::to_string(report.border_edges) + " border and " + std::to_string(report.irregular_edges) +
                           " irregular edges is not watertight and has no volume: close it, or use its hull");
  const Solid solid = solid_of(mesh, mesh.bounds().center());
  if (!(solid.volume > 0)) throw UnsupportedShape("the mesh encloses no volume: its triangles must be counter-clockwise seen from outside");
  return solid;
}

Solid solid_of(const Shape& shape) {
  switch (shape.type()) {
    case ShapeType::sphere: return solid_of(shape.as_sphere());
    case ShapeType::capsule: return solid_of(shape.as_capsule());
    case ShapeType::box: return solid_of(shape.as_box());
    case ShapeType::hull: return solid_of(shape.as_hull(), shape.as_hull().center());
    case ShapeType::mesh: return solid_of(shape.as_mesh());
    case ShapeType::plane: break;
  }
  throw UnsupportedShape("a plane has no volume: give the body a mass and an inertia, or make it static");
}

MassProperties scaled_to(const Shape& shape, const Solid& solid, double mass) {
  const MassProperties result{mass, solid.center, solid.inertia * mass};
  const Matrix3d& i = result.inertia;
  const bool fits = std::isfinite(mass) && mass > 0 && solid.volume > 0 && std::isfinite(solid.volume) &&
                    is_finite(result.center_of_mass) && is_finite(i) && i.m[0][0] > 0 && i.m[1][1] > 0 && i.m[2][2] > 0;
  if (!fits)
    throw InvalidArgument("the mass properties of a " + std::string(shape_type_name(shape.type())) + " of volume " + number(solid.volume) +
                          " m³ and mass " + number(mass) + " kg are too large or too small for a number: change its size, density or mass");
  return result;
}

void require_positive(double value, const char* field, const char* unit) {
  if (std::isfinite(value) && value > 0) return;
  throw InvalidArgument(std::string(field) + " is " + number(value) + " " + unit + ": it must be finite and more than zero");
}

}  // namespace

double volume(const Shape& shape) {
  const double v = solid_of(shape).volume;
  if (std::isfinite(v) && v > 0) return v;
  throw InvalidArgument("the volume of a " + std::string(shape_type_name(shape.type())) + " is " + number(v) +
                        " m³: it is too large or too small for a number");
}

MassProperties mass_properties(const Shape& shape, double density) {
  require_positive(density, "density", "kg/m³");
  const Solid solid = solid_of(shape);
  return scaled_to(shape, solid, solid.volume * density);
}

MassProperties mass_properties_from_mass(const Shape& shape, double mass) {
  require_positive(mass, "mass", "kg");
  return scaled_to(shape, solid_of(shape), mass);
}

}  // namespace holdfast
