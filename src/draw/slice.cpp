// SPDX-License-Identifier: MIT
// What a slice picks, as a picture: the plane of the last two dimensions with the window's frame,
// the picked elements numbered in the order they are written, and the output they become.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "base/split.h"
#include "draw/draw.h"
#include "draw/svg.h"

namespace weft::draw {
namespace {

constexpr double kMargin = 36;
constexpr double kPlaneWidth = 500;
constexpr double kAxisWidth = 24;   // for the row numbers
constexpr int64_t kMostCells = 24;  // per direction

// One of the two drawn dimensions: which indices are picked, in output order.
struct Axis {
  int64_t size = 1;
  int64_t offset = 0;  // of the window
  int64_t window = 1;
  int64_t stride = 1;
  int64_t picks = 1;

  // A negative stride starts at the window's far end.
  int64_t Pick(int64_t i) const {
    return stride > 0 ? offset + i * stride : offset + window - 1 + i * stride;
  }
};

Axis AxisOf(const Sizes& sizes, const SliceWindow& window, int dim) {
  if (dim < 0) return {};
  return {sizes[dim], window.offsets[size_t(dim)], window.sizes[size_t(dim)],
          window.strides[size_t(dim)], window.output_sizes[dim]};
}

class SliceDrawing {
 public:
  SliceDrawing(const std::string& slice, const Sizes& sizes, const SliceWindow& window)
      : slice_(slice),
        sizes_(sizes),
        window_(window),
        rows_(AxisOf(sizes, window, sizes.rank() - 2)),
        columns_(AxisOf(sizes, window, sizes.rank() - 1)) {
    shown_rows_ = std::min(rows_.size, kMostCells);
    shown_columns_ = std::min(columns_.size, kMostCells);
    cell_ = std::min(52.0, (kPlaneWidth - kAxisWidth) / double(shown_columns_));
    radius_ = cell_ * 0.29;
    // Clear of the input, and of its heading when that is wider.
    output_x_ = std::max(left_ + cell_ * double(shown_columns_), kMargin + 240) + 80;
  }

  std::string Draw() {
    DrawTitle();
    DrawGrid();
    DrawPicks();
    DrawOutput();
    double bottom = top_ + cell_ * double(shown_rows_) + 26;
    bottom = std::max(bottom, output_bottom_ + 14);
    if (shown_rows_ < rows_.size || shown_columns_ < columns_.size) {
      picture_.Text(kMargin, bottom + 14,
                    fmt::format("Drawn: the first {} of {} rows and {} of {} columns.", shown_rows_,
                                rows_.size, shown_columns_, columns_.size),
                    {.size = 12, .colour = kSoftInk});
      bottom += 24;
    }
    return picture_.Finish(bottom + kMargin * 0.5);
  }

 private:
  void DrawTitle() {
    picture_.Text(kMargin, 48, fmt::format("{}  of sizes {}", slice_, fmt::join(sizes_, " × ")),
                  {.size = 21, .bold = true});
    picture_.Text(kMargin, 72,
                  fmt::format("SLICE1  ·  window offsets {}  ·  sizes {}  ·  strides {}",
                              fmt::join(window_.offsets, ", "), fmt::join(window_.sizes, ", "),
                              fmt::join(window_.strides, ", ")),
                  {.size = 14, .colour = kSoftInk});
    std::string heading = "Input";
    if (sizes_.rank() > 2) {
      heading += ", plane [";
      for (int dim = 0; dim < sizes_.rank() - 2; ++dim)
        heading += fmt::format("{}, ", AxisOf(sizes_, window_, dim).Pick(0));
      heading += ":, :]";
    }
    picture_.Text(kMargin, 108, heading, {.size = 15, .bold = true});
    picture_.Text(output_x_, 108, "Output", {.size = 15, .bold = true});
    top_ = 140;
  }

  double X(int64_t column) const { return left_ + double(column) * cell_; }
  double Y(int64_t row) const { return top_ + double(row) * cell_; }

  void DrawGrid() {
    const double size = std::min(12.0, cell_ * 0.36);
    for (int64_t column = 0; column < shown_columns_; ++column)
      picture_.Text(X(column) + cell_ / 2, top_ - 8, fmt::format("{}", column),
                    {.size = size, .colour = kSoftInk, .anchor = Anchor::Middle});
    for (int64_t row = 0; row < shown_rows_; ++row) {
      picture_.Text(left_ - 8, Y(row) + cell_ / 2 + size * 0.36, fmt::format("{}", row),
                    {.size = size, .colour = kSoftInk, .anchor = Anchor::End});
      for (int64_t column = 0; column < shown_columns_; ++column)
        picture_.Rectangle(X(column), Y(row), cell_, cell_, "#f6f8fa", "#d5dbe2");
    }
  }

  bool IsShown(int64_t row, int64_t column) const {
    return rows_.Pick(row) < shown_rows_ && columns_.Pick(column) < shown_columns_;
  }

