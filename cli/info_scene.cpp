// `holdfast info` of a scene file: the bodies and shapes of each of its scenes, and how long they run.

#include <fmt/format.h>
#include <holdfast/io/scene.h>

#include <map>

#include "cli/info.h"
#include "cli/output.h"

namespace holdfast::cli {
namespace {

using Counts = std::map<std::string, std::size_t>;

std::string list(const Counts& counts) {
  std::string text;
  for (const auto& [word, count] : counts) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, word);
  return text.empty() ? "none" : text;
}

struct SceneCounts {
  Counts kinds, shapes;
};

SceneCounts count(const Scene& scene) {
  SceneCounts counts;
  for (const SceneBody& body : scene.bodies) {
    ++counts.kinds[std::string(body_kind_name(body.description.kind))];
    ++counts.shapes[std::string(shape_type_name(body.description.shape.type()))];
  }
  return counts;
}

void add_scene(FileFacts& facts, const Scene& scene) {
  const SceneCounts counts = count(scene);
  const double time = scene.steps * scene.world.time_step;
  facts.rows.emplace_back("scene", scene.name);
  facts.rows.emplace_back("bodies", fmt::format("{} ({})", scene.bodies.size(), list(counts.kinds)));
  facts.rows.emplace_back("shapes", list(counts.shapes));
  facts.rows.emplace_back("run", fmt::format("{} steps of {:.6g} s: {:.6g} s", scene.steps, scene.world.time_step, time));
  facts.rows.emplace_back(
      "checks", fmt::format("{} checks, {} queries, {} actions", scene.checks.size(), scene.queries.size(), scene.actions.size()));
  facts.json["scenes"].push_back({{"name", scene.name},
                                  {"bodies", scene.bodies.size()},
                                  {"kinds", counts.kinds},
                                  {"shapes", counts.shapes},
                                  {"steps", scene.steps},
                                  {"time_step", scene.world.time_step},
                                  {"duration", time},
                                  {"record_every", scene.record_every},
                                  {"checks", scene.checks.size()},
                                  {"queries", scene.queries.size()},
                                  {"actions", scene.actions.size()}});
}

}  // namespace

FileFacts scene_facts(const std::string& path) {
  constexpr std::size_t kShown = 10;  // a file of hundreds of cases is summed up; --json holds them all
  const std::vector<Scene> scenes = read_scene_file(path);
  FileFacts facts;
  facts.rows = {{"kind", fmt::format("scene file, {} {}", scenes.size(), scenes.size() == 1 ? "scene" : "scenes")}};
  facts.json = {{"file", path}, {"kind", "scene"}, {"scenes", nlohmann::ordered_json::array()}};
  std::size_t rows = facts.rows.size();
  for (std::size_t i = 0; i < scenes.size(); ++i) {
    add_scene(facts, scenes[i]);
    if (i < kShown) rows = facts.rows.size();
  }
  facts.rows.resize(rows);
  if (scenes.size() > kShown) facts.rows.emplace_back("", fmt::format("and {} more scenes", scenes.size() - kShown));
  return facts;
}

}  // namespace holdfast::cli
