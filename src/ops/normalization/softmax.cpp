// SPDX-License-Identifier: MIT
// ACTIVATION_SOFTMAX, ACTIVATION_LOG_SOFTMAX, ACTIVATION_HARDMAX and their newer versions, which
// take a list of axes; the older ones are those over the last dimension. FLOAT16 computes in
// float32 and is stored once.
#include <cstring>

#include "base/error.h"
#include "generated/ops/implementations.h"
#include "ops/reduction/arg_extreme.h"
#include "ops/reduction/axes.h"
#include "ops/reduction/line_candidates.h"
#include "ops/reduction/softmax_line.h"
#include "program/program.h"
#include "strided/convert.h"

namespace weft::ops {
namespace {

// The older versions take a matrix: all dimensions but the last two have size 1.
template <class Op>
Status CheckMatrix(std::string_view name, const Op& op) {
  for (int dim = 0; dim < op.input.rank() - 2; ++dim)
    if (op.input.sizes()[dim] != 1)
      return Invalid("{}: InputTensor.Sizes[{}] is {}, but sizes before the last two must be 1",
                     name, dim, op.input.sizes()[dim]);
  return Ok();
}

// Rank 0, where it is allowed, is a line of one element.
template <class New, class Old>
New OverLastDimension(const Old& op) {
  New newer{.input = op.input, .output = op.output, .axes = {}};
  if (op.input.rank() > 0) newer.axes.push_back(uint32_t(op.input.rank() - 1));
  return newer;
}

template <class Op>
Result<Program> FloatLines(std::string_view name, const Op& op, FloatLine line) {
  const int size = SizeBits(op.input.type) / 8;
  LineOperand output = {op.output.layout, size}, input = {op.input.layout, size};
  if (op.input.type == DataType::Float16) {
    input.convert = ConverterFor(DataType::Float32, DataType::Float16);
    output.convert = ConverterFor(DataType::Float16, DataType::Float32);
  }
  return SoftmaxProgram(name, LinesPlan(output, input, op.axes, sizeof(float), line));
}

Result<Program> HardmaxProgram(const ActivationHardmax1& op) {
  const int64_t size = SizeBits(op.input.type) / 8;
  const uint32_t one = op.input.type == DataType::Float16 ? 0x3c00 : 0x3f800000;
  const FindExtreme find = FindExtremeFor(op.input.type, Extreme::Max, Tie::First);
  return ArgExtremeProgram(
      "ACTIVATION_HARDMAX1",
      LinesPlan({op.output.layout, int(size)}, {op.input.layout, int(size)}, op.axes, int(size),
                [=](std::byte* output, const std::byte* input, int64_t count) {
                  const int64_t offset = FindInLine(find, input, count, int(size));
                  std::memset(output, 0, size_t(count * size));
                  std::memcpy(output + offset * size, &one, size_t(size));
                }));
}

}  // namespace

Status Validate(const ActivationSoftmax& op) { return CheckMatrix("ACTIVATION_SOFTMAX", op); }
Status Validate(const ActivationLogSoftmax& op) {
  return CheckMatrix("ACTIVATION_LOG_SOFTMAX", op);
}
Status Validate(const ActivationHardmax& op) { return CheckMatrix("ACTIVATION_HARDMAX", op); }
Status Validate(const ActivationSoftmax1& op) {
  return CheckAxes("ACTIVATION_SOFTMAX1", op.axes, op.input);
}
Status Validate(const ActivationLogSoftmax1& op) {
  return CheckAxes("ACTIVATION_LOG_SOFTMAX1", op.axes, op.input);
}
Status Validate(const ActivationHardmax1& op) {
  return CheckAxes("ACTIVATION_HARDMAX1", op.axes, op.input);
}

Result<Program> Plan(const ActivationSoftmax& op) {
  return Plan(OverLastDimension<ActivationSoftmax1>(op));
}
Result<Program> Plan(const ActivationLogSoftmax& op) {
  return Plan(OverLastDimension<ActivationLogSoftmax1>(op));
}
Result<Program> Plan(const ActivationHardmax& op) {
  return Plan(OverLastDimension<ActivationHardmax1>(op));
}
Result<Program> Plan(const ActivationSoftmax1& op) {
  return FloatLines("ACTIVATION_SOFTMAX1", op, SoftmaxLine());
}
Result<Program> Plan(const ActivationLogSoftmax1& op) {
  return FloatLines("ACTIVATION_LOG_SOFTMAX1", op, LogSoftmaxLine());
}
Result<Program> Plan(const ActivationHardmax1& op) { return HardmaxProgram(op); }

}  // namespace weft::ops
