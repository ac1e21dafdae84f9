#include "cli/plot/plot.h"

#include <cairo-svg.h>
#include <fmt/format.h>
#include <holdfast/base/error.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>

#include "cli/output.h"
#include "cli/plot/axis.h"
#include "cli/plot/canvas.h"

namespace holdfast::cli {
namespace {

// The page, in points.
constexpr double kWidth = 960, kPanelHeight = 250, kPanelGap = 34, kTop = 74, kBottom = 62, kRight = 24, kLegendMax = 220;
constexpr double kPngScale = 2;
constexpr Color kInk{0.13, 0.13, 0.13}, kSoft{0.42, 0.42, 0.42}, kGrid{0.90, 0.90, 0.90}, kFrame{0.60, 0.60, 0.60}, kPaper{1, 1, 1};
constexpr double kTickSize = 11.5, kLabelSize = 13, kTitleSize = 18, kLegendSize = 12;
constexpr double kLegendLine = 18, kLegendSwatch = 22;
constexpr int kTimeTicks = 9, kValueTicks = 5;

/// 10^exponent as people write it: ×10⁶.
std::string power_text(int exponent) {
  static constexpr std::array kDigits{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text = exponent < 0 ? "×10⁻" : "×10";
  for (const char c : std::to_string(std::abs(exponent))) text += kDigits[static_cast<std::size_t>(c - '0')];
  return text;
}

std::string axis_title(const std::string& label, const std::string& unit, int exponent) {
  std::string inside = exponent != 0 ? power_text(exponent) : "";
  if (!unit.empty()) inside += (inside.empty() ? "" : " ") + unit;
  return inside.empty() ? label : label + " [" + inside + "]";
}

Axis value_axis(const Panel& panel) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const Series& series : panel.series) {
    for (const double v : series.values) {
      if (!std::isfinite(v)) continue;
      low = std::min(low, v);
      high = std::max(high, v);
    }
  }
  return low <= high ? make_axis(low, high, kValueTicks, true) : make_axis(0, 1, kValueTicks, true);
}

struct Layout {
  double left = 0, legend = 0;  // widths left of the panels, and of the legend on their right
  std::vector<Axis> values;
  Axis time;
  [[nodiscard]] Rectangle panel(std::size_t i) const {
    return {left, kTop + static_cast<double>(i) * (kPanelHeight + kPanelGap), kWidth - left - legend - kRight, kPanelHeight};
  }
  [[nodiscard]] double height() const {
    return kTop + static_cast<double>(values.size()) * (kPanelHeight + kPanelGap) - kPanelGap + kBottom;
  }
};

Layout arrange(const Canvas& canvas, const Plot& plot) {
  Layout layout;
  double ticks = 0, names = 0;
  for (const Panel& panel : plot.panels) {
    layout.values.push_back(value_axis(panel));
    canvas.font(kTickSize);
    for (const std::string& label : layout.values.back().labels) ticks = std::max(ticks, canvas.text_width(label));
    canvas.font(kLegendSize);
    for (const Series& series : panel.series) names = std::max(names, canvas.text_width(series.name));
  }
  layout.left = 46 + ticks;
  layout.legend = 14 + kLegendSwatch + 8 + std::min(names, kLegendMax);
  const double first = plot.times.empty() ? 0 : plot.times.front(), last = plot.times.empty() ? 1 : plot.times.back();
  const auto [low, high] = std::minmax(first, last);
  layout.time = make_axis(low, high, kTimeTicks, false);
  return layout;
}

class PanelPainter {
 public:
  PanelPainter(const Canvas& canvas, const Rectangle& area, const Axis& time, const Axis& value)
      : canvas_(canvas), area_(area), time_(time), value_(value) {}

