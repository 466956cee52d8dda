// SPDX-License-Identifier: MIT
// A picture being drawn: the few shapes the tool needs, in pixels from the top left, collected as
// SVG text. Colours are names of a fixed palette so that all pictures look alike.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace weft::draw {

inline constexpr double kPictureWidth = 900;

struct RowColour {
  std::string_view fill;
  std::string_view ink;
};
RowColour ColourOfRow(uint64_t row);

inline constexpr std::string_view kInk = "#24292f";
inline constexpr std::string_view kSoftInk = "#6b7480";
inline constexpr std::string_view kFaintInk = "#c3cad3";

enum class Anchor { Start, Middle, End };

struct TextStyle {
  double size = 14;
  std::string_view colour = kInk;
  Anchor anchor = Anchor::Start;
  bool bold = false;
};

class Picture {
 public:
  void Rectangle(double x, double y, double width, double height, std::string_view fill,
                 std::string_view stroke);
  void Hatched(double x, double y, double width, double height);  // a gap: no element
  void DashedFrame(double x, double y, double width, double height, std::string_view stroke);
  void Circle(double x, double y, double radius, std::string_view fill, std::string_view stroke);
  void Line(double x1, double y1, double x2, double y2, std::string_view stroke);
  void Arrow(double x1, double y1, double x2, double y2, std::string_view stroke, bool dashed);
  // `y` is the baseline.
  void Text(double x, double y, std::string_view text, const TextStyle& style);

  std::string Finish(double height, double width = kPictureWidth) const;

 private:
  std::string body_;
};

}  // namespace weft::draw
