#include "io/xml_tree.h"

#include <algorithm>

#include "io/mesh_reading.h"

namespace holdfast::detail {
namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
bool is_name(char c) { return !is_space(c) && std::string_view("<>/=\"'&").find(c) == std::string_view::npos; }

class XmlReader {
 public:
  XmlReader(const std::filesystem::path& path, std::string_view text) : path_(path), text_(text) {}

  XmlElement read() {
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
    XmlElement root;
    while (root.name.empty()) {
      read_text();
      if (at_ >= text_.size()) fail("ends before its root element does");
      read_markup(root);
    }
    return root;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const { refuse(path_, line(), what); }
  [[nodiscard]] std::size_t line() const {
    counted_lines_ += static_cast<std::size_t>(
        std::count(text_.begin() + static_cast<std::ptrdiff_t>(counted_to_), text_.begin() + static_cast<std::ptrdiff_t>(at_), '\n'));
    counted_to_ = at_;
    return 1 + counted_lines_;
  }
  [[nodiscard]] bool at(std::string_view mark) const { return text_.substr(at_).starts_with(mark); }
  void skip_space() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  }
  /// What stands before `mark`; the reader goes on behind it.
  std::string_view take_until(std::string_view mark) {
    const std::size_t end = text_.find(mark, at_);
    if (end == std::string_view::npos) fail("has no '" + std::string(mark) + "' after this");
    const std::string_view out = text_.substr(at_, end - at_);
    at_ = end + mark.size();
    return out;
  }
  std::string_view take_name() {
    const std::size_t start = at_;
    while (at_ < text_.size() && is_name(text_[at_])) ++at_;
    if (at_ == start) fail("is not XML: a name must stand here");
    return text_.substr(start, at_ - start);
  }

  void read_text() {
    const std::size_t end = std::min(text_.find('<', at_), text_.size());
    const std::string_view found = text_.substr(at_, end - at_);
    if (!open_.empty()) {
      open_.back().text += decoded(found);
    } else if (!std::all_of(found.begin(), found.end(), is_space)) {
      fail("is not XML: it must begin with '<'");
    }
    at_ = end;
  }

  void read_markup(XmlElement& root) {
    if (at("<!--")) {
      at_ += 4;
      take_until("-->");
    } else if (at("<![CDATA[")) {
      at_ += 9;
      const std::string_view found = take_until("]]>");
      if (!open_.empty()) open_.back().text += found;
    } else if (at("<?")) {
      take_until("?>");
    } else if (at("<!")) {
      take_until(">");
    } else if (at("</")) {
      close(root);
    } else {
      open(root);
    }
  }

  void open(XmlElement& root) {
    XmlElement element;
    element.line = line();
    ++at_;
    element.name = take_name();
    for (skip_space(); at_ < text_.size() && !at(">") && !at("/>"); skip_space()) read_attribute(element);
    if (at_ >= text_.size()) fail("ends within <" + element.name + ">");
    if (open_.size() >= kMaxXmlDepth)
      fail("has elements within elements " + std::to_string(open_.size() + 1) + " deep; allowed: " + std::to_string(kMaxXmlDepth));
    open_.push_back(std::move(element));
    const bool is_empty = at("/>");
    at_ += is_empty ? 2 : 1;
    if (is_empty) finish(root);
  }

  void read_attribute(XmlElement& element) {
    std::string key(take_name());
    skip_space();
    if (!at("=")) fail("attribute '" + key + "' of <" + element.name + "> has no value");
    ++at_;
    skip_space();
    if (!at("\"") && !at("'")) fail("attribute '" + key + "' of <" + element.name + "> has a value without quotes");
    const std::string_view quotes = text_.substr(at_++, 1);
    element.attributes.emplace_back(std::move(key), decoded(take_until(quotes)));
  }

  void close(XmlElement& root) {
    at_ += 2;
    const std::string_view name = take_name();
    if (open_.empty() || open_.back().name != name)
      fail("has </" + std::string(name) + "> where " + (open_.empty() ? "nothing" : "<" + open_.back().name + ">") + " is open");
    skip_space();
    if (!at(">")) fail("</" + std::string(name) + " is not closed");
    ++at_;
    finish(root);
  }

  /// The innermost element is complete.
  void finish(XmlElement& root) {
    XmlElement done = std::move(open_.back());
    open_.pop_back();
    (open_.empty() ? root : open_.back().children.emplace_back()) = std::move(done);
  }

  [[nodiscard]] std::string decoded(std::string_view text) const {
    std::string out;
    while (true) {
      const std::size_t start = text.find('&'), end = text.find(';', std::min(start, text.size()));
      out += text.substr(0, start);
      if (start == std::string_view::npos) return out;
      if (end == std::string_view::npos) fail("has '&' without the ';' of an entity");
      out += entity(text.substr(start + 1, end - start - 1));
      text.remove_prefix(end + 1);
    }
  }
  [[nodiscard]] static std::string entity(std::string_view name) {
    static constexpr std::pair<std::string_view, char> kEntities[] = {
        {"lt", '<'}, {"gt", '>'}, {"amp", '&'}, {"quot", '"'}, {"apos", '\''}};
    for (const auto& [known, c] : kEntities)
      if (name == known) return std::string(1, c);
    std::int64_t code = 0;
    if (name.starts_with('#') && to_integer(name.substr(1), code) && code > 0 && code < 128) return std::string(1, static_cast<char>(code));
    return "&" + std::string(name) + ";";  // stays as it stands: names are only compared
  }

  const std::filesystem::path& path_;
  std::string_view text_;
  std::size_t at_ = 0;
  mutable std::size_t counted_to_ = 0, counted_lines_ = 0;
  std::vector<XmlElement> open_;
};

}  // namespace

const std::string* XmlElement::attribute(std::string_view key) const {
  for (const auto& [name_of, value] : attributes)
    if (name_of == key) return &value;
  return nullptr;
}

const XmlElement* XmlElement::child(std::string_view key) const {
  for (const XmlElement& c : children)
    if (c.name == key) return &c;
  return nullptr;
}

XmlElement read_xml(const std::filesystem::path& path, std::string_view text) { return XmlReader(path, text).read(); }

}  // namespace holdfast::detail
