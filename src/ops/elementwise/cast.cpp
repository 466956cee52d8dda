// SPDX-License-Identifier: MIT
// CAST: each element in the output's data type. Between equal types it moves bits.
#include "generated/ops/implementations.h"
#include "program/convert_program.h"

namespace weft::ops {

Status Validate(const Cast&) { return Ok(); }  // the schema says it all

Result<Program> Plan(const Cast& op) { return ConvertProgram(op.output, op.input); }

}  // namespace weft::ops
