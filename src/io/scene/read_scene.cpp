// Scene files: documents, `cases`, and the keys of a scene.

#include <cmath>
#include <fstream>

#include "io/number_text.h"
#include "io/scene/tables.h"

namespace holdfast::detail {

namespace {

/// The parts of a scene, read in an order that does not depend on theirs in the file.
struct SceneNodes {
  const Node *name = nullptr, *world = nullptr, *materials = nullptr, *material_pairs = nullptr, *bodies = nullptr, *actions = nullptr,
             *run = nullptr, *record = nullptr, *expect = nullptr, *queries = nullptr, *cases = nullptr;
  std::int64_t version = 0;
};

template <auto Member>
constexpr auto kInto = read<SceneNodes, Member>;

const Table<SceneNodes>& scene_table() {
  static const Table<SceneNodes> kTable{
      "scene",
      "A scene: bodies, what happens to them, and what must hold.",
      {
          {{.name = "holdfast", .type = KeyType::integer, .doc = "Version of the format.", .range = {1, 1, false}},
           [](Reader& r, const Node& n, const Key& k, SceneNodes& s) { s.version = r.integer(n, k); }},
          {{.name = "name", .type = KeyType::text, .doc = "What the scene shows; default: the name of the file."},
           kInto<&SceneNodes::name>},
          {{.name = "world", .type = KeyType::object, .doc = "Settings.", .table = "world"}, kInto<&SceneNodes::world>},
          {{.name = "materials", .type = KeyType::named, .doc = "Materials by name.", .table = "material"}, kInto<&SceneNodes::materials>},
          {{.name = "material_pairs", .type = KeyType::list, .doc = "Values for pairs of named materials.", .table = "material_pair"},
           kInto<&SceneNodes::material_pairs>},
          {{.name = "bodies", .type = KeyType::list, .doc = "The bodies, in the order in which they are added.", .table = "body"},
           kInto<&SceneNodes::bodies>},
          {{.name = "actions", .type = KeyType::list, .doc = "What is done before steps.", .table = "action"}, kInto<&SceneNodes::actions>},
          {{.name = "run", .type = KeyType::object, .doc = "How long to simulate.", .table = "run"}, kInto<&SceneNodes::run>},
          {{.name = "record", .type = KeyType::object, .doc = "What a recording keeps.", .table = "record"}, kInto<&SceneNodes::record>},
          {{.name = "expect", .type = KeyType::list, .doc = "What must hold after steps.", .table = "check"}, kInto<&SceneNodes::expect>},
          {{.name = "queries", .type = KeyType::list, .doc = "Questions without a step, about the start.", .table = "query"},
           kInto<&SceneNodes::queries>},
          {{.name = "cases", .type = KeyType::list, .doc = "Instead of all this: several scenes in one document.", .table = "scene"},
           kInto<&SceneNodes::cases>},
          {{.name = "vehicles", .support = Support::none}},
          {{.name = "walkers", .support = Support::none}},
          {{.name = "roads", .support = Support::none}},
          {{.name = "deformables", .support = Support::none}},
          {{.name = "planar", .support = Support::none}},
      }};
  return kTable;
}

struct RunDraft {
  int steps = 0;
  double duration = 0;
};

const Table<RunDraft>& run_table() {
  static constexpr std::string_view kLengths[] = {"steps", "duration"};
  static const Table<RunDraft> kTable{
      "run",
      "How long to simulate.",
      {
          {{.name = "steps", .type = KeyType::integer, .doc = "Number of steps.", .range = {0, kMaxSceneSteps, false}},
           read<RunDraft, &RunDraft::steps>},
          {{.name = "duration", .doc = "As many steps as fill this time.", .unit = "s", .range = kNotNegative},
           read<RunDraft, &RunDraft::duration>},
      },
      kLengths};
  return kTable;
}

const Table<Scene>& record_table() {
  static const Table<Scene> kTable{"record",
                                   "What a recording keeps.",
                                   {{{.name = "every",
                                      .type = KeyType::integer,
                                      .doc = "Steps between two recorded states.",
                                      .fallback = "1",
                                      .range = {1, kMaxSceneSteps, false}},
                                     read<Scene, &Scene::record_every>}}};
  return kTable;
}

void read_run(Reader& reader, const Node& node) {
  const Reader::Scope scope(reader, "run");
  RunDraft draft;
  const Given given = reader.object(node, run_table(), draft);
  Scene& scene = reader.scene();
  scene.steps = draft.steps;
  if (!given.has("duration")) return;
  // A duration that is a whole number of steps but for rounding is that number: 1 s of 0.01 s is 100 steps, not 101.
  constexpr double kRounding = 1e-9;
  const double steps = std::ceil(draft.duration / scene.world.time_step * (1 - kRounding));
  if (!(steps <= kMaxSceneSteps))
    reader.fail_value(*node.find("duration"), "duration", "at most " + std::to_string(kMaxSceneSteps) + " steps");
  scene.steps = static_cast<int>(steps);
}

/// The name of a scene before anything is read, for messages and failed cases.
std::string early_name(const Node& node, const std::string& file) {
  const Node* name = node.find("name");
  return name != nullptr && name->is_scalar() && !name->text.empty() ? name->text : std::filesystem::path(file).stem().string();
}

void read_parts(Reader& reader, const SceneNodes& nodes) {
  Scene& scene = reader.scene();
  if (nodes.world != nullptr) read_world(reader, *nodes.world, scene.world);
  if (nodes.materials != nullptr) read_materials(reader, *nodes.materials);
  if (nodes.material_pairs != nullptr) read_material_pairs(reader, *nodes.material_pairs);
  if (nodes.bodies != nullptr) read_bodies(reader, *nodes.bodies);
  if (nodes.actions != nullptr) declare_added_bodies(reader, *nodes.actions);
  if (nodes.run != nullptr) read_run(reader, *nodes.run);
  if (nodes.record != nullptr) reader.object(*nodes.record, record_table(), scene);
  for (const auto& [part, key] : {std::pair{nodes.actions, "actions"}, std::pair{nodes.expect, "expect"}})
    if (part != nullptr && nodes.run == nullptr) reader.fail(*part, "key '" + std::string(key) + "' needs the key 'run'");
  if (nodes.actions != nullptr) read_actions(reader, *nodes.actions);
  if (nodes.expect != nullptr) read_checks(reader, *nodes.expect);
  if (nodes.queries != nullptr) read_queries(reader, *nodes.queries);
}

void refuse_other_formats(const Reader& reader, const Node& node) {
  if (node.find("holdfast") == nullptr && (node.find("robot") != nullptr || node.find("obstacle") != nullptr))
    reader.fail(node, "this is an IR-SIM world, which is not supported in this version");
}

void require_version(const Reader& reader, const Node& node) {
  if (node.is_map() && node.find("holdfast") == nullptr)
    reader.fail(node, "key 'holdfast' is missing, allowed: 1, the version of the format");
}

std::string read_text(const std::filesystem::path& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (error || !std::filesystem::exists(status)) throw FileError(path.string() + ": the file does not exist");
  if (std::filesystem::is_directory(status)) throw FileError(path.string() + ": this is a folder, a scene file is needed");
  std::ifstream in(path, std::ios::binary);
  if (!in) throw FileError(path.string() + ": the file cannot be opened");
  // One byte more than is allowed, so that an endless file ends here and `parse_yaml` reports the size.
  std::string text;
  char block[1 << 16];
  while (text.size() <= kMaxSceneBytes && (in.read(block, sizeof block), in.gcount() > 0))
    text.append(block, static_cast<std::size_t>(in.gcount()));
  if (in.bad()) throw FileError(path.string() + ": the file cannot be read");
  return text;
}

SceneOrError try_scene(const Node& node, const std::string& file, const std::filesystem::path& folder, bool in_cases) {
  SceneOrError out;
  try {
    out.scene = read_scene(node, file, folder, in_cases);
  } catch (const Error& e) {
    out.scene = {};
    out.scene.name = early_name(node, file);
    out.scene.at = node.at;
    out.error = e.what();
  }
  return out;
}

/// The entries of `cases`, or an error as the only entry.
std::vector<SceneOrError> read_cases(const Node& node, const std::string& file, const std::filesystem::path& folder) {
  std::vector<SceneOrError> out;
  try {
    Scene unused;
    Reader reader(file, folder, unused);
    require_version(reader, node);
    SceneNodes nodes;
    const Given given = reader.object(node, scene_table(), nodes);
    for (const std::string_view key : given.keys)
      if (key != "holdfast" && key != "name" && key != "cases")
        reader.fail(*node.find(key), "key '" + std::string(key) + "' does not go with 'cases', allowed: holdfast, name, cases");
    const auto cases = reader.items(*nodes.cases, Key{.name = "cases", .type = KeyType::list});
    if (cases.empty()) reader.fail(*nodes.cases, "key 'cases': got an empty list, allowed: at least one scene");
    for (const Node* item : cases) out.push_back(try_scene(*item, file, folder, true));
  } catch (const Error& e) {
    out.push_back({{}, e.what()});
    out.back().scene.name = early_name(node, file);
    out.back().scene.at = node.at;
  }
  return out;
}

std::vector<SceneOrError> read_documents(std::string_view text, const std::string& file, const std::filesystem::path& folder) {
  const YamlText yaml = parse_yaml(text, file);
  std::vector<SceneOrError> out;
  for (const Node* document : yaml.documents) {
    if (document->find("cases") != nullptr) {
      for (auto& entry : read_cases(*document, file, folder)) out.push_back(std::move(entry));
    } else {
      out.push_back(try_scene(*document, file, folder, false));
    }
  }
  if (!yaml.error.empty()) {
    out.push_back({{}, yaml.error});
    out.back().scene.name = std::filesystem::path(file).stem().string();
  }
  if (out.empty()) throw FileError(file + ": the file holds no scene");
  return out;
}

}  // namespace

Scene read_scene(const Node& node, const std::string& file, const std::filesystem::path& folder, bool in_cases) {
  Scene scene;
  scene.file = file;
  scene.at = node.at;
  scene.name = early_name(node, file);
  Reader reader(file, folder, scene);
  const Reader::Scope scope(reader, "scene '" + scene.name + "'");
  if (!node.is_map()) reader.fail(node, "a scene is a mapping of keys, got " + found_text(node));
  refuse_other_formats(reader, node);
  if (!in_cases) require_version(reader, node);
  SceneNodes nodes;
  reader.object(node, scene_table(), nodes);
  if (nodes.cases != nullptr) reader.fail(*nodes.cases, "key 'cases' cannot stand inside 'cases'");
  if (nodes.name != nullptr) scene.name = reader.text(*nodes.name, Key{.name = "name", .type = KeyType::text});
  read_parts(reader, nodes);
  return scene;
}

std::vector<KeyList> scene_tables() { return {scene_table().list(), run_table().list(), record_table().list()}; }

std::vector<KeyList> all_tables() {
  std::vector<KeyList> out;
  for (const auto& tables :
       {scene_tables(), world_tables(), material_tables(), body_tables(), shape_tables(), action_tables(), check_tables(), query_tables()})
    out.insert(out.end(), tables.begin(), tables.end());
  return out;
}

}  // namespace holdfast::detail

namespace holdfast {

std::vector<SceneOrError> read_scene_file_leniently(const std::filesystem::path& path) {
  auto scenes = detail::read_documents(detail::read_text(path), path.string(), path.parent_path());
  for (SceneOrError& s : scenes) s.scene.file = path;
  return scenes;
}

std::vector<Scene> read_scene_file(const std::filesystem::path& path) {
  std::vector<Scene> out;
  for (SceneOrError& s : read_scene_file_leniently(path)) {
    if (!s.error.empty()) throw FileError(s.error);
    out.push_back(std::move(s.scene));
  }
  return out;
}

Scene read_scene_text(std::string_view text, std::string_view name, const std::filesystem::path& folder) {
  auto scenes = detail::read_documents(text, std::string(name), folder);
  for (const SceneOrError& s : scenes)
    if (!s.error.empty()) throw FileError(s.error);
  if (scenes.size() != 1)
    throw FileError(std::string(name) + ": the text holds " + std::to_string(scenes.size()) + " scenes, one is needed");
  scenes[0].scene.file.clear();
  return std::move(scenes[0].scene);
}

}  // namespace holdfast
