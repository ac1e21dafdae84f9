#pragma once
// What `holdfast info` finds out about one file: a list of named facts, rendered as a table or as JSON.

#include <nlohmann/json.hpp>

#include <string>
#include <utility>
#include <vector>

namespace holdfast::cli {

struct FileFacts {
  std::vector<std::pair<std::string, std::string>> rows;  ///< label and text, in order
  nlohmann::ordered_json json;                            ///< the same as data
};

FileFacts mesh_facts(const std::string& path);
FileFacts scene_facts(const std::string& path);
FileFacts recording_facts(const std::string& path);

}  // namespace holdfast::cli
