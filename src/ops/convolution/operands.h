// SPDX-License-Identifier: MIT
// What the engines do around their sums: weights are packed, at initialization or in each run,
// biases become float32, and threads share the work.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/parallel.h"
#include "base/split.h"
#include "ops/convolution/problem.h"
#include "ops/unary/fused_row.h"
#include "program/program.h"
#include "program/scratch.h"
#include "strided/row_function.h"
#include "strided/typed_copy.h"
#include "weft/tensor.h"

namespace weft::ops {

// The filter as kernels read it, from any layout and type: blocks of `width` output channels of a
// group; in a block the taps, in a tap the input channels, for each of these the block's numbers
// side by side. In a last block of fewer there is room for all.
class PackedFilter {
 public:
  PackedFilter() = default;
  // `filter` is {group, output channel, input channel, sizes..}.
  PackedFilter(DataType to, DataType from, const Layout& filter, int64_t width);

  int64_t bytes() const { return groups_ * group_elements() * size_; }
  int64_t group_elements() const { return RoundUp(rows_, width_) * depth_; }
  int64_t depth() const { return depth_; }
  void Pack(std::byte* packed, const std::byte* filter) const;

 private:
  int64_t size_ = 1, width_ = 1, groups_ = 1, rows_ = 1, depth_ = 1;
  std::vector<TypedCopy> copies_;  // of blocks that are full, then of the last one
};

class FloatOperands {
 public:
  static constexpr int kInput = 0, kFilter = 1, kBias = 2, kAddend = 3;  // slots of the tensors

  // What a run reads and writes, from the first elements on.
  struct Pointers {
    std::byte* output;
    const std::byte *input, *weights;
    const std::byte* start;   // what sums begin with: the biases, and zeros where there are none
    const std::byte* addend;  // lies as the output does, for the activation; null without one
  };

  FloatOperands() = default;
  // Biases go to `start`, a layout {group, output channel} in `start_bytes` bytes of float32. Each
  // of at most `threads` threads has so many bytes of scratch memory.
  FloatOperands(const ConvolutionProblem& problem, PackedFilter filter, const Layout& start,
                int64_t start_bytes, int threads, uint64_t thread_bytes);

  const PackedFilter& filter() const { return filter_; }
  bool is_owned() const { return owned_; }  // the filter
  // Of rows of sums, and of the addend's behind them; may be null.
  const RowFunction* activation() const { return activation_ ? &*activation_ : nullptr; }
  uint64_t temporary_bytes() const { return scratch_.bytes(); }

  // Weights are packed, if they are not yet, and biases widened.
  Pointers Load(const Bindings& bind) const;
  int threads() const { return threads_; }
  std::byte* Scratch(const Bindings& bind, int thread) const {
    return Temporary::At(bind, threads_offset_) + thread * thread_bytes_;
  }

 private:
  PackedFilter filter_;
  bool owned_ = false;
  int64_t input_offset_ = 0, output_offset_ = 0;
  TypedCopy load_bias_;
  std::shared_ptr<const FusedRow> sum_;  // with an addend, if there is one, and the activation
  std::optional<RowFunction> activation_;
  int threads_ = 1;
  int64_t start_bytes_ = 0, thread_bytes_ = 0;
  int64_t weights_offset_ = 0, start_offset_ = 0, threads_offset_ = 0;  // in temporary memory
  Temporary scratch_;
};

// A run of an engine with operands(): an Engine::Task(engine, pointers, scratch) runs some of its
// Units(), which follow each other.
template <class Engine>
void RunUnits(const Engine& engine, const Bindings& bind) {
  constexpr int64_t kTasksOfThread = 8;
  const FloatOperands& operands = engine.operands();
  const FloatOperands::Pointers to = operands.Load(bind);
  const int threads = std::min(operands.threads(), ThreadCount());
  const int64_t tasks = std::min(engine.Units(), threads == 1 ? 1 : kTasksOfThread * threads);
  ParallelTasks(threads, tasks, [&](int thread, int64_t i) {
    typename Engine::Task task(engine, to, operands.Scratch(bind, thread));
    task.Run(SliceOf(engine.Units(), i, tasks));
  });
}

template <class Engine>
Program ConvolutionProgram(Engine planned) {
  const auto engine = std::make_shared<const Engine>(std::move(planned));
  Program program = {.run = [engine](const Bindings& bind) { RunUnits(*engine, bind); },
                     .temporary_bytes = engine->operands().temporary_bytes()};
  if (!engine->operands().is_owned()) return program;
  program.persistent_bytes = uint64_t(engine->operands().filter().bytes());
  program.prepare = [engine](const Bindings& bind) {
    engine->operands().filter().Pack(bind.persistent, bind.Input(FloatOperands::kFilter));
  };
  program.prepared_inputs = {FloatOperands::kFilter};
  return program;
}

}  // namespace weft::ops
