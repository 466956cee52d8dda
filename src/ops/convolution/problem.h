// SPDX-License-Identifier: MIT
// A convolution as its candidates see it, and what CONVOLUTION, CONVOLUTION_INTEGER and
// QUANTIZED_LINEAR_CONVOLUTION share: the rules between sizes, strides and paddings, and layouts.
// Forward the filter is {output channels, input channels of a group, sizes..}, backward {input
// channels, output channels of a group, ..}.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "ops/convolution/convolved_dim.h"
#include "strided/view.h"
#include "weft/operators.h"
#include "weft/status.h"
#include "weft/tensor.h"

namespace weft::ops {

struct ConvolutionFields {
  std::string_view op;
  const TensorDesc &input, &filter, &output;
  std::span<const uint32_t> strides, dilations, start_padding, end_padding, output_padding;
  int64_t groups;
  bool backward = false;

  int64_t InputChannels() const { return input.sizes()[1] / groups; }  // of a group
  int64_t OutputChannels() const { return output.sizes()[1] / groups; }
  int64_t Taps() const;  // of the filter, for one input channel
  double Products() const;
  bool IsDepthwise() const { return groups > 1 && InputChannels() == 1 && OutputChannels() == 1; }
  bool IsEmpty() const;  // it has no input or no output
  bool HasOutputPadding() const;
};

// A valid CONVOLUTION, and what graphs have added to its result before the activation.
struct ConvolutionProblem {
  explicit ConvolutionProblem(const Convolution& op, const TensorDesc* addend = nullptr);

  const Convolution& op;
  ConvolutionFields fields;
  const TensorDesc* addend;  // of float32, lying as the output does; null without one
};

Status CheckConvolution(const ConvolutionFields& fields);
// One value, or one for each of the output's channels along one dimension.
Status CheckPerChannel(const ConvolutionFields& fields, std::string_view field,
                       const TensorDesc& tensor);
// {1, output channels, 1..}.
Status CheckBias(const ConvolutionFields& fields, const TensorDesc& bias);

// Batch, depth, rows and columns; those that the tensors lack have size 1.
using ConvolvedDims = std::array<ConvolvedDim, kMostConvolved + 1>;
ConvolvedDims DimsOf(const ConvolutionFields& fields);

// Whether the filter has one tap, which meets every pixel once.
bool MeetsPixelsOnce(const ConvolutionFields& fields);

// Whether no window is wider than thousands of pixels or sees nothing but padding: others would be
// staged for nothing.
bool HasOrdinaryWindows(const ConvolutionFields& fields);

// Elements from one index of a dimension to the next; 0 where there is only one.
inline int64_t StepOf(const TensorDesc& tensor, int dim) { return StepOf(tensor.layout, dim); }
using weft::StepOf;

// The filter as {group, output channel, input channel, sizes..}, flipped if wanted.
Layout SplitFilter(const ConvolutionFields& fields, bool flip);
// A tensor of one value or one for each output channel, as {group, output channel}.
Layout PerChannel(const ConvolutionFields& fields, const Layout& layout);

}  // namespace weft::ops