  void grid(bool with_time_labels) const {
    canvas_.font(kTickSize);
    for (std::size_t i = 0; i < value_.ticks.size(); ++i) {
      const double y = at_value(value_.ticks[i]);
      canvas_.color(value_.ticks[i] == 0 ? kFrame : kGrid);
      canvas_.line(area_.x, y, area_.x + area_.width, y, 1);
      canvas_.color(kInk);
      canvas_.text(value_.labels[i], area_.x - 8, y, Align::right);
    }
    for (std::size_t i = 0; i < time_.ticks.size(); ++i) {
      const double x = at_time(time_.ticks[i]);
      canvas_.color(kGrid);
      canvas_.line(x, area_.y, x, area_.y + area_.height, 1);
      canvas_.color(kFrame);
      canvas_.line(x, area_.y + area_.height, x, area_.y + area_.height + 4, 1);
      if (!with_time_labels) continue;
      canvas_.color(kInk);
      canvas_.text(time_.labels[i], x, area_.y + area_.height + 15, Align::center);
    }
    canvas_.color(kFrame);
    cairo_rectangle(canvas_.cairo(), area_.x, area_.y, area_.width, area_.height);
    cairo_set_line_width(canvas_.cairo(), 1);
    cairo_stroke(canvas_.cairo());
  }

  /// Points that fall into one column of a third of a point are drawn as their lowest and highest: a long run stays a small file.
  void series(const std::vector<double>& times, const Series& series, std::size_t number) const {
    cairo_t* cairo = canvas_.cairo();
    cairo_save(cairo);
    cairo_rectangle(cairo, area_.x - 1, area_.y - 1, area_.width + 2, area_.height + 2);
    cairo_clip(cairo);
    canvas_.color(line_color(number));
    set_line_dash(cairo, number);
    cairo_set_line_width(cairo, 1.7);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    const bool dense = static_cast<double>(times.size()) > area_.width * 6;
    bool open = false;
    for (std::size_t i = 0; i < times.size() && i < series.values.size();) {
      if (!std::isfinite(series.values[i])) {
        open = false;
        ++i;
        continue;
      }
      std::size_t end = i + 1;
      if (dense) end = column_end(times, series, i);
      draw_column(times, series, i, end, open);
      open = true;
      i = end;
    }
    cairo_stroke(cairo);
    cairo_restore(cairo);
  }

  void legend(const Panel& panel) const {
    canvas_.font(kLegendSize);
    const double x = area_.x + area_.width + 14;
    const auto fitting = static_cast<std::size_t>(area_.height / kLegendLine);
    const std::size_t shown = panel.series.size() <= fitting ? panel.series.size() : fitting - 1;
    double y = area_.y + kLegendLine / 2;
    for (std::size_t i = 0; i < shown; ++i, y += kLegendLine) {
      canvas_.color(line_color(i));
      cairo_save(canvas_.cairo());
      set_line_dash(canvas_.cairo(), i);
      canvas_.line(x, y, x + kLegendSwatch, y, 2.4);
      cairo_restore(canvas_.cairo());
      canvas_.color(kInk);
      canvas_.text(canvas_.fitted(panel.series[i].name, kLegendMax), x + kLegendSwatch + 8, y, Align::left);
    }
    if (shown == panel.series.size()) return;
    canvas_.color(kSoft);
    canvas_.text(fmt::format("and {} more", panel.series.size() - shown), x + kLegendSwatch + 8, y, Align::left);
  }

 private:
  [[nodiscard]] double at_time(double t) const { return area_.x + (t - time_.low) / (time_.high - time_.low) * area_.width; }
  [[nodiscard]] double at_value(double v) const {
    return area_.y + area_.height - (v - value_.low) / (value_.high - value_.low) * area_.height;
  }

  [[nodiscard]] std::size_t column_end(const std::vector<double>& times, const Series& series, std::size_t begin) const {
    const double column = std::floor(at_time(times[begin]) * 3);
    std::size_t end = begin + 1;
    while (end < times.size() && end < series.values.size() && std::isfinite(series.values[end]) &&
           std::floor(at_time(times[end]) * 3) == column)
      ++end;
    return end;
  }

