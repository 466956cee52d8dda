// SPDX-License-Identifier: MIT
// A convolution whose filter has one tap, which sees every pixel once, of images whose pixels lie
// next to each other, all of them or those of a row (NCHW): products of two matrices, filter *
// image. Of float32 neither is copied.
#pragma once

#include <optional>
#include <vector>

#include "ops/convolution/convolution_rules.h"
#include "ops/convolution/plane_filter.h"
#include "ops/matmul/run.h"
#include "program/program.h"
#include "program/scratch.h"
#include "strided/typed_copy.h"
#include "weft/operators.h"

namespace weft::ops {

class PointwiseConvolver {
 public:
  // Nothing where it is no such convolution.
  static std::optional<PointwiseConvolver> For(const Convolution& op,
                                               const ConvolutionFields& fields);

  uint64_t temporary_bytes() const {
    return is_in_place_ ? scratch_.bytes() : plan_.scratch_bytes();
  }
  uint64_t persistent_bytes() const { return owned_ ? uint64_t(weights_bytes_) : 0; }
  void PackWeights(std::byte* weights, const std::byte* filter) const {
    if (is_in_place_)
      filter_.Pack(weights, filter);
    else
      load_filter_.Run(weights, filter);
  }
  void Run(const Bindings& bind) const;

 private:
  void RunInPlace(const Epilogue& epilogue, const float* filter, const float* bias,
                  const float* input) const;

  GemmPlan plan_;
  bool is_in_place_ = false;  // pixels are read and written where they lie
  std::vector<int64_t> places_;
  PlaneFilter filter_;
  Temporary scratch_;  // for the packed filter, where it is not owned
  GemmMatrix input_;   // {channels, pixels}
  GemmEpilogue epilogue_;
  bool owned_ = false, has_bias_ = false, has_activation_ = false;
  int64_t weights_bytes_ = 0;
  TypedCopy load_filter_;  // as rows of float32
  // In bytes, of the tensors' first elements.
  int64_t input_place_ = 0, filter_place_ = 0, bias_place_ = 0, output_place_ = 0;
};

}  // namespace weft::ops
