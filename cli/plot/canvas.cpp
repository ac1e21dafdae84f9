#include "cli/plot/canvas.h"

#include <cmath>
#include <numbers>

namespace holdfast::cli {
namespace {

// Okabe and Ito's eight without yellow, which is too faint on white; grey stands in.
constexpr std::array<Color, 8> kColors{Color{0.000, 0.447, 0.698}, Color{0.835, 0.369, 0.000}, Color{0.000, 0.620, 0.451},
                                       Color{0.800, 0.475, 0.655}, Color{0.902, 0.624, 0.000}, Color{0.337, 0.706, 0.914},
                                       Color{0.000, 0.000, 0.000}, Color{0.500, 0.500, 0.500}};

/// Cuts one UTF-8 character off the end.
void drop_last_character(std::string& text) {
  while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xC0u) == 0x80u) text.pop_back();
  if (!text.empty()) text.pop_back();
}

/// cairo stops at the first byte that is not UTF-8; such bytes become '?'.
std::string valid_utf8(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const std::size_t size = lead < 0x80u ? 1 : (lead >> 5u) == 6u ? 2 : (lead >> 4u) == 14u ? 3 : (lead >> 3u) == 30u ? 4 : 0;
    bool good = size > 0 && i + size <= text.size() && (size != 1 || lead >= 0x20u);
    for (std::size_t k = 1; good && k < size; ++k) good = (static_cast<unsigned char>(text[i + k]) & 0xC0u) == 0x80u;
    good ? out.append(text, i, size) : out.append("?");
    i += good ? size : 1;
  }
  return out;
}

}  // namespace

void Canvas::font(double size, bool bold) const {
  cairo_select_font_face(cairo_, "sans-serif", CAIRO_FONT_SLANT_NORMAL, bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(cairo_, size);
}

double Canvas::text_width(const std::string& text) const {
  cairo_text_extents_t extents;
  cairo_text_extents(cairo_, valid_utf8(text).c_str(), &extents);
  return extents.x_advance;
}

void Canvas::text(const std::string& text, double x, double y, Align align) const {
  cairo_font_extents_t font;
  cairo_font_extents(cairo_, &font);
  const double shift = align == Align::left ? 0 : align == Align::center ? 0.5 : 1;
  cairo_move_to(cairo_, x - shift * text_width(text), y + 0.36 * font.ascent);
  cairo_show_text(cairo_, valid_utf8(text).c_str());
}

void Canvas::text_upward(const std::string& text, double x, double y) const {
  cairo_save(cairo_);
  cairo_translate(cairo_, x, y);
  cairo_rotate(cairo_, -std::numbers::pi / 2);
  this->text(text, 0, 0, Align::center);
  cairo_restore(cairo_);
}

void Canvas::line(double x0, double y0, double x1, double y1, double width) const {
  cairo_set_line_width(cairo_, width);
  cairo_move_to(cairo_, x0, y0);
  cairo_line_to(cairo_, x1, y1);
  cairo_stroke(cairo_);
}

std::string Canvas::fitted(const std::string& text, double width) const {
  if (text_width(text) <= width) return text;
  std::string shorter = text;
  do drop_last_character(shorter);
  while (!shorter.empty() && text_width(shorter + "…") > width);
  return shorter + "…";
}

Color line_color(std::size_t n) { return kColors[n % kColors.size()]; }

void set_line_dash(cairo_t* cairo, std::size_t n) {
  constexpr std::array kDashes{6.0, 3.0}, kDots{1.5, 3.0};
  const std::size_t round = n / kColors.size() % 3;
  cairo_set_dash(cairo, round == 1 ? kDashes.data() : kDots.data(), round == 0 ? 0 : 2, 0);
}

}  // namespace holdfast::cli