  void draw_column(const std::vector<double>& times, const Series& series, std::size_t begin, std::size_t end, bool open) const {
    std::size_t low = begin, high = begin;
    for (std::size_t i = begin; i < end; ++i) {
      if (series.values[i] < series.values[low]) low = i;
      if (series.values[i] > series.values[high]) high = i;
    }
    for (const std::size_t i : {std::min(low, high), std::max(low, high)}) {
      const double x = at_time(times[i]), y = at_value(series.values[i]);
      open ? cairo_line_to(canvas_.cairo(), x, y) : cairo_move_to(canvas_.cairo(), x, y);
      if (!open) cairo_line_to(canvas_.cairo(), x, y);  // a single point between two gaps is a dot
      open = true;
      if (low == high) break;
    }
  }

  const Canvas& canvas_;
  Rectangle area_;
  const Axis& time_;
  const Axis& value_;
};

void draw(const Canvas& canvas, const Plot& plot, const Layout& layout) {
  canvas.color(kPaper);
  cairo_paint(canvas.cairo());
  canvas.color(kInk);
  canvas.font(kTitleSize, true);
  canvas.text(canvas.fitted(plot.title, kWidth - layout.left - kRight), layout.left, 28, Align::left);
  canvas.color(kSoft);
  canvas.font(kLegendSize);
  canvas.text(canvas.fitted(plot.subtitle, kWidth - layout.left - kRight), layout.left, 51, Align::left);
  for (std::size_t i = 0; i < plot.panels.size(); ++i) {
    const Panel& panel = plot.panels[i];
    const Rectangle area = layout.panel(i);
    const PanelPainter painter(canvas, area, layout.time, layout.values[i]);
    painter.grid(i + 1 == plot.panels.size());
    for (std::size_t k = 0; k < panel.series.size(); ++k) painter.series(plot.times, panel.series[k], k);
    painter.legend(panel);
    canvas.color(kInk);
    canvas.font(kLabelSize);
    canvas.text_upward(canvas.fitted(axis_title(panel.label, panel.unit, layout.values[i].exponent), area.height), 19,
                       area.y + area.height / 2);
  }
  const Rectangle last = layout.panel(plot.panels.size() - 1);
  canvas.font(kLabelSize);
  canvas.text(axis_title("time", "s", layout.time.exponent), last.x + last.width / 2, last.y + last.height + 40, Align::center);
}

using Surface = std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)>;
using Context = std::unique_ptr<cairo_t, decltype(&cairo_destroy)>;

void check(const std::string& path, cairo_status_t status) {
  if (status != CAIRO_STATUS_SUCCESS) throw FileError(path + ": cannot write the plot: " + cairo_status_to_string(status));
}

bool is_png(const std::string& path) { return path.ends_with(".png"); }

}  // namespace

void require_plot_path(const std::string& path) {
  if (!is_png(path) && !path.ends_with(".svg")) throw UsageError("--plot " + path + ": the name must end in .svg or .png");
}

void write_plot(const std::string& path, const Plot& plot) {
  require_plot_path(path);
  if (plot.panels.empty()) throw UsageError("--plot " + path + ": nothing to draw");
  // Text is measured before the page has a size.
  const Surface probe_surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24, 1, 1), cairo_surface_destroy);
  const Context probe(cairo_create(probe_surface.get()), cairo_destroy);
  const Layout layout = arrange(Canvas(probe.get()), plot);
  const double height = layout.height(), scale = is_png(path) ? kPngScale : 1;
  const Surface surface(
      is_png(path) ? cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(kWidth * scale), static_cast<int>(height * scale))
                   : cairo_svg_surface_create(path.c_str(), kWidth, height),
      cairo_surface_destroy);
  check(path, cairo_surface_status(surface.get()));
  const Context context(cairo_create(surface.get()), cairo_destroy);
  cairo_scale(context.get(), scale, scale);
  draw(Canvas(context.get()), plot, layout);
  check(path, cairo_status(context.get()));
  if (is_png(path)) check(path, cairo_surface_write_to_png(surface.get(), path.c_str()));
  cairo_surface_finish(surface.get());
  check(path, cairo_surface_status(surface.get()));
}

}  // namespace holdfast::cli
