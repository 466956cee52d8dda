// SPDX-License-Identifier: MIT
// CAST: each element in the output's data type. Between equal types it moves bits.
#include "generated/ops/implementations.h"
#include "ops/program.h"
#include "ops/typed_copy.h"

namespace weft::ops {

Status Validate(const Cast&) { return Ok(); }  // the schema says it all

Result<Program> Plan(const Cast& op) {
  if (op.input.type == op.output.type) return CopyProgram(op.output, op.input.layout);
  const TypedCopy copy(op.output.type, op.output.layout, op.input.type, op.input.layout);
  return Program{.run = [copy](const Bindings& bind) { copy.Run(bind.Output(0), bind.Input(0)); }};
}

}  // namespace weft::ops
