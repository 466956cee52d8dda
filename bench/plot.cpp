// SPDX-License-Identifier: MIT
// The picture: one panel per size class, a group of bars per case, as shares of the non-temporal
// copy. Plain SVG that follows the reader's light or dark background.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "report.h"

namespace weft::bench {
namespace {

constexpr int kLabelWidth = 208, kPanelWidth = 268, kPanelGap = 26, kTop = 92, kGroupHeight = 34;
constexpr int kBarHeight = 12, kRightMargin = 16, kBottom = 44;

constexpr std::string_view kStyle = R"(<style>
text { font: 12px system-ui, sans-serif; fill: #1f2933 }
.title { font-size: 16px; font-weight: 600 }
.value { paint-order: stroke; stroke: #ffffff; stroke-width: 3px }
.panel { font-weight: 600 }
.faint { fill: #66727f; font-size: 11px }
.axis { fill: #66727f; font-size: 10.5px; text-anchor: middle }
.label { text-anchor: end }
.grid { stroke: #d5dbe1; stroke-width: 1 }
.limit { stroke: #66727f; stroke-width: 1; stroke-dasharray: 3 3 }
.weft { fill: #2563a8 } .library { fill: #b9c2cc }
.background { fill: #ffffff }
@media (prefers-color-scheme: dark) {
text { fill: #e4e9ee } .faint, .axis { fill: #9aa7b4 } .grid { stroke: #34404c }
.limit { stroke: #9aa7b4 } .weft { fill: #5b9ee6 } .library { fill: #596775 }
.background { fill: #12181f } .value { stroke: #12181f }
}
</style>
)";

std::string Escaped(std::string_view text) {
  std::string result;
  for (char c : text)
    result += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
  return result;
}

std::string Text(double x, double y, std::string_view style, std::string_view text) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" class=\"{}\">{}</text>\n", x, y, style,
                     Escaped(text));
}

std::string Line(double x, double y1, double y2, std::string_view style) {
  return fmt::format(
      "<line x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1:.1f}\" y2=\"{2:.1f}\" "
      "class=\"{3}\"/>\n",
      x, y1, y2, style);
}

std::string Bar(double x, double y, double width, std::string_view style) {
  return fmt::format(
      "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{}\" rx=\"1.5\" "
      "class=\"{}\"/>\n",
      x, y, std::max(width, 1.0), kBarHeight, style);
}

// 0.25, 0.5, 1, 2 ...: about four steps to `largest`.
double GridStep(double largest) {
  double step = 0.25;
  while (largest / step > 5) step *= 2;
  return step;
}

struct Panel {
  int64_t size_class;
  std::vector<const Row*> rows;  // by case; null where there is none
};

// The rows shown: float32, and casts, at the largest number of threads.
bool IsShown(const Row& row, int threads) {
  return row.threads == threads && (row.type == "f32" || row.id.starts_with("cast_")) &&
         row.Find("Weft") && row.Find("nt copy");
}

double LargestShare(const Panel& panel) {
  double largest = 1;
  for (const Row* row : panel.rows) {
    if (!row) continue;
    largest = std::max(largest, row->Share(*row->Find("Weft"), "nt copy"));
    if (const auto* best = row->BestLibrary())
      largest = std::max(largest, row->Share(best->second, "nt copy"));
  }
  return largest;
}

void Draw(std::string& svg, const Panel& panel, double left, double bottom) {
  const double largest = LargestShare(panel), step = GridStep(largest);
  const double end = step * std::ceil(largest / step - 1e-9);
  // Room at the right for the numbers behind the longest bars.
  const double scale = (kPanelWidth - 78) / end;
  svg += Text(left, kTop - 14, "panel", SizeText(panel.size_class));
  for (double value = 0; value <= end + 1e-9; value += step) {
    svg += Line(left + value * scale, kTop, bottom, "grid");
    svg += Text(left + value * scale, bottom + 15, "axis", fmt::format("{:g}", value));
  }
  svg += Line(left + scale, kTop - 6, bottom, "limit");
  for (size_t i = 0; i < panel.rows.size(); ++i) {
    const Row* row = panel.rows[i];
    if (!row) continue;
    const double y = kTop + double(i) * kGroupHeight + 4;
    const double weft = row->Share(*row->Find("Weft"), "nt copy");
    svg += Bar(left, y, weft * scale, "weft");
    svg += Text(left + weft * scale + 4, y + 10, "value", fmt::format("{:.2f}", weft));
    if (const auto* best = row->BestLibrary()) {
      const double share = row->Share(best->second, "nt copy");
      svg += Bar(left, y + kBarHeight + 1, share * scale, "library");
      svg += Text(left + share * scale + 4, y + kBarHeight + 11, "value faint",
                  fmt::format("{:.2f} {}", share, best->first));
    }
  }
}

}  // namespace

std::string Svg(const Results& results) {
  int threads = 1;
  for (const Row& row : results.rows) threads = std::max(threads, row.threads);
  std::vector<const Row*> cases;  // one row per case gives name and order
  std::vector<Panel> panels;
  for (const Row& row : results.rows) {
    if (!IsShown(row, threads)) continue;
    if (std::none_of(cases.begin(), cases.end(), [&](auto* known) { return known->id == row.id; }))
      cases.push_back(&row);
    if (std::none_of(panels.begin(), panels.end(),
                     [&](const Panel& panel) { return panel.size_class == row.size_class; }))
      panels.push_back({row.size_class, {}});
  }
  std::sort(panels.begin(), panels.end(),
            [](const Panel& a, const Panel& b) { return a.size_class < b.size_class; });
  for (Panel& panel : panels)
    for (const Row* name : cases) {
      const auto row = std::find_if(results.rows.begin(), results.rows.end(), [&](const Row& each) {
        return each.id == name->id && each.size_class == panel.size_class && IsShown(each, threads);
      });
      panel.rows.push_back(row == results.rows.end() ? nullptr : &*row);
    }

  const int width = std::max(
      kLabelWidth + int(panels.size()) * (kPanelWidth + kPanelGap) - kPanelGap + kRightMargin, 620);
  const int bottom = kTop + int(cases.size()) * kGroupHeight;
  const int height = bottom + kBottom;
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\">\n",
      width, height);
  svg += kStyle;
  svg += fmt::format("<rect class=\"background\" width=\"{}\" height=\"{}\"/>\n", width, height);
  svg += Text(16, 28, "title", "Moving tensors: speed as a share of a non-temporal copy");
  svg += Bar(16, 42, 12, "weft") + Text(33, 52, "", "Weft");
  svg += Bar(76, 42, 12, "library") + Text(93, 52, "", "best library of the row");
  svg +=
      Text(242, 52, "faint",
           fmt::format("float32, {} thread{}; bytes read and written per second; dashed: the copy",
                       threads, threads == 1 ? "" : "s"));
  for (size_t i = 0; i < cases.size(); ++i)
    svg += Text(kLabelWidth - 10, kTop + double(i) * kGroupHeight + 21, "label", cases[i]->title);
  for (size_t i = 0; i < panels.size(); ++i)
    Draw(svg, panels[i], kLabelWidth + double(i) * (kPanelWidth + kPanelGap), bottom);
  if (!results.machine.empty()) svg += Text(16, height - 8, "faint", results.machine);
  return svg + "</svg>\n";
}

}  // namespace weft::bench
