// SPDX-License-Identifier: MIT
// The sums of a convolution of 3 x 3 taps whose channels keep to themselves, with Strides and
// Dilations of 1 in the direction it walks: weights stay in registers, and what a step reads
// belongs to three sums.
#pragma once

#include <cstddef>
#include <cstdint>

namespace weft {

// Output i meets what is at inputs[r] + (i + k) * input_steps[r], in bytes, times weights[r][k].
struct SquareWalk {
  const std::byte* inputs[3];
  int64_t input_steps[3];
  std::byte* outputs;
  int64_t output_step;
  int64_t count;
};

// float32 all of them. `columns` neighbours walk side by side, each with the same weights {number
// of row 0 and step 0, of row 0 and step 1, ..}. No fewer than kSquareColumns. The walk's inputs
// are neighbours too: inputs[r] is r numbers behind inputs[0], and their steps are the same.
inline constexpr int64_t kSquareColumns = 8;
// What is beyond an edge counts as 0, though it is read: what row 0 has for the first column, or
// row 2 for the last one.
struct SquareEdges {
  bool left = false, right = false;
};
using SquarePlaneKernel = void (*)(const SquareWalk& walk, int64_t columns, const float* weights,
                                   float start, const SquareEdges& edges);
SquarePlaneKernel SquarePlane();

// Each of the columns has weights of its own, and its own start. Any number.
using SquarePixelsKernel = void (*)(const SquareWalk& walk, int64_t columns,
                                    const std::byte* const* weights, const std::byte* start);
SquarePixelsKernel SquarePixels();

}  // namespace weft
