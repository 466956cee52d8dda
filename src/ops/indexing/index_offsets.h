// SPDX-License-Identifier: MIT
// The innermost loops of gathers and scatters: indices become byte offsets into the whole tensor,
// and then elements move between these offsets and the picked tensor. These are two loops over a
// block, so that there is one loop per index type and one per element size. Only the most frequent
// case, a gather of elements by single indices, has both in one loop.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/assert.h"
#include "weft/tensor.h"

namespace weft {

// The dimension of the whole tensor that one number of an index tuple is an index of. A scatter
// takes indices from `begin` to `end` - 1 only.
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

  // A dimension of size 1 gets stride 0: its own stride is arbitrary and could overflow.
  void Push(int64_t size, int64_t stride) {
    WEFT_ASSERT(length < kMaxRank);
    axes[length++] = {size, size > 1 ? stride : 0, 0, size};
  }
};

// Rows and columns of the picked tensor, with their steps in bytes in each tensor.
struct IndexedBlock {
  int64_t rows = 1;
  int64_t columns = 1;
  int64_t picked_row = 0;
  int64_t picked_column = 0;
  int64_t whole_row = 0;
  int64_t whole_column = 0;
  int64_t indices_row = 0;
  int64_t indices_column = 0;
};

inline constexpr int64_t kNoOffset = INT64_MIN;  // out of range; nothing is written

// Writes the offsets of a block, packed.
using FillOffsets = void (*)(int64_t* offsets, const std::byte* indices, const IndexedBlock& block,
                             const IndexTuple& tuple);
// Negative numbers of a signed type count from the end. What is still out of range becomes the
// nearest element when `clamp` is set, else kNoOffset.
FillOffsets OffsetsOf(DataType index_type, bool clamp);

// Moves the elements of a block. In the whole tensor they lie
// r * whole_row + c * whole_column + offsets[r * columns + c] bytes on.
using MoveElements = void (*)(std::byte* dst, const std::byte* src, const int64_t* offsets,
                              const IndexedBlock& block);
// For elements of 1, 2, 4, 8, 16 or 32 bytes; null for other sizes.
MoveElements GatherElementsOf(int64_t bytes);   // dst is the picked tensor
MoveElements ScatterElementsOf(int64_t bytes);  // src is the picked tensor

// A gather by single indices in one loop, which is faster than computing offsets first.
using GatherByIndex = void (*)(std::byte* dst, const std::byte* src, const std::byte* indices,
                               const IndexedBlock& block, const IndexedAxis& axis);
GatherByIndex GatherByIndexOf(DataType index_type, int64_t bytes);  // bytes as above

}  // namespace weft
