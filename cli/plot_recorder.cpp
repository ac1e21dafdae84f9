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
  std::vector<std::string> properties;  // of each panel; empty when it shows several
  for (std::size_t i = 0; i < quantities_.size(); ++i) {
    const Quantity& q = quantities_[i];
    const auto found = std::ranges::find_if(plot.panels, [&](const Panel& p) { return p.label == q.label && p.unit == q.unit; });
    const auto index = static_cast<std::size_t>(found - plot.panels.begin());
    if (found == plot.panels.end()) {
      plot.panels.push_back({q.label, q.unit, {}});
      properties.push_back(q.property);
    }
    if (properties[index] != q.property) properties[index].clear();
    plot.panels[index].series.push_back({q.name, values_[i]});
  }
  for (std::size_t panel = 0; panel < plot.panels.size(); ++panel) {
    if (properties[panel].empty()) continue;
    for (Series& series : plot.panels[panel].series) {
      series.name = std::ranges::find_if(quantities_, [&](const Quantity& q) { return q.name == series.name; })->subject;
    }
  }
  write_plot(path_, plot);
}

}  // namespace holdfast::cli
