// SPDX-License-Identifier: MIT
// UPSAMPLE_2D: pixel o of a dimension lies at (o + 0.5) / scale - 0.5 of the input. Nearest rounds
// that; linear weighs the two pixels around it, which beyond the edge are the edge's.
#pragma once

#include <algorithm>
#include <cmath>

#include "oracle/dense.h"

namespace weft::oracle {

inline Dense UpsampleNearest(const Dense& input, const Sizes& output_sizes) {
  Dense output{input.type, output_sizes, {}};
  ForEachCoordinate(output_sizes, [&](Coordinate at) {
    for (int dim = 0; dim < output_sizes.rank(); ++dim)
      at[size_t(dim)] = at[size_t(dim)] * input.sizes[dim] / output_sizes[dim];
    output.elements.push_back(input.elements[size_t(IndexOf(input.sizes, at))]);
  });
  return output;
}

inline Dense UpsampleLinear(const Dense& input, const Sizes& output_sizes) {
  Dense output{input.type, output_sizes, {}};
  const int height = output_sizes.rank() - 2;
  ForEachCoordinate(output_sizes, [&](const Coordinate& at) {
    long double sum = 0;
    for (int corner = 0; corner < 4; ++corner) {
      Coordinate from = at;
      long double weight = 1;
      for (int i : {0, 1}) {
        const int dim = height + i;
        const long double scale = (long double)(output_sizes[dim]) / input.sizes[dim];
        const long double exact = (at[size_t(dim)] + 0.5L) / scale - 0.5L;
        const long double below = std::floor(exact);
        const bool upper = corner >> i & 1;
        weight *= upper ? exact - below : 1 - (exact - below);
        from[size_t(dim)] = std::clamp<int64_t>(int64_t(below) + upper, 0, input.sizes[dim] - 1);
      }
      sum += weight * ValueOf(input.type, input.elements[size_t(IndexOf(input.sizes, from))]).real;
    }
    output.elements.push_back(BitsOf(input.type, {true, 0, sum}));
  });
  return output;
}

}  // namespace weft::oracle
