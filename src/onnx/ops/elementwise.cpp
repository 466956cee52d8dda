// SPDX-License-Identifier: MIT
// Operators of single elements: functions of one, of two whose shapes are broadcast, and of many.
#include <cmath>
#include <limits>

#include "onnx/families.h"
#include "onnx/ops/typed.h"

namespace weft::onnx {
namespace {

// ---- of one tensor

template <class Op>
Status Unary(Conversion& c, Op op = {}) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  if (x->count() == 0) return GiveEmpty(c, 0, x->type, x->shape);
  WEFT_ASSIGN(const Expression in, c.Device(x));
  WEFT_ASSIGN(const Expression out, AddTyped(c, x->type, {in}, std::move(op)));
  return c.Give(0, out, x->type, x->shape);
}
template <class Op>
Status Plain(Conversion& c) {
  return Unary<Op>(c);
}

// The element itself, under another name.
Status Identity(Conversion& c) {
  WEFT_ASSIGN(ValueRef x, c.Input(0));
  c.Set(0, std::move(x));
  return Ok();
}

// … of integers, and something else of floats.
template <class Op>
Status IdentityOfIntegers(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  const bool is_float = x->type == ElementType::Float || x->type == ElementType::Float16 ||
                        x->type == ElementType::Double;
  return is_float ? Unary<Op>(c) : Identity(c);
}

Status Round(Conversion& c) {
  return Unary(c, ElementWiseRound{.rounding_mode = RoundingMode::HalvesToNearestEven});
}
Status Relu(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  if (Accepts(ActivationRelu::kType, DataTypeOf(x->type)) || x->type == ElementType::Double)
    return Unary<ActivationRelu>(c);
  WEFT_ASSIGN(const Expression in, c.Device(x));
  const Expression zero = c.Scalar(DataTypeOf(x->type), 0).Broadcast(in.sizes());
  WEFT_ASSIGN(const Expression out, AddTyped<ElementWiseMax>(c, x->type, {in, zero}));
  return c.Give(0, out, x->type, x->shape);
}
Status LeakyRelu(Conversion& c) {
  return Unary(c, ActivationLeakyRelu{.alpha = c.Float("alpha", 0.01f)});
}
Status ThresholdedRelu(Conversion& c) {
  return Unary(c, ActivationThresholdedRelu{.alpha = c.Float("alpha", 1)});
}
Status Elu(Conversion& c) { return Unary(c, ActivationElu{.alpha = c.Float("alpha", 1)}); }
Status Selu(Conversion& c) {
  return Unary(c, ActivationScaledElu{.alpha = c.Float("alpha", 1.67326319217681884765625f),
                                      .gamma = c.Float("gamma", 1.05070102214813232421875f)});
}
Status Celu(Conversion& c) { return Unary(c, ActivationCelu{.alpha = c.Float("alpha", 1)}); }
Status HardSigmoid(Conversion& c) {
  return Unary(
      c, ActivationHardSigmoid{.alpha = c.Float("alpha", 0.2f), .beta = c.Float("beta", 0.5f)});
}
Status Softplus(Conversion& c) { return Unary(c, ActivationSoftplus{.steepness = 1}); }
Status Shrink(Conversion& c) {
  return Unary(c,
               ActivationShrink{.bias = c.Float("bias", 0), .threshold = c.Float("lambd", 0.5f)});
}
Status Swish(Conversion& c) {
  return Unary(c, ActivationSwish{.sigmoid_input_scale = c.Float("alpha", 1)});
}
// Experimental operators that the first opsets had.
Status Affine(Conversion& c) {
  return Unary(c, ActivationLinear{.alpha = c.Float("alpha", 1), .beta = c.Float("beta", 0)});
}
Status ScaleBy(Conversion& c) {
  return Unary(c, ActivationLinear{.alpha = c.Float("scale", 1), .beta = 0});
}
Status ParametricSoftplus(Conversion& c) {
  return Unary(
      c, ActivationParametricSoftplus{.alpha = c.Float("alpha", 1), .beta = c.Float("beta", 1)});
}
Status ScaledTanh(Conversion& c) {
  return Unary(c, ActivationScaledTanh{.alpha = c.Float("alpha", 1), .beta = c.Float("beta", 1)});
}
Status HardSwish(Conversion& c) {
  return Unary(c, ActivationHardSwish{.alpha = 1.0f / 6, .beta = 0.5f});
}

// x * tanh(softplus(x))
Status Mish(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  if (x->count() == 0) return GiveEmpty(c, 0, x->type, x->shape);
  WEFT_ASSIGN(const Expression in, c.Device(x));
  WEFT_ASSIGN(const Expression soft,
              AddTyped(c, x->type, {in}, ActivationSoftplus{.steepness = 1}));
  WEFT_ASSIGN(const Expression tanh, AddTyped<ActivationTanh>(c, x->type, {soft}));
  WEFT_ASSIGN(const Expression out, AddTyped<ElementWiseMultiply>(c, x->type, {in, tanh}));
  return c.Give(0, out, x->type, x->shape);
}

// 0.5 * x * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x^3)))
Result<Expression> TanhGelu(Conversion& c, const Expression& x, ElementType type) {
  WEFT_ASSIGN(const DataType compute, ComputeType(ActivationTanh::kType, type));
  const Expression in = c.Cast(x, compute);
  const Expression cube = in * in * in;
  const float root = std::sqrt(2 / 3.14159265358979323846f);
  const Expression inner = (in + cube * 0.044715f) * root;
  const Expression tanh = expr::ActivationTanh(inner);
  return c.Cast(in * (tanh * 0.5f + 0.5f), DataTypeOf(type));
}

Status Gelu(Conversion& c) {
  const std::string_view how = c.Text("approximate", "none");
  if (how == "none") return Unary<ActivationGelu>(c);
  if (how != "tanh")
    return Invalid("attribute approximate is '{}', but 'none' or 'tanh' is required",
                   Printable(how));
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  if (x->count() == 0) return GiveEmpty(c, 0, x->type, x->shape);
  WEFT_ASSIGN(const Expression in, c.Device(x));
  WEFT_ASSIGN(const Expression out, TanhGelu(c, in, x->type));
  return c.Give(0, out, x->type, x->shape);
}

// Of one tensor to bool.
template <class Op>
Status Predicate(Conversion& c, Op op = {}) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  if (x->count() == 0) return GiveEmpty(c, 0, ElementType::Bool, x->shape);
  WEFT_ASSIGN(const Expression in, c.Device(x));
  WEFT_ASSIGN(const DataType compute, ComputeType(Op::kType, x->type));
  return c.Give(0, GraphBuilder::AddOne(std::move(op), {c.Cast(in, compute)}), ElementType::Bool,
                x->shape);
}
Status IsNan(Conversion& c) { return Predicate<ElementWiseIsNan>(c); }
Status Not(Conversion& c) { return Predicate<ElementWiseLogicalNot>(c); }
Status IsInf(Conversion& c) {
  const bool negative = c.Int("detect_negative", 1) != 0,
             positive = c.Int("detect_positive", 1) != 0;
  if (!negative && !positive) {
    WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
    WEFT_ASSIGN(NewHostValue none, MakeHost(ElementType::Bool, x->shape));
    c.Set(0, std::move(none.value));
    return Ok();
  }
  return Predicate(
      c, ElementWiseIsInfinity{.infinity_mode = negative && positive ? IsInfinityMode::Either
                                                : negative           ? IsInfinityMode::Negative
                                                                     : IsInfinityMode::Positive});
}