  // Calls draw(row, column, number) for the picks inside the drawn grid, in output order.
  template <class Function>
  void ForEachPick(Function draw) const {
    const auto range = [](const Axis& axis, int64_t shown) {
      // Picks below `shown`: a leading or, walking backwards, a trailing part of all of them.
      int64_t begin = 0, end = axis.picks;
      if (axis.stride > 0) {
        end = std::clamp<int64_t>(CeilDiv(shown - axis.offset, axis.stride), 0, end);
      } else if (axis.Pick(0) >= shown) {
        const int64_t step = -axis.stride;
        begin = std::min((axis.Pick(0) - shown) / step + 1, end);
      }
      return std::pair(begin, end);
    };
    const auto [first_row, last_row] = range(rows_, shown_rows_);
    const auto [first_column, last_column] = range(columns_, shown_columns_);
    for (int64_t row = first_row; row < last_row; ++row)
      for (int64_t column = first_column; column < last_column; ++column)
        draw(row, column, row * columns_.picks + column + 1);
  }

  void DrawPicks() {
    ForEachPick([&](int64_t row, int64_t column, int64_t) {
      picture_.Rectangle(X(columns_.Pick(column)), Y(rows_.Pick(row)), cell_, cell_,
                         ColourOfRow(uint64_t(row)).fill, "#ffffff");
    });
    picture_.DashedFrame(
        X(std::min(columns_.offset, shown_columns_)) - 3,
        Y(std::min(rows_.offset, shown_rows_)) - 3,
        cell_ * double(std::clamp<int64_t>(shown_columns_ - columns_.offset, 0, columns_.window)) +
            6,
        cell_ * double(std::clamp<int64_t>(shown_rows_ - rows_.offset, 0, rows_.window)) + 6, kInk);

    bool has_last = false;
    double last_x = 0, last_y = 0;
    int64_t last_row = 0, last_number = 0;
    ForEachPick([&](int64_t row, int64_t column, int64_t number) {
      const double x = X(columns_.Pick(column)) + cell_ / 2, y = Y(rows_.Pick(row)) + cell_ / 2;
      if (has_last && number == last_number + 1) {
        const double length = std::hypot(x - last_x, y - last_y);
        const double dx = (x - last_x) / length * (radius_ + 2),
                     dy = (y - last_y) / length * (radius_ + 2);
        const bool turns = row != last_row;
        picture_.Arrow(last_x + dx, last_y + dy, x - dx, y - dy, turns ? "#9aa4af" : kInk, turns);
      }
      has_last = true;
      last_x = x, last_y = y, last_row = row, last_number = number;
    });
    ForEachPick([&](int64_t row, int64_t column, int64_t number) {
      const double x = X(columns_.Pick(column)) + cell_ / 2, y = Y(rows_.Pick(row)) + cell_ / 2;
      const RowColour colour = ColourOfRow(uint64_t(row));
      picture_.Circle(x, y, radius_, "#ffffff", colour.ink);
      DrawNumber(x, y, number, radius_ * 1.7, colour);
    });
  }

  void DrawNumber(double x, double y, int64_t number, double width, RowColour colour) {
    const std::string text = fmt::format("{}", number);
    const double size = std::min(14.0, width / std::max(1.6, double(text.size()) * 0.6));
    picture_.Text(x, y + size * 0.36, text,
                  {.size = size, .colour = colour.ink, .anchor = Anchor::Middle, .bold = true});
  }

  void DrawOutput() {
    const int64_t columns = std::min(columns_.picks, kMostCells);
    const int64_t rows = std::min(rows_.picks, kMostCells);
    const double cell = std::min(cell_, (kPictureWidth - kMargin - output_x_) / double(columns));
    for (int64_t row = 0; row < rows; ++row) {
      for (int64_t column = 0; column < columns; ++column) {
        const RowColour colour = ColourOfRow(uint64_t(row));
        const double x = output_x_ + double(column) * cell, y = top_ + double(row) * cell;
        picture_.Rectangle(x, y, cell, cell, colour.fill, "#ffffff");
        DrawNumber(x + cell / 2, y + cell / 2, row * columns_.picks + column + 1, cell * 0.7,
                   colour);
      }
    }
    output_bottom_ = top_ + double(rows) * cell + 22;
    picture_.Text(output_x_, output_bottom_,
                  fmt::format("sizes {}", fmt::join(window_.output_sizes, " × ")),
                  {.size = 12, .colour = kSoftInk});
  }

  const std::string& slice_;
  const Sizes& sizes_;
  const SliceWindow& window_;
  Axis rows_, columns_;
  int64_t shown_rows_, shown_columns_;
  double cell_, radius_;
  double left_ = kMargin + kAxisWidth;
  double output_x_ = 0;
  double top_ = 0;
  double output_bottom_ = 0;
  Picture picture_;
};

}  // namespace

std::string SlicePicture(const std::string& slice, const Sizes& sizes, const SliceWindow& window) {
  return SliceDrawing(slice, sizes, window).Draw();
}

}  // namespace weft::draw
