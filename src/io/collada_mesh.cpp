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
  GeometryReader(const ColladaTree& tree, const XmlElement& mesh) : tree_(tree), mesh_(mesh) {}

  MeshFile read() {
    for (const XmlElement& e : mesh_.children) {
      if (e.name == "triangles" || e.name == "polylist" || e.name == "polygons" || e.name == "trifans" || e.name == "tristrips" ||
          e.name == "lines" || e.name == "linestrips")
        read_primitive(e);
    }
    return std::move(part_);
  }

 private:
  void read_primitive(const XmlElement& primitive) {
    const CornerLayout layout = read_layout(primitive);
    std::vector<std::uint32_t> counts;
    if (const XmlElement* vcount = primitive.child("vcount")) counts = tree_.whole_numbers(*vcount, Mesh::kNone - 1);
    for (const XmlElement& e : primitive.children) {
      if (e.name == "ph") tree_.fail(e, "<ph>, a polygon with holes, is not read");
      if (e.name == "p") add_faces(primitive, e, corners(e, layout), counts);
    }
  }

  CornerLayout read_layout(const XmlElement& primitive) {
    CornerLayout layout;
    const XmlElement* vertex = nullptr;
    for (const XmlElement& input : primitive.children) {
      if (input.name != "input") continue;
      const std::size_t offset = tree_.whole(input, "offset", 0, kMostInputs);
      layout.stride = std::max(layout.stride, offset + 1);
      const std::string* semantic = input.attribute("semantic");
      if (!semantic || *semantic != "VERTEX") continue;
      vertex = &input;
      layout.offset = offset;
    }
    if (!vertex) tree_.fail(primitive, "<" + primitive.name + "> has no input VERTEX");
    layout.range = vertices(tree_.target(*vertex, "source", "vertices"));
    return layout;
  }

  /// Primitives of a mesh share their vertices: they are read once.
  VertexRange vertices(const XmlElement& vertices) {
    const auto [found, is_new] = ranges_.try_emplace(&vertices);
    if (!is_new) return found->second;
    found->second.first = part_.vertices.size();
    for (const XmlElement& input : vertices.children) {
      const std::string* semantic = input.name == "input" ? input.attribute("semantic") : nullptr;
      if (!semantic || *semantic != "POSITION") continue;
      read_positions(tree_.target(input, "source", "source"));
      found->second.count = part_.vertices.size() - found->second.first;
      return found->second;
    }
    tree_.fail(vertices, "<vertices> has no input POSITION");
  }

  void read_positions(const XmlElement& source) {
    const XmlElement* common = source.child("technique_common");
    const XmlElement* accessor = common ? common->child("accessor") : nullptr;
    if (!accessor) tree_.fail(source, "<source> has no accessor");
    const std::vector<double> values = tree_.numbers(tree_.target(*accessor, "source", "float_array"));
    const std::size_t offset = tree_.whole(*accessor, "offset", 0, values.size());
    const std::size_t stride = tree_.whole(*accessor, "stride", 1, std::max(values.size(), std::size_t{1}));
    const std::array<std::size_t, 3> axes = axes_of(*accessor);
    const std::size_t width = 1 + std::max({axes[0], axes[1], axes[2]}), left = values.size() - offset;
    if (stride < width)
      tree_.fail(*accessor, "stride is " + std::to_string(stride) + "; a position needs at least " + std::to_string(width));
    const std::size_t count = tree_.whole(*accessor, "count", 0, left < width ? 0 : (left - width) / stride + 1);
    if (part_.vertices.size() + count >= Mesh::kNone) tree_.fail(*accessor, "brings the mesh to more than 2^32 vertices");
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t at = offset + i * stride;
      part_.vertices.emplace_back(Vector3d{values[at + axes[0]], values[at + axes[1]], values[at + axes[2]]});
    }
  }

  /// Where X, Y and Z stand: as their params are named, else the first three.
  static std::array<std::size_t, 3> axes_of(const XmlElement& accessor) {
    std::array<std::size_t, 3> named{}, found{};
    std::size_t at = 0;
    for (const XmlElement& param : accessor.children) {
      if (param.name != "param") continue;
      const std::string* name = param.attribute("name");
      for (std::size_t axis = 0; axis < 3; ++axis) {
        if (!name || *name != std::string_view("XYZ").substr(axis, 1)) continue;
        named[axis] = at;
        found[axis] = 1;
      }
      ++at;
    }
    return found == std::array<std::size_t, 3>{1, 1, 1} ? named : std::array<std::size_t, 3>{0, 1, 2};
  }

  std::vector<std::uint32_t> corners(const XmlElement& p, const CornerLayout& layout) const {
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
    if (primitive.name == "polygons") return add_face(all, part_);
    if (primitive.name == "polylist") return add_polylist(p, all, counts);
    if (primitive.name == "lines") part_.ignored_faces += c.size() / 2;
    if (primitive.name == "linestrips") part_.ignored_faces += c.empty() ? 0 : c.size() - 1;
    if (primitive.name.starts_with("line")) return;
    const bool is_strip = primitive.name == "tristrips", is_fan = primitive.name == "trifans";
    for (std::size_t i = 0; i + 2 < c.size(); i += is_strip || is_fan ? 1 : 3) {
      const std::size_t odd = is_strip && i % 2 == 1 ? 1 : 0;
      part_.triangles.push_back({c[is_fan ? 0 : i], c[i + 1 + odd], c[i + 2 - odd]});
    }
  }

  void add_polylist(const XmlElement& p, std::span<const std::uint32_t> c, const std::vector<std::uint32_t>& counts) {
    for (const std::uint32_t count : counts) {
      if (count > c.size()) tree_.fail(p, "<p> ends before the last polygon that <vcount> tells of");
      add_face(c.first(count), part_);
      c = c.subspan(count);
    }
  }

  static constexpr std::size_t kMostInputs = 255;

  const ColladaTree& tree_;
  const XmlElement& mesh_;
  std::map<const XmlElement*, VertexRange> ranges_;
  MeshFile part_;
};

}  // namespace

