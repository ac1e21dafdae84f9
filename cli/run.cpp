// `holdfast run`: simulate a scene, write what was asked for, tell what happened.

#include <fmt/format.h>
#include <holdfast/io/recording.h>
#include <holdfast/io/scene_run.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <memory>

#include "cli/commands.h"
#include "cli/csv.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/plot_recorder.h"
#include "cli/progress.h"
#include "cli/scene_input.h"
#include "cli/summary.h"

namespace holdfast::cli {
namespace {

/// Steps of a duration: the nearest whole number, at least one.
long long steps_of(double duration, double time_step) {
  const double steps = std::round(duration / time_step);
  if (!(steps <= static_cast<double>(kMaxSceneSteps))) {
    throw UsageError(fmt::format("{} s in steps of {} s are more than {} steps", duration, time_step, kMaxSceneSteps));
  }
  return std::max(1ll, static_cast<long long>(steps));
}

void require_positive(const char* option, double value) {
  if (!std::isfinite(value) || value <= 0) throw UsageError(fmt::format("{} {}: must be finite and greater than 0", option, value));
}

/// The options that change the scene. A new time step keeps the simulated time of the scene, and changes the number of steps.
void apply_options(Scene& scene, const RunOptions& options) {
  if (options.steps && options.duration) throw UsageError("--steps and --duration say the same thing twice; give one of them");
  if (options.every && *options.every < 1) throw UsageError(fmt::format("--every {}: must be at least 1", *options.every));
  const double planned = scene.steps * scene.world.time_step;
  if (options.time_step) {
    require_positive("--time-step", *options.time_step);
    scene.world.time_step = *options.time_step;
    if (!options.steps && !options.duration && scene.steps > 0) scene.steps = static_cast<int>(steps_of(planned, scene.world.time_step));
    if (!scene.actions.empty()) print_warning("--time-step: the actions of the scene name steps, and now happen at other times");
  }
  if (options.duration) {
    require_positive("--duration", *options.duration);
    scene.steps = static_cast<int>(steps_of(*options.duration, scene.world.time_step));
  }
  if (options.steps) {
    if (*options.steps < 0 || *options.steps > kMaxSceneSteps)
      throw UsageError(fmt::format("--steps {}: allowed is 0 to {}", *options.steps, kMaxSceneSteps));
    scene.steps = static_cast<int>(*options.steps);
  }
  if (options.every) scene.record_every = *options.every;
}

/// Output paths must not name the scene or one another.
void require_distinct_paths(const RunOptions& options) {
  std::vector<std::filesystem::path> seen;
  for (const std::string* path : {&options.scene, &options.out, &options.csv, &options.plot}) {
    if (path->empty()) continue;
    std::error_code ignored;
    const std::filesystem::path normal = std::filesystem::weakly_canonical(*path, ignored);
    for (const auto& other : seen) {
      if (other == normal) throw UsageError(*path + ": is named twice; the scene and each output need files of their own");
    }
    seen.push_back(normal);
  }
}

/// Opens the file for writing without changing it, so that a bad path fails before the simulation.
void require_writable(const std::string& path) {
  std::error_code ignored;
  const bool existed = std::filesystem::exists(path, ignored);
  errno = 0;
  if (std::filesystem::is_directory(path, ignored)) throw FileError(path + ": is a folder; the path of a file is needed");
  if (!std::ofstream(path, std::ios::app)) throw FileError(path + ": cannot write: " + std::strerror(errno));
  if (!existed) std::filesystem::remove(path, ignored);
}

/// Everything that a run writes. Frames go to all of them.
class Outputs {
 public:
  Outputs(const RunOptions& options, const Scene& scene, const World& world) : options_(options) {
    require_distinct_paths(options);
    if (!options.plot.empty()) {
      plot_ = std::make_unique<PlotRecorder>(options.plot, options.quantities, world);
      require_writable(options.plot);
    }
    if (!options.csv.empty()) csv_ = std::make_unique<CsvWriter>(options.csv);
    if (options.out.empty()) return;
    const RecordingHeader header{scene.name, options.scene, read_text(options.scene), scene.world.time_step, scene.record_every};
    recording_ = std::make_unique<Recording>(options.out, world.settings(), header);
  }

