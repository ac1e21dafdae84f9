#include "io/ply_file.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "io/mesh_reading.h"

namespace holdfast::detail {
namespace {

enum class Encoding : std::uint8_t { ascii, little, big };
enum class Type : std::uint8_t { int8, uint8, int16, uint16, int32, uint32, float32, float64 };

struct TypeName {
  std::string_view name;
  Type type;
};
constexpr std::array<TypeName, 16> kTypes{{{"char", Type::int8},
                                           {"int8", Type::int8},
                                           {"uchar", Type::uint8},
                                           {"uint8", Type::uint8},
                                           {"short", Type::int16},
                                           {"int16", Type::int16},
                                           {"ushort", Type::uint16},
                                           {"uint16", Type::uint16},
                                           {"int", Type::int32},
                                           {"int32", Type::int32},
                                           {"uint", Type::uint32},
                                           {"uint32", Type::uint32},
                                           {"float", Type::float32},
                                           {"float32", Type::float32},
                                           {"double", Type::float64},
                                           {"float64", Type::float64}}};

struct Property {
  std::string name;
  bool is_list = false;
  Type count_type = Type::uint8;
  Type type = Type::float32;
};
struct Element {
  std::string name;
  std::size_t count = 0;
  std::vector<Property> properties;
};

/// The text of the file, and where the reader stands in it.
class Source {
 public:
  explicit Source(const std::filesystem::path& path) : path_(path), text_(read_bytes(path)) {}

  [[noreturn]] void fail(const std::string& what) const {
    if (encoding == Encoding::ascii) refuse(path_, line_, what);
    refuse(path_, what);
  }
  [[nodiscard]] std::size_t remaining() const { return text_.size() - at_; }

  /// The next line's words; a line that ends the file without a line end counts.
  std::vector<std::string> line() {
    if (at_ >= text_.size()) fail("ends within the header");
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    std::string_view left = std::string_view(text_).substr(at_, end - at_);
    std::vector<std::string> words;
    for (std::string_view word = take_word(left); !word.empty(); word = take_word(left)) words.emplace_back(word);
    at_ = std::min(end + 1, text_.size());
    ++line_;
    return words;
  }

  double number(Type type) { return encoding == Encoding::ascii ? text_number() : binary_number(type); }

  Encoding encoding = Encoding::ascii;

 private:
  double text_number() {
    std::string_view left = std::string_view(text_).substr(at_);
    const std::string_view word = take_word(left);
    const std::size_t start = text_.size() - left.size() - word.size();
    line_ += static_cast<std::size_t>(std::count(text_.data() + at_, text_.data() + start, '\n'));
    at_ = start + word.size();
    if (word.empty()) fail("ends before its last number");
    double value = 0;
    if (!to_number(word, value)) fail("has " + quote(word) + ", which is not a number");
    return value;
  }

  template <class T>
  double binary() {
    if (remaining() < sizeof(T)) fail("ends before its last number");
    std::array<char, sizeof(T)> bytes{};
    for (std::size_t i = 0; i < sizeof(T); ++i)
      bytes[(encoding == Encoding::big) == (std::endian::native == std::endian::big) ? i : sizeof(T) - 1 - i] = text_[at_ + i];
    at_ += sizeof(T);
    return static_cast<double>(std::bit_cast<T>(bytes));
  }
  double binary_number(Type type) {
    switch (type) {
      case Type::int8: return binary<std::int8_t>();
      case Type::uint8: return binary<std::uint8_t>();
      case Type::int16: return binary<std::int16_t>();
      case Type::uint16: return binary<std::uint16_t>();
      case Type::int32: return binary<std::int32_t>();
      case Type::uint32: return binary<std::uint32_t>();
      case Type::float32: return binary<float>();
      case Type::float64: return binary<double>();
    }
    return 0;
  }

