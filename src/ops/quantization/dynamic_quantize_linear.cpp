// SPDX-License-Identifier: MIT
// DYNAMIC_QUANTIZE_LINEAR: quantizes by the scale and the zero point that map the input's range,
// widened to include 0, to the whole range of the output type. If all elements are 0, the scale
// is 1.
#include <cmath>
#include <cstring>

#include "base/error.h"
#include "generated/ops/implementations.h"
#include "ops/quantization/quantize_rows.h"
#include "ops/quantization/range.h"
#include "program/infer_sizes.h"
#include "program/map_program.h"
#include "tensor/element.h"

namespace weft::ops {
namespace {

Status CheckOneElement(std::string_view field, const TensorDesc& tensor) {
  if (tensor.layout.ElementCount() == 1) return Ok();
  return Invalid("DYNAMIC_QUANTIZE_LINEAR: {}.Sizes is {}, but one element is required", field,
                 ToString(tensor.sizes()));
}

float ScaleOf(const NumberRange& range) {
  constexpr float kSteps = 255;
  float scale = (range.greatest - range.least) / kSteps;
  if (std::isinf(scale)) scale = range.greatest / kSteps - range.least / kSteps;
  return scale == 0 ? 1 : scale;
}

// qmin - least / scale, half to even; saturated, since an infinite scale leaves no number.
template <class T>
T ZeroPointOf(const NumberRange& range, float scale) {
  return ConvertElement<T>(
      std::nearbyint(float(std::numeric_limits<T>::lowest()) - range.least / scale));
}

}  // namespace

void Infer(DynamicQuantizeLinear& op) {
  const Sizes one = Sizes::Filled(op.input.rank(), 1);
  Fill(op.output, DataType::UInt8, op.input.sizes());
  Fill(op.output_scale, DataType::Float32, one);
  Fill(op.output_zero_point, op.output.type, one);
}

Status Validate(const DynamicQuantizeLinear& op) {
  WEFT_RETURN_IF_ERROR(CheckOneElement("OutputScaleTensor", op.output_scale));
  return CheckOneElement("OutputZeroPointTensor", op.output_zero_point);
}

Result<Program> Plan(const DynamicQuantizeLinear& op) {
  const RangePlan find_range(op.input);
  const Layout one = OneElement(op.input.sizes());
  const MapPlan<3> quantize(
      OperandOf(op.output),
      {OperandOf(op.input), MapOperand{one, sizeof(float)}, MapOperand{one, 1}},
      QuantizeRow(op.input.type, DataType::Float32, op.output.type));
  return Program{.run = [=, is_signed = op.output.type == DataType::Int8,
                         scale_at = 4 * op.output_scale.layout.offset,
                         zero_point_at = op.output_zero_point.layout.offset](const Bindings& bind) {
    const NumberRange range = find_range.Run(bind.Input(0));
    const float scale = ScaleOf(range);
    const std::byte zero_point = is_signed ? std::byte(ZeroPointOf<int8_t>(range, scale))
                                           : std::byte(ZeroPointOf<uint8_t>(range, scale));
    std::memcpy(bind.Output(1) + scale_at, &scale, sizeof scale);
    bind.Output(2)[zero_point_at] = zero_point;
    quantize.Run(bind.Output(0),
                 {bind.Input(0), reinterpret_cast<const std::byte*>(&scale), &zero_point});
  }};
}

}  // namespace weft::ops
