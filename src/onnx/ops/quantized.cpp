// SPDX-License-Identifier: MIT
// See quantized.h.
#include "onnx/ops/quantized.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "onnx/ops/typed.h"

namespace weft::onnx {

bool IsFloat(ElementType type) {
  return type == ElementType::Float || type == ElementType::Float16;
}
bool IsFourBits(DataType type) { return type == DataType::Int4 || type == DataType::UInt4; }

// ---- scales and zero points

// Input i as one dimension: one number, or `most` of them.
Result<Expression> Vector(Conversion& c, size_t i, int64_t most) {
  WEFT_ASSIGN(const ValueRef value, c.TensorInput(i));
  if (value->count() != 1 && value->count() != most) {
    if (most == 1)
      return Invalid("input {} has the shape {}, but one number is required", i,
                     ToString(value->shape));
    return NotSupported("input {} has the shape {}, but one number or {} of them are supported", i,
                        ToString(value->shape), most);
  }
  WEFT_ASSIGN(const Expression in, c.Device(value));
  return c.Reshape(in, {value->count()});
}

Result<Expression> Scale(Conversion& c, size_t i, int64_t most) {
  WEFT_ASSIGN(const ValueRef value, c.TensorInput(i));
  if (!IsFloat(value->type))
    return Invalid("input {} is tensor({}), but a scale is tensor(float) or tensor(float16)", i,
                   Name(value->type));
  WEFT_ASSIGN(const Expression in, Vector(c, i, most));
  return c.Cast(in, DataType::Float32);
}

// Nothing where it is left out.
Result<Expression> ZeroPoint(Conversion& c, size_t i, ElementType type, int64_t most) {
  const ValueRef& value = c.Optional(i);
  if (!value) return Expression();
  if (value->type != type)
    return Invalid("input {} is tensor({}), but the zero point of tensor({}) has its type", i,
                   Name(value->type), Name(type));
  return Vector(c, i, most);
}

// The same with as many dimensions as a tensor of channels has.
Expression PerChannel(Conversion& c, const Expression& numbers, size_t rank) {
  if (!numbers.IsPresent()) return numbers;
  Sizes sizes = Sizes::Filled(int(rank), 1);
  sizes[1] = numbers.sizes()[0];
  return c.Reshape(numbers, sizes);
}

Result<Grid> GridOf(Conversion& c, const Shape& x, const Shape& scale) {
  if (x.size() > size_t(kMaxRank))
    return NotSupported("x has the shape {}, but at most {} dimensions are supported", ToString(x),
                        kMaxRank);
  Grid grid = {.sizes = SizesOf(x), .block = c.Int("block_size", 0)};
  if (grid.block < 0)
    return Invalid("attribute block_size is {}, but negative sizes are not possible", grid.block);
  WEFT_ASSIGN(const int64_t count, CountOf(scale, "the scale"));
  if (grid.block == 0 && count == 1) {
    grid.per_tensor = true;
    return grid;
  }
  WEFT_ASSIGN(grid.axis, c.Axis("axis", 1, x.size()));
  const Shape wanted = ShapeOf(grid.ParameterSizes());
  if (grid.block > 0 ? scale != wanted : (scale.size() != 1 || scale[0] != x[size_t(grid.axis)]))
    return Invalid(
        "x has the shape {} and the scale {}, with axis {} and block_size {}, which do "
        "not fit together",
        ToString(x), ToString(scale), grid.axis, grid.block);
  // A block that reaches beyond the axis is all of it.
  if (grid.block > 0) grid.block = std::clamp<int64_t>(grid.sizes[grid.axis], 1, grid.block);
  return grid;
}

Expression Spread(Conversion& c, const Grid& grid, const Expression& parameter) {
  if (grid.block == 0) return parameter.Broadcast(grid.sizes);
  const auto product = [&](int from, int to) {
    return std::accumulate(grid.sizes.begin() + from, grid.sizes.begin() + to, int64_t{1},
                           std::multiplies<>());
  };
  const int64_t outer = product(0, grid.axis), inner = product(grid.axis + 1, grid.sizes.rank());
  const int64_t size = grid.sizes[grid.axis], blocks = parameter.sizes()[grid.axis];
  Expression all = c.Reshape(parameter, {outer, blocks, 1, inner});
  all = c.Reshape(all.Broadcast({outer, blocks, grid.block, inner}),
                  {outer, blocks * grid.block, inner});
  if (blocks * grid.block != size)
    all =
        expr::Slice1(all, {.input_window_offsets = {0, 0, 0},
                           .input_window_sizes = {uint32_t(outer), uint32_t(size), uint32_t(inner)},
                           .input_window_strides = {1, 1, 1}});
  return c.Reshape(all, grid.sizes);
}

// Without a zero point DEQUANTIZE and QUANTIZE take the middle of an unsigned type, ONNX 0.
Expression ZeroOr(Conversion& c, const Expression& zero, DataType type, int rank) {
  return zero.IsPresent() ? zero : c.Reshape(c.Element(type, 0), Sizes::Filled(rank, 1));
}

Expression Dequantized(Conversion& c, const Expression& x, const Expression& scale,
                       const Expression& zero, const Grid& grid) {
  const DataType type = x.desc().type;
  const int rank = grid.sizes.rank();
  const bool is_small = weft::SizeBits(type) <= 8;
  if ((IsFourBits(type) || grid.block > 0) && is_small && grid.IsEven()) {
    const std::vector<Expression> inputs = {x, scale, ZeroOr(c, zero, type, rank)};
    return GraphBuilder::AddOne(Dequantize{.quantization_type = QuantizationType::ScaleZeroPoint,
                                           .quantizations = {inputs[1].desc(), inputs[2].desc()}},
                                inputs);
  }
  if (!IsFourBits(type))
    return expr::ElementWiseDequantizeLinear(
        x, Spread(c, grid, scale), zero.IsPresent() ? Spread(c, grid, zero) : Expression());
  // Four bits in blocks that the axis is no multiple of: all become numbers first.
  const auto number = [&](const Expression& integer) {
    const Expression one = c.Scalar(scale.desc().type, 1);
    return Dequantized(c, integer, c.Reshape(one, Sizes::Filled(rank, 1)), {},
                       {.sizes = integer.sizes(), .per_tensor = true});
  };
  Expression out = number(x);
  if (zero.IsPresent()) out = out - Spread(c, grid, number(zero));
  return out * Spread(c, grid, scale);
}

// The nearest integers to x / scale + zero.
Expression Quantized(Conversion& c, const Expression& x, const Expression& scale,
                     const Expression& zero, const Grid& grid, DataType type) {
  const int rank = grid.sizes.rank();
  const DataType from = x.desc().type;
  const bool is_integer = from == DataType::Int32;
  const bool has_quantize = (IsFourBits(type) || grid.block > 0) && weft::SizeBits(type) <= 8;
  if (has_quantize && grid.IsEven()) {
    const std::vector<Expression> inputs = {c.Cast(x, scale.desc().type), scale,
                                            ZeroOr(c, zero, type, rank)};
    return GraphBuilder::AddOne(Quantize{.quantization_type = QuantizationType::ScaleZeroPoint,
                                         .quantizations = {inputs[1].desc(), inputs[2].desc()},
                                         .output = TensorDesc(type, grid.sizes)},
                                inputs);
  }
  if (weft::SizeBits(type) == 8) {
    const DataType compute = is_integer ? DataType::Float32 : from;
    return expr::ElementWiseQuantizeLinear(x, Spread(c, grid, c.Cast(scale, compute)),
                                           zero.IsPresent() ? Spread(c, grid, zero) : Expression(),
                                           {.output = TensorDesc(type, grid.sizes)});
  }
  // Other integers by arithmetic: float32 has all that 16 bits can hold, and sums beyond are cut
  // off either way.
  const Expression steps =
      c.Cast(x, DataType::Float32) / Spread(c, grid, c.Cast(scale, DataType::Float32));
  Expression out =
      expr::ElementWiseRound(steps, {.rounding_mode = RoundingMode::HalvesToNearestEven});
  const int bits = weft::SizeBits(type);
  const bool is_signed = type == DataType::Int16 || type == DataType::Int4;
  const Grid whole = {.sizes = grid.sizes, .per_tensor = true};
  const auto number = [&](const Expression& integer) {
    if (!IsFourBits(type)) return c.Cast(integer, DataType::Float32);
    return Dequantized(c, integer,
                       c.Reshape(c.Scalar(DataType::Float32, 1), Sizes::Filled(rank, 1)), {},
                       {.sizes = integer.sizes(), .per_tensor = true});
  };
  if (zero.IsPresent()) out = out + Spread(c, grid, number(zero));
  const float least = is_signed ? -std::ldexp(1.0f, bits - 1) : 0;
  out = expr::ElementWiseClip(out, {.min = least, .max = least + std::ldexp(1.0f, bits) - 1});
  if (!IsFourBits(type)) return c.Cast(out, type);
  return Quantized(c, out, c.Reshape(c.Scalar(DataType::Float32, 1), Sizes::Filled(rank, 1)), {},
                   whole, type);
}

// ---- products of matrices

Result<Product> ProductOf(const Shape& a, const Shape& b) {
  Product product = {.left = a, .right = b};
  if (a.empty() || b.empty()) return Invalid("inputs of rank 0 have no product");
  if (a.size() == 1) product.left.insert(product.left.begin(), 1);
  if (b.size() == 1) product.right.push_back(1);
  const Shape &left = product.left, &right = product.right;
  product.m = left[left.size() - 2];
  product.k = left.back();
  product.n = right.back();
  if (product.k != right[right.size() - 2])
    return Invalid("A has the shape {} and B {}, which do not fit together", ToString(a),
                   ToString(b));
  WEFT_ASSIGN(product.pairs,
              BroadcastShape({left.begin(), left.end() - 2}, {right.begin(), right.end() - 2}));
  product.shape = product.pairs;
  if (a.size() > 1) product.shape.push_back(product.m);
  if (b.size() > 1) product.shape.push_back(product.n);
  WEFT_ASSIGN(product.count, CountOf(product.shape, "the result"));
  if (product.pairs.size() + 2 > size_t(kMaxRank))
    return NotSupported("products of {} dimensions are not supported", product.pairs.size() + 2);
  return product;
}

// Both matrices in at most four dimensions. Pairs of one B are rows of one A where A's rows follow
// each other, unless rows have numbers of their own.
std::pair<Expression, Expression> Matrices(Conversion& c, const Product& product,
                                           const Expression& a, const Expression& b,
                                           bool keeps_rows) {
  const auto& [left, right, pairs, shape, m, k, n, count] = product;
  const Expression first = c.Reshape(a, SizesOf(left)), second = c.Reshape(b, SizesOf(right));
  int64_t all = 1;
  for (const int64_t size : pairs) all *= size;
  const bool one_b =
      std::all_of(right.begin(), right.end() - 2, [](auto size) { return size == 1; });
  if (one_b && !keeps_rows && !pairs.empty() && Shape(left.begin(), left.end() - 2) == pairs)
    return {c.Reshape(first, {all * m, k}), c.Reshape(second, {k, n})};
  Sizes left_sizes, right_sizes;
  for (const int64_t size : pairs) {
    left_sizes.push_back(size);
    right_sizes.push_back(size);
  }
  for (const int64_t size : {m, k}) left_sizes.push_back(size);
  for (const int64_t size : {k, n}) right_sizes.push_back(size);
  const Expression wide = first.Broadcast(left_sizes), tall = second.Broadcast(right_sizes);
  if (pairs.size() <= 2) return {wide, tall};
  return {c.Reshape(wide, {all, 1, m, k}), c.Reshape(tall, {all, 1, k, n})};
}

Status CheckBytes(const ValueRef& value, std::string_view name) {
  if (value->type == ElementType::UInt8 || value->type == ElementType::Int8) return Ok();
  return NotSupported("{} is tensor({}), but tensor(uint8) or tensor(int8) is required", name,
                      Name(value->type));
}

// ---- channels in the last dimension

// Dimension 1 becomes the last one, or the last one becomes dimension 1.
std::vector<int> ChannelsLast(size_t rank, bool is_result) {
  std::vector<int> order(rank);
  std::iota(order.begin(), order.end(), 0);
  if (is_result)
    std::rotate(order.begin() + 1, order.begin() + 2, order.end());
  else
    std::rotate(order.begin() + 1, order.end() - 1, order.end());
  return order;
}
Shape Permuted(const Shape& shape, const std::vector<int>& order) {
  Shape permuted;
  for (const int dim : order) permuted.push_back(shape[size_t(dim)]);
  return permuted;
}

// ---- convolutions

Result<Convolved> ConvolvedOf(Conversion& c, const Shape& x, const Shape& w) {
  const int64_t groups = c.Int("group", 1);
  if (w.size() != x.size() || x.size() < 3 || groups < 1 || x[1] % groups != 0 ||
      w[1] != x[1] / groups || w[0] % groups != 0)
    return Invalid(
        "the input has the shape {}, the filter {} and group is {}, which do not fit together",
        ToString(x), ToString(w), groups);
  Convolved convolved = {.windows = {}, .shape = {x[0], w[0]}, .groups = uint32_t(groups)};
  const std::vector<int64_t> kernel(w.begin() + 2, w.end());
  WEFT_ASSIGN(convolved.windows, WindowsOf(c, x, kernel));
  if (convolved.windows.kernel != kernel)
    return Invalid("kernel_shape is {}, but the filter has the shape {}",
                   ToString(convolved.windows.kernel), ToString(w));
  convolved.shape.insert(convolved.shape.end(), convolved.windows.outputs.begin(),
                         convolved.windows.outputs.end());
  WEFT_RETURN_IF_ERROR(CountOf(convolved.shape, "the result"));
  return convolved;
}

bool IsEmpty(const Shape& shape) { return std::ranges::find(shape, 0) != shape.end(); }

}  // namespace weft::onnx
