// PLY files: counts and indices are believed as far as the file reaches, and refused with the line where it is text.

#include <doctest/doctest.h>
#include <holdfast/base/error.h>
#include <holdfast/io/mesh_file.h>

#include <cmath>

#include "io/mesh_text.h"

using namespace holdfast;
using namespace holdfast::tests;

namespace {

constexpr const char* kCornersPly = "0 0 0\n1 0 0\n0 1 0\n";

MeshFile read(const std::string& text) {
  const Scratch scratch;
  return read_mesh_file(scratch.write("t.ply", text));
}

void refused(const std::string& text, const char* why) { CHECK_THROWS_WITH_AS(read(text), doctest::Contains(why), FileError); }

/// A triangle whose list of corners has this type of count, and these bytes.
std::string binary(const std::string& count_type, const std::string& list) {
  std::string text = ply_header(3, 1, "binary_little_endian");
  text.replace(text.find("list uchar"), 10, "list " + count_type);
  for (std::size_t i = 0; i < 3; ++i)
    for (const float x : kCorners[i]) text += bytes(x);
  return text + list;
}

}  // namespace

TEST_CASE("an ASCII PLY is refused with the line") {
  refused("ply\nformat ascii 1.0\nelement vertex many\n", "t.ply:3: has an element whose count is 'many', no whole number");
  refused("ply\nformat ascii 1.0\nelement vertex -1\n", "count is '-1'");
  refused("ply\nformat ascii 1.0\nelement vertex 3\nproperty quaternion x\n", "t.ply:4: names a type that PLY does not have: 'quaternion'");
  refused(ply_header(3, 1) + "0 0 0\n1 zero 0\n0 1 0\n3 0 1 2\n", "t.ply:11: has 'zero', which is not a number");
  refused(ply_header(3, 1) + kCornersPly + "3 0 1", "t.ply:13: ends before its last number");
  refused(ply_header(3, 1) + kCornersPly + "3 0 1 3\n", "t.ply:13: face 0 names a vertex that is not there; there are 3");
  refused(ply_header(3000000000u, 1) + "0 0 0\n", "more than the file has bytes");
}

// Read as 0, every solid was flat and refused for that; 1.5 was the vertex 1; 1e-999 was infinite.
TEST_CASE("a PLY without an axis, with an index that is no whole number, and with numbers beyond a double") {
  std::string text = ply_header(3, 1);
  refused(text.replace(text.find("float z"), 7, "float w") + kCornersPly + "3 0 1 2\n", "has an element 'vertex' without a property 'z'");
  for (const char* index : {"1.5", "-1", "nan", "inf", "1e999"}) {
    CAPTURE(index);
    refused(ply_header(3, 1) + kCornersPly + "3 0 1 " + index + "\n", "face 0 names a vertex that is not there");
  }
  CHECK(read(ply_header(3, 1) + "0 0 1e-999\n+1 0 0\n0 1 0\n3 0 1 2\n").vertices[0] == Vector3f{});
  refused(ply_header(3, 1) + "0 0 +-1\n1 0 0\n0 1 0\n3 0 1 2\n", "has '+-1', which is not a number");
  refused(ply_header(3, 1) + "0 0 0\n1e39 0 0\n0 1 0\n3 0 1 2\n", "triangle 0 has a corner whose coordinates are not finite");
}

TEST_CASE("a list of a PLY whose length is negative, broken or more than the file has is refused") {
  const std::string corners = bytes(0) + bytes(1) + bytes(2);
  CHECK(read(binary("float", bytes(3.0f) + corners)).triangles.size() == 1);
  for (const float count : {-3.0f, 2.5f, 1e30f, HUGE_VALF, -HUGE_VALF, std::nanf("")})
    refused(binary("float", bytes(count) + corners), "has a list whose length cannot be");
  refused(binary("int", bytes(-1) + corners), "has a list whose length cannot be");
  refused(binary("uint", bytes(0xffffffffu) + corners), "has a list whose length cannot be");
  refused(binary("int", bytes(4) + corners), "ends before its last number");
}
