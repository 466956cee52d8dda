// SPDX-License-Identifier: MIT
// See as_matmul.h.
#include "ops/convolution/as_matmul.h"

#include "ops/convolution/tap_product_planes.h"
#include "ops/unary/activation.h"
#include "program/owned.h"

namespace weft::ops {
namespace {

int64_t OffsetOf(const TensorDesc& tensor) {
  return tensor.layout.offset * SizeBits(tensor.type) / 8;
}

}  // namespace

Refusal ConvolutionAsMatmul::Refuses(const ConvolutionProblem& problem) {
  const auto& [op, f, addend] = problem;
  if (addend) return {"it adds nothing to its results"};
  if (const Refusal refusal = RefusesOtherThanOneTap(f)) return refusal;
  if (f.IsEmpty()) return {"there is nothing to compute"};
  const std::optional<PixelLines> lines = PixelLinesOf(op.input, op.output);
  if (!lines) return {"pixels do not lie in lines of 32 or more"};
  if (lines->input_pixel_step != 1)
    return {"pixels of the input are {} elements apart, but 1 is needed", lines->input_pixel_step};
  if (lines->output_pixel_step == 0) return {"pixels of the output are one"};
  return {};
}

ConvolutionAsMatmul::ConvolutionAsMatmul(const ConvolutionProblem& problem)
    : owned_(IsOwned(problem.op.filter)),
      has_bias_(problem.op.bias.has_value()),
      input_offset_(OffsetOf(problem.op.input)),
      filter_offset_(OffsetOf(problem.op.filter)),
      output_offset_(OffsetOf(problem.op.output)) {
  const auto& [op, f, addend] = problem;
  const PixelLines lines = *PixelLinesOf(op.input, op.output);
  const Layout split = SplitFilter(f, false);  // {1, output channel, input channel}, one tap
  GemmMatrix filter = {op.filter.type, split.strides[1], split.strides[2]};
  int64_t weights_bytes = 0;
  if (owned_) {
    const Layout rows = Layout::Packed(split.sizes);
    load_filter_ = TypedCopy(DataType::Float32, rows, op.filter.type, split);
    weights_bytes = rows.ElementCount() * int64_t(sizeof(float));
    filter = {DataType::Float32, f.InputChannels(), 1};
  }
  const GemmMatrix input = {
      op.input.type, StepOf(op.input, 1), 1, {StepOf(op.input, 0), lines.input_step}};
  const GemmMatrix output = {op.output.type,
                             StepOf(op.output, 1),
                             lines.output_pixel_step,
                             {StepOf(op.output, 0), lines.output_step}};
  plan_ = GemmPlan(MatmulProblem(
      {f.OutputChannels(), lines.pixels, f.InputChannels(), {op.input.sizes()[0], lines.count}},
      filter, input, output));
  GemmEpilogue::Options options;
  if (op.fused_activation) options.activation = ActivationRow(*op.fused_activation);
  if (op.bias) {
    bias_offset_ = OffsetOf(*op.bias);
    options.c = GemmMatrix{op.bias->type, StepOf(*op.bias, 1), 0};
    options.beta = 1;
  }
  epilogue_ = GemmEpilogue(output, options);
  Temporary unused;  // A filter that is not owned is read where it lies, and so is the bias.
  operands_ =
      FloatOperands(problem, weights_bytes, Layout::Packed({1, f.OutputChannels()}), 0, unused);
}

void ConvolutionAsMatmul::Run(const Bindings& bind) const {
  using Slots = FloatOperands;
  const std::byte* const bias = has_bias_ ? bind.Input(Slots::kBias) + bias_offset_ : nullptr;
  const GemmEpilogue::Target target = {&epilogue_, bind.Output(0) + output_offset_, bias};
  plan_.Run(GemmEpilogue::For(target),
            owned_ ? bind.persistent : bind.Input(Slots::kFilter) + filter_offset_,
            bind.Input(Slots::kInput) + input_offset_, bind.temporary);
}

}  // namespace weft::ops
