// SPDX-License-Identifier: MIT
// The sums of a convolution, for a few output pixels at a time. A kernel sees no sizes: for every
// tap of the filter and every pixel of the tile it gets the place of the input that is multiplied.
#pragma once

#include <cstddef>
#include <cstdint>

namespace weft {

inline constexpr int kTilePixels = 6;    // at most
inline constexpr int kTileColumns = 16;  // output channels of a block of weights

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
  // Or, if this is not null: there is one tap, and its unit u is at inputs[p] + unit_inputs[u].
  const int64_t* unit_inputs;
  const std::byte* weights;    // of one block
  const int64_t* tap_weights;  // where those of each tap begin, in bytes
  std::byte* const* outputs;   // of each pixel, from output_offset
  int64_t output_offset;       // in bytes
  int pixels;                  // 1 to kTilePixels
  // So many tiles of as many pixels, whose places follow each other: more than 1 with a step of 0.
  int tiles = 1;
  int64_t columns;         // of the output
  const std::byte* start;  // what the sums begin with; null: with what the outputs hold
  const std::byte* zeros;  // of narrow weights: the zero point of each column; null for 0
};
using ConvolutionKernel = void (*)(const ConvolutionTile& tile);

// Every input channel for up to kTileColumns columns. Weights of a tap: [units][kTileColumns].
ConvolutionKernel FloatConvolution();
ConvolutionKernel IntegerConvolution();

// Narrow weights less their zero points, as two int16 with each unit.
struct NarrowWeights {
  ConvolutionKernel kernel = nullptr;  // takes them as they are and widens what it loads
  // Or `rows` rows of kTileColumns units become what IntegerConvolution takes, for many pixels.
  void (*widen)(std::byte* widened, const std::byte* weights, const std::byte* zeros,
                int64_t rows) = nullptr;
};
NarrowWeights NarrowIntegers(bool is_signed);

}  // namespace weft
