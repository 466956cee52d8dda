// SPDX-License-Identifier: MIT
// GATHER_ELEMENTS and SCATTER_ELEMENTS: every index replaces its own coordinate along the axis.
#pragma once

#include "oracle/index.h"

namespace weft::oracle {

inline Dense GatherElements(const Dense& input, const Dense& indices, int axis) {
  Dense output{input.type, indices.sizes, {}};
  size_t element = 0;
  ForEachCoordinate(indices.sizes, [&](Coordinate at) {
    at[size_t(axis)] = ClampedPosition(indices, element++, input.sizes[axis]);
    output.elements.push_back(input.elements[size_t(IndexOf(input.sizes, at))]);
  });
  return output;
}

inline Dense ScatterElements(const Dense& input, const Dense& indices, const Dense& updates,
                             int axis) {
  Dense output = input;
  size_t element = 0;
  ForEachCoordinate(indices.sizes, [&](Coordinate at) {
    const Integer position = PositionOf(indices, element, input.sizes[axis]);
    const uint64_t update = updates.elements[element++];
    if (!IsInside(position, input.sizes[axis])) return;
    at[size_t(axis)] = int64_t(position);
    output.elements[size_t(IndexOf(input.sizes, at))] = update;
  });
  return output;
}

}  // namespace weft::oracle
