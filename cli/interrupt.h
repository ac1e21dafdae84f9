#pragma once
// Ctrl-C and a polite kill: the current step is finished, files are closed, and the process exits with 130.

namespace holdfast::cli {

/// From now on SIGINT and SIGTERM only set a flag; a second signal ends the process at once.
void catch_interrupts();
/// True after the first signal.
bool interrupted();

}  // namespace holdfast::cli
