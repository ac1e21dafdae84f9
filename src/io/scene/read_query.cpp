// `queries`: questions without a step, each with its answer.

#include "io/scene/tables.h"

namespace holdfast::detail {

namespace {

constexpr std::string_view kKinds[] = {"contact", "ray", "distance", "overlap", "mass_properties"};
constexpr std::string_view kErrors[] = {"InvalidArgument", "UnsupportedShape", "OutOfDomain"};
constexpr std::string_view kInside[] = {"exit", "miss"};

template <auto... Path>
constexpr auto kInto = read<SceneQuery, Path...>;

void read_a(Reader& r, const Node& n, const Key&, SceneQuery& q) { q.a = read_posed_shape(r, n); }
void read_b(Reader& r, const Node& n, const Key&, SceneQuery& q) { q.b = read_posed_shape(r, n); }

std::vector<BoundKey<SceneQuery>> pair_keys() {
  return {
      {{.name = "a", .type = KeyType::object, .doc = "The first shape.", .table = "posed_shape", .required = true}, read_a},
      {{.name = "b", .type = KeyType::object, .doc = "The second shape.", .table = "posed_shape", .required = true}, read_b},
  };
}

const Table<SceneQuery>& contact_table() {
  static const Table<SceneQuery> kTable{
      "contact_question", "Where two shapes overlap, or come within a margin.", [] {
        auto keys = pair_keys();
        keys.push_back(
            {{.name = "margin", .doc = "The widest gap that still makes a point.", .unit = "m", .fallback = "0", .range = kNotNegative},
             kInto<&SceneQuery::margin>});
        return keys;
      }()};
  return kTable;
}

const Table<SceneQuery>& pair_table() {
  static const Table<SceneQuery> kTable{"pair_question", "Two shapes.", pair_keys()};
  return kTable;
}

const Table<SceneQuery>& ray_table() {
  static const Table<SceneQuery> kTable{
      "ray_question",
      "A ray against the scene's bodies at the start, or with `shape` against one shape.",
      {
          {{.name = "origin", .type = KeyType::vector3, .doc = "Where it starts.", .unit = "m", .required = true},
           kInto<&SceneQuery::origin>},
          {{.name = "direction", .type = KeyType::vector3, .doc = "Need not be a unit vector.", .required = true},
           kInto<&SceneQuery::direction>},
          {{.name = "max_distance", .doc = "A hit at exactly this distance counts; default: no limit.", .unit = "m", .range = kNotNegative},
           kInto<&SceneQuery::max_distance>},
          {{.name = "ignore", .type = KeyType::text, .doc = "A body that is not seen."},
           [](Reader& r, const Node& n, const Key& k, SceneQuery& q) { q.ignore = r.body_name(n, k); }},
          {{.name = "group", .type = KeyType::bits, .doc = "Only bodies with one of these group bits are seen."},
           kInto<&SceneQuery::group>},
          {{.name = "inside",
            .type = KeyType::word,
            .doc = "What a ray that starts inside a solid meets: the place where it leaves, or nothing.",
            .fallback = "exit",
            .words = kInside},
           [](Reader& r, const Node& n, const Key& k, SceneQuery& q) { q.miss_inside = r.word(n, k) == 1; }},
          {{.name = "shape", .type = KeyType::object, .doc = "One shape instead of the scene's bodies.", .table = "shape"},
           [](Reader& r, const Node& n, const Key&, SceneQuery& q) { q.a.shape = read_shape(r, n); }},
          {{.name = "position", .type = KeyType::vector3, .doc = "Of the shape.", .unit = "m", .fallback = "[0, 0, 0]"},
           kInto<&SceneQuery::a, &PosedShape::pose, &Posed::position>},
          {{.name = "rotation", .type = KeyType::quaternion, .doc = "Of the shape.", .fallback = "[0, 0, 0, 1]"},
           kInto<&SceneQuery::a, &PosedShape::pose, &Posed::rotation>},
          {{.name = "euler_degrees", .type = KeyType::vector3, .doc = "Instead of rotation: [roll, pitch, yaw].", .unit = "degrees"},
           [](Reader& r, const Node& n, const Key& k, SceneQuery& q) { q.a.pose.rotation = r.euler_degrees(n, k); }},
      }};
  return kTable;
}

const Table<SceneQuery>& mass_table() {
  static const Table<SceneQuery> kTable{
      "mass_question",
      "The mass properties of a uniform solid.",
      {
          {{.name = "shape", .type = KeyType::object, .doc = "The solid.", .table = "shape", .required = true},
           [](Reader& r, const Node& n, const Key&, SceneQuery& q) { q.a.shape = read_shape(r, n); }},
          {{.name = "density", .doc = "Its density.", .unit = "kg/m³", .range = kPositive, .required = true}, kInto<&SceneQuery::density>},
      }};
  return kTable;
}

// Answers ------------------------------------------------------------------------------------------------------------

Table<SceneQuery> answer_table(std::string_view name, std::string_view doc, std::vector<BoundKey<SceneQuery>> keys) {
  keys.push_back({{.name = "error", .type = KeyType::word, .doc = "The question raises this kind of error.", .words = kErrors},
                  [](Reader& r, const Node& n, const Key& k, SceneQuery& q) { q.error = std::string(kErrors[r.word(n, k)]); }});
  keys.push_back({{.name = "tolerance", .doc = "Absolute, for each component; 0 is exact.", .range = kNotNegative},
                  kInto<&SceneQuery::tolerance, &Tolerance::absolute>});
  keys.push_back({{.name = "relative_tolerance", .doc = "Of the expected number; adds to `tolerance`.", .range = kNotNegative},
                  kInto<&SceneQuery::tolerance, &Tolerance::relative>});
  return {name, doc, keys};
}

const Table<SceneQuery>& contact_answer() {
  static const Table<SceneQuery> kTable = answer_table(
      "contact_answer", "What a contact question finds.",
      {
          {{.name = "count", .type = KeyType::count, .doc = "Contact points."}, kInto<&SceneQuery::count>},
          {{.name = "normal", .type = KeyType::unit, .doc = "From b to a, at the deepest point."}, kInto<&SceneQuery::normal>},
          {{.name = "depth", .doc = "The deepest; < 0 is a gap.", .unit = "m"}, kInto<&SceneQuery::depth>},
          {{.name = "points", .type = KeyType::points, .doc = "All points in any order, midway between the surfaces.", .unit = "m"},
           kInto<&SceneQuery::points>},
          {{.name = "separated", .type = KeyType::boolean, .doc = "There is no point."}, kInto<&SceneQuery::separated>},
      });
  return kTable;
}

const Table<SceneQuery>& ray_answer() {
  static const Table<SceneQuery> kTable =
      answer_table("ray_answer", "What a ray meets.",
                   {
                       {{.name = "body", .type = KeyType::text, .doc = "Whose surface it meets."},
                        [](Reader& r, const Node& n, const Key& k, SceneQuery& q) { q.body = r.body_name(n, k); }},
                       {{.name = "point", .type = KeyType::vector3, .doc = "Where.", .unit = "m"}, kInto<&SceneQuery::point>},
                       {{.name = "normal", .type = KeyType::unit, .doc = "Outward."}, kInto<&SceneQuery::normal>},
                       {{.name = "distance", .doc = "From the origin.", .unit = "m"}, kInto<&SceneQuery::distance>},
                       {{.name = "miss", .type = KeyType::boolean, .doc = "It meets nothing."}, kInto<&SceneQuery::miss>},
                   });
  return kTable;
}

const Table<SceneQuery>& distance_answer() {
  static const Table<SceneQuery> kTable = answer_table(
      "distance_answer", "The signed distance of two shapes.",
      {
          {{.name = "distance", .doc = "Negative: overlap by that depth.", .unit = "m"}, kInto<&SceneQuery::distance>},
          {{.name = "point_a", .type = KeyType::vector3, .doc = "On the surface of a.", .unit = "m"}, kInto<&SceneQuery::point_a>},
          {{.name = "point_b", .type = KeyType::vector3, .doc = "On the surface of b.", .unit = "m"}, kInto<&SceneQuery::point_b>},
      });
  return kTable;
}

const Table<SceneQuery>& overlap_answer() {
  static const Table<SceneQuery> kTable =
      answer_table("overlap_answer", "Whether two shapes share a point.",
                   {{{.name = "overlap", .type = KeyType::boolean, .doc = "Shapes that only touch do."}, kInto<&SceneQuery::overlap>}});
  return kTable;
}

const Table<SceneQuery>& mass_answer() {
  static const Table<SceneQuery> kTable = answer_table(
      "mass_answer", "Mass, center and inertia.",
      {
          {{.name = "mass", .doc = "Mass.", .unit = "kg"}, kInto<&SceneQuery::mass>},
          {{.name = "center_of_mass", .type = KeyType::vector3, .doc = "In the shape's frame.", .unit = "m"},
           kInto<&SceneQuery::center_of_mass>},
          {{.name = "inertia", .type = KeyType::matrix3, .doc = "About the center of mass.", .unit = "kg m²"}, kInto<&SceneQuery::inertia>},
      });
  return kTable;
}

const Table<SceneQuery>& question_table(SceneQueryKind kind) {
  switch (kind) {
    case SceneQueryKind::contact: return contact_table();
    case SceneQueryKind::ray: return ray_table();
    case SceneQueryKind::distance:
    case SceneQueryKind::overlap: return pair_table();
    case SceneQueryKind::mass_properties: break;
  }
  return mass_table();
}

const Table<SceneQuery>& answer_of(SceneQueryKind kind) {
  switch (kind) {
    case SceneQueryKind::contact: return contact_answer();
    case SceneQueryKind::ray: return ray_answer();
    case SceneQueryKind::distance: return distance_answer();
    case SceneQueryKind::overlap: return overlap_answer();
    case SceneQueryKind::mass_properties: break;
  }
  return mass_answer();
}

struct QueryDraft {
  SceneQueryKind kind = SceneQueryKind::contact;
  const Node* question = nullptr;
  const Node* answer = nullptr;
};

template <SceneQueryKind Kind>
void take_question(Reader&, const Node& n, const Key&, QueryDraft& q) {
  q.kind = Kind;
  q.question = &n;
}

const Table<QueryDraft>& query_table() {
  static const Table<QueryDraft> kTable{
      "query",
      "A question without a step, and its answer.",
      {
          {{.name = "contact", .type = KeyType::object, .doc = "Contacts of two shapes.", .table = "contact_question"},
           take_question<SceneQueryKind::contact>},
          {{.name = "ray", .type = KeyType::object, .doc = "A ray.", .table = "ray_question"}, take_question<SceneQueryKind::ray>},
          {{.name = "distance", .type = KeyType::object, .doc = "Distance of two shapes.", .table = "pair_question"},
           take_question<SceneQueryKind::distance>},
          {{.name = "overlap", .type = KeyType::object, .doc = "Overlap of two shapes.", .table = "pair_question"},
           take_question<SceneQueryKind::overlap>},
          {{.name = "mass_properties", .type = KeyType::object, .doc = "Mass properties of a shape.", .table = "mass_question"},
           take_question<SceneQueryKind::mass_properties>},
          {{.name = "sweep", .support = Support::none}},
          {{.name = "expect",
            .type = KeyType::object,
            .doc = "The answer, with the keys of its kind.",
            .table = "answer",
            .required = true},
           [](Reader&, const Node& n, const Key&, QueryDraft& q) { q.answer = &n; }},
      },
      kKinds};
  return kTable;
}

void check_question(const Reader& reader, const Node& node, SceneQuery& query, const Given& given) {
  if (given.has("rotation") && given.has("euler_degrees")) reader.fail(node, "keys 'rotation' and 'euler_degrees' exclude each other");
  query.a.pose.rotation = normalized(query.a.pose.rotation);
  if (query.kind != SceneQueryKind::ray) return;
  query.against_bodies = !given.has("shape");
  if (query.direction == Vector3d{}) reader.fail_value(*node.find("direction"), "direction", "a vector that is not zero");
  for (const std::string_view key : {"position", "rotation", "euler_degrees"})
    if (query.against_bodies && given.has(key)) reader.fail(*node.find(key), "key '" + std::string(key) + "' goes with 'shape' only");
  for (const std::string_view key : {"ignore", "group"})
    if (!query.against_bodies && given.has(key)) reader.fail(*node.find(key), "key '" + std::string(key) + "' does not go with 'shape'");
}

void check_answer(const Reader& reader, const Node& node, const SceneQuery& query, const Given& given) {
  static constexpr std::string_view kNumbers[] = {"normal",  "depth",   "points", "point",          "distance",
                                                  "point_a", "point_b", "mass",   "center_of_mass", "inertia"};
  const auto tolerances = static_cast<std::size_t>(given.has("tolerance")) + static_cast<std::size_t>(given.has("relative_tolerance"));
  if (given.keys.size() == tolerances) reader.fail(node, "this query expects nothing");
  for (const std::string_view key : kNumbers)
    if (given.has(key) && !given.has("tolerance"))
      reader.fail(node, "key 'tolerance' is missing: key '" + std::string(key) + "' compares numbers; 0 is exact");
  if (given.has("body") && !query.against_bodies) reader.fail(*node.find("body"), "key 'body' does not go with 'shape'");
}

}  // namespace

void read_queries(Reader& reader, const Node& node) {
  for (const Node* item : reader.items(node, Key{.name = "queries", .type = KeyType::list})) {
    const Reader::Scope scope(reader, "query " + std::to_string(reader.scene().queries.size() + 1));
    QueryDraft draft;
    reader.object(*item, query_table(), draft);
    SceneQuery query;
    query.kind = draft.kind;
    query.at = item->at;
    const Given asked = reader.object(*draft.question, question_table(query.kind), query);
    check_question(reader, *draft.question, query, asked);
    const Given given = reader.object(*draft.answer, answer_of(query.kind), query);
    check_answer(reader, *draft.answer, query, given);
    reader.scene().queries.push_back(std::move(query));
  }
}

std::vector<KeyList> query_tables() {
  return {query_table().list(),    contact_table().list(), ray_table().list(),       pair_table().list(),     mass_table().list(),
          contact_answer().list(), ray_answer().list(),    distance_answer().list(), overlap_answer().list(), mass_answer().list()};
}

}  // namespace holdfast::detail

namespace holdfast {
std::string_view scene_query_kind_name(SceneQueryKind kind) { return detail::kKinds[static_cast<std::size_t>(kind)]; }
}  // namespace holdfast
