// SPDX-License-Identifier: MIT
// The innermost loops of a matrix product: a few rows of A times panels of B, with every
// accumulator in a register. Compiled for several instruction sets, which differ in how many
// columns a panel has.
#pragma once

#include <cstddef>
#include <cstdint>

namespace weft {

inline constexpr int64_t kGemmRows = 6;           // of A at once
inline constexpr int64_t kMostPanelColumns = 16;  // on any instruction set

// One block of the product: c[rows, panels * panel columns] = added + a[rows, depth] * b.
struct GemmBlock {
  float* c;            // aligned to nothing
  int64_t c_step;      // floats between rows
  const float* added;  // may be c, or null
  int64_t added_step;
  // Element (r, k) is at r / 6 * a_six + r % 6 * a_row + k * a_depth, in bytes.
  const std::byte* a;
  int64_t a_six, a_row, a_depth;
  // Rows of panels, in floats; packed ones lie one after the other, each `depth` times its columns.
  const float* b;
  int64_t b_depth, b_panel;
  int64_t rows, panels, depth;
};

struct GemmKernel {
  int64_t panel_columns;
  void (*multiply)(const GemmBlock& block);
};

const GemmKernel& BestGemmKernel();

}  // namespace weft
