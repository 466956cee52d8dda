// SPDX-License-Identifier: MIT
// ELEMENT_WISE_QUANTIZE_LINEAR, DEQUANTIZE_LINEAR and QUANTIZED_LINEAR_ADD: every element has a
// scale and a zero point, which mostly are broadcast. A missing zero point is 0.
#include <optional>

#include "base/error.h"
#include "generated/ops/implementations.h"
#include "ops/quantization/quantize_rows.h"
#include "program/infer_sizes.h"
#include "program/map_program.h"

namespace weft::ops {
namespace {

MapInput ZeroPoint(const std::optional<TensorDesc>& tensor, int slot, const TensorDesc& of) {
  if (tensor) return {*tensor, slot};
  return MapInput::Constant(of.sizes(), SizeBits(of.type) / 8, 0);
}

}  // namespace

void Infer(ElementWiseQuantizeLinear& op) {
  Fill(op.output, op.zero_point ? op.zero_point->type : DataType::UInt8, op.input.sizes());
}

Status Validate(const ElementWiseQuantizeLinear& op) {
  if (op.input.type == DataType::Int32 && op.scale.type != DataType::Float32)
    return Invalid(
        "ELEMENT_WISE_QUANTIZE_LINEAR: ScaleTensor.DataType is {}, but FLOAT32 is required where "
        "InputTensor.DataType is INT32",
        Name(op.scale.type));
  if (op.input.type != DataType::Int32 && op.scale.type != op.input.type)
    return Invalid(
        "ELEMENT_WISE_QUANTIZE_LINEAR: ScaleTensor.DataType is {}, but InputTensor.DataType is {}",
        Name(op.scale.type), Name(op.input.type));
  return Ok();
}

Result<Program> Plan(const ElementWiseQuantizeLinear& op) {
  return MapProgram(QuantizeRow(op.input.type, op.scale.type, op.output.type), op.output,
                    MapInput(op.input, 0), MapInput(op.scale, 1),
                    ZeroPoint(op.zero_point, 2, op.output));
}

void Infer(ElementWiseDequantizeLinear& op) { Fill(op.output, op.scale.type, op.input.sizes()); }

Status Validate(const ElementWiseDequantizeLinear&) { return Ok(); }  // the schema says it all

Result<Program> Plan(const ElementWiseDequantizeLinear& op) {
  return MapProgram(DequantizeRow(op.input.type, op.output.type), op.output, MapInput(op.input, 0),
                    MapInput(op.scale, 1), ZeroPoint(op.zero_point, 2, op.input));
}

namespace {

// One number for all, or one for each element.
Status CheckQuantizationSizes(const ElementWiseQuantizedLinearAdd& op, std::string_view field,
                              const std::optional<TensorDesc>& tensor) {
  if (!tensor || tensor->layout.ElementCount() == 1 || tensor->sizes() == op.a.sizes()) return Ok();
  return Invalid(
      "ELEMENT_WISE_QUANTIZED_LINEAR_ADD: {}.Sizes is {}, but one element or ATensor.Sizes {} is "
      "required",
      field, ToString(tensor->sizes()), ToString(op.a.sizes()));
}

TensorDesc ForEach(const Sizes& sizes, TensorDesc tensor) {
  if (tensor.sizes() != sizes) {
    const int64_t offset = tensor.layout.offset;
    tensor.layout = OneElement(sizes);
    tensor.layout.offset = offset;
  }
  return tensor;
}

}  // namespace

Status Validate(const ElementWiseQuantizedLinearAdd& op) {
  WEFT_RETURN_IF_ERROR(CheckQuantizationSizes(op, "AScaleTensor", op.a_scale));
  WEFT_RETURN_IF_ERROR(CheckQuantizationSizes(op, "AZeroPointTensor", op.a_zero_point));
  WEFT_RETURN_IF_ERROR(CheckQuantizationSizes(op, "BScaleTensor", op.b_scale));
  WEFT_RETURN_IF_ERROR(CheckQuantizationSizes(op, "BZeroPointTensor", op.b_zero_point));
  WEFT_RETURN_IF_ERROR(CheckQuantizationSizes(op, "OutputScaleTensor", op.output_scale));
  return CheckQuantizationSizes(op, "OutputZeroPointTensor", op.output_zero_point);
}

Result<Program> Plan(const ElementWiseQuantizedLinearAdd& op) {
  const auto scale = [&](const TensorDesc& tensor, int slot) {
    return MapInput(ForEach(op.a.sizes(), tensor), slot);
  };
  const auto zero_point = [&](std::optional<TensorDesc> tensor, int slot, const TensorDesc& of) {
    if (tensor) tensor = ForEach(op.a.sizes(), *tensor);
    return ZeroPoint(tensor, slot, of);
  };
  return MapProgram(QuantizedAddRow(op.a.type, op.b.type, op.output.type), op.output,
                    MapInput(op.a, 0), scale(op.a_scale, 1), zero_point(op.a_zero_point, 2, op.a),
                    MapInput(op.b, 3), scale(op.b_scale, 4), zero_point(op.b_zero_point, 5, op.b),
                    scale(op.output_scale, 6), zero_point(op.output_zero_point, 7, op.output));
}

}  // namespace weft::ops
