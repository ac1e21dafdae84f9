#pragma once
// Arguments of the benchmark programs: `--name value`, `--name a,b,c`. An unknown name ends the program with the list.

#include <map>
#include <string>
#include <vector>

namespace holdfast::bench {

class Arguments {
 public:
  /// `defaults` are the permitted names with their values.
  Arguments(int count, char** values, std::map<std::string, std::string> defaults);
  [[nodiscard]] const std::string& text(const std::string& name) const { return values_.at(name); }
  [[nodiscard]] double number(const std::string& name) const { return std::stod(text(name)); }
  [[nodiscard]] int integer(const std::string& name) const { return std::stoi(text(name)); }
  [[nodiscard]] std::vector<std::string> list(const std::string& name) const;
  [[nodiscard]] std::vector<double> numbers(const std::string& name) const;

 private:
  std::map<std::string, std::string> values_;
};

/// One line: processor, compiler, and the widths that the peers were built with.
std::string machine_line();

}  // namespace holdfast::bench
