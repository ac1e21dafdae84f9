#include "arguments.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace holdfast::bench {

Arguments::Arguments(int count, char** values, std::map<std::string, std::string> defaults) : values_(std::move(defaults)) {
  for (int i = 1; i < count; i += 2) {
    const std::string key = values[i];
    const auto at = key.rfind("--", 0) == 0 ? values_.find(key.substr(2)) : values_.end();
    if (at == values_.end() || i + 1 == count) {
      std::printf("usage:");
      for (const auto& [name, value] : values_) std::printf(" --%s %s", name.c_str(), value.c_str());
      std::printf("\n");
      std::exit(2);
    }
    at->second = values[i + 1];
  }
}

std::vector<std::string> Arguments::list(const std::string& name) const {
  std::vector<std::string> parts;
  std::stringstream stream(text(name));
  for (std::string part; std::getline(stream, part, ',');) parts.push_back(part);
  return parts;
}

std::vector<double> Arguments::numbers(const std::string& name) const {
  std::vector<double> numbers;
  for (const std::string& part : list(name)) numbers.push_back(std::stod(part));
  return numbers;
}

std::string machine_line() {
  std::string cpu = "unknown processor";
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("model name", 0) != 0) continue;
    cpu = line.substr(line.find(':') + 2);
    break;
  }
#ifdef __clang__
  return cpu + ", Clang " __clang_version__;
#else
  return cpu + ", GCC " __VERSION__;
#endif
}

}  // namespace holdfast::bench
