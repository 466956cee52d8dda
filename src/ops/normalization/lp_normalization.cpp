// SPDX-License-Identifier: MIT
// LP_NORMALIZATION: every line along Axis by its 1-norm or 2-norm, or by Epsilon where that is
// more.
#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "generated/ops/implementations.h"
#include "ops/normalization/normalize.h"
#include "program/program.h"
#include "strided/convert.h"

namespace weft::ops {

Status Validate(const LpNormalization& op) {
  if (int64_t(op.axis) >= op.input.rank())
    return Invalid("LP_NORMALIZATION: Axis is {}, but InputTensor has {} dimensions", op.axis,
                   op.input.rank());
  if (op.p != 1 && op.p != 2)
    return Invalid("LP_NORMALIZATION: P is {}, but 1 or 2 is required", op.p);
  return Ok();
}

Result<Program> Plan(const LpNormalization& op) {
  const int size = SizeBits(op.input.type) / 8;
  LineOperand output = {op.output.layout, size}, input = {op.input.layout, size};
  if (op.input.type == DataType::Float16) {
    input.convert = ConverterFor(DataType::Float32, DataType::Float16);
    output.convert = ConverterFor(DataType::Float16, DataType::Float32);
  }
  const auto divide = [p = op.p, least = double(op.epsilon)](const LineGroup& group) {
    NormalizeLines(group, [&](const PowerSums& sums, const float* line) {
      double norm = p == 1 ? SumOfMagnitudesOf(line, group.count) : std::sqrt(sums.squares);
      if (norm < least) norm = least;  // NaN stays
      return Statistics{.mean = 0, .factor = 1 / norm};
    });
  };
  const uint32_t axes[] = {op.axis};
  return LinesProgram(LinesPlan(output, input, axes, sizeof(float), LineGroupFunction(divide)));
}

}  // namespace weft::ops
