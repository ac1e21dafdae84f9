#pragma once
// verify: runs scenes and compares what happens with what they expect.
//
// A case fails when a check fails, when it has no check, when a step is refused and no check names the refusal, and when
// it cannot be read. All cases of a call run in one process, one after the other, in the order of the paths.
// Fails: nothing is thrown for a bad file or scene: it is a failed case with the reason.

#include <holdfast/io/scene.h>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace holdfast {

/// Why a case failed. `expected` to `tolerance` are empty where they have no meaning.
struct VerifyFailure {
  SourcePosition at;  ///< of the check
  std::string what;   ///< "body 'ball', step 3: position.z"
  std::string expected, got, difference, tolerance;

  /// One line: "line 12: body 'ball', step 3: position.z: expected 1, got 2, difference 1, tolerance 0.1".
  [[nodiscard]] std::string text() const;
};

struct VerifyCase {
  std::string file;
  std::string name;
  std::size_t checks = 0;  ///< how many checks and queries it holds
  std::vector<VerifyFailure> failures;
  std::vector<std::string> warnings;

  [[nodiscard]] bool passed() const { return failures.empty(); }
};

struct VerifyReport {
  std::vector<VerifyCase> cases;

  [[nodiscard]] std::size_t passed() const;
  [[nodiscard]] std::size_t failed() const { return cases.size() - passed(); }
};

VerifyCase verify_scene(const Scene& scene);
/// One entry a scene of the file; a file that cannot be read is one failed case.
std::vector<VerifyCase> verify_file(const std::filesystem::path& path);
/// Files, and folders, which stand for all *.yaml below them in the order of their paths. `on_case` sees each as it ends.
VerifyReport verify_paths(std::span<const std::filesystem::path> paths, const std::function<void(const VerifyCase&)>& on_case = {});
/// The scene files that `paths` stand for.
std::vector<std::filesystem::path> scene_files(std::span<const std::filesystem::path> paths);
/// The lines of a case as the command line prints them.
std::string case_text(const VerifyCase& result);
/// The report as JSON: {"passed", "failed", "cases": [{"file", "name", "passed", "checks", "failures", "warnings"}]}.
std::string verify_json(const VerifyReport& report);

}  // namespace holdfast
