#pragma once
// A progress bar on standard error, only where that is a terminal: share, steps, simulated time, steps a second, time left.

#include <chrono>
#include <cstddef>

namespace holdfast::cli {

class Progress {
 public:
  /// Draws nothing when `enabled` is false or standard error is no terminal.
  Progress(std::size_t total_steps, bool enabled);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Redraws at most ten times a second. `time` is simulated [s].
  void update(std::size_t steps, double time);
  /// Erases the bar.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  void draw(std::size_t steps, double time, Clock::time_point now);

  std::size_t total_;
  bool enabled_;
  bool drawn_ = false;
  Clock::time_point start_ = Clock::now(), next_ = start_;
};

}  // namespace holdfast::cli
