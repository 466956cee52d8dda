// SPDX-License-Identifier: MIT
// The tap product of images whose pixels lie next to each other (NCHW), with lanes along pixels:
//
//   output[c, p] = bias[c] + sum over k of filter[c, k] * input[offset(k) + p]
//
// where k counts the input channels of a group for each tap. Pixels that one tap meets are read
// where they lie. Else a block of the image, with all input channels of a group, is staged as
// float32 in a frame of zeros. Strides split it into phases, so that outputs next to each other
// read numbers next to each other: with Strides 2 taps 0 and 2 read the even columns, tap 1 the odd
// ones. Groups of one channel are a depthwise convolution; lines that 3 x 3 taps meet are read
// where they lie, too, and only those at the borders of the image are staged.
#pragma once

#include <algorithm>
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

  // Outputs, cut into blocks that begin at multiples of `grain`; the last block is a longest one.
  struct Cut {
    int64_t size = 1, grain = 1, blocks = 1;

    Range At(int64_t i) const {
      const auto [begin, end] = SliceOf(CeilDiv(size, grain), i, blocks);
      return {begin * grain, std::min(end * grain, size)};
    }
    int64_t Longest() const { return std::min(RoundUp(CeilDiv(size, blocks), grain), size); }
    // No fewer blocks than before, and `count` where none of them has fewer than `least` outputs.
    void Into(int64_t count, int64_t least) {
      blocks = std::max(blocks, std::min(count, size / least));
    }
  };

  struct Axis {
    Cut outputs;
    int64_t inputs = 1, input_bytes = 0, output_bytes = 0;  // bytes from one to the next
    int64_t taps = 1, stride = 1, dilation = 1, padding = 0;

    int64_t Reach() const { return (taps - 1) * dilation; }
    CopyTile LoadTile(const Range& rows, const Range& columns) const;   // of a phase
    CopyTile StoreTile(const Range& rows, const Range& columns) const;  // of sums
    int64_t Phases() const { return std::min(stride, Reach() + 1); }
    int64_t Pitch() const { return outputs.Longest() + Reach() / stride; }  // of a block's phase
    // From an input to the next one of its phase, if there is one: else it could be far too many.
    int64_t StrideBytes() const { return stride < inputs ? stride * input_bytes : 0; }
    bool IsTriple() const { return taps == 3 && stride == 1 && dilation == 1; }
  };

  // In bytes: an element, its first one, and from one image and one channel to the next.
  struct Tensor {
    int64_t size, offset, image, channel;
  };

  PlaneTapProduct() = default;
  static PlaneTapProduct WithSizes(const ConvolutionProblem& problem);  // without blocks
  bool FindPixelLines(const Convolution& op);                           // whether there are any
  bool ChooseBlocks(int64_t most_floats);  // whether there are any that fit
  void ShareOut();
  void FindTaps();

  CopyTile LoadTile(const Range& rows, const Range& columns) const;   // of a phase
  CopyTile StoreTile(const Range& rows, const Range& columns) const;  // of sums
  int64_t Phases() const { return rows_.Phases() * columns_.Phases(); }
  int64_t Units() const;  // of work: a block of an image, for some output channels of a group

  Axis rows_ = {}, columns_ = {};
  Cut channels_;                                          // of output, in a group
  int64_t images_ = 1, groups_ = 1, input_channels_ = 1;  // of a group
  Tensor input_ = {}, output_ = {};
  // Floats: from one staged line to the next, of a phase, of all that is staged at once, and from
  // one output channel's sums to the next one's.
  int64_t pitch_ = 0, phase_floats_ = 0, staged_floats_ = 0, sums_step_ = 0;
  std::vector<int64_t> offsets_;  // of each tap's first number, in floats
  bool has_depth_ = false;        // images of three dimensions, which are not taken
  bool reads_in_place_ = false, writes_in_place_ = false;
  bool walks_ = false;           // 3 x 3 taps of one channel, …
  bool walks_in_place_ = false;  // … in lines that are not staged
  TileKernel load_ = nullptr, store_ = nullptr;
  ConvertRow widen_ = nullptr, narrow_ = nullptr;  // for FLOAT16, else null
  FloatOperands operands_;
  Temporary scratch_;
  int threads_ = 1;  // that there is temporary memory for: …
  int64_t threads_offset_ = 0, thread_bytes_ = 0;
  // … in that of a thread.
  int64_t staged_offset_ = 0, loaded_offset_ = 0, lines_offset_ = 0, sums_offset_ = 0,
          narrowed_offset_ = 0;
};

}  // namespace weft::ops
