// SPDX-License-Identifier: MIT
// Rows of float32 to which others are added, each times a number.
#pragma once

#include <cstddef>
#include <cstdint>

namespace weft {

// to[r, j] = alpha * to[r, j] + beta * from[r, j]. Nothing needs alignment; no row is another's.
struct ScaledSum {
  float* to;
  int64_t to_step;  // floats from row to row
  int64_t rows, columns;
  float alpha = 1, beta = 0;
  const std::byte* from = nullptr;  // none: nothing is added
  int64_t from_step = 0;            // bytes from row to row; 0 where all add the same
  bool one_number = false;          // from[r] is added to all of a row
};

void Add(const ScaledSum& sum);

}  // namespace weft
