// SPDX-License-Identifier: MIT
// Threads share the lines and never divide one. Each thread has its own scratch memory.
#include "strided/lines.h"

#include <algorithm>
#include <atomic>

#include "base/align.h"
#include "base/assert.h"
#include "base/parallel.h"
#include "strided/parallel_nest.h"

namespace weft {
namespace {

constexpr int64_t kMostStagedBytes = 4 << 20;

}  // namespace

LinesPlan::LinesPlan(const LineOperand& output, const LineOperand& input,
                     std::span<const uint32_t> axes, int line_bytes, LineFunction function)
    : LinesPlan(output, input, axes, line_bytes,
                LineBlockFunction([each = std::move(function)](const LineBlock& block) {
                  for (int64_t i = 0; i < block.lines; ++i)
                    each(block.output + i * block.output_step, block.input + i * block.input_step,
                         block.count);
                })) {}

LinesPlan::LinesPlan(const LineOperand& output, const LineOperand& input,
                     std::span<const uint32_t> axes, int line_bytes, LineBlockFunction function)
    : function_(std::move(function)), line_bytes_(line_bytes) {
  WEFT_ASSERT(line_bytes >= 1 && input.element_bytes >= 1 && output.element_bytes >= 1);
  WEFT_ASSERT(
      std::ranges::all_of(axes, [&](uint32_t axis) { return int(axis) < input.layout.rank(); }));
  empty_ = input.layout.ElementCount() == 0 || output.layout.ElementCount() == 0;
  if (empty_) return;
  Layout target(input.layout.sizes, output.layout.strides, output.layout.offset);
  bool one_element = true;
  for (const uint32_t axis : axes) {
    count_ *= input.layout.sizes[int(axis)];
    one_element &= output.layout.sizes[int(axis)] == 1;
  }
  for (const uint32_t axis : axes)
    if (one_element) target.strides[int(axis)] = 0;
  LoopNest<2> nest = Nest(input.layout, target);
  for (int operand = 0; operand < 2; ++operand) {
    const int64_t bytes = operand == kInput ? input.element_bytes : output.element_bytes;
    nest.offset[operand] *= bytes;
    for (int dim = 0; dim < nest.depth; ++dim) nest[dim].stride[operand] *= bytes;
  }
  kept_.offset = nest.offset;
  for (int dim = 0; dim < nest.depth; ++dim) {
    const bool along = std::ranges::find(axes, uint32_t(dim)) != axes.end();
    (along ? line_ : kept_).Push(nest[dim]);
  }
  Simplify(kept_);
  DropUnitLoops(line_);
  MergeLoops(line_);
  if (kept_.depth == 0) kept_.Push({});
  if (line_.depth == 0) line_.Push({1, {input.element_bytes, output.element_bytes}});
  const bool one_loop = line_.depth == 1;
  sides_[kInput] = {input.element_bytes, input.convert,
                    one_loop && line_[0].stride[kInput] == input.element_bytes};
  sides_[kOutput] = {output.element_bytes, output.convert,
                     one_element || (one_loop && line_[0].stride[kOutput] == output.element_bytes)};
  PlanStaging();
}

void LinesPlan::PlanStaging() {
  const Loop<2>& lines = kept_.Innermost();
  const Loop<2>& along = line_.Innermost();
  int64_t wanted = 1;
  for (const int operand : {kInput, kOutput}) {
    Side& side = sides_[operand];
    if (side.contiguous) continue;
    const int64_t size = side.element_bytes;
    // A line of several loops: CopyPlan decides which to walk first.
    if (line_.depth > 1 && lines.stride[operand] != size) {
      side.one = PlanOneLine(Operand(operand));
      continue;
    }
    // Neighbouring lines share cache lines, so they are copied together.
    if (lines.stride[operand] == size) wanted = std::max(wanted, kLineBytes / size);
    side.across = operand == kOutput && lines.stride[operand] == size;
    const CopyTile tile =
        operand == kInput ? CopyTile{.dst_column = size,
                                     .src_row = lines.stride[kInput],
                                     .src_column = along.stride[kInput]}
        : side.across ? CopyTile{.dst_column = size, .src_row = size, .src_column = count_ * size}
                      : CopyTile{.dst_column = along.stride[kOutput], .src_column = size};
    side.copy = KernelForAnySize(int(size), tile);
  }
  block_lines_ = std::clamp<int64_t>(kMostStagedBytes / (count_ * line_bytes_), 1,
                                     std::min(wanted, lines.count));
  const int64_t work = kept_.Iterations() * count_ * (sides_[0].element_bytes + line_bytes_);
  threads_ = int(std::min<int64_t>(ThreadsFor(work), kept_.Iterations()));
}

// Between memory and the packed elements of one line.
CopyPlan LinesPlan::PlanOneLine(Operand operand) const {
  LoopNest<2> nest = line_;
  int64_t packed = 1;
  for (int i = nest.depth - 1; i >= 0; --i) {
    const int64_t step = line_[i].stride[operand] / sides_[operand].element_bytes;
    nest[i].stride = operand == kInput ? std::array{packed, step} : std::array{step, packed};
    packed *= nest[i].count;
  }
  return CopyPlan(8 * sides_[operand].element_bytes, nest);
}

int64_t LinesPlan::ScratchBytes() const {
  int64_t bytes = 0;
  if (sides_[kInput].Staged() || sides_[kOutput].Staged())
    bytes += block_lines_ * count_ * line_bytes_;
  for (const Side& side : sides_)  // raw elements between the copy and the conversion
    if (side.convert != nullptr && !side.contiguous)
      return RoundUp(bytes + block_lines_ * count_ * side.element_bytes, kLineBytes);
  return RoundUp(bytes, kLineBytes);
}

uint64_t LinesPlan::temporary_bytes() const {
  if (empty_ || ScratchBytes() == 0) return 0;
  return uint64_t(threads_ * ScratchBytes() + kLineBytes);
}

void LinesPlan::Run(std::byte* output, const std::byte* input, std::byte* temporary,
                    const LineBlockFunction& function) const {
  if (empty_) return;
  WEFT_ASSERT(temporary != nullptr || temporary_bytes() == 0);
  std::byte* scratch = AlignToLine(temporary);
  std::atomic<int> next = 0;
  ForEachTask(kept_, {1, block_lines_}, std::min(threads_, ThreadCount()),
              [&](const LoopNest<2>& task) {
                const int64_t area = next.fetch_add(1);
                WEFT_ASSERT(area < threads_);
                RunTask(task, output, input, scratch + area * ScratchBytes(), function);
              });
}

void LinesPlan::RunTask(const LoopNest<2>& task, std::byte* output, const std::byte* input,
                        std::byte* scratch, const LineBlockFunction& function) const {
  const Side& from = sides_[kInput];
  const Side& to = sides_[kOutput];
  const Loop<2>& lines = task[task.depth - 1];
  const int64_t staged_step = count_ * line_bytes_;
  const bool staged = from.Staged() || to.Staged();
  std::byte* raw = staged ? scratch + block_lines_ * staged_step : nullptr;
  ForEachOffset(task, task.depth - 1, [&](const std::array<int64_t, 2>& offset) {
    const int64_t most = staged ? block_lines_ : lines.count;
    for (int64_t l = 0; l < lines.count; l += most) {
      const int64_t some = std::min(most, lines.count - l);
      const std::byte* in = input + offset[kInput] + l * lines.stride[kInput];
      std::byte* out = output + offset[kOutput] + l * lines.stride[kOutput];
      if (from.Staged()) Gather(scratch, raw, in, lines.stride[kInput], some);
      function({.output = to.Staged() ? scratch : out,
                .output_step = to.Staged() ? staged_step : lines.stride[kOutput],
                .input = from.Staged() ? scratch : in,
                .input_step = from.Staged() ? staged_step : lines.stride[kInput],
                .lines = some,
                .count = count_});
      if (to.Staged()) Scatter(out, lines.stride[kOutput], scratch, raw, some);
    }
  });
}

void LinesPlan::Gather(std::byte* lines, std::byte* raw, const std::byte* from, int64_t line_step,
                       int64_t count) const {
  const Side& side = sides_[kInput];
  const int64_t size = side.element_bytes;
  if (!side.contiguous) {
    std::byte* packed = side.convert ? raw : lines;
    const Loop<2>& along = line_[line_.depth - 1];
    std::byte* at = packed;
    if (side.one)
      for (int64_t i = 0; i < count; ++i)
        side.one->Run(packed + i * count_ * size, from + i * line_step);
    else
      ForEachOffset(line_, line_.depth - 1, [&](const std::array<int64_t, 2>& offset) {
        side.copy(at, from + offset[kInput],
                  {count, along.count, count_ * size, size, line_step, along.stride[kInput]});
        at += along.count * size;
      });
    from = packed;
    line_step = count_ * size;
  }
  if (side.convert == nullptr) return;
  for (int64_t i = 0; i < count; ++i)
    side.convert(lines + i * count_ * line_bytes_, from + i * line_step, count_);
}

void LinesPlan::Scatter(std::byte* to, int64_t line_step, const std::byte* lines, std::byte* raw,
                        int64_t count) const {
  const Side& side = sides_[kOutput];
  const int64_t size = side.element_bytes;
  if (side.convert != nullptr) {
    std::byte* at = side.contiguous ? to : raw;
    const int64_t step = side.contiguous ? line_step : count_ * size;
    for (int64_t i = 0; i < count; ++i)
      side.convert(at + i * step, lines + i * count_ * line_bytes_, count_);
    lines = raw;
  }
  if (side.contiguous) return;
  if (side.one) {
    for (int64_t i = 0; i < count; ++i)
      side.one->Run(to + i * line_step, lines + i * count_ * size);
    return;
  }
  const Loop<2>& along = line_[line_.depth - 1];
  ForEachOffset(line_, line_.depth - 1, [&](const std::array<int64_t, 2>& offset) {
    const int64_t step = along.stride[kOutput];
    const CopyTile tile = side.across
                              ? CopyTile{along.count, count, step, line_step, size, count_ * size}
                              : CopyTile{count, along.count, line_step, step, count_ * size, size};
    side.copy(to + offset[kOutput], lines, tile);
    lines += along.count * size;
  });
}

}  // namespace weft
