// SPDX-License-Identifier: MIT
// Sums over a window around every element of a line. A long window costs no more than a short one,
// and nothing is ever subtracted: an infinity or a large number leaves no trace outside its window.
#pragma once

#include <cstdint>

namespace weft {

// Elements that many places before and after, as far as the line goes.
struct SumWindow {
  int64_t before;
  int64_t after;
};
// Packed floats: `outer` times lines of `count` elements, which lie `inner` apart.
struct PackedLines {
  int64_t outer, count, inner;
};

// In place. Sums are in float64; `scratch` has as many doubles as there are floats.
void WindowSums(float* values, const PackedLines& lines, SumWindow window, double* scratch);

}  // namespace weft
