#pragma once
// The contacts of a capsule with a box or a hull: contact_capsule_box and contact_capsule_hull.

#include "query/contact/polytope.h"

namespace holdfast::detail {

void contact_capsule_polytope(const Capsule& a, const Posed& pose_a, const Polytope& b, const Posed& pose_b, const ContactOptions& options,
                              ContactSet& out);

}  // namespace holdfast::detail
