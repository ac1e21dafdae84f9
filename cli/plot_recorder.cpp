#include "cli/plot_recorder.h"

#include <algorithm>

namespace holdfast::cli {

PlotRecorder::PlotRecorder(const std::string& path, const std::vector<std::string>& names, const World& world) : path_(path) {
  require_plot_path(path);
  if (names.empty()) quantities_ = default_quantities(world);
  for (const std::string& name : names) quantities_.push_back(parse_quantity(name, world));
  values_.resize(quantities_.size());
}

void PlotRecorder::add_frame(const World& world, const StepReport& report) {
  times_.push_back(world.time());
  for (std::size_t i = 0; i < quantities_.size(); ++i) values_[i].push_back(quantities_[i].read(world, report));
}

void PlotRecorder::write(const std::string& title, const std::string& subtitle) const {
  Plot plot{title, subtitle, times_, {}};
  for (std::size_t i = 0; i < quantities_.size(); ++i) {
    const Quantity& q = quantities_[i];
    auto panel = std::ranges::find_if(plot.panels, [&](const Panel& p) { return p.label == q.label && p.unit == q.unit; });
    if (panel == plot.panels.end()) panel = plot.panels.insert(panel, Panel{q.label, q.unit, {}});
    panel->series.push_back({q.name, values_[i]});
  }
  write_plot(path_, plot);
}

}  // namespace holdfast::cli
