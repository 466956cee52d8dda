// SPDX-License-Identifier: MIT
// The sums of a convolution whose channels keep to themselves, for pixels whose channels lie next
// to each other: all channels of a tap meet as many weights.
#pragma once

#include <cstddef>
#include <cstdint>

namespace weft {

// Inputs, weights and sums have units of 4 bytes: a float32, or two int16 of which the second is 0.
struct PixelRun {
  // Tap t of pixel p is at inputs[t] + p * input_steps[t], in bytes. Padding has a step of 0.
  const std::byte* const* inputs;
  const int64_t* input_steps;
  const std::byte* const* weights;  // of each tap
  int64_t taps;
  std::byte* outputs;
  int64_t output_step;  // in bytes
  int64_t pixels;
  int64_t columns;         // channels
  const std::byte* start;  // what the sums begin with; null: with what the outputs hold
};
using PixelKernel = void (*)(const PixelRun& run);

PixelKernel FloatDepthwisePixels();
PixelKernel IntegerDepthwisePixels();

}  // namespace weft
