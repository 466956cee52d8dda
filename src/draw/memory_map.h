// SPDX-License-Identifier: MIT
// A layout seen from the memory's side: which element lies at each offset. Sizes {2,3} with strides
// {5,1} give (0,0) (0,1) (0,2) – – (1,0) (1,1) (1,2).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "weft/tensor.h"

namespace weft::draw {

struct MemoryCell {
  uint64_t elements = 0;                  // how many coordinates share the offset; 0: a gap
  std::array<int64_t, kMaxRank> first{};  // the first of them in logical order
};

// The first `most` offsets of a layout. The work depends on `most` and the rank only,
// however large or contrived the layout is.
std::vector<MemoryCell> MapMemory(const Layout& layout, int64_t most);

// "1,2": dimensions of size 1 are left out (unless all are), broadcast ones are '*', and "×3" says
// that three elements share the offset for another reason.
std::string CoordinateText(const Layout& layout, const MemoryCell& cell);
// The dimensions CoordinateText shows.
std::vector<int> ShownDimensions(const Layout& layout);

bool IsBroadcast(const Layout& layout, int dim);

// Which row of the last two dimensions an element belongs to, counted through all planes; drawings
// give each its colour. Broadcast dimensions do not count.
int64_t RowNumber(const Layout& layout, const MemoryCell& cell);

}  // namespace weft::draw
