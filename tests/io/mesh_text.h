#pragma once
// The tetrahedron 0, x, y, z as a file of each format, and a folder to write such files to.

#include <atomic>
#include <bit>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

namespace holdfast::tests {

/// A folder that is removed with everything in it.
class Scratch {
 public:
  Scratch() {
    static std::atomic<int> count{0};
    const auto unique = reinterpret_cast<std::uintptr_t>(this);
    path_ = std::filesystem::temp_directory_path() / ("holdfast_mesh_" + std::to_string(unique) + "_" + std::to_string(count++));
    std::filesystem::create_directories(path_);
  }
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] std::filesystem::path write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name, std::ios::binary) << text;
    return path_ / name;
  }

 private:
  std::filesystem::path path_;
};

inline constexpr const char* kTetrahedronObj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

inline std::string ply_header(std::uint64_t vertices, std::uint64_t faces, const std::string& format = "ascii") {
  return "ply\nformat " + format + " 1.0\ncomment made for a test\nelement vertex " + std::to_string(vertices) +
         "\nproperty float x\nproperty float y\nproperty float z\nelement face " + std::to_string(faces) +
         "\nproperty list uchar int vertex_indices\nend_header\n";
}

template <class T>
std::string bytes(T value, bool big = false) {
  std::string text(sizeof(T), '\0');
  auto bits = std::bit_cast<std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint16_t>>(value);
  for (std::size_t i = 0; i < sizeof(T); ++i) {
    text[big ? sizeof(T) - 1 - i : i] = static_cast<char>(bits & 0xffu);
    bits = static_cast<decltype(bits)>(bits >> 8u);
  }
  return text;
}

inline const std::vector<std::vector<float>> kCorners{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
inline const std::vector<std::vector<int>> kFaces{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};

inline std::string ply_binary(bool big) {
  std::string text = ply_header(4, 4, big ? "binary_big_endian" : "binary_little_endian");
  for (const auto& v : kCorners)
    for (const float x : v) text += bytes(x, big);
  for (const auto& f : kFaces) {
    text += '\3';
    for (const int i : f) text += bytes(i, big);
  }
  return text;
}

inline std::string stl_binary() {
  std::string text(80, 'x');
  text += bytes(std::uint32_t{4});
  for (const auto& f : kFaces) {
    for (int i = 0; i < 3; ++i) text += bytes(0.0f);
    for (const int i : f)
      for (const float x : kCorners[static_cast<std::size_t>(i)]) text += bytes(x);
    text += bytes(std::uint16_t{0});
  }
  return text;
}

inline std::string stl_text() {
  std::string text = "solid t\n";
  for (const auto& f : kFaces) {
    text += "facet normal 0 0 0\nouter loop\n";
    for (const int i : f) {
      const auto& v = kCorners[static_cast<std::size_t>(i)];
      text += "vertex " + std::to_string(v[0]) + " " + std::to_string(v[1]) + " " + std::to_string(v[2]) + "\n";
    }
    text += "endloop\nendfacet\n";
  }
  return text + "endsolid t\n";
}

inline std::string collada(const std::string& transform, const std::string& meter, const std::string& up) {
  return R"(<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset><unit name="u" meter=")" +
         meter + R"("/><up_axis>)" + up +
         R"(</up_axis></asset><library_geometries><geometry id="g" name="g"><mesh><source id="p"><float_array id="pa" count="12">0 0 0 1 0 0 0 1 0 0 0 1</float_array>)"
         R"(<technique_common><accessor source="#pa" count="4" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor>)"
         R"(</technique_common></source><vertices id="v"><input semantic="POSITION" source="#p"/></vertices><triangles count="4"><input semantic="VERTEX" source="#v" offset="0"/>)"
         R"(<p>0 2 1 0 1 3 0 3 2 1 2 3</p></triangles></mesh></geometry></library_geometries><library_visual_scenes><visual_scene id="s" name="s"><node id="n">)" +
         transform +
         R"(<instance_geometry url="#g"/></node></visual_scene></library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>)";
}

inline std::string gltf_json(const std::string& node, const std::string& buffer) {
  return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0)" + (node.empty() ? "" : "," + node) +
         R"(}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],"buffers":[{"byteLength":72)" + buffer +
         R"(}],"bufferViews":[{"buffer":0,"byteOffset":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":24}],"accessors":[{"bufferView":0,"componentType":5126,"count":4,)"
         R"("type":"VEC3","min":[0,0,0],"max":[1,1,1]},{"bufferView":1,"componentType":5123,"count":12,"type":"SCALAR"}]})";
}
inline std::string gltf_buffer() {
  std::string data;
  for (const auto& v : kCorners)
    for (const float x : v) data += bytes(x);
  for (const auto& f : kFaces)
    for (const int i : f) data += bytes(static_cast<std::uint16_t>(i));
  return data;
}
inline std::string base64(const std::string& data) {  // of a multiple of three bytes
  static constexpr const char* kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i + 2 < data.size(); i += 3) {
    const auto byte = [&](std::size_t k) { return static_cast<std::uint32_t>(static_cast<unsigned char>(data[i + k])); };
    const std::uint32_t bits = byte(0) << 16u | byte(1) << 8u | byte(2);
    for (const unsigned shift : {18u, 12u, 6u, 0u}) text += kDigits[(bits >> shift) & 63u];
  }
  return text;
}
inline std::string gltf_text(const std::string& node) {
  return gltf_json(node, R"(,"uri":"data:application/octet-stream;base64,)" + base64(gltf_buffer()) + "\"");
}
inline std::string glb() {
  std::string json = gltf_json("", "");
  json.resize((json.size() + 3) / 4 * 4, ' ');
  const std::string data = gltf_buffer();
  return "glTF" + bytes(std::uint32_t{2}) + bytes(static_cast<std::uint32_t>(12 + 8 + json.size() + 8 + data.size())) +
         bytes(static_cast<std::uint32_t>(json.size())) + "JSON" + json + bytes(static_cast<std::uint32_t>(data.size())) +
         std::string("BIN\0", 4) + data;
}

inline std::vector<std::pair<std::string, std::string>> all_formats() {
  const std::string faces = "3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n", corners = "0 0 0\n1 0 0\n0 1 0\n0 0 1\n";
  return {{"t.obj", kTetrahedronObj},
          {"text.stl", stl_text()},
          {"binary.stl", stl_binary()},
          {"text.ply", ply_header(4, 4) + corners + faces},
          {"little.ply", ply_binary(false)},
          {"big.ply", ply_binary(true)},
          {"t.dae", collada("", "1", "Y_UP")},
          {"t.gltf", gltf_text("")},
          {"t.glb", glb()}};
}

}  // namespace holdfast::tests
