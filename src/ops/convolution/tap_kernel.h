// SPDX-License-Identifier: MIT
// The sums of a convolution whose channels lie next to each other, for a block of output pixels. A
// kernel sees no sizes: for every tap of the filter and every pixel it gets what leads to the input
// that is multiplied.
#pragma once

#include <cstddef>
#include <cstdint>

namespace weft {

inline constexpr int kTilePixels = 6;     // at most
inline constexpr int kPanelColumns = 16;  // output channels whose weights are packed side by side
inline constexpr int kBlockColumns = 64;  // output channels that are summed together, at most

struct PixelBlock {
  // Tap t of pixel p is at taps[t] + pixels[p] + input_offset, in bytes, with `channels` floats.
  const std::byte* const* taps;
  const int64_t* pixels;
  int64_t input_offset;
  int64_t tap_count, pixel_count;
  int64_t channels;  // 1 where channels keep to themselves: each column has its own
  const std::byte* weights;
  const int64_t* tap_weights;  // where those of each tap begin, in bytes
  int64_t panel_bytes;         // from one panel to the next
  std::byte* const* outputs;   // of each pixel, from output_offset
  int64_t output_offset;       // in bytes
  int64_t columns;
  const std::byte* start;  // what the sums begin with; null: with what the outputs hold
  // Where taps come in rows of three, bytes from one to the next: pixels as far from each other
  // share what they read. Else 0. Only where channels keep to themselves.
  int64_t row_step = 0;
};
using PixelKernel = void (*)(const PixelBlock& block);

// Weights of a panel's tap: [channels][kPanelColumns].
PixelKernel TapKernel();
// Channels keep to themselves. Weights of a tap: [columns].
PixelKernel DepthwiseKernel();

}  // namespace weft
