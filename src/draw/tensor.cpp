// SPDX-License-Identifier: MIT
// A tensor's layout as a picture: above, its elements as people think of them, planes of the last
// two dimensions with the offset of each element; below, the memory with the coordinate of the
// element at each offset. Rows have the same colour in both; gaps are hatched.
#include <fmt/ranges.h>

#include <algorithm>

#include "base/split.h"
#include "draw/draw.h"
#include "draw/memory_map.h"
#include "draw/svg.h"

namespace weft::draw {
namespace {

constexpr double kMargin = 36;
constexpr double kInnerWidth = kPictureWidth - 2 * kMargin;
constexpr double kCellHeight = 34;
constexpr int64_t kMostRows = 12;
constexpr int64_t kMostColumns = 20;
constexpr int64_t kMostPlanes = 12;
constexpr int64_t kMostCells = 144;

// Helvetica's digits are a little over half an em wide.
double TextWidth(std::string_view text, double size) {
  const auto characters =
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; });
  return double(characters) * size * 0.58;
}

class TensorDrawing {
 public:
  explicit TensorDrawing(const TensorDesc& tensor) : tensor_(tensor), layout_(tensor.layout) {}

  std::string Draw() {
    DrawTitle();
    DrawPlanes();
    DrawMemory();
    return picture_.Finish(y_ + kMargin * 0.6);
  }

 private:
  void DrawTitle() {
    picture_.Text(kMargin, 48,
                  fmt::format("{}  ·  sizes {}  ·  strides {}", Name(tensor_.type),
                              fmt::join(layout_.sizes, " × "), fmt::join(layout_.strides, ", ")),
                  {.size = 21, .bold = true});
    picture_.Text(
        kMargin, 72,
        fmt::format("{}: {} elements in {} places, {} bytes", Properties(layout_),
                    layout_.ElementCount(), layout_.RequiredElements(), tensor_.RequiredBytes()),
        {.size = 14, .colour = kSoftInk});
    y_ = 108;
  }

  void Heading(std::string_view title, std::string_view explanation) {
    picture_.Text(kMargin, y_, title, {.size = 15, .bold = true});
    picture_.Text(kMargin + 92, y_, explanation, {.size = 13, .colour = kSoftInk});
    y_ += 14;
  }

  void Note(std::string_view text) {
    picture_.Text(kMargin, y_ + 14, text, {.size = 12, .colour = kSoftInk});
    y_ += 24;
  }

  void DrawPlanes() {
    Heading("Elements", "each cell shows the offset where the element lies");
    const int rank = layout_.rank();
    const int64_t all_rows = rank > 1 ? layout_.sizes[rank - 2] : 1;
    const int64_t all_columns = layout_.sizes[rank - 1];
    const int64_t rows = std::min(all_rows, kMostRows);
    const int64_t columns = std::min(all_columns, kMostColumns);
    int64_t all_planes = 1;
    for (int dim = 0; dim < rank - 2; ++dim) all_planes *= layout_.sizes[dim];
    const int64_t planes = std::min(all_planes, kMostPlanes);

    const std::string widest = fmt::format("{}", layout_.RequiredElements() - 1);
    const double wanted = std::clamp(TextWidth(widest, 14) + 16, 44.0, 90.0);
    const double cell = std::min(wanted, kInnerWidth / double(columns));
    const double plane_width = cell * double(columns);
    constexpr double kPlaneGap = 30;
    const int64_t per_line =
        std::max<int64_t>(1, int64_t((kInnerWidth + kPlaneGap) / (plane_width + kPlaneGap)));
    const bool is_labelled = all_planes > 1;
    const double plane_height = kCellHeight * double(rows) + (is_labelled ? 24 : 0) + 18;
    for (int64_t plane = 0; plane < planes; ++plane) {
      const int64_t line = plane / per_line;
      const double x = kMargin + double(plane % per_line) * (plane_width + kPlaneGap);
      const double y = y_ + double(line) * plane_height;
      DrawPlane(plane, rows, columns, x, y, cell, is_labelled);
    }
    y_ += plane_height * double(CeilDiv(planes, per_line));
    if (rows < all_rows || columns < all_columns || planes < all_planes)
      Note(fmt::format("Drawn: {} of {} planes, {} of {} rows, {} of {} columns.", planes,
                       all_planes, rows, all_rows, columns, all_columns));
    y_ += 22;
  }

  void DrawPlane(int64_t plane, int64_t rows, int64_t columns, double x, double y, double cell,
                 bool is_labelled) {
    const int rank = layout_.rank();
    MemoryCell cell_at;  // used as a coordinate
    std::string label;
    for (int dim = rank - 3; dim >= 0; --dim) {
      cell_at.first[size_t(dim)] = plane % layout_.sizes[dim];
      plane /= layout_.sizes[dim];
      label = fmt::format("{}, {}", cell_at.first[size_t(dim)], label);
    }
    if (is_labelled) {
      picture_.Text(x, y + 14, fmt::format("[{}:, :]", label), {.size = 13, .colour = kSoftInk});
      y += 24;
    }
    for (int64_t row = 0; row < rows; ++row) {
      for (int64_t column = 0; column < columns; ++column) {
        if (rank > 1) cell_at.first[size_t(rank - 2)] = row;
        cell_at.first[size_t(rank - 1)] = column;
        const int64_t offset = layout_.OffsetOf(std::span(cell_at.first).first(size_t(rank)));
        DrawCell(x + double(column) * cell, y + double(row) * kCellHeight, cell,
                 fmt::format("{}", offset), ColourOfRow(uint64_t(RowNumber(layout_, cell_at))));
      }
    }
  }

