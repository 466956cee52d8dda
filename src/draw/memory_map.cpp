// SPDX-License-Identifier: MIT
// See memory_map.h. The map grows one dimension at a time, last first: what the inner dimensions
// reach is repeated at every step of the next one. Taking steps in order makes the coordinate that
// arrives first at an offset the first in logical order.
#include "draw/memory_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace weft::draw {
namespace {

uint64_t SaturatingAdd(uint64_t a, uint64_t b) {
  return a > std::numeric_limits<uint64_t>::max() - b ? std::numeric_limits<uint64_t>::max()
                                                      : a + b;
}

}  // namespace

bool IsBroadcast(const Layout& layout, int dim) {
  return layout.sizes[dim] > 1 && layout.strides[dim] == 0;
}

std::vector<MemoryCell> MapMemory(const Layout& given, int64_t most) {
  // A dimension that runs backwards is mapped from its other end, and its index turned at the end.
  Layout layout = given;
  for (int dim = 0; dim < layout.rank(); ++dim) {
    if (layout.sizes[dim] < 2 || layout.strides[dim] >= 0) continue;
    layout.offset += (layout.sizes[dim] - 1) * layout.strides[dim];
    layout.strides[dim] = -layout.strides[dim];
  }
  const int64_t count = std::min(layout.RequiredElements(), most);
  std::vector<MemoryCell> cells(static_cast<size_t>(count));
  if (layout.offset < count) cells[size_t(layout.offset)].elements = 1;
  for (int dim = layout.rank() - 1; dim >= 0; --dim) {
    const int64_t stride = layout.strides[dim];
    if (layout.sizes[dim] == 1 || stride == 0) continue;  // broadcast is shown, not counted
    const std::vector<MemoryCell> inner = cells;
    for (int64_t step = 1; step < layout.sizes[dim] && stride <= (count - 1) / step; ++step) {
      for (int64_t from = 0; from + step * stride < count; ++from) {
        if (inner[size_t(from)].elements == 0) continue;
        MemoryCell& cell = cells[size_t(from + step * stride)];
        if (cell.elements == 0) {
          cell.first = inner[size_t(from)].first;
          cell.first[size_t(dim)] = step;
        }
        cell.elements = SaturatingAdd(cell.elements, inner[size_t(from)].elements);
      }
    }
  }
  for (MemoryCell& cell : cells)
    for (int dim = 0; dim < layout.rank() && cell.elements > 0; ++dim)
      if (layout.strides[dim] != given.strides[dim])
        cell.first[size_t(dim)] = layout.sizes[dim] - 1 - cell.first[size_t(dim)];
  return cells;
}

std::vector<int> ShownDimensions(const Layout& layout) {
  std::vector<int> shown;
  for (int dim = 0; dim < layout.rank(); ++dim)
    if (layout.sizes[dim] > 1) shown.push_back(dim);
  if (shown.empty()) shown.push_back(layout.rank() - 1);
  return shown;
}

std::string CoordinateText(const Layout& layout, const MemoryCell& cell) {
  std::string text;
  for (const int dim : ShownDimensions(layout)) {
    if (!text.empty()) text += ',';
    text += IsBroadcast(layout, dim) ? "*" : fmt::format("{}", cell.first[size_t(dim)]);
  }
  if (cell.elements > 1) text += fmt::format(" ×{}", cell.elements);
  return text;
}

int64_t RowNumber(const Layout& layout, const MemoryCell& cell) {
  int64_t row = 0;
  for (int dim = 0; dim + 1 < layout.rank(); ++dim) {
    if (IsBroadcast(layout, dim)) continue;
    // Only the remainder by a small palette is of interest: unsigned wrap-around does no harm.
    row = int64_t(uint64_t(row) * uint64_t(layout.sizes[dim]) + uint64_t(cell.first[size_t(dim)]));
  }
  return row & std::numeric_limits<int64_t>::max();
}

}  // namespace weft::draw
