// SPDX-License-Identifier: MIT
// See tap_product_pixels.h.
#include "ops/convolution/tap_product_pixels.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "ops/elementwise/arithmetic.h"

namespace weft::ops {
namespace {

constexpr DataType kFloat = DataType::Float32;

bool ChannelsAreNeighbours(const TensorDesc& tensor) {
  return tensor.type == kFloat && (tensor.strides()[1] == 1 || tensor.sizes()[1] == 1);
}

// Where pixels at the border meet their taps one by one, and these have few channels, that takes
// longer than copying the image into a frame of zeros.
bool IsBetterStaged(const ConvolutionFields& fields) {
  constexpr int64_t kFewChannels = 8;
  const auto is_positive = [](uint32_t padding) { return padding > 0; };
  return fields.groups == 1 && !fields.backward && fields.InputChannels() <= kFewChannels &&
         (std::ranges::any_of(fields.start_padding, is_positive) ||
          std::ranges::any_of(fields.end_padding, is_positive));
}

}  // namespace

bool PixelConvolver::ReadsInPlace(const ConvolutionProblem& problem) {
  return ChannelsAreNeighbours(problem.op.input) && !IsBetterStaged(problem.fields);
}
bool PixelConvolver::WritesInPlace(const ConvolutionProblem& problem) {
  return ChannelsAreNeighbours(problem.op.output);
}

Refusal PixelTapProduct::Refuses(const ConvolutionProblem& problem) {
  if (!problem.addend) return {};
  if (problem.fields.IsEmpty()) return {"there is nothing to compute"};
  if (!PixelConvolver::WritesInPlace(problem))
    return {"there is an addend, and OutputTensor.Strides[1] is {}, but 1 is needed then",
            problem.op.output.strides()[1]};
  return {};
}

Refusal DepthwisePixels::Refuses(const ConvolutionProblem& problem) {
  const ConvolutionFields& f = problem.fields;
  if (!f.IsDepthwise())
    return {"there are {} groups of {} input and {} output channels, but several of one are needed",
            f.groups, f.InputChannels(), f.OutputChannels()};
  return PixelTapProduct::Refuses(problem);
}

PixelConvolver::PixelConvolver(const ConvolutionProblem& problem, bool depthwise) {
  const auto& [op, fields, addend] = problem;
  const Layout input = SplitChannels(op.input.layout, fields.groups);
  const Layout output = SplitChannels(op.output.layout, fields.groups);
  input_in_place_ = ReadsInPlace(problem);
  if (!input_in_place_) staged_ = StagedInput(fields);
  const int64_t output_bytes = SizeBits(op.output.type) / 8;
  plan_ = PlanConvolution(fields, input_in_place_ ? input : staged_.layout(), output, sizeof(float),
                          output_bytes);
  plan_.depthwise = depthwise;
  if (!input_in_place_) staged_.TakePadding(plan_);
  plan_.channels = fields.InputChannels();
  if (input_in_place_) input_offset_ = input.offset * int64_t(sizeof(float));
  output_offset_ = output.offset * output_bytes;
  if (!WritesInPlace(problem))
    plan_.StoreColumns(StepOf(op.output, 1) * output_bytes, output_bytes,
                       op.output.type == kFloat ? nullptr : ConverterFor(op.output.type, kFloat));
  if (addend) {
    sum_ = std::make_shared<const FusedRow>(ArithmeticRow(Arithmetic::Add, kFloat), kFloat,
                                            std::initializer_list<DataType>{kFloat, kFloat},
                                            op.fused_activation);
    add_ = sum_->Function();
  }
  if (!input_in_place_) input_offset_ = scratch_.Add(staged_.bytes());
  zeros_offset_ = scratch_.Add(plan_.ZeroBytes());
  Layout filter = SplitFilter(fields, op.mode == ConvolutionMode::Convolution);
  if (depthwise) {  // Groups are columns, too.
    std::swap(filter.sizes[0], filter.sizes[1]);
    std::swap(filter.strides[0], filter.strides[1]);
  }
  operands_ =
      FloatOperands(problem, {op.filter.type, filter, depthwise ? plan_.groups : kPanelColumns},
                    StartLayout(plan_), plan_.StartBytes(), scratch_);
}

void PixelConvolver::Run(const Bindings& bind) const {
  std::byte* const zeros = Temporary::At(bind, zeros_offset_);
  std::memset(zeros, 0, size_t(plan_.ZeroBytes()));
  const std::byte* input = bind.Input(FloatOperands::kInput) + input_offset_;
  if (!input_in_place_) {
    std::byte* const staged = Temporary::At(bind, input_offset_);
    staged_.Run(staged, bind.Input(FloatOperands::kInput));
    input = staged;
  }
  plan_.Run({.output = bind.Output(0) + output_offset_,
             .input = input,
             .weights = operands_.Weights(bind),
             .start = operands_.Start(bind),
             .zeros = zeros,
             .activation = add_ ? &*add_ : operands_.activation(),
             .addend = add_ ? bind.Input(FloatOperands::kAddend) + output_offset_ : nullptr});
}

}  // namespace weft::ops
