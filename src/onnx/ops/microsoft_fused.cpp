// SPDX-License-Identifier: MIT
// com.microsoft: several operators in one, as optimizers write them.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "onnx/families.h"
#include "onnx/ops/quantized.h"
#include "onnx/ops/typed.h"

namespace weft::onnx {
namespace {

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
      GraphBuilder::AddOne(std::move(op), {c.Cast(in, compute), c.Cast(filter, compute), bias});
  if (added) {
    WEFT_ASSIGN(const Expression more, c.Device(added));
    out = out + c.Cast(more, compute);
    if (activation)
      out = std::visit([&](const auto& function) { return GraphBuilder::AddOne(function, {out}); },
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
    return c.Reshape(in, {value->count()}).Broadcast(SizesOf(x->shape));
  };
  WEFT_ASSIGN(const Expression first, c.Device(x));
  WEFT_ASSIGN(const Expression second, c.Device(skip));
  Expression sum = first + second.Broadcast(first.sizes());
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
  const Expression out = GraphBuilder::AddOne(
      MeanVarianceNormalization2{.scale = gamma.desc(),
                                 .bias = expr::Described(beta),
                                 .axes = {uint32_t(x->rank() - 1)},
                                 .use_mean = use_mean,
                                 .use_variance = true,
                                 .epsilon = c.Float("epsilon", use_mean ? 1e-12f : 1e-5f)},
      {sum, gamma, beta});
  WEFT_RETURN_IF_ERROR(c.Give(3, sum, x->type, x->shape));
  return c.Give(0, out, x->type, x->shape);
}
Status SkipLayerNormalization(Conversion& c) { return SkipNormalization(c, true); }
Status SkipSimplifiedLayerNormalization(Conversion& c) { return SkipNormalization(c, false); }

}  // namespace

void AddMicrosoftFused(Registry& r) {
  r.SetDomain(kMicrosoft);
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