  const std::filesystem::path& path_;
  std::string text_;
  std::size_t at_ = 0;
  std::size_t line_ = 0;  ///< lines taken: the number of the current line, from 1, in the header
};

Type type_of(const Source& source, std::string_view name) {
  for (const TypeName& t : kTypes)
    if (t.name == name) return t.type;
  source.fail("names a type that PLY does not have: " + quote(name));
}

std::vector<Element> read_header(Source& source) {
  if (const auto first = source.line(); first.size() != 1 || first[0] != "ply") source.fail("does not begin with 'ply'");
  std::vector<Element> elements;
  Encoding encoding = Encoding::ascii;
  bool has_format = false;
  for (;;) {
    const auto words = source.line();
    if (words.empty() || words[0] == "comment" || words[0] == "obj_info") continue;
    if (words[0] == "end_header") break;
    if (words[0] == "format" && words.size() >= 2) {
      if (words[1] != "ascii" && words[1] != "binary_little_endian" && words[1] != "binary_big_endian")
        source.fail("has an unknown format: " + quote(words[1]));
      encoding = words[1] == "ascii" ? Encoding::ascii : words[1] == "binary_big_endian" ? Encoding::big : Encoding::little;
      has_format = true;
    } else if (words[0] == "element" && words.size() == 3) {
      Element element{words[1], 0, {}};
      std::int64_t count = 0;
      if (!to_integer(words[2], count) || count < 0) source.fail("has an element whose count is " + quote(words[2]) + ", no whole number");
      element.count = static_cast<std::size_t>(count);
      elements.push_back(std::move(element));
    } else if (words[0] == "property" && !elements.empty() && words.size() == 3) {
      elements.back().properties.push_back({words[2], false, Type::uint8, type_of(source, words[1])});
    } else if (words[0] == "property" && !elements.empty() && words.size() == 5 && words[1] == "list") {
      elements.back().properties.push_back({words[4], true, type_of(source, words[2]), type_of(source, words[3])});
    } else {
      source.fail("has a header line that PLY does not know");
    }
  }
  if (!has_format) source.fail("has no 'format' line");
  source.encoding = encoding;
  return elements;
}

/// The numbers of a list, or the one number of a plain property.
void read_property(Source& source, const Property& property, std::vector<double>& values) {
  values.clear();
  std::size_t count = 1;
  if (property.is_list) {
    const double given = source.number(property.count_type);
    if (!(given >= 0 && given <= static_cast<double>(source.remaining()) && given == std::floor(given)))
      source.fail("has a list whose length cannot be");
    count = static_cast<std::size_t>(given);
  }
  for (std::size_t i = 0; i < count; ++i) values.push_back(source.number(property.type));
}

void read_vertices(Source& source, const Element& element, MeshFile& file) {
  for (const char* axis : {"x", "y", "z"})
    if (std::none_of(element.properties.begin(), element.properties.end(), [&](const Property& p) { return !p.is_list && p.name == axis; }))
      source.fail(std::string("has an element 'vertex' without a property '") + axis + "'");
  std::vector<double> values;
  for (std::size_t i = 0; i < element.count; ++i) {
    Vector3d p;
    for (const Property& property : element.properties) {
      read_property(source, property, values);
      if (property.is_list || property.name.size() != 1 || property.name[0] < 'x' || property.name[0] > 'z') continue;
      p[property.name[0] - 'x'] = values[0];
    }
    file.vertices.emplace_back(p);
  }
}

void read_faces(Source& source, const Element& element, MeshFile& file) {
  std::vector<double> values;
  std::vector<std::uint32_t> corners;
  for (std::size_t i = 0; i < element.count; ++i) {
    for (const Property& property : element.properties) {
      read_property(source, property, values);
      if (!property.is_list || (property.name != "vertex_indices" && property.name != "vertex_index")) continue;
      corners.clear();
      for (const double v : values) {
        if (!(v >= 0 && v < static_cast<double>(file.vertices.size()) && v == std::floor(v)))
          source.fail("face " + std::to_string(i) + " names a vertex that is not there; there are " + std::to_string(file.vertices.size()));
        corners.push_back(static_cast<std::uint32_t>(v));
      }
      add_face(corners, file);
    }
  }
}

}  // namespace

MeshFile read_ply_file(const std::filesystem::path& path) {
  MeshFile part, file;
  Source source(path);
  const std::vector<Element> elements = read_header(source);
  bool has_vertices = false;
  for (const Element& element : elements) {
    if (element.properties.empty()) continue;  // takes no space in the file
    if (element.count > source.remaining())
      source.fail("promises " + std::to_string(element.count) + " of '" + element.name + "', more than the file has bytes");
    if (element.name == "vertex" && !has_vertices) {
      read_vertices(source, element, part);
      has_vertices = true;
    } else if (element.name == "face" && has_vertices) {
      read_faces(source, element, part);
    } else {
      std::vector<double> unused;
      for (std::size_t i = 0; i < element.count; ++i)
        for (const Property& property : element.properties) read_property(source, property, unused);
    }
  }
  place(path, part, {}, file);
  return file;
}

}  // namespace holdfast::detail
