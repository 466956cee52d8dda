// SPDX-License-Identifier: MIT
// AVERAGE_POOLING, LP_POOLING and MAX_POOLING with their newer versions: one number for each window
// that moves over the spatial dimensions. The older ones are those with dilations of 1.
#include <utility>

#include "base/error.h"
#include "generated/ops/implementations.h"
#include "ops/pooling/pooling_windows.h"
#include "ops/pooling/window_largest.h"
#include "program/float_operand.h"
#include "program/infer_sizes.h"
#include "program/program.h"

namespace weft::ops {
namespace {

// The function computes in float32.
Program FloatPooling(const Pooling& pooling, const WindowFunction& function) {
  Temporary space;
  const FloatInput input(pooling.input, space);
  const FloatOutput output(pooling.output, space);
  const WindowPlan plan(
      function, WindowRows(output.layout(), input.layout(), std::nullopt, WindowsOf(pooling)));
  return {.run =
              [=](const Bindings& bind) {
                const std::byte* from = input.Load(bind.Input(0), bind.temporary);
                plan.Run(output.Place(bind.Output(0), bind.temporary), nullptr, from);
                output.Store(bind.Output(0), bind.temporary);
              },
          .temporary_bytes = space.bytes()};
}

// One window that is the whole image: a reduction, which reads it in memory's order.
bool IsGlobal(const Pooling& pooling) {
  for (const WindowDim& dim : WindowsOf(pooling))
    if (dim.output_size != 1 || dim.start != 0 || dim.window != dim.input_size || dim.dilation != 1)
      return false;
  return true;
}
template <class Op>
Result<Program> GlobalProgram(const Op& op, ReduceFunction function) {
  Reduce reduce{.function = function, .input = op.input, .output = op.output, .axes = {}};
  for (int dim = 2; dim < op.input.rank(); ++dim) reduce.axes.push_back(uint32_t(dim));
  return Plan(reduce);
}

template <class Op>
Result<Program> AveragePoolingProgram(const Op& op) {
  const Pooling pooling = PoolingOf("", op);
  if (IsGlobal(pooling)) return GlobalProgram(op, ReduceFunction::Average);
  return FloatPooling(pooling, MeanOf(pooling, op.include_padding));
}

template <class Op>
Status CheckLpPooling(std::string_view name, const Op& op) {
  if (op.p == 0) return Invalid("{}: P is 0, but it must be at least 1", name);
  return CheckPooling(PoolingOf(name, op));
}

template <class Op>
Result<Program> MaxPoolingProgram(const Op& op) {
  WindowFunction function = {.kind = WindowFunction::Largest, .type = op.input.type};
  std::optional<Layout> indices;
  if constexpr (requires { op.output_indices; })
    if (op.output_indices) {
      indices = op.output_indices->layout;
      function.index_bytes = SizeBits(op.output_indices->type) / 8;
    }
  const Pooling pooling = PoolingOf("", op);
  const std::vector<WindowDim> windows = WindowsOf(pooling);
  if (!indices) {
    if (IsGlobal(pooling)) return GlobalProgram(op, ReduceFunction::Max);
    if (auto plan = LargestPlan::Make(op.input.type, op.output.layout, op.input.layout, windows))
      return Program{.run = [plan = std::move(*plan)](const Bindings& bind) {
        plan.Run(bind.Output(0), bind.Input(0));
      }};
  }
  const WindowPlan plan(function, WindowRows(op.output.layout, op.input.layout, indices, windows));
  return Program{.run = [plan, has_indices = indices.has_value()](const Bindings& bind) {
    plan.Run(bind.Output(0), has_indices ? bind.Output(1) : nullptr, bind.Input(0));
  }};
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

Result<Program> Plan(const AveragePooling& op) { return AveragePoolingProgram(op); }
Result<Program> Plan(const AveragePooling1& op) { return AveragePoolingProgram(op); }
Result<Program> Plan(const LpPooling& op) {
  return FloatPooling(PoolingOf("", op), {.kind = WindowFunction::Norm, .p = op.p});
}
Result<Program> Plan(const LpPooling1& op) {
  return FloatPooling(PoolingOf("", op), {.kind = WindowFunction::Norm, .p = op.p});
}
Result<Program> Plan(const MaxPooling& op) { return MaxPoolingProgram(op); }
Result<Program> Plan(const MaxPooling1& op) { return MaxPoolingProgram(op); }
Result<Program> Plan(const MaxPooling2& op) { return MaxPoolingProgram(op); }

}  // namespace weft::ops
