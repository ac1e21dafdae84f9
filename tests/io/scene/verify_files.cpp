// Files and folders of cases: what is counted, in what order, and how it is printed.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "io/scene/scene_text.h"

using namespace holdfast;

namespace {

/// A folder that is removed at the end of the test.
class Folder {
 public:
  explicit Folder(const std::string& name) : path(std::filesystem::temp_directory_path() / ("holdfast_verify_files_" + name)) {
    std::filesystem::remove_all(path);
    std::filesystem::create_directories(path / "inner");
  }
  ~Folder() { std::filesystem::remove_all(path); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  void write(const std::string& file, const std::string& text) const { std::ofstream(path / file) << text; }

  const std::filesystem::path path;
};

std::string overlap_case(const std::string& name, const std::string& answer) {
  return "holdfast: 1\nname: " + name +
         "\nqueries:\n  - {overlap: {a: {shape: {sphere: {radius: 1}}}, b: {shape: {sphere: {radius: 1}}}}, expect: {overlap: " + answer +
         "}}\n";
}

}  // namespace

TEST_CASE("a folder stands for the yaml files below it in the order of their paths") {
  const Folder folder("order");
  folder.write("b.yaml", overlap_case("second", "true"));
  folder.write("a.yaml", overlap_case("first", "true") + "---\n" + overlap_case("broken", "maybe"));
  folder.write("inner/c.yaml", overlap_case("third", "false"));
  folder.write("notes.txt", "not a scene");
  const std::filesystem::path paths[] = {folder.path};
  std::vector<std::string> seen;
  const VerifyReport report = verify_paths(paths, [&](const VerifyCase& c) { seen.push_back(c.name); });
  CHECK(seen == std::vector<std::string>{"first", "broken", "second", "third"});
  CHECK(report.passed() == 2);
  CHECK(report.failed() == 2);
  CHECK(case_text(report.cases[0]) == "ok    " + (folder.path / "a.yaml").string() + ": first");
  CHECK(case_text(report.cases[1])
            .find("FAIL  " + (folder.path / "a.yaml").string() + ": broken\n      " + (folder.path / "a.yaml").string() +
                  ":9:105: scene 'broken', query 1: key 'overlap': got maybe, allowed: true or false") == 0);
  CHECK(case_text(report.cases[3]) ==
        "FAIL  " + (folder.path / "inner/c.yaml").string() + ": third\n      line 4: query 1 (overlap): overlap: expected false, got true");
}

TEST_CASE("a file that is missing, empty or not YAML is one failed case with its message") {
  const Folder folder("bad");
  folder.write("empty.yaml", "");
  folder.write("broken.yaml", overlap_case("good", "true") + "---\n[1, 2\n");
  const auto cases = verify_file(folder.path / "missing.yaml");
  REQUIRE(cases.size() == 1);
  CHECK(cases[0].failures[0].text().find("the file does not exist") != std::string::npos);
  CHECK(verify_file(folder.path / "empty.yaml").at(0).failures.at(0).text().find("holds no scene") != std::string::npos);
  const auto broken = verify_file(folder.path / "broken.yaml");
  REQUIRE(broken.size() == 2);
  CHECK(broken[0].passed());
  CHECK(broken[1].failures.at(0).text().find("not YAML") != std::string::npos);
  std::filesystem::remove(folder.path / "empty.yaml");
  std::filesystem::remove(folder.path / "broken.yaml");
  const std::filesystem::path paths[] = {folder.path};
  CHECK(verify_paths(paths).failed() == 1);  // nothing there to pass
}

TEST_CASE("the report as JSON holds every case and number") {
  const Folder folder("json");
  folder.write("a.yaml", overlap_case("yes", "true") + "---\n" + overlap_case("no", "false"));
  const std::filesystem::path paths[] = {folder.path / "a.yaml"};
  const auto json = nlohmann::json::parse(verify_json(verify_paths(paths)));
  CHECK(json["passed"] == 1);
  CHECK(json["failed"] == 1);
  CHECK(json["cases"][0]["name"] == "yes");
  CHECK(json["cases"][0]["passed"] == true);
  CHECK(json["cases"][0]["checks"] == 1);
  const auto& failure = json["cases"][1]["failures"][0];
  CHECK(failure["line"] == 9);
  CHECK(failure["expected"] == "false");
  CHECK(failure["got"] == "true");
}

TEST_CASE("every scene of the product's own cases holds") {
  const std::filesystem::path paths[] = {std::filesystem::path(HOLDFAST_SOURCE_DIR) / "tests/scenes"};
  const VerifyReport report = verify_paths(paths);
  CHECK(report.cases.size() >= 60);
  for (const VerifyCase& c : report.cases) CHECK_MESSAGE(c.passed(), case_text(c));
}
