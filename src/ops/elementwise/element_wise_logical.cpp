// SPDX-License-Identifier: MIT
// Comparisons, logic and bit operations of two tensors, and IF, which chooses between two. Each is
// a row of the tables below; the schema's rules are all there are.
#include "generated/ops/implementations.h"
#include "ops/elementwise/logic.h"
#include "program/infer_sizes.h"
#include "program/map_program.h"

namespace weft::ops {

#define WEFT_BINARY_OPERATOR(Op, row)         \
  Status Validate(const Op&) { return Ok(); } \
  Result<Program> Plan(const Op& op) { return MapProgram(row, op.output, op.a, op.b); }

#define WEFT_COMPARISON(Op, Function) \
  WEFT_BINARY_OPERATOR(Op, ComparisonRow(Comparison::Function, op.a.type, op.output.type))
WEFT_COMPARISON(ElementWiseLogicalEquals, Equal)
WEFT_COMPARISON(ElementWiseLogicalLessThan, Less)
WEFT_COMPARISON(ElementWiseLogicalLessThanOrEqual, LessOrEqual)
#undef WEFT_COMPARISON

// a > b is b < a.
#define WEFT_COMPARISON(Op, Function)                                                            \
  Status Validate(const Op&) { return Ok(); }                                                    \
  Result<Program> Plan(const Op& op) {                                                           \
    return MapProgram(ComparisonRow(Comparison::Function, op.a.type, op.output.type), op.output, \
                      MapInput(op.b, 1), MapInput(op.a, 0));                                     \
  }
WEFT_COMPARISON(ElementWiseLogicalGreaterThan, Less)
WEFT_COMPARISON(ElementWiseLogicalGreaterThanOrEqual, LessOrEqual)
#undef WEFT_COMPARISON

#define WEFT_LOGICAL(Op, Function) \
  WEFT_BINARY_OPERATOR(Op, LogicalRow(Logical::Function, op.output.type))
WEFT_LOGICAL(ElementWiseLogicalAnd, And)
WEFT_LOGICAL(ElementWiseLogicalOr, Or)
WEFT_LOGICAL(ElementWiseLogicalXor, Xor)
#undef WEFT_LOGICAL

#define WEFT_BITWISE(Op, Function) \
  WEFT_BINARY_OPERATOR(Op, BitwiseRow(Bitwise::Function, SizeBits(op.output.type)))
WEFT_BITWISE(ElementWiseBitAnd, And)
WEFT_BITWISE(ElementWiseBitOr, Or)
WEFT_BITWISE(ElementWiseBitXor, Xor)
WEFT_BITWISE(ElementWiseBitShiftLeft, ShiftLeft)
WEFT_BITWISE(ElementWiseBitShiftRight, ShiftRight)
#undef WEFT_BITWISE
#undef WEFT_BINARY_OPERATOR

void Infer(ElementWiseIf& op) { Fill(op.output, op.a.type, op.a.sizes()); }

Status Validate(const ElementWiseIf&) { return Ok(); }

Result<Program> Plan(const ElementWiseIf& op) {
  return MapProgram(ChooseRow(SizeBits(op.output.type)), op.output, MapInput(op.condition, 0),
                    MapInput(op.a, 1), MapInput(op.b, 2));
}

}  // namespace weft::ops
