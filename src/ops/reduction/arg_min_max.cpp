// SPDX-License-Identifier: MIT
// ARGMIN, ARGMAX: the index of the smallest or largest element along Axes. With several axes it is
// the row-major index within them.
#include <cstring>

#include "base/error.h"
#include "generated/ops/implementations.h"
#include "ops/reduction/arg_extreme.h"
#include "ops/reduction/axes.h"
#include "ops/reduction/line_candidates.h"
#include "program/infer_sizes.h"
#include "program/program.h"

namespace weft::ops {
namespace {

template <class Op>
Status Check(std::string_view name, const Op& op) {
  WEFT_RETURN_IF_ERROR(CheckAxes(name, op.axes, op.input));
  WEFT_RETURN_IF_ERROR(CheckReducedSizes(name, op.axes, op.input, op.output));
  return CheckAxesNotEmpty(name, op.axes, op.input);
}

template <class Op>
Result<Program> ArgProgram(std::string_view name, const Op& op, Extreme extreme) {
  const int size = SizeBits(op.input.type) / 8;
  const int index_bytes = SizeBits(op.output.type) / 8;
  const Tie tie = op.axis_direction == AxisDirection::Increasing ? Tie::First : Tie::Last;
  const FindExtreme find = FindExtremeFor(op.input.type, extreme, tie);
  return ArgExtremeProgram(
      name,
      LinesPlan({op.output.layout, index_bytes}, {op.input.layout, size}, op.axes, size,
                [find, size, index_bytes](std::byte* output, const std::byte* line, int64_t count) {
                  const int64_t index = FindInLine(find, line, count, size);
                  std::memcpy(output, &index, size_t(index_bytes));  // the low bytes come first
                }));
}

}  // namespace

void Infer(Argmin& op) {
  Fill(op.output, DataType::UInt32, ReducedSizes(op.input.sizes(), op.axes));
}
void Infer(Argmax& op) {
  Fill(op.output, DataType::UInt32, ReducedSizes(op.input.sizes(), op.axes));
}

Status Validate(const Argmin& op) { return Check("ARGMIN", op); }
Status Validate(const Argmax& op) { return Check("ARGMAX", op); }
Result<Program> Plan(const Argmin& op) { return ArgProgram("ARGMIN", op, Extreme::Min); }
Result<Program> Plan(const Argmax& op) { return ArgProgram("ARGMAX", op, Extreme::Max); }

}  // namespace weft::ops
