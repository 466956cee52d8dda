// SPDX-License-Identifier: MIT
// GATHER_ND, GATHER_ND1 and SCATTER_ND on tensors without leading ones: batches, then for each
// place in the indices a tuple of coordinates, then the dimensions of the input that are left.
#pragma once

#include <vector>

#include "oracle/index.h"

namespace weft::oracle {

inline Sizes WithoutLeading(const Sizes& sizes, int count) {
  Sizes last;
  for (int dim = sizes.rank() - count; dim < sizes.rank(); ++dim) last.push_back(sizes[dim]);
  return last;
}

// Indices without tuples, then what is left of the whole tensor; more than kMaxRank dimensions are
// told by the rank of the result.
inline Sizes PickedSizes(const Sizes& whole, const Sizes& indices, int batches) {
  Sizes picked;
  for (int dim = 0; dim < indices.rank() - 1; ++dim) picked.push_back(indices[dim]);
  for (int dim = batches + int(indices[indices.rank() - 1]); dim < whole.rank(); ++dim)
    picked.push_back(whole[dim]);
  return picked;
}

// visit(place in the indices, coordinate in the whole tensor but for its tuple) per picked element.
template <class Visit>
void ForEachPicked(const Sizes& whole, const Sizes& indices, int batches, const Visit& visit) {
  const int tuple = int(indices[indices.rank() - 1]);
  ForEachCoordinate(PickedSizes(whole, indices, batches), [&](const Coordinate& at) {
    Coordinate place{}, to{};
    for (int dim = 0; dim < indices.rank() - 1; ++dim) place[size_t(dim)] = at[size_t(dim)];
    for (int dim = 0; dim < batches; ++dim) to[size_t(dim)] = at[size_t(dim)];
    for (int dim = batches + tuple; dim < whole.rank(); ++dim)
      to[size_t(dim)] = at[size_t(indices.rank() - 1 + dim - batches - tuple)];
    visit(size_t(IndexOf(indices, place)), to);
  });
}

inline Dense GatherNd(Dense input, Dense indices, const Sizes& output_sizes, int input_count,
                      int indices_count, int batches) {
  input.sizes = WithoutLeading(input.sizes, input_count);
  indices.sizes = WithoutLeading(indices.sizes, indices_count);
  Dense output{input.type, output_sizes, {}};
  ForEachPicked(input.sizes, indices.sizes, batches, [&](size_t place, Coordinate from) {
    for (int i = 0; i < int(indices.sizes[indices.sizes.rank() - 1]); ++i)
      from[size_t(batches + i)] =
          ClampedPosition(indices, place + size_t(i), input.sizes[batches + i]);
    output.elements.push_back(input.elements[size_t(IndexOf(input.sizes, from))]);
  });
  return output;
}

inline Dense ScatterNd(const Dense& input, Dense indices, const Dense& updates, int input_count,
                       int indices_count) {
  Dense output = input;
  const Sizes whole = WithoutLeading(input.sizes, input_count);
  indices.sizes = WithoutLeading(indices.sizes, indices_count);
  size_t element = 0;
  ForEachPicked(whole, indices.sizes, 0, [&](size_t place, Coordinate to) {
    const uint64_t update = updates.elements[element++];
    for (int i = 0; i < int(indices.sizes[indices.sizes.rank() - 1]); ++i) {
      const Integer position = PositionOf(indices, place + size_t(i), whole[i]);
      if (!IsInside(position, whole[i])) return;
      to[size_t(i)] = int64_t(position);
    }
    output.elements[size_t(IndexOf(whole, to))] = update;
  });
  return output;
}

}  // namespace weft::oracle
