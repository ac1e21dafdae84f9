// Two capsules: exact. Parallel capsules rest on both ends of their common stretch, crossed ones on one point.

#include "query/contact/segments.h"

namespace holdfast::detail {

void contact_capsule_capsule(const Capsule& a, const Posed& pose_a, const Capsule& b, const Posed& pose_b, const ContactOptions& options,
                             ContactSet& out) {
  contact_round_segments(core(a, pose_a), a.radius, core(b, pose_b), b.radius, options, out);
}

}  // namespace holdfast::detail
