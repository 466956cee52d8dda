// SPDX-License-Identifier: MIT
// LP_NORMALIZATION: every line along Axis by its 1-norm or 2-norm, or by Epsilon if that is
// larger.
#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "generated/ops/implementations.h"
#include "ops/candidates.h"
#include "ops/normalization/normalize.h"
#include "program/program.h"
#include "strided/convert.h"

namespace weft::ops {
namespace {

constexpr Candidate<LinesPlan> kLpCandidates[] = {
    {.name = "lp_normalization/lines",
     .refuses = TakesAll,
     .cost = InListOrder,
     .plan = [](const LinesPlan& lines, const Machine&) -> Planned { return LinesProgram(lines); },
     .arithmetic =
         "Squares of a line add up as under mean_variance/lines, magnitudes in float64 in "
         "eight vectors of sums; what is written is float32."},
};
constexpr std::span<const Candidate<LinesPlan>> kLpList = kLpCandidates;

}  // namespace

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
  const auto divide = [p = op.p, least = double(op.epsilon)](const LineBlock& block) {
    NormalizeLines(block, [&](const PowerSums& sums, const float* line) {
      double norm = p == 1 ? SumOfMagnitudesOf(line, block.count) : std::sqrt(sums.squares);
      if (norm < least) norm = least;  // keeps NaN
      return Statistics{.mean = 0, .factor = 1 / norm};
    });
  };
  const uint32_t axes[] = {op.axis};
  const LinesPlan lines(output, input, axes, sizeof(float), LineBlockFunction(divide));
  return PlanCheapest("LP_NORMALIZATION", kLpList, lines, ThisMachine());
}

std::vector<CandidateInfo> LpNormalizationCandidates() { return InfosOf(kLpList); }

}  // namespace weft::ops
