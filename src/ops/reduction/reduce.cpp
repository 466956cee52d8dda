// SPDX-License-Identifier: MIT
// REDUCE: one of twelve functions over the elements along Axes.
//
// Most are a sum, product or extreme and then a function of it, such as a square root. ARGMIN and
// ARGMAX are the operators of that name; LOG_SUM_EXP is the logarithm softmax divides by.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/error.h"
#include "base/trace.h"
#include "generated/ops/implementations.h"
#include "ops/candidates.h"
#include "ops/reduction/axes.h"
#include "ops/reduction/line_candidates.h"
#include "ops/reduction/reduce_rows.h"
#include "ops/reduction/softmax_line.h"
#include "program/infer_sizes.h"
#include "program/program.h"
#include "strided/convert.h"
#include "strided/reduce.h"
#include "tensor/element.h"
#include "weft/schema.h"

namespace weft::ops {
namespace {

Reduction ReductionOf(ReduceFunction function) {
  switch (function) {
    case ReduceFunction::L1: return Reduction::SumAbsolute;
    case ReduceFunction::L2:
    case ReduceFunction::SumSquare: return Reduction::SumSquare;
    case ReduceFunction::Max: return Reduction::Max;
    case ReduceFunction::Min: return Reduction::Min;
    case ReduceFunction::Multiply: return Reduction::Product;
    default: return Reduction::Sum;
  }
}

// Applies a function to accumulators of float64, and converts them to the output's type.
template <class T, class Function>
void FinishFloats(std::byte* output, const std::byte* accumulators, int64_t count,
                  Function function) {
  const auto* totals = reinterpret_cast<const double*>(accumulators);
  for (int64_t i = 0; i < count; ++i) {
    const T element = ConvertElement<T>(function(totals[i]));
    std::memcpy(output + i * int64_t(sizeof(T)), &element, sizeof(T));
  }
}

template <class T>
ReduceFinish FinishOf(ReduceFunction function, double count) {
  switch (function) {
    case ReduceFunction::Average:
      return {[](std::byte* to, const std::byte* from, int64_t n, double elements) {
                FinishFloats<T>(to, from, n, [&](double sum) { return sum / elements; });
              },
              count};
    case ReduceFunction::L2:
      return {[](std::byte* to, const std::byte* from, int64_t n, double) {
        FinishFloats<T>(to, from, n, [](double sum) { return std::sqrt(sum); });
      }};
    case ReduceFunction::LogSum:
      return {[](std::byte* to, const std::byte* from, int64_t n, double) {
        FinishFloats<T>(to, from, n, [](double sum) { return std::log(sum); });
      }};
    default:
      return {[](std::byte* to, const std::byte* from, int64_t n, double) {
        FinishFloats<T>(to, from, n, [](double sum) { return sum; });
      }};
  }
}

// An integer's accumulator has its bits.
template <int kBytes>
ReduceFinish FinishIntegers() {
  return {[](std::byte* to, const std::byte* from, int64_t n, double) {
    std::memcpy(to, from, size_t(n * kBytes));
  }};
}

bool IsExtreme(ReduceFunction function) {
  return function == ReduceFunction::Min || function == ReduceFunction::Max;
}
bool IsArg(ReduceFunction function) {
  return function == ReduceFunction::Argmin || function == ReduceFunction::Argmax;
}

std::string_view Name(ReduceFunction function) {
  const EnumInfo& functions = *Info(OperatorType::Reduce).fields[0].enumeration;
  return functions.NameOf(static_cast<uint32_t>(function));
}

ReduceFinish FinishOf(const Reduce& op) {
  if (IsExtreme(op.function)) return {ExtremeFinishFor(ReductionOf(op.function), op.output.type)};
  if (!IsFloat(op.output.type))
    return SizeBits(op.output.type) == 64 ? FinishIntegers<8>() : FinishIntegers<4>();
  double count = 1;
  for (const uint32_t axis : op.axes) count *= double(op.input.sizes()[int(axis)]);
  return op.output.type == DataType::Float16 ? FinishOf<Half>(op.function, count)
                                             : FinishOf<float>(op.function, count);
}

Result<Program> LogSumExp(const Reduce& op) {
  const int size = SizeBits(op.input.type) / 8;
  LineOperand input = {op.input.layout, size};
  if (op.input.type == DataType::Float16)
    input.convert = ConverterFor(DataType::Float32, DataType::Float16);
  return SoftmaxProgram("REDUCE", LinesPlan({op.output.layout, size}, input, op.axes, sizeof(float),
                                            LogSumExpFor(op.output.type)));
}

// A reduction that is neither an index nor a LOG_SUM_EXP.
struct ReduceProblem {
  const Reduce& op;
  ReduceOutput output;
  ReduceInput input;
  ReduceShape shape;

