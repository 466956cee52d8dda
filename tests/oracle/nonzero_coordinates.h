// SPDX-License-Identifier: MIT
// NONZERO_COORDINATES: one row after the other; zeros fill what is left.
#pragma once

#include <vector>

#include "oracle/dense.h"

namespace weft::oracle {

struct NonzeroOutputs {
  uint64_t count = 0;
  std::vector<uint64_t> coordinates;  // as many rows as the input has elements
};

// The last `columns` coordinates of each element.
inline NonzeroOutputs NonzeroCoordinates(const Dense& input, int columns) {
  NonzeroOutputs outputs;
  ForEachCoordinate(input.sizes, [&](const Coordinate& at) {
    const uint64_t bits = input.elements[size_t(IndexOf(input.sizes, at))];
    const Number number = ValueOf(input.type, bits);
    if (number.is_float ? number.real == 0 : number.integer == 0) return;
    ++outputs.count;
    for (int dim = input.sizes.rank() - columns; dim < input.sizes.rank(); ++dim)
      outputs.coordinates.push_back(uint64_t(at[size_t(dim)]));
  });
  outputs.coordinates.resize(input.elements.size() * size_t(columns), 0);
  return outputs;
}

}  // namespace weft::oracle
