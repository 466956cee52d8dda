// SPDX-License-Identifier: MIT
// What a product of matrices is, before anyone decides how to compute it: sizes, types and strides.
// The operators that multiply matrices share their rules about sizes here.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "weft/status.h"
#include "weft/tensor.h"

namespace weft {

// C[m, n] = A[m, k] * B[k, n] for each of batches[0] * batches[1] pairs. Only k may be 0.
struct GemmSizes {
  int64_t m = 1, n = 1, k = 1;
  std::array<int64_t, 2> batches = {1, 1};

  int64_t BatchCount() const { return batches[0] * batches[1]; }
  std::array<int64_t, 2> BatchAt(int64_t i) const { return {i / batches[1], i % batches[1]}; }
};

// Where a matrix's elements lie. Steps have any sign, or are 0, and count elements unless whoever
// holds it says that they count bytes.
struct GemmMatrix {
  DataType type = DataType::Float32;
  int64_t row_step = 0, column_step = 0;
  std::array<int64_t, 2> batch_steps = {0, 0};

  int64_t BatchOffset(const std::array<int64_t, 2>& batch) const {
    return batch[0] * batch_steps[0] + batch[1] * batch_steps[1];
  }
  bool HasFloatRows() const { return type == DataType::Float32 && column_step == 1; }
};

// The last two dimensions of a tensor are the matrix, up to two before them count the batches. A
// dimension of size 1 gets step 0.
GemmMatrix MatrixOf(const TensorDesc& tensor, bool transposed = false);
// Its steps, which count elements, count bytes.
GemmMatrix InBytes(GemmMatrix matrix);

// A product of FLOAT32 or FLOAT16 matrices, in any combination. It is all that a schedule sees.
struct MatmulProblem {
  GemmSizes sizes;
  GemmMatrix a, b, output;
  // B is constant, or used by several products: PackB is called before all of them.
  bool b_is_packed = false;

  MatmulProblem() = default;
  // Steps that are never made may be anything; they become 0.
  MatmulProblem(const GemmSizes& sizes, const GemmMatrix& a, const GemmMatrix& b,
                const GemmMatrix& output, bool b_is_packed = false);

  // C^T = B^T * A^T. What was packed is not.
  MatmulProblem Transposed() const;
  // B differs along so many of each kind of batch; the others share one.
  std::array<int64_t, 2> BatchesOfB() const;
  int64_t CountOfB() const { return BatchesOfB()[0] * BatchesOfB()[1]; }
  int64_t IndexOfB(const std::array<int64_t, 2>& batch) const;
};

namespace ops {

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

}  // namespace ops
}  // namespace weft
