// SPDX-License-Identifier: MIT
// What RNN, GRU and LSTM share: the checks of their fields, and the loop over directions and time
// steps. An operator adds its cell, the function that updates one sequence's state at one step from
// the products of input and state with the weights.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "ops/recurrent/cell_rows.h"
#include "program/infer_sizes.h"
#include "program/program.h"
#include "strided/row_function.h"
#include "weft/operators.h"

namespace weft::ops {

// A tensor with its name and its slot among the inputs or outputs; null if it is absent.
struct RecurrentTensor {
  std::string_view field;
  const TensorDesc* desc = nullptr;
  int slot = 0;
};

// The fields of any of the three operators.
struct RecurrentFields {
  std::string_view op;
  int gates;        // a row of WeightTensor and RecurrenceTensor for each, per element of the state
  int activations;  // of one direction
  RecurrentTensor input, weight, recurrence, bias, hidden_init, cell_init, lengths, peephole;
  RecurrentTensor sequence, single, cell_single;  // outputs
  std::span<const FusedActivation> activation_descs;
  RecurrentNetworkDirection direction;

  int64_t steps() const { return input.desc->sizes()[1]; }
  int64_t batch() const { return input.desc->sizes()[2]; }
  int64_t inputs() const { return input.desc->sizes()[3]; }
  int64_t hidden() const { return recurrence.desc->sizes()[3]; }
  int directions() const { return direction == RecurrentNetworkDirection::Bidirectional ? 2 : 1; }
};

template <class Op>
RecurrentFields RecurrentFieldsOf(const Op& op, std::string_view name, int gates, int activations) {
  const auto there = [](const std::optional<TensorDesc>& desc) { return desc ? &*desc : nullptr; };
  RecurrentFields fields = {.op = name,
                            .gates = gates,
                            .activations = activations,
                            .input = {"InputTensor", &op.input, 0},
                            .weight = {"WeightTensor", &op.weight, 1},
                            .recurrence = {"RecurrenceTensor", &op.recurrence, 2},
                            .bias = {"BiasTensor", there(op.bias), 3},
                            .hidden_init = {"HiddenInitTensor", there(op.hidden_init), 4},
                            .lengths = {"SequenceLengthsTensor", there(op.sequence_lengths), 5},
                            .sequence = {"OutputSequenceTensor", there(op.output_sequence), 0},
                            .single = {"OutputSingleTensor", there(op.output_single), 1},
                            .activation_descs = op.activation_descs,
                            .direction = op.direction};
  if constexpr (requires { op.cell_mem_init; }) {
    fields.cell_init = {"CellMemInitTensor", there(op.cell_mem_init), 5};
    fields.lengths.slot = 6;
    fields.peephole = {"PeepholeTensor", there(op.peephole), 7};
    fields.cell_single = {"OutputCellSingleTensor", there(op.output_cell_single), 2};
  }
  return fields;
}

template <class Op>
void InferRecurrent(Op& op) {
  const Sizes &input = op.input.sizes(), &recurrence = op.recurrence.sizes();
  if (input.rank() != 4 || recurrence.rank() != 4) return;
  const Sizes single = {1, recurrence[1], input[2], recurrence[3]};
  Fill(op.output_sequence, op.input.type, {input[1], recurrence[1], input[2], recurrence[3]});
  Fill(op.output_single, op.input.type, single);
  if constexpr (requires { op.output_cell_single; })
    Fill(op.output_cell_single, op.input.type, single);
}

// Checks everything that the operators share.
Status CheckRecurrent(const RecurrentFields& fields);

// One sequence at one step. Data of gates has `size` floats for each, one gate after the other.
struct CellRow {
  int64_t size;           // of the state
  const float* input;     // x * W^T
  float* recurrent;       // h * R^T; may be overwritten
  const float* bias;      // W's for every gate, then R's; zeros when there is none
  const float* peephole;  // null when there is none
  float* hidden;          // h, to be updated
  float* cell;            // c, to be updated; LSTM only
  float* reset;           // the operand of a second product
  std::span<const RowFunction> activations;

  // From a gate on, of `gates` in all.
  BiasRows BiasFrom(int gate, int gates) const {
    return {bias + gate * size, bias + (gates + gate) * size};
  }
  // Replaces `count` floats by their activation.
  void Activate(int which, float* values, int64_t count) const {
    auto* bytes = reinterpret_cast<std::byte*>(values);
    const std::byte* const inputs[] = {bytes};
    activations[size_t(which)](bytes, inputs, count);
  }
};

using CellFunction = std::function<void(const CellRow&)>;
struct Cell {
  CellFunction update;
  // GRU's candidate may need a second product, of what `update` writes to `reset`: it becomes the
  // last gate of `recurrent`, and then `finish` is called.
  CellFunction finish = nullptr;
};

Result<Program> RecurrentProgram(const RecurrentFields& fields, const Cell& cell);

}  // namespace weft::ops
