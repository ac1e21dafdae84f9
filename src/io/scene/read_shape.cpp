// Shapes: `shape: {sphere: {radius: 0.5}}` and the others; posed shapes of queries.

#include <holdfast/io/mesh_file.h>

#include "io/scene/tables.h"

namespace holdfast::detail {

namespace {

constexpr std::string_view kShapes[] = {"sphere", "box", "capsule", "hull", "plane", "mesh"};

const Table<Sphere>& sphere_table() {
  static const Table<Sphere> kTable{
      "sphere",
      "A ball around the origin.",
      {{{.name = "radius", .doc = "Radius.", .unit = "m", .range = kPositive, .required = true}, read<Sphere, &Sphere::radius>}}};
  return kTable;
}

const Table<Box>& box_table() {
  static const Table<Box> kTable{"box",
                                 "A box around the origin.",
                                 {{{.name = "half_extents",
                                    .type = KeyType::vector3,
                                    .doc = "Half the lengths of its edges.",
                                    .unit = "m",
                                    .range = kPositive,
                                    .required = true},
                                   read<Box, &Box::half_extents>}}};
  return kTable;
}

const Table<Capsule>& capsule_table() {
  static const Table<Capsule> kTable{
      "capsule",
      "A capsule along z.",
      {
          {{.name = "radius", .doc = "Radius.", .unit = "m", .range = kPositive, .required = true}, read<Capsule, &Capsule::radius>},
          {{.name = "half_height",
            .doc = "Half the distance between the centers of its caps.",
            .unit = "m",
            .range = kPositive,
            .required = true},
           read<Capsule, &Capsule::half_height>},
      }};
  return kTable;
}

const Table<Plane>& plane_table() {
  static const Table<Plane> kTable{"plane", "The half space below z = 0; its normal is +z.", {}};
  return kTable;
}

/// A hull or mesh on its way: from numbers in the scene, or from a file.
struct GeometryDraft {
  std::vector<Vector3d> points;
  std::vector<std::array<std::uint32_t, 3>> triangles;
  std::string file;
  MeshPlacement placement;
};

template <auto... Path>
constexpr auto kInto = read<GeometryDraft, Path...>;

std::vector<BoundKey<GeometryDraft>> file_keys() {
  return {
      {{.name = "file", .type = KeyType::text, .doc = "A mesh file, relative to the folder of the scene file."},
       kInto<&GeometryDraft::file>},
      {{.name = "scale",
        .type = KeyType::scale,
        .doc = "Factor for the file's coordinates, or one for each axis.",
        .fallback = "1",
        .range = kPositive},
       [](Reader& r, const Node& n, const Key& k, GeometryDraft& d) { d.placement.scale = r.scale(n, k); }},
      {{.name = "rotation", .type = KeyType::quaternion, .doc = "Turns the scaled geometry of the file.", .fallback = "[0, 0, 0, 1]"},
       kInto<&GeometryDraft::placement, &MeshPlacement::pose, &Posed::rotation>},
      {{.name = "euler_degrees",
        .type = KeyType::vector3,
        .doc = "Instead of rotation: [roll, pitch, yaw]; yaw about z, then pitch about the new y, then roll about the new x.",
        .unit = "degrees"},
       [](Reader& r, const Node& n, const Key& k, GeometryDraft& d) { d.placement.pose.rotation = r.euler_degrees(n, k); }},
      {{.name = "position",
        .type = KeyType::vector3,
        .doc = "Moves the scaled, turned geometry of the file.",
        .unit = "m",
        .fallback = "[0, 0, 0]"},
       kInto<&GeometryDraft::placement, &MeshPlacement::pose, &Posed::position>},
  };
}

const Table<GeometryDraft>& hull_table() {
  static constexpr std::string_view kSources[] = {"points", "file"};
  static const Table<GeometryDraft> kTable{
      "hull", "The convex hull of points.",
      [] {
        auto keys = file_keys();
        keys.insert(keys.begin(),
                    {{.name = "points", .type = KeyType::points, .doc = "At least four that do not lie in one plane.", .unit = "m"},
                     kInto<&GeometryDraft::points>});
        return keys;
      }(),
      kSources};
  return kTable;
}

void read_triangles(Reader& r, const Node& n, const Key& k, GeometryDraft& d) {
  for (const Node* item : r.items(n, k)) {
    const auto t = r.integers3(*item, k);
    d.triangles.push_back({static_cast<std::uint32_t>(t[0]), static_cast<std::uint32_t>(t[1]), static_cast<std::uint32_t>(t[2])});
  }
}

const Table<GeometryDraft>& mesh_table() {
  static constexpr std::string_view kSources[] = {"vertices", "file"};
  static const Table<GeometryDraft> kTable{
      "mesh", "Triangles, solid from the front: the side where (b - a) x (c - a) points.",
      [] {
        auto keys = file_keys();
        keys.insert(keys.begin(),
                    {{{.name = "vertices", .type = KeyType::points, .doc = "Corners, kept in Float32.", .unit = "m", .range = kFloat},
                      kInto<&GeometryDraft::points>},
                     {{.name = "triangles",
                       .type = KeyType::triangles,
                       .doc = "Three indices of vertices each; none may be without an area.",
                       .range = {0, 4294967294.0, false}},
                      read_triangles}});
        return keys;
      }(),
      kSources};
  return kTable;
}

void check_source(const Reader& reader, const Node& node, const Given& given) {
  if (given.has("rotation") && given.has("euler_degrees")) reader.fail(node, "keys 'rotation' and 'euler_degrees' exclude each other");
  if (given.has("file")) {
    if (given.has("triangles")) reader.fail(node, "keys 'triangles' and 'file' exclude each other");
    return;
  }
  for (const std::string_view key : {"scale", "rotation", "euler_degrees", "position"})
    if (given.has(key)) reader.fail(*node.find(key), "key '" + std::string(key) + "' goes with 'file' only");
}

/// A fault of the file is told at the place in the scene that names it.
template <class Load>
Shape from_file(const Reader& reader, const Node& node, Load&& load) {
  const Node& at = *node.find("file");
  try {
    return reader.at(at, load);
  } catch (const FileError& e) { reader.fail(at, e.what()); }
}

Shape read_hull(Reader& reader, const Node& node) {
  GeometryDraft draft;
  const Given given = reader.object(node, hull_table(), draft);
  check_source(reader, node, given);
  if (given.has("points")) return reader.at(*node.find("points"), [&] { return Shape::hull(draft.points); });
  return from_file(reader, node, [&] { return Shape::hull(load_hull(reader.resolve(draft.file), draft.placement)); });
}

/// Refuses indices beyond the vertices, and triangles without an area, by their place.
void check_triangles(const Reader& reader, const Node& list, const GeometryDraft& draft, std::span<const Vector3f> vertices) {
  for (std::size_t i = 0; i < draft.triangles.size(); ++i) {
    const auto& t = draft.triangles[i];
    const Node& at = *list.items[i];
    for (const std::uint32_t v : t)
      if (v >= vertices.size())
        reader.fail(at, "key 'triangles': triangle " + std::to_string(i) + " names vertex " + std::to_string(v) + ", allowed: 0 .. " +
                            std::to_string(static_cast<std::int64_t>(vertices.size()) - 1));
    const Vector3d a(vertices[t[0]]), b(vertices[t[1]]), c(vertices[t[2]]);
    if (a == b || b == c || c == a || cross(b - a, c - a) == Vector3d{})
      reader.fail(at, "key 'triangles': triangle " + std::to_string(i) + " has no area, allowed: three corners that are not in one line");
  }
}

Shape read_mesh(Reader& reader, const Node& node) {
  GeometryDraft draft;
  const Given given = reader.object(node, mesh_table(), draft);
  check_source(reader, node, given);
  if (given.has("file"))
    return from_file(reader, node, [&] { return Shape::mesh(load_mesh(reader.resolve(draft.file), draft.placement)); });
  if (!given.has("triangles")) reader.fail(node, "key 'triangles' is missing, allowed: a list of [a, b, c] with indices of vertices");
  std::vector<Vector3f> vertices;
  vertices.reserve(draft.points.size());
  for (const Vector3d& p : draft.points) vertices.emplace_back(p);
  check_triangles(reader, *node.find("triangles"), draft, vertices);
  return reader.at(node, [&] { return Shape::mesh(Mesh::create(vertices, draft.triangles)); });
}

struct ShapeDraft {
  Shape shape;
};

template <class Form, auto& Fields, class Make>
Shape simple(Reader& r, const Node& n, Make make) {
  Form form;
  r.object(n, Fields(), form);
  return r.at(n, [&] { return make(form); });
}

std::vector<BoundKey<ShapeDraft>> shape_keys() {
  return {
      {{.name = "sphere", .type = KeyType::object, .doc = "A ball.", .table = "sphere"},
       [](Reader& r, const Node& n, const Key&, ShapeDraft& d) {
         d.shape = simple<Sphere, sphere_table>(r, n, [](const Sphere& s) { return Shape::sphere(s.radius); });
       }},
      {{.name = "box", .type = KeyType::object, .doc = "A box.", .table = "box"},
       [](Reader& r, const Node& n, const Key&, ShapeDraft& d) {
         d.shape = simple<Box, box_table>(r, n, [](const Box& b) { return Shape::box(b.half_extents); });
       }},
      {{.name = "capsule", .type = KeyType::object, .doc = "A capsule.", .table = "capsule"},
       [](Reader& r, const Node& n, const Key&, ShapeDraft& d) {
         d.shape = simple<Capsule, capsule_table>(r, n, [](const Capsule& c) { return Shape::capsule(c.radius, c.half_height); });
       }},
      {{.name = "hull", .type = KeyType::object, .doc = "A convex hull.", .table = "hull"},
       [](Reader& r, const Node& n, const Key&, ShapeDraft& d) { d.shape = read_hull(r, n); }},
      {{.name = "plane", .type = KeyType::object, .doc = "A half space.", .table = "plane"},
       [](Reader& r, const Node& n, const Key&, ShapeDraft& d) {
         d.shape = simple<Plane, plane_table>(r, n, [](const Plane&) { return Shape::plane(); });
       }},
      {{.name = "mesh", .type = KeyType::object, .doc = "Triangles.", .table = "mesh"},
       [](Reader& r, const Node& n, const Key&, ShapeDraft& d) { d.shape = read_mesh(r, n); }},
      {{.name = "cylinder", .support = Support::none}},
      {{.name = "heightmap", .support = Support::none}},
      {{.name = "compound", .support = Support::none}},
  };
}

const Table<ShapeDraft>& shape_table() {
  static const Table<ShapeDraft> kTable{"shape", "One shape.", shape_keys(), kShapes};
  return kTable;
}

const Table<PosedShape>& posed_table() {
  static const Table<PosedShape> kTable{
      "posed_shape",
      "A shape and where it stands.",
      {
          {{.name = "shape", .type = KeyType::object, .doc = "The shape.", .table = "shape", .required = true},
           [](Reader& r, const Node& n, const Key&, PosedShape& p) { p.shape = read_shape(r, n); }},
          {{.name = "position", .type = KeyType::vector3, .doc = "Of the shape's origin.", .unit = "m", .fallback = "[0, 0, 0]"},
           read<PosedShape, &PosedShape::pose, &Posed::position>},
          {{.name = "rotation", .type = KeyType::quaternion, .doc = "x, y, z, w.", .fallback = "[0, 0, 0, 1]"},
           read<PosedShape, &PosedShape::pose, &Posed::rotation>},
          {{.name = "euler_degrees", .type = KeyType::vector3, .doc = "Instead of rotation: [roll, pitch, yaw].", .unit = "degrees"},
           [](Reader& r, const Node& n, const Key& k, PosedShape& p) { p.pose.rotation = r.euler_degrees(n, k); }},
      }};
  return kTable;
}

}  // namespace

Shape read_shape(Reader& reader, const Node& node) {
  ShapeDraft draft;
  reader.object(node, shape_table(), draft);
  return draft.shape;
}

PosedShape read_posed_shape(Reader& reader, const Node& node) {
  PosedShape out;
  const Given given = reader.object(node, posed_table(), out);
  if (given.has("rotation") && given.has("euler_degrees")) reader.fail(node, "keys 'rotation' and 'euler_degrees' exclude each other");
  out.pose.rotation = normalized(out.pose.rotation);
  return out;
}

std::vector<KeyList> shape_tables() {
  return {shape_table().list(), sphere_table().list(), box_table().list(),  capsule_table().list(),
          hull_table().list(),  plane_table().list(),  mesh_table().list(), posed_table().list()};
}

}  // namespace holdfast::detail
