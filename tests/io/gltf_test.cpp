// glTF files: every count, length and index is checked before it is used, and each way to tell of triangles is read.

#include <doctest/doctest.h>
#include <holdfast/base/error.h>
#include <holdfast/io/mesh_file.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "io/mesh_text.h"

using namespace holdfast;
using namespace holdfast::tests;
using nlohmann::json;

namespace {

json tree() { return json::parse(gltf_text("")); }

void refused(const std::filesystem::path& path, const std::string& why) {
  CHECK_THROWS_WITH_AS(read_mesh_file(path), doctest::Contains(why.c_str()), FileError);
}

MeshFileFacts facts_of(const Scratch& scratch, const json& tree) { return mesh_file_facts(scratch.write("t.gltf", tree.dump())); }

/// Four corners of a square in the order of a strip or a fan, without indices, as floats.
json square(const std::vector<std::array<float, 2>>& corners, int mode) {
  std::string data;
  for (const auto& c : corners) data += bytes(c[0]) + bytes(c[1]) + bytes(0.0f);
  json t = tree();
  t["buffers"][0] = {{"byteLength", data.size()}, {"uri", "data:;base64," + base64(data)}};
  t["bufferViews"] = {{{"buffer", 0}, {"byteLength", data.size()}}};
  t["accessors"] = {{{"bufferView", 0}, {"componentType", 5126}, {"count", corners.size()}, {"type", "VEC3"}}};
  t["meshes"][0]["primitives"][0] = {{"attributes", {{"POSITION", 0}}}, {"mode", mode}};
  return t;
}

}  // namespace

// A length of four gigabytes in a file of 800 bytes: the library that read glTF before took the memory and ended the program.
TEST_CASE("a chunk of a GLB that is longer than its file is refused with both lengths") {
  const Scratch scratch;
  std::string text = glb();
  text.replace(12, 4, bytes(std::uint32_t{4294966768u}));
  refused(scratch.write("long.glb", text), "length of chunk 0 is 4294966768; the file has " + std::to_string(text.size() - 20));
  refused(scratch.write("short.glb", text.substr(0, 19)), "ends within its header");
  text = glb();
  text[4] = 1;
  refused(scratch.write("old.glb", text), "version is 1; allowed: 2");
}

