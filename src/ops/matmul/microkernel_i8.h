// SPDX-License-Identifier: MIT
// The innermost loops of an integer matrix product: a few rows of A, less their zero points in 16
// bits, times one panel of B as it is, in 8 bits that are widened in registers. Numbers come in
// pairs along the depth; sums of 32 bits are in registers.
#pragma once

#include <cstddef>
#include <cstdint>

namespace weft {

inline constexpr int64_t kIntegerRows = 6;
inline constexpr int64_t kMostIntegerColumns = 16;  // of a panel, on any instruction set

// c[rows, panel] = sum over pairs; of each pair A has 6 * 2 numbers and B panel columns * 2. Where
// B has zero points, c is less each one's product with the sum of a row of A.
struct IntegerTile {
  int32_t* c;
  int64_t c_step;
  const int16_t* a;
  const int32_t* a_sums;
  const std::byte* b;
  const std::byte* b_zeros;  // one for each column, of B's type; null if there are none
  int64_t rows, pairs;       // at most 6 rows
};

struct IntegerKernel {
  int64_t panel_columns;
  void (*multiply)(const IntegerTile& tile);
  // Contiguous numbers of A less a zero point of the same type; returns their sum.
  int32_t (*center)(int16_t* centered, const std::byte* numbers, int64_t count, std::byte zero);
};

const IntegerKernel& BestIntegerKernel(bool a_is_signed, bool b_is_signed);

}  // namespace weft
