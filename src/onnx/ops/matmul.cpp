// SPDX-License-Identifier: MIT
// Products of matrices. DirectML's have up to two dimensions of pairs; more are made two.
#include <algorithm>

#include "onnx/families.h"
#include "onnx/ops/typed.h"

namespace weft::onnx {
namespace {

Status Gemm(Conversion& c) {
  WEFT_ASSIGN(const ValueRef a, c.TensorInput(0));
  WEFT_ASSIGN(const ValueRef b, c.TensorInput(1));
  const bool trans_a = c.Int("transA", 0) != 0, trans_b = c.Int("transB", 0) != 0;
  if (a->rank() != 2 || b->rank() != 2 || a->shape[trans_a ? 0 : 1] != b->shape[trans_b ? 1 : 0])
    return Invalid(
        "A has the shape {} and B {}, with transA {} and transB {}, which do not fit together",
        ToString(a->shape), ToString(b->shape), int(trans_a), int(trans_b));
  const Shape shape = {a->shape[trans_a ? 1 : 0], b->shape[trans_b ? 0 : 1]};
  if (shape[0] == 0 || shape[1] == 0) return GiveEmpty(c, 0, a->type, shape);
  const DataType compute = a->type == ElementType::Float16 ? DataType::Float16 : DataType::Float32;
  const DataType type = DataTypeOf(a->type);
  WEFT_ASSIGN(const Expression left, c.Device(a));
  WEFT_ASSIGN(const Expression right, c.Device(b));
  std::vector<Expression> inputs = {c.Cast(left, compute), c.Cast(right, compute)};
  weft::Gemm op = {.output = TensorDesc(compute, SizesOf(shape)),
                   .trans_a = trans_a ? MatrixTransform::Transpose : MatrixTransform::None,
                   .trans_b = trans_b ? MatrixTransform::Transpose : MatrixTransform::None,
                   .alpha = c.Float("alpha", 1)};
  if (const ValueRef& added = c.Optional(2)) {
    WEFT_ASSIGN(const Shape fits, BroadcastShape(added->shape, shape));
    if (fits != shape)
      return Invalid("C has the shape {}, but the result has {}", ToString(added->shape),
                     ToString(shape));
    WEFT_ASSIGN(const Expression third, c.Device(added));
    inputs.push_back(c.Cast(third, compute).Stretch(SizesOf(shape)));
    op.c = inputs.back().desc();
    op.beta = c.Float("beta", 1);
  }
  return c.Give(0, c.Cast(GraphBuilder::Add(std::move(op), inputs)[0], type), a->type, shape);
}

Status MatMul(Conversion& c) {
  WEFT_ASSIGN(const ValueRef a, c.TensorInput(0));
  WEFT_ASSIGN(const ValueRef b, c.TensorInput(1));
  Shape left = a->shape, right = b->shape;
  const bool is_row = left.size() == 1, is_column = right.size() == 1;
  if (left.empty() || right.empty()) return Invalid("inputs of rank 0 have no product");
  if (is_row) left.insert(left.begin(), 1);
  if (is_column) right.push_back(1);
  const int64_t m = left[left.size() - 2], k = left.back(), n = right.back();
  if (k != right[right.size() - 2])
    return Invalid("A has the shape {} and B {}, which do not fit together", ToString(a->shape),
                   ToString(b->shape));
  const Shape left_pairs(left.begin(), left.end() - 2), right_pairs(right.begin(), right.end() - 2);
  WEFT_ASSIGN(const Shape pairs, BroadcastShape(left_pairs, right_pairs));
  Shape shape = pairs;
  if (!is_row) shape.push_back(m);
  if (!is_column) shape.push_back(n);
  WEFT_ASSIGN(const int64_t count, CountOf(shape, "the result"));
  if (count == 0) return GiveEmpty(c, 0, a->type, shape);
  if (k == 0)
    return c.Give(0, c.Scalar(DataTypeOf(a->type), 0).Stretch(SizesOf(shape)), a->type, shape);
  const DataType type = DataTypeOf(a->type);
  const bool is_float = type == DataType::Float32 || type == DataType::Float16;
  // Integers are exact in float32 as long as their sums are below 2^24, which nobody promises.
  if (!is_float && type != DataType::Float64)
    return NotSupported("tensor({}) is not supported here", Name(a->type));
  const DataType compute = is_float ? type : DataType::Float32;
  WEFT_ASSIGN(Expression first, c.Device(a));
  WEFT_ASSIGN(Expression second, c.Device(b));
  first = c.Cast(c.Reshape(first, SizesOf(left)), compute);
  second = c.Cast(c.Reshape(second, SizesOf(right)), compute);
  // Pairs of one B are rows of one A, where A's rows follow each other.
  const bool one_b = std::ranges::all_of(right_pairs, [](int64_t size) { return size == 1; });
  if (one_b && left_pairs == pairs && !pairs.empty()) {
    int64_t rows = m;
    for (const int64_t size : pairs) rows *= size;
    const Expression out =
        expr::Gemm(c.Reshape(first, {rows, k}), c.Reshape(second, {k, n}), {}, {.alpha = 1});
    return c.Give(0, c.Cast(out, type), a->type, shape);
  }
  Sizes left_sizes = SizesOf(pairs), right_sizes = left_sizes;
  if (pairs.empty()) left_sizes = right_sizes = {};
  for (const int64_t size : {m, k}) left_sizes.push_back(size);
  for (const int64_t size : {k, n}) right_sizes.push_back(size);
  if (left_sizes.rank() > kMaxRank)
    return NotSupported("products of {} dimensions are not supported", left_sizes.rank());
  first = first.Stretch(left_sizes);
  second = second.Stretch(right_sizes);
  if (pairs.size() > 2) {
    int64_t all = 1;
    for (const int64_t size : pairs) all *= size;
    first = c.Reshape(first, {all, 1, m, k});
    second = c.Reshape(second, {all, 1, k, n});
  }
  const Expression out = expr::Gemm(first, second, {}, {.alpha = 1});
  return c.Give(0, c.Cast(out, type), a->type, shape);
}

}  // namespace

void AddMatmul(Registry& r) {
  r.Add("Gemm", Gemm);
  r.Add("MatMul", MatMul);
}

}  // namespace weft::onnx
