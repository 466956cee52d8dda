// SPDX-License-Identifier: MIT
// MEAN_VARIANCE_NORMALIZATION, 1 and 2: every line along Axes by its own mean and variance.
//
// Where scale and bias are the same for all lines, as in layer normalization, a line is read,
// normalized and written while it is in the cache. Otherwise the statistics of all lines come
// first, and a second pass applies them with the scale and bias of each element.
#include <algorithm>

#include "base/error.h"
#include "generated/ops/implementations.h"
#include "ops/candidates.h"
#include "ops/normalization/normalize.h"
#include "ops/reduction/axes.h"
#include "ops/unary/activation.h"
#include "ops/unary/fused_activation.h"
#include "program/scratch.h"

namespace weft::ops {
namespace {

template <class Op>
Status CheckParameters(std::string_view name, const Op& op) {
  if (op.scale) WEFT_RETURN_IF_ERROR(CheckBroadcast(name, "ScaleTensor", *op.scale, op.input));
  if (op.bias) WEFT_RETURN_IF_ERROR(CheckBroadcast(name, "BiasTensor", *op.bias, op.input));
  return CheckFusedActivation(name, op.fused_activation);
}

StatisticsOptions OptionsOf(const MeanVarianceNormalization2& op) {
  return {op.use_mean, op.use_variance, double(op.epsilon)};
}

bool IsAxis(const MeanVarianceNormalization2& op, int dim) {
  return std::ranges::find(op.axes, uint32_t(dim)) != op.axes.end();
}

struct MeanVarianceProblem {
  const MeanVarianceNormalization2& op;
  Sizes kept;                // one element for each line
  NormalizeTensors tensors;  // of the second pass

  explicit MeanVarianceProblem(const MeanVarianceNormalization2& normalization)
      : op(normalization), kept(op.input.sizes()) {
    for (const uint32_t axis : op.axes) kept[int(axis)] = 1;
    tensors = {.output = op.output,
               .input = op.input,
               .mean = MemberLayout(kept, &Statistics::mean),
               .factor = MemberLayout(kept, &Statistics::factor),
               .scale = WithoutRepeats(op.scale),
               .bias = WithoutRepeats(op.bias),
               .activation = op.fused_activation};
  }
};

// Or none.
bool IsOneElement(const std::optional<TensorDesc>& tensor) {
  return !tensor || tensor->layout.ElementCount() == 1;
}

// A parameter as the packed floats of one line, or of one for all of it, in temporary memory.
class LineParameter {
 public:
  LineParameter(const MeanVarianceNormalization2& op, std::optional<TensorDesc> tensor,
                bool for_all, Temporary& temporary) {
    if (!tensor) return;
    Sizes line = for_all ? tensor->sizes() : op.input.sizes();
    for (int dim = 0; dim < line.rank(); ++dim)
      if (!IsAxis(op, dim)) line[dim] = tensor->layout.sizes[dim] = std::min<int64_t>(1, line[dim]);
    const Layout packed = Layout::Packed(line);
    plan_ = PackPlan(DataType::Float32, *tensor, line);
    offset_ = temporary.Add(packed.ElementCount() * int64_t(sizeof(float)));
  }

  // Null if it is absent.
  const float* Fill(const Bindings& bind, int input) const {
    if (!plan_) return nullptr;
    std::byte* floats = Temporary::At(bind, offset_);
    plan_->Run(floats, {bind.Input(input)});
    return reinterpret_cast<const float*>(floats);
  }

