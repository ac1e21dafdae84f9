#include "query/contact/capsule_polytope.h"

namespace holdfast::detail {

void contact_capsule_hull(const Capsule& a, const Posed& pose_a, const Hull& b, const Posed& pose_b, const ContactOptions& options,
                          ContactSet& out) {
  contact_capsule_polytope(a, pose_a, polytope(b), pose_b, options, out);
}

}  // namespace holdfast::detail
