// `expect`: checks after steps.

#include "io/scene/tables.h"

namespace holdfast::detail {

namespace {

constexpr std::string_view kAxes[] = {"x", "y", "z"};
constexpr std::string_view kQuantities[] = {
    "position.x",        "position.y",         "position.z",         "linear_velocity.x",  "linear_velocity.y",
    "linear_velocity.z", "angular_velocity.x", "angular_velocity.y", "angular_velocity.z", "speed",
    "angular_speed",     "kinetic_energy"};
constexpr std::string_view kRefusals[] = {"any",
                                          "InvalidArgument",
                                          "UnsupportedShape",
                                          "OutOfDomain",
                                          "ImpactLimitExceeded",
                                          "SubstepLimitExceeded",
                                          "UnresolvableContacts",
                                          "FileError",
                                          "StaleId"};

/// What asks for something; a check without any of them asks nothing.
constexpr std::string_view kQuestions[] = {"position",
                                           "rotation",
                                           "linear_velocity",
                                           "angular_velocity",
                                           "kinetic_energy",
                                           "axis",
                                           "quantity",
                                           "never_below",
                                           "energy_never_rises",
                                           "momentum_kept",
                                           "contact_count",
                                           "event_count",
                                           "event",
                                           "refused",
                                           "same_hash_as",
                                           "hash"};
constexpr std::string_view kNumbers[] = {"position",       "rotation", "linear_velocity", "angular_velocity",
                                         "kinetic_energy", "event",    "momentum_kept"};
constexpr std::string_view kOfBody[] = {"position",       "rotation", "linear_velocity", "angular_velocity",
                                        "kinetic_energy", "axis",     "quantity",        "never_below"};

struct CheckDraft : SceneCheck {
  SceneBound range;
};

template <auto... Path>
constexpr auto kInto = read<CheckDraft, Path...>;

const Table<SceneHalfSpace>& half_space_table() {
  static const Table<SceneHalfSpace> kTable{
      "half_space",
      "The side of a plane that its normal points to.",
      {
          {{.name = "point", .type = KeyType::vector3, .doc = "A point of the plane.", .unit = "m", .required = true},
           read<SceneHalfSpace, &SceneHalfSpace::point>},
          {{.name = "normal", .type = KeyType::vector3, .doc = "Need not be a unit vector, but not zero.", .required = true},
           [](Reader& r, const Node& n, const Key& k, SceneHalfSpace& h) {
             h.normal = r.vector3(n, k);
             if (h.normal == Vector3d{}) r.fail_value(n, k.name, "a vector that is not zero");
           }},
      }};
  return kTable;
}

const Table<SceneEventCheck>& event_table() {
  static const Table<SceneEventCheck> kTable{
      "event",
      "An event of the step: `other` gave `body` this impulse along the normals.",
      {
          {{.name = "body", .type = KeyType::text, .doc = "Name of a body.", .required = true},
           [](Reader& r, const Node& n, const Key& k, SceneEventCheck& e) { e.body = r.body_name(n, k); }},
          {{.name = "other", .type = KeyType::text, .doc = "Name of a body.", .required = true},
           [](Reader& r, const Node& n, const Key& k, SceneEventCheck& e) { e.other = r.body_name(n, k); }},
          {{.name = "normal_impulse", .type = KeyType::vector3, .doc = "Sum over the points of the pair.", .unit = "N s", .required = true},
           read<SceneEventCheck, &SceneEventCheck::normal_impulse>},
      }};
  return kTable;
}

std::vector<BoundKey<CheckDraft>> body_keys() {
  return {
      {{.name = "at_step",
        .type = KeyType::integer,
        .doc = "After which step; 0 is the start; default: the last.",
        .range = {0, kMaxSceneSteps, false}},
       kInto<&CheckDraft::at_step>},
      {{.name = "tolerance", .doc = "Absolute, for each component; 0 is exact.", .range = kNotNegative},
       kInto<&CheckDraft::tolerance, &Tolerance::absolute>},
      {{.name = "relative_tolerance", .doc = "Of the expected number; adds to `tolerance`.", .range = kNotNegative},
       kInto<&CheckDraft::tolerance, &Tolerance::relative>},
      {{.name = "body", .type = KeyType::text, .doc = "Name of a body."},
       [](Reader& r, const Node& n, const Key& k, CheckDraft& c) { c.body = r.body_name(n, k); }},
      {{.name = "position", .type = KeyType::vector3, .doc = "Of the body's origin.", .unit = "m"}, kInto<&CheckDraft::position>},
      {{.name = "rotation", .type = KeyType::quaternion, .doc = "x, y, z, w; q and -q are equal."}, kInto<&CheckDraft::rotation>},
      {{.name = "linear_velocity", .type = KeyType::vector3, .doc = "Of the center of mass.", .unit = "m/s"},
       kInto<&CheckDraft::linear_velocity>},
      {{.name = "angular_velocity", .type = KeyType::vector3, .doc = "World axes.", .unit = "rad/s"}, kInto<&CheckDraft::angular_velocity>},
      {{.name = "kinetic_energy", .doc = "Of the body.", .unit = "J"}, kInto<&CheckDraft::kinetic_energy>},
      {{.name = "axis", .type = KeyType::word, .doc = "A component of the position, between min and max.", .words = kAxes},
       [](Reader& r, const Node& n, const Key& k, CheckDraft& c) { c.range.quantity = static_cast<BodyQuantity>(r.word(n, k)); }},
      {{.name = "quantity", .type = KeyType::word, .doc = "A number of the body, between min and max.", .words = kQuantities},
       [](Reader& r, const Node& n, const Key& k, CheckDraft& c) { c.range.quantity = static_cast<BodyQuantity>(r.word(n, k)); }},
      {{.name = "min", .doc = "Lower bound."}, kInto<&CheckDraft::range, &SceneBound::low>},
      {{.name = "max", .doc = "Upper bound."}, kInto<&CheckDraft::range, &SceneBound::high>},
      {{.name = "never_below",
        .type = KeyType::object,
        .doc = "The body's origin stays on this side, at the start and after every step.",
        .table = "half_space"},
       [](Reader& r, const Node& n, const Key&, CheckDraft& c) { r.object(n, half_space_table(), c.never_below.emplace()); }},
  };
}

std::vector<BoundKey<CheckDraft>> scene_keys() {
  return {
      {{.name = "energy_never_rises",
        .type = KeyType::boolean,
        .doc = "The kinetic energy of all dynamic bodies, from each step to the next, up to at_step."},
       kInto<&CheckDraft::energy_never_rises>},
      {{.name = "momentum_kept",
        .type = KeyType::boolean,
        .doc = "The linear momentum of all dynamic bodies, after every step up to at_step.",
        .unit = "N s"},
       kInto<&CheckDraft::momentum_kept>},
      {{.name = "contact_count", .type = KeyType::count, .doc = "Contact points of the step, speculative and resting ones too."},
       kInto<&CheckDraft::contact_count>},
      {{.name = "event_count", .type = KeyType::count, .doc = "Events of the step; an impact gives two."}, kInto<&CheckDraft::event_count>},
      {{.name = "event", .type = KeyType::object, .doc = "One of the step's events.", .table = "event"},
       [](Reader& r, const Node& n, const Key&, CheckDraft& c) { r.object(n, event_table(), c.event.emplace()); }},
      {{.name = "refused",
        .type = KeyType::word,
        .doc = "The step is refused with this kind of error; any takes every kind.",
        .words = kRefusals},
       [](Reader& r, const Node& n, const Key& k, CheckDraft& c) { c.refused = std::string(kRefusals[r.word(n, k)]); }},
      {{.name = "message", .type = KeyType::text, .doc = "A part of the refusal's message."}, kInto<&CheckDraft::message>},
      {{.name = "unchanged", .type = KeyType::boolean, .doc = "The refusal left the state hash as it was."}, kInto<&CheckDraft::unchanged>},
      {{.name = "same_hash_as", .type = KeyType::text, .doc = "A scene file; the body hashes at the ends of both runs are equal."},
       kInto<&CheckDraft::same_hash_as>},
      {{.name = "hash", .type = KeyType::hash, .doc = "The body hash after at_step."}, kInto<&CheckDraft::hash>},
  };
}

const Table<CheckDraft>& check_table() {
  static const Table<CheckDraft> kTable{"check", "What must hold after a step.", [] {
                                          auto keys = body_keys();
                                          for (auto& k : scene_keys()) keys.push_back(k);
                                          return keys;
                                        }()};
  return kTable;
}

template <std::size_t N>
std::string_view first_of(const Given& given, const std::string_view (&keys)[N]) {
  for (const std::string_view key : keys)
    if (given.has(key)) return key;
  return {};
}

std::string quoted(std::string_view key) { return "key '" + std::string(key) + "'"; }

void check_bound(const Reader& reader, const Node& node, const CheckDraft& c, const Given& given) {
  const bool named = given.has("axis") || given.has("quantity"), bounded = given.has("min") || given.has("max");
  if (given.has("axis") && given.has("quantity")) reader.fail(node, "keys 'axis' and 'quantity' exclude each other");
  if (named && !bounded) reader.fail(node, "a bound needs one of the keys 'min', 'max'");
  if (bounded && !named) reader.fail(node, "a bound needs one of the keys 'axis', 'quantity'");
  if (c.range.low > c.range.high) reader.fail_value(*node.find("max"), "max", "a number not below min");
}

void check_rules(const Reader& reader, const Node& node, const CheckDraft& c, const Given& given) {
  check_bound(reader, node, c, given);
  if (first_of(given, kQuestions).empty()) reader.fail(node, "this check asks nothing, allowed: " + joined(kQuestions));
  if (const auto key = first_of(given, kOfBody); !key.empty() && !given.has("body"))
    reader.fail(node, quoted(key) + " needs the key 'body'");
  if (given.has("body") && first_of(given, kOfBody).empty())
    reader.fail(*node.find("body"), "key 'body' stands without a question about it, allowed with: " + joined(kOfBody));
  if (const auto key = first_of(given, kNumbers); !key.empty() && !given.has("tolerance"))
    reader.fail(node, "key 'tolerance' is missing: " + quoted(key) + " compares numbers; 0 is exact");
  if (c.energy_never_rises && !given.has("tolerance") && !given.has("relative_tolerance"))
    reader.fail(node, "key 'energy_never_rises' needs one of the keys 'tolerance', 'relative_tolerance'");
  for (const std::string_view key : {"message", "unchanged"})
    if (given.has(key) && !given.has("refused")) reader.fail(*node.find(key), quoted(key) + " goes with 'refused' only");
  for (const std::string_view key : {"energy_never_rises", "momentum_kept"})
    if (given.has(key) && !(key == "momentum_kept" ? c.momentum_kept : c.energy_never_rises))
      reader.fail_value(*node.find(key), key, "true; leave the key out where it need not hold");
  const int steps = reader.scene().steps;
  if (c.at_step > steps) reader.fail_value(*node.find("at_step"), "at_step", "0 .. " + std::to_string(steps) + ", the steps of this run");
  for (const std::string_view key : {"refused", "event", "event_count", "contact_count"})
    if (given.has(key) && c.at_step == 0) reader.fail(node, quoted(key) + " is about a step, allowed: at_step >= 1");
}

}  // namespace

void read_checks(Reader& reader, const Node& node) {
  for (const Node* item : reader.items(node, Key{.name = "expect", .type = KeyType::list})) {
    const Reader::Scope scope(reader, "check " + std::to_string(reader.scene().checks.size() + 1));
    CheckDraft draft;
    draft.at = item->at;
    draft.at_step = reader.scene().steps;
    const Given given = reader.object(*item, check_table(), draft);
    check_rules(reader, *item, draft, given);
    if (given.has("axis") || given.has("quantity")) draft.bound = draft.range;
    if (given.has("same_hash_as")) draft.same_hash_as = reader.resolve(draft.same_hash_as).string();
    reader.scene().checks.push_back(std::move(draft));
  }
}

std::vector<KeyList> check_tables() { return {check_table().list(), half_space_table().list(), event_table().list()}; }

}  // namespace holdfast::detail

namespace holdfast {
std::string_view body_quantity_name(BodyQuantity quantity) { return detail::kQuantities[static_cast<std::size_t>(quantity)]; }
}  // namespace holdfast
