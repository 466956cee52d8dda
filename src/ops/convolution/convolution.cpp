// SPDX-License-Identifier: MIT
// CONVOLUTION: its rules, and the list of ways to compute it. Two engines are our own. The tap
// product sums, for every output, what each tap of the filter sees; lanes are output channels where
// those lie next to each other (NHWC, pixels), and pixels where these do (NCHW, planes). Where
// channels keep to themselves there is the depthwise engine, with the same two forms.
#include "ops/convolution/convolution.h"

#include <algorithm>

#include "base/error.h"
#include "generated/ops/implementations.h"
#include "ops/convolution/as_matmul.h"
#include "ops/convolution/depthwise_planes.h"
#include "ops/convolution/onednn.h"
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

template <OneDnnConvolver::Form kForm>
Refusal OneDnnRefuses(const Problem& problem) {
  return OneDnnConvolver::Refuses(problem, kForm);
}
template <OneDnnConvolver::Form kForm>
Planned PlanOneDnn(const Problem& problem, const Machine&) {
  auto convolver = OneDnnConvolver::For(problem, kForm);
  if (!convolver) return tl::unexpected(Refusal("oneDNN has nothing but reference code for it"));
  return ConvolutionProgram(*std::move(convolver));
}

// Costs are products, each as long as one of tap_product/pixels takes, so that this is the measure:
// what is cheaper costs a part of it, and what is dearer a multiple.
Cost Products(const Problem& problem, double times) { return problem.fields.Products() * times; }
// Where a candidate is known to be slower than the general one.
constexpr double kSlower = 2;

Cost CostOfRows(const Problem& problem, const Machine&) {
  // Staging is paid for by the output channels that read what is staged. With more input channels
  // than these, or taps, staged rows are more than the caches hold and NHWC is faster; one tap is
  // nothing to stage for.
  constexpr int64_t kMostChannels = 4, kMostDepth = 256;
  // A partial last vector is too large a part of shorter rows, and strides beyond this leave too
  // few neighbours in what is staged apart.
  constexpr int64_t kShortestRow = 32, kLongestStride = 4;
  const auto& [op, f, addend] = problem;
  const bool is_fast = f.InputChannels() <= kMostChannels && f.Taps() > 1 &&
                       f.InputChannels() * f.Taps() <= kMostDepth &&
                       f.strides[1] <= kLongestStride && op.output.sizes()[3] >= kShortestRow;
  return Products(problem, is_fast ? .5 : kSlower);
}

Cost CostOfOneDnn(const Problem& problem, const Machine&) {
  // Of more channels and taps our own kernels are as fast, and need no copies in its order.
  constexpr int64_t kMostChannels = 4;
  const ConvolutionFields& f = problem.fields;
  const bool is_fast =
      f.Taps() == 1 || f.IsDepthwise() || (f.groups == 1 && f.InputChannels() <= kMostChannels);
  return Products(problem, is_fast ? .6 : kSlower);
}
Cost CostOfOneDnnRows(const Problem& problem, const Machine& machine) {
  // What it stages and stores again costs too much where there is little to compute.
  const ConvolutionFields& f = problem.fields;
  if (f.Taps() == 1 || f.IsDepthwise()) return Products(problem, kSlower);
  return CostOfOneDnn(problem, machine);
}

Cost CostOfPlanes(const Problem& problem, const Machine&) {
  // With fewer pixels the partial last vector dominates.
  constexpr int64_t kFewPixels = 64;
  const TensorDesc& input = problem.op.input;
  const int64_t pixels = input.layout.ElementCount() / input.sizes()[0] / input.sizes()[1];
  return Products(problem, pixels < kFewPixels ? kSlower : .7);
}
Cost CostOfMatmul(const Problem& problem, const Machine&) {
  // It packs what planes read where it lies.
  return Products(problem, PlaneTapProduct::Refuses(problem) ? .8 : kSlower);
}
Cost CostOfDepthwisePlanes(const Problem& problem, const Machine&) { return Products(problem, .9); }
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
constexpr std::string_view kOneDnn = "In float32, in an order that oneDNN chooses by sizes.";

constexpr Candidate<Problem> kCandidates[] = {
    {"convolution/tap_product/rows", RowTapProduct::Refuses, CostOfRows, PlanWith<RowTapProduct>,
     kByChannels},
    {"convolution/onednn/bands", OneDnnRefuses<OneDnnConvolver::Form::Bands>, CostOfOneDnn,
     PlanOneDnn<OneDnnConvolver::Form::Bands>, kOneDnn},
    {"convolution/onednn/rows", OneDnnRefuses<OneDnnConvolver::Form::Rows>, CostOfOneDnnRows,
     PlanOneDnn<OneDnnConvolver::Form::Rows>, kOneDnn},
    {"convolution/tap_product/planes", PlaneTapProduct::Refuses, CostOfPlanes,
     PlanWith<PlaneTapProduct>, kByChannels},
    {"convolution/matmul", ConvolutionAsMatmul::Refuses, CostOfMatmul,
     PlanWith<ConvolutionAsMatmul>, "As GEMM does; the bias is added at the end."},
    {"convolution/depthwise/planes", DepthwisePlanes::Refuses, CostOfDepthwisePlanes,
     PlanWith<DepthwisePlanes>, kByTaps},
    {"convolution/depthwise/pixels", DepthwisePixels::Refuses, CostOfDepthwisePixels,
     PlanWith<DepthwisePixels>, kByTaps},
    {"convolution/tap_product/pixels", PixelTapProduct::Refuses, CostOfPixels,
     PlanWith<PixelTapProduct>, kByTaps},
};

// The one that is planned: what oneDNN has shows only then. Null where none may be taken.
const Candidate<Problem>* ChosenFor(const Problem& problem) {
  const Result<Program> program =
      PlanCheapest("CONVOLUTION", ConvolutionCandidates(), problem, ThisMachine());
  if (!program) return nullptr;
  return &*std::ranges::find(kCandidates, program->candidate, &Candidate<Problem>::name);
}

}  // namespace

std::span<const Candidate<ConvolutionProblem>> ConvolutionCandidates() { return kCandidates; }

std::string_view CandidateOf(const Convolution& op) {
  const Candidate<Problem>* const chosen = ChosenFor(Problem(op));
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

std::optional<ConvolutionSum> PlanConvolutionSum(const Convolution& op, const TensorDesc& addend) {
  constexpr DataType kFloat = DataType::Float32;
  if (op.output.type != kFloat || addend.type != kFloat || addend.layout != op.output.layout)
    return std::nullopt;
  // Where the cheapest way cannot add, a sum of its own costs less than the next one.
  const Candidate<Problem>* const alone = ChosenFor(Problem(op));
  const Problem problem(op, &addend);
  if (alone == nullptr || alone->refuses(problem)) return std::nullopt;
  Planned planned = alone->plan(problem, ThisMachine());
  if (!planned) return std::nullopt;
  planned->candidate = alone->name;
  return ConvolutionSum{*std::move(planned), alone->name.starts_with("convolution/onednn")};
}

}  // namespace weft::ops
