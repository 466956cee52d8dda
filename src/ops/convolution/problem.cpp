// SPDX-License-Identifier: MIT
// See problem.h. What passes here keeps all arithmetic of a plan far below 2^63: places
// in the input and output stay within their sizes and the paddings.
#include "ops/convolution/problem.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "program/infer_sizes.h"
#include "strided/view.h"

namespace weft::ops {
namespace {

Status CheckChannels(const ConvolutionProblem& f) {
  const Sizes &in = f.input.sizes(), &filter = f.filter.sizes(), &out = f.output.sizes();
  if (f.group_count == 0) return Invalid("{}: GroupCount is 0, but it must be at least 1", f.name);
  if (in[1] % f.group_count != 0)
    return Invalid("{}: InputTensor.Sizes[1] is {}, but it must be a multiple of GroupCount {}",
                   f.name, in[1], f.group_count);
  if (f.IsBackward()) {
    if (filter[0] != in[1])
      return Invalid("{}: FilterTensor.Sizes[0] is {}, but InputTensor.Sizes[1] is {}", f.name,
                     filter[0], in[1]);
    // A quotient instead of a product, which could overflow.
    if (out[1] % f.group_count != 0 || out[1] / f.group_count != filter[1])
      return Invalid(
          "{}: OutputTensor.Sizes[1] is {}, but FilterTensor.Sizes[1] * GroupCount is {} * {} = {}",
          f.name, out[1], filter[1], f.group_count, uint64_t(filter[1]) * uint64_t(f.group_count));
  } else {
    if (filter[1] != in[1] / f.group_count)
      return Invalid(
          "{}: FilterTensor.Sizes[1] is {}, but InputTensor.Sizes[1] / GroupCount is {} / {} = {}",
          f.name, filter[1], in[1], f.group_count, in[1] / f.group_count);
    if (filter[0] % f.group_count != 0)
      return Invalid("{}: FilterTensor.Sizes[0] is {}, but it must be a multiple of GroupCount {}",
                     f.name, filter[0], f.group_count);
    if (out[1] != filter[0])
      return Invalid("{}: OutputTensor.Sizes[1] is {}, but FilterTensor.Sizes[0] is {}", f.name,
                     out[1], filter[0]);
  }
  if (out[0] != in[0])
    return Invalid("{}: OutputTensor.Sizes[0] is {}, but InputTensor.Sizes[0] is {}", f.name,
                   out[0], in[0]);
  return Ok();
}

int64_t OutputPadding(const ConvolutionProblem& f, size_t d) {
  return f.output_padding.empty() ? 0 : f.output_padding[d];
}

int64_t WindowCount(const ConvolutionProblem& f, size_t d) {
  const int64_t reach = int64_t(f.dilations[d]) * (f.filter.sizes()[int(d) + 2] - 1) + 1;
  return (f.input.sizes()[int(d) + 2] + f.start_padding[d] + f.end_padding[d] - reach) /
             f.strides[d] +
         1;
}

Status CheckForward(const ConvolutionProblem& f, size_t d, uint64_t reach) {
  const int64_t size = f.input.sizes()[int(d) + 2];
  const int64_t padded = size + f.start_padding[d] + f.end_padding[d];
  if (reach > uint64_t(padded))
    return Invalid(
        "{0}: Dilations[{1}] * (FilterTensor.Sizes[{2}] - 1) + 1 is {3} * ({4} - 1) + 1 = {5}, but "
        "InputTensor.Sizes[{2}] + StartPadding[{1}] + EndPadding[{1}] is {6} + {7} + {8} = {9}",
        f.name, d, d + 2, f.dilations[d], f.filter.sizes()[int(d) + 2], reach, size,
        f.start_padding[d], f.end_padding[d], padded);
  const int64_t extra = OutputPadding(f, d), want = WindowCount(f, d) + extra;
  const int64_t got = f.output.sizes()[int(d) + 2];
  if (got == want) return Ok();
  return Invalid(
      "{0}: OutputTensor.Sizes[{1}] is {2}, but (InputTensor.Sizes[{1}] + StartPadding[{3}] + "
      "EndPadding[{3}] - {4}) / Strides[{3}] + 1{5} is ({6} + {7} + {8} - {4}) / {9} + 1{10} = "
      "{11}",
      f.name, d + 2, got, d, reach, extra ? fmt::format(" + OutputPadding[{}]", d) : "", size,
      f.start_padding[d], f.end_padding[d], f.strides[d], extra ? fmt::format(" + {}", extra) : "",
      want);
}

// Where strides or dilations leave the size open, callers enlarge the output without saying so in
// OutputPadding.
Status CheckBackward(const ConvolutionProblem& f, size_t d, uint64_t reach) {
  using Wide = __int128;
  const Wide least = (Wide(f.input.sizes()[int(d) + 2]) - 1) * f.strides[d] + Wide(reach) -
                     f.start_padding[d] - f.end_padding[d] + OutputPadding(f, d);
  const int64_t got = f.output.sizes()[int(d) + 2];
  const int64_t open = std::max(f.strides[d], f.dilations[d]) - 1;
  if (got >= least && got <= least + open) return Ok();
  const int64_t shown = int64_t(std::min<Wide>(least, INT64_MAX - open));
  return Invalid(
      "{0}: OutputTensor.Sizes[{1}] is {2}, but (InputTensor.Sizes[{1}] - 1) * Strides[{3}] + "
      "Dilations[{3}] * (FilterTensor.Sizes[{1}] - 1) + 1 - StartPadding[{3}] - EndPadding[{3}] + "
      "OutputPadding[{3}] is ({4} - 1) * {5} + {6} * ({7} - 1) + 1 - {8} - {9} + {10} = {11}{12}",
      f.name, d + 2, got, d, f.input.sizes()[int(d) + 2], f.strides[d], f.dilations[d],
      f.filter.sizes()[int(d) + 2], f.start_padding[d], f.end_padding[d], OutputPadding(f, d),
      shown, open == 0 ? "" : fmt::format(", up to {}", shown + open));
}

}  // namespace

int64_t ConvolutionProblem::Taps() const {
  int64_t taps = 1;
  for (int dim = 2; dim < filter.rank(); ++dim) taps *= filter.sizes()[dim];
  return taps;
}
double ConvolutionProblem::Products() const {
  return double(output.layout.ElementCount()) * double(InputChannels()) * double(Taps());
}
bool ConvolutionProblem::IsEmpty() const {
  return input.layout.ElementCount() == 0 || output.layout.ElementCount() == 0;
}
Refusal ConvolutionProblem::RefusesDepthwise() const {
  if (group_count > 1 && InputChannels() == 1 && OutputChannels() == 1) return {};
  return {"there are {} groups of {} input and {} output channels, but several of one are needed",
          group_count, InputChannels(), OutputChannels()};
}

Sizes OutputSizesOf(const Convolution& op) {
  const Windows windows = {.strides = op.strides,
                           .dilations = op.dilations,
                           .start_padding = op.start_padding,
                           .end_padding = op.end_padding,
                           .output_padding = op.output_padding};
  const Sizes &input = op.input.sizes(), &filter = op.filter.sizes();
  return op.direction == ConvolutionDirection::Backward
             ? TransposedConvolvedSizes(input, filter, windows, op.group_count)
             : ConvolvedSizes(input, filter, windows);
}

Status CheckConvolution(const ConvolutionProblem& f) {
  const size_t spatial = f.strides.size();
  if (size_t(f.input.rank()) != spatial + 2)
    return Invalid("{}: InputTensor.DimensionCount is {}, but DimensionCount + 2 is {} + 2 = {}",
                   f.name, f.input.rank(), spatial, spatial + 2);
  WEFT_RETURN_IF_ERROR(CheckChannels(f));
  for (size_t d = 0; d < spatial; ++d) {
    const int64_t filter = f.filter.sizes()[int(d) + 2];
    if (filter == 0)
      return Invalid("{}: FilterTensor.Sizes[{}] is 0, but it must be at least 1", f.name, d + 2);
    const std::pair<std::string_view, uint32_t> at_least_1[] = {{"Strides", f.strides[d]},
                                                                {"Dilations", f.dilations[d]}};
    for (const auto& [field, value] : at_least_1)
      if (value == 0)
        return Invalid("{}: {}[{}] is 0, but it must be at least 1", f.name, field, d);
    const uint64_t reach = uint64_t(f.dilations[d]) * uint64_t(filter - 1) + 1;
    WEFT_RETURN_IF_ERROR(f.IsBackward() ? CheckBackward(f, d, reach) : CheckForward(f, d, reach));
  }
  return Ok();
}

Status CheckBias(const ConvolutionProblem& f, const TensorDesc& bias) {
  for (int dim = 0; dim < bias.rank(); ++dim) {
    const int64_t size = bias.sizes()[dim];
    if (dim != 1 && size != 1)
      return Invalid("{}: BiasTensor.Sizes[{}] is {}, but 1 is required", f.name, dim, size);
    if (dim == 1 && size != f.output.sizes()[1])
      return Invalid("{}: BiasTensor.Sizes[1] is {}, but OutputTensor.Sizes[1] is {}", f.name, size,
                     f.output.sizes()[1]);
  }
  return Ok();
}

Status CheckPerChannel(const ConvolutionProblem& f, std::string_view field,
                       const TensorDesc& tensor) {
  const int64_t channels = f.output.sizes()[1];
  const Sizes& sizes = tensor.sizes();
  const auto not_one = sizes.rank() - std::count(sizes.begin(), sizes.end(), 1);
  if (not_one == 0 || (not_one == 1 && tensor.layout.ElementCount() == channels)) return Ok();
  return Invalid(
      "{}: {}.Sizes is {}, but one element or one for each of {} output channels is required",
      f.name, field, ToString(sizes), channels);
}

ConvolvedDims DimsOf(const ConvolutionProblem& f) {
  const int64_t input_size = SizeBits(f.input.type) / 8, output_size = SizeBits(f.output.type) / 8;
  const int64_t batch = f.input.sizes()[0];
  ConvolvedDims dims;
  dims[0] = {.input_size = batch,
             .output_size = batch,
             .windows = batch,
             .input_bytes = StepOf(f.input.layout, 0) * input_size,
             .output_bytes = StepOf(f.output.layout, 0) * output_size};
  const size_t spatial = f.strides.size();
  for (size_t d = 0; d < spatial; ++d) {
    const int dim = int(d) + 2;
    dims[dims.size() - spatial + d] = {.input_size = f.input.sizes()[dim],
                                       .output_size = f.output.sizes()[dim],
                                       .filter_size = f.filter.sizes()[dim],
                                       .stride = f.strides[d],
                                       .dilation = f.dilations[d],
                                       .start_padding = f.start_padding[d],
                                       .windows = f.IsBackward() ? 0 : WindowCount(f, d),
                                       .backward = f.IsBackward(),
                                       .input_bytes = StepOf(f.input.layout, dim) * input_size,
                                       .output_bytes = StepOf(f.output.layout, dim) * output_size};
  }
  return dims;
}

bool MeetsPixelsOnce(const ConvolutionProblem& f) {
  for (size_t d = 0; d < f.strides.size(); ++d)
    if (f.strides[d] != 1 || f.start_padding[d] != 0 || f.end_padding[d] != 0) return false;
  return f.Taps() == 1 && !f.IsEmpty();
}

bool HasOrdinaryWindows(const ConvolutionProblem& f) {
  constexpr int64_t kLongestReach = 1 << 12;
  for (size_t d = 0; d < f.strides.size(); ++d) {
    const int64_t reach = int64_t(f.dilations[d]) * (f.filter.sizes()[int(d) + 2] - 1) + 1;
    if (reach > kLongestReach || f.start_padding[d] >= reach || f.end_padding[d] >= reach ||
        f.strides[d] > kLongestReach)
      return false;
  }
  return true;
}

Layout SplitFilter(const ConvolutionProblem& f) {
  const bool flip = f.mode == ConvolutionMode::Convolution;
  Layout layout = f.filter.layout;
  for (int dim = 2; flip && dim < layout.rank(); ++dim) layout = Reverse(layout, dim);
  Layout split;
  split.offset = layout.offset;
  const int64_t outer = StepOf(layout, 0), inner = StepOf(layout, 1);
  const int64_t in = f.InputChannels(), out = f.OutputChannels();
  const int64_t group = f.group_count > 1 ? outer * (f.IsBackward() ? in : out) : 0;
  split.sizes = {f.group_count, out, in};
  split.strides = f.IsBackward() ? Strides{group, inner, outer} : Strides{group, outer, inner};
  for (int dim = 2; dim < layout.rank(); ++dim) {
    split.sizes.push_back(layout.sizes[dim]);
    split.strides.push_back(StepOf(layout, dim));
  }
  return split;
}

Layout PerChannel(const ConvolutionProblem& f, const Layout& layout) {
  int64_t stride = 0;
  for (int dim = 0; dim < layout.rank(); ++dim)
    if (layout.sizes[dim] > 1) stride = layout.strides[dim];
  const int64_t channels = f.OutputChannels();
  return {{f.group_count, channels},
          {f.group_count > 1 ? stride * channels : 0, stride},
          layout.offset};
}

}  // namespace weft::ops
