// SPDX-License-Identifier: MIT
// LSTM. Gates and candidate are activations of sums; with them
//   cell = forget . cell + input . candidate, hidden = output . activation(cell).
// A peephole adds its product with the cell to the sum of a gate: with the old cell for input and
// forget, with the new one for output. Sums are clipped.
#include <algorithm>

#include "base/error.h"
#include "generated/ops/implementations.h"
#include "ops/recurrent/recurrent.h"
#include "ops/unary/unary.h"
#include "program/infer_sizes.h"

namespace weft::ops {
namespace {

enum Gate { kInput, kOutput, kForget, kCandidate, kGates };
enum Activation { kOfGates, kOfCandidate, kOfCell, kActivations };

RecurrentFields FieldsOf(const Lstm& op) {
  return RecurrentFieldsOf(op, "LSTM", kGates, kActivations);
}

class LstmCell {
 public:
  explicit LstmCell(const Lstm& op)
      : clips_(op.use_clip_threshold), couples_(op.couple_input_forget) {
    if (!clips_) return;
    clip_ = UnaryRow(ElementWiseClip{.min = -op.clip_threshold, .max = op.clip_threshold},
                     DataType::Float32);
  }

  void operator()(const CellRow& row) const {
    const int64_t size = row.size;
    float* sums = row.recurrent;
    float *input = sums + kInput * size, *output = sums + kOutput * size;
    float *forget = sums + kForget * size, *candidate = sums + kCandidate * size;
    AddInput(sums, row.input, row.BiasFrom(0, kGates), kGates * size);
    AddPeephole(row, kInput);
    AddPeephole(row, kForget);
    Activate(row, kOfGates, input);
    if (couples_)
      for (int64_t i = 0; i < size; ++i) forget[i] = 1 - input[i];
    else
      Activate(row, kOfGates, forget);
    Activate(row, kOfCandidate, candidate);
    UpdateCell(row.cell, forget, input, candidate, size);
    AddPeephole(row, kOutput);
    Activate(row, kOfGates, output);
    std::copy_n(row.cell, size, row.hidden);
    row.Activate(kOfCell, row.hidden, size);
    Multiply(row.hidden, row.hidden, output, size);
  }

 private:
  // PeepholeTensor has the gates in the same order.
  static void AddPeephole(const CellRow& row, Gate gate) {
    if (row.peephole == nullptr) return;
    const int64_t first = gate * row.size;
    AddProducts(row.recurrent + first, row.peephole + first, row.cell, row.size);
  }

  void Activate(const CellRow& row, Activation which, float* sums) const {
    auto* bytes = reinterpret_cast<std::byte*>(sums);
    const std::byte* const inputs[] = {bytes};
    if (clips_) clip_(bytes, inputs, row.size);
    row.Activate(which, sums, row.size);
  }

  bool clips_, couples_;
  RowFunction clip_;
};

}  // namespace

void Infer(Lstm& op) { InferRecurrent(op); }

Status Validate(const Lstm& op) {
  if (op.use_clip_threshold && !(op.clip_threshold >= 0))
    return Invalid("LSTM: ClipThreshold is {}, but at least 0 is required", op.clip_threshold);
  return CheckRecurrent(FieldsOf(op));
}

Result<Program> Plan(const Lstm& op) {
  return RecurrentProgram(FieldsOf(op), {.update = LstmCell(op)});
}

}  // namespace weft::ops
