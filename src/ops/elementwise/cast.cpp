// SPDX-License-Identifier: MIT
// CAST: each element in the output's data type. Between equal types it moves bits.
#include "generated/ops/implementations.h"
#include "program/convert_program.h"
#include "program/infer_sizes.h"

namespace weft::ops {

// The caller gives the type.
void Infer(Cast& op) { Fill(op.output, DataType::Unknown, op.input.sizes()); }

Status Validate(const Cast&) { return Ok(); }  // the schema says it all

Result<Program> Plan(const Cast& op) { return ConvertProgram(op.output, op.input); }

}  // namespace weft::ops
