// SPDX-License-Identifier: MIT
// The order weights are read in by a ConvolvePlan: blocks of kTileColumns output channels, in them
// the taps, in a tap a row of the block for each input channel. `pack` input channels share a unit:
// their weights stand side by side. There is room for channels that the last block or unit lacks.
#pragma once

#include <vector>

#include "ops/convolution/convolve.h"
#include "weft/tensor.h"

namespace weft::ops {

// Whole blocks of whole units first, then what is left over: up to four boxes.
struct WeightBox {
  int64_t first_column, blocks, columns;
  int64_t first_channel, units, channels;
};
std::vector<WeightBox> WeightBoxes(int64_t columns, int64_t channels, int64_t pack);

// A box as {group, block, column, unit, channel in it, sizes..}, where it comes from, given as
// {group, output channel, input channel, sizes..}, and where it goes.
Layout SourceOf(const WeightBox& box, const Layout& filter);
Layout DestinationOf(const WeightBox& box, const Layout& filter, const ConvolvePlan& plan,
                     int64_t pack);
// Where each channel has an input of its own: [tap][group], each with `pack` elements.
Layout DepthwiseDestination(const Layout& filter, int64_t pack);

}  // namespace weft::ops
