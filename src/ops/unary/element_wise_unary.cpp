// SPDX-License-Identifier: MIT
// The operators that are functions of one number: every row of unary_table.h, mathematics and
// activations, and those of an element's bits. Defines Validate and Plan for each row.
#include "base/error.h"
#include "generated/ops/implementations.h"
#include "ops/unary/unary.h"
#include "ops/unary/unary_bits.h"
#include "program/convert_program.h"
#include "program/map_program.h"
#include "strided/copy.h"

namespace weft::ops {
namespace {

// The rules that the schema cannot express.
template <class Op>
Status Check(const Op&) {
  return Ok();
}
template <>
Status Check(const ElementWiseClip1& op) {
  if (op.min_max_data_type == op.output.type) return Ok();
  return Invalid("ELEMENT_WISE_CLIP1: MinMaxDataType is {}, but OutputTensor.DataType is {}",
                 Name(op.min_max_data_type), Name(op.output.type));
}

template <class Op>
bool IsCopy(const Op&) {
  return std::is_same_v<Op, ActivationIdentity>;
}
template <>
bool IsCopy(const ElementWiseIdentity& op) {
  return !op.scale_bias;
}

using BitsRow = MapRow (*)(int output, int input);

Program BitsProgram(const TensorDesc& output, const TensorDesc& input, BitsRow row) {
  return MapProgram(RowFunction(row(SizeBits(output.type) / 8, SizeBits(input.type) / 8)), output,
                    input);
}

}  // namespace

#define WEFT_FLOAT_ROW(Op, ...)                                          \
  Status Validate(const Op& op) { return Check(op); }                    \
  Result<Program> Plan(const Op& op) {                                   \
    if (IsCopy(op)) return ConvertProgram(op.output, op.input);          \
    return MapProgram(UnaryRow(op, op.input.type), op.output, op.input); \
  }
#define WEFT_NUMBER_ROW WEFT_FLOAT_ROW
#include "ops/unary/unary_table.h"

#define WEFT_BITS_ROW(Op, row)                \
  Status Validate(const Op&) { return Ok(); } \
  Result<Program> Plan(const Op& op) { return BitsProgram(op.output, op.input, row); }
WEFT_BITS_ROW(ElementWiseIsNan, IsNanRow)
WEFT_BITS_ROW(ElementWiseLogicalNot, LogicalNotRow)
WEFT_BITS_ROW(ElementWiseBitNot, BitNotRow)
WEFT_BITS_ROW(ElementWiseBitCount, BitCountRow)

Status Validate(const ElementWiseIsInfinity&) { return Ok(); }
Result<Program> Plan(const ElementWiseIsInfinity& op) {
  return MapProgram(
      IsInfinityRow(SizeBits(op.output.type) / 8, SizeBits(op.input.type) / 8, op.infinity_mode),
      op.output, op.input);
}

}  // namespace weft::ops
