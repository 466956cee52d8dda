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

}  // namespace weft
