#include "query/contact/polytope_pair.h"

namespace holdfast::detail {

void contact_hull_hull(const Hull& a, const Posed& pose_a, const Hull& b, const Posed& pose_b, const ContactOptions& options,
                       ContactSet& out) {
  contact_polytopes(polytope(a), pose_a, polytope(b), pose_b, options, out);
}

}  // namespace holdfast::detail
