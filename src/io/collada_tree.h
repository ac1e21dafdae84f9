#pragma once
// The elements of a COLLADA file: what its readers ask of the XML, and messages that tell the line.

#include <cstdint>
#include <cstring>
#include <map>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/mesh_reading.h"

namespace holdfast::detail {

using XmlElement = pugi::xml_node;

inline bool is_named(const XmlElement& element, const char* name) { return std::strcmp(name, element.name()) == 0; }

/// Elements within elements, and nodes within nodes: more than any real file has. It bounds the recursion of who walks them.
inline constexpr std::size_t kMaxColladaDepth = 256;

/// Whatever a question looks at is spent of the file's allowance, so that no repetition in the file takes time without bound.
class ColladaTree {
 public:
  /// Throws FileError "path:line: what is wrong", as all that follows.
  explicit ColladaTree(const std::filesystem::path& path);
  ColladaTree(const ColladaTree&) = delete;
  ColladaTree& operator=(const ColladaTree&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] XmlElement root() const { return document_.document_element(); }
  [[noreturn]] void fail(const XmlElement& at, const std::string& what) const;
  /// For `count` characters, elements, vertices or triangles on behalf of `at`.
  void spend(const XmlElement& at, std::size_t count);

  [[nodiscard]] std::vector<XmlElement> children(const XmlElement& at);
  /// The first child of this name, or none.
  [[nodiscard]] XmlElement child(const XmlElement& at, const char* name);
  /// Of this element, without that of its children.
  [[nodiscard]] std::string text(const XmlElement& at);
  /// Null where it is not there.
  [[nodiscard]] const char* attribute(const XmlElement& at, const char* key);
  /// An attribute that is a whole number of at most `most`; `absent` where it is not there.
  [[nodiscard]] std::size_t whole(const XmlElement& at, const char* key, std::size_t absent, std::size_t most);

  /// The numbers in an element's text; exactly `count` of them, where it is given.
  [[nodiscard]] std::vector<double> numbers(const XmlElement& at);
  [[nodiscard]] std::vector<double> numbers(const XmlElement& at, std::size_t count);
  /// The whole numbers in an element's text, each at most `most`.
  [[nodiscard]] std::vector<std::uint32_t> whole_numbers(const XmlElement& at, std::size_t most);

  /// The element called `name` that attribute `key` of `at` points to as "#id".
  [[nodiscard]] XmlElement target(const XmlElement& at, const char* key, const char* name);
  /// As `target`, none where no such element has the id.
  [[nodiscard]] XmlElement find_target(const XmlElement& at, const char* key, const char* name);

 private:
  void parse();
  void collect_ids();
  [[noreturn]] void fail(std::ptrdiff_t offset, const std::string& what) const;
  [[nodiscard]] const char* url(const XmlElement& at, const char* key);

  const std::filesystem::path& path_;
  std::string bytes_;
  Allowance allowance_;
  pugi::xml_document document_;
  std::map<std::pair<std::string_view, std::string_view>, XmlElement> ids_;
};

}  // namespace holdfast::detail
