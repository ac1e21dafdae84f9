// The JSON Schema of scene files, from the reader's tables.

#include <cmath>
#include <nlohmann/json.hpp>

#include "io/scene/tables.h"

namespace holdfast::detail {

namespace {

using Json = nlohmann::ordered_json;

Json reference(std::string_view table) { return {{"$ref", "#/$defs/" + std::string(table)}}; }

void add_range(Json& schema, const Range& range) {
  if (range.low > -FLT_MAX) schema[range.low_open ? "exclusiveMinimum" : "minimum"] = range.low;
  if (range.high < FLT_MAX) schema["maximum"] = range.high;
}

Json number_schema(const Range& range, const char* type = "number") {
  Json out{{"type", type}};
  add_range(out, range);
  return out;
}

Json list_schema(Json item, std::size_t count) {
  return {{"type", "array"}, {"items", std::move(item)}, {"minItems", count}, {"maxItems", count}};
}

Json words_schema(const Key& key) {
  Json words = Json::array();
  for (const std::string_view w : key.words) words.push_back(w);
  return {{"enum", words}};
}

Json count_schema() {
  const Json whole = number_schema(kNotNegative, "integer");
  const Json range{
      {"type", "object"}, {"properties", {{"min", whole}, {"max", whole}}}, {"additionalProperties", false}, {"minProperties", 1}};
  return {{"oneOf", Json::array({whole, range})}};
}

Json type_schema(const Key& key) {
  Json number = number_schema(key.range), vector = list_schema(number, 3);
  switch (key.type) {
    case KeyType::boolean: return {{"type", "boolean"}};
    case KeyType::integer: return number_schema(key.range, "integer");
    case KeyType::number: return number;
    case KeyType::text: return {{"type", "string"}, {"minLength", 1}};
    case KeyType::word: return words_schema(key);
    case KeyType::vector3:
    case KeyType::unit: return vector;
    case KeyType::quaternion: return list_schema(number, 4);
    case KeyType::matrix3: return list_schema(vector, 3);
    case KeyType::bits:
      return {{"oneOf", Json::array({Json{{"type", "integer"}, {"minimum", 0}},
                                     Json{{"type", "array"}, {"items", number_schema({0, 63, false}, "integer")}}})}};
    case KeyType::count: return count_schema();
    // YAML readers take 0x... for an integer.
    case KeyType::hash: return {{"type", Json::array({"integer", "string"})}, {"pattern", "^0[xX][0-9a-fA-F]{1,16}$"}};
    case KeyType::scale: return {{"oneOf", Json::array({number, vector})}};
    case KeyType::points: return {{"type", "array"}, {"items", vector}};
    case KeyType::triangles: return {{"type", "array"}, {"items", list_schema(number_schema(key.range, "integer"), 3)}};
    case KeyType::counts3: return list_schema(number_schema(key.range, "integer"), 3);
    case KeyType::object: return reference(key.table);
    case KeyType::list: return {{"type", "array"}, {"items", reference(key.table)}};
    case KeyType::named: return {{"type", "object"}, {"additionalProperties", reference(key.table)}};
    case KeyType::material: return {{"oneOf", Json::array({Json{{"type", "string"}}, reference(key.table)})}};
  }
  return {};
}

Json key_schema(const Key& key) {
  Json out = key.support == Support::default_only ? Json{{"const", Json::parse(key.fallback)}} : type_schema(key);
  std::string doc(key.doc);
  if (!key.unit.empty()) doc += " [" + std::string(key.unit) + "]";
  if (!doc.empty()) out["description"] = doc;
  if (!key.fallback.empty()) {
    const Json value = Json::parse(key.fallback, nullptr, false);
    out["default"] = value.is_discarded() ? Json(key.fallback) : value;
  }
  return out;
}

Json table_schema(const KeyList& table) {
  Json properties = Json::object(), required = Json::array(), choice = Json::array();
  for (const Key& key : table.keys) {
    if (key.support == Support::none) continue;
    properties[std::string(key.name)] = key_schema(key);
    if (key.required) required.push_back(key.name);
  }
  for (const std::string_view key : table.one_of) choice.push_back(Json{{"required", Json::array({key})}});
  Json out{{"type", "object"}, {"description", table.doc}, {"properties", properties}, {"additionalProperties", false}};
  if (!required.empty()) out["required"] = required;
  if (!choice.empty()) out["oneOf"] = choice;
  return out;
}

/// The `expect` of a query has the keys of the question's kind.
Json query_schema(const KeyList& table) {
  Json out = table_schema(table), rules = Json::array();
  out["properties"]["expect"] = {{"type", "object"}, {"description", "The answer, with the keys of its kind."}};
  for (const std::string_view kind : table.one_of) {
    const std::string answer = (kind == "mass_properties" ? "mass" : std::string(kind)) + "_answer";
    rules.push_back(Json{{"if", {{"required", Json::array({kind})}}}, {"then", {{"properties", {{"expect", reference(answer)}}}}}});
  }
  out["allOf"] = rules;
  return out;
}

}  // namespace

}  // namespace holdfast::detail

namespace holdfast {

std::string scene_json_schema() {
  using detail::Json;
  Json root{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
            {"title", "Holdfast scene"},
            {"description", "Generated from the tables of the scene reader; do not edit. Numbers are finite. Units are SI."},
            {"$ref", "#/$defs/scene"}};
  Json definitions = Json::object();
  for (const detail::KeyList& table : detail::all_tables())
    definitions[std::string(table.name)] = table.name == "query" ? detail::query_schema(table) : detail::table_schema(table);
  root["$defs"] = definitions;
  return root.dump(2) + "\n";
}

}  // namespace holdfast
