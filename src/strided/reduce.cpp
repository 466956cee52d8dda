// SPDX-License-Identifier: MIT
// How a reduction is planned and run. Every output element is computed in one fixed order, so the
// number of threads changes no bit of it.
#include "strided/reduce.h"

#include <algorithm>
#include <cstring>

#include "base/align.h"
#include "base/assert.h"
#include "base/parallel.h"
#include "base/split.h"
#include "strided/parallel_nest.h"

namespace weft {
namespace {

constexpr int64_t kBlockOutputs = 1024;  // accumulators in the first-level cache
constexpr int64_t kStagedElements = 2048;
constexpr int64_t kRowsAtOnce = 8;  // the hardware prefetcher follows about so many streams
constexpr int64_t kStagedColumns = kStagedElements / kRowsAtOnce;
constexpr int kMostBytes = 8;  // of an element or accumulator

void ToBytes(LoopNest<2>& nest, int64_t first, int64_t second) {
  nest.offset = {nest.offset[0] * first, nest.offset[1] * second};
  for (int i = 0; i < nest.depth; ++i)
    nest[i].stride = {nest[i].stride[0] * first, nest[i].stride[1] * second};
}

// In elements, of the input and the output.
struct ReduceLoops {
  LoopNest<2> kept, reduced;
};

ReduceLoops LoopsOf(const ReduceOutput& output, const ReduceInput& input) {
  WEFT_ASSERT(output.layout.rank() == input.layout.rank());
  // The output has stride 0 along reduced dimensions.
  Layout target(input.layout.sizes, output.layout.strides, output.layout.offset);
  for (int dim = 0; dim < target.rank(); ++dim)
    if (output.layout.sizes[dim] == 1) target.strides[dim] = 0;
  // The input is operand 0, so that the passes order the loops by its memory.
  LoopNest<2> nest = Nest(input.layout, target);
  Simplify(nest);
  ReduceLoops loops;
  loops.kept.offset = nest.offset;
  for (int i = 0; i < nest.depth; ++i)
    (nest[i].stride[1] == 0 ? loops.reduced : loops.kept).Push(nest[i]);
  return loops;
}

}  // namespace

const char* Name(ReduceCase which) {
  constexpr const char* kNames[] = {"all", "inner", "outer", "middle"};
  return kNames[int(which)];
}

ReduceShape ShapeOf(const ReduceOutput& output, const ReduceInput& input) {
  if (output.layout.ElementCount() == 0) return {};
  ReduceLoops loops = LoopsOf(output, input);
  ReduceShape shape = {.kept_loops = loops.kept.depth};
  if (loops.reduced.depth > 0) shape.reduced_count = loops.reduced.Innermost().count;
  if (loops.kept.depth == 0) return shape;
  shape.kept_count = loops.kept.Innermost().count;
  shape.reduced_is_nearer = shape.reduced_count > 1 &&
                            loops.reduced.Innermost().stride[0] < loops.kept.Innermost().stride[0];
  return shape;
}

bool Takes(ReduceCase which, const ReduceShape& shape) {
  switch (which) {
    case ReduceCase::All: return shape.kept_loops == 0;
    case ReduceCase::Outer: return shape.kept_loops == 1;
    case ReduceCase::Middle: return shape.kept_loops > 1;
    default: return true;
  }
}

double CostOf(ReduceCase which, const ReduceShape& shape) {
  constexpr int64_t kShort = 16;  // shorter rows cost more to begin than to read
  const bool along_reduced = which == ReduceCase::All || which == ReduceCase::Inner;
  const int64_t row = along_reduced ? shape.reduced_count : shape.kept_count;
  const int64_t other = along_reduced ? shape.kept_count : shape.reduced_count;
  const bool is_short = row < kShort && row < other;
  const bool across_memory = along_reduced != shape.reduced_is_nearer;
  return (across_memory ? 1 : 0) + (is_short ? 2 : 0);
}

namespace {

ReduceCase CheapestCase(const ReduceShape& shape) {
  ReduceCase best = ReduceCase::All;
  if (Takes(best, shape)) return best;
  best = ReduceCase::Inner;
  for (const ReduceCase other : {ReduceCase::Outer, ReduceCase::Middle})
    if (Takes(other, shape) && CostOf(other, shape) < CostOf(best, shape)) best = other;
  return best;
}

}  // namespace

ReducePlan::ReducePlan(const ReduceOutput& output, const ReduceInput& input,
                       const ReduceKernels& kernels, const ReduceFinish& finish)
    : ReducePlan(output, input, kernels, finish, CheapestCase(ShapeOf(output, input))) {}

ReducePlan::ReducePlan(const ReduceOutput& output, const ReduceInput& input,
                       const ReduceKernels& kernels, const ReduceFinish& finish, ReduceCase which)
    : kernels_(kernels),
      finish_(finish),
      input_(input),
      output_bytes_(output.element_bytes),
      case_(which) {
  WEFT_ASSERT(1 <= kernels.accumulator_bytes && kernels.accumulator_bytes <= kMostBytes);
  WEFT_ASSERT(1 <= input.element_bytes && input.element_bytes <= kMostBytes);
  WEFT_ASSERT(1 <= output_bytes_ && output_bytes_ <= kMostBytes);
  WEFT_ASSERT(input.widen == nullptr || input.wide_bytes <= int(sizeof(float)));
  WEFT_ASSERT(Takes(which, ShapeOf(output, input)));
  empty_ = output.layout.ElementCount() == 0;
  if (empty_) return;
  const ReduceLoops loops = LoopsOf(output, input);
  kept_ = loops.kept;
  reduced_ = loops.reduced;
  if (kept_.depth == 0) kept_.Push({});
  if (reduced_.depth == 0) reduced_.Push({});
  ToBytes(kept_, input.element_bytes, output_bytes_);
  ToBytes(reduced_, input.element_bytes, output_bytes_);
  PickCopies();
  PickTasks();
}

void ReducePlan::PickCopies() {
  const int64_t unit = input_.element_bytes;
  const Loop<2>& kept = kept_.Innermost();
  const Loop<2>& reduced = reduced_.Innermost();
  const bool inner = case_ == ReduceCase::All || case_ == ReduceCase::Inner;
  const int64_t column = inner ? reduced.stride[kInput] : kept.stride[kInput];
  const int64_t row = inner ? 0 : reduced.stride[kInput];
  const int64_t columns = inner ? reduced.count : kept.count;
  staged_ = input_.widen != nullptr || (column != unit && columns > 1);
  if (column != unit)
    gather_ =
        KernelForAnySize(int(unit), {.dst_column = unit, .src_row = row, .src_column = column});
  const int64_t out = kept.stride[kOutput];
  if (out != output_bytes_)
    scatter_ = KernelForAnySize(output_bytes_, {.dst_column = out, .src_column = output_bytes_});
}

// A reduction to few elements is cut along its longest loop, so that several threads have work.
void ReducePlan::PickTasks() {
  constexpr int64_t kMostTasks = 16;
  constexpr int64_t kTaskBytes = 128 * 1024;  // fixed: sums' bits depend on where they are cut
  const bool by_columns = case_ == ReduceCase::Outer || case_ == ReduceCase::Middle;
  const int64_t outputs = kept_.Iterations();
  const int64_t tasks = by_columns ? CeilDiv(outputs, kStagedColumns) : outputs;
  const int64_t bytes = outputs * reduced_.Iterations() * input_.element_bytes;
  if (tasks >= kMostTasks || bytes < 2 * kTaskBytes) return;
  for (int i = 1; i < reduced_.depth; ++i)
    if (reduced_[i].count > reduced_[split_loop_].count) split_loop_ = i;
  tasks_ = std::min({kMostTasks, bytes / kTaskBytes, reduced_[split_loop_].count});
}

ReducePlan::Nest2 ReducePlan::Task(int64_t task) const {
  WEFT_ASSERT(0 <= task && task < tasks_);
  Nest2 nest = reduced_;
  Loop<2>& loop = nest[split_loop_];
  const Range slice = SliceOf(loop.count, task, tasks_);
  loop.count = slice.count();
  nest.offset[kInput] = slice.begin * loop.stride[kInput];
  return nest;
}

int64_t ReducePlan::temporary_bytes() const {
  // kLineBytes more, to align it to a cache line.
  return tasks_ == 1 ? 0 : tasks_ * kept_.Iterations() * kernels_.accumulator_bytes + kLineBytes;
}

void ReducePlan::Run(std::byte* output, const std::byte* input, std::byte* temporary) const {
  if (empty_) return;
  const int64_t outputs = kept_.Iterations();
  const int threads = ThreadsFor(outputs * reduced_.Iterations() * input_.element_bytes);
  if (tasks_ == 1) {
    const bool by_columns = case_ == ReduceCase::Outer || case_ == ReduceCase::Middle;
    ForEachTask(kept_, {1, by_columns ? kStagedColumns : 1}, threads, [&](const Nest2& task) {
      ForEachBlock(task, reduced_, input,
                   [&](const std::byte* accumulators, int64_t at, int64_t count) {
                     Store(output + at, task, accumulators, count);
                   });
    });
    return;
  }
  const int64_t size = kernels_.accumulator_bytes;
  WEFT_ASSERT(temporary != nullptr);
  std::byte* partial = AlignToLine(temporary);
  ParallelSlices(threads, tasks_, [&](int64_t begin, int64_t end) {
    for (int64_t task = begin; task < end; ++task) {
      std::byte* to = partial + task * outputs * size;
      ForEachBlock(kept_, Task(task), input,
                   [&](const std::byte* accumulators, int64_t, int64_t count) {
                     std::memcpy(to, accumulators, size_t(count * size));
                     to += count * size;
                   });
    }
  });
  for (int64_t task = 1; task < tasks_; ++task)
    kernels_.merge(partial, partial + task * outputs * size, outputs);
  const std::byte* from = partial;
  const Loop<2>& columns = kept_[kept_.depth - 1];
  ForEachOffset(kept_, kept_.depth - 1, [&](const std::array<int64_t, 2>& offset) {
    for (int64_t c = 0; c < columns.count; c += kBlockOutputs) {
      const int64_t count = std::min(kBlockOutputs, columns.count - c);
      Store(output + offset[kOutput] + c * columns.stride[kOutput], kept_, from, count);
      from += count * size;
    }
  });
}

// Calls store(accumulators, offset in the output, count) for each block of outputs along a row.
template <class Visit>
void ReducePlan::ForEachBlock(const Nest2& kept, const Nest2& reduced, const std::byte* input,
                              const Visit& store) const {
  alignas(kLineBytes) std::byte accumulators[kBlockOutputs * kMostBytes];
  const bool inner = case_ == ReduceCase::All || case_ == ReduceCase::Inner;
  const int64_t most = inner || !staged_ ? kBlockOutputs : kStagedColumns;
  const Loop<2>& columns = kept[kept.depth - 1];
  ForEachOffset(kept, kept.depth - 1, [&](const std::array<int64_t, 2>& offset) {
    for (int64_t c = 0; c < columns.count; c += most) {
      const int64_t count = std::min(most, columns.count - c);
      const std::byte* from = input + offset[kInput] + c * columns.stride[kInput];
      kernels_.start(accumulators, count);
      if (inner)
        AddInner(accumulators, from, kept, reduced, count);
      else
        AddOuter(accumulators, from, kept, reduced, count);
      store(accumulators, offset[kOutput] + c * columns.stride[kOutput], count);
    }
  });
}

// The rows packed and widened, as the kernels need them; `raw` and `wide` are memory for that.
const std::byte* ReducePlan::Stage(std::byte* raw, std::byte* wide, const std::byte* from,
                                   int64_t rows, int64_t columns, int64_t row_step,
                                   int64_t column_step) const {
  WEFT_ASSERT(rows * columns <= kStagedElements);
  const int64_t size = input_.element_bytes;
  if (gather_ != nullptr) {
    gather_(raw, from, {rows, columns, columns * size, size, row_step, column_step});
    from = raw;
    row_step = columns * size;
  }
  if (input_.widen == nullptr) return from;
  for (int64_t r = 0; r < rows; ++r)
    input_.widen(wide + r * columns * input_.wide_bytes, from + r * row_step, columns);
  return wide;
}

void ReducePlan::AddInner(std::byte* accumulators, const std::byte* input, const Nest2& kept,
                          const Nest2& reduced, int64_t count) const {
  alignas(kLineBytes) std::byte raw[kStagedElements * kMostBytes];
  alignas(kLineBytes) std::byte wide[kStagedElements * sizeof(float)];
  const Loop<2>& row = reduced[reduced.depth - 1];
  const int64_t step = kept[kept.depth - 1].stride[kInput];
  const int64_t most = staged_ ? kStagedElements : row.count;
  for (int64_t i = 0; i < count; ++i, input += step, accumulators += kernels_.accumulator_bytes)
    ForEachOffset(reduced, reduced.depth - 1, [&](const std::array<int64_t, 2>& offset) {
      const std::byte* from = input + offset[kInput];
      for (int64_t c = 0; c < row.count; c += most) {
        const int64_t columns = std::min(most, row.count - c);
        const std::byte* at = from + c * row.stride[kInput];
        if (staged_) at = Stage(raw, wide, at, 1, columns, 0, row.stride[kInput]);
        kernels_.add_row(accumulators, at, columns);
      }
    });
}

void ReducePlan::AddOuter(std::byte* accumulators, const std::byte* input, const Nest2& kept,
                          const Nest2& reduced, int64_t count) const {
  alignas(kLineBytes) std::byte raw[kStagedElements * kMostBytes];
  alignas(kLineBytes) std::byte wide[kStagedElements * sizeof(float)];
  const Loop<2>& rows = reduced[reduced.depth - 1];
  const int64_t column_step = kept[kept.depth - 1].stride[kInput];
  ForEachOffset(reduced, reduced.depth - 1, [&](const std::array<int64_t, 2>& offset) {
    for (int64_t r = 0; r < rows.count; r += kRowsAtOnce) {
      const int64_t some = std::min(kRowsAtOnce, rows.count - r);
      const std::byte* at = input + offset[kInput] + r * rows.stride[kInput];
      int64_t row_step = rows.stride[kInput];
      if (staged_) {
        at = Stage(raw, wide, at, some, count, row_step, column_step);
        row_step = count * (input_.widen ? input_.wide_bytes : input_.element_bytes);
      }
      kernels_.add_rows(accumulators, at, row_step, some, count);
    }
  });
}

void ReducePlan::Store(std::byte* output, const Nest2& kept, const std::byte* accumulators,
                       int64_t count) const {
  alignas(kLineBytes) std::byte packed[kBlockOutputs * kMostBytes];
  const int64_t size = output_bytes_;
  if (scatter_ == nullptr) return finish_.run(output, accumulators, count, finish_.parameter);
  finish_.run(packed, accumulators, count, finish_.parameter);
  scatter_(output, packed, {1, count, 0, kept[kept.depth - 1].stride[kOutput], 0, size});
}

std::string ReducePlan::ToString() const {
  return fmt::format("{}: {}", Name(case_), LoopsToString());
}

std::string ReducePlan::LoopsToString() const {
  std::string text =
      fmt::format("kept {} reduced {}", weft::ToString(kept_), weft::ToString(reduced_));
  if (tasks_ > 1) text += fmt::format(" in {} tasks", tasks_);
  return text;
}

}  // namespace weft
