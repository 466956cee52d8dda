// SPDX-License-Identifier: MIT
// The innermost loops of products, compiled for several instruction sets: panels of B by a few rows
// of A (microkernel.cpp), and dot products of few rows (dot_rows.cpp). Accumulators are registers.
// No pointer needs alignment.
//
// The depth is counted in units, in which A has 4 bytes: one float32, two neighbouring terms as
// int16, or four as uint8. The accumulators have 4 bytes, too: what is said of floats holds for
// int32.
#pragma once

#include <cstddef>
#include <cstdint>

#include "weft/tensor.h"

namespace weft {

// A tile is two vectors of columns or one, by as many rows as there are registers for, beside the
// vectors of B and one unit of A: 6 or 12 of 16 registers, 12 or 16 of 32, which AVX-512 and NEON
// have.
inline constexpr int64_t kMostVectors = 2;
inline constexpr int64_t kMostMr = 16;
constexpr int64_t RowsOfTile(int64_t vectors, int64_t vector_bytes) {
  const bool many_registers = vector_bytes == 64 || vector_bytes == 16;
  return vectors == 1 ? (many_registers ? 16 : 12) : (many_registers ? 12 : 6);
}
inline constexpr int64_t kMostNr = kMostVectors * 64 / int64_t(sizeof(float));

// c[rows, panels * nr] = added + a[rows, depth] * b[depth, panels * nr]. An element adds up its
// terms in order, then what is added.
struct PanelBlock {
  float* c;
  int64_t c_step;      // floats from row to row
  const float* added;  // may be c, or null
  int64_t added_step;
  // Unit (r, k) is at r / mr * a_tile + r % mr * a_row + k * a_depth, in bytes.
  const std::byte* a;
  int64_t a_tile, a_row, a_depth;
  // Unit (k, j) is at j / nr * b_panel + k * b_depth + its bytes * (j % nr), in bytes.
  const std::byte* b;
  int64_t b_depth, b_panel;
  int64_t rows, panels, depth;
  // Of integers: behind the units of a panel, A has so many int32 for each row and B, if there are
  // any, one for each column. Their products are subtracted; of quads B's holds two.
  int64_t corrections = 0;
};

// A zero point of 8 bits, and a sum of as many differences of such as a k block has terms.
constexpr int32_t CorrectionOfQuads(int32_t zero, int32_t sum) {
  return int32_t(uint32_t(sum) << 8 | (uint32_t(zero) & 255));
}

using PanelKernel = void (*)(const PanelBlock& block);
// For units of so many terms: 1 of floats, 2 of INT8 or UINT8 in `b`, or 4 of int8, which machines
// take that have Machine::has_int8_dots. `nr` is one vector or two. Pairs need packed rows of A.
// Null where this machine has no such kernel.
PanelKernel BestPanelKernel(int64_t terms, DataType b, int64_t nr);

inline constexpr int64_t kMostDotRows = 6;
inline constexpr int64_t kDotColumns = 4;        // of a tile, at most
inline constexpr int64_t kMostDotColumns = 256;  // of a block, whose sums fit on a stack
inline constexpr int64_t kDotDepth = 1024;       // … so that the rows of A stay in the cache

// c[rows, columns] (+)= a[rows, depth] * b[depth, columns], both contiguous along the depth. An
// element is the sum of several that are added up beside each other, whose number depends on
// `rows` and `depth` alone.
struct DotBlock {
  float* c;
  int64_t c_step;  // floats from row to row
  const std::byte* a;
  int64_t a_row;  // bytes from row to row
  const std::byte* b;
  int64_t b_column;              // bytes from column to column
  int64_t rows, columns, depth;  // at most kMostDotRows rows
  bool add;                      // to what is in c
};

void MultiplyDots(const DotBlock& block);

}  // namespace weft
