#include "io/obj_file.h"

#include "io/mesh_reading.h"

namespace holdfast::detail {
namespace {

class ObjReader {
 public:
  ObjReader(const std::filesystem::path& path, std::string_view text) : path_(path), left_(text) {}

  MeshFile read() {
    std::string line;
    while (next_line(line)) {
      std::string_view words = std::string_view(line).substr(0, line.find('#'));
      const std::string_view keyword = take_word(words);
      if (keyword == "v") read_vertex(words);
      if (keyword == "f" || keyword == "fo") read_face(words);
      if (keyword == "l" || keyword == "p") ++part_.ignored_faces;
    }
    return std::move(part_);
  }

 private:
  /// The next line, with those that a backslash joins to it.
  bool next_line(std::string& line) {
    line.clear();
    if (left_.empty()) return false;
    while (!left_.empty()) {
      const std::size_t end = std::min(left_.find('\n'), left_.size());
      line += left_.substr(0, end);
      left_.remove_prefix(std::min(end + 1, left_.size()));
      ++line_;
      if (line.ends_with('\r')) line.pop_back();
      if (!line.ends_with('\\')) break;
      line.back() = ' ';
    }
    return true;
  }

  [[noreturn]] void fail(const std::string& what) const { refuse(path_, line_, what); }

  /// x y z; x y z w, which is divided by; or x y z and a colour.
  void read_vertex(std::string_view words) {
    Vector3d v;
    for (int axis = 0; axis < 3; ++axis) v[axis] = number(take_word(words));
    const std::string_view fourth = take_word(words);
    if (!fourth.empty() && take_word(words).empty()) {
      const double w = number(fourth);
      if (w == 0) fail("vertex weight is 0: it must not be");
      v = v / w;
    }
    part_.vertices.emplace_back(v);
  }
  [[nodiscard]] double number(std::string_view word) const {
    double value = 0;
    if (!to_number(word, value))
      fail(word.empty() ? "vertex ends before its third number" : "vertex has " + quote(word) + ", not a number");
    return value;
  }

  void read_face(std::string_view words) {
    corners_.clear();
    for (std::string_view word = take_word(words); !word.empty(); word = take_word(words)) corners_.push_back(corner(word));
    add_face(corners_, part_);
  }
  /// "7", "7/1", "7//3" or "7/1/3"; a negative number counts back from the last vertex.
  [[nodiscard]] std::uint32_t corner(std::string_view word) const {
    std::int64_t index = 0;
    const auto count = static_cast<std::int64_t>(part_.vertices.size());
    if (!to_integer(word.substr(0, word.find('/')), index)) fail("face has " + quote(word) + ", not the number of a vertex");
    if (index == 0 || index > count || index < -count)
      fail("face names vertex " + std::to_string(index) + ": allowed are 1 to " + std::to_string(count) + ", and -1 to " +
           std::to_string(-count) + " from the last");
    return static_cast<std::uint32_t>(index > 0 ? index - 1 : count + index);
  }

  const std::filesystem::path& path_;
  std::string_view left_;
  std::size_t line_ = 0;
  MeshFile part_;
  std::vector<std::uint32_t> corners_;
};

}  // namespace

MeshFile read_obj_file(const std::filesystem::path& path) {
  const std::string text = read_bytes(path);
  MeshFile file;
  place(path, ObjReader(path, text).read(), {}, file);
  return file;
}

}  // namespace holdfast::detail
