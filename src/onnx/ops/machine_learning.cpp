// SPDX-License-Identifier: MIT
// ai.onnx.ml: steps of classic machine learning that are a few operators of tensors.
#include <algorithm>

#include "onnx/families.h"
#include "onnx/ops/typed.h"

namespace weft::onnx {
namespace {

constexpr DataType kCompute = DataType::Float32;  // what results are, whatever the inputs

Result<Expression> FloatInput(Conversion& c, const ValueRef& x) {
  WEFT_ASSIGN(const Expression in, c.Device(x));
  return c.Cast(in, kCompute);
}

// Numbers of an attribute, one for all or one for each index of the last dimension.
Result<Expression> LastAttribute(Conversion& c, std::string_view name, float otherwise,
                                 const ValueRef& x) {
  std::vector<float> numbers = c.Floats(name);
  if (numbers.empty()) numbers = {otherwise};
  const int64_t last = x->rank() > 0 ? x->shape.back() : 1;
  if (numbers.size() != 1 && int64_t(numbers.size()) != last)
    return Invalid("attribute {} has {} elements, but the input has the shape {}", name,
                   numbers.size(), ToString(x->shape));
  return c.Constant(TensorDesc(kCompute, {int64_t(numbers.size())}), ConstBuffer(numbers));
}

Status Binarizer(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  if (x->count() == 0) return GiveEmpty(c, 0, x->type, x->shape);
  WEFT_ASSIGN(const Expression in, FloatInput(c, x));
  const Expression is_above = expr::ElementWiseLogicalGreaterThan(
      in, c.Scalar(kCompute, c.Float("threshold", 0)).Broadcast(in.sizes()));
  return c.Give(0, c.Cast(is_above, DataTypeOf(x->type)), x->type, x->shape);
}

Status Scaler(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  if (x->count() == 0) return GiveEmpty(c, 0, ElementType::Float, x->shape);
  WEFT_ASSIGN(const Expression offset, LastAttribute(c, "offset", 0, x));
  WEFT_ASSIGN(const Expression scale, LastAttribute(c, "scale", 1, x));
  WEFT_ASSIGN(const Expression in, FloatInput(c, x));
  return c.Give(0, (in - offset) * scale, ElementType::Float, x->shape);
}

Status Normalizer(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  const std::string_view norm = c.Text("norm", "MAX");
  if (norm != "MAX" && norm != "L1" && norm != "L2")
    return Invalid("attribute norm is '{}', but MAX, L1 or L2 is required", Printable(norm));
  if (x->rank() < 1 || x->rank() > 2)
    return Invalid("the input has the shape {}, but 1 or 2 dimensions are required",
                   ToString(x->shape));
  if (x->count() == 0) return GiveEmpty(c, 0, ElementType::Float, x->shape);
  WEFT_ASSIGN(const Expression in, FloatInput(c, x));
  const Expression by = expr::Reduce(in, {.function = norm == "MAX"  ? ReduceFunction::Max
                                                      : norm == "L1" ? ReduceFunction::L1
                                                                     : ReduceFunction::L2,
                                          .axes = {uint32_t(x->rank() - 1)}});
  // A row of zeros stays one.
  const Expression zero = c.Scalar(kCompute, 0).Broadcast(by.sizes());
  const Expression one = c.Scalar(kCompute, 1).Broadcast(by.sizes());
  const Expression divisor = expr::ElementWiseIf(expr::ElementWiseLogicalEquals(by, zero), one, by);
  return c.Give(0, in / divisor, ElementType::Float, x->shape);
}

Status LinearRegressor(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  const int64_t targets = c.Int("targets", 1);
  const std::vector<float> weights = c.Floats("coefficients"), added = c.Floats("intercepts");
  const std::string_view after = c.Text("post_transform", "NONE");
  if (after != "NONE" && after != "LOGISTIC" && after != "SOFTMAX")
    return NotSupported("attribute post_transform is '{}', which is not supported",
                        Printable(after));
  const int64_t features = x->rank() > 0 ? x->shape.back() : 0;
  if (x->rank() < 1 || x->rank() > 2 || targets < 1 || features < 1 ||
      int64_t(weights.size()) / targets != features || int64_t(weights.size()) % targets != 0 ||
      (!added.empty() && int64_t(added.size()) != targets))
    return Invalid(
        "the input has the shape {}, with {} targets, {} coefficients and {} "
        "intercepts, which do not fit together",
        ToString(x->shape), targets, weights.size(), added.size());
  const int64_t rows = x->rank() == 2 ? x->shape[0] : 1;
  const Shape shape = {rows, targets};
  if (rows == 0) return GiveEmpty(c, 0, ElementType::Float, shape);
  WEFT_ASSIGN(const Expression in, FloatInput(c, x));
  const Expression by = c.Constant(TensorDesc(kCompute, {targets, features}), ConstBuffer(weights));
  Expression bias;
  if (!added.empty())
    bias = c.Constant(TensorDesc(kCompute, {1, targets}), ConstBuffer(added))
               .Broadcast({rows, targets});
  Expression out = expr::Gemm(
      c.Reshape(in, {rows, features}), by, bias,
      {.trans_b = MatrixTransform::Transpose, .alpha = 1, .beta = bias.IsPresent() ? 1.0f : 0.0f});
  if (after == "LOGISTIC") out = expr::ActivationSigmoid(out);
  if (after == "SOFTMAX") out = expr::ActivationSoftmax1(out, {.axes = {1}});
  return c.Give(0, out, ElementType::Float, shape);
}

}  // namespace

void AddMachineLearning(Registry& r) {
  r.SetDomain("ai.onnx.ml");
  r.Add("Binarizer", Binarizer);
  r.Add("Scaler", Scaler);
  r.Add("Normalizer", Normalizer);
  r.Add("LinearRegressor", LinearRegressor);
}

}  // namespace weft::onnx