  explicit ReduceProblem(const Reduce& reduce)
      : op(reduce),
        output{reduce.output.layout, SizeBits(reduce.input.type) / 8},
        input{reduce.input.layout, SizeBits(reduce.input.type) / 8},
        shape(ShapeOf(output, input)) {
    if (!IsWidened()) return;
    input.widen = ConverterFor(DataType::Float32, DataType::Float16);
    input.wide_bytes = sizeof(float);
  }
  bool IsWidened() const { return op.input.type == DataType::Float16 && !IsExtreme(op.function); }
};

template <ReduceCase kCase>
Planned PlanCase(const ReduceProblem& problem, const Machine&) {
  const Reduce& op = problem.op;
  const DataType kernel_type = problem.IsWidened() ? DataType::Float32 : op.input.type;
  const ReducePlan plan(problem.output, problem.input,
                        ReduceKernelsFor(ReductionOf(op.function), kernel_type), FinishOf(op),
                        kCase);
  return Program{
      .run =
          [plan](const Bindings& bind) { plan.Run(bind.Output(0), bind.Input(0), bind.temporary); },
      .temporary_bytes = uint64_t(plan.temporary_bytes()),
      .explanation = TraceEnabled(TraceEvent::Plan) ? plan.LoopsToString() : ""};
}

template <ReduceCase kCase>
Cost CostOfCase(const ReduceProblem& problem, const Machine&) {
  return CostOf(kCase, problem.shape);
}

Refusal RefusesAll(const ReduceProblem& problem) {
  if (Takes(ReduceCase::All, problem.shape)) return {};
  return {"OutputTensor has {} elements, but 1 is needed", problem.output.layout.ElementCount()};
}
Refusal RefusesColumns(const ReduceProblem& problem, bool takes, const char* format) {
  if (takes) return {};
  if (problem.shape.kept_loops == 0)
    return {"OutputTensor has 1 element, but there must be columns to add rows to"};
  return {format, problem.shape.kept_loops};
}
Refusal RefusesOuter(const ReduceProblem& problem) {
  return RefusesColumns(problem, Takes(ReduceCase::Outer, problem.shape),
                        "the kept dimensions are {} loops over memory, but 1 is needed");
}
Refusal RefusesMiddle(const ReduceProblem& problem) {
  return RefusesColumns(problem, Takes(ReduceCase::Middle, problem.shape),
                        "the kept dimensions are {} loop over memory, but at least 2 are needed");
}

constexpr Candidate<ReduceProblem> kReduceCandidates[] = {
    {.name = "reduction/all",
     .refuses = RefusesAll,
     .cost = CostOfCase<ReduceCase::All>,
     .plan = PlanCase<ReduceCase::All>,
     .arithmetic =
         "Rows add up in float64, 32 sums side by side, and contiguous float32 rows of 160 or more "
         "add four elements in float32 first (SUM, AVERAGE, L1, LOG_SUM); inputs of 256 KiB or "
         "more "
         "are cut into tasks by their sizes, whose sums are added in order; rounded once."},
    {.name = "reduction/outer",
     .refuses = RefusesOuter,
     .cost = CostOfCase<ReduceCase::Outer>,
     .plan = PlanCase<ReduceCase::Outer>,
     .arithmetic =
         "Each column adds up in float64, one row after the other in the order of memory; rounded "
         "once."},
    {.name = "reduction/middle",
     .refuses = RefusesMiddle,
     .cost = CostOfCase<ReduceCase::Middle>,
     .plan = PlanCase<ReduceCase::Middle>,
     .arithmetic = "As reduction/outer, for each position of the outer dimensions."},
    {.name = "reduction/inner",
     .refuses = TakesAll,
     .cost = CostOfCase<ReduceCase::Inner>,
     .plan = PlanCase<ReduceCase::Inner>,
     .arithmetic = "As reduction/all, for each output."},
};
constexpr std::span<const Candidate<ReduceProblem>> kReduceList = kReduceCandidates;

}  // namespace

void Infer(Reduce& op) {
  const bool is_index =
      op.function == ReduceFunction::Argmax || op.function == ReduceFunction::Argmin;
  Fill(op.output, is_index ? DataType::UInt32 : op.input.type,
       ReducedSizes(op.input.sizes(), op.axes));
}

// The schema accepts the types of all functions; this checks those of the one.
Status Validate(const Reduce& op) {
  using enum ReduceFunction;
  WEFT_RETURN_IF_ERROR(CheckAxes("REDUCE", op.axes, op.input));
  WEFT_RETURN_IF_ERROR(CheckReducedSizes("REDUCE", op.axes, op.input, op.output));
  if (IsExtreme(op.function) || IsArg(op.function))
    WEFT_RETURN_IF_ERROR(CheckAxesNotEmpty("REDUCE", op.axes, op.input));
  if (IsArg(op.function)) {
    if (IsFloat(op.output.type) || SizeBits(op.output.type) < 32)
      return Invalid(
          "REDUCE: OutputTensor.DataType is {}, but Function is {} and UINT32, INT32, UINT64 or "
          "INT64 is required",
          weft::Name(op.output.type), Name(op.function));
    return Ok();
  }
  if (op.output.type != op.input.type)
    return Invalid("REDUCE: OutputTensor.DataType is {}, but InputTensor.DataType is {}",
                   weft::Name(op.output.type), weft::Name(op.input.type));
  if (IsExtreme(op.function) || IsFloat(op.input.type)) return Ok();
  const bool integers = op.function == L1 || op.function == SumSquare || op.function == Multiply ||
                        op.function == Sum;
  if (integers && SizeBits(op.input.type) >= 32) return Ok();
  return Invalid(
      "REDUCE: InputTensor.DataType is {}, but Function is {} and {} is required",
      weft::Name(op.input.type), Name(op.function),
      integers ? "FLOAT32, FLOAT16, UINT32, INT32, UINT64 or INT64" : "FLOAT32 or FLOAT16");
}

Result<Program> Plan(const Reduce& op) {
  if (op.function == ReduceFunction::Argmax)
    return Plan(Argmax{op.input, op.output, op.axes, AxisDirection::Increasing});
  if (op.function == ReduceFunction::Argmin)
    return Plan(Argmin{op.input, op.output, op.axes, AxisDirection::Increasing});
  if (op.function == ReduceFunction::LogSumExp) return LogSumExp(op);
  return PlanCheapest("REDUCE", kReduceList, ReduceProblem(op), ThisMachine());
}

std::vector<CandidateInfo> ReductionCandidates() { return InfosOf(kReduceList); }

}  // namespace weft::ops
