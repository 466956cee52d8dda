// SPDX-License-Identifier: MIT
// See staging.h.
#include "ops/convolution/staging.h"

#include <algorithm>
#include <cstring>

#include "ops/unary/activation.h"
#include "program/owned.h"
#include "strided/view.h"

namespace weft::ops {

FloatOperands::FloatOperands(const ConvolutionProblem& problem, int64_t weights_bytes,
                             const Layout& start, int64_t start_bytes, Temporary& scratch)
    : owned_(IsOwned(problem.op.filter)),
      has_bias_(problem.op.bias.has_value()),
      has_gaps_(start.ElementCount() * int64_t(sizeof(float)) < start_bytes),
      weights_bytes_(weights_bytes),
      start_bytes_(start_bytes) {
  const Convolution& op = problem.op;
  if (op.bias)
    load_bias_ = TypedCopy(DataType::Float32, start, op.bias->type,
                           PerChannel(problem.fields, op.bias->layout));
  if (op.fused_activation) activation_ = ActivationRow(*op.fused_activation);
  if (!owned_) weights_offset_ = scratch.Add(weights_bytes);
  start_offset_ = scratch.Add(start_bytes);
}

const std::byte* FloatOperands::Start(const Bindings& bind) const {
  std::byte* const start = Temporary::At(bind, start_offset_);
  if (!has_bias_ || has_gaps_) std::memset(start, 0, size_t(start_bytes_));
  if (has_bias_) load_bias_.Run(start, bind.Input(kBias));
  return start;
}
namespace {

constexpr int kFirstSpatial = 3;  // of {batch, group, channel, sizes..}

// Zeros are no use before and after what windows see; nor where they would be most of the image, or
// where a stride is between outputs, not inputs.
Sizes PaddedSizes(const ConvolutionFields& f, const Sizes& split) {
  Sizes padded = split;
  double elements = 1, most = 2;
  for (const int64_t size : split) most *= double(size);
  for (size_t d = 0; d < f.strides.size(); ++d) {
    const int dim = int(d);
    const int64_t extra = f.output_padding.empty() ? 0 : f.output_padding[d];
    const int64_t windows = f.output.sizes()[dim + 2] - extra;
    const int64_t seen = (windows - 1) * f.strides[d] +
                         int64_t(f.dilations[d]) * (f.filter.sizes()[dim + 2] - 1) + 1;
    padded[kFirstSpatial + dim] = std::max(f.start_padding[d] + split[kFirstSpatial + dim], seen);
  }
  for (const int64_t size : padded) elements *= double(size);
  return f.backward || elements > most ? split : padded;
}

}  // namespace

StagedInput::StagedInput(const ConvolutionFields& f) {
  const Layout input = SplitChannels(f.input.layout, f.groups);
  Layout padded = input;
  padded.sizes = PaddedSizes(f, input.sizes);
  const bool has_padding = padded.sizes != input.sizes;
  image_ = ChannelsLast(padded, f.InputChannels());
  Layout inside = image_;
  const auto clear = [&](int dim, int64_t begin, int64_t end) {
    if (begin == end) return;
    const Layout part = Narrow(image_, dim, begin, end - begin);
    clear_.emplace_back(32, part, OneElement(part.sizes));
  };
  for (int dim = kFirstSpatial; has_padding && dim < input.rank(); ++dim) {
    const int64_t begin = f.start_padding[size_t(dim - kFirstSpatial)];
    const int64_t end = begin + input.sizes[dim];
    clear(dim, 0, begin);
    clear(dim, end, image_.sizes[dim]);
    inside = Narrow(inside, dim, begin, input.sizes[dim]);
  }
  load_ = TypedCopy(DataType::Float32, inside, f.input.type, input);
}

void StagedInput::TakePadding(ConvolvePlan& plan) const {
  const int spatial = image_.rank() - kFirstSpatial;
  for (int d = 0; d < spatial; ++d) {
    ConvolvedDim& dim = plan.dims[size_t(kMostConvolved - spatial + d)];
    const int64_t size = image_.sizes[kFirstSpatial + d];
    if (!clear_.empty()) dim.start_padding = 0;
    dim.input_size = size;
  }
}

void StagedInput::Run(std::byte* staged, const std::byte* input) const {
  static constexpr std::byte kZero[sizeof(float)] = {};
  for (const CopyPlan& clear : clear_) clear.Run(staged, kZero);
  load_.Run(staged, input);
}

std::vector<WeightBox> WeightBoxes(int64_t columns, int64_t channels, int64_t pack) {
  std::vector<WeightBox> boxes;
  const int64_t panels = columns / kPanelColumns, units = channels / pack;
  for (const bool last_columns : {false, true})
    for (const bool last_channels : {false, true}) {
      const WeightBox box = {last_columns ? panels * kPanelColumns : 0,
                             last_columns ? 1 : panels,
                             last_columns ? columns % kPanelColumns : kPanelColumns,
                             last_channels ? units * pack : 0,
                             last_channels ? 1 : units,
                             last_channels ? channels % pack : pack};
      if (box.panels * box.columns * box.units * box.channels > 0) boxes.push_back(box);
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
  source.sizes = {filter.sizes[0], box.panels, box.columns, box.units, box.channels};
  source.strides = {filter.strides[0], step(box.panels, box.columns, column),
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
  const int64_t row = kPanelColumns * pack, tap = plan.units * row, panel = plan.Taps() * tap;
  packed.offset = box.first_column / kPanelColumns * panel + box.first_channel / pack * row;
  packed.strides = {plan.PanelsInGroup() * panel, panel, pack, row, 1};
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
