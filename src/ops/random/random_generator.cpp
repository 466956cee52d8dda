// SPDX-License-Identifier: MIT
// RANDOM_GENERATOR: random bits by Philox4x32-10. A block of four words is a function of a 128-bit
// counter and a 64-bit key; the elements, in row-major order, are the words of the blocks for
// counter, counter + 1, and so on. So every element can be computed independently, on any thread.
#include <algorithm>
#include <array>
#include <cstring>

#include "base/error.h"
#include "base/parallel.h"
#include "generated/ops/implementations.h"
#include "ops/random/philox.h"
#include "program/infer_sizes.h"
#include "program/program.h"
#include "strided/parallel_nest.h"
#include "strided/tile_kernels.h"

namespace weft::ops {
namespace {

constexpr int kStateWords = 6;

Status CheckState(std::string_view field, const TensorDesc& state) {
  for (int dim = 0; dim < state.rank(); ++dim) {
    const int64_t size = state.sizes()[dim], wanted = dim == state.rank() - 1 ? kStateWords : 1;
    if (size != wanted)
      return Invalid("RANDOM_GENERATOR: {}.Sizes[{}] is {}, but {} is required", field, dim, size,
                     wanted);
  }
  if (state.rank() == 0)
    return Invalid("RANDOM_GENERATOR: {} has 0 dimensions, but {} elements are required", field,
                   kStateWords);
  return Ok();
}

// The offsets of the state's words, in bytes.
struct StateWords {
  int64_t offset;
  int64_t step;
  explicit StateWords(const Layout& state)
      : offset(state.offset * 4), step(state.strides[state.rank() - 1] * 4) {}
};

}  // namespace

void Infer(RandomGenerator& op) {
  FillType(op.output, DataType::UInt32);
  Fill(op.output_state, op.input_state.type, op.input_state.sizes());
}

Status Validate(const RandomGenerator& op) {
  return CheckState("InputStateTensor", op.input_state);  // OutputStateTensor has the same sizes
}

Result<Program> Plan(const RandomGenerator& op) {
  // The second operand is the row-major index. Its innermost step stays 1, so that whole blocks are
  // used.
  LoopNest<2> nest = Nest(op.output.layout, Layout::Packed(op.output.sizes()));
  const int64_t elements = op.output.layout.ElementCount();
  DropUnitLoops(nest);
  MergeLoops(nest);
  if (nest.depth == 0) nest.Push({1, {1, 1}});
  const StateWords from(op.input_state.layout);
  const StateWords to(op.output_state ? op.output_state->layout : op.input_state.layout);
  return Program{.run = [=](const Bindings& bind) {
    std::array<uint32_t, kStateWords> state;
    for (int i = 0; i < kStateWords; ++i)
      std::memcpy(&state[i], bind.Input(0) + from.offset + i * from.step, 4);
    const PhiloxState philox = {(PhiloxCounter(state[3]) << 96) | (PhiloxCounter(state[2]) << 64) |
                                    (PhiloxCounter(state[1]) << 32) | state[0],
                                {state[4], state[5]}};
    if (elements > 0)
      ForEachTask(nest, {1, kLineBytes / 4}, ThreadsFor(elements * 4),
                  [&](const LoopNest<2>& task) {
                    const Loop<2> row = task[task.depth - 1];
                    ForEachOffset(task, task.depth - 1, [&](const std::array<int64_t, 2>& offset) {
                      PhiloxRow(philox, uint64_t(offset[1]), bind.Output(0) + offset[0] * 4,
                                row.stride[0] * 4, row.count);
                    });
                  });
    if (bind.Output(1) == nullptr) return;
    const PhiloxCounter next = philox.counter + PhiloxCounter(elements + 3) / 4;  // wraps at 2^128
    for (int i = 0; i < 4; ++i) state[i] = uint32_t(next >> (32 * i));
    for (int i = 0; i < kStateWords; ++i)
      std::memcpy(bind.Output(1) + to.offset + i * to.step, &state[i], 4);
  }};
}

}  // namespace weft::ops
