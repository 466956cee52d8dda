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
  image_ = ChannelsLast(padded);
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

namespace {

// A layout of these sizes, packed from dimension `first` on, which the innermost `inner` elements
// come after.
Layout PackFrom(Layout layout, int first, int64_t inner) {
  for (int dim = layout.rank() - 1; dim >= first; --dim) {
    layout.strides[dim] = inner;
    inner *= layout.sizes[dim];
  }
  return layout;
}

// Some panels of `width` columns, the first of which begins at `column`.
TypedCopy CopyOfPanels(const ConvolvePlan& plan, const Layout& filter, DataType type,
                       int64_t column, int64_t panels, int64_t width) {
  // The step of a dimension of size 1 says nothing, and could overflow.
  const int64_t step = StepOf(filter, 1);
  Layout from = filter;
  from.offset += column * step;
  from.sizes = {filter.sizes[0], panels, width};
  from.strides = {filter.strides[0], panels > 1 ? width * step : 0, step};
  for (int dim = 2; dim < filter.rank(); ++dim) {
    from.sizes.push_back(filter.sizes[dim]);
    from.strides.push_back(filter.strides[dim]);
  }
  const int64_t panel = plan.PanelBytes() / kFloatBytes;
  Layout to = PackFrom(from, 4, plan.channels * kPanelColumns);
  to.offset = column / kPanelColumns * panel;
  to.strides[0] = plan.PanelsInGroup() * panel;
  to.strides[1] = panel;
  to.strides[2] = 1;
  to.strides[3] = kPanelColumns;
  return {DataType::Float32, to, type, from};
}

}  // namespace

std::vector<TypedCopy> PackCopies(const ConvolvePlan& plan, const Layout& filter, DataType type) {
  if (plan.depthwise) {
    Layout to = PackFrom(filter, 3, filter.sizes[0]);
    to.offset = 0;
    to.strides[0] = 1;
    return {TypedCopy(DataType::Float32, to, type, filter)};
  }
  std::vector<TypedCopy> copies;
  const int64_t whole = plan.columns / kPanelColumns, rest = plan.columns % kPanelColumns;
  if (whole > 0) copies.push_back(CopyOfPanels(plan, filter, type, 0, whole, kPanelColumns));
  if (rest > 0) copies.push_back(CopyOfPanels(plan, filter, type, whole * kPanelColumns, 1, rest));
  return copies;
}

}  // namespace weft::ops
