#pragma once
// Line plots against time, one panel a physical quantity, in SVG or PNG by the same drawing routine (cairo).
// Colours: Okabe and Ito (2008), which people with any colour vision tell apart; lines beyond eight are dashed.

#include <string>
#include <vector>

namespace holdfast::cli {

struct Series {
  std::string name;
  std::vector<double> values;  ///< one a time; NaN leaves a gap
};

struct Panel {
  std::string label;  ///< of the vertical axis: "kinetic energy"
  std::string unit;   ///< "J", or "" for a count
  std::vector<Series> series;
};

struct Plot {
  std::string title, subtitle;
  std::vector<double> times;  ///< [s]
  std::vector<Panel> panels;
};

/// Throws UsageError unless the path ends in .svg or .png.
void require_plot_path(const std::string& path);
/// Throws FileError for a path that cannot be written.
void write_plot(const std::string& path, const Plot& plot);

}  // namespace holdfast::cli
