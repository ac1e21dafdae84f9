// `actions`: what is done before the step that each names.

#include "io/scene/tables.h"

namespace holdfast::detail {

namespace {

constexpr std::string_view kDeeds[] = {"set",           "world",    "add_body", "remove_body", "apply_force",
                                       "apply_impulse", "snapshot", "restore",  "retry"};

template <auto... Path>
constexpr auto kInto = read<SceneAction, Path...>;

template <SceneActionKind Kind>
void read_amount(Reader& r, const Node& n, const Key& k, SceneAction& a) {
  a.kind = Kind;
  a.amount = r.vector3(n, k);
}

template <SceneActionKind Kind>
void read_world_keys(Reader& r, const Node& n, const Key&, SceneAction& a) {
  a.kind = Kind;
  a.world = read_world_change(r, n);
}

template <SceneActionKind Kind>
void read_label(Reader& r, const Node& n, const Key& k, SceneAction& a) {
  a.kind = Kind;
  a.label = r.text(n, k);
}

std::vector<BoundKey<SceneAction>> when_keys() {
  return {
      {{.name = "at_step",
        .type = KeyType::integer,
        .doc = "The step before which it happens, 1 .. steps.",
        .range = {1, kMaxSceneSteps, false},
        .required = true},
       kInto<&SceneAction::at_step>},
      {{.name = "body", .type = KeyType::text, .doc = "Whose: with set, apply_force, apply_impulse."},
       [](Reader& r, const Node& n, const Key& k, SceneAction& a) { a.body = r.body_name(n, k); }},
      {{.name = "at",
        .type = KeyType::vector3,
        .doc = "Where a force or impulse acts, world frame; default: the center of mass.",
        .unit = "m",
        .range = kFloat},
       kInto<&SceneAction::point>},
  };
}

std::vector<BoundKey<SceneAction>> deed_keys() {
  using Kind = SceneActionKind;
  return {
      {{.name = "set", .type = KeyType::object, .doc = "New values for the body's keys.", .table = "body_change"},
       [](Reader& r, const Node& n, const Key&, SceneAction& a) {
         a.kind = Kind::set;
         a.change = read_body_change(r, n);
       }},
      {{.name = "world", .type = KeyType::object, .doc = "New values for the world's settings.", .table = "world"},
       read_world_keys<Kind::world>},
      {{.name = "add_body", .type = KeyType::object, .doc = "Adds a body.", .table = "body"},
       [](Reader& r, const Node& n, const Key&, SceneAction& a) {
         a.kind = Kind::add_body;
         a.added = read_single_body(r, n);
       }},
      {{.name = "remove_body", .type = KeyType::text, .doc = "The name of the body to remove."},
       [](Reader& r, const Node& n, const Key& k, SceneAction& a) {
         a.kind = Kind::remove_body;
         a.body = r.body_name(n, k);
       }},
      {{.name = "apply_force", .type = KeyType::vector3, .doc = "Acts during the next step.", .unit = "N", .range = kFloat},
       read_amount<Kind::apply_force>},
      {{.name = "apply_impulse", .type = KeyType::vector3, .doc = "Changes the velocities at once.", .unit = "N s", .range = kFloat},
       read_amount<Kind::apply_impulse>},
      {{.name = "snapshot", .type = KeyType::text, .doc = "Saves the world under this name."}, read_label<Kind::snapshot>},
      {{.name = "restore", .type = KeyType::text, .doc = "Brings the saved world back; the count of steps goes on."},
       read_label<Kind::restore>},
      {{.name = "retry", .type = KeyType::object, .doc = "Settings with which the refused step is tried again.", .table = "world"},
       read_world_keys<Kind::retry>},
  };
}

const Table<SceneAction>& action_table() {
  static const Table<SceneAction> kTable{"action", "One deed before a step.",
                                         [] {
                                           auto keys = when_keys();
                                           for (auto& k : deed_keys()) keys.push_back(k);
                                           return keys;
                                         }(),
                                         kDeeds};
  return kTable;
}

bool acts_on_body(SceneActionKind kind) {
  return kind == SceneActionKind::set || kind == SceneActionKind::apply_force || kind == SceneActionKind::apply_impulse;
}

void check_action(const Reader& reader, const Node& node, const SceneAction& action, const Given& given) {
  if (action.at_step > reader.scene().steps)
    reader.fail_value(*node.find("at_step"), "at_step", "1 .. " + std::to_string(reader.scene().steps) + ", the steps of this run");
  if (acts_on_body(action.kind) && !given.has("body"))
    reader.fail(node, "key 'body' is missing, allowed: the name of the body that it acts on");
  if (!acts_on_body(action.kind) && given.has("body"))
    reader.fail(*node.find("body"), "key 'body' goes with set, apply_force, apply_impulse only");
  const bool pushes = action.kind == SceneActionKind::apply_force || action.kind == SceneActionKind::apply_impulse;
  if (given.has("at") && !pushes) reader.fail(*node.find("at"), "key 'at' goes with apply_force, apply_impulse only");
}

/// A snapshot must have been taken before, in the order in which actions happen.
void check_snapshots(const Reader& reader, const Node& list) {
  const auto& actions = reader.scene().actions;
  for (std::size_t i = 0; i < actions.size(); ++i) {
    if (actions[i].kind != SceneActionKind::restore) continue;
    std::vector<std::string_view> known;
    for (std::size_t j = 0; j < actions.size(); ++j) {
      const bool before = actions[j].at_step < actions[i].at_step || (actions[j].at_step == actions[i].at_step && j < i);
      if (actions[j].kind == SceneActionKind::snapshot && before) known.push_back(actions[j].label);
    }
    if (std::find(known.begin(), known.end(), actions[i].label) != known.end()) continue;
    reader.fail_value(
        *list.items[i]->find("restore"), "restore",
        (known.empty() ? "the name of an earlier snapshot, but there is none" : joined(known)) + suggestion(actions[i].label, known));
  }
}

}  // namespace

void declare_added_bodies(Reader& reader, const Node& node) {
  if (!node.is_list()) return;  // `read_actions` reports it
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    const Node* added = node.items[i]->find("add_body");
    const Node* name = added != nullptr ? added->find("name") : nullptr;
    if (name == nullptr || !name->is_scalar() || name->text.empty()) continue;
    const Reader::Scope scope(reader, "action " + std::to_string(i + 1));
    if (!reader.declare_body(name->text))
      reader.fail(*name, "key 'name': got '" + name->text + "', which another body of this scene has; allowed: a name of its own");
  }
}

void read_actions(Reader& reader, const Node& node) {
  for (const Node* item : reader.items(node, Key{.name = "actions", .type = KeyType::list})) {
    const Reader::Scope scope(reader, "action " + std::to_string(reader.scene().actions.size() + 1));
    SceneAction action;
    action.at = item->at;
    const Given given = reader.object(*item, action_table(), action);
    check_action(reader, *item, action, given);
    reader.scene().actions.push_back(std::move(action));
  }
  check_snapshots(reader, node);
}

std::vector<KeyList> action_tables() { return {action_table().list()}; }

}  // namespace holdfast::detail
