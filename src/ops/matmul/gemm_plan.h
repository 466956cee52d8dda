// SPDX-License-Identifier: MIT
// The product of two matrices, or of many pairs of them, in float32. Panels of A and B are packed
// as the kernel wants them, whatever their strides and types; blocks of the product are handed out
// while they are in the cache. Every element adds up its terms in the same order, so neither blocks
// nor threads change a bit of it, nor do layouts; but few rows times contiguous columns of B, if it
// was not packed before, are dot products, which add up several parts side by side.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "ops/matmul/dot_rows.h"
#include "ops/matmul/microkernel_f32.h"
#include "ops/matmul/pack.h"
#include "weft/tensor.h"

namespace weft {

// C[m, n] = A[m, k] * B[k, n] for each of batches[0] * batches[1] pairs. Only k may be 0.
struct GemmSizes {
  int64_t m = 1, n = 1, k = 1;
  std::array<int64_t, 2> batches = {1, 1};
};

// Where a matrix's elements lie: FLOAT32 or FLOAT16, steps in elements, of any sign, or 0.
struct GemmMatrix {
  DataType type = DataType::Float32;
  int64_t row_step = 0, column_step = 0;
  std::array<int64_t, 2> batch_steps = {0, 0};

  int64_t BatchOffset(const std::array<int64_t, 2>& batch) const {
    return batch[0] * batch_steps[0] + batch[1] * batch_steps[1];
  }
};

// The last two dimensions of a tensor are the matrix, up to two before them count the pairs. A
// dimension of size 1 gets step 0.
GemmMatrix MatrixOf(const TensorDesc& tensor, bool transposed = false);

// A finished block of one pair's product. Whoever takes it may overwrite the values.
struct ProductBlock {
  std::array<int64_t, 2> batch;
  int64_t row, column;  // of its first element
  int64_t rows, columns;
  float* values;  // aligned to nothing where they are in the sink's place
  int64_t row_step;
};

// Where rows of float32 belong, from the first element of the first pair on; steps in floats.
struct ProductPlace {
  float* values = nullptr;  // aligned to nothing
  int64_t row_step = 0;
  std::array<int64_t, 2> batch_steps = {0, 0};

  float* At(const ProductBlock& block) const {
    return values + block.batch[0] * batch_steps[0] + block.batch[1] * batch_steps[1] +
           block.row * row_step + block.column;
  }
};

// What becomes of the blocks. Several threads call it at once, with different blocks.
struct ProductSink {
  void (*take)(const void* context, const ProductBlock& block);
  const void* context;
  // With values, blocks may be computed where they belong; they are to be taken all the same.
  ProductPlace place = {};
};

// Planned once, run often. No memory needs alignment.
class GemmPlan {
 public:
  GemmPlan() = default;
  GemmPlan(const GemmSizes& sizes, const GemmMatrix& a, const GemmMatrix& b);

  const GemmSizes& sizes() const { return sizes_; }
  uint64_t scratch_bytes() const { return scratch_bytes_; }  // of temporary memory

  // `a` and `b` are the first elements of the first pair.
  void Run(const ProductSink& sink, const std::byte* a, const std::byte* b,
           std::byte* scratch) const;
  // To contiguous rows, `row_step` floats apart. Pairs come one after the other.
  void Run(float* c, int64_t row_step, const std::byte* a, const std::byte* b,
           std::byte* scratch) const;

  // A constant B is packed once, and RunPacked takes that instead. Where Run is made of dot
  // products it packs nothing, and the bits of RunPacked may differ from its own.
  bool is_of_dots() const { return dots_ != nullptr; }
  uint64_t packed_bytes() const;
  uint64_t packed_scratch_bytes() const;  // of temporary memory, for RunPacked
  void PackB(std::byte* packed, const std::byte* b) const;
  void RunPacked(const ProductSink& sink, const std::byte* a, const std::byte* packed,
                 std::byte* scratch) const;
  void RunPacked(float* c, int64_t row_step, const std::byte* a, const std::byte* packed,
                 std::byte* scratch) const;

