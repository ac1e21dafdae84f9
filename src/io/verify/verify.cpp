#include <holdfast/io/verify.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "io/verify/verify_run.h"

namespace holdfast {

namespace {

VerifyCase verify_one(const Scene& scene, detail::HashOfFile& hashes) {
  VerifyCase out;
  out.file = scene.file.empty() ? "text" : scene.file.string();
  out.name = scene.name;
  out.checks = scene.checks.size() + scene.queries.size();
  out.warnings = scene.warnings;
  detail::verify_scene_into(scene, hashes, out.failures);
  return out;
}

VerifyCase unreadable(const std::filesystem::path& path, const std::string& name, const std::string& message) {
  VerifyCase out;
  out.file = path.string();
  out.name = name;
  out.failures.push_back({{}, message, {}, {}, {}, {}});
  return out;
}

void verify_one_file(const std::filesystem::path& path, detail::HashOfFile& hashes, const std::function<void(VerifyCase&&)>& take) {
  std::vector<SceneOrError> scenes;
  try {
    scenes = read_scene_file_leniently(path);
  } catch (const std::exception& e) { return take(unreadable(path, path.stem().string(), e.what())); }
  for (const SceneOrError& s : scenes) take(s.error.empty() ? verify_one(s.scene, hashes) : unreadable(path, s.scene.name, s.error));
}

/// All *.yaml below a folder in the order of their paths.
std::vector<std::filesystem::path> yaml_files_below(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> out;
  std::error_code error;
  std::filesystem::recursive_directory_iterator it(folder, std::filesystem::directory_options::skip_permission_denied, error);
  for (const std::filesystem::recursive_directory_iterator end; !error && it != end; it.increment(error))
    if (it->path().extension() == ".yaml" && !it->is_directory(error)) out.push_back(it->path());
  std::sort(out.begin(), out.end());
  return out;
}

bool is_folder(const std::filesystem::path& path) {
  std::error_code error;
  return std::filesystem::is_directory(path, error);
}

}  // namespace

std::string VerifyFailure::text() const {
  std::string out = at.line > 0 ? "line " + std::to_string(at.line) + ": " : "";
  out += what;
  std::string numbers;
  for (const auto& [word, value] :
       {std::pair{"expected ", &expected}, {"got ", &got}, {"difference ", &difference}, {"tolerance ", &tolerance}})
    if (!value->empty()) numbers += (numbers.empty() ? "" : ", ") + (word + *value);
  return numbers.empty() ? out : out + ": " + numbers;
}

std::size_t VerifyReport::passed() const {
  return static_cast<std::size_t>(std::count_if(cases.begin(), cases.end(), [](const VerifyCase& c) { return c.passed(); }));
}

VerifyCase verify_scene(const Scene& scene) {
  detail::HashOfFile hashes;
  return verify_one(scene, hashes);
}

std::vector<VerifyCase> verify_file(const std::filesystem::path& path) {
  detail::HashOfFile hashes;
  std::vector<VerifyCase> out;
  verify_one_file(path, hashes, [&](VerifyCase&& c) { out.push_back(std::move(c)); });
  return out;
}

std::vector<std::filesystem::path> scene_files(std::span<const std::filesystem::path> paths) {
  std::vector<std::filesystem::path> out;
  for (const auto& path : paths) {
    if (!is_folder(path)) {
      out.push_back(path);
      continue;
    }
    for (auto& file : yaml_files_below(path)) out.push_back(std::move(file));
  }
  return out;
}

VerifyReport verify_paths(std::span<const std::filesystem::path> paths, const std::function<void(const VerifyCase&)>& on_case) {
  detail::HashOfFile hashes;
  VerifyReport report;
  const auto take = [&](VerifyCase&& c) {
    report.cases.push_back(std::move(c));
    if (on_case) on_case(report.cases.back());
  };
  for (const auto& path : paths) {
    const auto files = scene_files({&path, 1});
    if (files.empty()) take(unreadable(path, path.filename().string(), "the folder holds no scene file (*.yaml)"));
    for (const auto& file : files) verify_one_file(file, hashes, take);
  }
  return report;
}

std::string case_text(const VerifyCase& result) {
  std::string out = (result.passed() ? "ok    " : "FAIL  ") + result.file + ": " + result.name;
  for (const VerifyFailure& f : result.failures) out += "\n      " + f.text();
  for (const std::string& w : result.warnings) out += "\n      warning: " + w;
  return out;
}

std::string verify_json(const VerifyReport& report) {
  using Json = nlohmann::ordered_json;
  Json cases = Json::array();
  for (const VerifyCase& c : report.cases) {
    Json failures = Json::array();
    for (const VerifyFailure& f : c.failures) {
      Json entry{{"line", f.at.line}, {"column", f.at.column}, {"what", f.what}};
      for (const auto& [word, value] :
           {std::pair{"expected", &f.expected}, {"got", &f.got}, {"difference", &f.difference}, {"tolerance", &f.tolerance}})
        if (!value->empty()) entry[word] = *value;
      failures.push_back(std::move(entry));
    }
    cases.push_back(Json{{"file", c.file},
                         {"name", c.name},
                         {"passed", c.passed()},
                         {"checks", c.checks},
                         {"failures", failures},
                         {"warnings", c.warnings}});
  }
  const Json out{{"passed", report.passed()}, {"failed", report.failed()}, {"cases", cases}};
  // Names may hold any bytes of a file; JSON is UTF-8.
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace holdfast
