// SPDX-License-Identifier: MIT
// Losses of training: what a model says of the right class, negative, weighted and put together.
// All dimensions behind the classes are one for them.
#include <limits>
#include <optional>

#include "onnx/families.h"
#include "onnx/ops/typed.h"

namespace weft::onnx {
namespace {

enum class Reduction : uint8_t { None, Sum, Mean };

Result<Reduction> ReductionOf(Conversion& c) {
  const std::string_view name = c.Text("reduction", "mean");
  if (name == "none") return Reduction::None;
  if (name == "sum") return Reduction::Sum;
  if (name == "mean") return Reduction::Mean;
  return Invalid("attribute reduction is '{}', which is none", Printable(name));
}

// The sum of all elements.
Expression Total(const Expression& in) {
  Reduce reduce = {.function = ReduceFunction::Sum,
                   .output = TensorDesc(in.desc().type, Sizes::Filled(in.sizes().rank(), 1))};
  for (int dim = 0; dim < in.sizes().rank(); ++dim) reduce.axes.push_back(uint32_t(dim));
  return GraphBuilder::AddOne(std::move(reduce), {in});
}

struct Scores {
  ValueRef x, target, weight;  // no weight where all classes count the same
  int64_t batch = 0, classes = 0, positions = 1;
  Shape shape;  // of the target
  Reduction reduction;
};

Result<Scores> ScoresOf(Conversion& c) {
  Scores s;
  WEFT_ASSIGN(s.x, c.TensorInput(0));
  WEFT_ASSIGN(s.target, c.TensorInput(1));
  WEFT_ASSIGN(s.reduction, ReductionOf(c));
  s.weight = c.Optional(2);
  if (s.x->rank() < 2)
    return Invalid("the scores have the shape {}, but at least 2 dimensions are required",
                   ToString(s.x->shape));
  s.batch = s.x->shape[0];
  s.classes = s.x->shape[1];
  s.shape = s.x->shape;
  s.shape.erase(s.shape.begin() + 1);
  for (size_t dim = 2; dim < s.x->rank(); ++dim) s.positions *= s.x->shape[dim];
  if (s.target->shape != s.shape)
    return Invalid("the target has the shape {}, but {} is required for scores of shape {}",
                   ToString(s.target->shape), ToString(s.shape), ToString(s.x->shape));
  if (s.target->type != ElementType::Int32 && s.target->type != ElementType::Int64)
    return Invalid("the target is tensor({}), but int32 or int64 is required",
                   Name(s.target->type));
  if (s.weight && (!s.weight->IsTensor() || s.weight->rank() != 1 ||
                   s.weight->shape[0] != s.classes || s.weight->type != s.x->type))
    return Invalid("the weight is tensor({}) of shape {}, but tensor({}) of shape [{}] is required",
                   Name(s.weight->type), ToString(s.weight->shape), Name(s.x->type), s.classes);
  return s;
}

// Of nothing, the sum is 0 and the mean is none.
Status GiveOfNothing(Conversion& c, const Scores& s) {
  if (s.reduction == Reduction::None) return GiveEmpty(c, 0, s.x->type, s.shape);
  const double number =
      s.reduction == Reduction::Sum ? 0 : std::numeric_limits<double>::quiet_NaN();
  return c.Give(0, c.Scalar(DataTypeOf(s.x->type), number), s.x->type, {});
}

// From logarithms of probabilities [batch, classes, positions] to output 0.
Status GiveLoss(Conversion& c, const Scores& s, const Expression& logarithms) {
  const DataType type = logarithms.desc().type;
  const Sizes sizes = {s.batch, 1, s.positions};
  WEFT_ASSIGN(const Expression given, c.Device(s.target));
  Expression target = c.Reshape(given, sizes);
  const auto all = [&](double number) { return c.Scalar(type, number).Broadcast(sizes); };
  std::optional<Expression> is_ignored;
  if (c.HasAttribute("ignore_index")) {
    // The ignored index may be no class at all: then another one is looked up instead.
    const DataType integer = target.desc().type;
    const uint64_t bits = uint64_t(c.Int("ignore_index", 0));
    is_ignored = expr::ElementWiseLogicalEquals(target, c.Element(integer, bits).Broadcast(sizes));
    target = expr::ElementWiseIf(*is_ignored, c.Element(integer, 0).Broadcast(sizes), target);
  }
  const Expression found =
      expr::GatherElements(logarithms, target, {.output = TensorDesc(type, sizes), .axis = 1});
  Expression loss = expr::ElementWiseNegate(found);
  std::optional<Expression> weight;
  if (s.weight) {
    WEFT_ASSIGN(const Expression weights, c.Device(s.weight));
    const Expression line = c.Cast(c.Reshape(weights, Sizes{1, s.classes, 1}), type)
                                .Broadcast(Sizes{s.batch, s.classes, s.positions});
    weight = expr::GatherElements(line, target, {.output = TensorDesc(type, sizes), .axis = 1});
  }
  if (is_ignored) weight = expr::ElementWiseIf(*is_ignored, all(0), weight ? *weight : all(1));
  if (weight) loss = expr::ElementWiseMultiply(loss, *weight);
  // An ignored position adds nothing, even if its logarithm is infinite.
  if (is_ignored) loss = expr::ElementWiseIf(*is_ignored, all(0), loss);
  const DataType result = DataTypeOf(s.x->type);
  if (s.reduction == Reduction::None) return c.Give(0, c.Cast(loss, result), s.x->type, s.shape);
  Expression total = Total(loss);
  if (s.reduction == Reduction::Mean) {
    const Expression divisor =
        weight ? Total(*weight)
               : c.Scalar(type, double(s.batch) * double(s.positions)).Broadcast(total.sizes());
    total = expr::ElementWiseDivide(total, divisor);
  }
  return c.Give(0, c.Cast(total, result), s.x->type, {});
}

// In float32, since a sum of many float16 would lose its small terms.
Result<Expression> InFloat32(Conversion& c, const Scores& s) {
  const DataType type = DataTypeOf(s.x->type);
  if (type != DataType::Float16 && type != DataType::Float32 && type != DataType::Float64)
    return NotSupported("tensor({}) is not supported here", Name(s.x->type));
  WEFT_ASSIGN(const Expression in, c.Device(s.x));
  return c.Reshape(c.Cast(in, DataType::Float32), Sizes{s.batch, s.classes, s.positions});
}

Status NegativeLogLikelihoodLoss(Conversion& c) {
  WEFT_ASSIGN(const Scores s, ScoresOf(c));
  if (s.x->count() == 0) return GiveOfNothing(c, s);
  WEFT_ASSIGN(const Expression logarithms, InFloat32(c, s));
  return GiveLoss(c, s, logarithms);
}

Status SoftmaxCrossEntropyLoss(Conversion& c) {
  WEFT_ASSIGN(const Scores s, ScoresOf(c));
  if (s.x->count() == 0) {
    WEFT_RETURN_IF_ERROR(GiveEmpty(c, 1, s.x->type, s.x->shape));
    return GiveOfNothing(c, s);
  }
  WEFT_ASSIGN(const Expression in, InFloat32(c, s));
  const Expression logarithms = expr::ActivationLogSoftmax1(in, {.axes = {1}});
  WEFT_RETURN_IF_ERROR(GiveLoss(c, s, logarithms));
  return c.Give(1, c.Cast(logarithms, DataTypeOf(s.x->type)), s.x->type, s.x->shape);
}

}  // namespace

void AddLoss(Registry& r) {
  r.Add("NegativeLogLikelihoodLoss", NegativeLogLikelihoodLoss);
  r.Add("SoftmaxCrossEntropyLoss", SoftmaxCrossEntropyLoss);
}

}  // namespace weft::onnx