ColladaTree::ColladaTree(const std::filesystem::path& path, const XmlElement& root) : path_(path) { collect(root); }

void ColladaTree::collect(const XmlElement& element) {
  if (const std::string* id = element.attribute("id")) ids_.try_emplace({element.name, *id}, &element);
  for (const XmlElement& child : element.children) collect(child);
}

void ColladaTree::fail(const XmlElement& at, const std::string& what) const { refuse(path_, at.line, what); }

const std::string& ColladaTree::url(const XmlElement& at, const char* key) const {
  const std::string* value = at.attribute(key);
  if (!value) fail(at, "<" + at.name + "> has no attribute '" + key + "'");
  if (!value->starts_with('#')) fail(at, std::string(key) + " is " + quote(*value) + "; allowed: '#' and an id of this file");
  return *value;
}

const XmlElement* ColladaTree::find_target(const XmlElement& at, const char* key, const char* name) const {
  const auto found = ids_.find({name, std::string_view(url(at, key)).substr(1)});
  return found == ids_.end() ? nullptr : found->second;
}

const XmlElement& ColladaTree::target(const XmlElement& at, const char* key, const char* name) const {
  const XmlElement* found = find_target(at, key, name);
  if (!found) fail(at, std::string(key) + " is " + quote(url(at, key)) + "; no <" + name + "> has that id");
  return *found;
}

std::vector<double> ColladaTree::numbers(const XmlElement& at) const {
  std::vector<double> out;
  std::string_view left = at.text;
  for (std::string_view word = take_word(left); !word.empty(); word = take_word(left)) {
    double value = 0;
    if (!to_number(word, value)) fail(at, "<" + at.name + "> has " + quote(word) + ", which is not a number");
    out.push_back(value);
  }
  return out;
}

std::vector<double> ColladaTree::numbers(const XmlElement& at, std::size_t count) const {
  std::vector<double> out = numbers(at);
  if (out.size() != count) fail(at, "<" + at.name + "> has " + std::to_string(out.size()) + " numbers; allowed: " + std::to_string(count));
  return out;
}

std::vector<std::uint32_t> ColladaTree::whole_numbers(const XmlElement& at, std::size_t most) const {
  std::vector<std::uint32_t> out;
  std::string_view left = at.text;
  for (std::string_view word = take_word(left); !word.empty(); word = take_word(left)) {
    std::int64_t value = 0;
    if (!to_integer(word, value) || value < 0 || static_cast<std::uint64_t>(value) > most)
      fail(at, "<" + at.name + "> has " + quote(word) + ", which is not a whole number of at most " + std::to_string(most));
    out.push_back(static_cast<std::uint32_t>(value));
  }
  return out;
}

std::size_t ColladaTree::whole(const XmlElement& at, const char* key, std::size_t absent, std::size_t most) const {
  const std::string* text = at.attribute(key);
  if (!text) return absent;
  std::int64_t value = 0;
  std::string_view left = *text;
  if (!to_integer(take_word(left), value) || value < 0 || static_cast<std::uint64_t>(value) > most)
    fail(at,
         std::string(key) + " of <" + at.name + "> is " + quote(*text) + "; it must be a whole number of at most " + std::to_string(most));
  return static_cast<std::size_t>(value);
}

MeshFile read_collada_geometry(const ColladaTree& tree, const XmlElement& geometry) {
  const XmlElement* mesh = geometry.child("mesh");
  return mesh ? GeometryReader(tree, *mesh).read() : MeshFile();
}

}  // namespace holdfast::detail
