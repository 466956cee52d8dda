// SPDX-License-Identifier: MIT
// TILE: output[c] = input[c mod the input's sizes].
#pragma once

#include "oracle/dense.h"

namespace weft::oracle {

inline Dense Tile(const Dense& input, const Sizes& output_sizes) {
  Dense output{input.type, output_sizes, {}};
  ForEachCoordinate(output_sizes, [&](Coordinate at) {
    for (int dim = 0; dim < input.sizes.rank(); ++dim) at[size_t(dim)] %= input.sizes[dim];
    output.elements.push_back(input.elements[size_t(IndexOf(input.sizes, at))]);
  });
  return output;
}

}  // namespace weft::oracle
