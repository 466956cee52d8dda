// SPDX-License-Identifier: MIT
// CONVOLUTION: its rules, and the list of ways to compute it. The tap product sums, for every
// output, what each tap of the filter sees; lanes are output channels where those lie next to each
// other (NHWC, pixels), and pixels where these do (NCHW, planes). Where channels of NHWC keep to
// themselves there is the depthwise engine; over planes they are groups of one channel.
#include "ops/convolution/convolution.h"

#include <algorithm>
#include <cstdlib>

#include "base/error.h"
#include "base/split.h"
#include "generated/ops/implementations.h"
#include "ops/convolution/tap_product.h"
#include "ops/unary/activation.h"
#include "program/infer_sizes.h"
#include "weft/schema.h"

namespace weft::ops {
namespace {

using Problem = ConvolutionProblem;

// Costs are products: what else takes time is given as the products that are made meanwhile.

// A tensor that cannot be used where it lies is copied, an element at a time; faster where its rows
// stay rows.
constexpr double kRowCopy = 5, kTransposition = 25;

enum class Lanes { Pixels, Channels };

// Whether neighbours along the lanes are the nearest elements in memory.
bool HasRowsOf(Lanes lanes, const TensorDesc& tensor) {
  const auto step = [&](int dim) {
    return tensor.sizes()[dim] == 1 ? INT64_MAX : std::abs(tensor.strides()[dim]);
  };
  const bool has_planes = step(tensor.rank() - 1) < step(1);
  return (lanes == Lanes::Pixels) == has_planes;
}
double CopyCost(Lanes lanes, const TensorDesc& tensor) {
  return double(tensor.layout.ElementCount()) *
         (HasRowsOf(lanes, tensor) ? kRowCopy : kTransposition);
}

// Of planes, whose last tile of three vectors is not full.
double PlaneProducts(const Problem& problem, const Machine& machine) {
  const TensorDesc& output = problem.output;
  const int64_t channels = output.sizes()[0] * output.sizes()[1];
  if (channels == 0) return 0;
  const int64_t pixels = output.layout.ElementCount() / channels;
  return problem.Products() * double(RoundUp(pixels, 3 * machine.lanes())) /
         double(std::max<int64_t>(pixels, 1));
}

Cost CostOfPlanes(const Problem& problem, const Machine& machine) {
  // Lines of what is staged are cut at the borders of blocks, and rows between them staged twice.
  constexpr double kBorders = 1.1;
  const double products = PlaneProducts(problem, machine);
  if (!PlanesAreReadInPlace(problem))
    return kBorders * products + CopyCost(Lanes::Pixels, problem.input) +
           CopyCost(Lanes::Pixels, problem.output);
  return products +
         (HasRowsOf(Lanes::Pixels, problem.output) ? 0 : CopyCost(Lanes::Pixels, problem.output));
}

// What the sums of pixels need: of tensors that lie otherwise every block is copied.
double PixelCopies(const Problem& problem) {
  double copies = 0;
  for (const TensorDesc* const tensor : {&problem.input, &problem.output})
    if (!HasPixels(*tensor)) copies += CopyCost(Lanes::Channels, *tensor);
  return copies;
}

Cost CostOfDepthwisePixels(const Problem& problem, const Machine&) {
  return problem.Products() + PixelCopies(problem);
}

Cost CostOfPixels(const Problem& problem, const Machine& machine) {
  // Columns go in pairs of vectors. A last vector by itself has too few sums that overlap.
  constexpr double kOneVector = 4. / 3;
  const int64_t columns = problem.OutputChannels(), lanes = machine.lanes();
  const int64_t rest = columns % (2 * lanes), pairs = columns / (2 * lanes);
  const double last = rest == 0 ? 0 : rest > lanes ? 2 : kOneVector;
  const double computed = (2 * double(pairs) + last) * double(lanes);
  return problem.Products() * computed / double(std::max<int64_t>(columns, 1)) +
         PixelCopies(problem);
}

constexpr std::string_view kOneOrder =
    "An output begins with its bias and adds products in one order, tap by tap, in each tap "
    "channel by channel, in float32, with fused multiply-adds where the machine has them. Layouts, "
    "threads and vectors change no bit.";

constexpr Candidate<Problem> kCandidates[] = {
    {"convolution/tap_product/planes", RefusesPlanes, CostOfPlanes, PlanPlanes, kOneOrder},
    {"convolution/depthwise/pixels", RefusesDepthwisePixels, CostOfDepthwisePixels,
     PlanDepthwisePixels, kOneOrder},
    {"convolution/tap_product/pixels", RefusesPixels, CostOfPixels, PlanPixels, kOneOrder},
};

}  // namespace

std::span<const Candidate<ConvolutionProblem>> ConvolutionCandidates() { return kCandidates; }

std::string_view CandidateOf(const Convolution& op) {
  const Candidate<Problem>* const chosen =
      Pick(ConvolutionCandidates(), Problem{op}, ThisMachine());
  return chosen ? chosen->name : std::string_view();
}

void Infer(Convolution& op) { Fill(op.output, op.input.type, OutputSizesOf(op)); }

Status Validate(const Convolution& op) {
  const Problem problem = {op};
  WEFT_RETURN_IF_ERROR(CheckConvolution(problem));
  if (op.bias) WEFT_RETURN_IF_ERROR(CheckBias(problem, *op.bias));
  if (!op.fused_activation || ActivationRow(*op.fused_activation)) return Ok();
  return std::visit(
      []<class Activation>(const Activation&) -> Status {
        return Invalid("CONVOLUTION: FusedActivation is {}, but only GEMM can fuse it",
                       Info(Activation::kType).name);
      },
      *op.fused_activation);
}

Result<Program> Plan(const Convolution& op) { return PlanConvolution({op}); }

Result<Program> PlanConvolution(const ConvolutionProblem& problem) {
  return PlanCheapest(problem.name, ConvolutionCandidates(), problem, ThisMachine());
}

std::optional<Program> PlanConvolutionSum(const ConvolutionProblem& problem) {
  constexpr DataType kFloat = DataType::Float32;
  if (problem.output.type != kFloat || problem.addend->type != kFloat ||
      problem.addend->layout != problem.output.layout)
    return std::nullopt;
  // Where the cheapest way cannot add, a sum of its own costs less than the next one.
  Problem without_sum = problem;
  without_sum.addend = nullptr;
  const Candidate<Problem>* const alone = Pick(ConvolutionCandidates(), without_sum, ThisMachine());
  if (alone == nullptr || alone->refuses(problem)) return std::nullopt;
  Planned planned = alone->plan(problem, ThisMachine());
  if (!planned) return std::nullopt;
  planned->candidate = alone->name;
  return *std::move(planned);
}

}  // namespace weft::ops
