#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <holdfast/base/error.h>
#include <holdfast/io/mesh_file.h>

#include <assimp/Importer.hpp>
#include <fstream>
#include <utility>

#include "io/collada_file.h"
#include "io/gltf_file.h"
#include "io/ply_file.h"

namespace holdfast {
namespace {

struct Format {
  const char* extension;
  const char* name;
};
constexpr std::array<Format, 6> kFormats{
    {{".obj", "OBJ"}, {".stl", "STL"}, {".ply", "PLY"}, {".dae", "COLLADA"}, {".gltf", "glTF"}, {".glb", "glTF"}}};

[[noreturn]] void fail(const std::filesystem::path& path, const std::string& what) { throw FileError(path.string() + ": " + what); }

std::string format_of(const std::filesystem::path& path) {
  std::string extension = path.extension().string();
  for (char& c : extension)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  for (const Format& f : kFormats)
    if (extension == f.extension) return f.name;
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

Vector3d apply(const aiMatrix4x4& m, const Vector3d& p) {
  const auto row = [&p](float a, float b, float c, float d) { return double(a) * p.x + double(b) * p.y + double(c) * p.z + double(d); };
  return {row(m.a1, m.a2, m.a3, m.a4), row(m.b1, m.b2, m.b3, m.b4), row(m.c1, m.c2, m.c3, m.c4)};
}

/// Collects triangles from the scene's nodes.
class Collector {
 public:
  Collector(const std::filesystem::path& path, const aiScene& scene, MeshFile& file) : path_(path), scene_(scene), file_(file) {}

  void collect() {
    std::vector<std::pair<const aiNode*, aiMatrix4x4>> nodes{{scene_.mRootNode, scene_.mRootNode->mTransformation}};
    while (!nodes.empty()) {
      const auto [node, transform] = nodes.back();
      nodes.pop_back();
      for (unsigned i = 0; i < node->mNumMeshes; ++i)
        if (node->mMeshes[i] < scene_.mNumMeshes) add(*scene_.mMeshes[node->mMeshes[i]], transform);
      for (unsigned i = node->mNumChildren; i-- > 0;)
        nodes.emplace_back(node->mChildren[i], transform * node->mChildren[i]->mTransformation);
    }
  }

 private:
  void add(const aiMesh& mesh, const aiMatrix4x4& transform) {
    const std::size_t start = file_.vertices.size();
    if (start + mesh.mNumVertices >= Mesh::kNone || file_.triangles.size() + mesh.mNumFaces >= Mesh::kNone / 3)
      fail(path_, "has more than 2^32 vertices or corners");
    for (unsigned i = 0; i < mesh.mNumVertices; ++i) {
      // A vertex of no triangle may hold anything: it becomes 0 below. A triangle's is checked.
      file_.vertices.emplace_back(apply(transform, {mesh.mVertices[i].x, mesh.mVertices[i].y, mesh.mVertices[i].z}));
    }
    const bool mirrored = transform.Determinant() < 0;
    for (unsigned i = 0; i < mesh.mNumFaces; ++i) add(mesh.mFaces[i], mesh.mNumVertices, static_cast<std::uint32_t>(start), mirrored);
    for (std::size_t i = start; i < file_.vertices.size(); ++i)
      if (!is_finite(file_.vertices[i])) file_.vertices[i] = {};
  }

  void add(const aiFace& face, unsigned vertices, std::uint32_t start, bool mirrored) {
    if (face.mNumIndices < 3) {
      ++file_.ignored_faces;
      return;
    }
    std::array<std::uint32_t, 3> t{};
    for (unsigned k = 0; k < 3; ++k) {
      if (face.mIndices[k] >= vertices)
        fail(path_, std::string("triangle ") + std::to_string(file_.triangles.size()) + " names a vertex that is not there");
      t[k] = start + face.mIndices[k];
      if (!is_finite(file_.vertices[t[k]]))
        fail(path_, std::string("triangle ") + std::to_string(file_.triangles.size()) +
                        " has a corner whose coordinates are not finite Float32 numbers");
    }
    if (mirrored) std::swap(t[1], t[2]);
    file_.triangles.push_back(t);
  }

  const std::filesystem::path& path_;
  const aiScene& scene_;
  MeshFile& file_;
};

std::size_t count_polygons(const aiScene& scene) {
  std::size_t polygons = 0;
  for (unsigned m = 0; m < scene.mNumMeshes; ++m)
    for (unsigned f = 0; f < scene.mMeshes[m]->mNumFaces; ++f) polygons += scene.mMeshes[m]->mFaces[f].mNumIndices > 3 ? 1 : 0;
  return polygons;
}

void import(const std::filesystem::path& path, MeshFile& file) {
  Assimp::Importer importer;
  const aiScene* scene = importer.ReadFile(path.string(), 0);
  if (!scene || !scene->mRootNode) {
    const std::string reason = importer.GetErrorString();
    const bool no_reader = reason.starts_with("No suitable reader");
    fail(path, "cannot be read as " + file.format + ": " + (no_reader ? "the content is of no format that is known" : reason));
  }
  file.polygons = count_polygons(*scene);
  if (file.polygons > 0) scene = importer.ApplyPostProcessing(aiProcess_Triangulate);
  if (!scene || !scene->mRootNode) fail(path, "has polygons that cannot be cut into triangles");
  Collector(path, *scene, file).collect();
}

}  // namespace

MeshFile read_mesh_file(const std::filesystem::path& path) {
  MeshFile file;
  check_readable(path);
  const std::string format = format_of(path);
  try {
    if (format == "PLY") file = detail::read_ply_file(path);
    if (format == "glTF") file = detail::read_gltf_file(path);
    if (format == "COLLADA") file = detail::read_collada_file(path);
    file.format = format;
    if (format == "OBJ" || format == "STL") import(path, file);
  } catch (const Error&) { throw; } catch (const std::exception& error) {
    fail(path, "cannot be read as " + format + ": " + error.what());
  }
  if (file.triangles.empty()) fail(path, "has no triangles");
  return file;
}

}  // namespace holdfast
