// SPDX-License-Identifier: MIT
// DIAGONAL_MATRIX1 by its formula: with t = x - y, the value where
// (End >= Begin) xor (t >= Begin) xor (t < End), else the input, or 0 without one.
#pragma once

#include "oracle/dense.h"

namespace weft::oracle {

inline Dense DiagonalMatrix1(const Dense* input, DataType type, const Sizes& sizes,
                             uint64_t value_bits, int64_t begin, int64_t end) {
  Dense output{type, sizes, {}};
  const size_t y = size_t(sizes.rank()) - 2, x = y + 1;
  ForEachCoordinate(sizes, [&](const Coordinate& at) {
    const int64_t t = at[x] - at[y];
    const bool use = (end >= begin) != ((t >= begin) != (t < end));
    const uint64_t other = input ? input->elements[size_t(IndexOf(sizes, at))] : 0;
    output.elements.push_back(use ? value_bits : other);
  });
  return output;
}

}  // namespace weft::oracle
