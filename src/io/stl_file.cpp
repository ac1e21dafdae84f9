#include "io/stl_file.h"

#include <algorithm>
#include <bit>

#include "io/mesh_reading.h"

namespace holdfast::detail {
namespace {

constexpr std::size_t kHeaderBytes = 80, kCountBytes = 4, kTriangleBytes = 50, kNormalBytes = 12;

std::uint32_t little_endian(std::string_view bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 4; i-- > 0;) value = value << 8u | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

/// As many triangles as a binary file says it has; 0 where it is too short to say so.
std::size_t said_triangles(std::string_view bytes) {
  return bytes.size() < kHeaderBytes + kCountBytes ? 0 : little_endian(bytes, kHeaderBytes);
}

MeshFile read_binary(const std::filesystem::path& path, std::string_view bytes) {
  if (bytes.size() < kHeaderBytes + kCountBytes)
    refuse(path, "is a binary STL of " + std::to_string(bytes.size()) + " bytes: its header alone takes 84");
  const std::size_t count = said_triangles(bytes), most = (bytes.size() - kHeaderBytes - kCountBytes) / kTriangleBytes;
  if (count > most)
    refuse(path, "triangle count is " + std::to_string(count) + ": the file has bytes for at most " + std::to_string(most) +
                     (bytes.starts_with("solid") ? "" : "; an ASCII STL would begin with 'solid'"));
  MeshFile file;
  for (std::size_t t = 0; t < count; ++t) {
    std::size_t at = kHeaderBytes + kCountBytes + t * kTriangleBytes + kNormalBytes;
    for (int corner = 0; corner < 3; ++corner) {
      Vector3f v;
      for (int axis = 0; axis < 3; ++axis, at += 4) v[axis] = std::bit_cast<float>(little_endian(bytes, at));
      file.vertices.push_back(v);
    }
    const auto first = static_cast<std::uint32_t>(3 * t);
    file.triangles.push_back({first, first + 1, first + 2});
  }
  return file;
}

/// The words of an ASCII file, in any case of letters.
class AsciiStl {
 public:
  AsciiStl(const std::filesystem::path& path, std::string_view text) : path_(path), text_(text), left_(text) {}

  MeshFile read() {
    while (true) {
      const std::string word = next();
      if (word.empty()) break;
      if (word == "solid" || word == "endsolid") {
        left_.remove_prefix(std::min(left_.find('\n'), left_.size()));  // a name of any words
      } else if (word == "facet") {
        read_facet();
      } else {
        fail(word, "'solid', 'facet' or 'endsolid'");
      }
    }
    return std::move(file_);
  }

 private:
  std::string next() {
    std::string word(take_word(left_));
    for (char& c : word)
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return word;
  }

  [[noreturn]] void fail(const std::string& word, const std::string& allowed) const {
    const auto line = 1 + std::count(text_.begin(), text_.end() - static_cast<std::ptrdiff_t>(left_.size()), '\n');
    refuse(path_, static_cast<std::size_t>(line), (word.empty() ? "ends" : "has " + quote(word)) + " where " + allowed + " must stand");
  }
  void expect(const char* keyword) {
    const std::string word = next();
    if (word != keyword) fail(word, std::string("'") + keyword + "'");
  }

  void read_facet() {
    expect("normal");
    for (int i = 0; i < 3; ++i) next();  // not used, and often not a number
    expect("outer");
    expect("loop");
    std::vector<std::uint32_t> corners;
    std::string word = next();
    for (; word == "vertex"; word = next()) {
      corners.push_back(static_cast<std::uint32_t>(file_.vertices.size()));
      file_.vertices.push_back(read_vertex());
    }
    if (word != "endloop") fail(word, "'vertex' or 'endloop'");
    expect("endfacet");
    add_face(corners, file_);
  }

  Vector3f read_vertex() {
    Vector3d v;
    for (int axis = 0; axis < 3; ++axis) {
      const std::string word = next();
      if (!to_number(word, v[axis])) fail(word, "a number");
    }
    return Vector3f(v);
  }

  const std::filesystem::path& path_;
  std::string_view text_, left_;
  MeshFile file_;
};

bool is_binary(std::string_view bytes) {
  const bool exact =
      bytes.size() >= kHeaderBytes + kCountBytes && bytes.size() - kHeaderBytes - kCountBytes == said_triangles(bytes) * kTriangleBytes;
  std::string_view text = bytes;
  const std::string_view word = take_word(text);
  return exact || (word != "solid" && word != "SOLID" && word != "Solid");
}

}  // namespace

MeshFile read_stl_file(const std::filesystem::path& path) {
  const std::string bytes = read_bytes(path);
  const MeshFile part = is_binary(bytes) ? read_binary(path, bytes) : AsciiStl(path, bytes).read();
  MeshFile file;
  place(path, part, {}, file);
  return file;
}

}  // namespace holdfast::detail