// ---- of two

struct Pair {
  Expression a, b;
  ElementType type;
  Shape shape;
};

// The first versions broadcast B from dimension `axis` on.
Shape OldShape(Conversion& c, const Shape& a, Shape b) {
  if (c.version() >= 7 || c.Int("broadcast", 0) == 0 || !c.HasAttribute("axis")) return b;
  const int64_t axis = c.Int("axis", 0);
  while (axis >= 0 && b.size() + size_t(axis) < a.size()) b.push_back(1);
  return b;
}

// Nothing where the result is empty, which has been given then.
Result<std::optional<Pair>> Operands(Conversion& c, bool gives_bool = false) {
  WEFT_ASSIGN(const ValueRef a, c.TensorInput(0));
  WEFT_ASSIGN(const ValueRef b, c.TensorInput(1));
  if (a->type != b->type)
    return Invalid("inputs are tensor({}) and tensor({}), but the same type is required",
                   Name(a->type), Name(b->type));
  const Shape b_shape = OldShape(c, a->shape, b->shape);
  WEFT_ASSIGN(Shape shape, BroadcastShape(a->shape, b_shape));
  WEFT_ASSIGN(const int64_t count, CountOf(shape, "the result"));
  if (count == 0) {
    WEFT_RETURN_IF_ERROR(GiveEmpty(c, 0, gives_bool ? ElementType::Bool : a->type, shape));
    return std::nullopt;
  }
  WEFT_ASSIGN(Expression first, c.Device(a));
  WEFT_ASSIGN(Expression second, c.Device(b));
  const Sizes sizes = SizesOf(shape);
  first = first.Broadcast(sizes);
  second = c.Reshape(second, SizesOf(b_shape)).Broadcast(sizes);
  return Pair{first, second, a->type, std::move(shape)};
}

