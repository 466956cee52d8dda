// SPDX-License-Identifier: MIT
// A function of whole lines: all elements along some axes, in the order of their coordinates. The
// function sees contiguous elements only. Lines that are not contiguous are copied into scratch
// memory, several neighbours at once, and results are copied back the same way. Since the order is
// that of the coordinates, layouts change no bit of the result.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "strided/copy.h"
#include "strided/loop_nest.h"
#include "strided/tile_kernels.h"
#include "weft/tensor.h"

namespace weft {

// The output has as many elements as the line, or one. Both sides may be the same memory; neither
// needs alignment.
using LineFunction = std::function<void(std::byte* output, const std::byte* input, int64_t count)>;

// A block of `lines` lines of `count` elements each; steps from one line to the next are in bytes.
struct LineBlock {
  std::byte* output;
  int64_t output_step;
  const std::byte* input;
  int64_t input_step;
  int64_t lines, count;
};
using LineBlockFunction = std::function<void(const LineBlock&)>;

// `convert` changes elements between memory and the function: of the input before it, of the output
// after it.
struct LineOperand {
  Layout layout;
  int element_bytes = 0;
  void (*convert)(std::byte* dst, const std::byte* src, int64_t count) = nullptr;
};

class LinesPlan {
 public:
  // The output has the input's sizes, or 1 along all `axes`. The function's elements have
  // `line_bytes`.
  LinesPlan(const LineOperand& output, const LineOperand& input, std::span<const uint32_t> axes,
            int line_bytes, LineBlockFunction function);
  LinesPlan(const LineOperand& output, const LineOperand& input, std::span<const uint32_t> axes,
            int line_bytes, LineFunction function);

  uint64_t temporary_bytes() const;
  void Run(std::byte* output, const std::byte* input, std::byte* temporary) const {
    Run(output, input, temporary, function_);
  }
  // With a function made for this run, because it refers to the run's memory.
  void Run(std::byte* output, const std::byte* input, std::byte* temporary,
           const LineBlockFunction& function) const;

 private:
  enum Operand { kInput, kOutput };

  struct Side {
    int element_bytes = 0;
    void (*convert)(std::byte*, const std::byte*, int64_t) = nullptr;
    bool contiguous = true;     // whether a line is, in memory
    TileKernel copy = nullptr;  // between memory and packed lines
    bool across = false;  // whether columns of the tile are neighbouring lines, not elements of one
    std::optional<CopyPlan> one;  // for lines that are not neighbours: copies one at a time

    bool Staged() const { return convert != nullptr || !contiguous; }
  };

  void PlanStaging();
  CopyPlan PlanOneLine(Operand operand) const;
  int64_t ScratchBytes() const;  // of one thread
  void RunTask(const LoopNest<2>& task, std::byte* output, const std::byte* input,
               std::byte* scratch, const LineBlockFunction& function) const;
  void Gather(std::byte* lines, std::byte* raw, const std::byte* from, int64_t line_step,
              int64_t count) const;
  void Scatter(std::byte* to, int64_t line_step, const std::byte* lines, std::byte* raw,
               int64_t count) const;

  LineBlockFunction function_;
  int line_bytes_;           // of the function's elements
  LoopNest<2> kept_, line_;  // in bytes; the line's loops keep their order
  int64_t count_ = 1;        // of elements in a line
  Side sides_[2];
  bool empty_ = false;
  int64_t block_lines_ = 1;  // lines that are copied together
  int threads_ = 1;          // at most so many have scratch memory
};

}  // namespace weft
