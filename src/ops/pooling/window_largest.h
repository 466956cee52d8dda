// SPDX-License-Identifier: MIT
// The largest elements of windows, in two ways. Row by row (`pooling/row_maxima`), if rows of the
// input are contiguous: first the maxima along the columns of the window's rows, into the
// first-level cache, then those of neighbouring columns. Pixel by pixel (`pooling/pixel_maxima`),
// if the elements of a pixel are contiguous: all elements of a window in registers. Maxima are
// exact, so their order changes no bit.
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
  static constexpr int64_t kMostTaps = 64;  // of windows that are taken pixel by pixel
  // The positions are of the output: depth, height, and the block of the width. The last loop is
  // the height.
  enum Operand { kOutput, kInput, kDepth, kHeight, kBlock };
  using Nest = LoopNest<kBlock + 1>;

  Nest nest;  // steps in elements
  WindowDim depth, height, width;
  // Of each output: the elements of its window that are inside.
  std::vector<WindowRange> depths, heights, widths;
  int64_t depth_step = 0, row_step = 0, input_step = 0;  // of the input
  int64_t output_row_step = 0, column_step = 0;
  int64_t lanes = 1;           // of a pixel, contiguous in input and output
  int64_t outputs = 1;         // of a block
  bool is_contiguous = false;  // the lanes of all results are computed as one line
  bool is_scattered = false;   // and then stored one by one
  std::vector<int64_t> empty;  // outputs without elements along the width
  int64_t first_tap = 0;       // the first input of output 0, perhaps of the padding
  std::vector<int64_t> taps;   // in keys, after the first one

  int64_t TapSpan() const { return taps.back() / lanes + 1; }
  // Whether windows with a stride of 2 have three rows at most, and of the columns none but the two
  // of a pair and the one before it.
  bool IsOfPairs() const {
    const auto count = int64_t(taps.size());
    return lanes == 1 && width.stride == 2 && is_contiguous && !is_scattered &&
           outputs == width.output_size && taps.back() == count - 1 &&
           depth.Reached().Count() * height.Reached().Count() <= 3 &&
           ((first_tap == 0 && count == 2) || (first_tap == -1 && (count == 2 || count == 3)));
  }
};

class LargestPlan {
 public:
  enum class Way : uint8_t { Rows, Pixels };
  // Why a way refuses these layouts and windows, if it does.
  static Refusal Refuses(DataType type, const Layout& output, const Layout& input,
                         const std::vector<WindowDim>& windows, Way way);
  // The vectors that are loaded and stored for a pixel of the output.
  static Cost CostOf(DataType type, const Layout& output, const Layout& input,
                     const std::vector<WindowDim>& windows, Way way, const Machine& machine);
  // For problems that it does not refuse.
  LargestPlan(DataType type, const Layout& output, const Layout& input,
              const std::vector<WindowDim>& windows, Way way);
  void Run(std::byte* output, const std::byte* input) const;

  using RunRows = void (*)(const LargestRows& rows, const int64_t* offset, int64_t count,
                           std::byte* output, const std::byte* input);

 private:
  std::shared_ptr<const LargestRows> rows_;
  RunRows run_rows_ = nullptr;
  double work_bytes_ = 0;
};

// How many windows from `first` to before `end` have the elements inside that the first one has.
inline int64_t CountEqual(const std::vector<WindowRange>& windows, int64_t first, int64_t end) {
  int64_t next = first + 1;
  while (next < end && windows[size_t(next)] == windows[size_t(first)]) ++next;
  return next - first;
}

// The kernels of the best instruction set, one for each way.
LargestPlan::RunRows BestRowMaxima(DataType type);
LargestPlan::RunRows BestPixelMaxima(DataType type);

}  // namespace weft
