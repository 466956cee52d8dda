// SPDX-License-Identifier: MIT
// The largest elements of windows, if rows of the input are contiguous: first maxima over the rows
// of a window, into the first-level cache, then over its columns. Maxima are exact, so their order
// changes no bit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "ops/pooling/window.h"
#include "program/candidate.h"
#include "strided/loop_nest.h"
#include "weft/tensor.h"

namespace weft {

struct LargestRows {
  // Of blocks on the stack: the largest elements of rows, and how many are well kept in the
  // first-level cache; the results.
  static constexpr int64_t kMostKeyBytes = 32 << 10, kGoodKeyBytes = 16 << 10;
  static constexpr int64_t kResultBytes = 16 << 10;
  // The positions are of the output: depth, height, and the block of the width.
  enum Operand { kOutput, kInput, kDepth, kHeight, kBlock };
  using Nest = LoopNest<kBlock + 1>;

  Nest nest;  // steps in elements
  WindowDim depth, height, width;
  int64_t depth_step = 0, row_step = 0;  // of the input
  int64_t lanes = 1;                     // of a pixel, contiguous in input and output
  int64_t column_step = 0;               // of the output
  int64_t outputs = 1;                   // of a block
  bool some_are_empty = false;           // of them
  std::vector<int64_t> taps;             // of the width: offsets in the input, of output 0
};

class LargestPlan {
 public:
  // Why it refuses these layouts and windows, if it does.
  static Refusal Refuses(DataType type, const Layout& output, const Layout& input,
                         const std::vector<WindowDim>& windows);
  // For problems that it does not refuse.
  LargestPlan(DataType type, const Layout& output, const Layout& input,
              const std::vector<WindowDim>& windows);
  void Run(std::byte* output, const std::byte* input) const;

  using RunBlock = void (*)(const LargestRows& rows, const int64_t* offset, std::byte* output,
                            const std::byte* input);

 private:
  std::shared_ptr<const LargestRows> rows_;
  RunBlock run_block_ = nullptr;
  double work_bytes_ = 0;
};

}  // namespace weft
