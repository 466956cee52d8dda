// SPDX-License-Identifier: MIT
// The product of two matrices of 8-bit integers, less their zero points, or of many pairs of them:
// exact in int32, which wraps around. A is packed as 16-bit differences and B as it is: where one
// meets the other, B is widened, one instruction multiplies and adds two neighbours along the
// depth, and nothing saturates. With zero points z of B, the sum of a (b - z) is that of a b less z
// times the sum of a, which packing A gives for each row.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "ops/matmul/microkernel_i8.h"
#include "ops/matmul/problem.h"
#include "strided/tile_kernels.h"

namespace weft {

// A finished block of one pair's product.
struct IntegerBlock {
  std::array<int64_t, 2> batch;
  int64_t row, column;  // of its first element
  int64_t rows, columns;
  const int32_t* values;
  int64_t row_step;
};

// Several threads call it at once, with different blocks.
struct IntegerSink {
  void (*take)(const void* context, const IntegerBlock& block);
  const void* context;
};

// One for each row of A or column of B, of that matrix's type, so many bytes apart; null for 0.
struct ZeroPoints {
  const std::byte* data = nullptr;
  int64_t step = 0;
};

// Planned once, run often. No memory needs alignment. Matrices are INT8 or UINT8.
class IntegerGemmPlan {
 public:
  IntegerGemmPlan() = default;
  // `b_has_zeros`: Run and PackB will get zero points of B.
  IntegerGemmPlan(const GemmSizes& sizes, const GemmMatrix& a, const GemmMatrix& b,
                  bool b_has_zeros);

  uint64_t scratch_bytes() const { return scratch_bytes_; }  // of temporary memory
  void Run(const IntegerSink& sink, const std::byte* a, const ZeroPoints& a_zero,
           const std::byte* b, const ZeroPoints& b_zero, std::byte* scratch) const;

  // A constant B is packed once, its zero points behind it, and RunPacked takes that instead.
  uint64_t packed_bytes() const { return uint64_t(DistinctB() * PanelsBytes() + ZerosBytes()); }
  uint64_t packed_scratch_bytes() const { return packed_scratch_bytes_; }  // for RunPacked
  void PackB(std::byte* packed, const std::byte* b, const ZeroPoints& b_zero) const;
  void RunPacked(const IntegerSink& sink, const std::byte* a, const ZeroPoints& a_zero,
                 const std::byte* packed, std::byte* scratch) const;

 private:
  struct PackedA {
    int16_t* numbers;  // less their zero points
    int32_t* sums;     // of rows
  };
  struct PackedB {
    const std::byte* panels;
    const std::byte* zeros;  // one for each column; null if there are none
  };

  int64_t Pairs() const { return (sizes_.k + 1) / 2; }  // of neighbours along the depth
  int64_t RowGroups() const { return (sizes_.m + kIntegerRows - 1) / kIntegerRows; }
  int64_t Panels() const { return (sizes_.n + panel_ - 1) / panel_; }
  int64_t PanelsBytes() const { return Panels() * panel_ * Pairs() * 2; }  // of one B
  int64_t ZerosBytes() const { return b_has_zeros_ ? Panels() * panel_ : 0; }
  int64_t BlockNumbers() const { return block_groups_ * kIntegerRows * block_panels_ * panel_; }
  int64_t DistinctB() const { return b_batches_[0] * b_batches_[1]; }
  int64_t IndexOfB(const std::array<int64_t, 2>& batch) const;

  void PackA(const PackedA& packed, const std::byte* a, const ZeroPoints& zero) const;
  void PackRows(const PackedA& packed, const std::byte* a, int64_t rows,
                const ZeroPoints& zero) const;
  void PackPanels(std::byte* packed, const std::byte* b) const;
  void PackPanel(std::byte* packed, const std::byte* b, int64_t columns) const;
  void PackZeros(std::byte* packed, const ZeroPoints& zero) const;
  // packed_b(batch) is the packed B of a pair.
  template <class PackedBOf>
  void RunPairs(const IntegerSink& sink, const std::byte* a, const ZeroPoints& a_zero,
                std::byte* scratch, const PackedBOf& packed_b) const;
  void Multiply(const IntegerSink& sink, const std::array<int64_t, 2>& batch, const PackedA& a,
                const PackedB& b, int32_t* blocks) const;

  GemmSizes sizes_;
  GemmMatrix a_, b_;
  bool b_has_zeros_ = false;
  const IntegerKernel* kernel_ = nullptr;  // that B is packed for
  int64_t panel_ = 1;                      // columns of a panel of B
  TileKernel copy_a_ = nullptr, pair_a_ = nullptr, copy_b_ = nullptr;
  std::array<int64_t, 2> b_batches_ = {1, 1};  // that differ
  int64_t block_groups_ = 1, block_panels_ = 1;
  int threads_ = 1;
  int64_t work_bytes_ = 0;
  uint64_t packed_scratch_bytes_ = 0, scratch_bytes_ = 0;
};

}  // namespace weft
