// SPDX-License-Identifier: MIT
// Few rows of A times a B whose columns are contiguous: every element is a dot product along
// memory, so nothing needs to be packed. The innermost loops, compiled for several instruction
// sets.
#pragma once

#include <cstddef>
#include <cstdint>

namespace weft {

inline constexpr int64_t kMostDotRows = 6;
inline constexpr int64_t kDotColumns = 4;        // worth giving at once
inline constexpr int64_t kMostDotColumns = 256;  // of a block, whose sums fit on a stack
inline constexpr int64_t kDotDepth = 1024;       // … so that the rows of A stay in the cache

// c[rows, columns] (+)= a[rows, depth] * b[depth, columns], both contiguous along the depth. How an
// element adds up depends on `rows` and `depth` alone.
struct DotBlock {
  float* c;        // aligned to nothing
  int64_t c_step;  // floats between rows
  const std::byte* a;
  int64_t a_row;  // bytes between rows
  const std::byte* b;
  int64_t b_column;  // bytes between columns
  int64_t rows, columns, depth;
  bool add;  // to what is in c
};

using DotKernel = void (*)(const DotBlock& block);

DotKernel BestDotKernel();

}  // namespace weft