TEST_CASE("a field of a glTF file that cannot be is refused with its place, its value and what is allowed") {
  const Scratch scratch;
  struct Wrong {
    const char* place;
    json value;
    std::string message;
  };
  const json huge = 4294967295u;
  const Wrong wrong[] = {
      {"/asset/version", "1.0", "asset.version is \"1.0\"; allowed: \"2.0\""},
      {"/buffers/0/byteLength", huge, "buffers[0].byteLength is 4294967295; its data has 72 bytes"},
      {"/buffers/0/uri", "gone.bin", "buffers[0].uri is 'gone.bin': no such file"},
      {"/buffers/0/uri", "/dev/zero", "no such file"},
      {"/buffers/0/uri", "data:;base64,A*", "buffers[0].uri has '*', which is not base64"},
      {"/bufferViews/0/byteLength", huge, "bufferViews[0].byteLength is 4294967295; it must be a whole number of at most 72"},
      {"/bufferViews/1/byteOffset", 73, "bufferViews[1].byteOffset is 73; it must be a whole number of at most 72"},
      {"/bufferViews/0/buffer", 1, "bufferViews[0].buffer is 1; it must be an index into the 1 buffers"},
      {"/accessors/0/count", huge, "accessors[0].count is 4294967295; it must be a whole number of at most 4"},
      {"/accessors/0/count", -1, "accessors[0].count is -1"},
      {"/accessors/0/count", 4.5, "accessors[0].count is 4.5"},
      {"/accessors/0/byteOffset", 49, "accessors[0].byteOffset is 49"},
      {"/accessors/0/componentType", 5124, "accessors[0].componentType is 5124; allowed: 5120, 5121"},
      {"/accessors/0/type", "VEC4", "accessors[0].type is \"VEC4\"; allowed here: \"VEC3\""},
      {"/accessors/0/sparse", json::object(), "accessors[0] is sparse"},
      {"/accessors/1/byteOffset", 2, "accessors[1].count is 12; it must be a whole number of at most 11"},
      {"/meshes/0/primitives/0/indices", 2, "meshes[0].primitives[0].indices is 2; it must be an index into the 2 accessors"},
      {"/meshes/0/primitives/0/mode", 7, "meshes[0].primitives[0].mode is 7; it must be a whole number of at most 6"},
      {"/meshes/0/primitives/0", 7, "meshes[0].primitives[0] is not an object"},
      {"/nodes/0/mesh", 1, "nodes[0].mesh is 1; it must be an index into the 1 meshes"},
      {"/nodes/0/scale", json::array({1, 2}), "nodes[0].scale is not a list of 3 numbers"},
      {"/nodes/0/rotation", json::array({0, 0, 0, 0}), "nodes[0].rotation is not a finite quaternion with a length"},
      {"/nodes/0/children", json::array({0}), "nodes[0] is reached twice"},
      {"/scenes/0/nodes", json::array({0, 0}), "nodes[0] is reached twice"},
      {"/scene", 1, "scene is 1; it must be an index into the 1 scenes"},
      {"/meshes", 1, "meshes is not a list"},
      {"/asset/version", std::string(1000, '1'), "asset.version is \"" + std::string(59, '1') + "...;"},
  };
  for (const Wrong& w : wrong) {
    CAPTURE(w.place);
    json t = tree();
    t[json::json_pointer(w.place)] = w.value;
    refused(scratch.write("t.gltf", t.dump()), w.message);
  }
  json t = tree();
  t["accessors"][0].erase("bufferView");
  refused(scratch.write("t.gltf", t.dump()), "accessors[0] has no bufferView");
  refused(scratch.write("t.gltf", "{\"asset\":"), "cannot be read as glTF");
}

TEST_CASE("an index that names no vertex is refused") {
  const Scratch scratch;
  std::string data = gltf_buffer();
  data[48 + 2 * 7] = 4;
  json t = tree();
  t["buffers"][0]["uri"] = "data:;base64," + base64(data);
  refused(scratch.write("t.gltf", t.dump()), "primitives[0].indices[7] names a vertex that is not there; the primitive has 4");
}

// As whole numbers 0.5 became 0, and every index that is divided by 255 too: other triangles than the file's, without a word.
TEST_CASE("an index that is no whole number is refused") {
  const Scratch scratch;
  std::string data = gltf_buffer().substr(0, 48);
  for (const float index : {0.0f, 2.0f, 0.5f}) data += bytes(index);
  json t = tree();
  t["buffers"][0] = {{"byteLength", 60}, {"uri", "data:;base64," + base64(data)}};
  t["bufferViews"][1]["byteLength"] = 12;
  t["accessors"][1].update({{"componentType", 5126}, {"count", 3}});
  refused(scratch.write("t.gltf", t.dump()), "indices[2] names a vertex that is not there");
}

// A million lists overflowed the stack where the version was copied into the message that refuses it.
TEST_CASE("lists within lists are refused beyond a depth") {
  const Scratch scratch;
  const std::string open(1000000, '['), close(1000000, ']');
  refused(scratch.write("t.gltf", R"({"asset":{"version":)" + open + close + "}}"),
          "lists or objects within each other more than 256 deep");
}

