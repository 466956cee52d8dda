// SPDX-License-Identifier: MIT
// Normalizations, and softmax with its kin.
#include <algorithm>
#include <numeric>

#include "onnx/families.h"
#include "onnx/ops/typed.h"

namespace weft::onnx {
namespace {

// Before version 13, all dimensions from `axis` on are one line.
template <class Op>
Status Softmax(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  const bool flattens = c.version() < 13;
  if (x->count() == 0) return GiveEmpty(c, 0, x->type, x->shape);
  Op op;
  if (x->rank() > 0) {
    WEFT_ASSIGN(const int axis, c.Axis("axis", flattens ? 1 : -1,
                                       x->rank() + (flattens && x->rank() == 1 ? 1 : 0)));
    for (int dim = axis; dim < (flattens ? int(x->rank()) : axis + 1); ++dim)
      op.axes.push_back(uint32_t(dim));
  }
  if (op.axes.empty()) op.axes.push_back(0);
  WEFT_ASSIGN(const Expression in, c.Device(x));
  WEFT_ASSIGN(const Expression out, AddTyped(c, x->type, {in}, std::move(op)));
  return c.Give(0, out, x->type, x->shape);
}

// One number for each channel, for a tensor of `sizes`.
Result<Expression> PerChannel(Conversion& c, size_t input, const Sizes& sizes, DataType type) {
  WEFT_ASSIGN(const ValueRef value, c.TensorInput(input));
  WEFT_ASSIGN(const Expression in, c.Device(value));
  Sizes one = Sizes::Filled(sizes.rank(), 1);
  if (sizes.rank() < 2 || value->count() != sizes[1])
    return Invalid("input {} has the shape {}, but there are {} channels", input,
                   ToString(value->shape), sizes.rank() < 2 ? 0 : sizes[1]);
  one[1] = value->count();
  return c.Cast(c.Reshape(in, one), type);
}

Status BatchNormalization(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  const float epsilon = c.Float("epsilon", 1e-5f);
  if (c.Int("training_mode", 0) != 0 || (c.version() < 7 && c.Int("is_test", 0) == 0 && c.Wants(1)))
    return NotSupported("training_mode is 1, which is not supported");
  if (x->count() == 0) return GiveEmpty(c, 0, x->type, x->shape);
  WEFT_ASSIGN(const DataType compute, ComputeType(weft::BatchNormalization::kType, x->type));
  WEFT_ASSIGN(const Expression in, c.Device(x));
  Sizes sizes = in.sizes();
  if (sizes.rank() == 1) sizes = {1, sizes[0]};
  WEFT_ASSIGN(const Expression scale, PerChannel(c, 1, sizes, compute));
  WEFT_ASSIGN(const Expression bias, PerChannel(c, 2, sizes, compute));
  WEFT_ASSIGN(const Expression mean, PerChannel(c, 3, sizes, compute));
  WEFT_ASSIGN(const Expression variance, PerChannel(c, 4, sizes, compute));
  const Expression out = expr::BatchNormalization(c.Cast(in, compute), mean, variance, scale, bias,
                                                  {.spatial = true, .epsilon = epsilon});
  return c.Give(0, c.Cast(out, DataTypeOf(x->type)), x->type, x->shape);
}

Status InstanceNormalization(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  WEFT_ASSIGN(const DataType compute, ComputeType(MeanVarianceNormalization2::kType, x->type));
  WEFT_ASSIGN(const Expression in, c.Device(x));
  WEFT_ASSIGN(const Expression scale, PerChannel(c, 1, in.sizes(), compute));
  WEFT_ASSIGN(const Expression bias, PerChannel(c, 2, in.sizes(), compute));
  MeanVarianceNormalization2 op = {
      .use_mean = true, .use_variance = true, .epsilon = c.Float("epsilon", 1e-5f)};
  for (int dim = 2; dim < in.desc().rank(); ++dim) op.axes.push_back(uint32_t(dim));
  const std::vector<Expression> inputs = {c.Cast(in, compute), scale.Stretch(in.sizes()),
                                          bias.Stretch(in.sizes())};
  op.scale = inputs[1].desc();
  op.bias = inputs[2].desc();
  return c.Give(0, c.Cast(GraphBuilder::Add(std::move(op), inputs)[0], DataTypeOf(x->type)),
                x->type, x->shape);
}

// x normalized along the last dimensions from `axis` on, times scale, plus bias.
Status LayerLike(Conversion& c, bool use_mean) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  WEFT_ASSIGN(const int axis, c.Axis("axis", -1, x->rank()));
  if (x->count() == 0) return GiveEmpty(c, 0, x->type, x->shape);
  if (c.Wants(1) || c.Wants(2))
    return NotSupported("means and deviations as outputs are not supported");
  WEFT_ASSIGN(const DataType compute, ComputeType(MeanVarianceNormalization2::kType, x->type));
  WEFT_ASSIGN(const Expression in, c.Device(x));
  std::vector<Expression> inputs = {c.Cast(in, compute)};
  MeanVarianceNormalization2 op = {
      .use_mean = use_mean, .use_variance = true, .epsilon = c.Float("epsilon", 1e-5f)};
  for (int dim = axis; dim < in.desc().rank(); ++dim) op.axes.push_back(uint32_t(dim));
  WEFT_ASSIGN(const Expression scale, c.Device(1));
  inputs.push_back(c.Cast(scale, compute).Stretch(in.sizes()));
  op.scale = inputs.back().desc();
  if (const ValueRef& added = c.Optional(2)) {
    WEFT_ASSIGN(const Expression bias, c.Device(added));
    inputs.push_back(c.Cast(bias, compute).Stretch(in.sizes()));
    op.bias = inputs.back().desc();
  }
  return c.Give(0, c.Cast(GraphBuilder::Add(std::move(op), inputs)[0], DataTypeOf(x->type)),
                x->type, x->shape);
}
Status LayerNormalization(Conversion& c) { return LayerLike(c, true); }
Status RmsNormalization(Conversion& c) { return LayerLike(c, false); }

Status MeanVariance(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  WEFT_ASSIGN(const std::vector<int> axes, UsualAxes(c.Ints("axes", {0, 2, 3}), x->rank()));
  return [&]() -> Status {
    WEFT_ASSIGN(const Expression in, c.Device(x));
    MeanVarianceNormalization2 op = {.axes = {axes.begin(), axes.end()},
                                     .use_mean = true,
                                     .use_variance = true,
                                     .epsilon = 1e-9f};
    WEFT_ASSIGN(const Expression out, AddTyped(c, x->type, {in}, std::move(op)));
    return c.Give(0, out, x->type, x->shape);
  }();
}

Status Lrn(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  if (x->rank() != 4)
    return NotSupported("the shape {} is not supported: it has no 4 dimensions",
                        ToString(x->shape));
  WEFT_ASSIGN(const Expression in, c.Device(x));
  WEFT_ASSIGN(const Expression out,
              AddTyped(c, x->type, {in},
                       LocalResponseNormalization{.cross_channel = true,
                                                  .local_size = uint32_t(c.Int("size", 1)),
                                                  .alpha = c.Float("alpha", 1e-4f),
                                                  .beta = c.Float("beta", 0.75f),
                                                  .bias = c.Float("bias", 1)}));
  return c.Give(0, out, x->type, x->shape);
}

Status LpNormalize(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  WEFT_ASSIGN(const int axis, c.Axis("axis", -1, x->rank()));
  WEFT_ASSIGN(const Expression in, c.Device(x));
  // A line of zeros stays one: the smallest norm there is keeps it from 0 / 0.
  WEFT_ASSIGN(const Expression out, AddTyped(c, x->type, {in},
                                             LpNormalization{.axis = uint32_t(axis),
                                                             .epsilon = 1e-30f,
                                                             .p = uint32_t(c.Int("p", 2))}));
  return c.Give(0, out, x->type, x->shape);
}

}  // namespace

void AddNormalization(Registry& r) {
  r.Add("Softmax", Softmax<ActivationSoftmax1>);
  r.Add("LogSoftmax", Softmax<ActivationLogSoftmax1>);
  r.Add("Hardmax", Softmax<ActivationHardmax1>);
  r.Add("BatchNormalization", BatchNormalization);
  r.Add("InstanceNormalization", InstanceNormalization);
  r.Add("LayerNormalization", LayerNormalization);
  r.Add("RMSNormalization", RmsNormalization);
  r.Add("MeanVarianceNormalization", MeanVariance);
  r.Add("LRN", Lrn);
  r.Add("LpNormalization", LpNormalize);
}

}  // namespace weft::onnx
