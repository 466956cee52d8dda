// SPDX-License-Identifier: MIT
// How the outputs of a tap product over pixels are divided into blocks. Those of one phase are
// boxes: an inner one, all of whose taps are inside the input, and what is around it, or one box of
// all. A box is divided evenly along each dimension.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/split.h"
#include "ops/convolution/problem.h"

namespace weft::ops {

inline constexpr size_t kConvolvedDims = std::tuple_size_v<ConvolvedDims>;
using BoxOfOutputs = std::array<Range, kConvolvedDims>;

struct BlockLimits {
  int64_t pixels;  // of a block, at most
  int64_t inputs;  // pixels that it meets, at most, if it does not have one output
  int threads;
  bool stages_borders;  // the inner box is read where it lies, and what is around it staged
};

class PhaseBlocks {
 public:
  struct Box {
    BoxOfOutputs outputs;
    std::array<int64_t, kConvolvedDims> blocks;

    int64_t Blocks() const;
    BoxOfOutputs BlockAt(int64_t i) const;
  };

  PhaseBlocks() = default;
  // Of a phase of all dimensions, counted with those of the last dimension first.
  PhaseBlocks(const ConvolvedDims& dims, int64_t phase, const BlockLimits& limits);

  const ConvolutionPhase& operator[](size_t dim) const { return phases_[dim]; }
  std::span<const Box> boxes() const { return std::span(boxes_).first(count_); }
  int64_t Blocks() const;
  BoxOfOutputs BlockAt(int64_t i) const;

 private:
  bool IsCut(const ConvolvedDims& dims) const;
  void CutAround(size_t dim, const Range& inside);
  void CutAtInput(size_t dim);
  void Divide(const ConvolvedDims& dims, const BlockLimits& limits, Box& box) const;

  std::array<ConvolutionPhase, kConvolvedDims> phases_;
  // The inner box has others on both sides, so that threads have as much of the borders.
  std::array<Box, 8> boxes_;
  size_t count_ = 1, inner_ = 0;
};

}  // namespace weft::ops
