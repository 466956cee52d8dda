// SPDX-License-Identifier: MIT
// RNN: h = f(x * W^T + h * R^T + biases).
#include "generated/ops/implementations.h"
#include "ops/recurrent/recurrent.h"
#include "program/infer_sizes.h"

namespace weft::ops {
namespace {

RecurrentFields FieldsOf(const Rnn& op) { return RecurrentFieldsOf(op, "RNN", 1, 1); }

void Update(const CellRow& row) {
  SumUp(row.hidden, row.input, row.recurrent, row.BiasFrom(0, 1), row.size);
  row.Activate(0, row.hidden, row.size);
}

}  // namespace

void Infer(Rnn& op) { InferRecurrent(op); }

Status Validate(const Rnn& op) { return CheckRecurrent(FieldsOf(op)); }

Result<Program> Plan(const Rnn& op) { return RecurrentProgram(FieldsOf(op), {.update = Update}); }

}  // namespace weft::ops
