// SPDX-License-Identifier: MIT
// BATCH_NORMALIZATION: by given means and variances. BATCH_NORMALIZATION_TRAINING: by those of the
// input itself along the dimensions where ScaleTensor has size 1, which it returns.
#include <cmath>
#include <functional>
#include <limits>

#include "base/error.h"
#include "generated/ops/implementations.h"
#include "ops/candidates.h"
#include "ops/normalization/normalize.h"
#include "ops/unary/fused_activation.h"
#include "program/infer_sizes.h"
#include "program/map_program.h"
#include "program/scratch.h"
#include "strided/convert.h"
#include "tensor/element.h"

namespace weft::ops {
namespace {

// 1 / sqrt(variance + Epsilon) as float64.
template <class T>
void FactorRow(std::byte* output, const std::byte* const* inputs, int64_t count,
               const void* parameters) {
  const double epsilon = *static_cast<const double*>(parameters);
  for (int64_t i = 0; i < count; ++i) {
    T variance;
    std::memcpy(&variance, inputs[0] + i * int64_t(sizeof(T)), sizeof(T));
    const double factor = FactorOf(ConvertElement<double>(variance), epsilon);
    std::memcpy(output + i * int64_t(sizeof factor), &factor, sizeof factor);
  }
}

// Copies a member of packed Statistics to a tensor of as many elements.
MapPlan<1> MemberPlan(const TensorDesc& output, double Statistics::*member) {
  const TensorDesc statistics(DataType::Float64, MemberLayout(output.sizes(), member));
  return MapPlan<1>(OperandOf(output), {OperandOf(statistics)},
                    ConvertedRow(output.type, DataType::Float64));
}

// The problem of either operator, with its plans.
struct BatchProblem {
  NormalizeTensors tensors;
  std::function<Program(const NormalizeTensors& tensors, NormalizeBy by)> plan;
};

template <NormalizeBy kBy>
Cost CostOf(const BatchProblem& problem, const Machine&) {
  return NormalizePlan::CostOf(kBy, problem.tensors);
}
template <NormalizeBy kBy>
Planned PlanBy(const BatchProblem& problem, const Machine&) {
  return problem.plan(problem.tensors, kBy);
}

constexpr Candidate<BatchProblem> kBatchCandidates[] = {
    {.name = "batch_normalization/tiles",
     .refuses =
         [](const BatchProblem& problem) { return NormalizePlan::RefusesTiles(problem.tensors); },
     .cost = CostOf<NormalizeBy::Tiles>,
     .plan = PlanBy<NormalizeBy::Tiles>,
     .arithmetic = "As batch_normalization/rows."},
    {.name = "batch_normalization/rows",
     .refuses = TakesAll,
     .cost = CostOf<NormalizeBy::Rows>,
     .plan = PlanBy<NormalizeBy::Rows>,
     .arithmetic =
         "Mean and scale over deviation are combined in float64; x less the rounded mean, times "
         "that factor, plus the bias with what rounding the mean left, is float32, its last "
         "product "
         "and sum fused where the machine can. Means and variances of "
         "BATCH_NORMALIZATION_TRAINING add up as under mean_variance/lines."},
};
constexpr std::span<const Candidate<BatchProblem>> kBatchList = kBatchCandidates;

Program PlanBatch(const BatchNormalization& op, const NormalizeTensors& tensors, NormalizeBy by) {
  const MapPlan<1> widen = PackPlan(DataType::Float64, op.mean, op.mean.sizes());
  const bool half = op.variance.type == DataType::Float16;
  const MapPlan<1> invert({tensors.factor, sizeof(double)}, {OperandOf(op.variance)},
                          {half ? FactorRow<Half> : FactorRow<float>, double(op.epsilon)});
  Temporary temporary;
  const NormalizePlan apply(tensors, by, temporary);
  const int64_t mean = temporary.Add(tensors.mean.ElementCount() * int64_t(sizeof(double)));
  const int64_t factor = temporary.Add(tensors.factor.ElementCount() * int64_t(sizeof(double)));
  return {.run =
              [=](const Bindings& bind) {
                widen.Run(Temporary::At(bind, mean), {bind.Input(1)});
                invert.Run(Temporary::At(bind, factor), {bind.Input(2)});
                apply.Run(bind, {.output = bind.Output(0),
                                 .input = bind.Input(0),
                                 .mean = Temporary::At(bind, mean),
                                 .factor = Temporary::At(bind, factor),
                                 .scale = bind.Input(3),
                                 .bias = bind.Input(4)});
              },
          .temporary_bytes = temporary.bytes()};
}

Program PlanTraining(const BatchNormalizationTraining& op, const NormalizeTensors& tensors,
                     NormalizeBy by) {
  const LinesPlan find =
      StatisticsPlan(op.input, BroadcastAxes(op.scale), {.epsilon = double(op.epsilon)});
  const MapPlan<1> give_mean = MemberPlan(op.output_mean, &Statistics::mean);
  const MapPlan<1> give_variance = MemberPlan(op.output_variance, &Statistics::variance);
  Temporary temporary;
  const NormalizePlan apply(tensors, by, temporary);
  const int64_t count = op.scale.layout.ElementCount();
  const int64_t statistics = temporary.Add(count * int64_t(sizeof(Statistics)));
  const int64_t lines = temporary.Add(int64_t(find.temporary_bytes()));
  return {.run =
              [=, of_nothing = op.input.layout.ElementCount() == 0](const Bindings& bind) {
                std::byte* found = Temporary::At(bind, statistics);
                constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
                if (of_nothing)
                  std::fill_n(reinterpret_cast<Statistics*>(found), count,
                              Statistics{kNan, kNan, kNan});
                find.Run(found, bind.Input(0), Temporary::At(bind, lines));
                apply.Run(bind, {.output = bind.Output(0),
                                 .input = bind.Input(0),
                                 .mean = found,
                                 .factor = found,
                                 .scale = bind.Input(1),
                                 .bias = bind.Input(2),
                                 .add = bind.Input(3)});
                give_mean.Run(bind.Output(1), {found});
                give_variance.Run(bind.Output(2), {found});
              },
          .temporary_bytes = temporary.bytes()};
}

}  // namespace

Status Validate(const BatchNormalization& op) {
  constexpr std::string_view kName = "BATCH_NORMALIZATION";
  WEFT_RETURN_IF_ERROR(CheckBroadcast(kName, "MeanTensor", op.mean, op.input));
  WEFT_RETURN_IF_ERROR(CheckBroadcast(kName, "VarianceTensor", op.variance, op.input));
  WEFT_RETURN_IF_ERROR(CheckBroadcast(kName, "ScaleTensor", op.scale, op.input));
  WEFT_RETURN_IF_ERROR(CheckBroadcast(kName, "BiasTensor", op.bias, op.input));
  return CheckFusedActivation(kName, op.fused_activation);
}

Result<Program> Plan(const BatchNormalization& op) {
  const BatchProblem problem = {.tensors = {.output = op.output,
                                            .input = op.input,
                                            .mean = Layout::Packed(op.mean.sizes()),
                                            .factor = Layout::Packed(op.variance.sizes()),
                                            .scale = op.scale,
                                            .bias = op.bias,
                                            .activation = op.fused_activation},
                                .plan = [&](const NormalizeTensors& tensors, NormalizeBy by) {
                                  return PlanBatch(op, tensors, by);
                                }};
  return PlanCheapest("BATCH_NORMALIZATION", kBatchList, problem, ThisMachine());
}

void Infer(BatchNormalizationTraining& op) {
  Fill(op.output, op.input.type, op.input.sizes());
  Fill(op.output_mean, op.scale.type, op.scale.sizes());
  Fill(op.output_variance, op.scale.type, op.scale.sizes());
}

Status Validate(const BatchNormalizationTraining& op) {
  constexpr std::string_view kName = "BATCH_NORMALIZATION_TRAINING";
  WEFT_RETURN_IF_ERROR(CheckBroadcast(kName, "ScaleTensor", op.scale, op.input));
  return CheckFusedActivation(kName, op.fused_activation);
}

Result<Program> Plan(const BatchNormalizationTraining& op) {
  const BatchProblem problem = {
      .tensors = {.output = op.output,
                  .input = op.input,
                  .mean = MemberLayout(op.scale.sizes(), &Statistics::mean),
                  .factor = MemberLayout(op.scale.sizes(), &Statistics::factor),
                  .scale = op.scale,
                  .bias = op.bias,
                  .add = op.fused_add,
                  .activation = op.fused_activation},
      .plan = [&](const NormalizeTensors& tensors, NormalizeBy by) {
        return PlanTraining(op, tensors, by);
      }};
  return PlanCheapest("BATCH_NORMALIZATION_TRAINING", kBatchList, problem, ThisMachine());
}

std::vector<CandidateInfo> BatchNormalizationCandidates() { return InfosOf(kBatchList); }

}  // namespace weft::ops