template <class Op>
Status Binary(Conversion& c) {
  WEFT_ASSIGN(const std::optional<Pair> pair, Operands(c));
  if (!pair) return Ok();
  WEFT_ASSIGN(const Expression out, AddTyped<Op>(c, pair->type, {pair->a, pair->b}));
  return c.Give(0, out, pair->type, pair->shape);
}

template <class Op>
Status Compare(Conversion& c) {
  WEFT_ASSIGN(const std::optional<Pair> pair, Operands(c, true));
  if (!pair) return Ok();
  WEFT_ASSIGN(const DataType compute, ComputeType(Op::kType, pair->type));
  return c.Give(0, GraphBuilder::AddOne(Op{}, {c.Cast(pair->a, compute), c.Cast(pair->b, compute)}),
                ElementType::Bool, pair->shape);
}

Status Mod(Conversion& c) {
  return c.Int("fmod", 0) != 0 ? Binary<ElementWiseModulusTruncate>(c)
                               : Binary<ElementWiseModulusFloor>(c);
}
Status BitShift(Conversion& c) {
  const std::string_view direction = c.Text("direction", "");
  if (direction == "LEFT") return Binary<ElementWiseBitShiftLeft>(c);
  if (direction == "RIGHT") return Binary<ElementWiseBitShiftRight>(c);
  return Invalid("attribute direction is '{}', but 'LEFT' or 'RIGHT' is required",
                 Printable(direction));
}

// The exponent may have a type of its own; the result has the base's.
Status Pow(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  WEFT_ASSIGN(const ValueRef y, c.TensorInput(1));
  WEFT_ASSIGN(const Shape shape, BroadcastShape(x->shape, OldShape(c, x->shape, y->shape)));
  WEFT_ASSIGN(const int64_t count, CountOf(shape, "the result"));
  if (count == 0) return GiveEmpty(c, 0, x->type, shape);
  const auto is_float = [](ElementType type) {
    return type == ElementType::Float || type == ElementType::Float16 ||
           type == ElementType::Double;
  };
  // A constant power of floats needs no tensor of exponents.
  if (y->is_host && y->count() == 1 && is_float(x->type)) {
    WEFT_ASSIGN(const std::vector<double> exponent, c.HostNumbers(y));
    WEFT_ASSIGN(const Expression in, c.Device(x));
    WEFT_ASSIGN(const Expression out,
                AddTyped(c, x->type, {in.Broadcast(SizesOf(shape))},
                         ElementWiseConstantPow{.exponent = float(exponent[0])}));
    return c.Give(0, out, x->type, shape);
  }
  WEFT_ASSIGN(const Expression base, c.Device(x));
  WEFT_ASSIGN(const Expression exponent, c.Device(y));
  // 64-bit integers have no power of their own; float32 is exact to 2^24.
  const bool as_float =
      is_float(x->type) || is_float(y->type) || weft::SizeBits(DataTypeOf(x->type)) == 64;
  const DataType compute = x->type == ElementType::Float16 && y->type == ElementType::Float16
                               ? DataType::Float16
                           : as_float ? DataType::Float32
                                      : DataType::Int32;
  const Sizes sizes = SizesOf(shape);
  const Expression power = expr::ElementWisePow(c.Cast(base.Broadcast(sizes), compute),
                                                c.Cast(exponent.Broadcast(sizes), compute));
  return c.Give(0, c.Cast(power, DataTypeOf(x->type)), x->type, shape);
}

Status PRelu(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  WEFT_ASSIGN(const ValueRef slope, c.TensorInput(1));
  if (x->count() == 0) return GiveEmpty(c, 0, x->type, x->shape);
  WEFT_ASSIGN(const Expression in, c.Device(x));
  WEFT_ASSIGN(Expression by, c.Device(slope));
  // Before version 9 a slope of one dimension is one for each channel.
  if (c.version() < 9 && slope->rank() == 1 && slope->shape[0] > 1 && x->rank() > 1) {
    Sizes sizes = Sizes::Filled(int(x->rank()), 1);
    sizes[1] = slope->shape[0];
    by = c.Reshape(by, sizes);
  }
  WEFT_ASSIGN(const Expression out,
              AddTyped<ActivationParameterizedRelu>(c, x->type, {in, by.Broadcast(in.sizes())}));
  return c.Give(0, out, x->type, x->shape);
}

// ---- of three and of many

