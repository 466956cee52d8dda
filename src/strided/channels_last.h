// SPDX-License-Identifier: MIT
// How images lie whose channels are neighbours: {batch, channels, sizes..} in NHWC order, packed.
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
