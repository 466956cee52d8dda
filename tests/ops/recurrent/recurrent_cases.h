// SPDX-License-Identifier: MIT
// What the tests of RNN, GRU and LSTM share: a packed description of any of them from a few
// numbers, and its answer by the oracle.
#pragma once

#include <vector>

#include "ops/harness.h"
#include "oracle/recurrent.h"

namespace weft::test {

struct RecurrentSizes {
  int64_t steps = 1, batch = 1, inputs = 1, hidden = 1;
  RecurrentNetworkDirection direction = RecurrentNetworkDirection::Forward;
  DataType type = DataType::Float32;

  int64_t directions() const {
    return direction == RecurrentNetworkDirection::Bidirectional ? 2 : 1;
  }
  TensorDesc State() const { return {type, {1, directions(), batch, hidden}}; }
};

template <class Op>
constexpr int kGatesOf = Op::kType == OperatorType::Rnn   ? 1
                         : Op::kType == OperatorType::Gru ? 3
                                                          : 4;
template <class Op>
constexpr size_t kLengthsOf = Op::kType == OperatorType::Lstm ? 6 : 5;  // place among the inputs

// All outputs, no optional inputs. The activations are repeated for the second direction.
template <class Op>
Op MakeRecurrent(const RecurrentSizes& sizes, std::vector<FusedActivation> activations) {
  const auto& [steps, batch, inputs, hidden, direction, type] = sizes;
  const int64_t rows = kGatesOf<Op> * hidden;
  Op op;
  op.input = {type, {1, steps, batch, inputs}};
  op.weight = {type, {1, sizes.directions(), rows, inputs}};
  op.recurrence = {type, {1, sizes.directions(), rows, hidden}};
  op.output_sequence = TensorDesc(type, {steps, sizes.directions(), batch, hidden});
  op.output_single = sizes.State();
  if constexpr (requires { op.output_cell_single; }) op.output_cell_single = sizes.State();
  op.direction = direction;
  for (int64_t i = 0; i < sizes.directions(); ++i)
    op.activation_descs.insert(op.activation_descs.end(), activations.begin(), activations.end());
  return op;
}

template <class Op>
void AddOptionalInputs(Op& op, const RecurrentSizes& sizes) {
  const int64_t directions = sizes.directions();
  op.bias = TensorDesc(sizes.type, {1, 1, directions, 2 * kGatesOf<Op> * sizes.hidden});
  op.hidden_init = sizes.State();
  op.sequence_lengths = TensorDesc(DataType::UInt32, {1, 1, 1, sizes.batch});
  if constexpr (requires { op.peephole; }) {
    op.cell_mem_init = sizes.State();
    op.peephole = TensorDesc(sizes.type, {1, 1, directions, 3 * sizes.hidden});
  }
}

// The question to the oracle; `in` are the inputs in binding order.
template <class Op>
oracle::Recurrent Question(const Op& op, const std::vector<oracle::Dense>& in) {
  oracle::Recurrent question = {.gates = kGatesOf<Op>,
                                .input = in[0],
                                .weight = in[1],
                                .recurrence = in[2],
                                .bias = in[3],
                                .hidden_init = in[4],
                                .lengths = in[kLengthsOf<Op>],
                                .activations = op.activation_descs,
                                .direction = op.direction};
  if constexpr (requires { op.linear_before_reset; })
    question.linear_before_reset = op.linear_before_reset;
  if constexpr (requires { op.peephole; }) {
    question.cell_init = in[5];
    question.peephole = in[7];
    question.couple_input_forget = op.couple_input_forget;
    if (op.use_clip_threshold) question.clip = op.clip_threshold;
  }
  return question;
}

}  // namespace weft::test
