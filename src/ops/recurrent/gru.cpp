// SPDX-License-Identifier: MIT
// GRU. Gates and candidate are activations of sums; with them
//   hidden = (1 - update) . candidate + update . hidden.
// The state's term in the candidate's sum is (reset . hidden) * R^T + bias, or, with
// LinearBeforeReset, reset . (hidden * R^T + bias).
#include "generated/ops/implementations.h"
#include "ops/recurrent/recurrent.h"
#include "program/infer_sizes.h"

namespace weft::ops {
namespace {

enum Gate { kUpdate, kReset, kCandidate, kGates };
enum Activation { kOfGates, kOfCandidate, kActivations };

RecurrentFields FieldsOf(const Gru& op) {
  return RecurrentFieldsOf(op, "GRU", kGates, kActivations);
}

void Gates(const CellRow& row) {
  AddInput(row.recurrent, row.input, row.BiasFrom(0, kGates), kCandidate * row.size);
  row.Activate(kOfGates, row.recurrent, kCandidate * row.size);
}

// Called when the sum of the candidate is complete.
void Finish(const CellRow& row) {
  const float* update = row.recurrent + kUpdate * row.size;
  float* candidate = row.recurrent + kCandidate * row.size;
  row.Activate(kOfCandidate, candidate, row.size);
  Blend(row.hidden, update, candidate, row.size);
}

void UpdateLinearBeforeReset(const CellRow& row) {
  Gates(row);
  const float* reset = row.recurrent + kReset * row.size;
  const int64_t candidate = kCandidate * row.size;
  AddInputAfterReset(row.recurrent + candidate, row.input + candidate,
                     row.BiasFrom(kCandidate, kGates), reset, row.size);
  Finish(row);
}

void Reset(const CellRow& row) {
  Gates(row);
  const float* reset = row.recurrent + kReset * row.size;
  Multiply(row.reset, reset, row.hidden, row.size);
}

void FinishAfterReset(const CellRow& row) {
  const int64_t candidate = kCandidate * row.size;
  AddInput(row.recurrent + candidate, row.input + candidate, row.BiasFrom(kCandidate, kGates),
           row.size);
  Finish(row);
}

}  // namespace

void Infer(Gru& op) { InferRecurrent(op); }

Status Validate(const Gru& op) { return CheckRecurrent(FieldsOf(op)); }

Result<Program> Plan(const Gru& op) {
  return RecurrentProgram(FieldsOf(op), op.linear_before_reset
                                            ? Cell{.update = UpdateLinearBeforeReset}
                                            : Cell{.update = Reset, .finish = FinishAfterReset});
}

}  // namespace weft::ops
