// SPDX-License-Identifier: MIT
// com.microsoft: functions of quantized tensors, and weights of few bits.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/split.h"
#include "onnx/families.h"
#include "onnx/ops/quantized.h"
#include "onnx/ops/typed.h"

namespace weft::onnx {
namespace {

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
    return GiveQuantized(c, first.Broadcast(sizes) * second.Broadcast(sizes), 6, a->type, shape);
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
    if (input.IsPresent()) input = input.Broadcast(sizes);
  const Expression out = GraphBuilder::AddOne(
      ElementWiseQuantizedLinearAdd{.a_zero_point = expr::Described(inputs[2]),
                                    .b_zero_point = expr::Described(inputs[5]),
                                    .output_zero_point = expr::Described(inputs[7]),
                                    .output = TensorDesc(DataTypeOf(a->type), sizes)},
      inputs);
  return c.Give(0, out, a->type, shape);
}
Status QLinearAdd(Conversion& c) { return QLinearBinary(c, false); }
Status QLinearMul(Conversion& c) { return QLinearBinary(c, true); }

template <class Op>
Status QLinearUnary(Conversion& c, Op op) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  if (x->count() == 0) return GiveEmpty(c, 0, x->type, x->shape);
  WEFT_ASSIGN(const Expression in, NumbersOf(c, 0));
  return GiveQuantized(c, GraphBuilder::AddOne(std::move(op), {in}), 3, x->type, x->shape);
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
  return GiveQuantized(c, parts.size() == 1 ? parts[0] : GraphBuilder::AddOne(std::move(op), parts),
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
  const Expression out = GraphBuilder::AddOne(
      QuantizedLinearAveragePooling{.input_zero_point = expr::Described(inputs[2]),
                                    .output_zero_point = expr::Described(inputs[4]),
                                    .output = TensorDesc(DataTypeOf(x->type), pooled),
                                    .strides = Windows::Unsigned(windows.strides),
                                    .window_size = Windows::Unsigned(windows.kernel),
                                    .start_padding = Windows::Unsigned(windows.begin),
                                    .end_padding = Windows::Unsigned(windows.end),
                                    .dilations = Windows::Unsigned(windows.dilations),
                                    .include_padding = c.Int("count_include_pad", 0) != 0},
      inputs);
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
  return GiveQuantized(c, GraphBuilder::AddOne(std::move(op), {in}), 3, x->type, shape);
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
      const int64_t index = row * blocks + block;
      packed[size_t(index / 2)] |= uint8_t(number << (index % 2 * 4));
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
  const int64_t blocks = CeilDiv(k, block);
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
  const Sizes block_sizes = {n, blocks};
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
    weights = (numbers - Spread(c, grid, c.Reshape(zeros, block_sizes))) *
              Spread(c, grid, c.Reshape(scales, block_sizes));
  } else {
    Expression zeros = c.Reshape(c.Element(type, uint64_t(1) << (bits - 1)), {1, 1});
    if (repacks) {
      WEFT_ASSIGN(zeros, PackedZeroPoints(c, zero, n, blocks));
    } else if (zero) {
      WEFT_ASSIGN(zeros, c.Device(zero));
      zeros = c.Packed(zeros).Reinterpret(TensorDesc(type, block_sizes));
    }
    weights = Dequantized(c, integers, c.Reshape(scales, block_sizes), zeros, grid);
  }
  if (blocks * block != k)
    weights = expr::Slice1(weights, {.input_window_offsets = {0, 0},
                                     .input_window_sizes = {uint32_t(n), uint32_t(k)},
                                     .input_window_strides = {1, 1}});
  Expression added;
  if (c.Optional(5)) {
    WEFT_ASSIGN(const Expression bias, Vector(c, 5, n));
    added = c.Cast(bias, compute).Broadcast({count / n, n});
  }
  const Expression out = expr::Gemm(
      c.Reshape(left, {count / n, k}), weights, added,
      {.trans_b = MatrixTransform::Transpose, .alpha = 1, .beta = added.IsPresent() ? 1.0f : 0.0f});
  return c.Give(0, out, a->type, shape);
}

}  // namespace

void AddMicrosoftQuantized(Registry& r) {
  r.SetDomain(kMicrosoft);
  r.Add("QLinearAdd", QLinearAdd);
  r.Add("QLinearMul", QLinearMul);
  r.Add("QLinearConcat", QLinearConcat);
  r.Add("QLinearSigmoid", QLinearSigmoid);
  r.Add("QLinearLeakyRelu", QLinearLeakyRelu);
  r.Add("QLinearAveragePool", QLinearAveragePool);
  r.Add("QLinearGlobalAveragePool", QLinearGlobalAveragePool);
  r.Add("MatMulNBits", MatMulNBits);
}

}  // namespace weft::onnx
