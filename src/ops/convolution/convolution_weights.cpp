// SPDX-License-Identifier: MIT
// See convolution_weights.h.
#include "ops/convolution/convolution_weights.h"

namespace weft::ops {

std::vector<WeightBox> WeightBoxes(int64_t columns, int64_t channels, int64_t pack) {
  std::vector<WeightBox> boxes;
  const int64_t blocks = columns / kTileColumns, units = channels / pack;
  for (const bool last_columns : {false, true})
    for (const bool last_channels : {false, true}) {
      const WeightBox box = {last_columns ? blocks * kTileColumns : 0,
                             last_columns ? 1 : blocks,
                             last_columns ? columns % kTileColumns : kTileColumns,
                             last_channels ? units * pack : 0,
                             last_channels ? 1 : units,
                             last_channels ? channels % pack : pack};
      if (box.blocks * box.columns * box.units * box.channels > 0) boxes.push_back(box);
    }
  return boxes;
}

Layout SourceOf(const WeightBox& box, const Layout& filter) {
  // The step of a dimension of size 1 says nothing, and could overflow.
  const auto step = [](int64_t size, int64_t times, int64_t stride) {
    return size > 1 ? times * stride : 0;
  };
  const int64_t column = filter.strides[1], channel = filter.strides[2];
  Layout source;
  source.offset = filter.offset;
  if (box.first_column > 0) source.offset += box.first_column * column;
  if (box.first_channel > 0) source.offset += box.first_channel * channel;
  source.sizes = {filter.sizes[0], box.blocks, box.columns, box.units, box.channels};
  source.strides = {filter.strides[0], step(box.blocks, box.columns, column),
                    step(box.columns, 1, column), step(box.units, box.channels, channel),
                    step(box.channels, 1, channel)};
  for (int dim = 3; dim < filter.rank(); ++dim) {
    source.sizes.push_back(filter.sizes[dim]);
    source.strides.push_back(filter.strides[dim]);
  }
  return source;
}

Layout DestinationOf(const WeightBox& box, const Layout& filter, const ConvolvePlan& plan,
                     int64_t pack) {
  Layout packed = SourceOf(box, filter);
  const int64_t row = kTileColumns * pack, tap = plan.units * row, block = plan.Taps() * tap;
  packed.offset = box.first_column / kTileColumns * block + box.first_channel / pack * row;
  packed.strides = {plan.BlocksInGroup() * block, block, pack, row, 1};
  int64_t stride = tap;
  while (packed.strides.rank() < packed.rank()) packed.strides.push_back(0);
  for (int dim = packed.rank() - 1; dim >= 5; --dim) {
    packed.strides[dim] = stride;
    stride *= packed.sizes[dim];
  }
  return packed;
}

Layout DepthwiseDestination(const Layout& filter, int64_t pack) {
  Layout packed = filter;
  packed.offset = 0;
  packed.strides[0] = pack;
  int64_t stride = packed.sizes[0] * pack;
  for (int dim = packed.rank() - 1; dim >= 3; --dim) {
    packed.strides[dim] = stride;
    stride *= packed.sizes[dim];
  }
  return packed;
}

}  // namespace weft::ops