Status Where(Conversion& c) {
  WEFT_ASSIGN(const ValueRef condition, c.TensorInput(0));
  WEFT_ASSIGN(const ValueRef a, c.TensorInput(1));
  WEFT_ASSIGN(const ValueRef b, c.TensorInput(2));
  WEFT_ASSIGN(Shape shape, BroadcastShape(a->shape, b->shape));
  WEFT_ASSIGN(shape, BroadcastShape(shape, condition->shape));
  WEFT_ASSIGN(const int64_t count, CountOf(shape, "the result"));
  if (count == 0) return GiveEmpty(c, 0, a->type, shape);
  const Sizes sizes = SizesOf(shape);
  WEFT_ASSIGN(const Expression which, c.Device(condition));
  WEFT_ASSIGN(const Expression first, c.Device(a));
  WEFT_ASSIGN(const Expression second, c.Device(b));
  return c.Give(
      0,
      expr::ElementWiseIf(which.Broadcast(sizes), first.Broadcast(sizes), second.Broadcast(sizes)),
      a->type, shape);
}

template <class Op>
Status Many(Conversion& c) {
  WEFT_ASSIGN(const ValueRef first, c.TensorInput(0));
  Shape shape = first->shape;
  for (size_t i = 1; i < c.input_count(); ++i) {
    WEFT_ASSIGN(const ValueRef next, c.TensorInput(i));
    WEFT_ASSIGN(shape, BroadcastShape(shape, next->shape));
  }
  WEFT_ASSIGN(const int64_t count, CountOf(shape, "the result"));
  if (count == 0) return GiveEmpty(c, 0, first->type, shape);
  const Sizes sizes = SizesOf(shape);
  WEFT_ASSIGN(Expression all, c.Device(first));
  all = all.Broadcast(sizes);
  for (size_t i = 1; i < c.input_count(); ++i) {
    WEFT_ASSIGN(const Expression next, c.Device(i));
    WEFT_ASSIGN(all, AddTyped<Op>(c, first->type, {all, next.Broadcast(sizes)}));
  }
  if (c.node().op_type == "Mean" && c.input_count() > 1) {
    const DataType type =
        all.desc().type == DataType::Float64 ? DataType::Float32 : all.desc().type;
    all = c.Cast(c.Cast(all, type) * (1 / float(c.input_count())), all.desc().type);
  }
  return c.Give(0, all, first->type, shape);
}

Status Clip(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  if (x->count() == 0) return GiveEmpty(c, 0, x->type, x->shape);
  const bool has_inputs = c.version() >= 11;
  const auto bound = [&](size_t i, std::string_view name,
                         double otherwise) -> Result<std::optional<weft::Scalar>> {
    if (!has_inputs) {
      if (!c.HasAttribute(name)) return std::nullopt;
      return weft::Scalar(double(c.Float(name, float(otherwise))));
    }
    const ValueRef& value = c.Optional(i);
    if (!value || value->count() == 0) return std::nullopt;
    if (value->type == ElementType::Int64 || value->type == ElementType::UInt64) {
      WEFT_ASSIGN(const std::vector<int64_t> number, c.HostInts(value));
      return value->type == ElementType::Int64 ? weft::Scalar(number[0])
                                               : weft::Scalar(uint64_t(number[0]));
    }
    WEFT_ASSIGN(const std::vector<double> number, c.HostNumbers(value));
    return weft::Scalar(number[0]);
  };
  WEFT_ASSIGN(const auto low, bound(1, "min", 0));
  WEFT_ASSIGN(const auto high, bound(2, "max", 0));
  WEFT_ASSIGN(const Expression in, c.Device(x));
  WEFT_ASSIGN(const DataType compute, ComputeType(ElementWiseMax::kType, x->type));
  Expression out = c.Cast(in, compute);
  const auto limit = [&](const weft::Scalar& number) {
    const uint64_t bits = number.Bits(compute);
    return c.Element(compute, bits).Broadcast(out.sizes());
  };
  // The usual case is one operator; where min > max, max wins in ONNX and min in DirectML.
  const auto value_of = [&](const weft::Scalar& number) { return std::stod(number.Text(compute)); };
  if (low && high && (compute == DataType::Float32 || compute == DataType::Float16) &&
      value_of(*low) <= value_of(*high))
    out = expr::ElementWiseClip(out, {.min = float(value_of(*low)), .max = float(value_of(*high))});
  else {
    if (low) out = expr::ElementWiseMax(out, limit(*low));
    if (high) out = expr::ElementWiseMin(out, limit(*high));
  }
  return c.Give(0, c.Cast(out, DataTypeOf(x->type)), x->type, x->shape);
}

}  // namespace

