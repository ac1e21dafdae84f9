#include "io/gltf_file.h"

#include <holdfast/math/pose.h>

#include <cmath>
#include <map>
#include <utility>

#include "io/gltf_data.h"
#include "io/mesh_reading.h"

namespace holdfast::detail {
namespace {

using nlohmann::json;

/// How a primitive's corners make faces.
enum Mode : std::size_t { kPoints, kLines, kLineLoop, kLineStrip, kTriangles, kTriangleStrip, kTriangleFan };

class GltfReader {
 public:
  explicit GltfReader(const std::filesystem::path& path) : path_(path), data_(path), reached_(data_.count("nodes")) {}

  MeshFile read() {
    file_.up_axis.assign(1, 'y');
    std::vector<std::pair<std::size_t, Affine>> todo;
    for (const std::size_t node : roots()) todo.emplace_back(node, Affine{});
    while (!todo.empty()) {
      const auto [index, parent] = todo.back();
      todo.pop_back();
      if (reached_[index]) data_.fail("nodes[" + std::to_string(index) + "] is reached twice; the nodes of a scene must be trees");
      reached_[index] = true;
      const GltfItem node = data_.item("nodes", index);
      const Affine motion = parent * local(node);
      if (node.value.contains("mesh")) place_mesh(node, motion);
      for (const std::size_t child : children(node, "children")) todo.emplace_back(child, motion);
    }
    return std::move(file_);
  }

 private:
  /// The nodes of the scene that the file chooses, else of its first one, else all that are no other's child.
  [[nodiscard]] std::vector<std::size_t> roots() const {
    if (data_.count("scenes") > 0) {
      const auto chosen = data_.tree().find("scene");
      return children(data_.item("scenes", chosen == data_.tree().end() ? 0 : data_.index(*chosen, "scene", "scenes")), "nodes");
    }
    std::vector<bool> is_child(data_.count("nodes"));
    for (std::size_t i = 0; i < is_child.size(); ++i)
      for (const std::size_t child : children(data_.item("nodes", i), "children")) is_child[child] = true;
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < is_child.size(); ++i)
      if (!is_child[i]) out.push_back(i);
    return out;
  }

  [[nodiscard]] std::vector<std::size_t> children(const GltfItem& owner, const char* key) const {
    std::vector<std::size_t> out;
    const auto found = owner.value.find(key);
    if (found == owner.value.end()) return out;
    if (!found->is_array()) data_.fail(owner.name + "." + key + " is not a list");
    for (const json& child : *found)
      out.push_back(data_.index(child, owner.name + "." + key + "[" + std::to_string(out.size()) + "]", "nodes"));
    return out;
  }

  [[nodiscard]] Affine local(const GltfItem& node) const {
    Affine x;
    if (const auto m = data_.numbers(node, "matrix", 16); !m.empty()) {
      x.linear = Matrix3d::from_columns({m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]});
      x.shift = {m[12], m[13], m[14]};
      return x;
    }
    if (const auto q = data_.numbers(node, "rotation", 4); !q.empty()) {
      const Quaterniond given{q[0], q[1], q[2], q[3]};
      if (!is_finite(given) || !(length_squared(given) > 0)) data_.fail(node.name + ".rotation is not a finite quaternion with a length");
      x.linear = to_matrix(normalized(given));
    }
    if (const auto s = data_.numbers(node, "scale", 3); !s.empty()) x.linear = x.linear * Matrix3d::diagonal({s[0], s[1], s[2]});
    if (const auto t = data_.numbers(node, "translation", 3); !t.empty()) x.shift = {t[0], t[1], t[2]};
    return x;
  }

  void place_mesh(const GltfItem& node, const Affine& motion) {
    const MeshFile& part = mesh(data_.index(node.value.at("mesh"), node.name + ".mesh", "meshes"));
    data_.spend(node.name, part.vertices.size() + part.triangles.size());
    place(path_, part, motion, file_);
  }

  /// A mesh in its own frame; read once.
  const MeshFile& mesh(std::size_t index) {
    const auto [found, is_new] = meshes_.try_emplace(index);
    if (!is_new) return found->second;
    const GltfItem item = data_.item("meshes", index);
    const auto primitives = item.value.find("primitives");
    if (primitives == item.value.end() || !primitives->is_array()) data_.fail(item.name + ".primitives is not a list");
    for (std::size_t i = 0; i < primitives->size(); ++i) {
      const GltfItem primitive{(*primitives)[i], item.name + ".primitives[" + std::to_string(i) + "]"};
      if (!primitive.value.is_object()) data_.fail(primitive.name + " is not an object");
      add_primitive(primitive, found->second);
    }
    return found->second;
  }

  void add_primitive(const GltfItem& primitive, MeshFile& part) {
    const json position = primitive.value.value(json::json_pointer("/attributes/POSITION"), json());
    if (position.is_null()) return;  // without positions there is nothing to see: says the format
    const std::size_t mode = data_.whole(primitive, "mode", kTriangles, kTriangleFan);
    const std::vector<double> numbers = data_.accessor(data_.index(position, primitive.name + ".attributes.POSITION", "accessors"), "VEC3");
    const auto first = static_cast<std::uint32_t>(part.vertices.size());
    const std::size_t count = numbers.size() / 3;
    if (first + count >= Mesh::kNone) data_.fail(primitive.name + " brings the mesh to more than 2^32 vertices");
    for (std::size_t i = 0; i < count; ++i) part.vertices.emplace_back(Vector3d{numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]});
    add_faces(corners(primitive, first, count), mode, part);
  }

  [[nodiscard]] std::vector<std::uint32_t> corners(const GltfItem& primitive, std::uint32_t first, std::size_t count) {
    std::vector<std::uint32_t> out;
    if (!primitive.value.contains("indices")) {
      for (std::size_t i = 0; i < count; ++i) out.push_back(first + static_cast<std::uint32_t>(i));
      return out;
    }
    const std::string name = primitive.name + ".indices";
    for (const double v : data_.accessor(data_.index(primitive.value.at("indices"), name, "accessors"), "SCALAR")) {
      if (!(v >= 0 && v < static_cast<double>(count) && v == std::floor(v)))
        data_.fail(name + "[" + std::to_string(out.size()) + "] names a vertex that is not there; the primitive has " +
                   std::to_string(count));
      out.push_back(first + static_cast<std::uint32_t>(v));
    }
    return out;
  }

  static void add_faces(const std::vector<std::uint32_t>& c, std::size_t mode, MeshFile& part) {
    if (mode < kTriangles) {
      const std::size_t n = c.size(), lines[] = {n, n / 2, n, n == 0 ? 0 : n - 1};
      part.ignored_faces += lines[mode];
      return;
    }
    for (std::size_t i = 0; i + 2 < c.size(); i += mode == kTriangles ? 3 : 1) {
      const bool is_odd = mode == kTriangleStrip && i % 2 == 1;
      part.triangles.push_back({c[mode == kTriangleFan ? 0 : i], c[i + (is_odd ? 2 : 1)], c[i + (is_odd ? 1 : 2)]});
    }
  }

  const std::filesystem::path& path_;
  GltfData data_;
  std::vector<bool> reached_;
  std::map<std::size_t, MeshFile> meshes_;
  MeshFile file_;
};

}  // namespace

MeshFile read_gltf_file(const std::filesystem::path& path) { return GltfReader(path).read(); }

}  // namespace holdfast::detail
