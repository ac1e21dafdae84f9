#include "io/collada_tree.h"

#include <algorithm>

namespace holdfast::detail {

ColladaTree::ColladaTree(const std::filesystem::path& path) : path_(path), bytes_(read_bytes(path)), allowance_(bytes_.size()) {
  parse();
  if (!is_named(root(), "COLLADA")) fail(root(), "root element is " + quote(root().name()) + "; allowed: 'COLLADA'");
  collect_ids();
}

void ColladaTree::parse() {
  // pugixml takes a NUL for the end of the file. UTF-8 by decree: it would turn other encodings into it, and lose the lines.
  if (const std::size_t nul = bytes_.find('\0'); nul != std::string::npos)
    fail(static_cast<std::ptrdiff_t>(nul), "has a byte 0, which XML in UTF-8 does not have");
  const pugi::xml_parse_result result = document_.load_buffer(bytes_.data(), bytes_.size(), pugi::parse_default, pugi::encoding_utf8);
  if (!result) fail(result.offset, std::string("is not XML: ") + result.description());
}

void ColladaTree::collect_ids() {
  struct : pugi::xml_tree_walker {
    ColladaTree* tree = nullptr;
    bool for_each(pugi::xml_node& node) override {
      if (node.type() != pugi::node_element) return true;
      if (static_cast<std::size_t>(depth()) >= kMaxColladaDepth)
        tree->fail(node,
                   "has elements within elements " + std::to_string(depth() + 1) + " deep; allowed: " + std::to_string(kMaxColladaDepth));
      if (const pugi::xml_attribute id = node.attribute("id")) tree->ids_.try_emplace({node.name(), id.value()}, node);
      return true;
    }
  } walker;
  walker.tree = this;
  document_.traverse(walker);
}

void ColladaTree::fail(const XmlElement& at, const std::string& what) const { fail(at.offset_debug(), what); }

void ColladaTree::fail(std::ptrdiff_t offset, const std::string& what) const {
  const auto end = bytes_.begin() + std::clamp(offset, std::ptrdiff_t{0}, std::ssize(bytes_));
  refuse(path_, 1 + static_cast<std::size_t>(std::count(bytes_.begin(), end, '\n')), what);
}

void ColladaTree::spend(const XmlElement& at, std::size_t count) {
  if (!allowance_.spend(count)) fail(at, "<" + std::string(at.name()) + "> " + Allowance::kSpent);
}

std::vector<XmlElement> ColladaTree::children(const XmlElement& at) {
  std::vector<XmlElement> out;
  for (const pugi::xml_node node : at.children())
    if (node.type() == pugi::node_element) out.push_back(node);
  spend(at, out.size());
  return out;
}

XmlElement ColladaTree::child(const XmlElement& at, const char* name) {
  for (const XmlElement& e : at.children()) {
    spend(at, 1);
    if (is_named(e, name)) return e;
  }
  return {};
}

std::string ColladaTree::text(const XmlElement& at) {
  std::string out;
  for (const pugi::xml_node node : at.children()) {
    spend(at, 1);
    if (node.type() == pugi::node_pcdata || node.type() == pugi::node_cdata) out += node.value();
  }
  spend(at, out.size());
  return out;
}

const char* ColladaTree::attribute(const XmlElement& at, const char* key) {
  for (const pugi::xml_attribute a : at.attributes()) {
    spend(at, 1);
    if (std::strcmp(key, a.name()) != 0) continue;
    spend(at, std::string_view(a.value()).size());
    return a.value();
  }
  return nullptr;
}

std::size_t ColladaTree::whole(const XmlElement& at, const char* key, std::size_t absent, std::size_t most) {
  const char* text = attribute(at, key);
  if (!text) return absent;
  std::int64_t value = 0;
  std::string_view left = text;
  if (!to_integer(take_word(left), value) || value < 0 || static_cast<std::uint64_t>(value) > most)
    fail(at,
         std::string(key) + " of <" + at.name() + "> is " + quote(text) + "; it must be a whole number of at most " + std::to_string(most));
  return static_cast<std::size_t>(value);
}

std::vector<double> ColladaTree::numbers(const XmlElement& at) {
  std::vector<double> out;
  const std::string text = this->text(at);
  std::string_view left = text;
  for (std::string_view word = take_word(left); !word.empty(); word = take_word(left)) {
    double value = 0;
    if (!to_number(word, value)) fail(at, "<" + std::string(at.name()) + "> has " + quote(word) + ", which is not a number");
    out.push_back(value);
  }
  return out;
}

std::vector<double> ColladaTree::numbers(const XmlElement& at, std::size_t count) {
  std::vector<double> out = numbers(at);
  if (out.size() != count)
    fail(at, "<" + std::string(at.name()) + "> has " + std::to_string(out.size()) + " numbers; allowed: " + std::to_string(count));
  return out;
}

std::vector<std::uint32_t> ColladaTree::whole_numbers(const XmlElement& at, std::size_t most) {
  std::vector<std::uint32_t> out;
  const std::string text = this->text(at);
  std::string_view left = text;
  for (std::string_view word = take_word(left); !word.empty(); word = take_word(left)) {
    std::int64_t value = 0;
    if (!to_integer(word, value) || value < 0 || static_cast<std::uint64_t>(value) > most)
      fail(at, "<" + std::string(at.name()) + "> has " + quote(word) + ", which is not a whole number of at most " + std::to_string(most));
    out.push_back(static_cast<std::uint32_t>(value));
  }
  return out;
}

const char* ColladaTree::url(const XmlElement& at, const char* key) {
  const char* value = attribute(at, key);
  if (!value) fail(at, "<" + std::string(at.name()) + "> has no attribute '" + key + "'");
  if (*value != '#') fail(at, std::string(key) + " is " + quote(value) + "; allowed: '#' and an id of this file");
  return value;
}

XmlElement ColladaTree::find_target(const XmlElement& at, const char* key, const char* name) {
  const auto found = ids_.find({name, url(at, key) + 1});
  return found == ids_.end() ? XmlElement() : found->second;
}

XmlElement ColladaTree::target(const XmlElement& at, const char* key, const char* name) {
  const XmlElement found = find_target(at, key, name);
  if (!found) fail(at, std::string(key) + " is " + quote(url(at, key)) + "; no <" + name + "> has that id");
  return found;
}

}  // namespace holdfast::detail
