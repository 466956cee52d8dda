// SPDX-License-Identifier: MIT
// ELEMENT_WISE_ADD1: a sum and its activation, while it is in the first-level cache. FLOAT16 is
// rounded once, after both.
#include <memory>

#include "generated/ops/implementations.h"
#include "ops/elementwise/arithmetic.h"
#include "ops/unary/fused_activation.h"
#include "ops/unary/fused_row.h"
#include "program/map_program.h"

namespace weft::ops {

Status Validate(const ElementWiseAdd1& op) {
  return CheckFusedActivation("ELEMENT_WISE_ADD1", op.fused_activation);
}

Result<Program> Plan(const ElementWiseAdd1& op) {
  const DataType type = op.output.type;
  if (!op.fused_activation)
    return MapProgram(ArithmeticRow(Arithmetic::Add, type), op.output, op.a, op.b);
  const auto row = std::make_shared<const FusedRow>(
      ArithmeticRow(Arithmetic::Add, DataType::Float32), type,
      std::initializer_list<DataType>{type, type}, op.fused_activation);
  Program program = MapProgram(row->Function(), op.output, op.a, op.b);
  ElementWise element_wise = *program.element_wise;
  element_wise.keeps = row;
  program.element_wise = std::make_shared<const ElementWise>(element_wise);
  program.run = [row, run = std::move(program.run)](const Bindings& bind) { run(bind); };
  return program;
}

}  // namespace weft::ops
