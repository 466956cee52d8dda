// SPDX-License-Identifier: MIT
// The innermost loops of float32 products, compiled for several instruction sets: panels of B by a
// few rows of A (microkernel_f32.cpp), and dot products of few rows (dot_rows.cpp). Accumulators
// are registers. No pointer needs alignment.
#pragma once

#include <cstddef>
#include <cstdint>

namespace weft {

// A tile is 6 rows by two vectors of columns: 12 accumulators, two vectors of B and one number of A
// fit into 16 registers.
inline constexpr int64_t kMr = 6;
constexpr int64_t NrOf(int64_t vector_bytes) { return 2 * vector_bytes / int64_t(sizeof(float)); }
inline constexpr int64_t kMostNr = NrOf(32);  // of the instruction sets that kernels are made for

// c[rows, panels * nr] = added + a[rows, depth] * b[depth, panels * nr]. An element adds up its
// terms in order, then what is added.
struct PanelBlock {
  float* c;
  int64_t c_step;      // floats from row to row
  const float* added;  // may be c, or null
  int64_t added_step;
  // Element (r, k) is at r / kMr * a_tile + r % kMr * a_row + k * a_depth, in bytes.
  const std::byte* a;
  int64_t a_tile, a_row, a_depth;
  // Element (k, j) is at j / nr * b_panel + k * b_depth + j % nr, in floats.
  const float* b;
  int64_t b_depth, b_panel;
  int64_t rows, panels, depth;
};

struct PanelKernel {
  int64_t nr;
  void (*multiply)(const PanelBlock& block);
};
const PanelKernel& BestPanelKernel();

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

using DotKernel = void (*)(const DotBlock& block);
DotKernel BestDotKernel();

}  // namespace weft