void AddElementwise(Registry& r) {
  r.Add("Abs", [](Conversion& c) -> Status {
    WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
    const bool is_unsigned = x->type == ElementType::UInt8 || x->type == ElementType::UInt16 ||
                             x->type == ElementType::UInt32 || x->type == ElementType::UInt64;
    return is_unsigned ? Identity(c) : Unary<ElementWiseAbs>(c);
  });
  r.Add("Neg", Plain<ElementWiseNegate>);
  r.Add("Sign", Plain<ElementWiseSign>);
  r.Add("Ceil", IdentityOfIntegers<ElementWiseCeil>);
  r.Add("Floor", IdentityOfIntegers<ElementWiseFloor>);
  r.Add("Round", Round);
  r.Add("Sqrt", Plain<ElementWiseSqrt>);
  r.Add("Reciprocal", Plain<ElementWiseRecip>);
  r.Add("Exp", Plain<ElementWiseExp>);
  r.Add("Log", Plain<ElementWiseLog>);
  r.Add("Sin", Plain<ElementWiseSin>);
  r.Add("Cos", Plain<ElementWiseCos>);
  r.Add("Tan", Plain<ElementWiseTan>);
  r.Add("Asin", Plain<ElementWiseAsin>);
  r.Add("Acos", Plain<ElementWiseAcos>);
  r.Add("Atan", Plain<ElementWiseAtan>);
  r.Add("Sinh", Plain<ElementWiseSinh>);
  r.Add("Cosh", Plain<ElementWiseCosh>);
  r.Add("Tanh", Plain<ElementWiseTanh>);
  r.Add("Asinh", Plain<ElementWiseAsinh>);
  r.Add("Acosh", Plain<ElementWiseAcosh>);
  r.Add("Atanh", Plain<ElementWiseAtanh>);
  r.Add("Erf", Plain<ElementWiseErf>);
  r.Add("Sigmoid", Plain<ActivationSigmoid>);
  r.Add("Softsign", Plain<ActivationSoftsign>);
  r.Add("BitwiseNot", Plain<ElementWiseBitNot>);
  r.AddFlow("Identity", Identity);
  r.Add("Relu", Relu);
  r.Add("LeakyRelu", LeakyRelu);
  r.Add("ThresholdedRelu", ThresholdedRelu);
  r.Add("PRelu", PRelu);
  r.Add("Elu", Elu);
  r.Add("Selu", Selu);
  r.Add("Celu", Celu);
  r.Add("HardSigmoid", HardSigmoid);
  r.Add("HardSwish", HardSwish);
  r.Add("Swish", Swish);
  r.Add("Affine", Affine);
  r.Add("Scale", ScaleBy);
  r.Add("ParametricSoftplus", ParametricSoftplus);
  r.Add("ScaledTanh", ScaledTanh);
  r.Add("Mish", Mish);
  r.Add("Gelu", Gelu);
  r.Add("Softplus", Softplus);
  r.Add("Shrink", Shrink);
  r.Add("Clip", Clip);
  r.Add("Not", Not);
  r.Add("IsNaN", IsNan);
  r.Add("IsInf", IsInf);
  r.Add("Add", Binary<ElementWiseAdd>);
  r.Add("Sub", Binary<ElementWiseSubtract>);
  r.Add("Mul", Binary<ElementWiseMultiply>);
  r.Add("Div", Binary<ElementWiseDivide>);
  r.Add("Mod", Mod);
  r.Add("Pow", Pow);
  r.Add("BitShift", BitShift);
  r.Add("BitwiseAnd", Binary<ElementWiseBitAnd>);
  r.Add("BitwiseOr", Binary<ElementWiseBitOr>);
  r.Add("BitwiseXor", Binary<ElementWiseBitXor>);
  r.Add("And", Compare<ElementWiseLogicalAnd>);
  r.Add("Or", Compare<ElementWiseLogicalOr>);
  r.Add("Xor", Compare<ElementWiseLogicalXor>);
  r.Add("Equal", Compare<ElementWiseLogicalEquals>);
  r.Add("Greater", Compare<ElementWiseLogicalGreaterThan>);
  r.Add("Less", Compare<ElementWiseLogicalLessThan>);
  r.Add("GreaterOrEqual", Compare<ElementWiseLogicalGreaterThanOrEqual>);
  r.Add("LessOrEqual", Compare<ElementWiseLogicalLessThanOrEqual>);
  r.Add("Where", Where);
  r.Add("Max", Many<ElementWiseMax>);
  r.Add("Min", Many<ElementWiseMin>);
  r.Add("Sum", Many<ElementWiseAdd>);
  r.Add("Mean", Many<ElementWiseAdd>);
}

}  // namespace weft::onnx
