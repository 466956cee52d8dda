// SPDX-License-Identifier: MIT
// A convolution of any direction as sums over taps. Outputs that are `output_step` apart meet the
// same taps of the filter, at positions of the input that advance evenly: they are a phase. Forward
// there is one; backward with a stride of 2 even and odd outputs meet different taps.
//
//   forward,  Strides 2, Dilations 3, StartPadding 1: output j meets tap k at 2j + 3k - 1
//   backward, Strides 2, Dilations 1, StartPadding 1: output 2j + 1 meets tap 2m at j + 1 - m
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/split.h"

namespace weft {

inline constexpr int kMostConvolved = 3;  // spatial dimensions
inline constexpr int64_t kFloatBytes = sizeof(float);

// Of one dimension.
struct ConvolutionPhase {
  int64_t first;       // output
  int64_t count;       // of outputs
  int64_t with_input;  // of those, the first so many see the input; the others see padding only
  int64_t taps, first_tap, tap_step;
  int64_t position,
      position_step;  // of the first output: in the input, for the first tap and the next

  int64_t Span() const { return taps > 1 ? (taps - 1) * position_step : 0; }  // to the last tap
};

// Positions that some outputs of a phase meet, from the first one on; all others are between them.
struct MetPositions {
  int64_t first, step, count;
  Range inside;  // of the count: those that are positions of the input

  bool AreInside() const { return inside.count() == count; }
};

// Of `count` positions that are `step` apart, from `first` on, those inside [0, size).
inline Range Inside(int64_t first, int64_t step, int64_t count, int64_t size) {
  const auto at = [&](int64_t position) {
    return position <= first ? 0 : std::min(CeilDiv(position - first, step), count);
  };
  return {at(0), at(size)};
}

struct ConvolvedDim {
  int64_t input_size = 1, output_size = 1, filter_size = 1;
  int64_t stride = 1, dilation = 1, start_padding = 0;
  int64_t windows = 1;  // outputs that see the input, forward
  bool backward = false;
  int64_t input_bytes = 0, output_bytes = 0;  // from one pixel to the next

  int64_t input_step() const { return backward ? 1 : stride; }  // from an output to the next one
  int64_t output_step() const { return backward ? stride : 1; }
  int64_t phases() const { return backward ? std::min(stride, output_size) : 1; }
  ConvolutionPhase PhaseAt(int64_t phase) const;
  // Of outputs which either all see the input or see padding only. Those of one output are as far
  // apart as its taps, so that no dilation makes them many.
  MetPositions PositionsOf(const ConvolutionPhase& phase, const Range& outputs) const;
  // The outputs of a phase all of whose taps are inside the input.
  Range InsideOf(const ConvolutionPhase& phase) const;
};

}  // namespace weft
