// SPDX-License-Identifier: MIT
// See svg.h.
#include "draw/svg.h"

#include <array>
#include <cmath>

namespace weft::draw {
namespace {

// Light fills with a dark ink of the same hue: readable on white, distinct in neighbours.
constexpr std::array<RowColour, 8> kRowColours = {{
    {"#cfe5fb", "#0b4a86"},
    {"#fde0c2", "#8a4508"},
    {"#d3efd3", "#1d5e2a"},
    {"#f9d4dd", "#8c1d40"},
    {"#e5dbf7", "#4d2f8f"},
    {"#fbf0b8", "#6b5600"},
    {"#cdeeec", "#0b5a5a"},
    {"#eadccf", "#5d3f24"},
}};

std::string Escaped(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '&': escaped += "&amp;"; break;
      case '<': escaped += "&lt;"; break;
      case '>': escaped += "&gt;"; break;
      case '"': escaped += "&quot;"; break;
      default: escaped += uint8_t(c) < 0x20 ? ' ' : c;
    }
  }
  return escaped;
}

}  // namespace

RowColour ColourOfRow(uint64_t row) { return kRowColours[row % kRowColours.size()]; }

void Picture::Rectangle(double x, double y, double width, double height, std::string_view fill,
                        std::string_view stroke) {
  body_ += fmt::format(
      "<rect x=\"{:g}\" y=\"{:g}\" width=\"{:g}\" height=\"{:g}\" fill=\"{}\" stroke=\"{}\"/>\n", x,
      y, width, height, fill, stroke);
}

void Picture::Hatched(double x, double y, double width, double height) {
  Rectangle(x, y, width, height, "url(#gap)", kFaintInk);
}

void Picture::DashedFrame(double x, double y, double width, double height,
                          std::string_view stroke) {
  body_ += fmt::format(
      "<rect x=\"{:g}\" y=\"{:g}\" width=\"{:g}\" height=\"{:g}\" fill=\"none\" stroke=\"{}\" "
      "stroke-width=\"2\" stroke-dasharray=\"6 4\" rx=\"4\"/>\n",
      x, y, width, height, stroke);
}

void Picture::Circle(double x, double y, double radius, std::string_view fill,
                     std::string_view stroke) {
  body_ += fmt::format("<circle cx=\"{:g}\" cy=\"{:g}\" r=\"{:g}\" fill=\"{}\" stroke=\"{}\"/>\n",
                       x, y, radius, fill, stroke);
}

void Picture::Line(double x1, double y1, double x2, double y2, std::string_view stroke) {
  body_ += fmt::format(
      "<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\" fill=\"none\" stroke=\"{}\" "
      "stroke-width=\"1.4\"/>\n",
      x1, y1, x2, y2, stroke);
}

void Picture::Arrow(double x1, double y1, double x2, double y2, std::string_view stroke,
                    bool dashed) {
  // The head is drawn by hand: markers take one colour only in the SVG that renderers agree on.
  const double length = std::hypot(x2 - x1, y2 - y1);
  if (length < 1) return;
  const double ux = (x2 - x1) / length, uy = (y2 - y1) / length;
  const double head = std::min(7.0, length * 0.6);
  body_ += fmt::format(
      "<path d=\"M{:g} {:g}L{:g} {:g}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.4\"{}/>\n", x1,
      y1, x2 - ux * head, y2 - uy * head, stroke, dashed ? " stroke-dasharray=\"4 3\"" : "");
  body_ +=
      fmt::format("<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}L{:.1f} {:.1f}Z\" fill=\"{}\"/>\n", x2, y2,
                  x2 - ux * head - uy * head * 0.45, y2 - uy * head + ux * head * 0.45,
                  x2 - ux * head + uy * head * 0.45, y2 - uy * head - ux * head * 0.45, stroke);
}

void Picture::Text(double x, double y, std::string_view text, const TextStyle& style) {
  constexpr std::array<std::string_view, 3> kAnchors = {"start", "middle", "end"};
  body_ += fmt::format(
      "<text x=\"{:g}\" y=\"{:g}\" font-size=\"{:g}\" fill=\"{}\" text-anchor=\"{}\"{}>{}</text>\n",
      x, y, style.size, style.colour, kAnchors[size_t(style.anchor)],
      style.bold ? " font-weight=\"600\"" : "", Escaped(text));
}

std::string Picture::Finish(double height, double width) const {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:g}\" height=\"{1:g}\" "
      "viewBox=\"0 0 {0:g} {1:g}\" font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\">\n"
      "<defs><pattern id=\"gap\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" "
      "patternTransform=\"rotate(45)\"><rect width=\"6\" height=\"6\" fill=\"#fafbfc\"/>"
      "<path d=\"M0 0V6\" stroke=\"{2}\" stroke-width=\"2\"/></pattern></defs>\n"
      "<rect width=\"{0:g}\" height=\"{1:g}\" fill=\"#ffffff\"/>\n{3}</svg>\n",
      std::ceil(width), std::ceil(height), kFaintInk, body_);
}

}  // namespace weft::draw
