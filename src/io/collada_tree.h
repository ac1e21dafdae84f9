#pragma once
// A COLLADA file as elements: looked up by their ids, their texts and attributes read as numbers, and faults told with their line.

#include <filesystem>
#include <map>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace holdfast::detail {

class ColladaTree {
 public:
  /// Elements and nodes within each other: more than any real file has. It bounds the recursion of whoever walks the tree.
  static constexpr int kMaxDepth = 256;

  /// Throws FileError "path:line: what is wrong" where the file is not XML, or its root is not <COLLADA>.
  explicit ColladaTree(const std::filesystem::path& path);

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] std::size_t bytes() const { return text_.size(); }
  [[nodiscard]] pugi::xml_node root() const { return document_.document_element(); }
  [[noreturn]] void fail(pugi::xml_node at, const std::string& what) const;

  /// The element called `name` that attribute `key` of `at` points to as "#id". Throws FileError where there is none.
  [[nodiscard]] pugi::xml_node target(pugi::xml_node at, const char* key, const char* name) const;
  /// As `target`, null where no such element has the id.
  [[nodiscard]] pugi::xml_node find_target(pugi::xml_node at, const char* key, const char* name) const;

  /// The text of an element, without that of its children.
  [[nodiscard]] static std::string text(pugi::xml_node at);
  /// The numbers in an element's text; exactly `count` of them, where it is given.
  [[nodiscard]] std::vector<double> numbers(pugi::xml_node at) const;
  [[nodiscard]] std::vector<double> numbers(pugi::xml_node at, std::size_t count) const;
  /// The whole numbers in an element's text, each at most `most`.
  [[nodiscard]] std::vector<std::uint32_t> whole_numbers(pugi::xml_node at, std::size_t most) const;
  /// An attribute that is a whole number of at most `most`; `absent` where it is not there.
  [[nodiscard]] std::size_t whole(pugi::xml_node at, const char* key, std::size_t absent, std::size_t most) const;

 private:
  void parse();
  void collect(pugi::xml_node first);
  [[nodiscard]] std::size_t line(std::ptrdiff_t offset) const;
  [[nodiscard]] std::string_view url(pugi::xml_node at, const char* key) const;

  const std::filesystem::path& path_;
  std::string text_;
  pugi::xml_document document_;
  std::map<std::pair<std::string_view, std::string_view>, pugi::xml_node> ids_;  // by name and id
};

}  // namespace holdfast::detail
