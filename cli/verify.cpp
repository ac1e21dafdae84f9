// `holdfast verify`: one line a case, then "N passed, N failed".

#include <fmt/format.h>
#include <holdfast/io/verify.h>

#include <filesystem>
#include <vector>

#include "cli/commands.h"
#include "cli/output.h"
#include "cli/scene_input.h"

namespace holdfast::cli {
namespace {

std::string with_newline(std::string text) {
  if (!text.ends_with('\n')) text += '\n';
  return text;
}

}  // namespace

int verify_scenes(const VerifyOptions& options) {
  const std::vector<std::filesystem::path> paths(options.paths.begin(), options.paths.end());
  for (const auto& path : paths) {
    if (!std::filesystem::exists(path)) throw UsageError(path.string() + ": no such file or folder");
    if (std::filesystem::is_regular_file(path)) refuse_unsupported(path.string(), input_kind(path.string()));
  }
  const auto show = [&](const VerifyCase& result) {
    if (options.json) return;
    print(with_newline(case_text(result)));
    flush_output();
  };
  const VerifyReport report = verify_paths(paths, show);
  if (options.json)
    print(with_newline(verify_json(report)));
  else
    print(fmt::format("{} passed, {} failed\n", report.passed(), report.failed()));
  if (report.cases.empty()) throw UsageError("no scene files found");
  return report.failed() == 0 ? kExitDone : kExitBadInput;
}

}  // namespace holdfast::cli
