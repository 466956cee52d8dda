// SPDX-License-Identifier: MIT
// CAST: each element in the output's data type. Between equal types it moves bits.
#include "generated/ops/implementations.h"
#include "kernels/convert.h"
#include "ops/program.h"
#include "strided/copy.h"
#include "strided/map.h"

namespace weft::ops {
namespace {

void Convert(std::byte* output, const std::byte* const* inputs, int64_t count,
             const void* parameters) {
  (*static_cast<const ConvertRow*>(parameters))(output, inputs[0], count);
}

}  // namespace

Status Validate(const Cast&) { return Ok(); }  // the schema says it all

Result<Program> Plan(const Cast& op) {
  if (op.input.type == op.output.type)
    return CopyProgram(CopyPlan(SizeBits(op.output.type), op.output.layout, op.input.layout));
  const MapPlan<1> plan({op.output.layout, SizeBits(op.output.type) / 8},
                        {MapOperand{op.input.layout, SizeBits(op.input.type) / 8}},
                        {Convert, ConverterFor(op.output.type, op.input.type)});
  return Program{
      .run = [plan](const Bindings& bind) { plan.Run(bind.Output(0), {bind.Input(0)}); }};
}

}  // namespace weft::ops
