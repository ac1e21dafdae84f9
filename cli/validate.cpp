// `holdfast validate`: reads scene files strictly and reports every error, one line each, without running anything.

#include <fmt/format.h>
#include <holdfast/io/verify.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <vector>

#include "cli/commands.h"
#include "cli/output.h"
#include "cli/scene_input.h"

namespace holdfast::cli {
namespace {

struct FileResult {
  std::string file;
  std::size_t scenes = 0;
  std::vector<std::string> errors, warnings;
};

FileResult validate_file(const std::string& path) {
  FileResult result{path, 0, {}, {}};
  try {
    refuse_unsupported(path, input_kind(path));
    for (const SceneOrError& scene : read_scene_file_leniently(path)) {
      ++result.scenes;
      if (!scene.error.empty()) result.errors.push_back(scene.error);
      result.warnings.insert(result.warnings.end(), scene.scene.warnings.begin(), scene.scene.warnings.end());
    }
  } catch (const std::exception& error) { result.errors.emplace_back(error.what()); }
  return result;
}

std::string text_of(const FileResult& result) {
  if (result.errors.empty()) return fmt::format("ok {} ({} {})\n", result.file, result.scenes, result.scenes == 1 ? "scene" : "scenes");
  std::string text;
  for (const std::string& error : result.errors) text += "error " + error + "\n";
  return text;
}

}  // namespace

int validate_scenes(const ValidateOptions& options) {
  const std::vector<std::filesystem::path> given(options.files.begin(), options.files.end());
  for (const auto& path : given) {
    if (!std::filesystem::exists(path)) throw UsageError(path.string() + ": no such file or folder");
  }
  const std::vector<std::filesystem::path> files = scene_files(given);
  if (files.empty()) throw UsageError("no scene files found");
  std::size_t bad = 0;
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const auto& file : files) {
    const FileResult result = validate_file(file.string());
    bad += result.errors.empty() ? 0 : 1;
    if (options.json) {
      list.push_back({{"file", result.file},
                      {"valid", result.errors.empty()},
                      {"scenes", result.scenes},
                      {"errors", result.errors},
                      {"warnings", result.warnings}});
      continue;
    }
    print(text_of(result));
    for (const std::string& warning : result.warnings) print_warning(warning);
  }
  if (options.json)
    print(list.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
  else
    print(fmt::format("{} valid, {} with errors\n", files.size() - bad, bad));
  return bad == 0 ? kExitDone : kExitBadInput;
}

}  // namespace holdfast::cli
