// SPDX-License-Identifier: MIT
// Quantized tensors, and products and convolutions of integers.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "onnx/families.h"
#include "onnx/ops/quantized.h"
#include "onnx/ops/typed.h"

namespace weft::onnx {
namespace {

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
    zeros = c.Reshape(zeros, grid.ParameterSizes());
  }
  const Expression out = Dequantized(c, in, c.Reshape(scales, grid.ParameterSizes()), zeros, grid);
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
    zeros = c.Reshape(zeros, grid.ParameterSizes());
  }
  // Numbers and scales of two types are float32, so that neither loses digits.
  const bool is_mixed = IsFloat(x->type) && x->type != scale->type;
  const DataType compute = is_mixed ? DataType::Float32 : in.desc().type;
  const Expression numbers = c.Cast(in, compute);
  const Expression reshaped = c.Cast(c.Reshape(scales, grid.ParameterSizes()),
                                     IsFloat(x->type) ? compute : DataType::Float32);
  return c.Give(0, Quantized(c, numbers, reshaped, zeros, grid, DataTypeOf(type)), type, x->shape);
}

struct Dynamic {
  Expression integers, scale, zero;
};
Dynamic QuantizedByRange(Conversion& c, const Expression& x) {
  const TensorDesc one(DataType::UInt8, Sizes::Filled(x.desc().rank(), 1));
  const std::vector<Expression> parts = GraphBuilder::AddAll(
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

Expression MultipliedIntegers(const Expression& a, const Expression& a_zero, const Expression& b,
                              const Expression& b_zero) {
  return GraphBuilder::AddOne(MatrixMultiplyInteger{.a_zero_point = expr::Described(a_zero),
                                                    .b_zero_point = expr::Described(b_zero)},
                              {a, a_zero, b, b_zero});
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
  const bool by_rows = a_zero.IsPresent() && a_zero.sizes()[0] > 1;
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
    by_rows |= numbers->IsPresent() && numbers->sizes()[0] > 1;
  const auto [first, second] = Matrices(c, product, left, right, by_rows);
  Sizes sizes = first.sizes();
  sizes[sizes.rank() - 1] = product.n;
  const Expression out = GraphBuilder::AddOne(
      QuantizedLinearMatrixMultiply{.a_zero_point = expr::Described(a_zero),
                                    .b_zero_point = expr::Described(b_zero),
                                    .output_zero_point = expr::Described(zero),
                                    .output = TensorDesc(DataTypeOf(type), sizes)},
      {first, a_scale, a_zero, second, b_scale, b_zero, scale, zero});
  return c.Give(0, out, type, product.shape);
}

// Sums of integers times the scales of both matrices, plus a bias; results are output 0.
Status GiveScaled(Conversion& c, const Product& product, const Expression& a,
                  const Expression& a_zero, const Expression& a_scale, const Expression& b,
                  const Expression& b_zero, const Expression& b_scale, size_t bias_input,
                  ElementType type) {
  const bool by_rows = (a_zero.IsPresent() && a_zero.sizes()[0] > 1) || a_scale.sizes()[0] > 1;
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
    sums = expr::ElementWiseAdd(sums, third.Broadcast(sums.sizes()));
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

// ---- convolutions

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
  return c.Give(0, GraphBuilder::AddOne(std::move(op), {in, x_zero, filter, w_zero}),
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
    if (input.IsPresent() && input.desc().rank() == 1) input = PerChannel(c, input, x->rank());
  QuantizedLinearConvolution op = {.input_zero_point = expr::Described(inputs[2]),
                                   .filter_zero_point = expr::Described(inputs[5]),
                                   .bias = expr::Described(inputs[6]),
                                   .output_zero_point = expr::Described(inputs[8])};
  SetWindows(op, convolved, DataTypeOf(type));
  Expression out = GraphBuilder::AddOne(std::move(op), inputs);
  if (is_last) out = c.Packed(out.Transpose(ChannelsLast(x->rank(), true)));
  return c.Give(0, out, type, shape);
}

}  // namespace

void AddQuantization(Registry& r) {
  r.Add("QuantizeLinear", QuantizeLinear);
  r.Add("DequantizeLinear", DequantizeLinear, Converter::Kind::Kept);
  r.Add("DynamicQuantizeLinear", DynamicQuantize);
  r.Add("MatMulInteger", MatMulInteger);
  r.Add("ConvInteger", ConvInteger);
  r.Add("QLinearMatMul", QLinearMatMul);
  r.Add("QLinearConv", QLinearConv);
  r.SetDomain(kMicrosoft);
  r.Add("QuantizeLinear", QuantizeLinear);
  r.Add("DequantizeLinear", DequantizeLinear, Converter::Kind::Kept);
  r.Add("MatMulIntegerToFloat", MatMulIntegerToFloat);
  r.Add("DynamicQuantizeMatMul", DynamicQuantizeMatMul);
  r.Add("QLinearConv", QLinearConv);
  r.Add("QGemm", QGemm);
}

}  // namespace weft::onnx
