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
  GeometryReader(ColladaTree& tree, const XmlElement& mesh) : tree_(tree), mesh_(mesh) {}

  MeshFile read() {
    static constexpr const char* kPrimitives[] = {"triangles", "polylist", "polygons", "trifans", "tristrips", "lines", "linestrips"};
    for (const XmlElement& e : tree_.children(mesh_))
      if (std::any_of(std::begin(kPrimitives), std::end(kPrimitives), [&](const char* name) { return is_named(e, name); }))
        read_primitive(e);
    return std::move(part_);
  }

 private:
  void read_primitive(const XmlElement& primitive) {
    const CornerLayout layout = read_layout(primitive);
    std::vector<std::uint32_t> counts;
    if (const XmlElement vcount = tree_.child(primitive, "vcount")) counts = tree_.whole_numbers(vcount, Mesh::kNone - 1);
    for (const XmlElement& e : tree_.children(primitive)) {
      if (is_named(e, "ph")) tree_.fail(e, "<ph>, a polygon with holes, is not read");
      if (is_named(e, "p")) add_faces(primitive, e, corners(e, layout), counts);
    }
  }

  CornerLayout read_layout(const XmlElement& primitive) {
    CornerLayout layout;
    XmlElement vertex;
    for (const XmlElement& input : tree_.children(primitive)) {
      if (!is_named(input, "input")) continue;
      const std::size_t offset = tree_.whole(input, "offset", 0, kMostInputs);
      layout.stride = std::max(layout.stride, offset + 1);
      if (!has_semantic(input, "VERTEX")) continue;
      vertex = input;
      layout.offset = offset;
    }
    if (!vertex) tree_.fail(primitive, "<" + std::string(primitive.name()) + "> has no input VERTEX");
    layout.range = vertices(tree_.target(vertex, "source", "vertices"));
    return layout;
  }

  /// Primitives of a mesh share their vertices: they are read once.
  VertexRange vertices(const XmlElement& vertices) {
    const auto [found, is_new] = ranges_.try_emplace(vertices);
    if (!is_new) return found->second;
    found->second.first = part_.vertices.size();
    for (const XmlElement& input : tree_.children(vertices)) {
      if (!is_named(input, "input") || !has_semantic(input, "POSITION")) continue;
      read_positions(tree_.target(input, "source", "source"));
      found->second.count = part_.vertices.size() - found->second.first;
      return found->second;
    }
    tree_.fail(vertices, "<vertices> has no input POSITION");
  }

  bool has_semantic(const XmlElement& input, std::string_view meaning) {
    const char* semantic = tree_.attribute(input, "semantic");
    return semantic && semantic == meaning;
  }

  void read_positions(const XmlElement& source) {
    const XmlElement common = tree_.child(source, "technique_common");
    const XmlElement accessor = tree_.child(common, "accessor");
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
  std::array<std::size_t, 3> axes_of(const XmlElement& accessor) {
    std::array<std::size_t, 3> named{}, found{};
    std::size_t at = 0;
    for (const XmlElement& param : tree_.children(accessor)) {
      if (!is_named(param, "param")) continue;
      const char* name = tree_.attribute(param, "name");
      for (std::size_t axis = 0; axis < 3; ++axis) {
        if (!name || name != std::string_view("XYZ").substr(axis, 1)) continue;
        named[axis] = at;
        found[axis] = 1;
      }
      ++at;
    }
    return found == std::array<std::size_t, 3>{1, 1, 1} ? named : std::array<std::size_t, 3>{0, 1, 2};
  }

  std::vector<std::uint32_t> corners(const XmlElement& p, const CornerLayout& layout) {
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

  void add_faces(const XmlElement& primitive, const XmlElement& p, const std::vector<std::uint32_t>& c,
                 const std::vector<std::uint32_t>& counts) {
    const std::span<const std::uint32_t> all(c);
    if (is_named(primitive, "polygons")) return add_face(all, part_);
    if (is_named(primitive, "polylist")) return add_polylist(p, all, counts);
    if (is_named(primitive, "lines")) part_.ignored_faces += c.size() / 2;
    if (is_named(primitive, "linestrips")) part_.ignored_faces += c.empty() ? 0 : c.size() - 1;
    if (is_named(primitive, "lines") || is_named(primitive, "linestrips")) return;
    const bool is_strip = is_named(primitive, "tristrips"), is_fan = is_named(primitive, "trifans");
    for (std::size_t i = 0; i + 2 < c.size(); i += is_strip || is_fan ? 1 : 3) {
      const std::size_t odd = is_strip && i % 2 == 1 ? 1 : 0;
      part_.triangles.push_back({c[is_fan ? 0 : i], c[i + 1 + odd], c[i + 2 - odd]});
    }
  }

  void add_polylist(const XmlElement& p, std::span<const std::uint32_t> c, const std::vector<std::uint32_t>& counts) {
    tree_.spend(p, counts.size());
    for (const std::uint32_t count : counts) {
      if (count > c.size()) tree_.fail(p, "<p> ends before the last polygon that <vcount> tells of");
      add_face(c.first(count), part_);
      c = c.subspan(count);
    }
  }

  static constexpr std::size_t kMostInputs = 255;

  ColladaTree& tree_;
  XmlElement mesh_;
  std::map<XmlElement, VertexRange> ranges_;
  MeshFile part_;
};

}  // namespace

MeshFile read_collada_geometry(ColladaTree& tree, const XmlElement& geometry) {
  const XmlElement mesh = tree.child(geometry, "mesh");
  return mesh ? GeometryReader(tree, mesh).read() : MeshFile();
}

}  // namespace holdfast::detail
