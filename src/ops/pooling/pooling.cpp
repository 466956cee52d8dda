// SPDX-License-Identifier: MIT
// AVERAGE_POOLING, LP_POOLING and MAX_POOLING with their newer versions: one number for each window
// over the spatial dimensions. The older versions have dilations of 1.
#include <limits>
#include <utility>

#include "base/error.h"
#include "generated/ops/implementations.h"
#include "ops/candidates.h"
#include "ops/pooling/pooling_windows.h"
#include "ops/pooling/window_largest.h"
#include "program/float_operand.h"
#include "program/infer_sizes.h"
#include "program/program.h"

namespace weft::ops {
namespace {

struct PoolingProblem {
  Pooling pooling;
  WindowFunction function;
  std::optional<TensorDesc> indices = std::nullopt;
  std::vector<WindowDim> windows;

  template <class Op>
  PoolingProblem(std::string_view name, const Op& op, const WindowFunction& what)
      : pooling(PoolingOf(name, op)), function(what), windows(WindowsOf(pooling)) {
    if constexpr (requires { op.output_indices; }) indices = op.output_indices;
    if (indices) function.index_bytes = SizeBits(indices->type) / 8;
  }
};

// A single window that covers the whole image is a reduction, which reads it in the order of
// memory.
Refusal RefusesReduction(const PoolingProblem& problem) {
  if (problem.function.kind == WindowFunction::Norm)
    return {"norms with P {} are no reduction of elements as they are", problem.function.p};
  if (problem.indices) return {"OutputIndicesTensor wants to know where the largest elements are"};
  for (size_t d = 0; d < problem.windows.size(); ++d) {
    const WindowDim& dim = problem.windows[d];
    if (dim.output_size != 1)
      return {"OutputTensor.Sizes[{}] is {}, but 1 is needed", d + 2, dim.output_size};
    if (dim.start != 0) return {"StartPadding[{}] is {}, but 0 is needed", d, dim.start};
    if (dim.window != dim.input_size)
      return {"WindowSize[{}] is {}, but InputTensor.Sizes[{}], which is {}, is needed", d,
              dim.window, d + 2, dim.input_size};
    if (dim.dilation != 1) return {"Dilations[{}] is {}, but 1 is needed", d, dim.dilation};
  }
  return {};
}
Planned PlanReduction(const PoolingProblem& problem, const Machine&) {
  Reduce reduce{.function = problem.function.kind == WindowFunction::Mean ? ReduceFunction::Average
                                                                          : ReduceFunction::Max,
                .input = problem.pooling.input,
                .output = problem.pooling.output,
                .axes = {}};
  for (int dim = 2; dim < reduce.input.rank(); ++dim) reduce.axes.push_back(uint32_t(dim));
  Result<Program> program = Plan(reduce);
  if (!program) return tl::unexpected(Refusal("the reduction that was asked for refuses"));
  program->explanation = HowItRuns(*program);
  return *std::move(program);
}

template <LargestPlan::Way kWay>
Refusal RefusesLargest(const PoolingProblem& problem) {
  if (problem.function.kind != WindowFunction::Largest) return {"only maxima are put together"};
  if (problem.indices) return {"OutputIndicesTensor wants to know where the largest elements are"};
  return LargestPlan::Refuses(problem.function.type, problem.pooling.output.layout,
                              problem.pooling.input.layout, problem.windows, kWay);
}
template <LargestPlan::Way kWay>
Cost CostOfLargest(const PoolingProblem& problem, const Machine& machine) {
  return LargestPlan::CostOf(problem.function.type, problem.pooling.output.layout,
                             problem.pooling.input.layout, problem.windows, kWay, machine);
}
template <LargestPlan::Way kWay>
Planned PlanLargest(const PoolingProblem& problem, const Machine&) {
  LargestPlan plan(problem.function.type, problem.pooling.output.layout,
                   problem.pooling.input.layout, problem.windows, kWay);
  return Program{.run = [plan = std::move(plan)](const Bindings& bind) {
    plan.Run(bind.Output(0), bind.Input(0));
  }};
}

// Means and norms are computed in float32.
Planned PlanFloatWindow(const PoolingProblem& problem) {
  Temporary space;
  const FloatInput input(problem.pooling.input, space);
  const FloatOutput output(problem.pooling.output, space);
  const WindowPlan plan(problem.function,
                        WindowRows(output.layout(), input.layout(), std::nullopt, problem.windows));
  return Program{.run =
                     [=](const Bindings& bind) {
                       const std::byte* from = input.Load(bind.Input(0), bind.temporary);
                       plan.Run(output.Target(bind.Output(0), bind.temporary), nullptr, from);
                       output.Store(bind.Output(0), bind.temporary);
                     },
                 .temporary_bytes = space.bytes()};
}
Planned PlanWindow(const PoolingProblem& problem, const Machine&) {
  if (problem.function.kind != WindowFunction::Largest) return PlanFloatWindow(problem);
  std::optional<Layout> indices;
  if (problem.indices) indices = problem.indices->layout;
  const WindowPlan plan(problem.function,
                        WindowRows(problem.pooling.output.layout, problem.pooling.input.layout,
                                   indices, problem.windows));
  return Program{.run = [plan, has_indices = indices.has_value()](const Bindings& bind) {
    plan.Run(bind.Output(0), has_indices ? bind.Output(1) : nullptr, bind.Input(0));
  }};
}

// A reduction reads every element once. The last one reads all elements of every window, one row of
// outputs for each, and comes after all others.
Cost Least(const PoolingProblem&, const Machine&) { return 0; }
Cost Most(const PoolingProblem&, const Machine&) { return std::numeric_limits<Cost>::max(); }

constexpr auto kRows = LargestPlan::Way::Rows, kPixels = LargestPlan::Way::Pixels;

constexpr Candidate<PoolingProblem> kPoolingCandidates[] = {
    {.name = "pooling/reduction",
     .refuses = RefusesReduction,
     .cost = Least,
     .plan = PlanReduction,
     .arithmetic = "One window over the whole image adds up as REDUCE does; maxima are exact."},
    {.name = "pooling/row_maxima",
     .refuses = RefusesLargest<kRows>,
     .cost = CostOfLargest<kRows>,
     .plan = PlanLargest<kRows>,
     .arithmetic = "Nothing is added: maxima are exact."},
    {.name = "pooling/pixel_maxima",
     .refuses = RefusesLargest<kPixels>,
     .cost = CostOfLargest<kPixels>,
     .plan = PlanLargest<kPixels>,
     .arithmetic = "As pooling/row_maxima."},
    {.name = "pooling/window",
     .refuses = TakesAll,
     .cost = Most,
     .plan = PlanWindow,
     .arithmetic =
         "The elements of a window, their magnitudes or powers, add up in float64 from the "
         "last one to the first; the mean or root is rounded to float32 once."},
};
constexpr std::span<const Candidate<PoolingProblem>> kPoolingList = kPoolingCandidates;

template <class Op>
Result<Program> PoolingProgram(std::string_view name, const Op& op,
                               const WindowFunction& function) {
  return PlanCheapest(name, kPoolingList, PoolingProblem(name, op, function), ThisMachine());
}
template <class Op>
Result<Program> AveragePoolingProgram(std::string_view name, const Op& op) {
  return PoolingProgram(name, op, MeanOf(PoolingOf(name, op), op.include_padding));
}
template <class Op>
Result<Program> LpPoolingProgram(std::string_view name, const Op& op) {
  return PoolingProgram(name, op, {.kind = WindowFunction::Norm, .p = op.p});
}
template <class Op>
Result<Program> MaxPoolingProgram(std::string_view name, const Op& op) {
  return PoolingProgram(name, op, {.kind = WindowFunction::Largest, .type = op.input.type});
}

template <class Op>
Status CheckLpPooling(std::string_view name, const Op& op) {
  if (op.p == 0) return Invalid("{}: P is 0, but it must be at least 1", name);
  return CheckPooling(PoolingOf(name, op));
}

template <class Op>
Sizes PooledSizes(const Op& op) {
  Windows windows = {.sizes = op.window_size,
                     .strides = op.strides,
                     .start_padding = op.start_padding,
                     .end_padding = op.end_padding};
  if constexpr (requires { op.dilations; }) windows.dilations = op.dilations;
  return WindowedSizes(op.input.sizes(), windows);
}

}  // namespace

void Infer(AveragePooling& op) { Fill(op.output, op.input.type, PooledSizes(op)); }
void Infer(AveragePooling1& op) { Fill(op.output, op.input.type, PooledSizes(op)); }
void Infer(LpPooling& op) { Fill(op.output, op.input.type, PooledSizes(op)); }
void Infer(LpPooling1& op) { Fill(op.output, op.input.type, PooledSizes(op)); }
void Infer(MaxPooling& op) { Fill(op.output, op.input.type, PooledSizes(op)); }
void Infer(MaxPooling1& op) {
  Fill(op.output, op.input.type, PooledSizes(op));
  Fill(op.output_indices, DataType::UInt32, op.output.sizes());
}
void Infer(MaxPooling2& op) {
  Fill(op.output, op.input.type, PooledSizes(op));
  Fill(op.output_indices, DataType::UInt32, op.output.sizes());
}

Status Validate(const AveragePooling& op) { return CheckPooling(PoolingOf("AVERAGE_POOLING", op)); }
Status Validate(const AveragePooling1& op) {
  return CheckPooling(PoolingOf("AVERAGE_POOLING1", op));
}
Status Validate(const LpPooling& op) { return CheckLpPooling("LP_POOLING", op); }
Status Validate(const LpPooling1& op) { return CheckLpPooling("LP_POOLING1", op); }
Status Validate(const MaxPooling& op) { return CheckPooling(PoolingOf("MAX_POOLING", op)); }
Status Validate(const MaxPooling1& op) { return CheckPooling(PoolingOf("MAX_POOLING1", op)); }
Status Validate(const MaxPooling2& op) { return CheckPooling(PoolingOf("MAX_POOLING2", op)); }

Result<Program> Plan(const AveragePooling& op) {
  return AveragePoolingProgram("AVERAGE_POOLING", op);
}
Result<Program> Plan(const AveragePooling1& op) {
  return AveragePoolingProgram("AVERAGE_POOLING1", op);
}
Result<Program> Plan(const LpPooling& op) { return LpPoolingProgram("LP_POOLING", op); }
Result<Program> Plan(const LpPooling1& op) { return LpPoolingProgram("LP_POOLING1", op); }
Result<Program> Plan(const MaxPooling& op) { return MaxPoolingProgram("MAX_POOLING", op); }
Result<Program> Plan(const MaxPooling1& op) { return MaxPoolingProgram("MAX_POOLING1", op); }
Result<Program> Plan(const MaxPooling2& op) { return MaxPoolingProgram("MAX_POOLING2", op); }

std::vector<CandidateInfo> PoolingCandidates() { return InfosOf(kPoolingList); }

}  // namespace weft::ops
