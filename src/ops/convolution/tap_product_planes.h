// SPDX-License-Identifier: MIT
// The tap product of images whose pixels lie next to each other (NCHW), with lanes along pixels:
//
//   output[c, p] = bias[c] + sum over k of filter[c, k] * input[offset(k) + p]
//
// where k counts the input channels of a group for each tap. Pixels that one tap meets are read
// where they lie. Else a block of the image, with all input channels of a group, is staged as
// float32 in a frame of zeros. Strides split it into phases, so that outputs next to each other
// read numbers next to each other: with Strides 2 taps 0 and 2 read the even columns, tap 1 the odd
// ones. Groups of one channel are a depthwise convolution.
#pragma once

#include <vector>

#include "base/split.h"
#include "ops/convolution/plane_product.h"
#include "ops/convolution/problem.h"
#include "ops/convolution/staging.h"
#include "program/candidate.h"
#include "program/scratch.h"

namespace weft::ops {

class PlaneTapProduct {
 public:
  static Refusal Refuses(const ConvolutionProblem& problem);
  static bool ReadsInPlace(const ConvolutionProblem& problem);
  explicit PlaneTapProduct(const ConvolutionProblem& problem);

  uint64_t temporary_bytes() const { return scratch_.bytes(); }
  const FloatOperands& operands() const { return operands_; }
  void Run(const Bindings& bind) const;

 private:
  class Task;

  struct Axis {
    int64_t inputs, outputs, taps, stride, dilation, padding;
    int64_t input_bytes, output_bytes;  // from one to the next
    int64_t block = 1;                  // outputs of a block; of the last one fewer, …
    int64_t least = 1;                  // … or more, because no block has fewer than these

    int64_t Reach() const { return (taps - 1) * dilation; }
    int64_t Phases() const { return std::min(stride, Reach() + 1); }
    int64_t Pitch() const { return block + Reach() / stride; }  // of a phase of a block
    int64_t Blocks() const { return CeilDiv(std::max<int64_t>(outputs - least + 1, 1), block); }
    Range BlockAt(int64_t i) const {
      return {i * block, i + 1 == Blocks() ? outputs : (i + 1) * block};
    }
    // From an input to the next one of its phase, if there is one: else it could be far too many.
    int64_t StrideBytes() const { return stride < inputs ? stride * input_bytes : 0; }
  };

  // What a run works on.
  struct Operands {
    std::byte* output;
    const std::byte* input;
    const float *weights, *start;  // start: [group][output channel]
    std::byte* scratch;            // of a thread
  };

  PlaneTapProduct() = default;
  static PlaneTapProduct WithSizes(const ConvolutionProblem& problem);  // without blocks
  bool ChooseStagedBlocks(int64_t most_floats);  // whether there are any that fit
  void ChooseBlocksInPlace(bool activates);
  void ShareOut();
  bool IsBestInPlace() const;
  void FindTaps();

  int64_t PhaseFloats() const { return rows_.Pitch() * columns_.Pitch(); }
  int64_t StagedFloats() const;
  int64_t SumsStep() const;  // floats from one output channel's sums to the next one's
  int64_t Units() const;     // of work: a block of an image, for some output channels of a group

  Axis rows_ = {}, columns_ = {};
  int64_t images_ = 0, groups_ = 1;
  int64_t input_channels_ = 1, output_channels_ = 1;  // of a group
  int64_t input_image_bytes_ = 0, output_image_bytes_ = 0;
  int64_t input_channel_bytes_ = 0, output_channel_bytes_ = 0;
  int64_t input_size_ = 4, output_size_ = 4;  // of an element, in bytes
  int64_t channel_block_ = 1;     // output channels of a unit, a multiple of kPackedRows or all
  std::vector<int64_t> offsets_;  // of each tap's first number, in floats
  bool reads_in_place_ = false;
  bool has_depth_ = false;        // images of three dimensions, which are not taken
  bool writes_in_place_ = false;  // sums of at least kLeastPlaneWidth columns
  TileKernel load_ = nullptr, store_ = nullptr;
  ConvertRow widen_ = nullptr, narrow_ = nullptr;  // for FLOAT16, else null
  Temporary scratch_;
  FloatOperands operands_;
  int64_t input_offset_ = 0, output_offset_ = 0;  // in bytes, of the tensors' first elements
  int threads_ = 1;                               // that there is temporary memory for
  // In the scratch memory of a thread.
  int64_t halves_offset_ = 0, sums_offset_ = 0, narrowed_offset_ = 0;
  std::vector<int64_t> thread_offsets_;
};

}  // namespace weft::ops
