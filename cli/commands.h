#pragma once
// One function a subcommand: options in, exit code out (output.h lists the codes). `arguments.cpp` fills the options.
// Errors of the user leave as exceptions: holdfast::Error or UsageError.

#include <optional>
#include <string>
#include <vector>

namespace holdfast::cli {

/// Which events a recording keeps.
enum class EventChoice { none, recorded, all };

struct RunOptions {
  std::string scene;
  std::string case_name;  ///< --case: a name or an index from 1; empty: the only scene of the file
  std::optional<long long> steps;
  std::optional<double> duration;   ///< [s]
  std::optional<double> time_step;  ///< [s]
  std::optional<int> every;
  std::string out, csv, plot;  ///< paths, empty for none
  std::vector<std::string> quantities;
  EventChoice events = EventChoice::recorded;
  bool json = false;
  bool states = false;  ///< --states: the final state of each body, in the JSON
  bool quiet = false;
};
int run_scene(const RunOptions& options);

struct InfoOptions {
  std::vector<std::string> files;
  bool json = false;
};
int show_info(const InfoOptions& options);

struct VerifyOptions {
  std::vector<std::string> paths;
  bool json = false;
};
int verify_scenes(const VerifyOptions& options);

struct ValidateOptions {
  std::vector<std::string> files;
  bool json = false;
};
int validate_scenes(const ValidateOptions& options);

int print_schema();

}  // namespace holdfast::cli
