#include "query/contact/capsule_polytope.h"

namespace holdfast::detail {

void contact_capsule_box(const Capsule& a, const Posed& pose_a, const Box& b, const Posed& pose_b, const ContactOptions& options,
                         ContactSet& out) {
  contact_capsule_polytope(a, pose_a, BoxPolytope(b).view(), pose_b, options, out);
}

}  // namespace holdfast::detail
