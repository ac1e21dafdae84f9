#pragma once
// The ids of a COLLADA file, and its <mesh> elements as triangles.

#include <map>

#include "io/mesh_reading.h"
#include "io/xml_tree.h"

namespace holdfast::detail {

/// The elements of a file by their names and ids, and what all of its readers ask.
class ColladaTree {
 public:
  ColladaTree(const std::filesystem::path& path, const XmlElement& root);

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[noreturn]] void fail(const XmlElement& at, const std::string& what) const;
  /// The element called `name` that attribute `key` of `at` points to as "#id". Throws FileError where there is none.
  [[nodiscard]] const XmlElement& target(const XmlElement& at, const char* key, const char* name) const;
  /// As `target`, null where no such element has the id.
  [[nodiscard]] const XmlElement* find_target(const XmlElement& at, const char* key, const char* name) const;

  /// The numbers in an element's text; exactly `count` of them, where it is given.
  [[nodiscard]] std::vector<double> numbers(const XmlElement& at) const;
  [[nodiscard]] std::vector<double> numbers(const XmlElement& at, std::size_t count) const;
  /// The whole numbers in an element's text, each at most `most`.
  [[nodiscard]] std::vector<std::uint32_t> whole_numbers(const XmlElement& at, std::size_t most) const;
  /// An attribute that is a whole number of at most `most`; `absent` where it is not there.
  [[nodiscard]] std::size_t whole(const XmlElement& at, const char* key, std::size_t absent, std::size_t most) const;

 private:
  void collect(const XmlElement& element);
  [[nodiscard]] const std::string& url(const XmlElement& at, const char* key) const;
  const std::filesystem::path& path_;
  std::map<std::pair<std::string_view, std::string_view>, const XmlElement*> ids_;
};

/// The faces of a <geometry>, in its own frame and unit.
MeshFile read_collada_geometry(const ColladaTree& tree, const XmlElement& geometry);

}  // namespace holdfast::detail
