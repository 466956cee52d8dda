// SPDX-License-Identifier: MIT
// A convolution of images with few channels, such as colours, whose results lie in rows (NCHW):
// some rows at a time are staged with a frame of zeros, columns apart that a window's stride keeps
// apart. Every tap then sees neighbours, and the filter is multiplied with pixels where they are
// staged.
#pragma once

#include <optional>
#include <vector>

#include "ops/convolution/convolution_rules.h"
#include "ops/convolution/plane_filter.h"
#include "program/program.h"
#include "program/scratch.h"
#include "strided/typed_copy.h"
#include "strided/row_function.h"
#include "weft/operators.h"

namespace weft::ops {

class FewChannelsConvolver {
 public:
  // Nothing where it is no such convolution.
  static std::optional<FewChannelsConvolver> For(const Convolution& op,
                                                 const ConvolutionFields& fields);

  uint64_t temporary_bytes() const { return scratch_.bytes(); }
  uint64_t persistent_bytes() const { return owned_ ? uint64_t(filter_.bytes()) : 0; }
  void PackWeights(std::byte* weights, const std::byte* filter) const {
    filter_.Pack(weights, filter);
  }
  void Run(const Bindings& bind) const;

 private:
  // Some rows of the output of one image.
  struct Part {
    int64_t first, rows;
    std::vector<TypedCopy> loads;  // for each of a stride's columns
  };

  FewChannelsConvolver() = default;
  void PlanParts(const Convolution& op, const ConvolutionFields& fields, int64_t rows);
  void RunPart(const Part& part, float* output, const float* staged, const float* weights,
               const float* bias) const;

  int64_t rows_ = 0, depth_ = 0;  // of the filter as a matrix
  std::vector<int64_t> places_;   // of its columns' pixels, in floats
  int64_t images_ = 0, input_image_bytes_ = 0, output_image_ = 0;  // the latter in floats
  int64_t width_ = 0, output_channel_ = 0, output_row_ = 0, staged_row_ = 0,
          staged_line_ = 0;  // … and from one line of the output to the next
  std::vector<Part> parts_;
  std::optional<RowFunction> activation_;
  bool owned_ = false, has_bias_ = false;
  PlaneFilter filter_;
  TypedCopy load_bias_;
  int threads_ = 1;  // that there is temporary memory for
  int64_t staged_bytes_ = 0;
  Temporary scratch_;
  int64_t output_place_ = 0;  // of the first element, in floats
  int64_t weights_place_ = 0, bias_place_ = 0;
  std::vector<int64_t> staged_places_;  // of each thread
};

}  // namespace weft::ops
