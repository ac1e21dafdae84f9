// The executable `holdfast`: parse, run the subcommand, turn exceptions into one line and an exit code.

#include <holdfast/base/error.h>

#include <csignal>
#include <exception>
#include <new>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/output.h"

namespace {

int run(int count, const char* const* arguments) {
  namespace cli = holdfast::cli;
  try {
    const cli::ParsedCommand command = cli::parse_arguments(count, arguments);
    const int code = command.run ? command.run() : cli::kExitDone;
    cli::flush_output();
    return code;
  } catch (const std::bad_alloc&) { cli::print_error("not enough memory for this input"); } catch (const std::exception& error) {
    cli::print_error(error.what());
  }
  return cli::kExitBadInput;
}

}  // namespace

int main(int count, char** arguments) {
  std::signal(SIGPIPE, SIG_IGN);  // `holdfast run | head` must not lose a recording
  return run(count, arguments);
}
