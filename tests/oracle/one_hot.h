// SPDX-License-Identifier: MIT
// ONE_HOT: each output element asks whether it lies where its index says. The second element along
// the last dimension of more than one is the second of all.
#pragma once

#include "oracle/index.h"

namespace weft::oracle {

inline Dense OneHot(const Dense& indices, const Dense& values, const Sizes& output_sizes,
                    int axis) {
  Dense output{values.type, output_sizes, {}};
  ForEachCoordinate(output_sizes, [&](Coordinate at) {
    const int64_t here = at[size_t(axis)];
    at[size_t(axis)] = 0;
    const size_t place = size_t(IndexOf(indices.sizes, at));
    const bool on = PositionOf(indices, place, output_sizes[axis]) == here;
    output.elements.push_back(values.elements[on ? 1 : 0]);
  });
  return output;
}

}  // namespace weft::oracle
