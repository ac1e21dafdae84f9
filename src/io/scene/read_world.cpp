// The `world` block: settings and the time step.

#include <holdfast/query/contact.h>

#include "io/scene/tables.h"

namespace holdfast::detail {

namespace {

constexpr std::string_view kModes[] = {"DISCRETE"};
constexpr std::string_view kLaterModes[] = {"SPHERE_MESH_CCD"};
constexpr std::string_view kSolverOrders[] = {"canonical", "insertion"};
constexpr std::string_view kPositionUpdates[] = {"semi_implicit", "trapezoid"};
constexpr std::string_view kInternalEdges[] = {"filtered", "all_features"};
constexpr std::string_view kBroadphases[] = {"sap_3_axis"};
constexpr std::string_view kLaterBroadphases[] = {"multi_box_prune", "none", "bounds_tree"};
constexpr Range kSweeps{0, 10000, false};

const Table<SceneWorld>& broadphase_table() {
  static const Table<SceneWorld> kTable{"broadphase",
                                        "How pairs of bodies that may touch are found.",
                                        {
                                            {{.name = "type",
                                              .type = KeyType::word,
                                              .doc = "The method.",
                                              .fallback = "sap_3_axis",
                                              .words = kBroadphases,
                                              .later_words = kLaterBroadphases},
                                             [](Reader& r, const Node& n, const Key& k, SceneWorld&) { r.word(n, k); }},
                                        }};
  return kTable;
}

void read_max_contacts(Reader& r, const Node& n, const Key& k, SceneWorld& w) {
  const std::int64_t asked = r.integer(n, k);
  const std::int64_t kept = std::clamp<std::int64_t>(asked, 1, kMaxContacts);
  if (asked != kept)
    r.warn(n, "key 'max_contacts_per_pair': " + std::to_string(asked) + " is outside 1 .. 8 and was set to " + std::to_string(kept));
  w.settings.max_contacts_per_pair = static_cast<int>(kept);
}

const Table<SceneWorld>& contact_table() {
  static const Table<SceneWorld> kTable{
      "contact_settings",
      "How contacts are kept.",
      {
          {{.name = "max_contacts_per_pair",
            .type = KeyType::integer,
            .doc = "Points that a pair keeps; a value outside 1 .. 8 is clamped with a warning.",
            .fallback = "8"},
           read_max_contacts},
          {{.name = "swept_ccd_enabled",
            .type = KeyType::boolean,
            .doc = "Swept contacts.",
            .fallback = "false",
            .support = Support::default_only}},
          {{.name = "swept_ccd_min_speed", .doc = "Swept contacts.", .unit = "m/s", .fallback = "0", .support = Support::default_only}},
          {{.name = "swept_ccd_speculative_margin",
            .doc = "Swept contacts.",
            .unit = "m",
            .fallback = "1.0e-4",
            .support = Support::default_only}},
      }};
  return kTable;
}

/// A `world` block on its way: `keys` become those of a change.
struct WorldDraft : SceneWorld {
  bool clamps_contacts = false;
};

template <auto... Path>
constexpr auto kInto = read<WorldDraft, Path...>;
template <auto Member>
constexpr auto kIntoSettings = read<WorldDraft, &WorldDraft::settings, Member>;

void read_contact(Reader& r, const Node& n, const Key&, WorldDraft& w) {
  w.clamps_contacts = r.object(n, contact_table(), w).has("max_contacts_per_pair");
}

void read_broadphase(Reader& r, const Node& n, const Key&, WorldDraft& w) {
  for (std::size_t i = 0; i + 1 < n.items.size(); i += 2)
    if (n.is_map() && n.items[i]->text.starts_with("mbp_")) r.fail_unsupported(*n.items[i], n.items[i]->text);
  r.object(n, broadphase_table(), w);
}

std::vector<BoundKey<WorldDraft>> step_keys() {
  return {
      {{.name = "gravity",
        .type = KeyType::vector3,
        .doc = "Acceleration of every dynamic body.",
        .unit = "m/s²",
        .fallback = "[0, 0, -9.8]",
        .range = kFloat},
       kIntoSettings<&WorldSettings::gravity>},
      {{.name = "time_step", .doc = "Length of one step.", .unit = "s", .fallback = "0.01", .range = kPositive},
       kInto<&WorldDraft::time_step>},
      {{.name = "collision_detection",
        .type = KeyType::word,
        .doc = "DISCRETE: contacts at the start of each step.",
        .fallback = "DISCRETE",
        .words = kModes,
        .later_words = kLaterModes},
       [](Reader& r, const Node& n, const Key& k, WorldDraft&) { r.word(n, k); }},
      {{.name = "ccd_max_impacts",
        .type = KeyType::integer,
        .doc = "Continuous mode.",
        .fallback = "16",
        .support = Support::default_only}},
      {{.name = "ccd_max_substeps",
        .type = KeyType::integer,
        .doc = "Continuous mode.",
        .fallback = "256",
        .support = Support::default_only}},
      {{.name = "position_update",
        .type = KeyType::word,
        .doc = "semi_implicit: x += h v_new; trapezoid: x += h (v_old + v_new) / 2.",
        .fallback = "semi_implicit",
        .words = kPositionUpdates},
       [](Reader& r, const Node& n, const Key& k, WorldDraft& w) {
         w.settings.position_update = r.word(n, k) == 0 ? PositionUpdate::semi_implicit : PositionUpdate::trapezoid;
       }},
  };
}

std::vector<BoundKey<WorldDraft>> solver_keys() {
  return {
      {{.name = "velocity_iterations",
        .type = KeyType::integer,
        .doc = "Solver sweeps over all contacts.",
        .fallback = "10",
        .range = kSweeps},
       kIntoSettings<&WorldSettings::velocity_iterations>},
      {{.name = "position_iterations",
        .type = KeyType::integer,
        .doc = "Sweeps that push overlaps apart.",
        .fallback = "4",
        .range = kSweeps},
       kIntoSettings<&WorldSettings::position_iterations>},
      {{.name = "margin", .doc = "The widest gap that makes a contact.", .unit = "m", .fallback = "0.02", .range = kNotNegativeFloat},
       kIntoSettings<&WorldSettings::margin>},
      {{.name = "slop", .doc = "Overlap that is left alone.", .unit = "m", .fallback = "0.005", .range = kNotNegativeFloat},
       kIntoSettings<&WorldSettings::slop>},
      {{.name = "push_factor",
        .doc = "Share of the overlap beyond the slop that one step removes.",
        .fallback = "0.2",
        .range = kNotNegativeFloat},
       kIntoSettings<&WorldSettings::push_factor>},
      {{.name = "bounce_threshold",
        .doc = "From this closing speed on, a contact bounces.",
        .unit = "m/s",
        .fallback = "1.0",
        .range = kNotNegativeFloat},
       kIntoSettings<&WorldSettings::bounce_threshold>},
      {{.name = "warm_starting", .type = KeyType::boolean, .doc = "Start from the impulses of the last step.", .fallback = "true"},
       kIntoSettings<&WorldSettings::warm_starting>},
      {{.name = "solver_order",
        .type = KeyType::word,
        .doc = "The order in which contacts are solved.",
        .fallback = "canonical",
        .words = kSolverOrders},
       [](Reader& r, const Node& n, const Key& k, WorldDraft& w) {
         w.settings.solver_order = r.word(n, k) == 0 ? SolverOrder::canonical : SolverOrder::insertion;
       }},
      {{.name = "internal_edges",
        .type = KeyType::word,
        .doc = "filtered: no ghost contacts at inner edges of meshes; all_features: every triangle feature makes contacts.",
        .fallback = "filtered",
        .words = kInternalEdges},
       [](Reader& r, const Node& n, const Key& k, WorldDraft& w) { w.settings.filter_internal_edges = r.word(n, k) == 0; }},
      {{.name = "contact", .type = KeyType::object, .doc = "How contacts are kept.", .table = "contact_settings"}, read_contact},
      {{.name = "broadphase", .type = KeyType::object, .doc = "How pairs are found.", .table = "broadphase"}, read_broadphase},
  };
}

const Table<WorldDraft>& world_table() {
  static const Table<WorldDraft> kTable{"world", "Settings of the world; every key is optional.", [] {
                                          auto keys = step_keys();
                                          for (auto& k : solver_keys()) keys.push_back(k);
                                          return keys;
                                        }()};
  return kTable;
}

template <auto Member>
void copy(const SceneWorld& from, SceneWorld& to) {
  to.settings.*Member = from.settings.*Member;
}

struct Copy {
  std::string_view key;
  void (*run)(const SceneWorld&, SceneWorld&);
};
constexpr Copy kCopies[] = {
    {"gravity", copy<&WorldSettings::gravity>},
    {"time_step", [](const SceneWorld& from, SceneWorld& to) { to.time_step = from.time_step; }},
    {"position_update", copy<&WorldSettings::position_update>},
    {"velocity_iterations", copy<&WorldSettings::velocity_iterations>},
    {"position_iterations", copy<&WorldSettings::position_iterations>},
    {"margin", copy<&WorldSettings::margin>},
    {"slop", copy<&WorldSettings::slop>},
    {"push_factor", copy<&WorldSettings::push_factor>},
    {"bounce_threshold", copy<&WorldSettings::bounce_threshold>},
    {"warm_starting", copy<&WorldSettings::warm_starting>},
    {"solver_order", copy<&WorldSettings::solver_order>},
    {"internal_edges", copy<&WorldSettings::filter_internal_edges>},
    {"max_contacts_per_pair", copy<&WorldSettings::max_contacts_per_pair>},
};

}  // namespace

void read_world(Reader& reader, const Node& node, SceneWorld& world) {
  const Reader::Scope scope(reader, "world");
  WorldDraft draft;
  reader.object(node, world_table(), draft);
  world = draft;
}

SceneWorldChange read_world_change(Reader& reader, const Node& node) {
  WorldDraft draft;
  const Given given = reader.object(node, world_table(), draft);
  SceneWorldChange change;
  change.values = draft;
  for (const std::string_view key : given.keys)
    if (key != "contact") change.keys.emplace_back(key);
  if (draft.clamps_contacts) change.keys.emplace_back("max_contacts_per_pair");
  return change;
}

void apply_change(const SceneWorldChange& change, SceneWorld& world) {
  for (const std::string& key : change.keys)
    for (const Copy& c : kCopies)
      if (c.key == key) c.run(change.values, world);
}

std::vector<KeyList> world_tables() { return {world_table().list(), contact_table().list(), broadphase_table().list()}; }

}  // namespace holdfast::detail