  void DrawCell(double x, double y, double width, const std::string& text, RowColour colour) {
    picture_.Rectangle(x, y, width, kCellHeight, colour.fill, "#ffffff");
    const double size = std::min(14.0, 14.0 * (width - 6) / std::max(1.0, TextWidth(text, 14)));
    picture_.Text(x + width / 2, y + kCellHeight / 2 + size * 0.36, text,
                  {.size = size, .colour = colour.ink, .anchor = Anchor::Middle});
  }

  void DrawMemory() {
    const std::vector<MemoryCell> cells = MapMemory(layout_, kMostCells);
    const int64_t count = int64_t(cells.size());
    std::vector<std::string> texts;
    double wanted = 40;
    for (const MemoryCell& cell : cells) {
      texts.push_back(cell.elements ? CoordinateText(layout_, cell) : "");
      wanted = std::max(wanted, TextWidth(texts.back(), 14) + 14);
    }
    const bool is_half_byte = SizeBits(tensor_.type) == 4;
    Heading("Memory", MemoryExplanation());
    wanted = std::min(wanted, 130.0);
    const int64_t per_line = CellsPerLine(int64_t(kInnerWidth / wanted), count, is_half_byte);
    const double width = std::min(wanted * 1.3, kInnerWidth / double(per_line));
    constexpr double kLineHeight = kCellHeight + 26;
    for (int64_t i = 0; i < count; ++i) {
      const int64_t line = i / per_line;
      const double x = kMargin + double(i % per_line) * width;
      const double y = y_ + double(line) * kLineHeight;
      const MemoryCell& cell = cells[size_t(i)];
      if (cell.elements == 0) {
        picture_.Hatched(x, y, width, kCellHeight);
      } else {
        DrawCell(x, y, width, texts[size_t(i)], ColourOfRow(uint64_t(RowNumber(layout_, cell))));
      }
      if (is_half_byte && i % 2 != 0) continue;  // an offset per byte
      picture_.Text(is_half_byte ? x + width : x + width / 2, y + kCellHeight + 15,
                    is_half_byte ? fmt::format("byte {}", i / 2) : fmt::format("{}", i),
                    {.size = 11.5, .colour = kSoftInk, .anchor = Anchor::Middle});
    }
    y_ += kLineHeight * double(CeilDiv(count, per_line));
    if (layout_.RequiredElements() > count)
      Note(fmt::format("Drawn: the first {} of {} places.", count, layout_.RequiredElements()));
  }

  std::string MemoryExplanation() const {
    std::string text = "each cell shows the coordinate of its element; below it, the offset";
    bool has_broadcast = false;
    for (int dim = 0; dim < layout_.rank(); ++dim) has_broadcast |= IsBroadcast(layout_, dim);
    if (has_broadcast) text += "; * stands for every index";
    if (layout_.IsPadded() || layout_.offset > 0) text += "; hatched places are unused";
    return text;
  }

  // Whole rows per line where they fit.
  int64_t CellsPerLine(int64_t fitting, int64_t count, bool is_half_byte) const {
    fitting = std::max<int64_t>(fitting, 2);
    if (is_half_byte) fitting -= fitting % 2;
    if (count <= fitting) return std::max<int64_t>(count, 1);
    int64_t best = 0;
    for (int dim = 0; dim < layout_.rank(); ++dim)
      if (layout_.sizes[dim] > 1 && layout_.strides[dim] > 1)
        best = std::max(best, fitting / layout_.strides[dim] * layout_.strides[dim]);
    return best == 0 || (is_half_byte && best % 2 != 0) ? fitting : best;
  }

  const TensorDesc& tensor_;
  const Layout& layout_;
  Picture picture_;
  double y_ = 0;
};

}  // namespace

std::string TensorPicture(const TensorDesc& tensor) { return TensorDrawing(tensor).Draw(); }

std::string Properties(const Layout& layout) {
  std::vector<std::string> words;
  if (layout.IsPacked()) words.push_back("packed");
  if (layout.IsPadded()) words.push_back("padded");
  Layout without_broadcast = layout;
  for (int dim = 0; dim < layout.rank(); ++dim)
    if (IsBroadcast(layout, dim)) without_broadcast.sizes[dim] = 1;
  if (layout.HasBroadcast()) words.push_back("broadcast");
  if (without_broadcast.IsOverlapping()) words.push_back("overlapping");
  if (words.empty()) words.push_back("offset");
  return fmt::format("{}", fmt::join(words, ", "));
}

}  // namespace weft::draw
