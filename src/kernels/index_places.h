// SPDX-License-Identifier: MIT
// The innermost loops of gathers and scatters: indices become places, which are offsets in bytes
// into the whole tensor, and elements move between their places and the picked tensor. Working
// block by block keeps the two apart: one loop per index type, one per element size.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "weft/tensor.h"

namespace weft {

// A dimension of the whole tensor that one number of an index tuple counts along. A scatter takes
// indices from `begin` to `end` - 1 only.
struct IndexedAxis {
  int64_t size = 1;
  int64_t stride = 0;
  int64_t begin = 0;
  int64_t end = 1;
};
struct IndexTuple {
  std::array<IndexedAxis, kMaxRank> axes{};
  int length = 0;
  int64_t step = 0;  // between the numbers of one tuple

  // A dimension of size 1 keeps stride 0: its own stride says nothing and could overflow.
  void Push(int64_t size, int64_t stride) {
    axes[length++] = {size, size > 1 ? stride : 0, 0, size};
  }
};

inline constexpr int64_t kNoPlace = INT64_MIN;  // out of range; nothing is written

// Rows and columns of index tuples, in bytes; the places are packed.
struct IndexBlock {
  int64_t rows = 1;
  int64_t columns = 1;
  int64_t row_step = 0;
  int64_t column_step = 0;
};
using FillPlaces = void (*)(int64_t* places, const std::byte* indices, const IndexBlock& block,
                            const IndexTuple& tuple);
// Negative numbers of a signed type count from the end. What is still out of range becomes the
// nearest element when `clamp` is set, else kNoPlace.
FillPlaces PlacesOf(DataType index_type, bool clamp);

// Rows and columns of elements. The element of the whole tensor lies
// r * whole_row + c * whole_column + places[r * place_row + c] bytes on.
struct PlaceBlock {
  int64_t rows = 1;
  int64_t columns = 1;
  int64_t place_row = 0;
  int64_t picked_row = 0;
  int64_t picked_column = 0;
  int64_t whole_row = 0;
  int64_t whole_column = 0;
};
using MoveElements = void (*)(std::byte* dst, const std::byte* src, const int64_t* places,
                              const PlaceBlock& block);
// For elements of 1, 2, 4, 8, 16 or 32 bytes; null for other sizes.
MoveElements GatherElementsOf(int64_t bytes);   // dst is the picked tensor
MoveElements ScatterElementsOf(int64_t bytes);  // src is the picked tensor

}  // namespace weft
