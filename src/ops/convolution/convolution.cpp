// SPDX-License-Identifier: MIT
// CONVOLUTION: its rules, and the list of ways to compute it. Two engines are our own. The tap
// product sums, for every output, what each tap of the filter sees; lanes are output channels where
// those lie next to each other (NHWC, pixels), and pixels where these do (NCHW, planes). Where
// channels keep to themselves there is the depthwise engine, with the same two forms.
#include "ops/convolution/convolution.h"

#include <algorithm>

#include "base/error.h"
#include "generated/ops/implementations.h"
#include "ops/convolution/tap_product_pixels.h"
#include "ops/convolution/tap_product_planes.h"
#include "ops/unary/activation.h"
#include "program/infer_sizes.h"
#include "weft/schema.h"

namespace weft::ops {
namespace {

using Problem = ConvolutionProblem;

template <class Engine>
Planned PlanWith(const Problem& problem, const Machine&) {
  return ConvolutionProgram(Engine(problem));
}

// Costs are products, each as long as one of tap_product/pixels takes, so that this is the measure:
// what is cheaper costs a part of it, and what is dearer a multiple.
Cost Products(const Problem& problem, double times) { return problem.fields.Products() * times; }
// Where a candidate is known to be slower than the general one.
constexpr double kSlower = 2;

Cost CostOfPlanes(const Problem& problem, const Machine&) {
  // With fewer pixels the partial last vector dominates.
  constexpr int64_t kFewPixels = 64;
  const TensorDesc& input = problem.op.input;
  const int64_t pixels = input.layout.ElementCount() / input.sizes()[0] / input.sizes()[1];
  return Products(problem, pixels < kFewPixels ? kSlower : .7);
}

// Whether pixels of a row are closer together than channels.
bool HasPlanes(const TensorDesc& tensor) {
  const int last = tensor.rank() - 1;
  return tensor.sizes()[last] > 1 &&
         (tensor.sizes()[1] == 1 ||
          std::abs(tensor.strides()[last]) < std::abs(tensor.strides()[1]));
}

Cost CostOfStagedPlanes(const Problem& problem, const Machine&) {
  if (!HasPlanes(problem.op.input) || !HasPlanes(problem.op.output))
    return Products(problem, kSlower);
  return Products(problem, .8);
}

Cost CostOfDepthwisePixels(const Problem& problem, const Machine&) {
  return Products(problem, .95);
}
Cost CostOfPixels(const Problem& problem, const Machine&) { return Products(problem, 1); }

constexpr std::string_view kByTaps =
    "An output begins with its bias and adds products tap by tap, in each tap channel by channel, "
    "in "
    "float32, with fused multiply-adds where the machine has them.";
constexpr std::string_view kByChannels =
    "An output begins with its bias and adds products channel by channel, in each channel tap by "
    "tap, "
    "in float32, with fused multiply-adds where the machine has them.";
constexpr Candidate<Problem> kCandidates[] = {
    {"convolution/tap_product/planes", PlaneTapProduct::Refuses, CostOfPlanes,
     PlanWith<PlaneTapProduct>, kByChannels},
    {"convolution/tap_product/staged_planes", StagedTapProduct::Refuses, CostOfStagedPlanes,
     PlanWith<StagedTapProduct>, kByChannels},
    {"convolution/depthwise/pixels", DepthwisePixels::Refuses, CostOfDepthwisePixels,
     PlanWith<DepthwisePixels>, kByTaps},
    {"convolution/tap_product/pixels", PixelTapProduct::Refuses, CostOfPixels,
     PlanWith<PixelTapProduct>, kByTaps},
};

}  // namespace

std::span<const Candidate<ConvolutionProblem>> ConvolutionCandidates() { return kCandidates; }

std::string_view CandidateOf(const Convolution& op) {
  const Candidate<Problem>* const chosen = Pick(ConvolutionCandidates(), Problem(op), ThisMachine());
  return chosen ? chosen->name : std::string_view();
}

void Infer(Convolution& op) {
  const Windows windows = {.strides = op.strides,
                           .dilations = op.dilations,
                           .start_padding = op.start_padding,
                           .end_padding = op.end_padding,
                           .output_padding = op.output_padding};
  const Sizes &input = op.input.sizes(), &filter = op.filter.sizes();
  Fill(op.output, op.input.type,
       op.direction == ConvolutionDirection::Backward
           ? TransposedConvolvedSizes(input, filter, windows, op.group_count)
           : ConvolvedSizes(input, filter, windows));
}

Status Validate(const Convolution& op) {
  const Problem problem(op);
  WEFT_RETURN_IF_ERROR(CheckConvolution(problem.fields));
  if (op.bias) WEFT_RETURN_IF_ERROR(CheckBias(problem.fields, *op.bias));
  if (!op.fused_activation || ActivationRow(*op.fused_activation)) return Ok();
  return std::visit(
      []<class Activation>(const Activation&) -> Status {
        return Invalid("CONVOLUTION: FusedActivation is {}, but only GEMM can fuse it",
                       Info(Activation::kType).name);
      },
      *op.fused_activation);
}

Result<Program> Plan(const Convolution& op) {
  return PlanCheapest("CONVOLUTION", ConvolutionCandidates(), Problem(op), ThisMachine());
}

std::optional<Program> PlanConvolutionSum(const Convolution& op, const TensorDesc& addend) {
  constexpr DataType kFloat = DataType::Float32;
  if (op.output.type != kFloat || addend.type != kFloat || addend.layout != op.output.layout)
    return std::nullopt;
  // Where the cheapest way cannot add, a sum of its own costs less than the next one.
  const Candidate<Problem>* const alone = Pick(ConvolutionCandidates(), Problem(op), ThisMachine());
  const Problem problem(op, &addend);
  if (alone == nullptr || alone->refuses(problem)) return std::nullopt;
  Planned planned = alone->plan(problem, ThisMachine());
  if (!planned) return std::nullopt;
  planned->candidate = alone->name;
  return *std::move(planned);
}

}  // namespace weft::ops
