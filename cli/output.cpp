#include "cli/output.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace holdfast::cli {
namespace {

bool output_closed = false;  // the reader of standard output went away

void fail_unless_closed(int code) {
  output_closed = true;
  if (code != EPIPE) throw UsageError(std::string("cannot write to standard output: ") + std::strerror(code));
}

void print_line(std::string_view kind, std::string_view message) {
  std::string line = "holdfast: ";
  line.append(kind).append(": ");
  for (const char c : message) line.push_back(c == '\n' || c == '\r' ? ' ' : c);
  while (line.ends_with(' ')) line.pop_back();
  line.push_back('\n');
  std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace

void print(std::string_view text) {
  if (output_closed || text.empty()) return;
  errno = 0;
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) fail_unless_closed(errno);
}

void flush_output() {
  if (output_closed) return;
  errno = 0;
  if (std::fflush(stdout) != 0) fail_unless_closed(errno);
}

void print_error(std::string_view message) { print_line("error", message); }
void print_warning(std::string_view message) { print_line("warning", message); }

}  // namespace holdfast::cli
