// SPDX-License-Identifier: MIT
// The sums of a convolution whose channels lie next to each other, for a block of output pixels. A
// kernel sees no sizes: for every tap of the filter and every pixel it gets what leads to the input
// that is multiplied.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/split.h"

namespace weft {

inline constexpr int kPanelColumns = 16;  // output channels whose weights are packed side by side
inline constexpr int kBlockColumns = 64;  // output channels that are summed together, at most

// Pixels come in rows, inside which they are evenly spaced. All steps and offsets are in bytes.
struct PixelBlock {
  // Tap t of the first pixel of row r is at taps[t] + inputs[r] + input_offset, with `channels`
  // floats; 1 where channels keep to themselves: there each column has its own.
  const std::byte* const* taps;
  int64_t tap_count, channels;
  const int64_t* inputs;
  int64_t input_offset, input_step;
  const std::byte* weights;
  const int64_t* tap_weights;  // where those of each tap begin
  int64_t panel_bytes;         // from one panel to the next
  std::byte* const* outputs;   // of each row's first pixel, from output_offset
  int64_t output_offset, output_step;
  int64_t rows, row_pixels;
  int64_t columns;
  const std::byte* start;  // what the sums begin with; null: with what the outputs hold
  // Of channels that keep to themselves.
  // Taps come in rows of three, as far from each other as pixels are, which so share what they
  // read.
  bool has_rows_of_three;
  int64_t tile_pixels;  // that are summed together, at most
  // Taps that meet padding instead of a pixel, a bit for each: for all pixels of a row, and for
  // those of all rows which are not `inside`. They meet zeros, and nothing is read there. Without
  // outside_rows no tap of the pixels that are inside meets padding.
  const uint64_t* outside_rows;
  const uint64_t* outside_pixels;
  Range inside;
};

// Weights of a panel's tap: [channels][kPanelColumns].
void SumTaps(const PixelBlock& block);
// Channels keep to themselves. Weights of a tap: [columns].
void SumTapsDepthwise(const PixelBlock& block);

}  // namespace weft