 private:
  std::optional<MapPlan<1>> plan_;
  int64_t offset_ = 0;
};

Planned LineByLine(const MeanVarianceProblem& problem, const Machine&) {
  const MeanVarianceNormalization2& op = problem.op;
  const int size = SizeBits(op.input.type) / 8;
  LineOperand output = {op.output.layout, size}, input = {op.input.layout, size};
  if (op.input.type == DataType::Float16) {
    input.convert = ConverterFor(DataType::Float32, DataType::Float16);
    output.convert = ConverterFor(DataType::Float16, DataType::Float32);
  }
  const LinesPlan plan(output, input, op.axes, sizeof(float), LineBlockFunction());
  std::optional<RowFunction> activation;
  if (op.fused_activation) activation = ActivationRow(*op.fused_activation);
  Temporary temporary;
  const bool for_all = IsOneElement(problem.tensors.scale) && IsOneElement(problem.tensors.bias);
  const LineParameter scale(op, problem.tensors.scale, for_all, temporary);
  const LineParameter bias(op, problem.tensors.bias, for_all, temporary);
  const int64_t lines = temporary.Add(int64_t(plan.temporary_bytes()));
  return Program{
      .run =
          [=, options = OptionsOf(op)](const Bindings& bind) {
            const LineParameters parameters = {scale.Fill(bind, 1), bias.Fill(bind, 2), for_all};
            const auto normalize = [&](const LineBlock& block) {
              const auto find = [&](const PowerSums& sums, const float* line) {
                return StatisticsOf(sums, line, block.count, options);
              };
              NormalizeLines(block, find, parameters, activation);
            };
            plan.Run(bind.Output(0), bind.Input(0), Temporary::At(bind, lines),
                     std::cref(normalize));
          },
      .temporary_bytes = temporary.bytes()};
}

template <NormalizeBy kBy>
Planned InTwoPasses(const MeanVarianceProblem& problem, const Machine&) {
  const MeanVarianceNormalization2& op = problem.op;
  const LinesPlan find = StatisticsPlan(op.input, op.axes, OptionsOf(op));
  Temporary temporary;
  const NormalizePlan apply(problem.tensors, kBy, temporary);
  const int64_t statistics =
      temporary.Add(Layout::Packed(problem.kept).ElementCount() * int64_t(sizeof(Statistics)));
  const int64_t lines = temporary.Add(int64_t(find.temporary_bytes()));
  return Program{.run =
                     [=](const Bindings& bind) {
                       std::byte* found = Temporary::At(bind, statistics);
                       find.Run(found, bind.Input(0), Temporary::At(bind, lines));
                       apply.Run(bind, {.output = bind.Output(0),
                                        .input = bind.Input(0),
                                        .mean = found,
                                        .factor = found,
                                        .scale = bind.Input(1),
                                        .bias = bind.Input(2)});
                     },
                 .temporary_bytes = temporary.bytes()};
}

// Whether the parameters are the same for all lines. Decided by their sizes, so that strides change
// no bit of the result.
Refusal RefusesLines(const MeanVarianceProblem& problem) {
  const MeanVarianceNormalization2& op = problem.op;
  for (int dim = 0; dim < op.input.rank(); ++dim) {
    if (IsAxis(op, dim)) continue;
    if (op.scale && op.scale->sizes()[dim] > 1)
      return {"ScaleTensor.Sizes[{}] is {}, but {} is none of Axes and 1 is needed", dim,
              op.scale->sizes()[dim], dim};
    if (op.bias && op.bias->sizes()[dim] > 1)
      return {"BiasTensor.Sizes[{}] is {}, but {} is none of Axes and 1 is needed", dim,
              op.bias->sizes()[dim], dim};
  }
  return {};
}

// Two passes read everything twice, the second time from memory if it exceeds the cache.
template <NormalizeBy kBy>
Cost CostOfTwoPasses(const MeanVarianceProblem& problem, const Machine&) {
  return 1 + NormalizePlan::CostOf(kBy, problem.tensors);
}

constexpr Candidate<MeanVarianceProblem> kMeanVarianceCandidates[] = {
    {.name = "mean_variance/lines",
     .refuses = RefusesLines,
     .cost = InListOrder,
     .plan = LineByLine,
     .arithmetic =
         "x and x squared of a line add up in float64, four vectors of sums each, long lines in "
         "tasks cut by their length; where the mean is more than 64 deviations from 0, the "
         "squares "
         "of the differences from it add up in a second reading; what is written is float32, with "
         "what rounding the mean left, and the scale and bias come after that."},
    {.name = "mean_variance/two_passes/tiles",
     .refuses =
         [](const MeanVarianceProblem& problem) {
           return NormalizePlan::RefusesTiles(problem.tensors);
         },
     .cost = CostOfTwoPasses<NormalizeBy::Tiles>,
     .plan = InTwoPasses<NormalizeBy::Tiles>,
     .arithmetic = "As mean_variance/two_passes/rows."},
    {.name = "mean_variance/two_passes/rows",
     .refuses = TakesAll,
     .cost = CostOfTwoPasses<NormalizeBy::Rows>,
     .plan = InTwoPasses<NormalizeBy::Rows>,
     .arithmetic = "Sums as under mean_variance/lines; what is written as under "
                   "batch_normalization/rows."},
};
constexpr std::span<const Candidate<MeanVarianceProblem>> kMeanVarianceList =
    kMeanVarianceCandidates;

Result<Program> MeanVarianceProgram(std::string_view name, const MeanVarianceNormalization2& op) {
  return PlanCheapest(name, kMeanVarianceList, MeanVarianceProblem(op), ThisMachine());
}

template <class Op>
MeanVarianceNormalization2 Newest(const Op& op, const std::vector<uint32_t>& axes) {
  return {.input = op.input,
          .scale = op.scale,
          .bias = op.bias,
          .output = op.output,
          .axes = axes,
          .use_mean = true,
          .use_variance = op.normalize_variance,
          .epsilon = op.epsilon,
          .fused_activation = op.fused_activation};
}

}  // namespace

Status Validate(const MeanVarianceNormalization& op) {
  return CheckParameters("MEAN_VARIANCE_NORMALIZATION", op);
}
Status Validate(const MeanVarianceNormalization1& op) {
  WEFT_RETURN_IF_ERROR(CheckAxes("MEAN_VARIANCE_NORMALIZATION1", op.axes, op.input));
  return CheckParameters("MEAN_VARIANCE_NORMALIZATION1", op);
}
Status Validate(const MeanVarianceNormalization2& op) {
  WEFT_RETURN_IF_ERROR(CheckAxes("MEAN_VARIANCE_NORMALIZATION2", op.axes, op.input));
  return CheckParameters("MEAN_VARIANCE_NORMALIZATION2", op);
}

Result<Program> Plan(const MeanVarianceNormalization& op) {
  return MeanVarianceProgram("MEAN_VARIANCE_NORMALIZATION",
                             op.cross_channel ? Newest(op, {1, 2, 3}) : Newest(op, {2, 3}));
}
Result<Program> Plan(const MeanVarianceNormalization1& op) {
  return MeanVarianceProgram("MEAN_VARIANCE_NORMALIZATION1", Newest(op, op.axes));
}
Result<Program> Plan(const MeanVarianceNormalization2& op) {
  return MeanVarianceProgram("MEAN_VARIANCE_NORMALIZATION2", op);
}

std::vector<CandidateInfo> MeanVarianceCandidates() { return InfosOf(kMeanVarianceList); }

}  // namespace weft::ops
