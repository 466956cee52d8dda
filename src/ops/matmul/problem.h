// SPDX-License-Identifier: MIT
// What a product of matrices is, before anyone decides how to compute it: sizes, types and strides.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <utility>

#include "weft/tensor.h"

namespace weft {

// C[m, n] = A[m, k] * B[k, n] for each of batches[0] * batches[1] pairs. Only k may be 0.
struct GemmSizes {
  int64_t m = 1, n = 1, k = 1;
  std::array<int64_t, 2> batches = {1, 1};

  int64_t BatchCount() const { return batches[0] * batches[1]; }
  std::array<int64_t, 2> BatchAt(int64_t i) const { return {i / batches[1], i % batches[1]}; }
  std::array<int64_t, 2> BatchAfter(const std::array<int64_t, 2>& batch) const {
    const bool is_last = batch[1] + 1 == batches[1];
    return {batch[0] + is_last, is_last ? 0 : batch[1] + 1};
  }
};

inline bool IsByte(DataType type) { return type == DataType::Int8 || type == DataType::UInt8; }

// Where a matrix's elements lie. Steps have any sign, or are 0, and count elements unless whoever
// holds it says that they count bytes.
struct GemmMatrix {
  DataType type = DataType::Float32;
  int64_t row_step = 0, column_step = 0;
  std::array<int64_t, 2> batch_steps = {0, 0};

  int64_t BatchOffset(const std::array<int64_t, 2>& batch) const {
    return batch[0] * batch_steps[0] + batch[1] * batch_steps[1];
  }
  // Of contiguous elements of 4 bytes, as microkernels read and write them.
  bool HasRows() const { return SizeBits(type) == 32 && column_step == 1; }
  GemmMatrix Transposed() const { return {type, column_step, row_step, batch_steps}; }
  GemmMatrix InBytes() const {
    const int64_t size = SizeBits(type) / 8;
    return {
        type, row_step * size, column_step * size, {batch_steps[0] * size, batch_steps[1] * size}};
  }
};

// The last two dimensions of a tensor are the matrix, up to two before them count the batches. A
// dimension of size 1 gets step 0.
inline GemmMatrix MatrixOf(const TensorDesc& tensor, bool transposed = false) {
  const auto step = [&](int from_last) {
    const int dim = tensor.rank() - from_last;
    return dim >= 0 && tensor.sizes()[dim] > 1 ? tensor.strides()[dim] : 0;
  };
  const GemmMatrix matrix = {tensor.type, step(2), step(1), {step(4), step(3)}};
  return transposed ? matrix.Transposed() : matrix;
}

// A product of matrices of FLOAT32 or FLOAT16, or of INT8 or UINT8, in any combination; of integers
// it is exact in int32, which wraps around. It is all that a schedule sees.
struct MatmulProblem {
  GemmSizes sizes;
  GemmMatrix a, b, output;
  // B is constant, or used by several products: PackB is called before all of them.
  bool b_is_packed = false;
  bool b_has_zeros = false;  // runs get zero points of an integer B
  bool a_has_zeros = true;   // … of A

  MatmulProblem() = default;
  // Steps that are never made may be anything; they become 0.
  MatmulProblem(const GemmSizes& sizes, const GemmMatrix& a, const GemmMatrix& b,
                const GemmMatrix& output, bool b_is_packed = false, bool b_has_zeros = false,
                bool a_has_zeros = true)
      : sizes(sizes),
        a(a),
        b(b),
        output(output),
        b_is_packed(b_is_packed),
        b_has_zeros(b_has_zeros),
        a_has_zeros(a_has_zeros) {
    assert(sizes.m > 0 && sizes.n > 0 && sizes.k >= 0 && sizes.BatchCount() > 0);
    assert(IsByte(a.type) == IsByte(b.type));
    const auto drop = [&](GemmMatrix& matrix, int64_t rows, int64_t columns) {
      if (rows == 1) matrix.row_step = 0;
      if (columns == 1) matrix.column_step = 0;
      for (size_t i = 0; i < 2; ++i)
        if (sizes.batches[i] == 1) matrix.batch_steps[i] = 0;
    };
    drop(this->a, sizes.m, sizes.k);
    drop(this->b, sizes.k, sizes.n);
    drop(this->output, sizes.m, sizes.n);
  }

  bool IsInteger() const { return IsByte(a.type); }
  // C^T = B^T * A^T. What was packed is not.
  MatmulProblem Transposed() const {
    return {{sizes.n, sizes.m, sizes.k, sizes.batches},
            b.Transposed(),
            a.Transposed(),
            output.Transposed()};
  }
  // B differs along so many of each kind of batch; the others share one.
  std::array<int64_t, 2> BatchesOfB() const {
    return {b.batch_steps[0] == 0 ? 1 : sizes.batches[0],
            b.batch_steps[1] == 0 ? 1 : sizes.batches[1]};
  }
  int64_t CountOfB() const { return BatchesOfB()[0] * BatchesOfB()[1]; }
  int64_t IndexOfB(const std::array<int64_t, 2>& batch) const {
    const std::array<int64_t, 2> counts = BatchesOfB();
    return (counts[0] > 1 ? batch[0] : 0) * counts[1] + (counts[1] > 1 ? batch[1] : 0);
  }
};

}  // namespace weft
