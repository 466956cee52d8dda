// SPDX-License-Identifier: MIT
// The sums of a convolution whose channels lie next to each other, for a few output pixels at a
// time. A kernel sees no sizes: for every tap of the filter and every pixel of the tile it gets the
// address of the input that is multiplied.
#pragma once

#include <cstddef>
#include <cstdint>

namespace weft {

inline constexpr int kTilePixels = 6;     // at most
inline constexpr int kPanelColumns = 16;  // output channels whose weights are packed side by side
inline constexpr int kBlockColumns = 64;  // output channels that a kernel sums at once, at most

struct ConvolutionTile {
  // Tap t of pixel p is at inputs[t * tap_step + p] + tap_inputs[t] + input_offset, in bytes, with
  // `channels` floats. A step of 0 is for pixels whose taps lie alike.
  const std::byte* const* inputs;
  int64_t tap_step;
  const int64_t* tap_inputs;
  int64_t input_offset;
  int64_t taps;
  int64_t channels;
  const std::byte* weights;    // of the first panel
  int64_t panel_bytes;         // from one panel to the next
  const int64_t* tap_weights;  // where those of each tap begin, in bytes
  std::byte* const* outputs;   // of each pixel, from output_offset
  int64_t output_offset;       // in bytes
  int pixels;                  // 1 to kTilePixels
  // So many tiles of as many pixels, whose positions follow each other: more than 1 with a step of
  // 0.
  int tiles = 1;
  int64_t columns;         // of the output, at most kBlockColumns
  const std::byte* start;  // what the sums begin with; null: with what the outputs hold
};
using ConvolutionKernel = void (*)(const ConvolutionTile& tile);

// Weights of a panel's tap: [channels][kPanelColumns].
ConvolutionKernel TapKernel();

// ---- depthwise: channels keep to themselves

// Some pixels of a row: all channels of a tap meet as many weights.
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
  // Taps come in rows of three, and the next tap of a row meets a pixel where the next pixel met
  // the one before: pixels share what they read.
  bool has_rows_of_three = false;
};
using PixelKernel = void (*)(const PixelRun& run);

PixelKernel DepthwiseKernel();

}  // namespace weft
