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

// A batch is normalized by its own means and variances, and those of all batches so far follow
// them. Before version 14, to ask for more than one output was to train.
Status TrainBatch(Conversion& c, const ValueRef& x) {
  const float epsilon = c.Float("epsilon", 1e-5f), momentum = c.Float("momentum", 0.9f);
  if (c.version() < 9 && c.Int("spatial", 1) == 0)
    return NotSupported("attribute spatial is 0, which is not supported while training");
  if (x->count() == 0)
    return Invalid("the tensor has the shape {}, which has no mean", ToString(x->shape));
  WEFT_ASSIGN(const Expression in, c.Device(x));
  constexpr DataType kCompute = DataType::Float32;  // so that running means may differ in type
  Sizes sizes = in.sizes();
  if (sizes.rank() == 1) sizes = {sizes[0], 1};  // a batch of one channel
  WEFT_ASSIGN(const Expression scale, PerChannel(c, 1, sizes, kCompute));
  WEFT_ASSIGN(const Expression bias, PerChannel(c, 2, sizes, kCompute));
  WEFT_ASSIGN(const Expression mean, PerChannel(c, 3, sizes, kCompute));
  WEFT_ASSIGN(const Expression variance, PerChannel(c, 4, sizes, kCompute));
  const std::vector<Expression> found =
      GraphBuilder::AddAll(BatchNormalizationTraining{.epsilon = epsilon},
                           {c.Reshape(c.Cast(in, kCompute), sizes), scale, bias});
  WEFT_RETURN_IF_ERROR(c.Give(0, c.Cast(found[0], in.desc().type), x->type, x->shape));
  const auto follow = [&](const Expression& before, const Expression& now) {
    const auto times = [&](const Expression& value, double factor) {
      return expr::ElementWiseMultiply(value, c.Scalar(kCompute, factor).Broadcast(value.sizes()));
    };
    return expr::ElementWiseAdd(times(before, momentum), times(now, 1 - double(momentum)));
  };
  const Expression results[] = {follow(mean, found[1]), follow(variance, found[2]), found[1],
                                found[2]};
  for (size_t i = 0; i < std::size(results); ++i) {
    WEFT_ASSIGN(const ValueRef like, c.TensorInput(3 + i % 2));
    WEFT_RETURN_IF_ERROR(
        c.Give(1 + i, c.Cast(results[i], DataTypeOf(like->type)), like->type, like->shape));
  }
  return Ok();
}

Status BatchNormalization(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  const float epsilon = c.Float("epsilon", 1e-5f);
  const bool has_more = c.Wants(1) || c.Wants(2) || c.Wants(3) || c.Wants(4);
  const bool trains = c.version() >= 14  ? c.Int("training_mode", 0) != 0
                      : c.version() >= 7 ? has_more
                                         : has_more && c.Int("is_test", 0) == 0;
  if (trains) return TrainBatch(c, x);
  if (has_more) return Invalid("running means are wanted, but training_mode is 0");
  if (x->count() == 0) return GiveEmpty(c, 0, x->type, x->shape);
  WEFT_ASSIGN(const DataType compute, ComputeType(weft::BatchNormalization::kType, x->type));
  WEFT_ASSIGN(const Expression given, c.Device(x));
  Sizes sizes = given.sizes();
  if (sizes.rank() == 1) sizes = {sizes[0], 1};  // a batch of one channel
  const Expression in = c.Reshape(given, sizes);
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
  const std::vector<Expression> inputs = {c.Cast(in, compute), scale.Broadcast(in.sizes()),
                                          bias.Broadcast(in.sizes())};
  op.scale = inputs[1].desc();
  op.bias = inputs[2].desc();
  return c.Give(0, c.Cast(GraphBuilder::AddOne(std::move(op), inputs), DataTypeOf(x->type)),
                x->type, x->shape);
}

// Channels are normalized in groups. Scale and bias have one number for each group up to version
// 20, and one for each channel from version 21 on.
Status GroupNormalization(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  const int64_t groups = c.Int("num_groups", 0);
  if (x->rank() < 2 || groups < 1 || x->shape[1] % groups != 0)
    return Invalid("num_groups is {}, but the tensor has the shape {}", groups, ToString(x->shape));
  const bool is_by_channel = c.version() >= 21;
  const int64_t channels = x->shape[1], numbers = is_by_channel ? channels : groups;
  WEFT_ASSIGN(const ValueRef scale, c.TensorInput(1));
  WEFT_ASSIGN(const ValueRef bias, c.TensorInput(2));
  for (const ValueRef& each : {scale, bias})
    if (each->rank() != 1 || each->shape[0] != numbers)
      return Invalid("scale has the shape {} and bias {}, but [{}] is required",
                     ToString(scale->shape), ToString(bias->shape), numbers);
  if (x->count() == 0) return GiveEmpty(c, 0, x->type, x->shape);
  WEFT_ASSIGN(const DataType type, ComputeType(MeanVarianceNormalization2::kType, x->type));
  // float16 is normalized in float32 where stash_type says so, which it does by itself.
  const DataType compute =
      c.version() >= 21 && c.Int("stash_type", 1) == 1 ? DataType::Float32 : type;
  WEFT_ASSIGN(const Expression in, c.Device(x));
  const Sizes sizes = {x->shape[0], groups, channels / groups,
                       x->count() / (x->shape[0] * channels)};
  const Sizes line = {1, groups, is_by_channel ? channels / groups : 1, 1};
  std::vector<Expression> inputs = {c.Reshape(c.Cast(in, compute), sizes)};
  for (const ValueRef& each : {scale, bias}) {
    WEFT_ASSIGN(const Expression given, c.Device(each));
    inputs.push_back(c.Reshape(c.Cast(given, compute), line).Broadcast(sizes));
  }
  MeanVarianceNormalization2 op = {.scale = inputs[1].desc(),
                                   .bias = inputs[2].desc(),
                                   .axes = {2, 3},
                                   .use_mean = true,
                                   .use_variance = true,
                                   .epsilon = c.Float("epsilon", 1e-5f)};
  return c.Give(0, c.Cast(GraphBuilder::AddOne(std::move(op), inputs), in.desc().type), x->type,
                x->shape);
}

