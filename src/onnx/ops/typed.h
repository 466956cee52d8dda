// SPDX-License-Identifier: MIT
// Types that ONNX's operators take and DirectML's do not: elements are converted, the result back.
// float64 is computed in float32, small integers in int32 or float32; 64-bit integers are never
// computed in fewer bits.
#pragma once

#include "onnx/conversion.h"
#include "weft/schema.h"

namespace weft::onnx {

// Whether the operator's first tensor may have elements of this type.
bool Accepts(OperatorType op, DataType type);
// The type to compute in; an error if there is none.
Result<DataType> ComputeType(OperatorType op, ElementType type);

// One node of `op` from tensors of the same type, whose result has that type, too.
template <class Op>
Result<Expression> AddTyped(Conversion& c, ElementType type, std::vector<Expression> inputs,
                            Op op = {}) {
  WEFT_ASSIGN(const DataType compute, ComputeType(Op::kType, type));
  for (Expression& input : inputs) input = c.Cast(input, compute);
  return c.Cast(GraphBuilder::AddOne(std::move(op), inputs), DataTypeOf(type));
}

// Sets an output to an empty tensor of this type and shape.
Status GiveEmpty(Conversion& c, size_t output, ElementType type, const Shape& shape);

}  // namespace weft::onnx
