// SPDX-License-Identifier: MIT
// What becomes of a product's blocks while they are in the cache. GEMM's epilogue is Alpha *
// product + Beta * C and perhaps one more matrix, an activation of that, and the output's type and
// layout.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "ops/matmul/problem.h"
#include "strided/convert.h"
#include "strided/row_function.h"
#include "strided/tile_kernels.h"

namespace weft {

// A finished block of one batch's product. An epilogue may overwrite the values, which are int32
// where integers were multiplied.
struct ProductBlock {
  std::array<int64_t, 2> batch;
  int64_t row, column;  // of its first element
  int64_t rows, columns;
  float* values;  // aligned to nothing where they are in the output
  int64_t row_step;
};

// From a matrix's first element to where a block begins.
inline int64_t OffsetOf(const GemmMatrix& matrix, const ProductBlock& block) {
  return matrix.BatchOffset(block.batch) + block.row * matrix.row_step +
         block.column * matrix.column_step;
}

// Where rows of float32 belong, from the first element of the first batch on; steps in floats.
struct OutputRows {
  float* values = nullptr;  // aligned to nothing
  GemmMatrix matrix = {};

  float* At(const ProductBlock& block) const { return At(block.batch, block.row, block.column); }
  float* At(const std::array<int64_t, 2>& batch, int64_t row, int64_t column) const {
    return values + matrix.BatchOffset(batch) + row * matrix.row_step + column * matrix.column_step;
  }
};

// Is called with every block. Several threads call it at once, with different blocks.
struct Epilogue {
  void (*apply)(const void* context, const ProductBlock& block);
  const void* context;
  // With values, blocks may be computed in the output; the epilogue is called all the same, unless
  // they are final there.
  OutputRows rows = {};
  bool rows_are_final = false;

  void operator()(const ProductBlock& block) const { apply(context, block); }
};

// Of a function of blocks, which must outlive it.
template <class Body>
Epilogue EpilogueOf(const Body& body) {
  return {[](const void* context, const ProductBlock& block) {
            (*static_cast<const Body*>(context))(block);
          },
          &body};
}

class GemmEpilogue {
 public:
  static constexpr size_t kMostAdded = 2;

  // A matrix to be added, times a factor.
  struct Added {
    GemmMatrix matrix;
    float factor = 1;
  };
  struct Options {
    float alpha = 1;
    std::vector<Added> added = {};               // one after the other
    std::optional<RowFunction> activation = {};  // of float32 rows
  };
  GemmEpilogue() = default;
  GemmEpilogue(const GemmMatrix& output, const Options& options);

  // What one run reads and writes. The pointers are to the first elements.
  struct Target {
    const GemmEpilogue* epilogue;
    std::byte* output;
    std::array<const std::byte*, kMostAdded> added = {};

    void operator()(const ProductBlock& block) const { epilogue->Apply(*this, block); }
  };
  // The target must outlive it.
  static Epilogue For(const Target& target);

 private:
  struct Addend : Added {  // steps in bytes
    TileKernel copy;
    ConvertRow widen = nullptr;  // for FLOAT16, else null

    explicit Addend(const Added& added);
    bool HasRows() const { return !widen && matrix.column_step == 4; }
    // tile = alpha * tile + factor * matrix
    void AddTo(const ProductBlock& tile, float alpha, const std::byte* first) const;
  };

  void Apply(const Target& target, const ProductBlock& block) const;
  bool HasRows() const { return !narrow_ && output_.column_step == 4; }
  bool OnlyCopies() const { return !narrow_ && alpha_ == 1 && added_.empty() && !activation_; }
  // Tiles have at most as many numbers as the first-level cache has room for.
  void Finish(const Target& target, const ProductBlock& tile) const;
  void Activate(ProductBlock tile) const;
  void Narrow(const ProductBlock& rows) const;
  void Prefetch(const Target& target, const ProductBlock& tile) const;
  void Copy(const Target& target, const ProductBlock& block) const;

  GemmMatrix output_;  // steps in bytes
  float alpha_ = 1;
  std::vector<Addend> added_;
  std::optional<RowFunction> activation_;
  TileKernel copy_output_ = nullptr;
  ConvertRow narrow_ = nullptr;  // for FLOAT16, else null
};

// to[r, j] = alpha * to[r, j] + beta * from[r, j]. Nothing needs alignment; no row is another's.
struct ScaledSum {
  float* to;
  int64_t to_step;  // floats from row to row
  int64_t rows, columns;
  float alpha = 1, beta = 0;
  const std::byte* from = nullptr;  // null: nothing is added
  int64_t from_step = 0;            // bytes from row to row; 0 where all add the same
  bool one_number = false;          // from[r] is added to all of a row
};

void Add(const ScaledSum& sum);

}  // namespace weft
