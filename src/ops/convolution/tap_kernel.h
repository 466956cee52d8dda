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
inline constexpr int kBlockColumns = 32;  // output channels that a kernel sums at once, at most

// Inputs, weights and sums have units of 4 bytes: a float32, or two int16 that become one int32
// sum. The weights of two int16 may be narrow, 8 bits each.
struct ConvolutionTile {
  // Tap t of pixel p is at inputs[t * tap_step + p] + tap_inputs[t] + input_offset, in bytes, with
  // `units` units. A step of 0 is for pixels whose taps lie alike.
  const std::byte* const* inputs;
  int64_t tap_step;
  const int64_t* tap_inputs;
  int64_t input_offset;
  int64_t taps;
  int64_t units;
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
  const std::byte* zeros;  // of narrow weights: the zero point of each column; null for 0
};
using ConvolutionKernel = void (*)(const ConvolutionTile& tile);

// Weights of a panel's tap: [units][kPanelColumns].
ConvolutionKernel FloatConvolution();
ConvolutionKernel IntegerConvolution();

// Narrow weights less their zero points, as two int16 with each unit.
struct NarrowWeights {
  ConvolutionKernel kernel = nullptr;  // takes them as they are and widens what it loads
  // Or `rows` rows of kPanelColumns units become what IntegerConvolution takes, for many pixels.
  void (*widen)(std::byte* widened, const std::byte* weights, const std::byte* zeros,
                int64_t rows) = nullptr;
};
NarrowWeights NarrowIntegers(bool is_signed);

// ---- depthwise: channels keep to themselves

// Some pixels of a row: all channels of a tap meet as many weights. Units are a float32, or two
// int16 of which the second is 0.
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

PixelKernel FloatDepthwisePixels();
PixelKernel IntegerDepthwisePixels();

}  // namespace weft
