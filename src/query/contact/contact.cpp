// The table of the pair functions, and the order in which each is asked.
//
// A pair of different types is asked with the lower ShapeType first and turned round where the caller's order differs.
// Two shapes of one type are asked, in a query (AxisChoice::least_overlap), with the larger one first, and where they
// are equally large in the order of their poses, hulls at one pose in that of their vertices: so the answer of (b, a) is
// that of (a, b), bit for bit, even where two axes tie. A step (AxisChoice::stable) keeps the caller's order, which does
// not change as the bodies move.

#include "query/check_pose.h"
#include "query/contact/pairs.h"

#include <algorithm>
#include <compare>
#include <string>
#include <tuple>

namespace holdfast {
namespace {

using PairFunction = void (*)(const Shape&, const Posed&, const Shape&, const Posed&, const ContactOptions&, ContactSet&);

void none(const Shape&, const Posed&, const Shape&, const Posed&, const ContactOptions&, ContactSet&) {}

[[noreturn]] void mesh_mesh(const Shape&, const Posed&, const Shape&, const Posed&, const ContactOptions&, ContactSet&) {
  throw UnsupportedShape("contact: two meshes have no contacts; one of the shapes must be a sphere, capsule, box, hull or plane");
}

template <class T>
const T& get(const Shape& shape) {
  if constexpr (std::is_same_v<T, Sphere>) return shape.as_sphere();
  if constexpr (std::is_same_v<T, Capsule>) return shape.as_capsule();
  if constexpr (std::is_same_v<T, Box>) return shape.as_box();
  if constexpr (std::is_same_v<T, Hull>) return shape.as_hull();
  if constexpr (std::is_same_v<T, Plane>) {
    static constexpr Plane plane;
    return plane;
  }
}

template <class A, class B, void (*function)(const A&, const Posed&, const B&, const Posed&, const ContactOptions&, ContactSet&)>
void typed(const Shape& a, const Posed& pose_a, const Shape& b, const Posed& pose_b, const ContactOptions& options, ContactSet& out) {
  function(get<A>(a), pose_a, get<B>(b), pose_b, options, out);
}

void convex_mesh(const Shape& a, const Posed& pose_a, const Shape& b, const Posed& pose_b, const ContactOptions& options, ContactSet& out) {
  detail::contact_convex_mesh(a, pose_a, b.as_mesh(), pose_b, options, out);
}

// Upper triangle: row = the lower type. sphere, capsule, box, hull, plane, mesh.
constexpr PairFunction kTable[kShapeTypeCount][kShapeTypeCount] = {
    {typed<Sphere, Sphere, detail::contact_sphere_sphere>, typed<Sphere, Capsule, detail::contact_sphere_capsule>,
     typed<Sphere, Box, detail::contact_sphere_box>, typed<Sphere, Hull, detail::contact_sphere_hull>,
     typed<Sphere, Plane, detail::contact_sphere_plane>, convex_mesh},
    {nullptr, typed<Capsule, Capsule, detail::contact_capsule_capsule>, typed<Capsule, Box, detail::contact_capsule_box>,
     typed<Capsule, Hull, detail::contact_capsule_hull>, typed<Capsule, Plane, detail::contact_capsule_plane>, convex_mesh},
    {nullptr, nullptr, typed<Box, Box, detail::contact_box_box>, typed<Box, Hull, detail::contact_box_hull>,
     typed<Box, Plane, detail::contact_box_plane>, convex_mesh},
    {nullptr, nullptr, nullptr, typed<Hull, Hull, detail::contact_hull_hull>, typed<Hull, Plane, detail::contact_hull_plane>, convex_mesh},
    {nullptr, nullptr, nullptr, nullptr, none, none},
    {nullptr, nullptr, nullptr, nullptr, nullptr, mesh_mesh},
};

/// How large a shape is, and where two of one type are equally large, what else tells them apart.
std::array<double, 3> size_key(const Shape& shape) {
  switch (shape.type()) {
    case ShapeType::sphere: return {shape.as_sphere().radius, 0, 0};
    case ShapeType::capsule: return {shape.as_capsule().radius, shape.as_capsule().half_height, 0};
    case ShapeType::box: {
      const Vector3d& h = shape.as_box().half_extents;
      return {h.x * h.y * h.z, h.x, h.y};
    }
    case ShapeType::hull: return {shape.as_hull().radius(), static_cast<double>(shape.as_hull().vertices().size()), 0};
    case ShapeType::plane:
    case ShapeType::mesh: break;
  }
  return {};
}

std::array<double, 7> pose_key(const Posed& x) {
  return {x.position.x, x.position.y, x.position.z, x.rotation.x, x.rotation.y, x.rotation.z, x.rotation.w};
}

bool vertices_precede(const Hull& a, const Hull& b) {
  const auto less = [](const Vector3d& p, const Vector3d& q) { return std::tie(p.x, p.y, p.z) < std::tie(q.x, q.y, q.z); };
  return std::lexicographical_compare(a.vertices().begin(), a.vertices().end(), b.vertices().begin(), b.vertices().end(), less);
}

bool is_ordered(const Shape& a, const Posed& pose_a, const Shape& b, const Posed& pose_b, AxisChoice choice) {
  if (a.type() != b.type()) return a.type() < b.type();
  if (choice == AxisChoice::stable) return true;
  const auto size_a = size_key(a), size_b = size_key(b);
  if (size_a != size_b) return size_a > size_b;
  const auto at_a = pose_key(pose_a), at_b = pose_key(pose_b);
  if (at_a != at_b) return at_a < at_b;
  return a.type() != ShapeType::hull || !vertices_precede(b.as_hull(), a.as_hull());
}

void check(const Posed& pose_a, const Posed& pose_b, const ContactOptions& options) {
  detail::check_pose(pose_a, "contact", "the pose of a");
  detail::check_pose(pose_b, "contact", "the pose of b");
  if (!(options.margin >= 0) || !std::isfinite(options.margin))
    throw InvalidArgument("contact: margin is " + std::to_string(options.margin) + " m; it must be finite and at least 0");
  if (options.max_contacts < 1 || options.max_contacts > kMaxContacts)
    throw InvalidArgument("contact: max_contacts is " + std::to_string(options.max_contacts) + "; it must be from 1 to " +
                          std::to_string(kMaxContacts));
}

}  // namespace

ContactSet contact(const Shape& a, const Posed& pose_a, const Shape& b, const Posed& pose_b, const ContactOptions& options) {
  check(pose_a, pose_b, options);
  ContactSet out;
  const auto row = static_cast<std::size_t>(a.type()), column = static_cast<std::size_t>(b.type());
  if (is_ordered(a, pose_a, b, pose_b, options.axis_choice)) {
    kTable[row][column](a, pose_a, b, pose_b, options, out);
    return out;
  }
  kTable[column][row](b, pose_b, a, pose_a, options, out);
  for (int i = 0; i < out.count; ++i) {
    Vector3d& normal = out.points[static_cast<std::size_t>(i)].normal;
    normal = Vector3d{} - normal;  // no negative zeros
  }
  return out;
}

const ContactPoint* deepest(const ContactSet& set) {
  const ContactPoint* best = nullptr;
  for (int i = 0; i < set.count; ++i) {
    const ContactPoint& p = set.points[static_cast<std::size_t>(i)];
    if (best == nullptr || p.depth > best->depth) best = &p;
  }
  return best;
}

}  // namespace holdfast
