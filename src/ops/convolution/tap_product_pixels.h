// SPDX-License-Identifier: MIT
// The tap product with lanes along the output channels, which lie next to each other (NHWC), and
// its form for channels that keep to themselves. PixelTapProduct takes every convolution.
//
// Work is cut into blocks of output pixels of one phase. A block that meets pixels of the input
// alone, and these as float32 with their channels next to each other, reads them where they lie.
// What another block meets is staged: copied into a frame of zeros, so that kernels know neither
// borders nor layouts.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "ops/convolution/problem.h"
#include "ops/convolution/staging.h"
#include "ops/convolution/tap_kernel.h"
#include "ops/unary/fused_row.h"
#include "program/candidate.h"
#include "program/scratch.h"
#include "strided/convert.h"
#include "strided/tile_kernels.h"

namespace weft::ops {

class PixelConvolver {
 public:
  // Whether a tensor is used where it lies, but for the borders of the input; others are staged.
  static bool ReadsInPlace(const ConvolutionProblem& problem);
  static bool WritesInPlace(const ConvolutionProblem& problem);

  PixelConvolver(const ConvolutionProblem& problem, bool depthwise);

  uint64_t temporary_bytes() const { return scratch_.bytes(); }
  const FloatOperands& operands() const { return operands_; }
  void Run(const Bindings& bind) const;

 private:
  static constexpr size_t kDims = kMostConvolved + 1;  // of pixels: of batch, depth, rows, columns

  // The outputs of a phase along one dimension, in blocks. None has outputs on both sides of a cut.
  struct BlockedPhase : ConvolutionPhase {
    std::array<int64_t, 5> cuts;
    std::array<int64_t, 4> blocks_of;  // between two cuts, …
    int64_t blocks = 0;                // … and of all
    int64_t block = 1;                 // outputs of one, at most

    Range BlockAt(int64_t i) const;
  };
  using Phases = std::array<BlockedPhase, kDims>;

  // Output channels that are summed together, and where what belongs to them begins, in bytes.
  struct ColumnBlock {
    int64_t first, count;
    int64_t input, weights, start;
  };

  struct Operands {
    std::byte* output;
    const std::byte *input, *weights, *start;
    const std::byte* addend;        // lies as the output does, for the activation; or null
    const RowFunction* activation;  // of rows of sums; may be null
    std::byte* scratch;             // of a thread
  };
  class Task;

  // visit(phases) for each combination of phases until it says false.
  template <class Visit>
  void ForEachPhase(const Visit& visit) const;
  void Cut(Phases& phases) const;
  int64_t Units(const Phases& phases) const;  // of work: a block, for a slice of the columns
  Layout FindColumnBlocks(int64_t taps);
  void ShareOut(double products);
  void ReserveScratch();
  int64_t PixelBytes() const;  // of what is staged

  ConvolvePlan plan_;
  std::array<ConvolvedDim, kDims> dims_;
  bool depthwise_, reads_in_place_, writes_in_place_;
  PixelKernel kernel_;
  std::vector<ColumnBlock> columns_;
  int64_t panel_bytes_ = 0, tap_bytes_ = 0;  // of weights: of all taps of a panel, and of one
  int64_t start_bytes_ = 0;
  int64_t input_size_, output_size_;                            // of an element, in bytes
  int64_t input_channel_bytes_ = 0, output_channel_bytes_ = 0;  // from one to the next
  ConvertRow widen_ = nullptr, narrow_ = nullptr;               // for FLOAT16, else null
  std::shared_ptr<const FusedRow> sum_;  // with an addend, if there is one, and the activation
  std::optional<RowFunction> add_;       // … as a function of rows
  int threads_ = 1;                      // that there is temporary memory for
  int64_t slices_ = 1;                   // of the column blocks, which are work for a task each
  int64_t most_pixels_ = 1;              // of a block
  // In the scratch memory of a thread.
  int64_t narrow_row_offset_ = 0, sums_offset_ = 0, narrowed_offset_ = 0;
  std::vector<int64_t> thread_offsets_;
  Temporary scratch_;
  FloatOperands operands_;
  int64_t input_offset_ = 0, output_offset_ = 0;  // in bytes, of the tensors' first elements
};

class PixelTapProduct : public PixelConvolver {
 public:
  static Refusal Refuses(const ConvolutionProblem& problem);
  explicit PixelTapProduct(const ConvolutionProblem& problem) : PixelConvolver(problem, false) {}
};

class DepthwisePixels : public PixelConvolver {
 public:
  static Refusal Refuses(const ConvolutionProblem& problem);
  explicit DepthwisePixels(const ConvolutionProblem& problem) : PixelConvolver(problem, true) {}
};

}  // namespace weft::ops
