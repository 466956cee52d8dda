// SPDX-License-Identifier: MIT
// GATHER: the coordinate of an output element is head, place in the indices, tail; without its
// leading zeros where the output has fewer dimensions than that.
#pragma once

#include <vector>

#include "oracle/index.h"

namespace weft::oracle {

inline Dense Gather(const Dense& input, const Dense& indices, const Sizes& output_sizes, int axis,
                    int index_dimensions) {
  Dense output{input.type, output_sizes, {}};
  const int rank = input.sizes.rank(), joined = rank - 1 + index_dimensions;
  ForEachCoordinate(output_sizes, [&](const Coordinate& at) {
    std::vector<int64_t> full(size_t(joined), 0);
    for (int i = 0; i < std::min(rank, joined); ++i)
      full[size_t(joined - 1 - i)] = at[size_t(rank - 1 - i)];
    Coordinate place{}, from{};
    for (int i = 0; i < index_dimensions; ++i)
      place[size_t(rank - index_dimensions + i)] = full[size_t(axis + i)];
    for (int dim = 0; dim < axis; ++dim) from[size_t(dim)] = full[size_t(dim)];
    for (int dim = axis + 1; dim < rank; ++dim)
      from[size_t(dim)] = full[size_t(dim - 1 + index_dimensions)];
    from[size_t(axis)] =
        ClampedPosition(indices, size_t(IndexOf(indices.sizes, place)), input.sizes[axis]);
    output.elements.push_back(input.elements[size_t(IndexOf(input.sizes, from))]);
  });
  return output;
}

}  // namespace weft::oracle
