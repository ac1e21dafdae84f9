#pragma once
// The contacts of two convex polytopes: contact_box_hull, contact_hull_hull, and the rare cases of contact_box_box.

#include "query/contact/axis_choice.h"
#include "query/contact/polytope.h"

namespace holdfast::detail {

void contact_polytopes(const Polytope& a, const Posed& pose_a, const Polytope& b, const Posed& pose_b, const ContactOptions& options,
                       ContactSet& out);

/// The single contact of two polytopes that are apart, at their nearest points; nothing where those are beyond the margin.
/// `b_in_a`: b in the frame of a. `normal`: unit, from a to b, in the frame of a, with a separation > 0 along it.
void contact_nearest(const Polytope& a, const Framed& frame_a, const Polytope& b, const Framed& b_in_a, const Vector3d& normal,
                     const ContactOptions& options, ContactSet& out);

/// A separating direction of two polytopes, found by the separating axis theorem.
struct SeparatingAxis {
  enum class Kind : std::uint8_t { face_a, face_b, edges };
  Kind kind = Kind::face_a;
  std::uint32_t a = 0, b = 0;  ///< face or edge of each that made it; the deepest vertex of the other shape for a face
  Vector3d normal;             ///< unit, from a to b, in the frame of a
  double separation = -std::numeric_limits<double>::infinity();  ///< [m]
};

/// The direction that `rule` chooses; a separation above `margin` means that some direction separates the shapes by more than that.
SeparatingAxis separating_axis(const Polytope& a, const Polytope& b, const Framed& b_in_a, const AxisRule& rule, double margin);

}  // namespace holdfast::detail