// Outputs 1 and 2 of LayerNormalization: means along the axes, and 1 over the deviations from them.
Status GiveStatistics(Conversion& c, const Value& x, const Expression& in,
                      const std::vector<uint32_t>& axes, float epsilon) {
  const int64_t stash = c.Int("stash_type", int64_t(ElementType::Float));
  const auto type = ElementType(int32_t(stash));
  if (DataTypeOf(type) == DataType::Unknown)
    return NotSupported("attribute stash_type is {}, which is not supported", stash);
  constexpr DataType kCompute = DataType::Float32;
  Shape shape = x.shape;
  for (const uint32_t dim : axes) shape[dim] = 1;
  const auto average = [&](const Expression& of) {
    return GraphBuilder::AddOne(Reduce{.function = ReduceFunction::Average,
                                       .output = TensorDesc(kCompute, SizesOf(shape)),
                                       .axes = axes},
                                {of});
  };
  const Expression numbers = c.Cast(in, kCompute), mean = average(numbers);
  WEFT_RETURN_IF_ERROR(c.Give(1, c.Cast(mean, DataTypeOf(type)), type, shape));
  if (!c.Wants(2)) return Ok();
  const Expression variance =
      average(expr::ElementWiseDifferenceSquare(numbers, mean.Broadcast(numbers.sizes())));
  const Expression deviation = expr::ElementWiseSqrt(
      expr::ElementWiseAdd(variance, c.Scalar(kCompute, epsilon).Broadcast(variance.sizes())));
  return c.Give(2, c.Cast(expr::ElementWiseRecip(deviation), DataTypeOf(type)), type, shape);
}

// x normalized along the last dimensions from `axis` on, times scale, plus bias.
Status LayerLike(Conversion& c, bool use_mean) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  WEFT_ASSIGN(const int axis, c.Axis("axis", -1, x->rank()));
  WEFT_ASSIGN(const ValueRef factor, c.TensorInput(1));
  for (const ValueRef& each : {factor, c.Optional(2)}) {
    if (!each) continue;
    const Result<Shape> both = BroadcastShape(x->shape, each->shape);
    if (!both || *both != x->shape)
      return Invalid("scale or bias has the shape {}, which does not fit {}", ToString(each->shape),
                     ToString(x->shape));
  }
  const bool has_statistics = c.Wants(1) || c.Wants(2);
  if (has_statistics && (!use_mean || x->count() == 0))
    return NotSupported("means and deviations as outputs are not supported here");
  if (x->count() == 0) return GiveEmpty(c, 0, x->type, x->shape);
  WEFT_ASSIGN(const DataType compute, ComputeType(MeanVarianceNormalization2::kType, x->type));
  WEFT_ASSIGN(const Expression in, c.Device(x));
  std::vector<Expression> inputs = {c.Cast(in, compute)};
  MeanVarianceNormalization2 op = {
      .use_mean = use_mean, .use_variance = true, .epsilon = c.Float("epsilon", 1e-5f)};
  for (int dim = axis; dim < in.desc().rank(); ++dim) op.axes.push_back(uint32_t(dim));
  if (has_statistics) WEFT_RETURN_IF_ERROR(GiveStatistics(c, *x, in, op.axes, op.epsilon));
  WEFT_ASSIGN(const Expression scale, c.Device(1));
  inputs.push_back(c.Cast(scale, compute).Broadcast(in.sizes()));
  op.scale = inputs.back().desc();
  if (const ValueRef& added = c.Optional(2)) {
    WEFT_ASSIGN(const Expression bias, c.Device(added));
    inputs.push_back(c.Cast(bias, compute).Broadcast(in.sizes()));
    op.bias = inputs.back().desc();
  }
  return c.Give(0, c.Cast(GraphBuilder::AddOne(std::move(op), inputs), DataTypeOf(x->type)),
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
  r.Add("GroupNormalization", GroupNormalization);
  r.Add("LayerNormalization", LayerNormalization);
  r.Add("RMSNormalization", RmsNormalization);
  // As optimized models name it, though no version of ONNX does.
  r.Add("SimplifiedLayerNormalization", RmsNormalization);
  r.Add("MeanVarianceNormalization", MeanVariance);
  r.Add("LRN", Lrn);
  r.Add("LpNormalization", LpNormalize);
}

}  // namespace weft::onnx
