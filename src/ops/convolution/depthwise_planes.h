// SPDX-License-Identifier: MIT
// A convolution whose channels keep to themselves, of tensors whose rows lie closer together than
// their channels do (NCHW, with gaps or not). 3 x 3 taps read it where it lies. Else a tile of a
// channel's plane comes into the first-level cache, with zeros where it is padded. Strides split it
// into phases, so that outputs next to each other read numbers next to each other: with Strides 2
// taps 0 and 2 read the even columns, tap 1 the odd ones.
#pragma once

#include <vector>

#include "ops/convolution/convolve.h"
#include "ops/convolution/depthwise_plane_kernel.h"
#include "ops/convolution/depthwise_square_kernel.h"
#include "ops/convolution/operands.h"
#include "ops/convolution/problem.h"
#include "program/candidate.h"
#include "program/scratch.h"
#include "strided/typed_copy.h"
#include "weft/tensor.h"

namespace weft::ops {

class DepthwisePlanes {
 public:
  static Refusal Refuses(const ConvolutionProblem& problem);
  explicit DepthwisePlanes(const ConvolutionProblem& problem);

  uint64_t temporary_bytes() const { return scratch_.bytes(); }
  const FloatOperands& operands() const { return operands_; }
  void PackWeights(std::byte* weights, const std::byte* filter) const {
    pack_.Run(weights, filter);
  }
  void Run(const Bindings& bind) const;

 private:
  class Task;

  // What a run works on.
  struct Operands {
    std::byte* output;
    const std::byte *input, *weights, *start;  // weights: [channel][tap], start: [channel]
    const RowFunction* activation;             // of float32 rows; may be null
  };

  struct Axis {
    int64_t inputs, outputs, taps, stride, dilation, padding;
    int64_t input_bytes, output_bytes;  // from one to the next
    int64_t tile = 1;                   // outputs of a tile, at most

    int64_t Reach() const { return (taps - 1) * dilation; }
    int64_t Phases() const { return std::min(stride, Reach() + 1); }
    int64_t Pitch() const { return tile + Reach() / stride; }  // of a phase of a tile
    int64_t Tiles() const { return (outputs + tile - 1) / tile; }
    // From an input to the next one of its phase, if there is one: else it could be far too many.
    int64_t StrideBytes() const { return stride < inputs ? stride * input_bytes : 0; }
  };

  // The sizes alone, without tiles.
  DepthwisePlanes(const ConvolutionProblem& problem, const ConvolvePlan& plan);
  bool ChooseTiles();  // whether there are any that fit
  void FindTaps();

  Axis rows_, columns_;
  int64_t batch_, channels_;
  int64_t input_batch_bytes_, output_batch_bytes_;
  int64_t input_channel_bytes_, output_channel_bytes_;
  int64_t size_;                  // of an element, in bytes
  std::vector<int64_t> offsets_;  // of each tap's first number in a tile
  PlaneKernel run_;
  SquarePlaneKernel square_ = nullptr;  // where taps allow it
  bool in_place_;                       // it may write to the output
  bool reads_in_place_ = false;         // … and read the input, but for its first and last rows
  TileKernel load_, store_;
  ConvertRow widen_ = nullptr, narrow_ = nullptr;  // for FLOAT16, else null
  TypedCopy pack_;
  Temporary scratch_;
  FloatOperands operands_;
  int64_t input_offset_, output_offset_;  // in bytes, of the tensors' first elements
};

}  // namespace weft::ops
