#pragma once
// The data of a glTF file: its JSON tree, its buffers, and the numbers of its accessors.

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "io/mesh_reading.h"

namespace holdfast::detail {

/// An element of one of the lists at the top of the tree, with its name in messages: "accessors[3]".
struct GltfItem {
  const nlohmann::json& value;
  std::string name;
};

class GltfData {
 public:
  /// Throws FileError, as all that follows.
  explicit GltfData(const std::filesystem::path& path);

  [[noreturn]] void fail(const std::string& what) const;
  /// For `count` numbers, vertices or triangles on behalf of what is called `name`.
  void spend(const std::string& name, std::size_t count);

  [[nodiscard]] const nlohmann::json& tree() const { return tree_; }
  /// The length of a list at the top of the tree; 0 where it is not there.
  [[nodiscard]] std::size_t count(const char* list) const;
  [[nodiscard]] GltfItem item(const char* list, std::size_t index) const;

  /// A whole number of an item, which must be at most `most`; `absent` where it is not there.
  [[nodiscard]] std::size_t whole(const GltfItem& item, const char* key, std::size_t absent, std::size_t most) const;
  /// A number of an item that must be there.
  [[nodiscard]] std::size_t whole(const GltfItem& item, const char* key, std::size_t most) const;
  /// An index into `list`, where `value` stands in the tree as `name`.
  [[nodiscard]] std::size_t index(const nlohmann::json& value, const std::string& name, const char* list) const;
  /// An array of numbers of exactly this length; empty where it is not there.
  [[nodiscard]] std::vector<double> numbers(const GltfItem& item, const char* key, std::size_t length) const;

  /// All numbers of an accessor of this type, "SCALAR" or "VEC3", one after the other; normalised where it says so.
  [[nodiscard]] std::vector<double> accessor(std::size_t index, const char* type);

 private:
  void read_binary(std::string_view bytes);
  void parse(std::string_view text);
  [[nodiscard]] const std::string& load_uri(const std::string& uri, const std::string& name, std::size_t bytes);
  [[nodiscard]] std::string load_data_uri(const std::string& uri, const std::string& name) const;
  void load_buffers();
  [[nodiscard]] std::string_view view_bytes(std::size_t view) const;

  const std::filesystem::path& path_;
  nlohmann::json tree_;
  std::string binary_chunk_;
  std::map<std::string, std::string> loaded_;  ///< files once each, by their full paths, and data URIs, by the names of their buffers
  std::vector<std::string_view> buffers_;
  Allowance allowance_{0};
};

}  // namespace holdfast::detail
