// SPDX-License-Identifier: MIT
// Quantized tensors, products of integers, and what quantizers and optimizers of models write
// besides: operators of com.microsoft that are several of ONNX's in one. Where DirectML has no
// such operator on integers, they become numbers, which are computed with and quantized again.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "onnx/families.h"
#include "onnx/ops/typed.h"
#include "onnx/ops/windows.h"

namespace weft::onnx {
namespace {

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

Result<Expression> Scale(Conversion& c, size_t i, int64_t most = 1) {
  WEFT_ASSIGN(const ValueRef value, c.TensorInput(i));
  if (!IsFloat(value->type))
    return Invalid("input {} is tensor({}), but a scale is tensor(float) or tensor(float16)", i,
                   Name(value->type));
  WEFT_ASSIGN(const Expression in, Vector(c, i, most));
  return c.Cast(in, DataType::Float32);
}

// Nothing where it is left out.
Result<Expression> ZeroPoint(Conversion& c, size_t i, ElementType type, int64_t most = 1) {
  const ValueRef& value = c.Optional(i);
  if (!value) return Expression();
  if (value->type != type)
    return Invalid("input {} is tensor({}), but the zero point of tensor({}) has its type", i,
                   Name(value->type), Name(type));
  return Vector(c, i, most);
}

// The same with as many dimensions as a tensor of channels has.
Expression PerChannel(Conversion& c, const Expression& numbers, size_t rank) {
  if (!numbers.IsThere()) return numbers;
  Sizes sizes = Sizes::Filled(int(rank), 1);
  sizes[1] = numbers.sizes()[0];
  return c.Reshape(numbers, sizes);
}

// Which elements of a tensor share a scale: all, those at one place of `axis`, or blocks there.
struct Grid {
  Sizes sizes = {};         // of the tensor
  int axis = 0;             // nothing where `per_tensor`
  int64_t block = 0;        // elements of the axis that share one; 0: the axis has no blocks
  bool per_tensor = false;  // one for all

