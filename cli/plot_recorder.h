#pragma once
// Gathers quantities during a run and turns them into a plot: quantities with the same axis label and unit share a panel.

#include <string>
#include <vector>

#include "cli/plot/plot.h"
#include "cli/quantity.h"

namespace holdfast::cli {

class PlotRecorder {
 public:
  /// Empty `names`: default_quantities. Throws UsageError for a bad name or a path that is neither .svg nor .png.
  PlotRecorder(const std::string& path, const std::vector<std::string>& names, const World& world);
  void add_frame(const World& world, const StepReport& report);
  void write(const std::string& title, const std::string& subtitle) const;

 private:
  std::string path_;
  std::vector<Quantity> quantities_;
  std::vector<double> times_;
  std::vector<std::vector<double>> values_;
};

}  // namespace holdfast::cli
