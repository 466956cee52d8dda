// SPDX-License-Identifier: MIT
// What the operators that multiply matrices share: the sizes of A, B and the product.
#pragma once

#include <string_view>

#include "ops/matmul/gemm_plan.h"
#include "weft/status.h"
#include "weft/tensor.h"

namespace weft::ops {

// ATensor or BTensor, and whether rows and columns change places.
struct ProductOperand {
  const TensorDesc& tensor;
  bool transposed = false;

  int RowDim() const { return tensor.rank() - (transposed ? 1 : 2); }
  int ColumnDim() const { return tensor.rank() - (transposed ? 2 : 1); }
};

// OutputTensor {.., M, N} is the product of ATensor {.., M, K} and BTensor {.., K, N}, with the
// same sizes in front. Dimension counts agree already.
Status CheckProductSizes(std::string_view op, const ProductOperand& a, const ProductOperand& b,
                         const TensorDesc& output);
GemmSizes ProductSizes(const ProductOperand& a, const TensorDesc& output);

// Scales and zero points: one number for all, or one for each row (Sizes {.., M, 1}, or {M} alone)
// or column ({.., N}) of a matrix.
enum class Along { Rows, Columns };
Status CheckNumbersAlong(std::string_view op, std::string_view field, const TensorDesc& numbers,
                         Along along, int64_t count);
// Elements from one to the next; 0 where there is one for all.
int64_t StepAlong(const TensorDesc& numbers);

}  // namespace weft::ops
