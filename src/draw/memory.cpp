// SPDX-License-Identifier: MIT
// The memory of a tensor as boxes of text, one for each offset. A line holds one or more whole
// rows where they fit, so that padding at the end of rows stands in columns.
#include <fmt/format.h>

#include <algorithm>

#include "draw/draw.h"
#include "draw/memory_map.h"

namespace weft::draw {
namespace {

constexpr int64_t kMostCells = 256;
constexpr std::string_view kGap = "·";

// Characters on the screen: UTF-8 continuation bytes take no place.
int Columns(std::string_view text) {
  return int(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

std::string Centred(std::string_view text, int columns) {
  const int space = columns - Columns(text);
  return std::string(size_t(space / 2), ' ') + std::string(text) +
         std::string(size_t(space - space / 2), ' ');
}

// The largest stride that fits a line: one row. 4-bit elements keep their bytes whole.
int64_t CellsPerLine(const TensorDesc& tensor, int64_t fitting, int64_t count) {
  fitting = std::max<int64_t>(fitting, 1);
  int64_t best = 0;
  for (int dim = 0; dim < tensor.rank(); ++dim)
    if (tensor.sizes()[dim] > 1 && tensor.strides()[dim] > 1 && tensor.strides()[dim] <= fitting)
      best = std::max(best, tensor.strides()[dim]);
  if (best == 0) best = std::min(fitting, count);
  constexpr int64_t kTall = 16;  // beyond as many lines, several rows share one
  if (count / best > kTall) best = fitting / best * best;
  if (SizeBits(tensor.type) == 4 && best % 2 != 0) best = best < fitting ? best + 1 : best - 1;
  return std::max<int64_t>(best, 1);
}

std::string Rule(int64_t cells, int columns, std::string_view left, std::string_view middle,
                 std::string_view right) {
  std::string rule(left);
  for (int64_t i = 0; i < cells; ++i) {
    if (i != 0) rule += middle;
    for (int column = 0; column < columns; ++column) rule += "─";
  }
  return rule + std::string(right);
}

std::string Coloured(const std::string& text, const Layout& layout, const MemoryCell& cell,
                     bool colour) {
  if (!colour) return text;
  if (cell.elements == 0) return "\033[2m" + text + "\033[0m";
  constexpr int kColours[] = {34, 33, 32, 35, 36, 31};
  return fmt::format("\033[{}m{}\033[0m", kColours[RowNumber(layout, cell) % 6], text);
}

}  // namespace

std::string DrawMemory(const TensorDesc& tensor, int width, bool colour) {
  const std::vector<MemoryCell> cells = MapMemory(tensor.layout, kMostCells);
  const int64_t count = int64_t(cells.size());
  const bool is_half_byte = SizeBits(tensor.type) == 4;
  std::vector<std::string> texts;
  int columns = 3;
  for (const MemoryCell& cell : cells) {
    texts.push_back(cell.elements ? CoordinateText(tensor.layout, cell) : std::string(kGap));
    columns = std::max(columns, Columns(texts.back()) + 2);
  }
  const std::string unit = is_half_byte ? "byte " : "";
  const int gutter = int(fmt::format("{}{}", unit, count - 1).size()) + 1;
  const int64_t per_line = CellsPerLine(tensor, (width - gutter - 1) / (columns + 1), count);

  std::string drawing;
  const std::string indent(size_t(gutter), ' ');
  for (int64_t begin = 0; begin < count; begin += per_line) {
    const int64_t end = std::min(begin + per_line, count);
    if (begin == 0) drawing += indent + Rule(end, columns, "┌", "┬", "┐") + "\n";
    drawing += fmt::format("{:>{}} ", fmt::format("{}{}", unit, is_half_byte ? begin / 2 : begin),
                           gutter - 1);
    for (int64_t i = begin; i < end; ++i) {
      drawing += i > begin && is_half_byte && i % 2 != 0 ? "┊" : "│";
      drawing +=
          Coloured(Centred(texts[size_t(i)], columns), tensor.layout, cells[size_t(i)], colour);
    }
    drawing += "│\n";
    const bool is_last = end == count;
    // The last line may be shorter than the one above it: its lower edge closes where it ends.
    std::string rule =
        Rule(end - begin, columns, is_last ? "└" : "├", is_last ? "┴" : "┼", is_last ? "┘" : "┤");
    const int64_t next = std::min(end + per_line, count) - end;
    if (!is_last && next < end - begin)
      rule = Rule(next, columns, "├", "┼", "┼") + Rule(end - begin - next, columns, "", "┴", "┘");
    drawing += indent + rule + "\n";
  }
  if (tensor.layout.RequiredElements() > count)
    drawing +=
        fmt::format("{}… and {} more places\n", indent, tensor.layout.RequiredElements() - count);
  return drawing;
}

}  // namespace weft::draw
