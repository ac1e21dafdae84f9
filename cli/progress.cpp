#include "cli/progress.h"

#include <fmt/core.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

namespace holdfast::cli {
namespace {

constexpr std::chrono::milliseconds kRedraw{100};
constexpr std::size_t kDefaultWidth = 80, kMaxBar = 40, kMinBar = 8;

std::size_t terminal_width() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : kDefaultWidth;
}

std::string clock_text(double seconds) {
  const auto s = std::llround(std::min(std::max(seconds, 0.0), 359999.0));
  return s < 3600 ? fmt::format("{}:{:02}", s / 60, s % 60) : fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
}

}  // namespace

Progress::Progress(std::size_t total_steps, bool enabled) : total_(total_steps), enabled_(enabled && isatty(STDERR_FILENO) == 1) {}
Progress::~Progress() { clear(); }

void Progress::update(std::size_t steps, double time) {
  if (!enabled_) return;
  const Clock::time_point now = Clock::now();
  if (now < next_ && steps < total_) return;
  next_ = now + kRedraw;
  draw(steps, time, now);
}

void Progress::draw(std::size_t steps, double time, Clock::time_point now) {
  const double share = total_ > 0 ? static_cast<double>(steps) / static_cast<double>(total_) : 1;
  const double wall = std::chrono::duration<double>(now - start_).count();
  const double rate = wall > 0 ? static_cast<double>(steps) / wall : 0;
  const double left = rate > 0 ? static_cast<double>(total_ - std::min(steps, total_)) / rate : 0;
  const std::string text =
      fmt::format(" {:3.0f} %  {}/{} steps  {:.2f} s  {:.0f} steps/s  {} left", share * 100, steps, total_, time, rate, clock_text(left));
  const std::size_t width = terminal_width();
  std::string line = "\r";
  if (width > text.size() + kMinBar + 3) {
    const std::size_t bar = std::min(kMaxBar, width - text.size() - 3);
    const auto full = static_cast<std::size_t>(share * static_cast<double>(bar));
    line += "[" + std::string(std::min(full, bar), '#') + std::string(bar - std::min(full, bar), '-') + "]";
  }
  line += text.substr(0, width - 1) + "\x1b[K";
  std::fwrite(line.data(), 1, line.size(), stderr);
  std::fflush(stderr);
  drawn_ = true;
}

void Progress::clear() {
  if (drawn_) std::fputs("\r\x1b[K", stderr);
  drawn_ = false;
}

}  // namespace holdfast::cli
