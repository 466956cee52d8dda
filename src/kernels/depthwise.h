// SPDX-License-Identifier: MIT
// The sums of a convolution whose channels keep to themselves, for one of them: each tap of the
// filter is a number that meets a run of inputs.
#pragma once

#include <cstddef>
#include <cstdint>

namespace weft {

// sums[i] = start + weights[0] * input[offsets[0] + i] + weights[1] * input[offsets[1] + i] + ..
struct PlaneTaps {
  const float* input;
  const int64_t* offsets;
  const std::byte* weights;  // float32
  int64_t taps;
  float start;
};
// At most this many sums too many are computed, and as many inputs read.
inline constexpr int64_t kPlaneSlack = 8;
using PlaneKernel = void (*)(float* sums, int64_t count, const PlaneTaps& taps);
PlaneKernel DepthwisePlane();

// The same for rows of outputs where taps 0 to 2 are neighbours, 3 to 5 are below them, and 6 to 8
// below these: a row of inputs is `pitch` numbers after the one above it. No fewer than kPlaneSlack
// columns; only they are written.
struct PlaneRows {
  std::byte* outputs;  // float32
  int64_t row_bytes;
  int64_t rows, columns;
};
using SquareKernel = void (*)(const PlaneRows& to, const PlaneTaps& taps, int64_t pitch);
SquareKernel DepthwiseSquare();

}  // namespace weft