  void add_frame(const World& world, const StepReport& report) {
    if (recording_) recording_->add_frame(world, report.largest_depth);
    if (csv_) csv_->add_frame(world);
    if (plot_) plot_->add_frame(world, report);
  }

  void add_events(const World& world, bool frame) {
    const bool wanted = options_.events == EventChoice::all || (options_.events == EventChoice::recorded && frame);
    if (recording_ && wanted) recording_->add_events(world);
  }

  void finish(RunSummary& summary) {
    if (recording_) {
      recording_->finish({summary.state_hash, summary.body_hash, summary.wall_time, summary.interrupted, summary.refusal});
      summary.files.push_back(options_.out);
    }
    if (csv_) {
      csv_->finish();
      summary.files.push_back(options_.csv);
    }
    if (!plot_) return;
    plot_->write(summary.scene.empty() ? options_.scene : summary.scene,
                 fmt::format("{:.6g} s in steps of {:.6g} s, {} bodies", summary.simulated_time, summary.time_step,
                             summary.static_bodies + summary.dynamic_bodies + summary.kinematic_bodies));
    summary.files.push_back(options_.plot);
  }

 private:
  const RunOptions& options_;
  std::unique_ptr<PlotRecorder> plot_;
  std::unique_ptr<CsvWriter> csv_;
  std::unique_ptr<Recording> recording_;
};

/// Steps until the end, a refusal that nothing helps, or a signal.
void simulate(SceneRun& run, Outputs& outputs, RunSummary& summary, Progress& progress) {
  const int every = run.scene().record_every;
  StepReport report;
  outputs.add_frame(run.world(), report);
  bool last_is_recorded = true;
  while (!run.finished() && !interrupted()) {
    const StepOutcome outcome = run.step();
    if (!outcome.advanced) {
      const Refusal& refusal = outcome.refusals.back();
      summary.refusal_kind = std::string(error_kind_name(refusal.kind));
      summary.refusal = refusal.message;
      break;
    }
    report = outcome.report;
    add_step(summary, run.world(), report, run.time_step());
    last_is_recorded = run.steps_done() % every == 0;
    if (last_is_recorded) outputs.add_frame(run.world(), report);
    outputs.add_events(run.world(), last_is_recorded);
    progress.update(summary.steps, summary.simulated_time);
  }
  if (!last_is_recorded) outputs.add_frame(run.world(), report);
  summary.interrupted = !run.finished() && interrupted();
}

}  // namespace

int run_scene(const RunOptions& options) {
  Scene scene = load_scene(options.scene, options.case_name);
  apply_options(scene, options);
  if (!options.quantities.empty() && options.plot.empty()) throw UsageError("--quantity: needs --plot FILE.svg or FILE.png to draw into");
  for (const std::string& warning : scene.warnings) print_warning(warning);

  SceneRun run(scene);
  Outputs outputs(options, scene, run.world());
  RunSummary summary;
  summary.scene = scene.name;
  summary.file = options.scene;
  summary.planned_steps = static_cast<std::size_t>(scene.steps);
  summary.time_step = scene.world.time_step;
  catch_interrupts();
  const auto start = std::chrono::steady_clock::now();
  Progress progress(summary.planned_steps, !options.quiet);
  simulate(run, outputs, summary, progress);
  progress.clear();
  summary.wall_time = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  add_end(summary, run.world(), options.states);
  outputs.finish(summary);

  if (options.json)
    print(summary_json(summary));
  else if (!options.quiet)
    print(summary_text(summary));
  if (!summary.refusal.empty()) {
    print_error(fmt::format("step {} was refused: {}: {}", summary.steps + 1, summary.refusal_kind, summary.refusal));
    return kExitRefused;
  }
  return summary.interrupted ? kExitInterrupted : kExitDone;
}

}  // namespace holdfast::cli
