// SPDX-License-Identifier: MIT
// The innermost loops of an integer matrix product: a few rows of A times one panel of B, 16-bit
// numbers in pairs along the depth, 32-bit sums in registers.
#pragma once

#include <cstdint>

namespace weft {

inline constexpr int64_t kIntegerRows = 4;
inline constexpr int64_t kMostIntegerColumns = 16;  // of a panel, on any instruction set

// c[rows, panel] = sum over pairs; of each pair A has 4 * 2 numbers and B panel columns * 2.
struct IntegerTile {
  int32_t* c;
  int64_t c_step;
  const int16_t *a, *b;
  int64_t rows, pairs;  // at most 4 rows
};

struct IntegerKernel {
  int64_t panel_columns;
  void (*multiply)(const IntegerTile& tile);
};

const IntegerKernel& BestIntegerKernel();

}  // namespace weft
