// SPDX-License-Identifier: MIT
// ELEMENT_WISE_CLIP_GRAD, CLIP_GRAD1: the gradient where the forward input lay strictly between Min
// and Max, else 0. The bounds are elements of the tensors' type; a FLOAT becomes one as in CAST.
#include "base/error.h"
#include "generated/ops/implementations.h"
#include "ops/elementwise/arithmetic.h"
#include "program/map_program.h"

namespace weft::ops {
namespace {

template <class Op>
Program ClipGrad(const Op& op, const Scalar& min, const Scalar& max) {
  const DataType type = op.input.type;
  return MapProgram(ClipGradRow(type, min.Bits(type), max.Bits(type)), op.output_gradient, op.input,
                    op.input_gradient);
}

}  // namespace

Status Validate(const ElementWiseClipGrad&) { return Ok(); }  // the schema says it all

Result<Program> Plan(const ElementWiseClipGrad& op) { return ClipGrad(op, op.min, op.max); }

Status Validate(const ElementWiseClipGrad1& op) {
  if (op.min_max_data_type == op.input.type) return Ok();
  return Invalid("ELEMENT_WISE_CLIP_GRAD1: MinMaxDataType is {}, but InputTensor.DataType is {}",
                 Name(op.min_max_data_type), Name(op.input.type));
}

Result<Program> Plan(const ElementWiseClipGrad1& op) { return ClipGrad(op, op.min, op.max); }

}  // namespace weft::ops
