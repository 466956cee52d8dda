// SPDX-License-Identifier: MIT
// SLICE, SLICE1 and SLICE_GRAD by their formulas. A window of SLICE1 begins at its offset, or at
// its last element when the stride is negative: output[c] = input[begin + stride * c].
#pragma once

#include <cstdint>
#include <vector>

#include "oracle/dense.h"

namespace weft::oracle {

inline Dense Slice(const Dense& input, const Sizes& output_sizes,
                   const std::vector<uint32_t>& offsets, const std::vector<uint32_t>& strides) {
  Dense output{input.type, output_sizes, {}};
  ForEachCoordinate(output_sizes, [&](const Coordinate& at) {
    Coordinate from{};
    for (size_t dim = 0; dim < offsets.size(); ++dim)
      from[dim] = int64_t(offsets[dim]) + int64_t(strides[dim]) * at[dim];
    output.elements.push_back(input.elements[size_t(IndexOf(input.sizes, from))]);
  });
  return output;
}

struct Window {
  std::vector<uint32_t> offsets, sizes;
  std::vector<int32_t> strides;

  Coordinate At(const Coordinate& picked) const {
    Coordinate at{};
    for (size_t dim = 0; dim < offsets.size(); ++dim) {
      const int64_t begin =
          strides[dim] > 0 ? int64_t(offsets[dim]) : int64_t(offsets[dim]) + sizes[dim] - 1;
      at[dim] = begin + int64_t(strides[dim]) * picked[dim];
    }
    return at;
  }
};

inline Dense Slice1(const Dense& input, const Sizes& output_sizes, const Window& window) {
  Dense output{input.type, output_sizes, {}};
  ForEachCoordinate(output_sizes, [&](const Coordinate& at) {
    output.elements.push_back(input.elements[size_t(IndexOf(input.sizes, window.At(at)))]);
  });
  return output;
}

inline Dense SliceGrad(const Dense& input_gradient, const Sizes& output_sizes,
                       const Window& window) {
  Dense output{input_gradient.type, output_sizes, {}};
  size_t count = 1;
  for (int64_t size : output_sizes) count *= size_t(size);
  output.elements.assign(count, 0);
  size_t index = 0;
  ForEachCoordinate(input_gradient.sizes, [&](const Coordinate& at) {
    output.elements[size_t(IndexOf(output_sizes, window.At(at)))] =
        input_gradient.elements[index++];
  });
  return output;
}

}  // namespace weft::oracle
