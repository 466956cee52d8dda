// SPDX-License-Identifier: MIT
// See convolution_pointwise.h.
#include "ops/convolution_pointwise.h"

#include <algorithm>

#include "kernels/activation.h"

namespace weft::ops {
namespace {

bool SeesEveryPixelOnce(const ConvolutionFields& f) {
  const auto is_one = [](auto value) { return value == 1; };
  const auto is_zero = [](auto value) { return value == 0; };
  const Sizes& filter = f.filter.sizes();
  return f.groups == 1 && std::all_of(filter.begin() + 2, filter.end(), is_one) &&
         std::ranges::all_of(f.strides, is_one) && std::ranges::all_of(f.start_padding, is_zero) &&
         std::ranges::all_of(f.end_padding, is_zero) &&
         std::ranges::all_of(f.output_padding, is_zero) &&
         std::equal(f.input.sizes().begin() + 2, f.input.sizes().end(),
                    f.output.sizes().begin() + 2);
}

// From one pixel of an image to the next, the same for all of them; 0 where it is not.
int64_t PixelStep(const TensorDesc& tensor) {
  int64_t step = 0, count = 1;
  for (int dim = tensor.rank() - 1; dim >= 2; --dim) {
    if (tensor.sizes()[dim] == 1) continue;
    if (count == 1) step = tensor.strides()[dim];
    if (tensor.strides()[dim] != count * step) return 0;
    count *= tensor.sizes()[dim];
  }
  return step;
}

int64_t PlaceOf(const TensorDesc& tensor) {
  return tensor.layout.offset * SizeBits(tensor.type) / 8;
}

}  // namespace

std::optional<PointwiseConvolver> PointwiseConvolver::For(const Convolution& op,
                                                          const ConvolutionFields& f) {
  if (!SeesEveryPixelOnce(f)) return std::nullopt;
  if (op.input.layout.ElementCount() == 0 || op.output.layout.ElementCount() == 0)
    return std::nullopt;
  const int64_t output_step = PixelStep(op.output);
  if (PixelStep(op.input) != 1 || output_step == 0) return std::nullopt;
  const auto step = [](const TensorDesc& tensor, int dim) {
    return tensor.sizes()[dim] > 1 ? tensor.strides()[dim] : 0;
  };
  PointwiseConvolver convolver;
  const Layout split = SplitFilter(f, false);  // {1, output channel, input channel}, one tap
  GemmMatrix filter = {op.filter.type, split.strides[1], split.strides[2]};
  convolver.filter_place_ = PlaceOf(op.filter);
  convolver.owned_ = op.filter.flags == TensorFlags::OwnedByDml;
  if (convolver.owned_) {
    const Layout rows = Layout::Packed(split.sizes);
    convolver.pack_ = TypedCopy(DataType::Float32, rows, op.filter.type, split);
    convolver.weights_bytes_ = rows.ElementCount() * int64_t(sizeof(float));
    filter = {DataType::Float32, f.InputChannels(), 1};
  }
  const int64_t channels = f.InputChannels();
  const int64_t pixels = op.input.layout.ElementCount() / op.input.sizes()[0] / channels;
  convolver.plan_ = GemmPlan({f.OutputChannels(), pixels, channels, {op.input.sizes()[0], 1}},
                             filter, {op.input.type, step(op.input, 1), 1, {step(op.input, 0), 0}});
  ProductStore::Options options;
  convolver.has_bias_ = op.bias.has_value();
  if (op.bias) {
    options.c = GemmMatrix{op.bias->type, step(*op.bias, 1), 0};
    options.beta = 1;
    convolver.bias_place_ = PlaceOf(*op.bias);
  }
  if (op.fused_activation) options.activation = ActivationRow(*op.fused_activation);
  convolver.store_ = ProductStore(
      {op.output.type, step(op.output, 1), output_step, {step(op.output, 0), 0}}, options);
  convolver.input_place_ = PlaceOf(op.input);
  convolver.output_place_ = PlaceOf(op.output);
  return convolver;
}

void PointwiseConvolver::Run(const Bindings& bind) const {
  const ProductStore::Target target = {&store_, bind.Output(0) + output_place_,
                                       has_bias_ ? bind.Input(2) + bias_place_ : nullptr};
  plan_.Run(ProductStore::SinkTo(target), owned_ ? bind.persistent : bind.Input(1) + filter_place_,
            bind.Input(0) + input_place_, bind.temporary);
}

}  // namespace weft::ops