// 1500 primitives of one accessor in 5000 nodes, 160 kB, took all memory; so did ten thousand buffers of one file.
TEST_CASE("data that a file repeats is refused beyond what its size allows, and a file that buffers share is read once") {
  const Scratch scratch;
  json t = tree();
  for (int i = 0; i < 1000; ++i) t["nodes"][static_cast<std::size_t>(i)]["mesh"] = 0;
  for (int i = 0; i < 1000; ++i) t["scenes"][0]["nodes"][static_cast<std::size_t>(i)] = i;
  CHECK(facts_of(scratch, t).degenerate_triangles == 0);
  const json one = t["meshes"][0]["primitives"][0];
  for (std::size_t i = 0; i < 1000; ++i) t["meshes"][0]["primitives"][i] = one;
  refused(scratch.write("t.gltf", t.dump()), "asks for more than a file of this size may: its parts are repeated too often");

  const std::string data = gltf_buffer();
  std::ofstream(scratch.write("data.bin", data), std::ios::app) << std::string(8u << 20u, ' ');
  t = tree();
  for (std::size_t i = 0; i < 2000; ++i) t["buffers"][i] = {{"byteLength", 72}, {"uri", i % 2 == 0 ? "data.bin" : "./data.bin"}};
  t["bufferViews"][0]["buffer"] = 1999;
  CHECK(facts_of(scratch, t).triangles == 4);
}

TEST_CASE("triangles, strips and fans of a square cover it with the front up") {
  const Scratch scratch;
  for (const json& t : {square({{0, 0}, {1, 0}, {0, 1}, {1, 1}}, 5), square({{0, 0}, {1, 0}, {1, 1}, {0, 1}}, 6),
                        square({{0, 0}, {1, 0}, {0, 1}, {0, 1}, {1, 0}, {1, 1}}, 4)}) {
    const auto mesh = load_mesh(scratch.write("t.gltf", t.dump()));
    REQUIRE(mesh->triangles().size() == 2);
    for (std::uint32_t i = 0; i < 2; ++i) CHECK(mesh->normal(i) == Vector3d{0, 0, 1});
    CHECK(mesh->bounds().high == Vector3d{1, 1, 0});
  }
  refused(scratch.write("t.gltf", square({{0, 0}, {1, 0}, {1, 1}, {0, 1}}, 1).dump()), "has no triangles");
}

TEST_CASE("a buffer in a file beside it, a stride between corners, and small integers that stand for -1 to 1") {
  const Scratch scratch;
  std::string data;
  for (const auto& v : kCorners) {
    for (const float x : v) data += static_cast<char>(x * 127);
    data += '\0';
  }
  const auto beside = scratch.write("the data.bin", data + gltf_buffer().substr(48));
  json t = tree();
  REQUIRE(std::filesystem::file_size(beside) == 40);
  t["buffers"][0] = {{"byteLength", 40}, {"uri", "the%20data.bin"}};
  t["bufferViews"] = {{{"buffer", 0}, {"byteLength", 16}, {"byteStride", 4}}, {{"buffer", 0}, {"byteOffset", 16}, {"byteLength", 24}}};
  t["accessors"][0].update({{"componentType", 5120}, {"normalized", true}});
  const MeshFileFacts facts = facts_of(scratch, t);
  CHECK(facts.watertight);
  CHECK(facts.volume == doctest::Approx(1.0 / 6.0));
}

TEST_CASE("nodes: a matrix, a rotation, children, and a file without a scene") {
  const Scratch scratch;
  json t = tree();
  const double h = std::sqrt(0.5);  // a quarter turn about z: x goes to y
  t["nodes"] = {{{"children", {1}}, {"translation", {10, 0, 0}}}, {{"mesh", 0}, {"rotation", {0, 0, h, h}}, {"scale", {2, 1, 1}}}};
  CHECK(length(facts_of(scratch, t).bounds.high - Vector3d{10, 2, 1}) < 1e-5);
  CHECK(length(facts_of(scratch, t).bounds.low - Vector3d{9, 0, 0}) < 1e-5);
  t["nodes"][0] = {{"children", {1}}, {"matrix", {2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 1, 2, 3, 1}}};
  CHECK(length(facts_of(scratch, t).bounds.high - Vector3d{1, 6, 5}) < 1e-5);
  t.erase("scene");
  t.erase("scenes");
  CHECK(facts_of(scratch, t).triangles == 4);
}
