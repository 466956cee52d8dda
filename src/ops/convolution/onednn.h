// SPDX-License-Identifier: MIT
// Convolutions that oneDNN does faster than our own kernels: one tap, each channel for itself, or
// few input channels. It takes packed images whose channels lie next to each other, band by band of
// their rows where they lie. Others of few channels are staged: some rows at a time are copied to
// where they stay in the cache, convolved and copied to the output. oneDNN never uses more than the
// thread that calls it: bands and rows are shared out among ours.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "ops/convolution/onednn_primitive.h"
#include "ops/convolution/operands.h"
#include "ops/convolution/problem.h"
#include "program/candidate.h"
#include "program/program.h"
#include "program/scratch.h"
#include "strided/typed_copy.h"
#include "weft/operators.h"

namespace weft::ops {

class OneDnnConvolver {
 public:
  enum class Form : uint8_t {
    Bands,  // of output rows, computed where they lie
    Rows,   // some at a time are staged
  };
  static Refusal Refuses(const ConvolutionProblem& problem, Form form);
  // Nothing where oneDNN has only reference code. An addend lies as the output does and is best the
  // output itself.
  static std::optional<OneDnnConvolver> For(const ConvolutionProblem& problem, Form form);

  uint64_t temporary_bytes() const { return scratch_.bytes(); }
  const FloatOperands& operands() const { return operands_; }
  void PackWeights(std::byte* weights, const std::byte* filter) const {
    primitives_[0]->PackWeights(weights, filter + filter_place_);
  }
  void Run(const Bindings& bind) const;

 private:
  // Some rows of the output of one image.
  struct Rows {
    TypedCopy load, store;
    bool has_padding;
  };

  // Some rows of the output, where they lie: bytes from the beginning of an image.
  struct Band {
    const OneDnnPrimitive* primitive;
    int64_t input, output;
  };

  OneDnnConvolver() = default;
  bool PlanBands(const Convolution& op, const ConvolutionFields& fields, const OneDnnShape& whole);
  bool PlanRows(const Convolution& op, const ConvolutionFields& fields, OneDnnShape shape);
  int64_t LargestScratch() const;
  template <class Body>
  void ShareParts(int64_t parts, Body body) const;
  void RunBands(const Bindings& bind, const std::byte* weights, const std::byte* bias) const;
  void RunRows(const Bindings& bind, const std::byte* weights, const std::byte* bias) const;

  std::vector<std::shared_ptr<const OneDnnPrimitive>> primitives_;  // with the same packed weights
  Temporary scratch_;
  FloatOperands operands_;
  int64_t filter_place_ = 0;                    // in bytes, of the filter's first element
  int64_t input_place_ = 0, output_place_ = 0;  // … where images are convolved in place
  std::optional<MapPlan<1>> activate_all_;      // what oneDNN does not do
  std::optional<TypedCopy> load_addend_;        // to the output, which oneDNN adds to

  std::vector<Band> bands_;  // of one image; or …
  std::vector<Rows> rows_;   // … of one that is staged
  std::optional<RowFunction> activate_rows_;
  int64_t images_ = 0, input_image_bytes_ = 0, output_image_bytes_ = 0;
  int threads_ = 1;  // that there is temporary memory for
  int64_t staged_input_bytes_ = 0, staged_output_bytes_ = 0;
  std::vector<int64_t> staged_input_, staged_output_, primitive_scratch_;  // places, of each thread
};

}  // namespace weft::ops
