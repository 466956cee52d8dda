// SPDX-License-Identifier: MIT
// Views: layouts of the same buffer that show some of its elements. They compose: a box is one
// Narrow per dimension.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <optional>

#include "base/assert.h"
#include "weft/tensor.h"

namespace weft {

// The stride of `dim`, and 0 where its size is 1: the stride of such a dimension may be any number,
// and what is computed from it could overflow.
inline int64_t StepOf(const Layout& layout, int dim) {
  WEFT_ASSERT(0 <= dim && dim < layout.rank());
  return layout.sizes[dim] > 1 ? layout.strides[dim] : 0;
}

// From one index of dimensions `first` to `last` together to the next, if that is always the same.
inline std::optional<int64_t> EvenStep(const Layout& layout, int first, int last) {
  int64_t step = 0, count = 1;
  for (int dim = last; dim >= first; --dim) {
    if (layout.sizes[dim] == 1) continue;
    if (count == 1) step = layout.strides[dim];
    if (layout.strides[dim] != count * step) return std::nullopt;
    count *= layout.sizes[dim];
  }
  return step;
}

// Indices begin to begin + count - 1 of `dim`, which must be indices of the layout.
inline Layout Narrow(Layout layout, int dim, int64_t begin, int64_t count) {
  WEFT_ASSERT(0 <= begin && 0 <= count && begin + count <= layout.sizes[dim]);
  layout.offset += begin * StepOf(layout, dim);
  layout.sizes[dim] = count;
  return layout;
}

// With the indices of `dim` in reverse.
inline Layout Reverse(Layout layout, int dim) {
  layout.offset += (layout.sizes[dim] - 1) * StepOf(layout, dim);
  layout.strides[dim] = -layout.strides[dim];
  return layout;
}

// Index 0 of `dim`, repeated `count` times.
inline Layout Repeat(Layout layout, int dim, int64_t count) {
  WEFT_ASSERT(0 <= dim && dim < layout.rank() && count >= 0);
  layout.sizes[dim] = count;
  layout.strides[dim] = 0;
  return layout;
}

// Index 0 alone of dimensions whose indices share their elements: what Repeat undoes.
inline Layout WithoutRepeats(Layout layout) {
  for (int dim = 0; dim < layout.rank(); ++dim)
    if (layout.strides[dim] == 0) layout.sizes[dim] = std::min<int64_t>(layout.sizes[dim], 1);
  return layout;
}

// Dimensions of size 1 repeated to fill `sizes`; the other sizes must be equal already.
inline Layout BroadcastTo(Layout layout, const Sizes& sizes) {
  for (int dim = 0; dim < layout.rank(); ++dim)
    if (layout.sizes[dim] == 1) layout = Repeat(layout, dim, sizes[dim]);
  WEFT_ASSERT(layout.sizes == sizes);
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

// A layout with the first element of a buffer at every coordinate.
inline Layout OneElement(const Sizes& sizes) { return {sizes, Strides::Filled(sizes.rank(), 0)}; }

}  // namespace weft
