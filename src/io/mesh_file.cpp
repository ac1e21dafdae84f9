#include <holdfast/base/error.h>
#include <holdfast/io/mesh_file.h>

#include <fstream>

#include "io/collada_file.h"
#include "io/gltf_file.h"
#include "io/obj_file.h"
#include "io/ply_file.h"
#include "io/stl_file.h"

namespace holdfast {
namespace {

struct Format {
  const char* extension;
  const char* name;
  MeshFile (*read)(const std::filesystem::path& path);
};
constexpr std::array<Format, 6> kFormats{{{".obj", "OBJ", detail::read_obj_file},
                                          {".stl", "STL", detail::read_stl_file},
                                          {".ply", "PLY", detail::read_ply_file},
                                          {".dae", "COLLADA", detail::read_collada_file},
                                          {".gltf", "glTF", detail::read_gltf_file},
                                          {".glb", "glTF", detail::read_gltf_file}}};

[[noreturn]] void fail(const std::filesystem::path& path, const std::string& what) { throw FileError(path.string() + ": " + what); }

const Format& format_of(const std::filesystem::path& path) {
  std::string extension = path.extension().string();
  for (char& c : extension)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  for (const Format& f : kFormats)
    if (extension == f.extension) return f;
  fail(path, "has no extension of a mesh format that is read; allowed: .obj, .stl, .ply, .dae, .gltf, .glb");
}

void check_readable(const std::filesystem::path& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) fail(path, "no such file");
  if (std::filesystem::is_directory(status)) fail(path, "is a folder, not a mesh file");
  if (!std::ifstream(path, std::ios::binary)) fail(path, "cannot be opened for reading");
  const auto size = std::filesystem::file_size(path, error);
  if (!error && size == 0) fail(path, "is empty");
}

}  // namespace

MeshFile read_mesh_file(const std::filesystem::path& path) {
  check_readable(path);
  const Format& format = format_of(path);
  MeshFile file;
  try {
    file = format.read(path);
  } catch (const Error&) { throw; } catch (const std::exception& error) {
    fail(path, std::string("cannot be read as ") + format.name + ": " + error.what());
  }
  file.format = format.name;
  if (file.triangles.empty()) fail(path, "has no triangles");
  return file;
}

}  // namespace holdfast
