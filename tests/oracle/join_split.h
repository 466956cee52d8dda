// SPDX-License-Identifier: MIT
// JOIN and SPLIT by coordinates: index i of the axis lies in the piece whose range holds it.
#pragma once

#include <vector>

#include "oracle/dense.h"

namespace weft::oracle {

inline Dense Join(const std::vector<Dense>& inputs, const Sizes& output_sizes, size_t axis) {
  Dense output{inputs[0].type, output_sizes, {}};
  ForEachCoordinate(output_sizes, [&](Coordinate at) {
    size_t piece = 0;
    while (at[axis] >= inputs[piece].sizes[int(axis)]) at[axis] -= inputs[piece++].sizes[int(axis)];
    output.elements.push_back(inputs[piece].elements[size_t(IndexOf(inputs[piece].sizes, at))]);
  });
  return output;
}

inline std::vector<Dense> Split(const Dense& input, const std::vector<Sizes>& pieces, size_t axis) {
  std::vector<Dense> outputs;
  int64_t begin = 0;
  for (const Sizes& sizes : pieces) {
    Dense& output = outputs.emplace_back(Dense{input.type, sizes, {}});
    ForEachCoordinate(sizes, [&](Coordinate at) {
      at[axis] += begin;
      output.elements.push_back(input.elements[size_t(IndexOf(input.sizes, at))]);
    });
    begin += sizes[int(axis)];
  }
  return outputs;
}

}  // namespace weft::oracle
