// SPDX-License-Identifier: MIT
// What the engines do around their sums: weights are packed, at initialization or in each run, and
// biases become float32.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "base/split.h"
#include "ops/convolution/problem.h"
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
  PackedFilter(DataType type, const Layout& filter, int64_t width);

  int64_t bytes() const { return groups_ * group_floats() * int64_t(sizeof(float)); }
  int64_t group_floats() const { return RoundUp(rows_, width_) * depth_; }
  int64_t depth() const { return depth_; }
  void Pack(std::byte* packed, const std::byte* filter) const;

 private:
  void Add(DataType type, const Layout& filter, int64_t first, int64_t blocks, int64_t count);

  int64_t width_ = 1, groups_ = 1, rows_ = 1, depth_ = 1;
  std::vector<TypedCopy> copies_;  // of blocks that are full, then of the last one
};

class FloatOperands {
 public:
  static constexpr int kInput = 0, kFilter = 1, kBias = 2, kAddend = 3;  // slots of the tensors

  FloatOperands() = default;
  // Biases go to `start`, a layout {group, output channel} in `start_bytes` bytes of float32.
  FloatOperands(const ConvolutionProblem& problem, PackedFilter filter, const Layout& start,
                int64_t start_bytes, Temporary& scratch);

  const PackedFilter& filter() const { return filter_; }
  bool is_owned() const { return owned_; }  // the filter
  const RowFunction* activation() const { return activation_ ? &*activation_ : nullptr; }

  // Packed at initialization or now.
  const std::byte* Weights(const Bindings& bind) const;
  // What sums begin with: the biases, and zeros wherever there are none.
  const std::byte* Start(const Bindings& bind) const;

 private:
  PackedFilter filter_;
  bool owned_ = false, has_bias_ = false, has_gaps_ = false;  // in `start`
  TypedCopy load_bias_;
  std::optional<RowFunction> activation_;
  int64_t start_bytes_ = 0;
  int64_t weights_offset_ = 0, start_offset_ = 0;  // in temporary memory
};

// A run's units of work, on at most so many threads: run(thread, units) gets some that follow each
// other.
template <class RunSome>
void RunUnits(int most_threads, int64_t units, const RunSome& run) {
  constexpr int64_t kTasksOfThread = 8;
  const int threads = std::min(most_threads, ThreadCount());
  const int64_t tasks = std::min(units, threads == 1 ? 1 : kTasksOfThread * threads);
  ParallelTasks(threads, tasks,
                [&](int thread, int64_t i) { run(thread, SliceOf(units, i, tasks)); });
}

// The program of an engine with Run(bind), operands() and temporary_bytes().
template <class Engine>
Program ConvolutionProgram(Engine planned) {
  const auto engine = std::make_shared<const Engine>(std::move(planned));
  Program program = {.run = [engine](const Bindings& bind) { engine->Run(bind); },
                     .temporary_bytes = engine->temporary_bytes()};
  if (!engine->operands().is_owned()) return program;
  program.persistent_bytes = uint64_t(engine->operands().filter().bytes());
  program.prepare = [engine](const Bindings& bind) {
    engine->operands().filter().Pack(bind.persistent, bind.Input(FloatOperands::kFilter));
  };
  program.prepared_inputs = {FloatOperands::kFilter};
  return program;
}

}  // namespace weft::ops
