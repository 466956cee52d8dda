// SPDX-License-Identifier: MIT
// The tap product with lanes along the output channels, which lie next to each other (NHWC), and
// its form for channels that keep to themselves. An input in any other layout or type is staged,
// and so is an output. PixelTapProduct takes every convolution.
#pragma once

#include <memory>
#include <optional>

#include "ops/convolution/convolve.h"
#include "ops/convolution/problem.h"
#include "ops/convolution/staging.h"
#include "ops/unary/fused_row.h"
#include "program/candidate.h"
#include "program/scratch.h"

namespace weft::ops {

// From the bound tensors to what a ConvolvePlan reads, and back.
class PixelConvolver {
 public:
  // Whether a tensor is used where it lies; others are staged.
  static bool ReadsInPlace(const ConvolutionProblem& problem);
  static bool WritesInPlace(const ConvolutionProblem& problem);

  PixelConvolver(const ConvolutionProblem& problem, bool depthwise);

  uint64_t temporary_bytes() const { return scratch_.bytes(); }
  const FloatOperands& operands() const { return operands_; }
  void Run(const Bindings& bind) const;

 private:
  ConvolvePlan plan_;
  bool input_in_place_;
  StagedInput staged_;
  std::shared_ptr<const FusedRow> sum_;  // with an addend, if there is one, and the activation
  std::optional<RowFunction> add_;       // … as a function of rows
  Temporary scratch_;
  FloatOperands operands_;
  // Bytes from the start of the temporary memory, or of the tensor where it is used in place.
  int64_t input_offset_ = 0, output_offset_ = 0, zeros_offset_ = 0;
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
