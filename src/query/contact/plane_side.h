#pragma once
// A posed plane, and the contacts of points of another shape with it. World frame, meters.

#include "query/contact/pairs.h"

namespace holdfast::detail {

struct PlaneSide {
  Vector3d normal;  ///< unit, out of the solid
  Vector3d origin;  ///< a point of the plane

  explicit PlaneSide(const Posed& pose) : normal(rotate(pose.rotation, Vector3d{0, 0, 1})), origin(pose.position) {}

  [[nodiscard]] double height(const Vector3d& p) const { return dot(normal, p - origin); }
  /// Whether a point of a shape of this size makes a contact. The rounding of a height grows with the distance from the plane's origin.
  [[nodiscard]] bool meets(const Vector3d& p, double size, const ContactOptions& options) const {
    const Vector3d d = abs(p - origin);
    return is_within(-height(p), options.margin, size + d.x + d.y + d.z);
  }
  /// Appends the contact of the shape a's point `p` with this plane as b.
  void add(const Vector3d& p, const ContactOptions& options, ContactSet& out) const {
    const double h = height(p);
    add_point(out, p, p - normal * h, normal, -h, options);
  }
};

}  // namespace holdfast::detail
