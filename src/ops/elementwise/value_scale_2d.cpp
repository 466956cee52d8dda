// SPDX-License-Identifier: MIT
// VALUE_SCALE_2D: Scale * input + Bias[channel]. FLOAT16 computes in float32 and is stored once.
#include <algorithm>
#include <vector>

#include "base/error.h"
#include "generated/ops/implementations.h"
#include "program/program.h"
#include "simd/unaligned.h"
#include "strided/convert.h"
#include "strided/map.h"

namespace weft::ops {
namespace {

struct Parameters {
  float scale;
  ConvertRow widen, narrow;
};

// Inputs: elements, and a bias for each.
void ScaleRow(std::byte* output, const std::byte* const* inputs, int64_t count,
              const void* parameters) {
  const float scale = static_cast<const Parameters*>(parameters)->scale;
  auto* to = Floats(output);
  const auto* x = Floats(inputs[0]);
  const auto* bias = Floats(inputs[1]);
#pragma GCC ivdep
  for (int64_t i = 0; i < count; ++i) to[i].value = scale * x[i].value + bias[i].value;
}

void ScaleHalfRow(std::byte* output, const std::byte* const* inputs, int64_t count,
                  const void* parameters) {
  const auto& by = *static_cast<const Parameters*>(parameters);
  constexpr int64_t kBlock = 512;  // stays in the first-level cache
  float block[kBlock];
  auto* floats = reinterpret_cast<std::byte*>(block);
  for (int64_t i = 0; i < count; i += kBlock) {
    const int64_t n = std::min(kBlock, count - i);
    const std::byte* const from[] = {floats, inputs[1] + 4 * i};
    by.widen(floats, inputs[0] + 2 * i, n);
    ScaleRow(floats, from, n, parameters);
    by.narrow(output + 2 * i, floats, n);
  }
}

RowFunction RowFor(DataType type, float scale) {
  return {type == DataType::Float32 ? ScaleRow : ScaleHalfRow,
          Parameters{scale, ConverterFor(DataType::Float32, DataType::Float16),
                     ConverterFor(DataType::Float16, DataType::Float32)}};
}

}  // namespace

Status Validate(const ValueScale2D& op) {
  if (op.bias.size() != 1 && op.bias.size() != 3)
    return Invalid("VALUE_SCALE_2D: ChannelCount is {}, but 1 or 3 is required", op.bias.size());
  if (int64_t(op.bias.size()) != op.input.sizes()[1])
    return Invalid("VALUE_SCALE_2D: ChannelCount is {}, but InputTensor.Sizes[1] is {}",
                   op.bias.size(), op.input.sizes()[1]);
  return Ok();
}

Result<Program> Plan(const ValueScale2D& op) {
  const int size = SizeBits(op.output.type) / 8;
  const Layout bias_of_each(op.output.sizes(), {0, 1, 0, 0});
  const MapPlan<2> plan({op.output.layout, size},
                        {MapOperand{op.input.layout, size}, MapOperand{bias_of_each, 4}},
                        RowFor(op.output.type, op.scale));
  return Program{.run = [plan, bias = op.bias](const Bindings& bind) {
    plan.Run(bind.Output(0), {bind.Input(0), reinterpret_cast<const std::byte*>(bias.data())});
  }};
}

}  // namespace weft::ops
