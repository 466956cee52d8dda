// SPDX-License-Identifier: MIT
// A convolution as its candidates see it, and what CONVOLUTION, CONVOLUTION_INTEGER and
// QUANTIZED_LINEAR_CONVOLUTION share: the rules between sizes, strides and paddings, and layouts.
// Forward the filter is {output channels, input channels of a group, sizes..}, backward {input
// channels, output channels of a group, ..}.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "ops/convolution/convolved_dim.h"
#include "program/candidate.h"
#include "strided/view.h"
#include "weft/operators.h"
#include "weft/status.h"
#include "weft/tensor.h"

namespace weft::ops {

// A convolution of floats or integers, and what graphs have added to its result before the
// activation. A filter of 8-bit integers with a scale stands for float32 numbers, (integer - zero
// point) * scale + offset; each of these is one for all or {1, output channels, 1..}.
struct ConvolutionProblem : Convolution {
  const TensorDesc* addend = nullptr;  // of float32, lying as the output does; null without one
  std::string_view name = "CONVOLUTION";
  // Null where absent.
  const TensorDesc *filter_scale = nullptr, *filter_zero_point = nullptr, *filter_offset = nullptr;

  bool IsBackward() const { return direction == ConvolutionDirection::Backward; }
  int64_t InputChannels() const { return input.sizes()[1] / group_count; }  // of a group
  int64_t OutputChannels() const { return output.sizes()[1] / group_count; }
  int64_t Taps() const;  // of the filter, for one input channel
  double Products() const;
  Refusal RefusesDepthwise() const;  // unless every channel keeps to itself
  bool IsEmpty() const;              // it has no input or no output
};

Sizes OutputSizesOf(const Convolution& op);  // of one that may not be valid

Status CheckConvolution(const ConvolutionProblem& problem);
// One value, or one for each of the output's channels along one dimension.
Status CheckPerChannel(const ConvolutionProblem& problem, std::string_view field,
                       const TensorDesc& tensor);
// {1, output channels, 1..}.
Status CheckBias(const ConvolutionProblem& problem, const TensorDesc& bias);

// Batch, depth, rows and columns; those that the tensors lack have size 1.
using ConvolvedDims = std::array<ConvolvedDim, kMostConvolved + 1>;
ConvolvedDims DimsOf(const ConvolutionProblem& problem);

// Whether the filter has one tap, which meets every pixel once.
bool MeetsPixelsOnce(const ConvolutionProblem& problem);

// Whether no window is wider than thousands of pixels or sees nothing but padding: others would be
// staged for nothing.
bool HasOrdinaryWindows(const ConvolutionProblem& problem);

// Of a tensor, in bytes: an element, the first one, and from one channel to the next.
struct TensorBytes {
  explicit TensorBytes(const TensorDesc& tensor)
      : size(SizeBits(tensor.type) / 8),
        offset(tensor.layout.offset * size),
        channel(StepOf(tensor.layout, 1) * size) {}

  int64_t size, offset, channel;
};

// The filter as {group, output channel, input channel, sizes..}, flipped where the mode says so.
Layout SplitFilter(const ConvolutionProblem& problem);
// A tensor of one value or one for each output channel, as {group, output channel}.
Layout PerChannel(const ConvolutionProblem& problem, const Layout& layout);

}  // namespace weft::ops
