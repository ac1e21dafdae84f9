#pragma once
// The functions of the pair table, one for each unordered pair of shape types, the lower ShapeType first.
//
// Each appends to `out` (empty on entry) at most options.max_contacts points with the rules of <holdfast/query/contact.h>:
// world frame, meters, normal from b to a, position midway between the surfaces. Poses and options are valid.
// Where the shapes meet or overlap, each makes at least one point.

#include <holdfast/query/contact.h>

namespace holdfast::detail {

/// Surfaces that coincide up to rounding touch: a gap of this share of the pair's size is depth 0.
/// Smaller: exact touching is lost where a rotation rounds. Larger: true gaps are reported as touching.
inline constexpr double kTouchTolerance = 1e-13;

/// Two points closer than this share of the pair's size give no direction: a normal is then taken from the shapes.
/// Smaller: the normal is made of rounding. Larger: a true direction is ignored.
inline constexpr double kNoDirection = 1e-12;

/// Whether shapes of this overlap (negative: a gap) make a point. `size` [m] bounds the numbers that it was computed from.
inline bool is_within(double depth, double margin, double size) { return depth >= -(margin + kTouchTolerance * size); }

/// Appends one point: `normal` from b to a, `surface_a` and `surface_b` the points of the two surfaces.
/// No gap is reported as wider than the margin that let it in.
inline void add_point(ContactSet& out, const Vector3d& surface_a, const Vector3d& surface_b, const Vector3d& normal, double depth,
                      const ContactOptions& options) {
  out.points[static_cast<std::size_t>(out.count++)] = {(surface_a + surface_b) * 0.5, normal,
                                                       depth > -options.margin ? depth : -options.margin};
}

void contact_sphere_sphere(const Sphere& a, const Posed& pose_a, const Sphere& b, const Posed& pose_b, const ContactOptions& options,
                           ContactSet& out);
void contact_sphere_capsule(const Sphere& a, const Posed& pose_a, const Capsule& b, const Posed& pose_b, const ContactOptions& options,
                            ContactSet& out);
void contact_sphere_box(const Sphere& a, const Posed& pose_a, const Box& b, const Posed& pose_b, const ContactOptions& options,
                        ContactSet& out);
void contact_sphere_hull(const Sphere& a, const Posed& pose_a, const Hull& b, const Posed& pose_b, const ContactOptions& options,
                         ContactSet& out);
void contact_sphere_plane(const Sphere& a, const Posed& pose_a, const Plane& b, const Posed& pose_b, const ContactOptions& options,
                          ContactSet& out);
void contact_capsule_capsule(const Capsule& a, const Posed& pose_a, const Capsule& b, const Posed& pose_b, const ContactOptions& options,
                             ContactSet& out);
void contact_capsule_box(const Capsule& a, const Posed& pose_a, const Box& b, const Posed& pose_b, const ContactOptions& options,
                         ContactSet& out);
void contact_capsule_hull(const Capsule& a, const Posed& pose_a, const Hull& b, const Posed& pose_b, const ContactOptions& options,
                          ContactSet& out);
void contact_capsule_plane(const Capsule& a, const Posed& pose_a, const Plane& b, const Posed& pose_b, const ContactOptions& options,
                           ContactSet& out);
void contact_box_box(const Box& a, const Posed& pose_a, const Box& b, const Posed& pose_b, const ContactOptions& options, ContactSet& out);
void contact_box_hull(const Box& a, const Posed& pose_a, const Hull& b, const Posed& pose_b, const ContactOptions& options,
                      ContactSet& out);
void contact_box_plane(const Box& a, const Posed& pose_a, const Plane& b, const Posed& pose_b, const ContactOptions& options,
                       ContactSet& out);
void contact_hull_hull(const Hull& a, const Posed& pose_a, const Hull& b, const Posed& pose_b, const ContactOptions& options,
                       ContactSet& out);
void contact_hull_plane(const Hull& a, const Posed& pose_a, const Plane& b, const Posed& pose_b, const ContactOptions& options,
                        ContactSet& out);

/// `a` is a sphere, capsule, box or hull.
void contact_convex_mesh(const Shape& a, const Posed& pose_a, const Mesh& b, const Posed& pose_b, const ContactOptions& options,
                         ContactSet& out);

}  // namespace holdfast::detail
