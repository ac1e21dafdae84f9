#include "io/collada_mesh.h"

#include <algorithm>

namespace holdfast::detail {
namespace {

/// Where the vertices of a <vertices> stand in the part.
struct VertexRange {
  std::size_t first = 0, count = 0;
};

/// Which of the numbers of a corner is its vertex, how many numbers a corner has, and what the vertex is counted in.
struct CornerLayout {
  std::size_t offset = 0, stride = 1;
  VertexRange range;
};

class GeometryReader {
 public:
  GeometryReader(const ColladaTree& tree, pugi::xml_node mesh) : tree_(tree), mesh_(mesh) {}

  MeshFile read() {
    static constexpr std::string_view kPrimitives[] = {"triangles", "polylist", "polygons", "trifans", "tristrips", "lines", "linestrips"};
    for (const pugi::xml_node e : mesh_.children())
      if (std::ranges::count(kPrimitives, std::string_view(e.name())) > 0) read_primitive(e);
    return std::move(part_);
  }

 private:
  void read_primitive(pugi::xml_node primitive) {
    const CornerLayout layout = read_layout(primitive);
    std::vector<std::uint32_t> counts;
    if (const pugi::xml_node vcount = primitive.child("vcount")) counts = tree_.whole_numbers(vcount, Mesh::kNone - 1);
    for (const pugi::xml_node e : primitive.children()) {
      const std::string_view name = e.name();
      if (name == "ph") tree_.fail(e, "<ph>, a polygon with holes, is not read");
      if (name == "p") add_faces(primitive, e, corners(e, layout), counts);
    }
  }

  CornerLayout read_layout(pugi::xml_node primitive) {
    CornerLayout layout;
    pugi::xml_node vertex;
    for (const pugi::xml_node input : primitive.children("input")) {
      const std::size_t offset = tree_.whole(input, "offset", 0, kMostInputs);
      layout.stride = std::max(layout.stride, offset + 1);
      if (std::string_view(input.attribute("semantic").value()) != "VERTEX") continue;
      vertex = input;
      layout.offset = offset;
    }
    if (!vertex) tree_.fail(primitive, "<" + std::string(primitive.name()) + "> has no input VERTEX");
    layout.range = vertices(tree_.target(vertex, "source", "vertices"));
    return layout;
  }

  /// Primitives of a mesh share their vertices: they are read once.
  VertexRange vertices(pugi::xml_node vertices) {
    const auto [found, is_new] = ranges_.try_emplace(vertices);
    if (!is_new) return found->second;
    found->second.first = part_.vertices.size();
    for (const pugi::xml_node input : vertices.children("input")) {
      if (std::string_view(input.attribute("semantic").value()) != "POSITION") continue;
      read_positions(tree_.target(input, "source", "source"));
      found->second.count = part_.vertices.size() - found->second.first;
      return found->second;
    }
    tree_.fail(vertices, "<vertices> has no input POSITION");
  }

  void read_positions(pugi::xml_node source) {
    const pugi::xml_node accessor = source.child("technique_common").child("accessor");
    if (!accessor) tree_.fail(source, "<source> has no accessor");
    const std::vector<double> values = tree_.numbers(tree_.target(accessor, "source", "float_array"));
    const std::size_t offset = tree_.whole(accessor, "offset", 0, values.size());
    const std::size_t stride = tree_.whole(accessor, "stride", 1, std::max(values.size(), std::size_t{1}));
    const std::array<std::size_t, 3> axes = axes_of(accessor);
    const std::size_t width = 1 + std::max({axes[0], axes[1], axes[2]}), left = values.size() - offset;
    if (stride < width)
      tree_.fail(accessor, "stride is " + std::to_string(stride) + "; a position needs at least " + std::to_string(width));
    const std::size_t count = tree_.whole(accessor, "count", 0, left < width ? 0 : (left - width) / stride + 1);
    if (part_.vertices.size() + count >= Mesh::kNone) tree_.fail(accessor, "brings the mesh to more than 2^32 vertices");
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t at = offset + i * stride;
      part_.vertices.emplace_back(Vector3d{values[at + axes[0]], values[at + axes[1]], values[at + axes[2]]});
    }
  }

  /// Where X, Y and Z stand: as their params are named, else the first three.
  static std::array<std::size_t, 3> axes_of(pugi::xml_node accessor) {
    std::array<std::size_t, 3> named{}, found{};
    std::size_t at = 0;
    for (const pugi::xml_node param : accessor.children("param")) {
      const std::string_view name = param.attribute("name").value();
      for (std::size_t axis = 0; axis < 3; ++axis) {
        if (name != std::string_view("XYZ").substr(axis, 1)) continue;
        named[axis] = at;
        found[axis] = 1;
      }
      ++at;
    }
    return found == std::array<std::size_t, 3>{1, 1, 1} ? named : std::array<std::size_t, 3>{0, 1, 2};
  }

  std::vector<std::uint32_t> corners(pugi::xml_node p, const CornerLayout& layout) const {
    const std::vector<std::uint32_t> given = tree_.whole_numbers(p, Mesh::kNone - 1);
    if (given.size() % layout.stride != 0)
      tree_.fail(p, "<p> has " + std::to_string(given.size()) + " numbers; allowed are multiples of " + std::to_string(layout.stride));
    std::vector<std::uint32_t> out;
    for (std::size_t i = layout.offset; i < given.size(); i += layout.stride) {
      if (given[i] >= layout.range.count)
        tree_.fail(p, "<p> names vertex " + std::to_string(given[i]) + ", counted from 0; there are " + std::to_string(layout.range.count));
      out.push_back(static_cast<std::uint32_t>(layout.range.first) + given[i]);
    }
    return out;
  }

  void add_faces(pugi::xml_node primitive, pugi::xml_node p, const std::vector<std::uint32_t>& c,
                 const std::vector<std::uint32_t>& counts) {
    const std::span<const std::uint32_t> all(c);
    const std::string_view name = primitive.name();
    if (name == "polygons") return add_face(all, part_);
    if (name == "polylist") return add_polylist(p, all, counts);
    if (name == "lines") part_.ignored_faces += c.size() / 2;
    if (name == "linestrips") part_.ignored_faces += c.empty() ? 0 : c.size() - 1;
    if (name.starts_with("line")) return;
    const bool is_strip = name == "tristrips", is_fan = name == "trifans";
    for (std::size_t i = 0; i + 2 < c.size(); i += is_strip || is_fan ? 1 : 3) {
      const std::size_t odd = is_strip && i % 2 == 1 ? 1 : 0;
      part_.triangles.push_back({c[is_fan ? 0 : i], c[i + 1 + odd], c[i + 2 - odd]});
    }
  }

  void add_polylist(pugi::xml_node p, std::span<const std::uint32_t> c, const std::vector<std::uint32_t>& counts) {
    for (const std::uint32_t count : counts) {
      if (count > c.size()) tree_.fail(p, "<p> ends before the last polygon that <vcount> tells of");
      add_face(c.first(count), part_);
      c = c.subspan(count);
    }
  }

  static constexpr std::size_t kMostInputs = 255;

  const ColladaTree& tree_;
  pugi::xml_node mesh_;
  std::map<pugi::xml_node, VertexRange> ranges_;
  MeshFile part_;
};

}  // namespace

MeshFile read_collada_geometry(const ColladaTree& tree, pugi::xml_node geometry) {
  const pugi::xml_node mesh = geometry.child("mesh");
  return mesh ? GeometryReader(tree, mesh).read() : MeshFile();
}

}  // namespace holdfast::detail
