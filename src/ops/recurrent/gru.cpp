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
  for (int64_t i = 0; i < kCandidate * row.size; ++i)
    row.recurrent[i] += row.input[i] + (row.bias[i] + row.bias[kGates * row.size + i]);
  row.Activate(kOfGates, row.recurrent, kCandidate * row.size);
}

// Called when the sum of the candidate is complete.
void Finish(const CellRow& row) {
  const float* update = row.recurrent + kUpdate * row.size;
  float* candidate = row.recurrent + kCandidate * row.size;
  row.Activate(kOfCandidate, candidate, row.size);
  for (int64_t i = 0; i < row.size; ++i)
    row.hidden[i] = (1 - update[i]) * candidate[i] + update[i] * row.hidden[i];
}

void UpdateLinearBeforeReset(const CellRow& row) {
  Gates(row);
  const float* reset = row.recurrent + kReset * row.size;
  const float* input = row.input + kCandidate * row.size;
  const float* bias = row.bias + kCandidate * row.size;
  float* candidate = row.recurrent + kCandidate * row.size;
  for (int64_t i = 0; i < row.size; ++i)
    candidate[i] = input[i] + bias[i] + reset[i] * (candidate[i] + bias[kGates * row.size + i]);
  Finish(row);
}

void Reset(const CellRow& row) {
  Gates(row);
  const float* reset = row.recurrent + kReset * row.size;
  for (int64_t i = 0; i < row.size; ++i) row.reset[i] = reset[i] * row.hidden[i];
}

void FinishAfterReset(const CellRow& row) {
  const float* input = row.input + kCandidate * row.size;
  const float* bias = row.bias + kCandidate * row.size;
  float* candidate = row.recurrent + kCandidate * row.size;
  for (int64_t i = 0; i < row.size; ++i)
    candidate[i] += input[i] + (bias[i] + bias[kGates * row.size + i]);
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
