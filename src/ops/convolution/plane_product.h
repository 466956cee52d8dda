// SPDX-License-Identifier: MIT
// The kernel of the tap product over planes: a filter times pixels that lie next to each other.
// Each pixel is read as many times as the filter has taps, each time at another offset, and kept in
// the first-level cache while all rows of the filter pass.
#pragma once

#include <cstdint>

namespace weft {

// Rows of the filter that pass together; where fewer are left, room is left.
inline constexpr int64_t kPackedRows = 4;
// A multiple of the pixels of a tile, on every instruction set: ranges of pixels that are cut at
// multiples of it have whole tiles.
inline constexpr int64_t kTilePlanePixels = 48;
inline constexpr int64_t kLeastPlaneWidth = 16;  // of a line: a vector of any instruction set

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
  // The depth may consist of so many rows of as many taps, each `input_line` from the one before:
  // then lines share what they read.
  int64_t tap_rows = 1;
};

void MultiplyPlanes(const PlaneProduct& product);

}  // namespace weft
