#pragma once
// Where text goes, and how a command fails.
//
// Standard output carries results only, standard error diagnostics, one line each. A reader that closes the pipe early is
// no error: the rest of the text is dropped. Exit codes: 0 done, 1 bad input (also a check that did not hold), 2 a step was
// refused, 130 interrupted.

#include <stdexcept>
#include <string>
#include <string_view>

namespace holdfast::cli {

inline constexpr int kExitDone = 0;
inline constexpr int kExitBadInput = 1;
inline constexpr int kExitRefused = 2;
inline constexpr int kExitInterrupted = 130;

/// A mistake of the user at the command line; `main` prints it as "holdfast: error: ..." and exits with kExitBadInput.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Writes to standard output. A closed pipe is silent; any other failure (a full disk) is a UsageError.
void print(std::string_view text);
/// Writes what is buffered; call before exit.
void flush_output();
/// "holdfast: error: ..." and "holdfast: warning: ..." on standard error, in one line whatever the message holds.
void print_error(std::string_view message);
void print_warning(std::string_view message);

}  // namespace holdfast::cli
