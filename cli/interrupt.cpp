#include "cli/interrupt.h"

#include <csignal>

namespace holdfast::cli {
namespace {

volatile std::sig_atomic_t signal_seen = 0;

extern "C" void note_signal(int number) {
  signal_seen = 1;
  // Who asks twice does not want to wait for the step.
  std::signal(number, SIG_DFL);
}

}  // namespace

void catch_interrupts() {
  std::signal(SIGINT, note_signal);
  std::signal(SIGTERM, note_signal);
}

bool interrupted() { return signal_seen != 0; }

}  // namespace holdfast::cli
