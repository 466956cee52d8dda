// SPDX-License-Identifier: MIT
// The packed NHWC layout of an image of sizes {batch, channels, sizes..}: the channels of a pixel
// are contiguous.
#pragma once

#include "weft/tensor.h"

namespace weft {

inline Layout ChannelsLast(const Sizes& sizes) {
  Layout layout(sizes, Strides::Filled(sizes.rank(), 1));
  int64_t step = sizes[1];
  for (int dim = sizes.rank() - 1; dim >= 2; step *= sizes[dim--]) layout.strides[dim] = step;
  layout.strides[0] = step;
  return layout;
}

}  // namespace weft
