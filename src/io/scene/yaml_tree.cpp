#include "io/scene/yaml_tree.h"

#include <holdfast/base/error.h>
#include <holdfast/io/scene.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <map>
#include <sstream>

namespace holdfast::detail {

namespace {

SourcePosition position_of(const YAML::Mark& mark) {
  return mark.is_null() ? SourcePosition{} : SourcePosition{mark.line + 1, mark.column + 1};
}

/// Stops the parser; the message goes through `place`.
struct TreeError {
  SourcePosition at;
  std::string message;
};

class TreeBuilder : public YAML::EventHandler {
 public:
  explicit TreeBuilder(YamlText& text) : text_(text) {}

  void OnDocumentStart(const YAML::Mark& mark) override {
    // yaml-cpp 0.7 takes a stray ',' or ']' for an empty document and stays in front of it for ever.
    if (mark.pos == last_start_) throw TreeError{position_of(mark), "not YAML: a sign without its list or mapping"};
    last_start_ = mark.pos;
    anchors_.clear();
    open_.clear();
    root_ = nullptr;
  }
  void OnDocumentEnd() override {
    if (root_ != nullptr && root_->kind != Node::Kind::null) text_.documents.push_back(root_);
  }
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override { close(add(mark, anchor, Node::Kind::null)); }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, const std::string& value) override {
    check_tag(mark, tag);
    Node& node = add(mark, anchor, Node::Kind::scalar);
    node.quoted = tag == "!";
    node.text = value;
    close(node);
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const SourcePosition at = position_of(mark);
    const auto found = anchors_.find(anchor);
    if (found == anchors_.end()) throw TreeError{at, "an alias without its anchor"};
    if (found->second->open) throw TreeError{at, "an alias that stands inside its own anchor"};
    attach(at, found->second);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, YAML::EmitterStyle::value) override {
    check_tag(mark, tag);
    open_.push_back(&add(mark, anchor, Node::Kind::list));
  }
  void OnSequenceEnd() override { close_innermost(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, YAML::EmitterStyle::value) override {
    check_tag(mark, tag);
    open_.push_back(&add(mark, anchor, Node::Kind::map));
  }
  void OnMapEnd() override { close_innermost(); }

 private:
  static void check_tag(const YAML::Mark& mark, const std::string& tag) {
    if (!tag.empty() && tag != "?" && tag != "!")
      throw TreeError{position_of(mark), "the tag '" + tag + "' is not allowed: a scene has plain values only"};
  }

  Node& add(const YAML::Mark& mark, YAML::anchor_t anchor, Node::Kind kind) {
    Node& node = text_.nodes.emplace_back();
    node.kind = kind;
    node.at = position_of(mark);
    node.open = true;
    if (open_.size() + 1 > static_cast<std::size_t>(kMaxSceneDepth)) too_deep(node.at);
    if (text_.nodes.size() > kMaxSceneNodes) too_many(node.at);
    if (anchor != YAML::NullAnchor) anchors_[anchor] = &node;
    return node;
  }

  void close(Node& node) {
    node.open = false;
    attach(node.at, &node);
  }
  void close_innermost() {
    Node& node = *open_.back();
    open_.pop_back();
    close(node);
  }

  /// Puts a finished node into the list or map around it.
  void attach(const SourcePosition& at, const Node* node) {
    if (open_.empty()) {
      root_ = node;
      return;
    }
    Node& parent = *open_.back();
    parent.items.push_back(node);
    parent.size += node->size;
    parent.height = std::max(parent.height, node->height + 1);
    if (parent.size > kMaxSceneNodes) too_many(at);
    if (open_.size() + node->height > static_cast<std::size_t>(kMaxSceneDepth)) too_deep(at);
  }

  [[noreturn]] static void too_deep(const SourcePosition& at) {
    throw TreeError{at, "lists and mappings are nested more than " + std::to_string(kMaxSceneDepth) + " deep"};
  }
  [[noreturn]] static void too_many(const SourcePosition& at) {
    throw TreeError{at, "more than " + std::to_string(kMaxSceneNodes) +
                            " values (aliases count as what they stand for): put large geometry into mesh files"};
  }

  YamlText& text_;
  std::map<YAML::anchor_t, Node*> anchors_;
  std::vector<Node*> open_;
  const Node* root_ = nullptr;
  int last_start_ = -1;
};

/// An input stream over a text that is not copied.
class ViewBuffer : public std::streambuf {
 public:
  explicit ViewBuffer(std::string_view text) {
    char* begin = const_cast<char*>(text.data());  // only read from: this buffer has no put area
    setg(begin, begin, begin + text.size());
  }
};

/// Bytes of the UTF-8 character at `text`, or 0 where there is none.
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::size_t length = byte(0) < 0x80                      ? 1
                             : byte(0) >= 0xc2 && byte(0) < 0xe0 ? 2
                             : byte(0) >= 0xe0 && byte(0) < 0xf0 ? 3
                             : byte(0) >= 0xf0 && byte(0) < 0xf5 ? 4
                                                                 : 0;
  if (length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xc0u) != 0x80) return 0;
  if (length < 3) return length;
  // Neither longer than needed, nor a surrogate, nor beyond the last code point.
  const bool wrong = (byte(0) == 0xe0 && byte(1) < 0xa0) || (byte(0) == 0xed && byte(1) > 0x9f) || (byte(0) == 0xf0 && byte(1) < 0x90) ||
                     (byte(0) == 0xf4 && byte(1) > 0x8f);
  return wrong ? 0 : length;
}

/// Refuses what is not plain UTF-8 text. YAML forbids control characters, and yaml-cpp 0.7 takes a byte 0x04 for the end of
/// the file in one place and not in another, and never returns.
void check_text(std::string_view text) {
  SourcePosition at{1, 1};
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const std::size_t length = utf8_length(text.substr(i));
    if (length == 0) throw TreeError{at, "not YAML: the text is not UTF-8"};
    if ((byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r') || byte == 0x7f)
      throw TreeError{at, "not YAML: a control character, byte " + std::to_string(byte)};
    i += length;
    at = byte == '\n' ? SourcePosition{at.line + 1, 1} : SourcePosition{at.line, at.column + 1};
  }
}

}  // namespace

const Node* Node::find(std::string_view key) const {
  if (!is_map()) return nullptr;
  for (std::size_t i = 0; i + 1 < items.size(); i += 2)
    if (items[i]->is_scalar() && items[i]->text == key) return items[i + 1];
  return nullptr;
}

std::string place(const std::string& file, const SourcePosition& at) {
  return at.line == 0 ? file : file + ":" + std::to_string(at.line) + ":" + std::to_string(at.column);
}

YamlText parse_yaml(std::string_view text, const std::string& file) {
  YamlText out;
  if (text.size() > kMaxSceneBytes) {
    out.error = file + ": the file has " + std::to_string(text.size()) + " bytes, allowed: at most " + std::to_string(kMaxSceneBytes) +
                "; put large geometry into mesh files";
    return out;
  }
  try {
    check_text(text);
    ViewBuffer buffer(text);
    std::istream stream(&buffer);
    YAML::Parser parser(stream);
    TreeBuilder builder(out);
    while (parser.HandleNextDocument(builder)) {}
  } catch (const TreeError& e) { out.error = place(file, e.at) + ": " + e.message; } catch (const YAML::Exception& e) {
    out.error = place(file, position_of(e.mark)) + ": not YAML: " + e.msg;
  } catch (const std::exception& e) { out.error = file + ": not YAML: " + e.what(); }
  return out;
}

}  // namespace holdfast::detail
