// SPDX-License-Identifier: MIT
// Parts of a tensor as layouts of the same buffer. They compose: a box is one Narrow per dimension.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <numeric>

#include "weft/tensor.h"

namespace weft {

// How far an index of `dim` leads. The stride of a dimension of size 1 says nothing, and what is
// computed from it could overflow: there it is 0.
inline int64_t StepOf(const Layout& layout, int dim) {
  return layout.sizes[dim] > 1 ? layout.strides[dim] : 0;
}

// Indices begin to begin + count - 1 of `dim`.
inline Layout Narrow(Layout layout, int dim, int64_t begin, int64_t count) {
  layout.offset += begin * StepOf(layout, dim);
  layout.sizes[dim] = count;
  return layout;
}

// `dim` from its other end.
inline Layout Reverse(Layout layout, int dim) {
  layout.offset += (layout.sizes[dim] - 1) * StepOf(layout, dim);
  layout.strides[dim] = -layout.strides[dim];
  return layout;
}

// The one element along `dim`, `count` times.
inline Layout Repeat(Layout layout, int dim, int64_t count) {
  layout.sizes[dim] = count;
  layout.strides[dim] = 0;
  return layout;
}

// Dimensions of size 1 repeated to fill `sizes`.
inline Layout BroadcastTo(Layout layout, const Sizes& sizes) {
  for (int dim = 0; dim < layout.rank(); ++dim)
    if (layout.sizes[dim] == 1) layout = Repeat(layout, dim, sizes[dim]);
  return layout;
}

// The same sizes packed from offset 0, with the dimensions in the order of their strides.
inline Layout PackedLike(const Layout& layout) {
  std::array<int, kMaxRank> dims;
  const auto end = dims.begin() + layout.rank();
  std::iota(dims.begin(), end, 0);
  std::stable_sort(dims.begin(), end, [&](int a, int b) {
    return std::abs(layout.strides[a]) < std::abs(layout.strides[b]);
  });
  Layout packed(layout.sizes, Strides::Filled(layout.rank(), 0));
  int64_t stride = 1;
  for (auto dim = dims.begin(); dim != end; ++dim) {
    packed.strides[*dim] = stride;
    stride *= layout.sizes[*dim];
  }
  return packed;
}

// The first element of a buffer, for every coordinate.
inline Layout OneElement(const Sizes& sizes) { return {sizes, Strides::Filled(sizes.rank(), 0)}; }

}  // namespace weft
