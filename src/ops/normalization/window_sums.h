// SPDX-License-Identifier: MIT
// Sums over a window around every element of a line. The time does not depend on the length of the
// window, and nothing is subtracted, so that an infinity or a large number has no effect outside of
// its windows.
#pragma once

#include <cstdint>

namespace weft {

// The window of an element: so many elements before and after it, clipped to the line.
struct SumWindow {
  int64_t before;
  int64_t after;
};
// Packed floats: `outer` times lines of `count` elements, at a stride of `inner`.
struct PackedLines {
  int64_t outer, count, inner;
};

// In place. Sums are in float64; `scratch` has as many doubles as there are floats.
void WindowSums(float* values, const PackedLines& lines, SumWindow window, double* scratch);

}  // namespace weft
