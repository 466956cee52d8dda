// SPDX-License-Identifier: MIT
// What becomes of sums of products of 8-bit integers: such integers again, block by block while the
// sums are in the cache.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "ops/quantization/numbers.h"
#include "program/scratch.h"
#include "strided/map.h"
#include "strided/tile_kernels.h"

namespace weft {

// Sums of a product, from one element of it on.
struct SumBlock {
  int64_t row, column;  // of that element
  int64_t rows, columns;
  const float* values;  // the bits of int32
  int64_t row_step;
};

class Requantizer {
 public:
  // One for all, or one for each row or for each column.
  struct Of {
    NumbersInput row_scale, column_scale, column_bias, row_output_scale, row_zero_point;
  };
  // What is rounded is (sum + bias) * (row scale * column scale) / output scale, in float64.
  // `Scales` says whether the scales are one factor before they meet a sum.
  enum class Scales { OneByOne, AsOneFactor };

  // The output is of INT8 or UINT8, with so many bytes from row to row and column to column.
  Requantizer(DataType output, int64_t row_step, int64_t column_step, const Of& of, Scales scales);

  // `output` is where the block's first element belongs.
  void Run(const Bindings& bind, const SumBlock& block, std::byte* output) const;

 private:
  // Of codes that wait for a tile kernel, where columns do not follow each other in the output.
  static constexpr int64_t kRows = 64, kColumns = 128;

  DataType type_;
  int64_t row_step_, column_step_;
  Of of_;
  Scales scales_;
  TileKernel store_;
};

// Sums of whole numbers in FLOAT32, in a tensor whose dimension 1 are the columns; rows have one
// number of each kind.
class TensorRequantizer {
 public:
  TensorRequantizer() = default;
  // Reserves temporary memory.
  TensorRequantizer(const TensorDesc& output, const TensorDesc& sums, const Requantizer::Of& of,
                    ops::Temporary& scratch);

  void Run(const Bindings& bind, std::byte* output, const std::byte* sums) const;

 private:
  Requantizer::Of of_;
  int64_t columns_ = 0, scales_offset_ = 0, factors_offset_ = 0;
  std::optional<MapPlan<5>> plan_;
};

}  // namespace weft
