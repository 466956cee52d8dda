// SPDX-License-Identifier: MIT
// The product of two matrices of 8-bit integers, less their zero points, or of many pairs of them:
// exact in int32, which wraps around. Both are packed as 16-bit differences, so that one
// instruction multiplies and adds two neighbours along the depth and nothing saturates.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "ops/matmul/problem.h"
#include "strided/tile_kernels.h"

namespace weft {

struct IntegerKernel;

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
  IntegerGemmPlan(const GemmSizes& sizes, const GemmMatrix& a, const GemmMatrix& b);

  uint64_t scratch_bytes() const { return scratch_bytes_; }  // of temporary memory
  void Run(const IntegerSink& sink, const std::byte* a, const ZeroPoints& a_zero,
           const std::byte* b, const ZeroPoints& b_zero, std::byte* scratch) const;

  // A constant B, less its zero points, is packed once, and RunPacked takes that instead.
  uint64_t packed_bytes() const { return uint64_t(DistinctB() * 2 * NumbersOf(columns_)); }
  uint64_t packed_scratch_bytes() const { return packed_scratch_bytes_; }  // for RunPacked
  void PackB(std::byte* packed, const std::byte* b, const ZeroPoints& b_zero) const;
  void RunPacked(const IntegerSink& sink, const std::byte* a, const ZeroPoints& a_zero,
                 const std::byte* packed, std::byte* scratch) const;

 private:
  // Rows of A or columns of B, side by side in groups of `width`.
  struct Side {
    bool is_signed = false;
    int64_t width = 1, count = 1;
    int64_t step = 0, depth_step = 0;  // in bytes, as elements are
    TileKernel copy = nullptr;

    int64_t Groups() const { return (count + width - 1) / width; }
  };

  int64_t Pairs() const { return (sizes_.k + 1) / 2; }  // of neighbours along the depth
  int64_t NumbersOf(const Side& side) const { return side.Groups() * side.width * Pairs() * 2; }
  int64_t DistinctB() const { return b_batches_[0] * b_batches_[1]; }
  int64_t IndexOfB(const std::array<int64_t, 2>& batch) const;
  void Pack(int16_t* packed, const Side& side, const std::byte* from, const ZeroPoints& zero) const;
  void PackGroup(int16_t* packed, const Side& side, const std::byte* from, int64_t count,
                 const ZeroPoints& zero) const;
  // packed_b(batch) is the packed B of a pair.
  template <class PackedB>
  void RunPairs(const IntegerSink& sink, const std::byte* a, const ZeroPoints& a_zero,
                std::byte* scratch, const PackedB& packed_b) const;
  void Multiply(const IntegerSink& sink, const std::array<int64_t, 2>& batch, const int16_t* a,
                const int16_t* b, int32_t* blocks) const;

  GemmSizes sizes_;
  GemmMatrix a_, b_;
  const IntegerKernel* kernel_ = nullptr;  // that B is packed for
  Side rows_, columns_;
  std::array<int64_t, 2> b_batches_ = {1, 1};  // that differ
  int64_t block_rows_ = 1, block_panels_ = 1;
  int threads_ = 1;
  int64_t work_bytes_ = 0;
  uint64_t packed_scratch_bytes_ = 0, scratch_bytes_ = 0;
};

}  // namespace weft
