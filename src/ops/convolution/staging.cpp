// SPDX-License-Identifier: MIT
// See staging.h.
#include "ops/convolution/staging.h"

#include <algorithm>
#include <cstring>

#include "ops/unary/activation.h"
#include "program/owned.h"
#include "strided/view.h"

namespace weft::ops {

PackedFilter::PackedFilter(DataType type, const Layout& filter, int64_t width)
    : width_(width),
      groups_(filter.sizes[0]),
      rows_(filter.sizes[1]),
      depth_(filter.ElementCount() / groups_ / rows_) {
  const int64_t full = rows_ / width_;
  Add(type, filter, 0, full, width_);
  Add(type, filter, full * width_, 1, rows_ % width_);
}

// `blocks` blocks of `count` rows each, from row `first` on.
void PackedFilter::Add(DataType type, const Layout& filter, int64_t first, int64_t blocks,
                       int64_t count) {
  if (blocks * count == 0) return;
  const Layout rows = Narrow(filter, 1, first, blocks * count);
  const int64_t step = rows.strides[1];
  // The step of a dimension of size 1 says nothing, and could overflow.
  Layout from = {{groups_, blocks, count},
                 {rows.strides[0], blocks > 1 ? count * step : 0, count > 1 ? step : 0},
                 rows.offset};
  Layout to = {{groups_, blocks, count}, {group_floats(), width_ * depth_, 1}, first * depth_};
  int64_t terms = depth_;
  for (int dim = 2; dim < rows.rank(); ++dim) {
    if (dim > 2) terms /= rows.sizes[dim];
    from.sizes.push_back(rows.sizes[dim]);
    from.strides.push_back(rows.strides[dim]);
    to.sizes.push_back(rows.sizes[dim]);
    to.strides.push_back((dim > 2 ? terms : 1) * width_);
  }
  copies_.emplace_back(DataType::Float32, to, type, from);
}

void PackedFilter::Pack(std::byte* packed, const std::byte* filter) const {
  if (rows_ % width_ != 0) std::memset(packed, 0, size_t(bytes()));
  for (const TypedCopy& rows : copies_) rows.Run(packed, filter);
}

FloatOperands::FloatOperands(const ConvolutionProblem& problem, PackedFilter filter,
                             const Layout& start, int64_t start_bytes, Temporary& scratch)
    : filter_(std::move(filter)),
      owned_(IsOwned(problem.op.filter)),
      has_bias_(problem.op.bias.has_value()),
      has_gaps_(start.ElementCount() * int64_t(sizeof(float)) < start_bytes),
      start_bytes_(start_bytes) {
  const Convolution& op = problem.op;
  if (op.bias)
    load_bias_ = TypedCopy(DataType::Float32, start, op.bias->type,
                           PerChannel(problem.fields, op.bias->layout));
  if (op.fused_activation) activation_ = ActivationRow(*op.fused_activation);
  if (!owned_) weights_offset_ = scratch.Add(filter_.bytes());
  start_offset_ = scratch.Add(start_bytes);
}

const std::byte* FloatOperands::Weights(const Bindings& bind) const {
  if (owned_) return bind.persistent;
  std::byte* const weights = Temporary::At(bind, weights_offset_);
  filter_.Pack(weights, bind.Input(kFilter));
  return weights;
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

}  // namespace weft::ops
