// `holdfast info`: what a file holds, told by its content.

#include "cli/info.h"

#include <fmt/format.h>
#include <holdfast/base/error.h>

#include "cli/commands.h"
#include "cli/output.h"
#include "cli/scene_input.h"

namespace holdfast::cli {
namespace {

FileFacts facts_of(const std::string& path) {
  const InputKind kind = input_kind(path);
  refuse_unsupported(path, kind);
  switch (kind) {
    case InputKind::mesh: return mesh_facts(path);
    case InputKind::recording: return recording_facts(path);
    case InputKind::scene:
    case InputKind::irsim_world:
    case InputKind::opendrive:
    case InputKind::empty: break;
  }
  return scene_facts(path);
}

std::string table(const std::string& path, const FileFacts& facts) {
  std::string text = path + "\n";
  for (const auto& [label, value] : facts.rows) text += fmt::format("  {:<16}{}\n", label, value);
  return text;
}

}  // namespace

int show_info(const InfoOptions& options) {
  int code = kExitDone;
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const std::string& path : options.files) {
    try {
      const FileFacts facts = facts_of(path);
      options.json ? list.push_back(facts.json) : print(table(path, facts));
    } catch (const Error& error) {  // one bad file does not hide the others
      print_error(error.what());
      code = kExitBadInput;
    } catch (const UsageError& error) {
      print_error(error.what());
      code = kExitBadInput;
    }
  }
  if (options.json) {
    const nlohmann::ordered_json& shown = options.files.size() == 1 && list.size() == 1 ? list.front() : list;
    print(shown.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
  }
  return code;
}

}  // namespace holdfast::cli
