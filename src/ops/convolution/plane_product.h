// SPDX-License-Identifier: MIT
// The kernels of the tap product over planes: a filter times pixels that lie next to each other.
#pragma once

#include <cstdint>

#include "base/split.h"

namespace weft {

// Rows of the filter that are packed together; where fewer are left, room is left.
inline constexpr int64_t kPackedRows = 8;
// A multiple of the pixels of a tile, on every instruction set: ranges of pixels that are cut at
// multiples of it have whole tiles.
inline constexpr int64_t kTilePlanePixels = 48;
inline constexpr int64_t kLeastPlaneWidth = 8;  // of a line

// output[row, pixel] = start[row] + sum over k of filter[row, k] * input[offsets[k] + pixel]. An
// element adds up its terms in order, however pixels are divided among tiles. Nothing needs
// alignment; steps are in floats.
struct PlaneProduct {
  const float* filter;  // packed: for every `kPackedRows` rows and every k, their numbers
  const float* start;   // null for zeros
  const float* input;
  const int64_t* offsets;
  float* output;
  int64_t output_row;
  int64_t rows, depth;
  // The pixels: `lines` lines of `width` of them, at least kLeastPlaneWidth.
  int64_t width, lines;
  int64_t input_line, output_line;
  // Instead of `input`, for one row of 3 x 3 taps: where the first tap of each line's first pixel
  // is, and of two lines more. Of the width + 2 numbers from there on those that are not `inside`
  // count as zeros, whatever they are.
  const float* const* windows = nullptr;
  Range inside = {};
};

void MultiplyPlanes(const PlaneProduct& product);

}  // namespace weft