 private:
  friend class GemmsTogether;

  // Rows and columns of one pair, for one thread, and which terms of their sums.
  struct Task {
    std::array<int64_t, 2> batch;
    int64_t row, rows, column, columns;
    int64_t k, k_end;
  };
  struct PackedB {
    const float* data = nullptr;
    int64_t pair_step = 0;  // from one B to the next
  };
  enum class Packing : uint8_t {
    ByTask,  // each task packs the columns of B that it alone needs
    Before,  // all threads pack a whole B, then many tasks use it
  };

  int64_t PanelsOf(int64_t columns) const { return (columns + panel_ - 1) / panel_; }
  int64_t Panels() const { return PanelsOf(sizes_.n); }
  int64_t PairOfB(const std::array<int64_t, 2>& batch) const;
  int64_t DistinctB() const { return b_batches_[0] * b_batches_[1]; }
  int64_t PackedFloats() const { return Panels() * panel_ * sizes_.k; }  // of one B
  int ThreadsNow() const;
  static float* Aligned(std::byte* scratch);
  ProductPlace Rows(float* c, int64_t row_step) const;
  void PackOneB(float* packed, const std::byte* b) const;
  void PackPanels(float* packed, const std::byte* b, int64_t column, int64_t columns, int64_t k,
                  int64_t depth) const;
  // Tells the kernel where its rows of A are; packs them there if need be.
  void GiveRows(GemmBlock& block, const std::byte* a, float* packed) const;
  // With `b` the task packs it; else it is packed.
  void RunTask(const Task& task, const ProductSink& sink, const std::byte* a, const std::byte* b,
               const PackedB& packed, float* area) const;
  // A task of few rows whose columns of B are contiguous.
  void RunDots(const Task& task, const ProductSink& sink, const std::byte* a, const std::byte* b,
               float* area) const;
  // How many there are for so many pairs, and the i-th of them, from `first_pair` on.
  int64_t TaskCount(int64_t pairs, int64_t rows) const;
  Task TaskAt(int64_t i, int64_t first_pair, int64_t rows) const;
  // All tasks of `pairs` pairs from `first_pair` on.
  void RunTasks(int64_t first_pair, int64_t pairs, const ProductSink& sink, const std::byte* a,
                const std::byte* b, const PackedB& packed, float* areas) const;
  // One row by a B whose short rows each thread reads whole, each other ones.
  void RunByDepth(const ProductSink& sink, const std::byte* a, const std::byte* b,
                  float* areas) const;

  GemmSizes sizes_;
  GemmMatrix a_, b_;  // steps in bytes
  GemmKernel kernel_{};
  DotKernel dots_ = nullptr;                         // where the product is made of dot products
  int64_t panel_ = 1;                                // columns of a panel of B
  int64_t block_m_ = 1, block_n_ = 1, block_k_ = 1;  // of a block of the product
  std::array<int64_t, 2> b_batches_ = {1, 1};        // that differ
  Packing packing_ = Packing::ByTask;
  bool a_in_place_ = false;  // the kernel reads A where it lies
  bool b_in_place_ = false;  // … and whole panels of B: packing them would cost most
  bool by_depth_ = false;    // threads share the terms of the sums rather than the columns
  int threads_ = 1;          // that there is scratch memory for
  int64_t work_bytes_ = 0;   // as many bytes could be moved in the time it takes
  int64_t dot_depth_ = 1;    // of a stretch of dot products
  GroupPacker pack_a_, pack_b_, pack_dot_row_;
  ConvertRow widen_b_ = nullptr;    // for FLOAT16, else null
  int64_t a_floats_ = 0;            // of packed A, in the …
  int64_t area_floats_ = 0;         // … scratch of one thread
  int64_t packed_area_floats_ = 0;  // … where B is packed already
  uint64_t scratch_bytes_ = 0;
};

}  // namespace weft
