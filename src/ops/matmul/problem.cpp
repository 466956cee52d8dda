// SPDX-License-Identifier: MIT
// See problem.h.
#include "ops/matmul/problem.h"

#include <cassert>
#include <utility>

#include "base/error.h"

namespace weft {
namespace {

void DropUnusedSteps(GemmMatrix& matrix, int64_t rows, int64_t columns,
                     const std::array<int64_t, 2>& batches) {
  if (rows == 1) matrix.row_step = 0;
  if (columns == 1) matrix.column_step = 0;
  for (size_t i = 0; i < 2; ++i)
    if (batches[i] == 1) matrix.batch_steps[i] = 0;
}

}  // namespace

GemmMatrix MatrixOf(const TensorDesc& tensor, bool transposed) {
  const int rank = tensor.rank();
  const auto step = [&](int dim) {
    return dim >= 0 && tensor.sizes()[dim] > 1 ? tensor.strides()[dim] : 0;
  };
  GemmMatrix matrix = {
      tensor.type, step(rank - 2), step(rank - 1), {step(rank - 4), step(rank - 3)}};
  if (transposed) std::swap(matrix.row_step, matrix.column_step);
  return matrix;
}

GemmMatrix InBytes(GemmMatrix matrix) {
  const int64_t size = SizeBits(matrix.type) / 8;
  matrix.row_step *= size;
  matrix.column_step *= size;
  for (int64_t& step : matrix.batch_steps) step *= size;
  return matrix;
}

MatmulProblem::MatmulProblem(const GemmSizes& sizes, const GemmMatrix& a, const GemmMatrix& b,
                             const GemmMatrix& output, bool b_is_packed)
    : sizes(sizes), a(a), b(b), output(output), b_is_packed(b_is_packed) {
  assert(sizes.m > 0 && sizes.n > 0 && sizes.k >= 0 && sizes.BatchCount() > 0);
  DropUnusedSteps(this->a, sizes.m, sizes.k, sizes.batches);
  DropUnusedSteps(this->b, sizes.k, sizes.n, sizes.batches);
  DropUnusedSteps(this->output, sizes.m, sizes.n, sizes.batches);
}

MatmulProblem MatmulProblem::Transposed() const {
  const auto transposed = [](GemmMatrix matrix) {
    std::swap(matrix.row_step, matrix.column_step);
    return matrix;
  };
  return {
      {sizes.n, sizes.m, sizes.k, sizes.batches}, transposed(b), transposed(a), transposed(output)};
}

std::array<int64_t, 2> MatmulProblem::BatchesOfB() const {
  return {b.batch_steps[0] == 0 ? 1 : sizes.batches[0],
          b.batch_steps[1] == 0 ? 1 : sizes.batches[1]};
}

int64_t MatmulProblem::IndexOfB(const std::array<int64_t, 2>& batch) const {
  const std::array<int64_t, 2> counts = BatchesOfB();
  return (counts[0] > 1 ? batch[0] : 0) * counts[1] + (counts[1] > 1 ? batch[1] : 0);
}

namespace ops {
namespace {

Status CheckSame(std::string_view op, std::string_view field, const TensorDesc& tensor, int dim,
                 std::string_view like_field, const TensorDesc& like, int like_dim) {
  if (tensor.sizes()[dim] == like.sizes()[like_dim]) return Ok();
  return Invalid("{}: {}.Sizes[{}] is {}, but {}.Sizes[{}] is {}", op, field, dim,
                 tensor.sizes()[dim], like_field, like_dim, like.sizes()[like_dim]);
}

}  // namespace

Status CheckProductSizes(std::string_view op, const ProductOperand& a, const ProductOperand& b,
                         const TensorDesc& output) {
  const int rank = output.rank();
  for (int dim = 0; dim < rank - 2; ++dim) {
    WEFT_RETURN_IF_ERROR(CheckSame(op, "BTensor", b.tensor, dim, "ATensor", a.tensor, dim));
    WEFT_RETURN_IF_ERROR(CheckSame(op, "OutputTensor", output, dim, "ATensor", a.tensor, dim));
  }
  WEFT_RETURN_IF_ERROR(
      CheckSame(op, "BTensor", b.tensor, b.RowDim(), "ATensor", a.tensor, a.ColumnDim()));
  WEFT_RETURN_IF_ERROR(
      CheckSame(op, "OutputTensor", output, rank - 2, "ATensor", a.tensor, a.RowDim()));
  return CheckSame(op, "OutputTensor", output, rank - 1, "BTensor", b.tensor, b.ColumnDim());
}

GemmSizes ProductSizes(const ProductOperand& a, const TensorDesc& output) {
  const Sizes& sizes = output.sizes();
  const int rank = sizes.rank();
  return {.m = sizes[rank - 2],
          .n = sizes[rank - 1],
          .k = a.tensor.sizes()[a.ColumnDim()],
          .batches = {rank > 3 ? sizes[rank - 4] : 1, rank > 2 ? sizes[rank - 3] : 1}};
}

namespace {

// The only dimension that is not 1; -1 when all are.
int LongDim(const TensorDesc& numbers) {
  for (int dim = 0; dim < numbers.rank(); ++dim)
    if (numbers.sizes()[dim] != 1) return dim;
  return -1;
}

}  // namespace

Status CheckNumbersAlong(std::string_view op, std::string_view field, const TensorDesc& numbers,
                         Along along, int64_t count) {
  const int long_dim = LongDim(numbers), rank = numbers.rank();
  if (long_dim < 0) return Ok();
  const bool rows = along == Along::Rows;
  const int dim = rows && rank > 1 ? rank - 2 : rank - 1;
  Sizes wanted = Sizes::Filled(rank, 1);
  wanted[dim] = count;
  if (numbers.sizes() == wanted) return Ok();
  return Invalid("{}: {}.Sizes is {}, but one element or {}, one for each {}, is required", op,
                 field, ToString(numbers.sizes()), ToString(wanted), rows ? "row" : "column");
}

int64_t StepAlong(const TensorDesc& numbers) {
  const int dim = LongDim(numbers);
  return dim < 0 ? 0 : numbers.strides()[dim];
}

}  // namespace ops
}  // namespace weft
