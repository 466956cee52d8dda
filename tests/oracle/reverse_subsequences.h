// SPDX-License-Identifier: MIT
// REVERSE_SUBSEQUENCES: an element among the first L comes from as far before the L-th as it is
// after the first.
#pragma once

#include "oracle/index.h"

namespace weft::oracle {

inline Dense ReverseSubsequences(const Dense& input, const Dense& lengths, int axis) {
  Dense output{input.type, input.sizes, {}};
  ForEachCoordinate(input.sizes, [&](Coordinate at) {
    Coordinate place = at;
    place[size_t(axis)] = 0;
    const uint64_t bits = lengths.elements[size_t(IndexOf(lengths.sizes, place))];
    const Integer length =
        std::min<Integer>(ValueOf(lengths.type, bits).integer, input.sizes[axis]);
    int64_t& i = at[size_t(axis)];
    if (i < length) i = int64_t(length) - 1 - i;
    output.elements.push_back(input.elements[size_t(IndexOf(input.sizes, at))]);
  });
  return output;
}

}  // namespace weft::oracle
