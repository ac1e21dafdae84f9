#pragma once
// A YAML text as a tree of plain nodes, each with its place, built from the events of yaml-cpp under the limits of scene.h.
//
// An alias shares the node of its anchor; its size and height count again, so that a small file cannot stand for a huge
// one. Tags other than the implied ones are refused. Duplicate keys stay in the tree: `Reader` reports them with the names
// of the things around them.
// Fails: FileError "file:line:column: ...".

#include <holdfast/io/scene_checks.h>

#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace holdfast::detail {

struct Node {
  enum class Kind : std::uint8_t { null, scalar, list, map };
  Kind kind = Kind::null;
  bool quoted = false;       ///< a scalar in quotes: always a text
  bool open = false;         ///< while its end has not been seen
  std::uint32_t height = 1;  ///< levels below and with this one
  SourcePosition at;
  std::size_t size = 1;            ///< nodes below and with this one, aliases expanded
  std::string text;                ///< of a scalar
  std::vector<const Node*> items;  ///< of a list; of a map: keys and values in turn

  [[nodiscard]] bool is_map() const { return kind == Kind::map; }
  [[nodiscard]] bool is_list() const { return kind == Kind::list; }
  [[nodiscard]] bool is_scalar() const { return kind == Kind::scalar; }
  /// The value of a map's key, or null.
  [[nodiscard]] const Node* find(std::string_view key) const;
};

/// The documents of a text. When the text stops being YAML, the documents before that place are kept and `error` says so.
struct YamlText {
  std::deque<Node> nodes;
  std::vector<const Node*> documents;  ///< empty ones are left out
  std::string error;                   ///< "file:line:column: ..."
};

YamlText parse_yaml(std::string_view text, const std::string& file);

/// "file:line:column"
std::string place(const std::string& file, const SourcePosition& at);

}  // namespace holdfast::detail
