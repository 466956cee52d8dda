// SPDX-License-Identifier: MIT
// The tap product of images whose pixels lie next to each other (NCHW), with lanes along pixels:
//
//   output[c, p] = bias[c] + sum over k of filter[c, k] * input[offset(k) + p]
//
// where k counts the taps of all input channels. PlaneTapProduct takes filters of one tap, for
// which the pixels of a plane, or of its rows, are right where they lie. RowTapProduct takes any
// taps: some rows at a time are staged with a frame of zeros, and columns that a window's stride
// keeps apart are staged apart, so that every tap sees neighbours.
#pragma once

#include <optional>
#include <vector>

#include "ops/convolution/operands.h"
#include "ops/convolution/problem.h"
#include "program/candidate.h"
#include "program/scratch.h"
#include "strided/typed_copy.h"

namespace weft::ops {

// The filter as MultiplyPlanes reads it, packed from any layout and type.
class PlaneFilter {
 public:
  PlaneFilter() = default;
  // `filter` is {1, output channel, input channel, sizes..}; the latter are the depth.
  PlaneFilter(DataType type, const Layout& filter);

  int64_t bytes() const { return bytes_; }
  void Pack(std::byte* packed, const std::byte* filter) const {
    for (const TypedCopy& rows : rows_) rows.Run(packed, filter);
  }

 private:
  int64_t bytes_ = 0;
  std::vector<TypedCopy> rows_;  // Those in full groups, then those left over.
};

// An image as lines of pixels that are evenly spaced: one of all pixels, or one a row.
struct PixelLines {
  int64_t count, pixels;
  int64_t input_step, output_step;              // from one line to the next, in elements
  int64_t input_pixel_step, output_pixel_step;  // inside a line
};
// Nothing where tensors of the same spatial sizes have no such lines in common.
std::optional<PixelLines> PixelLinesOf(const TensorDesc& input, const TensorDesc& output);

// Whether the filter has one tap, which meets every pixel once.
Refusal RefusesOtherThanOneTap(const ConvolutionFields& fields);

class PlaneTapProduct {
 public:
  static Refusal Refuses(const ConvolutionProblem& problem);
  explicit PlaneTapProduct(const ConvolutionProblem& problem);

  uint64_t temporary_bytes() const { return scratch_.bytes(); }
  const FloatOperands& operands() const { return operands_; }
  void PackWeights(std::byte* weights, const std::byte* filter) const {
    filter_.Pack(weights, filter);
  }
  void Run(const Bindings& bind) const;

 private:
  void RunBlock(const float* filter, const float* start, const float* input, float* output,
                int64_t rows, int64_t pixels, int64_t lines) const;

  int64_t images_, rows_, depth_;
  PixelLines lines_;
  int64_t input_image_, input_channel_, output_image_, output_channel_;  // steps, in floats
  int64_t input_offset_, output_offset_;  // of the tensors' first elements, in floats
  std::vector<int64_t> offsets_;          // of each input channel's pixels, in floats
  PlaneFilter filter_;
  Temporary scratch_;
  FloatOperands operands_;
};

class RowTapProduct {
 public:
  static Refusal Refuses(const ConvolutionProblem& problem);
  explicit RowTapProduct(const ConvolutionProblem& problem);

  uint64_t temporary_bytes() const { return scratch_.bytes(); }
  const FloatOperands& operands() const { return operands_; }
  void PackWeights(std::byte* weights, const std::byte* filter) const {
    filter_.Pack(weights, filter);
  }
  void Run(const Bindings& bind) const;

 private:
  // Some rows of the output of one image.
  struct Block {
    int64_t first, rows;
    std::vector<TypedCopy> loads;  // for each of a stride's columns
  };
  void PlanBlocks(const ConvolutionProblem& problem, int64_t rows);
  void RunBlock(const Block& block, float* output, const float* staged, const float* weights,
                const float* start) const;

  int64_t rows_, depth_;          // of the filter as a matrix
  std::vector<int64_t> offsets_;  // of each tap's pixels among the staged ones, in floats
  int64_t images_, input_image_bytes_;
  int64_t output_image_, output_channel_, output_row_;  // steps, in floats
  int64_t width_;                                       // of the output
  // Rows of staged pixels, and from one line of the output to the next, in floats.
  int64_t staged_row_ = 0, staged_line_ = 0;
  int64_t output_offset_;  // of the first element, in floats
  std::vector<Block> blocks_;
  PlaneFilter filter_;
  int threads_ = 1;  // that there is temporary memory for
  int64_t staged_bytes_ = 0;
  Temporary scratch_;
  FloatOperands operands_;
  std::vector<int64_t> staged_offsets_;  // of each thread, in temporary memory
};

}  // namespace weft::ops
