#pragma once
// The command line's grammar: which subcommand, with which options. The only place that sees CLI11.

#include <functional>

namespace holdfast::cli {

struct ParsedCommand {
  std::function<int()> run;  ///< empty when nothing is left to do (--help, --version)
};

/// Prints help and version itself. Throws UsageError, with the nearest permitted word, for anything else that is wrong.
ParsedCommand parse_arguments(int count, const char* const* arguments);

}  // namespace holdfast::cli
