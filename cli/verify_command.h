#pragma once
// `holdfast verify` and `holdfast validate`: the exit status is 0 when no case failed, else 1.

#include <filesystem>
#include <vector>

namespace holdfast {

struct VerifyOptions {
  std::vector<std::filesystem::path> paths;  ///< files and folders
  bool json = false;                         ///< one JSON document instead of lines
};

/// Runs the scenes and prints a line a case, then "N passed, N failed".
int verify_command(const VerifyOptions& options);

/// Only reads the scenes: prints what is wrong with them, then "N valid, N invalid".
int validate_command(const VerifyOptions& options);

}  // namespace holdfast
