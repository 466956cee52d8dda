// SPDX-License-Identifier: MIT
// What the engines do around their sums: weights are packed, at initialization or in each run,
// quantized ones dequantized, biases become float32, and threads share the work.
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
#include "ops/quantization/numbers.h"
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

  int64_t bytes() const { return elements() * size_; }
  int64_t elements() const { return groups_ * group_elements(); }
  int64_t group_elements() const { return RoundUp(rows_, width_) * depth_; }
  int64_t depth() const { return depth_; }
  int64_t width() const { return width_; }
  int64_t blocks() const { return groups_ * BlocksOfGroup(); }
  // The output channels of a block, of which there may be fewer than `width`.
  Range ChannelsOf(int64_t block) const {
    const int64_t group = block / BlocksOfGroup(), first = block % BlocksOfGroup() * width_;
    return {group * rows_ + first, group * rows_ + std::min(first + width_, rows_)};
  }
  void Pack(std::byte* packed, const std::byte* filter) const;

 private:
  int64_t BlocksOfGroup() const { return CeilDiv(rows_, width_); }

  int64_t size_ = 1, width_ = 1, groups_ = 1, rows_ = 1, depth_ = 1;
  std::vector<TypedCopy> copies_;  // of blocks that are full, then of the last one
};

// What makes numbers of a packed filter of 8-bit integers: a scale, a zero point and an offset for
// each of its rows.
class FilterScales {
 public:
  FilterScales() = default;
  FilterScales(const ConvolutionProblem& problem, const PackedFilter& filter);

  int64_t bytes() const { return OffsetsAt() + (offset_ ? columns_ * kFloatBytes : 0); }
  void Pack(std::byte* packed, const PackedFilter& filter, const Bindings& bind) const;
  // Some blocks of the filter; `packed` is what Pack wrote.
  void Dequantize(std::byte* to, const PackedFilter& filter, const std::byte* integers,
                  const std::byte* packed, const Range& blocks) const;

 private:
  // Behind the scales.
  int64_t ZerosAt() const { return columns_ * kFloatBytes; }
  int64_t OffsetsAt() const { return ZerosAt() + RoundUp(columns_, kFloatBytes); }

  int64_t columns_ = 0;  // of all blocks
  NumbersInput scale_, zero_point_;
  std::optional<NumbersInput> offset_;
  RowFunction dequantize_, add_;
};

class FloatOperands {
 public:
  // Slots of the tensors.
  static constexpr int kInput = 0, kFilter = 1, kBias = 2, kAddend = 3;
  static constexpr int kFilterScale = 4, kFilterZeroPoint = 5, kFilterOffset = 6;

  // What a run reads and writes, from the first elements on.
  struct Pointers {
    std::byte* output;
    const std::byte *input, *weights;
    const std::byte* start;   // what sums begin with: the biases, and zeros where there are none
    const std::byte* addend;  // lies as the output does, for the activation; null without one
  };

  FloatOperands() = default;
  // The filter, as SplitFilter has it, is packed for `width` columns. Biases go to `start`, a
  // layout {group, output channel} in `start_bytes` bytes of float32. Each of at most `threads`
  // threads has so many bytes of scratch memory.
  FloatOperands(const ConvolutionProblem& problem, const Layout& filter, int64_t width,
                const Layout& start, int64_t start_bytes, int threads, uint64_t thread_bytes);

  const PackedFilter& filter() const { return filter_; }
  bool is_owned() const { return owned_; }          // the filter
  bool is_quantized() const { return quantized_; }  // which is then owned
  uint64_t persistent_bytes() const { return uint64_t(scales_offset_ + scales_.bytes()); }
  void Prepare(const Bindings& bind) const;
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
  void Dequantize(const Bindings& bind, std::byte* weights) const;

  PackedFilter filter_;
  FilterScales scales_;
  bool owned_ = false, quantized_ = false;
  int64_t input_offset_ = 0, output_offset_ = 0;
  TypedCopy load_bias_;
  std::shared_ptr<const FusedRow> sum_;  // with an addend, if there is one, and the activation
  std::optional<RowFunction> activation_;
  int threads_ = 1;
  int64_t start_bytes_ = 0, thread_bytes_ = 0;
  int64_t scales_offset_ = 0;                                           // in persistent memory
  int64_t weights_offset_ = 0, start_offset_ = 0, threads_offset_ = 0;  // in temporary memory
  Temporary scratch_;
};

// A run of an engine with operands(): an Engine::Task(engine, pointers, scratch) runs some of its
// Units(), which follow each other.
template <class Engine>
void RunUnits(const Engine& engine, const Bindings& bind) {
  constexpr int64_t kTasksOfThread = 4;
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
  program.persistent_bytes = engine->operands().persistent_bytes();
  program.prepare = [engine](const Bindings& bind) { engine->operands().Prepare(bind); };
  program.prepared_inputs = {FloatOperands::kFilter};
  if (!engine->operands().is_quantized()) return program;
  for (const int slot :
       {FloatOperands::kFilterScale, FloatOperands::kFilterZeroPoint, FloatOperands::kFilterOffset})
    program.prepared_inputs.push_back(slot);
  program.explanation = "filter dequantized in each run";
  return program;
}

}  // namespace weft::ops
