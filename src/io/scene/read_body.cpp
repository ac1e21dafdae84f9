// Bodies: `bodies`, the body of `add_body`, and the keys of `set`; grids of bodies.

#include <holdfast/base/random.h>

#include "io/scene/tables.h"

namespace holdfast::detail {

namespace {

constexpr std::string_view kKinds[] = {"static", "dynamic", "kinematic"};

/// Many bodies from one entry.
struct GridDraft {
  std::array<std::int64_t, 3> count{1, 1, 1};
  Vector3d spacing;
  double jitter = 0;
  std::int64_t seed = 0;
  bool random_rotation = false;
};

struct BodyDraft {
  BodyDescription description;
  std::optional<GridDraft> grid;
  std::vector<Shape> shapes;  ///< of a grid, used in turn
};

const Table<GridDraft>& grid_table() {
  static const Table<GridDraft> kTable{
      "grid",
      "Makes many bodies of one entry, named name_0, name_1, ...: x runs fastest, then y, then z; `position` is that of the first.",
      {
          {{.name = "count",
            .type = KeyType::counts3,
            .doc = "How many along x, y, z.",
            .range = {1, static_cast<double>(kMaxSceneBodies), false},
            .required = true},
           [](Reader& r, const Node& n, const Key& k, GridDraft& g) { g.count = r.integers3(n, k); }},
          {{.name = "spacing", .type = KeyType::vector3, .doc = "Distance of neighbours along x, y, z.", .unit = "m", .required = true},
           read<GridDraft, &GridDraft::spacing>},
          {{.name = "jitter",
            .doc = "Each coordinate moves by a random amount up to this.",
            .unit = "m",
            .fallback = "0",
            .range = kNotNegative},
           read<GridDraft, &GridDraft::jitter>},
          {{.name = "seed", .type = KeyType::integer, .doc = "Of the random numbers.", .fallback = "0", .range = kNotNegative},
           [](Reader& r, const Node& n, const Key& k, GridDraft& g) { g.seed = r.integer(n, k); }},
          {{.name = "random_rotation",
            .type = KeyType::boolean,
            .doc = "Uniformly random rotations instead of `rotation`.",
            .fallback = "false"},
           read<GridDraft, &GridDraft::random_rotation>},
      }};
  return kTable;
}

template <auto Member>
constexpr auto kInto = read<BodyDraft, &BodyDraft::description, Member>;

std::vector<BoundKey<BodyDraft>> identity_keys() {
  return {
      {{.name = "name", .type = KeyType::text, .doc = "Unique in the scene.", .required = true}, kInto<&BodyDescription::name>},
      {{.name = "kind",
        .type = KeyType::word,
        .doc = "static: never moves; dynamic: moved by forces and contacts; kinematic: follows its own velocity.",
        .words = kKinds,
        .required = true},
       [](Reader& r, const Node& n, const Key& k, BodyDraft& b) { b.description.kind = static_cast<BodyKind>(r.word(n, k)); }},
      {{.name = "grid", .type = KeyType::object, .doc = "Makes many bodies of this entry.", .table = "grid"},
       [](Reader& r, const Node& n, const Key&, BodyDraft& b) { r.object(n, grid_table(), b.grid.emplace()); }},
      {{.name = "shapes", .type = KeyType::list, .doc = "Of a grid: shapes used in turn, instead of `shape`.", .table = "shape"},
       [](Reader& r, const Node& n, const Key& k, BodyDraft& b) {
         for (const Node* item : r.items(n, k)) b.shapes.push_back(read_shape(r, *item));
         if (b.shapes.empty()) r.fail_value(n, k.name, "at least one shape");
       }},
  };
}

std::vector<BoundKey<BodyDraft>> geometry_keys() {
  return {
      {{.name = "shape", .type = KeyType::object, .doc = "One shape.", .table = "shape"},
       [](Reader& r, const Node& n, const Key&, BodyDraft& b) { b.description.shape = read_shape(r, n); }},
      {{.name = "shape_position",
        .type = KeyType::vector3,
        .doc = "Of the shape in the body's frame.",
        .unit = "m",
        .fallback = "[0, 0, 0]",
        .range = kFloat},
       read<BodyDraft, &BodyDraft::description, &BodyDescription::shape_pose, &Posed::position>},
      {{.name = "shape_rotation", .type = KeyType::quaternion, .doc = "Of the shape in the body's frame.", .fallback = "[0, 0, 0, 1]"},
       read<BodyDraft, &BodyDraft::description, &BodyDescription::shape_pose, &Posed::rotation>},
      {{.name = "material", .type = KeyType::material, .doc = "Its surface.", .table = "material"},
       [](Reader& r, const Node& n, const Key& k, BodyDraft& b) { b.description.material = read_material(r, n, k); }},
      {{.name = "collides", .type = KeyType::boolean, .doc = "false: a ghost; it moves but nothing touches it.", .fallback = "true"},
       kInto<&BodyDescription::collides>},
      {{.name = "group", .type = KeyType::bits, .doc = "Bits it belongs to; default bit 0, of a static body bit 63."},
       kInto<&BodyDescription::group>},
      {{.name = "mask",
        .type = KeyType::bits,
        .doc = "Bits it meets; two bodies meet when each one's mask has a bit of the other's group.",
        .fallback = "0xffffffffffffffff"},
       kInto<&BodyDescription::mask>},
  };
}

std::vector<BoundKey<BodyDraft>> mass_keys() {
  return {
      {{.name = "mass", .doc = "Of a dynamic body; or density.", .unit = "kg", .range = kPositive}, kInto<&BodyDescription::mass>},
      {{.name = "density", .doc = "Of a dynamic body; or mass. The shape needs a volume.", .unit = "kg/m³", .range = kPositive},
       kInto<&BodyDescription::density>},
      {{.name = "center_of_mass",
        .type = KeyType::vector3,
        .doc = "In the body's frame; default: the shape's own.",
        .unit = "m",
        .range = kFloat},
       kInto<&BodyDescription::center_of_mass>},
      {{.name = "inertia",
        .type = KeyType::matrix3,
        .doc = "About the center of mass, body axes; symmetric positive definite.",
        .unit = "kg m²"},
       kInto<&BodyDescription::inertia>},
      {{.name = "inverse_inertia", .type = KeyType::matrix3, .doc = "Instead of inertia; zero locks all turning.", .unit = "1/(kg m²)"},
       kInto<&BodyDescription::inverse_inertia>},
      {{.name = "gravity_scale", .doc = "Factor of the world's gravity.", .fallback = "1", .range = kFloat},
       kInto<&BodyDescription::gravity_scale>},
      {{.name = "linear_damping", .doc = "v / (1 + h d) in each step.", .unit = "1/s", .fallback = "0", .range = kNotNegativeFloat},
       kInto<&BodyDescription::linear_damping>},
      {{.name = "angular_damping", .doc = "w / (1 + h d) in each step.", .unit = "1/s", .fallback = "0", .range = kNotNegativeFloat},
       kInto<&BodyDescription::angular_damping>},
  };
}

std::vector<BoundKey<BodyDraft>> state_keys() {
  return {
      {{.name = "position",
        .type = KeyType::vector3,
        .doc = "Of the body's origin.",
        .unit = "m",
        .fallback = "[0, 0, 0]",
        .range = kFloat},
       kInto<&BodyDescription::position>},
      {{.name = "rotation", .type = KeyType::quaternion, .doc = "x, y, z, w.", .fallback = "[0, 0, 0, 1]"},
       kInto<&BodyDescription::rotation>},
      {{.name = "euler_degrees",
        .type = KeyType::vector3,
        .doc = "Instead of rotation: [roll, pitch, yaw]; yaw about z, then pitch about the new y, then roll about the new x.",
        .unit = "degrees"},
       [](Reader& r, const Node& n, const Key& k, BodyDraft& b) { b.description.rotation = r.euler_degrees(n, k); }},
      {{.name = "linear_velocity",
        .type = KeyType::vector3,
        .doc = "Of the center of mass.",
        .unit = "m/s",
        .fallback = "[0, 0, 0]",
        .range = kFloat},
       kInto<&BodyDescription::linear_velocity>},
      {{.name = "angular_velocity",
        .type = KeyType::vector3,
        .doc = "World axes.",
        .unit = "rad/s",
        .fallback = "[0, 0, 0]",
        .range = kFloat},
       kInto<&BodyDescription::angular_velocity>},
      {{.name = "force",
        .type = KeyType::vector3,
        .doc = "Pending for the first step only.",
        .unit = "N",
        .fallback = "[0, 0, 0]",
        .range = kFloat},
       kInto<&BodyDescription::force>},
      {{.name = "torque",
        .type = KeyType::vector3,
        .doc = "Pending for the first step only.",
        .unit = "N m",
        .fallback = "[0, 0, 0]",
        .range = kFloat},
       kInto<&BodyDescription::torque>},
  };
}

std::vector<BoundKey<BodyDraft>> changeable_keys() {
  auto keys = geometry_keys();
  for (auto& k : mass_keys()) keys.push_back(k);
  for (auto& k : state_keys()) keys.push_back(k);
  return keys;
}

const Table<BodyDraft>& body_table() {
  static const Table<BodyDraft> kTable{"body", "A body, or with `grid` many.", [] {
                                         auto keys = identity_keys();
                                         for (auto& k : changeable_keys()) keys.push_back(k);
                                         return keys;
                                       }()};
  return kTable;
}

const Table<BodyDraft>& change_table() {
  static const Table<BodyDraft> kTable{"body_change", "What a `set` action changes of a body.", changeable_keys()};
  return kTable;
}

void exclude(const Reader& reader, const Node& node, const Given& given, std::string_view a, std::string_view b) {
  if (given.has(a) && given.has(b)) reader.fail(node, "keys '" + std::string(a) + "' and '" + std::string(b) + "' exclude each other");
}

void check_rules(const Reader& reader, const Node& node, const Given& given) {
  exclude(reader, node, given, "mass", "density");
  exclude(reader, node, given, "inertia", "inverse_inertia");
  exclude(reader, node, given, "rotation", "euler_degrees");
}

/// Reads an entry of `bodies` with its own name in messages.
BodyDraft read_draft(Reader& reader, const Node& node) {
  const Node* name = node.find("name");
  std::optional<Reader::Scope> scope;
  if (name != nullptr && name->is_scalar() && !name->text.empty()) scope.emplace(reader, "body '" + name->text + "'");
  BodyDraft draft;
  const Given given = reader.object(node, body_table(), draft);
  check_rules(reader, node, given);
  if (draft.description.kind == BodyKind::dynamic_body && !given.has("mass") && !given.has("density"))
    reader.fail(node, "a dynamic body needs one of the keys 'mass', 'density'");
  if (given.has("shape") == given.has("shapes"))
    reader.fail(node, given.has("shape") ? "keys 'shape' and 'shapes' exclude each other" : "key 'shape' is missing, allowed: one shape");
  if (given.has("shapes") && !draft.grid)
    reader.fail(*node.find("shapes"), "key 'shapes' goes with 'grid' only; a single body has one 'shape'");
  if (draft.grid && draft.grid->random_rotation && (given.has("rotation") || given.has("euler_degrees")))
    reader.fail(node, "a random rotation and a rotation of its own exclude each other");
  return draft;
}

/// A rotation without a preferred direction: a point of the unit ball in four dimensions, by rejection.
Quaterniond random_rotation(Random& random) {
  for (;;) {
    Quaterniond q;
    q.x = random.uniform(-1, 1);
    q.y = random.uniform(-1, 1);
    q.z = random.uniform(-1, 1);
    q.w = random.uniform(-1, 1);
    const double l = length_squared(q);
    if (l > 1e-3 && l <= 1) return normalized(q);
  }
}

void declare(Reader& reader, const Node& at, const std::string& name) {
  if (!reader.declare_body(name))
    reader.fail(at, "key 'name': got '" + name + "', which another body of this scene has; allowed: a name of its own");
}

void add_grid(Reader& reader, const Node& node, const BodyDraft& draft) {
  const GridDraft& grid = *draft.grid;
  const auto count = static_cast<std::uint64_t>(grid.count[0] * grid.count[1]) * static_cast<std::uint64_t>(grid.count[2]);
  if (count + reader.scene().bodies.size() > kMaxSceneBodies)
    reader.fail(
        node, "key 'grid': got " + std::to_string(count) + " bodies, allowed: at most " + std::to_string(kMaxSceneBodies) + " in a scene");
  Random random(static_cast<std::uint64_t>(grid.seed));
  for (std::uint64_t i = 0; i < count; ++i) {
    SceneBody body{draft.description, node.at};
    BodyDescription& d = body.description;
    d.name += "_" + std::to_string(i);
    if (!draft.shapes.empty()) d.shape = draft.shapes[i % draft.shapes.size()];
    const auto nx = static_cast<std::uint64_t>(grid.count[0]), ny = static_cast<std::uint64_t>(grid.count[1]);
    const std::uint64_t cell[3] = {i % nx, i / nx % ny, i / nx / ny};
    for (int axis = 0; axis < 3; ++axis) {
      d.position[axis] += static_cast<double>(cell[axis]) * grid.spacing[axis];
      if (grid.jitter > 0) d.position[axis] += random.uniform(-grid.jitter, grid.jitter);
    }
    if (grid.random_rotation) d.rotation = random_rotation(random);
    declare(reader, node, d.name);
    reader.scene().bodies.push_back(std::move(body));
  }
}

}  // namespace

void read_bodies(Reader& reader, const Node& node) {
  for (const Node* item : reader.items(node, Key{.name = "bodies", .type = KeyType::list})) {
    BodyDraft draft = read_draft(reader, *item);
    const Reader::Scope scope(reader, "body '" + draft.description.name + "'");
    if (draft.grid) {
      add_grid(reader, *item, draft);
    } else {
      declare(reader, *item, draft.description.name);
      reader.scene().bodies.push_back({std::move(draft.description), item->at});
    }
  }
}

BodyDescription read_single_body(Reader& reader, const Node& node) {
  BodyDraft draft = read_draft(reader, node);
  if (draft.grid) reader.fail(node, "key 'grid' is for entries of 'bodies' only");
  return draft.description;
}

SceneBodyChange read_body_change(Reader& reader, const Node& node) {
  BodyDraft draft;
  const Given given = reader.object(node, change_table(), draft);
  check_rules(reader, node, given);
  if (given.keys.empty()) reader.fail(node, "key 'set' changes nothing, allowed: at least one key of a body");
  SceneBodyChange change;
  for (const std::string_view key : given.keys) change.keys.emplace_back(key == "euler_degrees" ? "rotation" : key);
  change.values = std::move(draft.description);
  return change;
}

std::vector<KeyList> body_tables() { return {body_table().list(), change_table().list(), grid_table().list()}; }

}  // namespace holdfast::detail
