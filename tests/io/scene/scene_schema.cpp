// The JSON Schema is made from the reader's tables; the copy in docs/ must be the same text.
#include <doctest/doctest.h>
#include <holdfast/world/world.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "io/scene/scene_text.h"
#include "io/scene/tables.h"

using namespace holdfast;

TEST_CASE("docs/scene.schema.json is what the reader's tables say") {
  std::ifstream in(std::filesystem::path(HOLDFAST_SOURCE_DIR) / "docs/scene.schema.json");
  const std::string shipped{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  CHECK_MESSAGE(shipped == scene_json_schema(), "write it anew: holdfast schema > docs/scene.schema.json");
}

TEST_CASE("every table that a key names exists, and every key says what it is for") {
  const auto tables = detail::all_tables();
  std::vector<std::string_view> names{"answer"};
  for (const auto& table : tables) names.push_back(table.name);
  for (const auto& table : tables) {
    CHECK(!table.doc.empty());
    for (const auto& key : table.keys) {
      if (!key.table.empty()) CHECK_MESSAGE(std::find(names.begin(), names.end(), key.table) != names.end(), key.table);
      if (key.support != detail::Support::none) CHECK_MESSAGE(!key.doc.empty(), table.name << "." << key.name);
      if (key.support == detail::Support::default_only) CHECK(!key.fallback.empty());
    }
    for (const std::string_view key : table.one_of)
      CHECK(std::any_of(table.keys.begin(), table.keys.end(), [&](const detail::Key& k) { return k.name == key; }));
  }
}

TEST_CASE("a default that a table states is read as if the key were left out") {
  // Every key of `world` that has a default, at that default, gives the same settings as none.
  std::string keys;
  for (const auto& table : detail::all_tables())
    if (table.name == "world")
      for (const auto& key : table.keys)
        if (!key.fallback.empty()) keys += (keys.empty() ? "" : ", ") + std::string(key.name) + ": " + std::string(key.fallback);
  const Scene a = read_scene_text("holdfast: 1\nname: s\nworld: {" + keys + "}\n"), b = read_scene_text("holdfast: 1\nname: s\n");
  CHECK(keys.find("bounce_threshold") != std::string::npos);
  CHECK(World(a.world.settings).state_hash() == World(b.world.settings).state_hash());
  CHECK(a.world.time_step == b.world.time_step);
}

TEST_CASE("the nearest name is one or two slips away, or none") {
  using detail::edit_distance;
  CHECK(edit_distance("", "abc") == 3);
  CHECK(edit_distance("kitten", "sitting") == 3);
  CHECK(edit_distance("psoition", "position") == 1);  // a swap of neighbours is one slip
  CHECK(edit_distance("mass", "mass") == 0);
  constexpr std::string_view kNames[] = {"position", "rotation", "mass"};
  CHECK(detail::nearest("positoin", kNames) == "position");
  CHECK(detail::nearest("mas", kNames) == "mass");
  CHECK(detail::nearest("velocity", kNames).empty());
}
