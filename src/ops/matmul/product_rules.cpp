// SPDX-License-Identifier: MIT
// Sizes that must agree between the matrices of a product.
#include "ops/matmul/product_rules.h"

#include "base/error.h"

namespace weft::ops {
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

}  // namespace weft::ops
