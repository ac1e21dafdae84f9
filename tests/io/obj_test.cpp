// OBJ files: how they write numbers, corners and lines.

#include <doctest/doctest.h>
#include <holdfast/base/error.h>
#include <holdfast/io/mesh_file.h>

#include "io/mesh_text.h"

using namespace holdfast;
using namespace holdfast::tests;

namespace {

constexpr const char* kCornersObj = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";

MeshFile read(const std::string& text) {
  const Scratch scratch;
  return read_mesh_file(scratch.write("t.obj", text));
}

void refused(const std::string& text, const char* why) { CHECK_THROWS_WITH_AS(read(text), doctest::Contains(why), FileError); }

}  // namespace

TEST_CASE("corners with texture and normal, negative ones, and lines that a backslash joins") {
  const std::array<std::uint32_t, 3> triangle{0, 1, 2};
  for (const char* face : {"f 1 2 3", "f 1/7 2/8 3/9", "f 1//7 2//8 3//9", "f 1/4/7 2/5/8 3/6/9", "f -3 -2 -1", "f 1 \\\n2 \\\r\n3",
                           "f 1 2 3 # 4", "\tf  1\t2 3 \r\n", "fo 1 2 3"}) {
    CAPTURE(face);
    const MeshFile file = read(std::string(kCornersObj) + face);
    REQUIRE(file.triangles.size() == 1);
    CHECK(file.triangles[0] == triangle);
  }
}

TEST_CASE("a fourth number divides, a colour does not") {
  CHECK(read("v 2 4 6 2\nv 1 0 0\nv 0 1 0\nf 1 2 3").vertices[0] == Vector3f{1, 2, 3});
  CHECK(read("v 2 4 6 0.5 0.5 0.5\nv 1 0 0\nv 0 1 0\nf 1 2 3").vertices[0] == Vector3f{2, 4, 6});
  refused("v 2 4 6 0\n", "t.obj:1: vertex weight is 0");
}

TEST_CASE("points, lines and faces of two corners are counted; everything else is read past") {
  const MeshFile file = read(std::string("mtllib none\no a\ng b\ns off\nvn 0 0 1\nvt 0 0\nusemtl c\ncurv 0 1 1 2\n") + kCornersObj +
                             "p 1\nl 1 2\nf 1 2\nf 1 2 3\n");
  CHECK(file.triangles.size() == 1);
  CHECK(file.ignored_faces == 3);
}

// Whether a number is too large or too small was told by an "e-" alone: 0.00...01 became infinite, 1000...e-1 became 0.
TEST_CASE("a number too small for a double is 0, and one too large is refused, however they are written") {
  const std::string zeros(400, '0');
  for (const char* tiny : {"1e-999", "-1E-999", "1e-99999999999999999999"}) {
    CAPTURE(tiny);
    CHECK(read(std::string("v 0 0 ") + tiny + "\nv 1 0 0\nv 0 1 0\nf 1 2 3").vertices[0] == Vector3f{});
  }
  CHECK(read("v 0 0 0." + zeros + "1\nv 1 0 0\nv 0 1 0\nf 1 2 3").vertices[0] == Vector3f{});
  CHECK(read("v 0 0 0." + zeros + "1e+9\nv 1 0 0\nv 0 1 0\nf 1 2 3").vertices[0] == Vector3f{});
  for (const std::string& huge : {std::string("1e999"), "1" + zeros, "1" + zeros + "e-1", std::string("1e99999999999999999999")}) {
    CAPTURE(huge);
    refused("v 0 0 " + huge + "\nv 1 0 0\nv 0 1 0\nf 1 2 3", "not finite");
  }
  refused("v 0 0 0x10\n", "vertex has '0x10', not a number");
  refused(std::string(kCornersObj) + "f 1 2 -0\n", "face names vertex 0");
  refused(std::string(kCornersObj) + "f 1 2 9223372036854775808\n", "face has '9223372036854775808', not the number of a vertex");
}

TEST_CASE("an OBJ file is refused with its line") {
  refused(std::string(kCornersObj) + "f 1 2 4\n", "t.obj:4: face names vertex 4: allowed are 1 to 3, and -1 to -3 from the last");
  refused(std::string(kCornersObj) + "f 1 2 0\n", "face names vertex 0");
  refused(std::string(kCornersObj) + "f -4 2 1\n", "face names vertex -4");
  refused(std::string(kCornersObj) + "f 1 2 x\n", "face has 'x', not the number of a vertex");
  refused("v 0 0\n", "t.obj:1: vertex ends before its third number");
  refused("v 0 0 3.1+e2\n", "vertex has '3.1+e2', not a number");
}
