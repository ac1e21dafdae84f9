#include <holdfast/dynamics/body.h>

namespace holdfast {

std::string_view body_kind_name(BodyKind kind) {
  switch (kind) {
    case BodyKind::static_body: return "static";
    case BodyKind::dynamic_body: return "dynamic";
    case BodyKind::kinematic_body: return "kinematic";
  }
  return "unknown";
}

}  // namespace holdfast
