// SPDX-License-Identifier: MIT
// REVERSE_SUBSEQUENCES: along Axis, the first L elements of each sequence in reverse and the rest
// as it is, where L is the sequence's own length. Where L is the same for a whole tile, that is two
// copies of tiles; where neighbouring sequences have lengths of their own, they are walked
// together.
#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "base/error.h"
#include "base/parallel.h"
#include "generated/ops/implementations.h"
#include "ops/indexing/indexing.h"
#include "strided/copy.h"
#include "strided/parallel_nest.h"

namespace weft::ops {
namespace {

enum Operand { kOutput, kInput, kLengths };

// The length L, clamped to `size`.
int64_t LengthAt(const std::byte* at, int length_bytes, int64_t size) {
  uint64_t length = 0;
  uint32_t narrow = 0;
  if (length_bytes == 8)
    std::memcpy(&length, at, 8);
  else
    std::memcpy(&narrow, at, 4);
  return int64_t(std::min(length + narrow, uint64_t(size)));
}

// What one run needs; all strides in bytes.
struct Reversal {
  int element_bytes;
  int length_bytes;
  Loop<3> axis;
  LoopNest<3> nest;        // without the axis; the last loop is a tile's rows or columns
  bool axis_is_innermost;  // the tile's columns are the sequence, else its rows
  bool own_lengths;        // neighbouring columns have lengths of their own
  TileKernel reversed = nullptr;
  TileKernel forward = nullptr;
};

// Copies `rows` elements of the sequence from input row `first` on, in either direction.
CopyTile SequenceTile(const Reversal& plan, const Loop<3>& other, int64_t rows, int direction) {
  const Loop<3>& axis = plan.axis;
  const CopyTile tile = {rows,
                         other.count,
                         axis.stride[kOutput],
                         other.stride[kOutput],
                         direction * axis.stride[kInput],
                         other.stride[kInput]};
  if (!plan.axis_is_innermost) return tile;
  return {tile.columns, tile.rows, tile.dst_column, tile.dst_row, tile.src_column, tile.src_row};
}

void ReverseTile(const Reversal& plan, const Loop<3>& other, std::byte* output,
                 const std::byte* input, int64_t length) {
  const Loop<3>& axis = plan.axis;
  if (length > 0)
    plan.reversed(output, input + (length - 1) * axis.stride[kInput],
                  SequenceTile(plan, other, length, -1));
  if (length < axis.count)
    plan.forward(output + length * axis.stride[kOutput], input + length * axis.stride[kInput],
                 SequenceTile(plan, other, axis.count - length, 1));
}

// Copies the neighbouring sequences along `other`, each with its own length.
template <int kBytes>
void ReverseColumns(const Reversal& plan, const Loop<3>& other, std::byte* output,
                    const std::byte* input, const std::byte* lengths) {
  constexpr int64_t kColumns = 256;
  int64_t length[kColumns];
  const Loop<3>& axis = plan.axis;
  for (int64_t begin = 0; begin < other.count; begin += kColumns) {
    const int64_t columns = std::min(kColumns, other.count - begin);
    for (int64_t c = 0; c < columns; ++c)
      length[c] =
          LengthAt(lengths + (begin + c) * other.stride[kLengths], plan.length_bytes, axis.count);
    for (int64_t i = 0; i < axis.count; ++i) {
      std::byte* to = output + begin * other.stride[kOutput] + i * axis.stride[kOutput];
      const std::byte* from = input + begin * other.stride[kInput];
      for (int64_t c = 0; c < columns; ++c) {
        const int64_t source = i < length[c] ? length[c] - 1 - i : i;
        std::memcpy(to, from + source * axis.stride[kInput], kBytes);
        to += other.stride[kOutput], from += other.stride[kInput];
      }
    }
  }
}

void ReverseColumns(const Reversal& plan, const Loop<3>& other, std::byte* output,
                    const std::byte* input, const std::byte* lengths) {
  switch (plan.element_bytes) {
    case 1: return ReverseColumns<1>(plan, other, output, input, lengths);
    case 2: return ReverseColumns<2>(plan, other, output, input, lengths);
    case 4: return ReverseColumns<4>(plan, other, output, input, lengths);
    default: return ReverseColumns<8>(plan, other, output, input, lengths);
  }
}

Reversal PlanReversal(const ReverseSubsequences& op) {
  Reversal plan = {.element_bytes = SizeBits(op.output.type) / 8,
                   .length_bytes = SizeBits(op.sequence_lengths.type) / 8};
  Layout lengths = op.sequence_lengths.layout;
  lengths.sizes = op.output.sizes();
  lengths.strides[int(op.axis)] = 0;
  plan.nest = Nest(op.output.layout, op.input.layout, lengths);
  plan.axis = plan.nest.Take(int(op.axis));
  if (plan.axis.count == 1) plan.axis.stride = {};
  Simplify(plan.nest);
  if (plan.nest.depth == 0) plan.nest.Push({});
  const std::array<int64_t, 3> bytes = {plan.element_bytes, plan.element_bytes, plan.length_bytes};
  for (int operand = 0; operand < 3; ++operand) {
    plan.nest.offset[operand] *= bytes[operand];
    plan.axis.stride[operand] *= bytes[operand];
    for (int i = 0; i < plan.nest.depth; ++i) plan.nest[i].stride[operand] *= bytes[operand];
  }
  const Loop<3>& other = plan.nest.Innermost();
  plan.axis_is_innermost =
      other.count == 1 || std::abs(plan.axis.stride[kOutput]) < std::abs(other.stride[kOutput]);
  plan.own_lengths = other.stride[kLengths] != 0;
  plan.reversed = KernelForAnySize(plan.element_bytes, SequenceTile(plan, other, 1, -1));
  plan.forward = KernelForAnySize(plan.element_bytes, SequenceTile(plan, other, 1, 1));
  return plan;
}

void RunTask(const Reversal& plan, const LoopNest<3>& task, const Bindings& bind) {
  const Loop<3> other = task[task.depth - 1];
  ForEachOffset(task, task.depth - 1, [&](const std::array<int64_t, 3>& offset) {
    std::byte* output = bind.Output(0) + offset[kOutput];
    const std::byte* input = bind.Input(0) + offset[kInput];
    const std::byte* lengths = bind.Input(1) + offset[kLengths];
    if (!plan.own_lengths)
      return ReverseTile(plan, other, output, input,
                         LengthAt(lengths, plan.length_bytes, plan.axis.count));
    if (!plan.axis_is_innermost) return ReverseColumns(plan, other, output, input, lengths);
    Loop<3> one = other;
    one.count = 1;
    for (int64_t i = 0; i < other.count; ++i)
      ReverseTile(
          plan, one, output + i * other.stride[kOutput], input + i * other.stride[kInput],
          LengthAt(lengths + i * other.stride[kLengths], plan.length_bytes, plan.axis.count));
  });
}

}  // namespace

Status Validate(const ReverseSubsequences& op) {
  WEFT_RETURN_IF_ERROR(CheckAxis("REVERSE_SUBSEQUENCES", op.axis, "InputTensor", op.input));
  return CheckSizesBut("REVERSE_SUBSEQUENCES", "SequenceLengthsTensor", op.sequence_lengths,
                       "InputTensor", op.input, op.axis, "it must be 1", 1);
}

Result<Program> Plan(const ReverseSubsequences& op) {
  const int64_t bytes = op.output.layout.ElementCount() * (SizeBits(op.output.type) / 8);
  const auto run = [plan = PlanReversal(op), bytes](const Bindings& bind) {
    ForEachTask(plan.nest, {}, ThreadsFor(bytes),
                [&](const LoopNest<3>& task) { RunTask(plan, task, bind); });
  };
  const IndexMeaning meaning = {.op = "REVERSE_SUBSEQUENCES",
                                .field = "InputTensor",
                                .indexed = op.input,
                                .dim = int(op.axis),
                                .are_lengths = true,
                                .indices_field = "SequenceLengthsTensor"};
  return Program{.run = run, .check_values = IndexCheck(meaning, op.sequence_lengths, 1)};
}

}  // namespace weft::ops