  bool IsEven() const { return block == 0 || sizes[axis] % block == 0; }
  // What scales and zero points have.
  Sizes Places() const {
    Sizes places = Sizes::Filled(sizes.rank(), 1);
    if (per_tensor) return places;
    if (block > 0) places = sizes;
    places[axis] = sizes[axis];
    if (block > 0) places[axis] = sizes[axis] / block + (sizes[axis] % block != 0 ? 1 : 0);
    return places;
  }
};

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
  const Shape places = ShapeOf(grid.Places());
  if (grid.block > 0 ? scale != places : (scale.size() != 1 || scale[0] != x[size_t(grid.axis)]))
    return Invalid(
        "x has the shape {} and the scale {}, with axis {} and block_size {}, which do "
        "not fit together",
        ToString(x), ToString(scale), grid.axis, grid.block);
  // A block that reaches beyond the axis is all of it.
  if (grid.block > 0) grid.block = std::clamp<int64_t>(grid.sizes[grid.axis], 1, grid.block);
  return grid;
}

// A scale or a zero point of the grid for every element. Nothing moves unless there are blocks.
Expression Spread(Conversion& c, const Grid& grid, const Expression& places) {
  if (grid.block == 0) return places.Stretch(grid.sizes);
  const auto product = [&](int from, int to) {
    return std::accumulate(grid.sizes.begin() + from, grid.sizes.begin() + to, int64_t{1},
                           std::multiplies<>());
  };
  const int64_t outer = product(0, grid.axis), inner = product(grid.axis + 1, grid.sizes.rank());
  const int64_t size = grid.sizes[grid.axis], blocks = places.sizes()[grid.axis];
  Expression all = c.Reshape(places, {outer, blocks, 1, inner});
  all = c.Reshape(all.Stretch({outer, blocks, grid.block, inner}),
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
  return zero.IsThere() ? zero : c.Reshape(c.Element(type, 0), Sizes::Filled(rank, 1));
}

// x less `zero`, times `scale`; these lie as the grid's places do, and `zero` may be nothing.
Expression Dequantized(Conversion& c, const Expression& x, const Expression& scale,
                       const Expression& zero, const Grid& grid) {
  const DataType type = x.desc().type;
  const int rank = grid.sizes.rank();
  const bool is_small = weft::SizeBits(type) <= 8;
  if ((IsFourBits(type) || grid.block > 0) && is_small && grid.IsEven()) {
    const std::vector<Expression> inputs = {x, scale, ZeroOr(c, zero, type, rank)};
    return GraphBuilder::Add(Dequantize{.quantization_type = QuantizationType::ScaleZeroPoint,
                                        .quantizations = {inputs[1].desc(), inputs[2].desc()}},
                             inputs)[0];
  }
  if (!IsFourBits(type))
    return expr::ElementWiseDequantizeLinear(x, Spread(c, grid, scale),
                                             zero.IsThere() ? Spread(c, grid, zero) : Expression());
  // Four bits in blocks that the axis is no multiple of: all become numbers first.
  const auto number = [&](const Expression& integer) {
    const Expression one = c.Scalar(scale.desc().type, 1);
    return Dequantized(c, integer, c.Reshape(one, Sizes::Filled(rank, 1)), {},
                       {.sizes = integer.sizes(), .per_tensor = true});
  };
  Expression out = number(x);
  if (zero.IsThere()) out = out - Spread(c, grid, number(zero));
  return out * Spread(c, grid, scale);
}

// The nearest integers to x / scale + zero.
Expression Quantized(Conversion& c, const Expression& x, const Expression& scale,
                     const Expression& zero, const Grid& grid, DataType type) {
  const int rank = grid.sizes.rank();
  const DataType from = x.desc().type;
  const bool is_integer = from == DataType::Int32;
  const bool has_places = (IsFourBits(type) || grid.block > 0) && weft::SizeBits(type) <= 8;
  if (has_places && grid.IsEven()) {
    const std::vector<Expression> inputs = {c.Cast(x, scale.desc().type), scale,
                                            ZeroOr(c, zero, type, rank)};
    return GraphBuilder::Add(Quantize{.quantization_type = QuantizationType::ScaleZeroPoint,
                                      .quantizations = {inputs[1].desc(), inputs[2].desc()},
                                      .output = TensorDesc(type, grid.sizes)},
                             inputs)[0];
  }
  if (weft::SizeBits(type) == 8) {
    const DataType compute = is_integer ? DataType::Float32 : from;
    return expr::ElementWiseQuantizeLinear(x, Spread(c, grid, c.Cast(scale, compute)),
                                           zero.IsThere() ? Spread(c, grid, zero) : Expression(),
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
  if (zero.IsThere()) out = out + Spread(c, grid, number(zero));
  const float least = is_signed ? -std::ldexp(1.0f, bits - 1) : 0;
  out = expr::ElementWiseClip(out, {.min = least, .max = least + std::ldexp(1.0f, bits) - 1});
  if (!IsFourBits(type)) return c.Cast(out, type);
  return Quantized(c, out, c.Reshape(c.Scalar(DataType::Float32, 1), Sizes::Filled(rank, 1)), {},
                   whole, type);
}

// ---- QuantizeLinear, DequantizeLinear, DynamicQuantizeLinear

// Attribute output_dtype, or another type.
ElementType OutputType(Conversion& c, ElementType otherwise) {
  const int64_t type = c.Int("output_dtype", 0);
  return type == 0 ? otherwise : ElementType(type);
}

// A zero point has to be there as often as a scale is.
Status CheckZero(const ValueRef& zero, const ValueRef& scale) {
  if (zero && zero->shape != scale->shape && (zero->count() != 1 || scale->count() != 1))
    return Invalid("the scale has the shape {}, but the zero point {}", ToString(scale->shape),
                   ToString(zero->shape));
  return Ok();
}

Status DequantizeLinear(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  WEFT_ASSIGN(const ValueRef scale, c.TensorInput(1));
  const ValueRef zero = c.Optional(2);
  const ElementType type = OutputType(c, scale->type);
  if (!IsFloat(scale->type) || !IsFloat(type))
    return NotSupported("a scale of tensor({}) for a result of tensor({}) is not supported",
                        Name(scale->type), Name(type));
  const DataType from = DataTypeOf(x->type);
  if (!IsFourBits(from) && !Accepts(ElementWiseDequantizeLinear::kType, from))
    return NotSupported("tensor({}) is not supported here", Name(x->type));
  if (zero && zero->type != x->type)
    return Invalid("x is tensor({}) and the zero point tensor({}), but one type is required",
                   Name(x->type), Name(zero->type));
  WEFT_RETURN_IF_ERROR(CheckZero(zero, scale));
  WEFT_ASSIGN(const Grid grid, GridOf(c, x->shape, scale->shape));
  if (x->count() == 0) return GiveEmpty(c, 0, type, x->shape);
  WEFT_ASSIGN(const Expression in, c.Device(x));
  WEFT_ASSIGN(const Expression scales, c.Device(scale));
  Expression zeros;
  if (zero) {
    WEFT_ASSIGN(zeros, c.Device(zero));
    zeros = c.Reshape(zeros, grid.Places());
  }
  const Expression out = Dequantized(c, in, c.Reshape(scales, grid.Places()), zeros, grid);
  return c.Give(0, c.Cast(out, DataTypeOf(type)), type, x->shape);
}

Status QuantizeLinear(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  WEFT_ASSIGN(const ValueRef scale, c.TensorInput(1));
  const ValueRef zero = c.Optional(2);
  const ElementType type = OutputType(c, zero ? zero->type : ElementType::UInt8);
  if (zero && zero->type != type)
    return Invalid("the zero point is tensor({}), but output_dtype tensor({})", Name(zero->type),
                   Name(type));
  switch (type) {
    case ElementType::UInt8:
    case ElementType::Int8:
    case ElementType::UInt16:
    case ElementType::Int16:
    case ElementType::UInt4:
    case ElementType::Int4: break;
    default: return NotSupported("a result of tensor({}) is not supported", Name(type));
  }
  if (!IsFloat(scale->type) || (!IsFloat(x->type) && x->type != ElementType::Int32))
    return NotSupported("tensor({}) with a scale of tensor({}) is not supported", Name(x->type),
                        Name(scale->type));
  WEFT_RETURN_IF_ERROR(CheckZero(zero, scale));
  WEFT_ASSIGN(const Grid grid, GridOf(c, x->shape, scale->shape));
  if (x->count() == 0) return GiveEmpty(c, 0, type, x->shape);
  WEFT_ASSIGN(const Expression in, c.Device(x));
  WEFT_ASSIGN(const Expression scales, c.Device(scale));
  Expression zeros;
  if (zero) {
    WEFT_ASSIGN(zeros, c.Device(zero));
    zeros = c.Reshape(zeros, grid.Places());
  }
  // Numbers and scales of two types are float32, so that neither loses digits.
  const bool is_mixed = IsFloat(x->type) && x->type != scale->type;
  const DataType compute = is_mixed ? DataType::Float32 : in.desc().type;
  const Expression numbers = c.Cast(in, compute);
  const Expression places =
      c.Cast(c.Reshape(scales, grid.Places()), IsFloat(x->type) ? compute : DataType::Float32);
  return c.Give(0, Quantized(c, numbers, places, zeros, grid, DataTypeOf(type)), type, x->shape);
}

struct Dynamic {
  Expression integers, scale, zero;
};
Dynamic QuantizedByRange(Conversion& c, const Expression& x) {
  const TensorDesc one(DataType::UInt8, Sizes::Filled(x.desc().rank(), 1));
  const std::vector<Expression> parts = GraphBuilder::Add(
      weft::DynamicQuantizeLinear{.output = TensorDesc(DataType::UInt8, x.sizes()),
                                  .output_scale = TensorDesc(DataType::Float32, one.sizes()),
                                  .output_zero_point = one},
      {c.Cast(x, DataType::Float32)});
  return {parts[0], parts[1], parts[2]};
}

Status DynamicQuantize(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  if (!IsFloat(x->type)) return NotSupported("tensor({}) is not supported here", Name(x->type));
  if (x->count() == 0) return NotSupported("x is empty, so it has no range");
  WEFT_ASSIGN(const Expression in, c.Device(x));
  const Dynamic parts = QuantizedByRange(c, in);
  WEFT_RETURN_IF_ERROR(c.Give(0, parts.integers, ElementType::UInt8, x->shape));
  WEFT_RETURN_IF_ERROR(c.Give(1, parts.scale, ElementType::Float, {}));
  return c.Give(2, parts.zero, ElementType::UInt8, {});
}

// ---- products of matrices

struct Product {
  Shape left, right, pairs, shape;  // `shape` is that of the result
  int64_t m = 0, k = 0, n = 0, count = 0;
};

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
  const Expression wide = first.Stretch(left_sizes), tall = second.Stretch(right_sizes);
  if (pairs.size() <= 2) return {wide, tall};
  return {c.Reshape(wide, {all, 1, m, k}), c.Reshape(tall, {all, 1, k, n})};
}

Status CheckBytes(const ValueRef& value, std::string_view name) {
  if (value->type == ElementType::UInt8 || value->type == ElementType::Int8) return Ok();
  return NotSupported("{} is tensor({}), but tensor(uint8) or tensor(int8) is required", name,
                      Name(value->type));
}

Expression MultipliedIntegers(const Expression& a, const Expression& a_zero, const Expression& b,
                              const Expression& b_zero) {
  return GraphBuilder::Add(MatrixMultiplyInteger{.a_zero_point = expr::Described(a_zero),
                                                 .b_zero_point = expr::Described(b_zero)},
                           {a, a_zero, b, b_zero})[0];
}

Status MatMulInteger(Conversion& c) {
  WEFT_ASSIGN(const ValueRef a, c.TensorInput(0));
  WEFT_ASSIGN(const ValueRef b, c.TensorInput(1));
  WEFT_RETURN_IF_ERROR(CheckBytes(a, "A"));
  WEFT_RETURN_IF_ERROR(CheckBytes(b, "B"));
  WEFT_ASSIGN(const Product product, ProductOf(a->shape, b->shape));
  // Sums of nothing are 0, as new tensors are.
  if (product.count == 0 || product.k == 0)
    return GiveEmpty(c, 0, ElementType::Int32, product.shape);
  WEFT_ASSIGN(const Expression left, c.Device(a));
  WEFT_ASSIGN(const Expression right, c.Device(b));
  WEFT_ASSIGN(const Expression a_zero, ZeroPoint(c, 2, a->type, product.m));
  WEFT_ASSIGN(const Expression b_zero, ZeroPoint(c, 3, b->type, product.n));
  const bool by_rows = a_zero.IsThere() && a_zero.sizes()[0] > 1;
  const auto [first, second] = Matrices(c, product, left, right, by_rows);
  return c.Give(0, MultipliedIntegers(first, a_zero, second, b_zero), ElementType::Int32,
                product.shape);
}

Status QLinearMatMul(Conversion& c) {
  WEFT_ASSIGN(const ValueRef a, c.TensorInput(0));
  WEFT_ASSIGN(const ValueRef b, c.TensorInput(3));
  WEFT_RETURN_IF_ERROR(CheckBytes(a, "A"));
  WEFT_RETURN_IF_ERROR(CheckBytes(b, "B"));
  const ElementType type = c.Optional(7) ? c.Optional(7)->type : a->type;
  if (c.Optional(7)) WEFT_RETURN_IF_ERROR(CheckBytes(c.Optional(7), "the result's zero point"));
  WEFT_ASSIGN(const Product product, ProductOf(a->shape, b->shape));
  if (product.count == 0) return GiveEmpty(c, 0, type, product.shape);
  WEFT_ASSIGN(const Expression left, c.Device(a));
  WEFT_ASSIGN(const Expression right, c.Device(b));
  WEFT_ASSIGN(const Expression a_scale, Scale(c, 1, product.m));
  WEFT_ASSIGN(const Expression a_zero, ZeroPoint(c, 2, a->type, product.m));
  WEFT_ASSIGN(const Expression b_scale, Scale(c, 4, product.n));
  WEFT_ASSIGN(const Expression b_zero, ZeroPoint(c, 5, b->type, product.n));
  WEFT_ASSIGN(const Expression scale, Scale(c, 6, product.m));
  WEFT_ASSIGN(const Expression zero, ZeroPoint(c, 7, type, product.m));
  bool by_rows = false;
  for (const Expression* numbers : {&a_scale, &a_zero, &scale, &zero})
    by_rows |= numbers->IsThere() && numbers->sizes()[0] > 1;
  const auto [first, second] = Matrices(c, product, left, right, by_rows);
  Sizes sizes = first.sizes();
  sizes[sizes.rank() - 1] = product.n;
  const Expression out = GraphBuilder::Add(
      QuantizedLinearMatrixMultiply{.a_zero_point = expr::Described(a_zero),
                                    .b_zero_point = expr::Described(b_zero),
                                    .output_zero_point = expr::Described(zero),
                                    .output = TensorDesc(DataTypeOf(type), sizes)},
      {first, a_scale, a_zero, second, b_scale, b_zero, scale, zero})[0];
  return c.Give(0, out, type, product.shape);
}

// Sums of integers times the scales of both matrices, plus a bias; results are output 0.
Status GiveScaled(Conversion& c, const Product& product, const Expression& a,
                  const Expression& a_zero, const Expression& a_scale, const Expression& b,
                  const Expression& b_zero, const Expression& b_scale, size_t bias_input,
                  ElementType type) {
  const bool by_rows = (a_zero.IsThere() && a_zero.sizes()[0] > 1) || a_scale.sizes()[0] > 1;
  const auto [first, second] = Matrices(c, product, a, b, by_rows);
  const Expression sums =
      c.Cast(MultipliedIntegers(first, a_zero, second, b_zero), DataType::Float32);
  Expression out = sums * (c.Reshape(a_scale, {a_scale.sizes()[0], 1}) *
                           c.Reshape(b_scale, {1, b_scale.sizes()[0]}));
  if (c.Optional(bias_input)) {
    WEFT_ASSIGN(const Expression bias, Vector(c, bias_input, product.n));
    out = out + c.Cast(bias, DataType::Float32);
  }
  return c.Give(0, c.Cast(out, DataTypeOf(type)), type, product.shape);
}

Status MatMulIntegerToFloat(Conversion& c) {
  WEFT_ASSIGN(const ValueRef a, c.TensorInput(0));
  WEFT_ASSIGN(const ValueRef b, c.TensorInput(1));
  WEFT_ASSIGN(const ValueRef a_scales, c.TensorInput(2));
  WEFT_RETURN_IF_ERROR(CheckBytes(a, "A"));
  WEFT_RETURN_IF_ERROR(CheckBytes(b, "B"));
  WEFT_ASSIGN(const Product product, ProductOf(a->shape, b->shape));
  if (product.count == 0) return GiveEmpty(c, 0, a_scales->type, product.shape);
  WEFT_ASSIGN(const Expression left, c.Device(a));
  WEFT_ASSIGN(const Expression right, c.Device(b));
  WEFT_ASSIGN(const Expression a_scale, Scale(c, 2, product.m));
  WEFT_ASSIGN(const Expression b_scale, Scale(c, 3, product.n));
  WEFT_ASSIGN(const Expression a_zero, ZeroPoint(c, 4, a->type, product.m));
  WEFT_ASSIGN(const Expression b_zero, ZeroPoint(c, 5, b->type, product.n));
  return GiveScaled(c, product, left, a_zero, a_scale, right, b_zero, b_scale, 6, a_scales->type);
}

Status DynamicQuantizeMatMul(Conversion& c) {
  WEFT_ASSIGN(const ValueRef a, c.TensorInput(0));
  WEFT_ASSIGN(const ValueRef b, c.TensorInput(1));
  if (!IsFloat(a->type)) return NotSupported("A is tensor({}), which is none", Name(a->type));
  WEFT_RETURN_IF_ERROR(CheckBytes(b, "B"));
  WEFT_ASSIGN(const Product product, ProductOf(a->shape, b->shape));
  if (product.count == 0) return GiveEmpty(c, 0, a->type, product.shape);
  WEFT_ASSIGN(const Expression left, c.Device(a));
  WEFT_ASSIGN(const Expression right, c.Device(b));
  WEFT_ASSIGN(const Expression b_scale, Scale(c, 2, product.n));
  WEFT_ASSIGN(const Expression b_zero, ZeroPoint(c, 3, b->type, product.n));
  const Dynamic parts = QuantizedByRange(c, left);
  return GiveScaled(c, product, parts.integers, c.Reshape(parts.zero, {1}),
                    c.Reshape(parts.scale, {1}), right, b_zero, b_scale, 4, a->type);
}

// Integers in units of both scales, with C among them; numbers where there is no scale for them.
Status QGemm(Conversion& c) {
  WEFT_ASSIGN(const ValueRef a, c.TensorInput(0));
  WEFT_ASSIGN(const ValueRef b, c.TensorInput(3));
  WEFT_RETURN_IF_ERROR(CheckBytes(a, "A"));
  WEFT_RETURN_IF_ERROR(CheckBytes(b, "B"));
  if (a->rank() != 2 || b->rank() != 2)
    return Invalid("A has the shape {} and B {}, but 2 dimensions are required", ToString(a->shape),
                   ToString(b->shape));
  const bool trans_a = c.Int("transA", 0) != 0, trans_b = c.Int("transB", 0) != 0;
  Shape a_shape = a->shape, b_shape = b->shape;
  if (trans_a) std::swap(a_shape[0], a_shape[1]);
  if (trans_b) std::swap(b_shape[0], b_shape[1]);
  WEFT_ASSIGN(const Product product, ProductOf(a_shape, b_shape));
  const ElementType type = !c.Optional(7)  ? ElementType::Float
                           : c.Optional(8) ? c.Optional(8)->type
                                           : a->type;
  if (c.Optional(8)) WEFT_RETURN_IF_ERROR(CheckBytes(c.Optional(8), "the result's zero point"));
  if (product.count == 0) return GiveEmpty(c, 0, type, product.shape);
  WEFT_ASSIGN(Expression left, c.Device(a));
  WEFT_ASSIGN(Expression right, c.Device(b));
  if (trans_a) left = c.Packed(left.Transpose({1, 0}));
  if (trans_b) right = c.Packed(right.Transpose({1, 0}));
  WEFT_ASSIGN(const Expression a_scale, Scale(c, 1));
  WEFT_ASSIGN(const Expression a_zero, ZeroPoint(c, 2, a->type));
  WEFT_ASSIGN(const Expression b_scale, Scale(c, 4, product.n));
  WEFT_ASSIGN(const Expression b_zero, ZeroPoint(c, 5, b->type, product.n));
  Expression sums = MultipliedIntegers(left, a_zero, right, b_zero);
  if (const ValueRef& added = c.Optional(6)) {
    if (added->type != ElementType::Int32)
      return Invalid("C is tensor({}), but tensor(int32) is required", Name(added->type));
    WEFT_ASSIGN(const Shape fits, BroadcastShape(added->shape, product.shape));
    if (fits != product.shape)
      return Invalid("C has the shape {}, but the result has {}", ToString(added->shape),
                     ToString(product.shape));
    WEFT_ASSIGN(const Expression third, c.Device(added));
    sums = expr::ElementWiseAdd(sums, third.Stretch(sums.sizes()));
  }
  const Expression numbers =
      c.Cast(sums, DataType::Float32) *
      (c.Reshape(b_scale, {1, b_scale.sizes()[0]}) * a_scale * c.Float("alpha", 1));
  if (!c.Optional(7)) return c.Give(0, numbers, type, product.shape);
  WEFT_ASSIGN(const Expression scale, Scale(c, 7));
  WEFT_ASSIGN(const Expression zero, ZeroPoint(c, 8, type));
  const Grid grid = {.sizes = numbers.sizes(), .per_tensor = true};
  return c.Give(0, Quantized(c, numbers, scale, zero, grid, DataTypeOf(type)), type, product.shape);
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

struct Convolved {
  Windows windows;
  Shape shape;  // of the result
  uint32_t groups = 1;
};

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

template <class Op>
void SetWindows(Op& op, const Convolved& convolved, DataType type) {
  op.output = TensorDesc(type, SizesOf(convolved.shape));
  op.strides = Windows::Unsigned(convolved.windows.strides);
  op.dilations = Windows::Unsigned(convolved.windows.dilations);
  op.start_padding = Windows::Unsigned(convolved.windows.begin);
  op.end_padding = Windows::Unsigned(convolved.windows.end);
  op.group_count = convolved.groups;
}

Status CheckDims(const ValueRef& x) {
  if (x->rank() <= 4) return Ok();
  return NotSupported("convolutions of integers in {} dimensions are not supported", x->rank() - 2);
}

Status ConvInteger(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  WEFT_ASSIGN(const ValueRef w, c.TensorInput(1));
  WEFT_RETURN_IF_ERROR(CheckBytes(x, "the input"));
  WEFT_RETURN_IF_ERROR(CheckBytes(w, "the filter"));
  WEFT_ASSIGN(const Convolved convolved, ConvolvedOf(c, x->shape, w->shape));
  WEFT_RETURN_IF_ERROR(CheckDims(x));
  if (IsEmpty(convolved.shape)) return GiveEmpty(c, 0, ElementType::Int32, convolved.shape);
  WEFT_ASSIGN(const Expression in, c.Device(x));
  WEFT_ASSIGN(const Expression filter, c.Device(w));
  WEFT_ASSIGN(Expression x_zero, ZeroPoint(c, 2, x->type));
  WEFT_ASSIGN(Expression w_zero, ZeroPoint(c, 3, w->type, w->shape[0]));
  x_zero = PerChannel(c, x_zero, x->rank());
  w_zero = PerChannel(c, w_zero, x->rank());
  ConvolutionInteger op = {.input_zero_point = expr::Described(x_zero),
                           .filter_zero_point = expr::Described(w_zero)};
  SetWindows(op, convolved, DataType::Int32);
  return c.Give(0, GraphBuilder::Add(std::move(op), {in, x_zero, filter, w_zero})[0],
                ElementType::Int32, convolved.shape);
}

Status QLinearConv(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  WEFT_ASSIGN(const ValueRef w, c.TensorInput(3));
  WEFT_RETURN_IF_ERROR(CheckBytes(x, "the input"));
  WEFT_RETURN_IF_ERROR(CheckBytes(w, "the filter"));
  const ElementType type = c.Optional(7) ? c.Optional(7)->type : x->type;
  if (c.Optional(7)) WEFT_RETURN_IF_ERROR(CheckBytes(c.Optional(7), "the result's zero point"));
  const bool is_last = c.Int("channels_last", 0) != 0 && x->rank() > 2;
  const Shape image = is_last ? Permuted(x->shape, ChannelsLast(x->rank(), false)) : x->shape;
  WEFT_ASSIGN(const Convolved convolved, ConvolvedOf(c, image, w->shape));
  WEFT_RETURN_IF_ERROR(CheckDims(x));
  const Shape shape =
      is_last ? Permuted(convolved.shape, ChannelsLast(x->rank(), true)) : convolved.shape;
  if (IsEmpty(shape)) return GiveEmpty(c, 0, type, shape);
  const int64_t channels = w->shape[0];
  WEFT_ASSIGN(Expression in, c.Device(x));
  if (is_last) in = c.Packed(in.Transpose(ChannelsLast(x->rank(), false)));
  WEFT_ASSIGN(const Expression filter, c.Device(w));
  WEFT_ASSIGN(const Expression x_scale, Scale(c, 1));
  WEFT_ASSIGN(const Expression x_zero, ZeroPoint(c, 2, x->type));
  WEFT_ASSIGN(const Expression w_scale, Scale(c, 4, channels));
  WEFT_ASSIGN(const Expression w_zero, ZeroPoint(c, 5, w->type, channels));
  WEFT_ASSIGN(const Expression scale, Scale(c, 6));
  WEFT_ASSIGN(const Expression zero, ZeroPoint(c, 7, type));
  Expression bias;
  if (const ValueRef& added = c.Optional(8)) {
    if (added->type != ElementType::Int32 || added->count() != channels)
      return Invalid("the bias is tensor({}) of shape {}, but tensor(int32) of {} is required",
                     Name(added->type), ToString(added->shape), channels);
    WEFT_ASSIGN(bias, Vector(c, 8, channels));
  }
  std::vector<Expression> inputs = {in,     x_scale, x_zero, filter, w_scale,
                                    w_zero, bias,    scale,  zero};
  for (Expression& input : inputs)
    if (input.IsThere() && input.desc().rank() == 1) input = PerChannel(c, input, x->rank());
  QuantizedLinearConvolution op = {.input_zero_point = expr::Described(inputs[2]),
                                   .filter_zero_point = expr::Described(inputs[5]),
                                   .bias = expr::Described(inputs[6]),
                                   .output_zero_point = expr::Described(inputs[8])};
  SetWindows(op, convolved, DataTypeOf(type));
  Expression out = GraphBuilder::Add(std::move(op), inputs)[0];
  if (is_last) out = c.Packed(out.Transpose(ChannelsLast(x->rank(), true)));
  return c.Give(0, out, type, shape);
}

// ---- com.microsoft: functions of quantized tensors

// Inputs i to i + 2, a tensor with one scale and one zero point, as numbers.
Result<Expression> NumbersOf(Conversion& c, size_t i) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(i));
  WEFT_RETURN_IF_ERROR(CheckBytes(x, fmt::format("input {}", i)));
  WEFT_ASSIGN(const Expression in, c.Device(x));
  WEFT_ASSIGN(const Expression scale, Scale(c, i + 1));
  WEFT_ASSIGN(const Expression zero, ZeroPoint(c, i + 2, x->type));
  return Dequantized(c, in, scale, zero, {.sizes = in.sizes(), .per_tensor = true});
}

// Numbers as output 0, with the scale and the zero point of inputs i and i + 1.
Status GiveQuantized(Conversion& c, const Expression& numbers, size_t i, ElementType type,
                     const Shape& shape) {
  WEFT_ASSIGN(const Expression scale, Scale(c, i));
  WEFT_ASSIGN(const Expression zero, ZeroPoint(c, i + 1, type));
  return c.Give(0,
                Quantized(c, numbers, scale, zero, {.sizes = numbers.sizes(), .per_tensor = true},
                          DataTypeOf(type)),
                type, shape);
}

Status QLinearBinary(Conversion& c, bool multiplies) {
  WEFT_ASSIGN(const ValueRef a, c.TensorInput(0));
  WEFT_ASSIGN(const ValueRef b, c.TensorInput(3));
  WEFT_RETURN_IF_ERROR(CheckBytes(a, "A"));
  WEFT_RETURN_IF_ERROR(CheckBytes(b, "B"));
  WEFT_ASSIGN(const Shape shape, BroadcastShape(a->shape, b->shape));
  WEFT_ASSIGN(const int64_t count, CountOf(shape, "the result"));
  if (count == 0) return GiveEmpty(c, 0, a->type, shape);
  const Sizes sizes = SizesOf(shape);
  if (multiplies) {
    WEFT_ASSIGN(const Expression first, NumbersOf(c, 0));
    WEFT_ASSIGN(const Expression second, NumbersOf(c, 3));
    return GiveQuantized(c, first.Stretch(sizes) * second.Stretch(sizes), 6, a->type, shape);
  }
  std::vector<Expression> inputs;
  for (const size_t i : {size_t(0), size_t(3)}) {
    WEFT_ASSIGN(const ValueRef x, c.TensorInput(i));
    WEFT_ASSIGN(const Expression in, c.Device(x));
    WEFT_ASSIGN(const Expression scale, Scale(c, i + 1));
    WEFT_ASSIGN(const Expression zero, ZeroPoint(c, i + 2, x->type));
    inputs.insert(inputs.end(), {in, scale, zero});
  }
  WEFT_ASSIGN(const Expression scale, Scale(c, 6));
  WEFT_ASSIGN(const Expression zero, ZeroPoint(c, 7, a->type));
  inputs.insert(inputs.end(), {scale, zero});
  for (Expression& input : inputs)
    if (input.IsThere()) input = input.Stretch(sizes);
  const Expression out = GraphBuilder::Add(
      ElementWiseQuantizedLinearAdd{.a_zero_point = expr::Described(inputs[2]),
                                    .b_zero_point = expr::Described(inputs[5]),
                                    .output_zero_point = expr::Described(inputs[7]),
                                    .output = TensorDesc(DataTypeOf(a->type), sizes)},
      inputs)[0];
  return c.Give(0, out, a->type, shape);
}
Status QLinearAdd(Conversion& c) { return QLinearBinary(c, false); }
Status QLinearMul(Conversion& c) { return QLinearBinary(c, true); }

template <class Op>
Status QLinearUnary(Conversion& c, Op op) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  if (x->count() == 0) return GiveEmpty(c, 0, x->type, x->shape);
  WEFT_ASSIGN(const Expression in, NumbersOf(c, 0));
  return GiveQuantized(c, GraphBuilder::Add(std::move(op), {in})[0], 3, x->type, x->shape);
}
Status QLinearSigmoid(Conversion& c) { return QLinearUnary(c, ActivationSigmoid{}); }
Status QLinearLeakyRelu(Conversion& c) {
  return QLinearUnary(c, ActivationLeakyRelu{.alpha = c.Float("alpha", 0.01f)});
}

Status QLinearConcat(Conversion& c) {
  if (c.input_count() < 5 || (c.input_count() - 2) % 3 != 0)
    return Invalid("there are {} inputs, but 2 and 3 for each tensor are required",
                   c.input_count());
  WEFT_ASSIGN(const ValueRef first, c.TensorInput(2));
  WEFT_ASSIGN(const int axis, c.Axis("axis", 1, first->rank()));
  const ElementType type = c.Optional(1) ? c.Optional(1)->type : first->type;
  if (c.Optional(1)) WEFT_RETURN_IF_ERROR(CheckBytes(c.Optional(1), "the result's zero point"));
  Shape shape = first->shape;
  shape[size_t(axis)] = 0;
  for (size_t i = 2; i < c.input_count(); i += 3) {
    WEFT_ASSIGN(const ValueRef next, c.TensorInput(i));
    Shape other = next->shape;
    if (other.size() == shape.size()) other[size_t(axis)] = shape[size_t(axis)];
    if (other != shape)
      return Invalid("inputs have the shapes {} and {}, which do not fit together along axis {}",
                     ToString(first->shape), ToString(next->shape), axis);
    shape[size_t(axis)] += next->shape[size_t(axis)];
  }
  WEFT_ASSIGN(const int64_t count, CountOf(shape, "the result"));
  if (count == 0) return GiveEmpty(c, 0, type, shape);
  Join op = {.axis = uint32_t(axis)};
  std::vector<Expression> parts;
  for (size_t i = 2; i < c.input_count(); i += 3) {
    WEFT_ASSIGN(const ValueRef next, c.TensorInput(i));
    if (next->count() == 0) continue;
    WEFT_ASSIGN(const Expression numbers, NumbersOf(c, i));
    parts.push_back(numbers);
    op.inputs.push_back(numbers.desc());
  }
  return GiveQuantized(c, parts.size() == 1 ? parts[0] : GraphBuilder::Add(std::move(op), parts)[0],
                       0, type, shape);
}

Status QLinearAveragePool(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  WEFT_RETURN_IF_ERROR(CheckBytes(x, "the input"));
  if (x->rank() < 3 || x->rank() > 5)
    return NotSupported("the input has the shape {}, but 3 to 5 dimensions are supported",
                        ToString(x->shape));
  const bool is_last = c.Int("channels_last", 0) != 0;
  const Shape image = is_last ? Permuted(x->shape, ChannelsLast(x->rank(), false)) : x->shape;
  WEFT_ASSIGN(Windows windows, WindowsOf(c, image, {}));
  Shape shape = {image[0], image[1]};
  shape.insert(shape.end(), windows.outputs.begin(), windows.outputs.end());
  const Shape given = is_last ? Permuted(shape, ChannelsLast(x->rank(), true)) : shape;
  if (IsEmpty(shape)) return GiveEmpty(c, 0, x->type, given);
  WEFT_ASSIGN(Expression in, c.Device(x));
  if (is_last) in = in.Transpose(ChannelsLast(x->rank(), false));
  WEFT_ASSIGN(const Expression x_scale, Scale(c, 1));
  WEFT_ASSIGN(const Expression x_zero, ZeroPoint(c, 2, x->type));
  WEFT_ASSIGN(const Expression scale, Scale(c, 3));
  WEFT_ASSIGN(const Expression zero, ZeroPoint(c, 4, x->type));
  // DirectML's has no single dimension: a line is an image of height 1.
  Sizes sizes = SizesOf(image), pooled = SizesOf(shape);
  if (x->rank() == 3) {
    sizes = {image[0], image[1], 1, image[2]};
    pooled = {shape[0], shape[1], 1, shape[2]};
    for (auto* numbers : {&windows.kernel, &windows.strides, &windows.dilations})
      numbers->insert(numbers->begin(), 1);
    for (auto* numbers : {&windows.begin, &windows.end}) numbers->insert(numbers->begin(), 0);
  }
  std::vector<Expression> inputs = {c.Reshape(in, sizes), x_scale, x_zero, scale, zero};
  for (size_t i = 1; i < inputs.size(); ++i)
    inputs[i] = PerChannel(c, inputs[i], size_t(sizes.rank()));
  const Expression out = GraphBuilder::Add(
      QuantizedLinearAveragePooling{.input_zero_point = expr::Described(inputs[2]),
                                    .output_zero_point = expr::Described(inputs[4]),
                                    .output = TensorDesc(DataTypeOf(x->type), pooled),
                                    .strides = Windows::Unsigned(windows.strides),
                                    .window_size = Windows::Unsigned(windows.kernel),
                                    .start_padding = Windows::Unsigned(windows.begin),
                                    .end_padding = Windows::Unsigned(windows.end),
                                    .dilations = Windows::Unsigned(windows.dilations),
                                    .include_padding = c.Int("count_include_pad", 0) != 0},
      inputs)[0];
  if (!is_last) return c.Give(0, out, x->type, shape);
  const Expression straight = c.Reshape(out, SizesOf(shape));
  return c.Give(0, c.Packed(straight.Transpose(ChannelsLast(x->rank(), true))), x->type, given);
}

Status QLinearGlobalAveragePool(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  if (x->rank() < 3)
    return Invalid("the input has the shape {}, but at least 3 dimensions are required",
                   ToString(x->shape));
  const size_t first = c.Int("channels_last", 0) != 0 ? 1 : 2;
  Shape shape = x->shape;
  Reduce op = {.function = ReduceFunction::Average};
  for (size_t dim = first; dim < x->rank() - (first == 1 ? 1 : 0); ++dim) {
    shape[dim] = 1;
    op.axes.push_back(uint32_t(dim));
  }
  if (IsEmpty(shape)) return GiveEmpty(c, 0, x->type, shape);
  WEFT_ASSIGN(const Expression in, NumbersOf(c, 0));
  return GiveQuantized(c, GraphBuilder::Add(std::move(op), {in})[0], 3, x->type, shape);
}

// ---- com.microsoft: weights of few bits

// Zero points of four bits in whole bytes for each row, as they are packed without such gaps.
Result<Expression> PackedZeroPoints(Conversion& c, const ValueRef& zero, int64_t rows,
                                    int64_t blocks) {
  WEFT_ASSIGN(const Bytes bytes, c.Host(zero));
  std::vector<uint8_t> packed(TensorDesc(DataType::UInt4, {rows, blocks}).MinimumTotalBytes(), 0);
  const int64_t row_bytes = (blocks + 1) / 2;
  for (int64_t row = 0; row < rows; ++row)
    for (int64_t block = 0; block < blocks; ++block) {
      const auto pair = uint8_t(bytes[size_t(row * row_bytes + block / 2)]);
      const int number = block % 2 == 0 ? pair & 15 : pair >> 4;
      const int64_t place = row * blocks + block;
      packed[size_t(place / 2)] |= uint8_t(number << (place % 2 * 4));
    }
  return c.Constant(TensorDesc(DataType::UInt4, {rows, blocks}),
                    ConstBuffer(packed.data(), packed.size()));
}

Status MatMulNBits(Conversion& c) {
  WEFT_ASSIGN(const ValueRef a, c.TensorInput(0));
  WEFT_ASSIGN(const ValueRef b, c.TensorInput(1));
  WEFT_ASSIGN(const ValueRef scale, c.TensorInput(2));
  const ValueRef zero = c.Optional(3);
  const int64_t k = c.Int("K", 0), n = c.Int("N", 0), bits = c.Int("bits", 4),
                block = c.Int("block_size", 0);
  if (bits != 4 && bits != 8)
    return NotSupported("attribute bits is {}, but 4 or 8 is supported", bits);
  constexpr int64_t kMost = std::numeric_limits<int32_t>::max();
  if (k < 1 || n < 1 || block < 16 || (block & (block - 1)) != 0 || k > kMost || n > kMost ||
      block > kMost)
    return Invalid(
        "attributes K {}, N {} and block_size {} are given, but sizes of at least 1 and "
        "a power of 2 from 16 on are required",
        k, n, block);
  if (c.Optional(4)) return NotSupported("indices of groups are not supported");
  const int64_t blocks = (k + block - 1) / block;
  const DataType compute = a->type == ElementType::Float16 ? DataType::Float16 : DataType::Float32;
  if (!IsFloat(a->type) || scale->type != a->type || b->type != ElementType::UInt8)
    return NotSupported(
        "A is tensor({}), B tensor({}) and scales tensor({}), which are not "
        "supported together",
        Name(a->type), Name(b->type), Name(scale->type));
  if (a->rank() < 1 || a->shape.back() != k || b->count() != n * blocks * (block * bits / 8) ||
      scale->count() != n * blocks)
    return Invalid(
        "A has the shape {}, B {} and scales {}, with K {}, N {} and block_size {}, which "
        "do not fit together",
        ToString(a->shape), ToString(b->shape), ToString(scale->shape), k, n, block);
  Shape shape = a->shape;
  shape.back() = n;
  WEFT_ASSIGN(const int64_t count, CountOf(shape, "the result"));
  if (count == 0) return GiveEmpty(c, 0, a->type, shape);
  const bool has_integers = zero && zero->type == ElementType::UInt8;
  if (zero && !has_integers && zero->type != a->type)
    return Invalid("zero points are tensor({}), but tensor(uint8) or tensor({}) is required",
                   Name(zero->type), Name(a->type));
  if (zero && zero->count() != n * (has_integers ? (blocks * bits + 7) / 8 : blocks))
    return Invalid("zero points have the shape {}, but there are {} rows of {} blocks",
                   ToString(zero->shape), n, blocks);
  const DataType type = bits == 4 ? DataType::UInt4 : DataType::UInt8;
  const Sizes places = {n, blocks};
  // Known values first: what is described so far may have to run for them.
  const bool repacks = has_integers && bits == 4 && blocks % 2 != 0;
  if (repacks) WEFT_RETURN_IF_ERROR(c.Host(zero));
  WEFT_ASSIGN(const Expression left, c.Device(a));
  WEFT_ASSIGN(const Expression right, c.Device(b));
  WEFT_ASSIGN(const Expression scales, c.Device(scale));
  const Expression integers = c.Packed(right).Reinterpret(TensorDesc(type, {n, blocks * block}));
  const Grid grid = {.sizes = {n, blocks * block}, .axis = 1, .block = block};
  Expression weights;
  if (zero && !has_integers) {
    WEFT_ASSIGN(const Expression zeros, c.Device(zero));
    const Expression numbers = Dequantized(c, integers, c.Reshape(c.Scalar(compute, 1), {1, 1}), {},
                                           {.sizes = grid.sizes, .per_tensor = true});
    weights = (numbers - Spread(c, grid, c.Reshape(zeros, places))) *
              Spread(c, grid, c.Reshape(scales, places));
  } else {
    Expression zeros = c.Reshape(c.Element(type, uint64_t(1) << (bits - 1)), {1, 1});
    if (repacks) {
      WEFT_ASSIGN(zeros, PackedZeroPoints(c, zero, n, blocks));
    } else if (zero) {
      WEFT_ASSIGN(zeros, c.Device(zero));
      zeros = c.Packed(zeros).Reinterpret(TensorDesc(type, places));
    }
    weights = Dequantized(c, integers, c.Reshape(scales, places), zeros, grid);
  }
  if (blocks * block != k)
    weights = expr::Slice1(weights, {.input_window_offsets = {0, 0},
                                     .input_window_sizes = {uint32_t(n), uint32_t(k)},
                                     .input_window_strides = {1, 1}});
  Expression added;
  if (c.Optional(5)) {
    WEFT_ASSIGN(const Expression bias, Vector(c, 5, n));
    added = c.Cast(bias, compute).Stretch({count / n, n});
  }
  const Expression out = expr::Gemm(
      c.Reshape(left, {count / n, k}), weights, added,
      {.trans_b = MatrixTransform::Transpose, .alpha = 1, .beta = added.IsThere() ? 1.0f : 0.0f});
  return c.Give(0, out, a->type, shape);
}

// ---- com.microsoft: several operators in one

Result<std::optional<FusedActivation>> ActivationOf(Conversion& c) {
  const std::string_view name = c.Text("activation", "");
  const std::vector<float> numbers = c.Floats("activation_params");
  const auto number = [&](size_t i, float otherwise) {
    return i < numbers.size() ? numbers[i] : otherwise;
  };
  if (name.empty()) return std::nullopt;
  if (name == "Relu") return ActivationRelu{};
  if (name == "Sigmoid") return ActivationSigmoid{};
  if (name == "Tanh") return ActivationTanh{};
  if (name == "LeakyRelu") return ActivationLeakyRelu{.alpha = number(0, 0.01f)};
  if (name == "HardSigmoid")
    return ActivationHardSigmoid{.alpha = number(0, 0.2f), .beta = number(1, 0.5f)};
  if (name == "Clip")
    return ElementWiseClip{.min = number(0, std::numeric_limits<float>::lowest()),
                           .max = number(1, std::numeric_limits<float>::max())};
  return NotSupported("attribute activation is '{}', which is not supported", Printable(name));
}

Status FusedConv(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  WEFT_ASSIGN(const ValueRef w, c.TensorInput(1));
  WEFT_ASSIGN(const Convolved convolved, ConvolvedOf(c, x->shape, w->shape));
  WEFT_ASSIGN(const std::optional<FusedActivation> activation, ActivationOf(c));
  if (x->rank() > 5)
    return NotSupported("convolutions of {} dimensions are not supported", x->rank() - 2);
  if (IsEmpty(convolved.shape)) return GiveEmpty(c, 0, x->type, convolved.shape);
  WEFT_ASSIGN(const DataType compute, ComputeType(Convolution::kType, x->type));
  WEFT_ASSIGN(const Expression in, c.Device(x));
  WEFT_ASSIGN(const Expression filter, c.Device(w));
  Expression bias;
  if (const ValueRef& given = c.Optional(2)) {
    if (given->count() != convolved.shape[1])
      return Invalid("the bias has the shape {}, but there are {} output channels",
                     ToString(given->shape), convolved.shape[1]);
    WEFT_ASSIGN(bias, Vector(c, 2, given->count()));
    bias = c.Cast(PerChannel(c, bias, x->rank()), compute);
  }
  const ValueRef& added = c.Optional(3);
  if (added && added->shape != convolved.shape)
    return Invalid("Z has the shape {}, but the result has {}", ToString(added->shape),
                   ToString(convolved.shape));
  Convolution op = {.bias = expr::Described(bias),
                    .mode = ConvolutionMode::CrossCorrelation,
                    .direction = ConvolutionDirection::Forward};
  SetWindows(op, convolved, compute);
  op.output_padding.assign(convolved.windows.dims(), 0);
  if (!added) op.fused_activation = activation;
  Expression out =
      GraphBuilder::Add(std::move(op), {c.Cast(in, compute), c.Cast(filter, compute), bias})[0];
  if (added) {
    WEFT_ASSIGN(const Expression more, c.Device(added));
    out = out + c.Cast(more, compute);
    if (activation)
      out = std::visit([&](const auto& function) { return GraphBuilder::Add(function, {out})[0]; },
                       *activation);
  }
  return c.Give(0, c.Cast(out, DataTypeOf(x->type)), x->type, convolved.shape);
}

// The order of a matrix's dimensions as FusedMatMul is to see them.
std::vector<int> Turned(size_t rank, bool turns_batch, bool turns) {
  std::vector<int> order(rank);
  std::iota(order.begin(), order.end(), 0);
  if (rank < 2) return order;
  // The first dimension goes behind those of the batch.
  if (turns_batch) std::rotate(order.begin(), order.begin() + 1, order.end() - 1);
  if (turns) std::swap(order[rank - 1], order[rank - 2]);
  return order;
}

Status FusedMatMul(Conversion& c) {
  WEFT_ASSIGN(const ValueRef a, c.TensorInput(0));
  WEFT_ASSIGN(const ValueRef b, c.TensorInput(1));
  if (!IsFloat(a->type) || a->type != b->type)
    return NotSupported("A is tensor({}) and B tensor({}), which are not supported together",
                        Name(a->type), Name(b->type));
  const std::vector<int> a_order =
      Turned(a->rank(), c.Int("transBatchA", 0) != 0, c.Int("transA", 0) != 0);
  const std::vector<int> b_order =
      Turned(b->rank(), c.Int("transBatchB", 0) != 0, c.Int("transB", 0) != 0);
  WEFT_ASSIGN(const Product product,
              ProductOf(Permuted(a->shape, a_order), Permuted(b->shape, b_order)));
  if (product.count == 0 || product.k == 0) return GiveEmpty(c, 0, a->type, product.shape);
  WEFT_ASSIGN(const Expression left, c.Device(a));
  WEFT_ASSIGN(const Expression right, c.Device(b));
  const auto [first, second] =
      Matrices(c, product, left.Transpose(a_order), right.Transpose(b_order), false);
  return c.Give(0, expr::Gemm(first, second, {}, {.alpha = c.Float("alpha", 1)}), a->type,
                product.shape);
}

// x, with a bias along its last dimension where the second input is there.
Result<Expression> Biased(Conversion& c, const ValueRef& x, bool needs_bias) {
  if (!IsFloat(x->type)) return NotSupported("tensor({}) is not supported here", Name(x->type));
  WEFT_ASSIGN(const Expression in, c.Device(x));
  if (!needs_bias && !c.Optional(1)) return in;
  WEFT_ASSIGN(const ValueRef bias, c.TensorInput(1));
  if (x->rank() < 1 || bias->count() != x->shape.back() || bias->type != x->type)
    return Invalid("the bias is tensor({}) of shape {}, but x tensor({}) of shape {}",
                   Name(bias->type), ToString(bias->shape), Name(x->type), ToString(x->shape));
  WEFT_ASSIGN(const Expression added, c.Device(bias));
  return in + c.Reshape(added, {bias->count()});
}

Status Gelu(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  if (x->count() == 0) return GiveEmpty(c, 0, x->type, x->shape);
  WEFT_ASSIGN(const Expression in, Biased(c, x, c.node().op_type == "BiasGelu"));
  return c.Give(0, expr::ActivationGelu(in), x->type, x->shape);
}

// 0.5 * x * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x^3)))
Status FastGelu(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  if (x->count() == 0) return GiveEmpty(c, 0, x->type, x->shape);
  WEFT_ASSIGN(const Expression in, Biased(c, x, false));
  const Expression inner = (in + in * in * in * 0.044715f) * std::sqrt(2 / 3.14159265358979f);
  return c.Give(0, in * (expr::ActivationTanh(inner) * 0.5f + 0.5f), x->type, x->shape);
}

Status QuickGelu(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  if (x->count() == 0) return GiveEmpty(c, 0, x->type, x->shape);
  WEFT_ASSIGN(const Expression in, c.Device(x));
  WEFT_ASSIGN(
      const Expression out,
      AddTyped(c, x->type, {in}, ActivationSwish{.sigmoid_input_scale = c.Float("alpha", 1.702f)}));
  return c.Give(0, out, x->type, x->shape);
}

// The sum of two tensors and a bias, normalized along the last dimension, and the sum itself.
Status SkipNormalization(Conversion& c, bool use_mean) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  WEFT_ASSIGN(const ValueRef skip, c.TensorInput(1));
  WEFT_ASSIGN(const Shape fits, BroadcastShape(x->shape, skip->shape));
  if (x->rank() < 2 || fits != x->shape || skip->type != x->type || !IsFloat(x->type))
    return Invalid(
        "x is tensor({}) of shape {} and skip tensor({}) of shape {}, which do not fit "
        "together",
        Name(x->type), ToString(x->shape), Name(skip->type), ToString(skip->shape));
  if (c.Wants(1) || c.Wants(2))
    return NotSupported("means and deviations as outputs are not supported");
  if (x->count() == 0) {
    WEFT_RETURN_IF_ERROR(GiveEmpty(c, 3, x->type, x->shape));
    return GiveEmpty(c, 0, x->type, x->shape);
  }
  const auto last = [&](size_t i) -> Result<Expression> {
    WEFT_ASSIGN(const ValueRef value, c.TensorInput(i));
    if (value->count() != x->shape.back() || value->type != x->type)
      return Invalid("input {} is tensor({}) of shape {}, but x tensor({}) of shape {}", i,
                     Name(value->type), ToString(value->shape), Name(x->type), ToString(x->shape));
    WEFT_ASSIGN(const Expression in, c.Device(value));
    return c.Reshape(in, {value->count()}).Stretch(SizesOf(x->shape));
  };
  WEFT_ASSIGN(const Expression first, c.Device(x));
  WEFT_ASSIGN(const Expression second, c.Device(skip));
  Expression sum = first + second.Stretch(first.sizes());
  const size_t bias = use_mean ? 4 : 3;
  if (c.Optional(bias)) {
    WEFT_ASSIGN(const Expression added, last(bias));
    sum = sum + added;
  }
  WEFT_ASSIGN(const Expression gamma, last(2));
  Expression beta;
  if (use_mean && c.Optional(3)) {
    WEFT_ASSIGN(beta, last(3));
  }
  const Expression out = GraphBuilder::Add(
      MeanVarianceNormalization2{.scale = gamma.desc(),
                                 .bias = expr::Described(beta),
                                 .axes = {uint32_t(x->rank() - 1)},
                                 .use_mean = use_mean,
                                 .use_variance = true,
                                 .epsilon = c.Float("epsilon", use_mean ? 1e-12f : 1e-5f)},
      {sum, gamma, beta})[0];
  WEFT_RETURN_IF_ERROR(c.Give(3, sum, x->type, x->shape));
  return c.Give(0, out, x->type, x->shape);
}
Status SkipLayerNormalization(Conversion& c) { return SkipNormalization(c, true); }
Status SkipSimplifiedLayerNormalization(Conversion& c) { return SkipNormalization(c, false); }

}  // namespace

