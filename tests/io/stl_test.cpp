// STL files of both kinds: a count is believed as far as the file's bytes reach.

#include <doctest/doctest.h>
#include <holdfast/base/error.h>
#include <holdfast/io/mesh_file.h>

#include "io/mesh_text.h"

using namespace holdfast;
using namespace holdfast::tests;

namespace {

void refused(const std::string& text, const char* why) {
  const Scratch scratch;
  CHECK_THROWS_WITH_AS(read_mesh_file(scratch.write("t.stl", text)), doctest::Contains(why), FileError);
}

MeshFile read(const std::string& text) {
  const Scratch scratch;
  return read_mesh_file(scratch.write("t.stl", text));
}

}  // namespace

TEST_CASE("a binary STL with more triangles than bytes is refused with both numbers") {
  std::string text = stl_binary();
  text.replace(80, 4, bytes(std::uint32_t{4000000000u}));
  refused(text, "triangle count is 4000000000: the file has bytes for at most 4");
  refused(stl_binary().substr(0, 83), "is a binary STL of 83 bytes");
}

TEST_CASE("a binary STL may begin with 'solid', and have bytes behind its triangles") {
  std::string text = stl_binary();
  text.replace(0, 6, "solid ");
  CHECK(read(text).triangles.size() == 4);
  CHECK(read(stl_binary() + "more").triangles.size() == 4);
}

TEST_CASE("an ASCII STL: letters of any case, names of many words, several solids, faces of four corners") {
  CHECK(read("SOLID a facet b\nFACET NORMAL nan nan nan\nOUTER LOOP\nVERTEX 0 0 0\nVERTEX +1 0 0\nVERTEX 0 1e0 "
             "0\nENDLOOP\nENDFACET\nENDSOLID a b\n" +
             stl_text())
            .triangles.size() == 5);
  const MeshFile quad = read("solid\nfacet normal 0 0 1 outer loop vertex 0 0 0 vertex 1 0 0 vertex 1 1 0 vertex 0 1 0 endloop endfacet");
  CHECK(quad.triangles.size() == 2);
  CHECK(quad.polygons == 1);
}

TEST_CASE("an ASCII STL is refused with its line") {
  refused("solid t\nfacet normal 0 0 1\nouter loop\nvertex 0 zero 0\n", "t.stl:4: has 'zero' where a number must stand");
  refused("solid t\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nendfacet",
          "t.stl:5: has 'endfacet' where 'vertex' or 'endloop' must stand");
  refused("solid t\nfacet normal 0 0 1\nouter loop\nvertex 0 0", "ends where a number must stand");
  refused("solid t\nvertex 0 0 0", "has 'vertex' where 'solid', 'facet' or 'endsolid' must stand");
  refused("solid t\nfacet normal 0 0 1 outer loop vertex 0 0 0 vertex 1 0 0 vertex 0 inf 0 endloop endfacet", "triangle 0 has a corner");
  refused("solid t\nendsolid t\n", "has no triangles");
}
