#include "cli/arguments.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/output.h"
#include "cli/suggestion.h"

namespace holdfast::cli {
namespace {

constexpr const char* kAbout =
    "Holdfast simulates rigid bodies in contact. A step succeeds, or is refused and changes nothing.\n"
    "Exit codes: 0 done, 1 bad input or a check that did not hold, 2 a step was refused, 130 interrupted.";

struct AllOptions {
  RunOptions run;
  InfoOptions info;
  VerifyOptions verify;
  ValidateOptions validate;
};

void add_run(CLI::App& app, RunOptions& o) {
  app.add_option("scene", o.scene, "Scene file (YAML or JSON)")->required();
  app.add_option("--case", o.case_name, "Which scene of a file with several: its name, or its number from 1");
  app.add_option("--steps", o.steps, "How many steps, instead of what the scene says");
  app.add_option("--duration", o.duration, "How many seconds to simulate, instead of what the scene says [s]");
  app.add_option("--time-step", o.time_step, "Length of a step [s]; the simulated time stays that of the scene");
  app.add_option("--out", o.out, "Write a recording (HDF5)");
  app.add_option("--csv", o.csv, "Write trajectories, a row for each body and frame");
  app.add_option("--plot", o.plot, "Draw quantities against time (.svg or .png)");
  app.add_option("--quantity", o.quantities, "What --plot draws: kinetic_energy, contact_count, BODY.position.z, BODY.speed, ...");
  app.add_option("--every", o.every, "Steps between two recorded frames; the first and the last state are always recorded");
  static const std::map<std::string, EventChoice> kEvents{
      {"none", EventChoice::none}, {"recorded", EventChoice::recorded}, {"all", EventChoice::all}};
  app.add_option("--events", o.events, "Collision events in the recording: none, those of recorded frames (default), or all")
      ->transform(CLI::Transformer(kEvents).description("none|recorded|all"));
  app.add_flag("--json", o.json, "Print the summary as JSON");
  app.add_flag("--states", o.states, "With --json: the final state of each body too");
  app.add_flag("--quiet", o.quiet, "No progress bar and no summary table");
}

/// A word that names no subcommand, before CLI11 says so in its own way.
void require_known_subcommand(const CLI::App& app, int count, const char* const* arguments) {
  std::vector<std::string> names;
  for (const CLI::App* sub : app.get_subcommands({})) names.push_back(sub->get_name());
  std::string known;
  for (const std::string& name : names) known += (known.empty() ? "" : ", ") + name;
  if (count < 2) throw UsageError("a subcommand is needed: " + known + "; 'holdfast --help' tells more");
  const std::string word = arguments[1];
  if (word.starts_with("-") || std::find(names.begin(), names.end(), word) != names.end()) return;
  throw UsageError("no subcommand '" + word + "'" + suggestion(word, names) + "; known are " + known);
}

CLI::App* find_subcommand(CLI::App& app, const std::string& name) {
  for (CLI::App* sub : app.get_subcommands({})) {
    if (sub->get_name() == name) return sub;
  }
  return nullptr;
}

/// The same for the options of the chosen subcommand.
void require_known_options(CLI::App& app, int count, const char* const* arguments) {
  if (count < 2) return;
  CLI::App* sub = find_subcommand(app, arguments[1]);
  const CLI::App& owner = sub != nullptr ? *sub : app;
  std::vector<std::string> names;
  for (const CLI::Option* option : owner.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  for (int i = sub != nullptr ? 2 : 1; i < count; ++i) {
    const std::string argument = arguments[i];
    if (argument == "--") return;
    if (!argument.starts_with("--")) continue;
    const std::string name = argument.substr(0, argument.find('='));
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    throw UsageError("no option '" + name + "'" + (sub != nullptr ? " of " + sub->get_name() : "") + suggestion(name, names) + "; '" +
                     (sub != nullptr ? "holdfast " + sub->get_name() : std::string("holdfast")) + " --help' lists them");
  }
}

}  // namespace

ParsedCommand parse_arguments(int count, const char* const* arguments) {
  CLI::App app{kAbout, "holdfast"};
  const auto options = std::make_shared<AllOptions>();
  ParsedCommand command;
  app.set_version_flag("--version", "holdfast " HOLDFAST_VERSION);
  app.require_subcommand(1);

  CLI::App* run = app.add_subcommand("run", "Simulate a scene");
  add_run(*run, options->run);
  run->callback([&command, options] { command.run = [options] { return run_scene(options->run); }; });

  CLI::App* info = app.add_subcommand("info", "Tell what a mesh, scene or recording holds");
  info->add_option("files", options->info.files, "Files")->required();
  info->add_flag("--json", options->info.json, "Print JSON: one object, or a list of them for several files");
  info->callback([&command, options] { command.run = [options] { return show_info(options->info); }; });

  CLI::App* validate = app.add_subcommand("validate", "Read scene files and report every error, without running them");
  validate->add_option("files", options->validate.files, "Scene files, or folders of them")->required();
  validate->add_flag("--json", options->validate.json, "Print JSON");
  validate->callback([&command, options] { command.run = [options] { return validate_scenes(options->validate); }; });

  CLI::App* verify = app.add_subcommand("verify", "Run scenes and check what they expect");
  verify->add_option("paths", options->verify.paths, "Scene files, or folders of them")->required();
  verify->add_flag("--json", options->verify.json, "Print JSON");
  verify->callback([&command, options] { command.run = [options] { return verify_scenes(options->verify); }; });

  CLI::App* schema = app.add_subcommand("schema", "Print the JSON Schema of scene files");
  schema->callback([&command] { command.run = [] { return print_schema(); }; });

  require_known_subcommand(app, count, arguments);
  require_known_options(app, count, arguments);
  try {
    app.parse(count, arguments);
  } catch (const CLI::CallForHelp&) { print(app.help()); } catch (const CLI::CallForAllHelp&) {
    print(app.help("", CLI::AppFormatMode::All));
  } catch (const CLI::CallForVersion& version) { print(std::string(version.what()) + "\n"); } catch (const CLI::ParseError& error) {
    throw UsageError(error.what());
  }
  return command;
}

}  // namespace holdfast::cli
