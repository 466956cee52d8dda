// SPDX-License-Identifier: MIT
// What becomes of a product's blocks while they are in the cache: Alpha * product + Beta * C and
// perhaps one more matrix, an activation of that, the output's type and its place in any layout.
#pragma once

#include <cstddef>
#include <optional>

#include "ops/matmul/gemm_plan.h"
#include "strided/row_function.h"

namespace weft {

class ProductStore {
 public:
  struct Options {
    float alpha = 1;
    std::optional<GemmMatrix> c = {};  // added, times beta
    float beta = 0;
    std::optional<GemmMatrix> addend = {};       // added as it is
    std::optional<RowFunction> activation = {};  // of float32 rows
  };
  ProductStore() = default;
  ProductStore(const GemmMatrix& output, const Options& options);

  // Where one run stores to. The pointers are to the first elements.
  struct Target {
    const ProductStore* store;
    std::byte* output;
    const std::byte* c;
    const std::byte* addend = nullptr;
  };
  // The target must outlive it.
  static ProductSink SinkTo(const Target& target);

 private:
  // A matrix to be added, times a factor.
  struct Added {
    GemmMatrix matrix = {};  // steps in bytes
    float factor = 1;
    bool has_rows = false;  // of contiguous float32, to be read where they lie
    TileKernel copy = nullptr;
    ConvertRow widen = nullptr;  // for FLOAT16, else null

    Added() = default;
    Added(const GemmMatrix& from, float times);
    // piece = alpha * piece + factor * matrix
    void AddTo(const ProductBlock& piece, float alpha, const std::byte* first) const;
  };

  static void Take(const void* target, const ProductBlock& block);
  // At most as many numbers as the first-level cache has room for.
  void Finish(const Target& target, const ProductBlock& piece) const;
  void Activate(ProductBlock piece) const;
  void Narrow(const ProductBlock& rows) const;
  void Fetch(const Target& target, const ProductBlock& piece) const;
  void Copy(const Target& target, const ProductBlock& block) const;

  GemmMatrix output_;  // steps in bytes
  float alpha_ = 1;
  std::optional<Added> c_, addend_;
  bool is_half_ = false;
  bool has_rows_ = false;  // of contiguous float32: blocks may be computed where they belong
  std::optional<RowFunction> activation_;
  TileKernel copy_output_ = nullptr;
  ConvertRow narrow_ = nullptr;  // for FLOAT16, else null
};

}  // namespace weft
