// SPDX-License-Identifier: MIT
// See convolution_input.h.
#include "ops/convolution/staging.h"

#include <algorithm>

#include "strided/view.h"

namespace weft::ops {
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

}  // namespace weft::ops
