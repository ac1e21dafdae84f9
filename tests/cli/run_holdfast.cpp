#include "cli/run_holdfast.h"

#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <sstream>

namespace holdfast::test {

const char* const kTwoBalls = R"(holdfast: 1
name: two balls
world: {time_step: 0.01}
bodies:
  - {name: floor, kind: static, shape: {plane: {}}}
  - {name: ball, kind: dynamic, shape: {sphere: {radius: 0.1}}, mass: 1, position: [0, 0, 1]}
  - {name: "heavy, big", kind: dynamic, shape: {sphere: {radius: 0.3}}, mass: 5, position: [2, 0, 0.8]}
run: {steps: 100}
)";

std::string executable() {
  const char* path = std::getenv("HOLDFAST_EXECUTABLE");
  return path != nullptr ? path : "";
}

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

TemporaryFolder::TemporaryFolder() {
  static int count = 0;
  folder_ = std::filesystem::temp_directory_path() / ("holdfast_test_" + std::to_string(getpid()) + "_" + std::to_string(count++));
  std::filesystem::create_directories(folder_);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

std::string TemporaryFolder::write(const std::string& name, const std::string& text) const {
  std::ofstream(folder_ / name, std::ios::binary) << text;
  return path(name);
}

Outcome run_shell(const std::string& command) {
  const TemporaryFolder folder;
  std::string filled = command;
  for (auto at = filled.find("{}"); at != std::string::npos; at = filled.find("{}", at)) filled.replace(at, 2, '"' + executable() + '"');
  std::ostringstream line;
  line << "{ " << filled << "; } >'" << folder.path("out") << "' 2>'" << folder.path("error") << "' </dev/null";
  const int status = std::system(line.str().c_str());
  Outcome outcome;
  outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  outcome.out = read_file(folder.path("out"));
  outcome.error = read_file(folder.path("error"));
  return outcome;
}

Outcome run_holdfast(const std::string& arguments) { return run_shell("{} " + arguments); }

}  // namespace holdfast::test
