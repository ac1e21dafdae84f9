#pragma once
// The few drawing calls that a plot needs, over a cairo surface. Units: points of the page (1/72 inch in SVG, kPngScale
// pixels in PNG); x to the right, y down.

#include <cairo.h>

#include <array>
#include <string>

namespace holdfast::cli {

struct Color {
  double red = 0, green = 0, blue = 0;
};
struct Rectangle {
  double x = 0, y = 0, width = 0, height = 0;
};
enum class Align { left, center, right };

/// Draws text and lines; owns nothing.
class Canvas {
 public:
  explicit Canvas(cairo_t* cairo) : cairo_(cairo) {}

  [[nodiscard]] cairo_t* cairo() const { return cairo_; }
  void color(const Color& c) const { cairo_set_source_rgb(cairo_, c.red, c.green, c.blue); }
  void font(double size, bool bold = false) const;
  [[nodiscard]] double text_width(const std::string& text) const;
  /// `y` is the middle of the lower-case letters' band.
  void text(const std::string& text, double x, double y, Align align) const;
  /// Reads upward, centered at (x, y).
  void text_upward(const std::string& text, double x, double y) const;
  void line(double x0, double y0, double x1, double y1, double width) const;
  /// The text, or its beginning and "…" where it is wider than `width`.
  [[nodiscard]] std::string fitted(const std::string& text, double width) const;

 private:
  cairo_t* cairo_;
};

/// Colour and dashes of the n-th line of a panel.
Color line_color(std::size_t n);
void set_line_dash(cairo_t* cairo, std::size_t n);

}  // namespace holdfast::cli
