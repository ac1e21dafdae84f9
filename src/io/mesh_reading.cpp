#include "io/mesh_reading.h"

#include <holdfast/base/error.h>

#include <charconv>
#include <cmath>
#include <fstream>
#include <iterator>

#include "io/polygon.h"

namespace holdfast::detail {
namespace {

constexpr std::size_t kMostQuoted = 40;

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f'; }

/// Whether a number that no double holds is too small for one, not too large: by the place of its first digit and its exponent.
bool is_tiny(std::string_view word) {
  const std::size_t mark = std::min(word.find_first_of("eE"), word.size());
  const std::string_view digits = word.substr(0, mark), power = word.substr(std::min(mark + 1, word.size()));
  std::int64_t exponent = 0;
  if (!power.empty() && !to_integer(power, exponent)) return power[0] == '-';
  const auto place = static_cast<std::int64_t>(digits.find_first_of("123456789"));
  return exponent < place - static_cast<std::int64_t>(std::min(digits.find('.'), digits.size()));
}

std::string_view without_plus(std::string_view word) { return word.size() > 1 && word[0] == '+' && word[1] != '-' ? word.substr(1) : word; }

}  // namespace

std::string read_bytes(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) refuse(path, "cannot be opened for reading");
  return std::string(std::istreambuf_iterator<char>(stream), {});
}

void refuse(const std::filesystem::path& path, const std::string& what) { throw FileError(path.string() + ": " + what); }

void refuse(const std::filesystem::path& path, std::size_t line, const std::string& what) {
  throw FileError(path.string() + ":" + std::to_string(line) + ": " + what);
}

std::string quote(std::string_view text) {
  std::string out = "'";
  for (const char c : text.substr(0, kMostQuoted)) out += c >= ' ' && c <= '~' ? c : '?';
  return out + (text.size() > kMostQuoted ? "...'" : "'");
}

std::string_view take_word(std::string_view& text) {
  std::size_t start = 0;
  while (start < text.size() && is_space(text[start])) ++start;
  std::size_t end = start;
  while (end < text.size() && !is_space(text[end])) ++end;
  const std::string_view word = text.substr(start, end - start);
  text.remove_prefix(end);
  return word;
}

bool to_number(std::string_view word, double& value) {
  word = without_plus(word);
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (end != word.data() + word.size()) return false;
  if (error == std::errc::result_out_of_range) {
    value = is_tiny(word) ? 0 : HUGE_VAL;
    return true;
  }
  return error == std::errc{};
}

bool to_integer(std::string_view word, std::int64_t& value) {
  word = without_plus(word);
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  return error == std::errc{} && end == word.data() + word.size();
}

bool Allowance::spend(std::size_t count) {
  if (count > left_) return false;
  left_ -= count;
  return true;
}

void add_face(std::span<const std::uint32_t> corners, MeshFile& file) {
  if (corners.size() < 3) {
    ++file.ignored_faces;
    return;
  }
  if (corners.size() > 3) ++file.polygons;
  cut_polygon(file.vertices, corners, file.triangles);
}

void place(const std::filesystem::path& path, const MeshFile& part, const Affine& motion, MeshFile& file) {
  const std::size_t start = file.vertices.size();
  if (start + part.vertices.size() >= Mesh::kNone || file.triangles.size() + part.triangles.size() >= Mesh::kNone / 3)
    refuse(path, "has more than 2^32 vertices or corners");
  for (const Vector3f& v : part.vertices) file.vertices.emplace_back(motion.linear * Vector3d(v) + motion.shift);
  const bool mirrored = determinant(motion.linear) < 0;
  for (std::array<std::uint32_t, 3> t : part.triangles) {
    for (std::uint32_t& corner : t) {
      corner += static_cast<std::uint32_t>(start);
      if (is_finite(file.vertices[corner])) continue;
      refuse(path, "triangle " + std::to_string(file.triangles.size()) + " has a corner whose coordinates are not finite Float32 numbers");
    }
    if (mirrored) std::swap(t[1], t[2]);
    file.triangles.push_back(t);
  }
  for (std::size_t i = start; i < file.vertices.size(); ++i)
    if (!is_finite(file.vertices[i])) file.vertices[i] = {};
  file.polygons += part.polygons;
  file.ignored_faces += part.ignored_faces;
}

}  // namespace holdfast::detail
