// SPDX-License-Identifier: MIT
// QUANTIZED_LINEAR_AVERAGE_POOLING: dequantizes integers, averages them as
// AVERAGE_POOLING1 does, and quantizes the results.
#include <cstring>
#include <optional>

#include "base/error.h"
#include "generated/ops/implementations.h"
#include "ops/pooling/pooling_windows.h"
#include "ops/quantization/quantize_rows.h"
#include "program/float_operand.h"
#include "program/infer_sizes.h"
#include "program/program.h"
#include "strided/view.h"

namespace weft::ops {
namespace {

constexpr const char* kName = "QUANTIZED_LINEAR_AVERAGE_POOLING";

bool IsPerChannel(const Sizes& sizes, const Sizes& input) {
  if (sizes.rank() != input.rank()) return false;
  for (int dim = 0; dim < sizes.rank(); ++dim)
    if (sizes[dim] != (dim == 1 ? input[1] : 1)) return false;
  return true;
}

Status CheckParameter(const QuantizedLinearAveragePooling& op, std::string_view field,
                      const std::optional<TensorDesc>& tensor) {
  if (!tensor || tensor->layout.ElementCount() == 1 ||
      IsPerChannel(tensor->sizes(), op.input.sizes()))
    return Ok();
  Sizes channels = Sizes::Filled(op.input.rank(), 1);
  channels[1] = op.input.sizes()[1];
  return Invalid("{}: {}.Sizes is {}, but one element or one per channel, {}, is required", kName,
                 field, ToString(tensor->sizes()), ToString(channels));
}

// A scale or zero point for each element of a tensor; 0 if it is absent.
struct Parameter {
  MapOperand operand;
  int slot;  // -1 for the zero

  Parameter(const std::optional<TensorDesc>& tensor, const TensorDesc& of, int input_slot)
      : operand{OneElement(of.sizes()), SizeBits(of.type) / 8}, slot(tensor ? input_slot : -1) {
    if (!tensor) return;
    operand.element_bytes = SizeBits(tensor->type) / 8;
    operand.layout.offset = tensor->layout.offset;
    if (tensor->layout.ElementCount() != 1) operand.layout.strides[1] = tensor->layout.strides[1];
  }
  const std::byte* At(const Bindings& bind) const {
    static constexpr std::byte kZero[8] = {};
    return slot < 0 ? kZero : bind.Input(slot);
  }
};

}  // namespace

void Infer(QuantizedLinearAveragePooling& op) {
  const Windows windows = {.sizes = op.window_size,
                           .strides = op.strides,
                           .dilations = op.dilations,
                           .start_padding = op.start_padding,
                           .end_padding = op.end_padding};
  Fill(op.output, op.output_zero_point ? op.output_zero_point->type : op.input.type,
       WindowedSizes(op.input.sizes(), windows));
}

Status Validate(const QuantizedLinearAveragePooling& op) {
  WEFT_RETURN_IF_ERROR(CheckParameter(op, "InputScaleTensor", op.input_scale));
  WEFT_RETURN_IF_ERROR(CheckParameter(op, "InputZeroPointTensor", op.input_zero_point));
  WEFT_RETURN_IF_ERROR(CheckParameter(op, "OutputScaleTensor", op.output_scale));
  WEFT_RETURN_IF_ERROR(CheckParameter(op, "OutputZeroPointTensor", op.output_zero_point));
  return CheckPooling(PoolingOf(kName, op));
}

Result<Program> Plan(const QuantizedLinearAveragePooling& op) {
  const WindowFunction mean = MeanOf(PoolingOf(kName, op), op.include_padding);
  Temporary space;
  const Layout input = PackedLike(op.input.layout), output = PackedLike(op.output.layout);
  const int64_t numbers = space.Add(input.ElementCount() * int64_t(sizeof(float)));
  const int64_t means = space.Add(output.ElementCount() * int64_t(sizeof(float)));
  const Parameter input_scale(op.input_scale, op.input, 1);
  const Parameter input_zero(op.input_zero_point, op.input, 2);
  const Parameter output_scale(op.output_scale, op.output, 3);
  const Parameter output_zero(op.output_zero_point, op.output, 4);
  const MapPlan<3> dequantize(
      {input, sizeof(float)},
      {MapOperand{op.input.layout, 1}, input_scale.operand, input_zero.operand},
      DequantizeRow(op.input.type, DataType::Float32));
  const WindowPlan pool(mean,
                        WindowRows(output, input, std::nullopt, WindowsOf(PoolingOf(kName, op))));
  const MapPlan<3> quantize(
      {op.output.layout, 1},
      {MapOperand{output, sizeof(float)}, output_scale.operand, output_zero.operand},
      QuantizeRow(DataType::Float32, DataType::Float32, op.output.type));
  return Program{.run =
                     [=](const Bindings& bind) {
                       std::byte* memory = bind.temporary;
                       dequantize.Run(memory + numbers,
                                      {bind.Input(0), input_scale.At(bind), input_zero.At(bind)});
                       pool.Run(memory + means, nullptr, memory + numbers);
                       quantize.Run(bind.Output(0),
                                    {memory + means, output_scale.At(bind), output_zero.At(bind)});
                     },
                 .temporary_bytes = space.bytes()};
}

}  // namespace weft::ops
