// SPDX-License-Identifier: MIT
// What converters of quantized tensors share: scales and zero points, products and convolutions.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "onnx/conversion.h"
#include "onnx/ops/windows.h"

namespace weft::onnx {

// Which elements of a tensor share a scale: all, those at one index of `axis`, or blocks of it.
struct Grid {
  Sizes sizes = {};         // of the tensor
  int axis = 0;             // nothing where `per_tensor`
  int64_t block = 0;        // elements of the axis that share one; 0: the axis has no blocks
  bool per_tensor = false;  // one for all

  bool IsEven() const { return block == 0 || sizes[axis] % block == 0; }
  // The sizes of scales and zero points.
  Sizes ParameterSizes() const {
    Sizes shared = Sizes::Filled(sizes.rank(), 1);
    if (per_tensor) return shared;
    if (block > 0) shared = sizes;
    shared[axis] = sizes[axis];
    if (block > 0) shared[axis] = sizes[axis] / block + (sizes[axis] % block != 0 ? 1 : 0);
    return shared;
  }
};

struct Product {
  Shape left, right, pairs, shape;  // `shape` is that of the result
  int64_t m = 0, k = 0, n = 0, count = 0;
};

struct Convolved {
  Windows windows;
  Shape shape;  // of the result
  uint32_t groups = 1;
};

bool IsFloat(ElementType type);
bool IsFourBits(DataType type);
// Input i as one dimension: one number, or `most` of them.
Result<Expression> Vector(Conversion& c, size_t i, int64_t most);
Result<Expression> Scale(Conversion& c, size_t i, int64_t most = 1);
// Nothing where it is left out.
Result<Expression> ZeroPoint(Conversion& c, size_t i, ElementType type, int64_t most = 1);
// The same with as many dimensions as a tensor of channels has.
Expression PerChannel(Conversion& c, const Expression& numbers, size_t rank);
Result<Grid> GridOf(Conversion& c, const Shape& x, const Shape& scale);
// A scale or a zero point of the grid, broadcast to every element; blocks are copied for that.
Expression Spread(Conversion& c, const Grid& grid, const Expression& parameter);
// (x - zero) * scale, both of the grid's ParameterSizes; `zero` may be nothing.
Expression Dequantized(Conversion& c, const Expression& x, const Expression& scale,
                       const Expression& zero, const Grid& grid);
// The nearest integers to x / scale + zero.
Expression Quantized(Conversion& c, const Expression& x, const Expression& scale,
                     const Expression& zero, const Grid& grid, DataType type);
Result<Product> ProductOf(const Shape& a, const Shape& b);
// Both matrices in at most four dimensions. Pairs of one B are rows of one A where A's rows follow
// each other, unless rows have numbers of their own.
std::pair<Expression, Expression> Matrices(Conversion& c, const Product& product,
                                           const Expression& a, const Expression& b,
                                           bool keeps_rows);
Status CheckBytes(const ValueRef& value, std::string_view name);
// Dimension 1 becomes the last one, or the last one becomes dimension 1.
std::vector<int> ChannelsLast(size_t rank, bool is_result);
Shape Permuted(const Shape& shape, const std::vector<int>& order);
Result<Convolved> ConvolvedOf(Conversion& c, const Shape& x, const Shape& w);
bool IsEmpty(const Shape& shape);

template <class Op>
void SetWindows(Op& op, const Convolved& convolved, DataType type) {
  op.output = TensorDesc(type, SizesOf(convolved.shape));
  op.strides = Windows::Unsigned(convolved.windows.strides);
  op.dilations = Windows::Unsigned(convolved.windows.dilations);
  op.start_padding = Windows::Unsigned(convolved.windows.begin);
  op.end_padding = Windows::Unsigned(convolved.windows.end);
  op.group_count = convolved.groups;
}

}  // namespace weft::onnx
