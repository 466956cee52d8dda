// SPDX-License-Identifier: MIT
// A convolution of one tap as products of two matrices, filter * image: where an image's pixels are
// evenly spaced, but another type or layout keeps them from being read where they lie.
#pragma once

#include "ops/convolution/operands.h"
#include "ops/convolution/problem.h"
#include "ops/matmul/run.h"
#include "program/candidate.h"

namespace weft::ops {

class ConvolutionAsMatmul {
 public:
  static Refusal Refuses(const ConvolutionProblem& problem);
  explicit ConvolutionAsMatmul(const ConvolutionProblem& problem);

  uint64_t temporary_bytes() const { return plan_.scratch_bytes(); }
  const FloatOperands& operands() const { return operands_; }
  void PackWeights(std::byte* weights, const std::byte* filter) const {
    load_filter_.Run(weights, filter);
  }
  void Run(const Bindings& bind) const;

 private:
  GemmPlan plan_;
  GemmEpilogue epilogue_;
  bool owned_, has_bias_;
  TypedCopy load_filter_;  // as rows of float32
  FloatOperands operands_;
  // In bytes, of the tensors' first elements.
  int64_t input_offset_, filter_offset_, bias_offset_ = 0, output_offset_;
};

}  // namespace weft::ops
