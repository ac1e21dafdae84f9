// The first byte chooses a format by its file name, the rest is the file: it is refused with a FileError or InvalidArgument,
// or gives finite vertices, triangles inside them, and facts, a mesh and a hull that are made or refused in the same way.

#include <holdfast/io/mesh_file.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "bytes.h"

using namespace holdfast;
using fuzz::require;

namespace {

constexpr std::array<const char*, 7> kExtensions{".obj", ".stl", ".ply", ".off", ".dae", ".gltf", ".glb"};

/// A file of this process in memory, where there is such a place.
std::string path_for(std::size_t format) {
  static const std::string folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
  return folder + "/holdfast-fuzz-" + std::to_string(getpid()) + kExtensions[format];
}

void write(const std::string& path, const std::uint8_t* data, std::size_t size) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  require(file != nullptr);
  if (size > 0) require(std::fwrite(data, 1, size, file) == size);
  std::fclose(file);
}

template <class Question>
void ask(Question&& question) {
  try {
    question();
  } catch (const FileError&) {
  } catch (const InvalidArgument&) {}
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string path = path_for(data[0] % kExtensions.size());
  write(path, data + 1, size - 1);
  ask([&] {
    const MeshFile file = read_mesh_file(path);
    require(!file.triangles.empty());
    for (const Vector3f& v : file.vertices) require(is_finite(v));
    for (const auto& triangle : file.triangles) {
      for (const std::uint32_t corner : triangle) require(corner < file.vertices.size());
    }
  });
  ask([&] { require(mesh_file_facts(path).triangles > 0); });
  ask([&] { load_mesh(path); });
  ask([&] { load_hull(path, {.scale = {1, -2, 0.5}, .pose = {}}); });
  std::remove(path.c_str());
  return 0;
}
