#include <holdfast/base/error.h>

#include <cstdio>
#include <cstdlib>

namespace holdfast {

std::string_view error_kind_name(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::invalid_argument: return "InvalidArgument";
    case ErrorKind::unsupported_shape: return "UnsupportedShape";
    case ErrorKind::out_of_domain: return "OutOfDomain";
    case ErrorKind::impact_limit_exceeded: return "ImpactLimitExceeded";
    case ErrorKind::substep_limit_exceeded: return "SubstepLimitExceeded";
    case ErrorKind::unresolvable_contacts: return "UnresolvableContacts";
    case ErrorKind::file_error: return "FileError";
    case ErrorKind::stale_id: return "StaleId";
  }
  return "Error";
}

namespace detail {
void assertion_failed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: assertion failed: %s\n", file, line, condition);
  std::abort();
}
}  // namespace detail

}  // namespace holdfast
