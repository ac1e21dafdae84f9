#pragma once
// Runs the built executable with arguments and returns what it printed. The path comes from the environment variable
// HOLDFAST_EXECUTABLE, which ctest sets; without it the tests of the command line are skipped with a message.

#include <cstdlib>
#include <filesystem>
#include <string>

namespace holdfast::test {

struct Outcome {
  int code = -1;  ///< exit code; 128 + number for a signal, as shells say it
  std::string out, error;
};

/// Empty when the variable is not set.
std::string executable();
/// `arguments` is a shell command line without the program; quotes are the caller's.
Outcome run_holdfast(const std::string& arguments);
/// Any shell command, with {} for the executable.
Outcome run_shell(const std::string& command);

/// A folder of its own, removed at the end.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }
  /// Writes a file and returns its path.
  std::string write(const std::string& name, const std::string& text) const;

 private:
  std::filesystem::path folder_;
};

std::string read_file(const std::string& path);

/// A scene: a floor, two balls that fall on it; 100 steps.
extern const char* const kTwoBalls;

}  // namespace holdfast::test

/// The first line of each test of the command line.
#define HOLDFAST_NEEDS_EXECUTABLE()                                     \
  if (holdfast::test::executable().empty()) {                           \
    MESSAGE("skipped: HOLDFAST_EXECUTABLE is not set (ctest sets it)"); \
    return;                                                             \
  }
