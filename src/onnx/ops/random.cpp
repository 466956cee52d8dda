// SPDX-License-Identifier: MIT
// Numbers drawn at random, by DirectML's generator: Philox, whose state is a counter and a key. The
// seed is the key; without one, nodes draw from keys of their own, in the order of the nodes. So a
// session draws the same numbers in each run, and a loop others in each round.
#include "onnx/ops/random.h"

#include <bit>
#include <cmath>
#include <numbers>

#include "onnx/families.h"
#include "onnx/ops/typed.h"

namespace weft::onnx {
namespace {

// Numbers from 0 on below 1, in steps of 2^-24; at least 2^-24 where they are `positive`.
Expression Uniform(Conversion& c, const Sizes& sizes, bool positive = false) {
  // The counter's highest word tells keys of seeds from those without, and from each other.
  uint32_t state[6] = {};
  const Attribute* const seed = c.Find("seed");
  if (seed != nullptr && seed->kind == Attribute::Kind::Int) {
    state[3] = 1;
    state[4] = uint32_t(uint64_t(seed->integer));
    state[5] = uint32_t(uint64_t(seed->integer) >> 32);
  } else if (seed != nullptr) {
    state[3] = 2;
    state[4] = std::bit_cast<uint32_t>(c.Float("seed", 0));
  } else {
    state[4] = c.NextDraw();
  }
  const Expression from = c.Constant(TensorDesc(DataType::UInt32, {6}), ConstBuffer(state));
  Sizes flat = {1};
  for (const int64_t size : sizes) flat[0] *= size;
  const Expression bits =
      GraphBuilder::AddOne(RandomGenerator{.output = TensorDesc(DataType::UInt32, flat),
                                           .type = RandomGeneratorType::Philox4X32_10},
                           {from});
  const Expression high =
      expr::ElementWiseBitShiftRight(bits, c.Scalar(DataType::UInt32, 8).Broadcast(flat));
  const Expression numbers = c.Cast(high, DataType::Float32) * 0x1p-24f;
  return c.Reshape(positive ? numbers + 0x1p-24f : numbers, sizes);
}

// By Box and Muller: the length and the angle of a vector of two such numbers.
Expression Normal(Conversion& c, const Sizes& sizes) {
  Sizes flat = {2, 1};
  for (const int64_t size : sizes) flat[1] *= size;
  const Expression both = Uniform(c, flat, true);
  const auto half = [&](uint32_t which) {
    return expr::Slice1(both, {.input_window_offsets = {which, 0},
                               .input_window_sizes = {1, uint32_t(flat[1])},
                               .input_window_strides = {1, 1}});
  };
  const Expression length = expr::ElementWiseSqrt(expr::ElementWiseLog(half(0)) * -2.0f);
  const Expression angle = half(1) * (2 * std::numbers::pi_v<float>);
  return c.Reshape(length * expr::ElementWiseCos(angle), sizes);
}

// The type that attribute `dtype` says, else `otherwise`.
Result<ElementType> TypeOf(Conversion& c, ElementType otherwise) {
  const int64_t type = c.Int("dtype", int64_t(otherwise));
  const auto element = ElementType(int32_t(type));
  if (type != int64_t(element) || DataTypeOf(element) == DataType::Unknown)
    return NotSupported("attribute dtype is {}, which is not supported", type);
  return element;
}
Result<ElementType> FloatTypeOf(Conversion& c, ElementType otherwise) {
  WEFT_ASSIGN(const ElementType type, TypeOf(c, otherwise));
  if (type != ElementType::Float && type != ElementType::Float16 && type != ElementType::Double)
    return Invalid("numbers of tensor({}) are to be drawn, but floats are required", Name(type));
  return type;
}

Status GiveDrawn(Conversion& c, bool is_normal, const Shape& shape, ElementType type) {
  WEFT_ASSIGN(const int64_t count, CountOf(shape, "the result"));
  if (count == 0) return GiveEmpty(c, 0, type, shape);
  if (shape.size() > size_t(kMaxRank) || count > int64_t(1) << 31)
    return NotSupported(
        "a result of shape {} is not supported: it has more than {} dimensions or "
        "2^31 elements",
        ToString(shape), kMaxRank);
  const Sizes sizes = SizesOf(shape);
  Expression out;
  if (is_normal) {
    out = Normal(c, sizes) * c.Float("scale", 1) + c.Float("mean", 0);
  } else {
    const float low = c.Float("low", 0), high = c.Float("high", 1);
    out = Uniform(c, sizes) * (high - low) + low;
  }
  return c.Give(0, c.Cast(out, DataTypeOf(type)), type, shape);
}

template <bool kNormal>
Status Drawn(Conversion& c) {
  WEFT_ASSIGN(const ElementType type, FloatTypeOf(c, ElementType::Float));
  return GiveDrawn(c, kNormal, c.Ints("shape"), type);
}
template <bool kNormal>
Status DrawnLike(Conversion& c) {
  WEFT_ASSIGN(const ValueRef like, c.TensorInput(0));
  WEFT_ASSIGN(const ElementType type, FloatTypeOf(c, like->type));
  return GiveDrawn(c, kNormal, like->shape, type);
}

Status Bernoulli(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  WEFT_ASSIGN(const ElementType type, TypeOf(c, x->type));
  if (x->count() == 0) return GiveEmpty(c, 0, type, x->shape);
  WEFT_ASSIGN(const Expression in, c.Device(x));
  const Expression is_one =
      expr::ElementWiseLogicalLessThan(Uniform(c, in.sizes()), c.Cast(in, DataType::Float32));
  return c.Give(0, c.Cast(is_one, DataTypeOf(type)), type, x->shape);
}

// The class whose logarithm is largest once a number of Gumbel's distribution is added to each.
Status Multinomial(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  WEFT_ASSIGN(const ElementType type, TypeOf(c, ElementType::Int32));
  const int64_t samples = c.Int("sample_size", 1);
  if (x->rank() != 2 || samples < 1 || x->count() == 0 ||
      (type != ElementType::Int32 && type != ElementType::Int64))
    return Invalid(
        "{} samples of tensor({}) from an input of shape {} are wanted, but at least 1 "
        "of int32 or int64 and [batch, classes] are required",
        samples, Name(type), ToString(x->shape));
  WEFT_ASSIGN(const int64_t count, CountOf({x->shape[0], samples, x->shape[1]}, "what is drawn"));
  if (count > int64_t(1) << 31)
    return NotSupported("{} numbers are to be drawn, but at most 2^31 are supported", count);
  WEFT_ASSIGN(const Expression in, c.Device(x));
  const Sizes sizes = {x->shape[0], samples, x->shape[1]};
  const Expression logs = c.Reshape(c.Cast(in, DataType::Float32), {sizes[0], 1, sizes[2]});
  // Never 0 nor infinite: numbers are at least 2^-24, and less than 1 by half of that.
  const Expression uniform = Uniform(c, sizes) * (1 - 0x1p-23f) + 0x1p-24f;
  const Expression drawn =
      logs.Broadcast(sizes) - expr::ElementWiseLog(-expr::ElementWiseLog(uniform));
  const Expression which =
      GraphBuilder::AddOne(Argmax{.output = TensorDesc(DataType::Int32, {sizes[0], samples, 1}),
                                  .axes = {2},
                                  .axis_direction = AxisDirection::Increasing},
                           {drawn});
  return c.Give(0, c.Cast(which, DataTypeOf(type)), type, {sizes[0], samples});
}

}  // namespace

Status DropAtRandom(Conversion& c, const ValueRef& x, double ratio) {
  if (!(ratio >= 0 && ratio < 1))
    return Invalid("ratio is {}, but a number from 0 on below 1 is required", ratio);
  if (x->count() == 0) {
    WEFT_RETURN_IF_ERROR(GiveEmpty(c, 1, ElementType::Bool, x->shape));
    return GiveEmpty(c, 0, x->type, x->shape);
  }
  WEFT_ASSIGN(const DataType compute, ComputeType(ElementWiseMultiply::kType, x->type));
  WEFT_ASSIGN(const Expression in, c.Device(x));
  const Expression kept = expr::ElementWiseLogicalGreaterThanOrEqual(
      Uniform(c, in.sizes()), c.Scalar(DataType::Float32, ratio).Broadcast(in.sizes()));
  const Expression scaled = c.Cast(in, compute) * float(1 / (1 - ratio));
  const Expression out =
      expr::ElementWiseIf(kept, scaled, c.Scalar(compute, 0).Broadcast(in.sizes()));
  WEFT_RETURN_IF_ERROR(c.Give(1, kept, ElementType::Bool, x->shape));
  return c.Give(0, c.Cast(out, DataTypeOf(x->type)), x->type, x->shape);
}

void AddRandom(Registry& r) {
  r.Add("RandomNormal", Drawn<true>);
  r.Add("RandomUniform", Drawn<false>);
  r.Add("RandomNormalLike", DrawnLike<true>);
  r.Add("RandomUniformLike", DrawnLike<false>);
  r.Add("Bernoulli", Bernoulli);
  r.Add("Multinomial", Multinomial);
}

}  // namespace weft::onnx
