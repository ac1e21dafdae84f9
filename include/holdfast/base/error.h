#pragma once
// Errors: three words, and when to use which.
//
//   HOLDFAST_ASSERT   our own bug; checked in Debug builds and wherever HOLDFAST_ASSERTS is defined.
//   Error and kinds   what a user can cause. The message names the object, the field, the value and what is allowed.
//   Status            how an iterative algorithm ended; returned, never thrown.
//
// A function that throws leaves every object as it was (strong guarantee) unless its own comment says otherwise.

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace holdfast {

/// The kinds of error, with the names that scene files, the command line and Python use.
enum class ErrorKind : std::uint8_t {
  invalid_argument,        ///< a value outside what its field allows
  unsupported_shape,       ///< a shape where the operation has no answer for it
  out_of_domain,           ///< geometry or motion beyond the stated precision limits
  impact_limit_exceeded,   ///< more impacts in a step than `ccd_max_impacts`
  substep_limit_exceeded,  ///< more sub-steps of a turning body than `ccd_max_substeps`
  unresolvable_contacts,   ///< simultaneous contacts with no solution inside the limits
  file_error,              ///< a file that is missing, unreadable or malformed; `file:line:column`
  stale_id,                ///< an id that names no body: it was removed
};

/// "InvalidArgument" for ErrorKind::invalid_argument, and so on.
std::string_view error_kind_name(ErrorKind kind);

/// Base of all errors that a user can cause.
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}
  [[nodiscard]] ErrorKind kind() const noexcept { return kind_; }

 private:
  ErrorKind kind_;
};

/// One class for each kind, so that callers can catch just what they handle.
template <ErrorKind Kind>
class KindOfError : public Error {
 public:
  explicit KindOfError(const std::string& message) : Error(Kind, message) {}
};

using InvalidArgument = KindOfError<ErrorKind::invalid_argument>;
using UnsupportedShape = KindOfError<ErrorKind::unsupported_shape>;
using OutOfDomain = KindOfError<ErrorKind::out_of_domain>;
using ImpactLimitExceeded = KindOfError<ErrorKind::impact_limit_exceeded>;
using SubstepLimitExceeded = KindOfError<ErrorKind::substep_limit_exceeded>;
using UnresolvableContacts = KindOfError<ErrorKind::unresolvable_contacts>;
using FileError = KindOfError<ErrorKind::file_error>;
using StaleId = KindOfError<ErrorKind::stale_id>;

/// How an iterative algorithm ended.
enum class Status : std::uint8_t { converged, iteration_limit, degenerate };

namespace detail {
[[noreturn]] void assertion_failed(const char* condition, const char* file, int line);
}

}  // namespace holdfast

#if !defined(NDEBUG) || defined(HOLDFAST_ASSERTS)
#define HOLDFAST_ASSERT(condition) \
  ((condition) ? static_cast<void>(0) : ::holdfast::detail::assertion_failed(#condition, __FILE__, __LINE__))
#else
#define HOLDFAST_ASSERT(condition) static_cast<void>(0)
#endif
