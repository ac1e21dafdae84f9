#include "query/contact/pairs.h"

#include <holdfast/base/error.h>

namespace holdfast::detail {

void contact_convex_mesh(const Shape&, const Posed&, const Mesh&, const Posed&, const ContactOptions&, ContactSet&) {
  throw UnsupportedShape("contact: a mesh makes no contacts in this build");
}

}  // namespace holdfast::detail
