#pragma once
// What the readers of mesh files share: the bytes of a file, numbers in text, and the way from a part to its place.

#include <holdfast/io/mesh_file.h>
#include <holdfast/math/matrix3.h>

#include <span>
#include <string>
#include <string_view>

namespace holdfast::detail {

/// Throws FileError where the file cannot be read.
std::string read_bytes(const std::filesystem::path& path);

/// Throws FileError "path: what"; with a line, "path:line: what".
[[noreturn]] void refuse(const std::filesystem::path& path, const std::string& what);
[[noreturn]] void refuse(const std::filesystem::path& path, std::size_t line, const std::string& what);

/// What a message quotes of a file: cut off where it is long, without bytes that are no text.
std::string quote(std::string_view text);

/// Takes the next word off `text`; empty at the end.
std::string_view take_word(std::string_view& text);

/// False where `word` is not wholly a number. Too large a number becomes infinite, one too small 0; "nan" and "inf" are numbers.
bool to_number(std::string_view word, double& value);
/// False where `word` is not wholly an integer of 64 bits.
bool to_integer(std::string_view word, std::int64_t& value);

/// What a file may ask for by naming its parts again and again: instances within instances multiply, and a few hundred
/// bytes would fill all memory. A unit is a character or a number that is read, a node that is visited, a vertex or a triangle that is
/// placed.
class Allowance {
 public:
  /// For a file of this size, what it refers to included.
  explicit Allowance(std::size_t bytes) : left_(kFree + kPerByte * bytes) {}
  /// False where less than `count` is left; the file is to be refused then, with the name of what asked and kSpent.
  [[nodiscard]] bool spend(std::size_t count);

  static constexpr const char* kSpent = "asks for more than a file of this size may: its parts are repeated too often";

 private:
  /// Enough for a few thousand copies of a small mesh. Larger: broken files take longer to be refused.
  static constexpr std::size_t kFree = 262144;
  /// A node that places a mesh takes about 100 bytes: 64 let every byte of a level's nodes place a triangle tens of times.
  static constexpr std::size_t kPerByte = 64;
  std::size_t left_;
};

struct Affine {
  Matrix3d linear = Matrix3d::identity();
  Vector3d shift;
};
inline Affine operator*(const Affine& a, const Affine& b) { return {a.linear * b.linear, a.linear * b.shift + a.shift}; }

/// Appends a face with any number of corners, each below vertices.size(): cut into triangles, or counted where it is a point or a line.
void add_face(std::span<const std::uint32_t> corners, MeshFile& file);

/// Appends `part`, moved by `motion`; a mirror keeps the front in front. Throws FileError where a triangle's corner is not
/// finite; a vertex of no triangle may hold anything, and becomes 0 then.
void place(const std::filesystem::path& path, const MeshFile& part, const Affine& motion, MeshFile& file);

}  // namespace holdfast::detail
