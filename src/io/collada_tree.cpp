#include "io/collada_tree.h"

#include <algorithm>

#include "io/mesh_reading.h"

namespace holdfast::detail {
namespace {

std::string tag(pugi::xml_node at) { return "<" + std::string(at.name()) + ">"; }

}  // namespace

ColladaTree::ColladaTree(const std::filesystem::path& path) : path_(path), text_(read_bytes(path)) {
  parse();
  if (std::string_view(root().name()) != "COLLADA") fail(root(), "root element is " + quote(root().name()) + "; allowed: 'COLLADA'");
  collect(root());
}

void ColladaTree::parse() {
  const std::size_t zero = text_.find('\0');
  if (zero != std::string::npos) refuse(path_, line(static_cast<std::ptrdiff_t>(zero)), "is not XML: it has a zero byte");
  const pugi::xml_parse_result result = document_.load_buffer(text_.data(), text_.size(), pugi::parse_default, pugi::encoding_utf8);
  if (!result) refuse(path_, line(result.offset), std::string("is not XML: ") + result.description());
}

/// Without recursion: this is the walk that finds out how deep the file is.
void ColladaTree::collect(pugi::xml_node first) {
  pugi::xml_node at = first;
  for (int depth = 1; depth > 0;) {
    if (const pugi::xml_attribute id = at.attribute("id")) ids_.try_emplace({at.name(), id.value()}, at);
    if (at.first_child()) {
      at = at.first_child();
      ++depth;
      if (depth > kMaxDepth && at.type() == pugi::node_element)
        fail(at, "has elements within elements " + std::to_string(depth) + " deep; allowed: " + std::to_string(kMaxDepth));
      continue;
    }
    while (depth > 0 && (at == first || !at.next_sibling())) {
      at = at.parent();
      --depth;
    }
    if (depth > 0) at = at.next_sibling();
  }
}

std::size_t ColladaTree::line(std::ptrdiff_t offset) const {
  const auto end = text_.begin() + std::clamp<std::ptrdiff_t>(offset, 0, static_cast<std::ptrdiff_t>(text_.size()));
  return 1 + static_cast<std::size_t>(std::count(text_.begin(), end, '\n'));
}

void ColladaTree::fail(pugi::xml_node at, const std::string& what) const { refuse(path_, line(at.offset_debug()), what); }

std::string ColladaTree::text(pugi::xml_node at) {
  std::string out;
  for (const pugi::xml_node part : at.children())
    if (part.type() == pugi::node_pcdata || part.type() == pugi::node_cdata) out += part.value();
  return out;
}

std::string_view ColladaTree::url(pugi::xml_node at, const char* key) const {
  const pugi::xml_attribute given = at.attribute(key);
  const std::string_view value = given.value();
  if (!given) fail(at, tag(at) + " has no attribute '" + key + "'");
  if (!value.starts_with('#')) fail(at, std::string(key) + " is " + quote(value) + "; allowed: '#' and an id of this file");
  return value;
}

pugi::xml_node ColladaTree::find_target(pugi::xml_node at, const char* key, const char* name) const {
  const auto found = ids_.find({name, url(at, key).substr(1)});
  return found == ids_.end() ? pugi::xml_node() : found->second;
}

pugi::xml_node ColladaTree::target(pugi::xml_node at, const char* key, const char* name) const {
  const pugi::xml_node found = find_target(at, key, name);
  if (!found) fail(at, std::string(key) + " is " + quote(url(at, key)) + "; no <" + name + "> has that id");
  return found;
}

std::vector<double> ColladaTree::numbers(pugi::xml_node at) const {
  std::vector<double> out;
  const std::string all = text(at);
  std::string_view left = all;
  for (std::string_view word = take_word(left); !word.empty(); word = take_word(left)) {
    double value = 0;
    if (!to_number(word, value)) fail(at, tag(at) + " has " + quote(word) + ", which is not a number");
    out.push_back(value);
  }
  return out;
}

std::vector<double> ColladaTree::numbers(pugi::xml_node at, std::size_t count) const {
  std::vector<double> out = numbers(at);
  if (out.size() != count) fail(at, tag(at) + " has " + std::to_string(out.size()) + " numbers; allowed: " + std::to_string(count));
  return out;
}

std::vector<std::uint32_t> ColladaTree::whole_numbers(pugi::xml_node at, std::size_t most) const {
  std::vector<std::uint32_t> out;
  const std::string all = text(at);
  std::string_view left = all;
  for (std::string_view word = take_word(left); !word.empty(); word = take_word(left)) {
    std::int64_t value = 0;
    if (!to_integer(word, value) || value < 0 || static_cast<std::uint64_t>(value) > most)
      fail(at, tag(at) + " has " + quote(word) + ", which is not a whole number of at most " + std::to_string(most));
    out.push_back(static_cast<std::uint32_t>(value));
  }
  return out;
}

std::size_t ColladaTree::whole(pugi::xml_node at, const char* key, std::size_t absent, std::size_t most) const {
  const pugi::xml_attribute given = at.attribute(key);
  if (!given) return absent;
  std::int64_t value = 0;
  std::string_view left = given.value();
  if (!to_integer(take_word(left), value) || value < 0 || static_cast<std::uint64_t>(value) > most)
    fail(at, std::string(key) + " of " + tag(at) + " is " + quote(given.value()) + "; it must be a whole number of at most " +
                 std::to_string(most));
  return static_cast<std::size_t>(value);
}

}  // namespace holdfast::detail
