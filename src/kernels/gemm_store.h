// SPDX-License-Identifier: MIT
// What becomes of a product's blocks while they are in the cache: Alpha * product + Beta * C, an
// activation of that, the output's type and its place in any layout.
#pragma once

#include <cstddef>
#include <optional>

#include "kernels/gemm.h"
#include "strided/row_function.h"

namespace weft {

class ProductStore {
 public:
  struct Options {
    float alpha = 1;
    std::optional<GemmMatrix> c = {};  // added, times beta
    float beta = 0;
    std::optional<RowFunction> activation = {};  // of float32 rows
  };
  ProductStore() = default;
  ProductStore(const GemmMatrix& output, const Options& options);

  // Where one run stores to. The pointers are to the first elements.
  struct Target {
    const ProductStore* store;
    std::byte* output;
    const std::byte* c;
  };
  // The target must outlive it.
  static ProductSink SinkTo(const Target& target);

 private:
  static void Take(const void* target, const ProductBlock& block);
  void AddC(const std::byte* c, const ProductBlock& block) const;
  void AddToRows(const std::byte* c, const ProductBlock& block) const;
  void LoadC(float* to, const std::byte* c, int64_t rows, int64_t columns) const;

  GemmMatrix output_, c_;  // steps in bytes
  float alpha_ = 1, beta_ = 0;
  bool has_c_ = false, is_half_ = false;
  bool in_place_ = false;  // blocks may be computed where they belong
  std::optional<RowFunction> activation_;
  TileKernel copy_c_ = nullptr, copy_output_ = nullptr;
  ConvertRow widen_c_ = nullptr, narrow_ = nullptr;  // for FLOAT16, else null
};

}  // namespace weft
