#pragma once
// A small reader of XML: elements, attributes and text, for files that other programs wrote. What it passes over:
// comments, processing instructions, document types. Entities are the five of XML and numbers below 128. No validation.
// Source: W3C, "Extensible Markup Language 1.0" (2008).

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace holdfast::detail {

struct XmlElement {
  std::string name;
  std::vector<std::pair<std::string, std::string>> attributes;
  std::string text;  ///< of this element, without that of its children
  std::vector<XmlElement> children;
  std::size_t line = 0;

  /// Null where it is not there.
  [[nodiscard]] const std::string* attribute(std::string_view key) const;
  /// The first child of this name, or null.
  [[nodiscard]] const XmlElement* child(std::string_view key) const;
};

/// Elements within elements: more than any real file has. It bounds the recursion of whoever walks the tree.
inline constexpr std::size_t kMaxXmlDepth = 256;

/// The root element. Throws FileError "path:line: what is wrong".
XmlElement read_xml(const std::filesystem::path& path, std::string_view text);

}  // namespace holdfast::detail