void AddQuantization(Registry& r) {
  r.Add("QuantizeLinear", QuantizeLinear);
  r.Add("DequantizeLinear", DequantizeLinear);
  r.Add("DynamicQuantizeLinear", DynamicQuantize);
  r.Add("MatMulInteger", MatMulInteger);
  r.Add("ConvInteger", ConvInteger);
  r.Add("QLinearMatMul", QLinearMatMul);
  r.Add("QLinearConv", QLinearConv);
  r.SetDomain(kMicrosoft);
  r.Add("QuantizeLinear", QuantizeLinear);
  r.Add("DequantizeLinear", DequantizeLinear);
  r.Add("MatMulIntegerToFloat", MatMulIntegerToFloat);
  r.Add("DynamicQuantizeMatMul", DynamicQuantizeMatMul);
  r.Add("QLinearAdd", QLinearAdd);
  r.Add("QLinearMul", QLinearMul);
  r.Add("QLinearConcat", QLinearConcat);
  r.Add("QLinearConv", QLinearConv);
  r.Add("QLinearSigmoid", QLinearSigmoid);
  r.Add("QLinearLeakyRelu", QLinearLeakyRelu);
  r.Add("QLinearAveragePool", QLinearAveragePool);
  r.Add("QLinearGlobalAveragePool", QLinearGlobalAveragePool);
  r.Add("QGemm", QGemm);
  r.Add("MatMulNBits", MatMulNBits);
  r.Add("FusedConv", FusedConv);
  r.Add("FusedMatMul", FusedMatMul);
  r.Add("Gelu", Gelu);
  r.Add("BiasGelu", Gelu);
  r.Add("FastGelu", FastGelu);
  r.Add("QuickGelu", QuickGelu);
  r.Add("SkipLayerNormalization", SkipLayerNormalization);
  r.Add("SkipSimplifiedLayerNormalization", SkipSimplifiedLayerNormalization);
}

}  // namespace weft::onnx
