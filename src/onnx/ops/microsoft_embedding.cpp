// SPDX-License-Identifier: MIT
// com.microsoft: EmbedLayerNormalization, the first step of encoders: rows of words, of positions
// and of segments are summed up and normalized.
#include "onnx/families.h"
#include "onnx/ops/attention.h"
#include "onnx/ops/quantized.h"
#include "onnx/ops/rotary.h"
#include "onnx/ops/typed.h"

namespace weft::onnx {
namespace {

// Input i, a table of rows of `elements`, which has to have input 2's type.
Status CheckTable(Conversion& c, size_t i, int64_t elements) {
  WEFT_ASSIGN(const ValueRef table, c.TensorInput(i));
  WEFT_ASSIGN(const ValueRef words, c.TensorInput(2));
  if (table->rank() == 2 && table->shape[1] == elements && table->type == words->type) return Ok();
  return Invalid(
      "input {} is tensor({}) of shape {}, but tensor({}) of shape [rows, {}] is "
      "required",
      i, Name(table->type), ToString(table->shape), Name(words->type), elements);
}

// How many elements of input 7 are 1, for each batch; 0 without it.
Status GiveMaskIndex(Conversion& c, const Shape& ids) {
  if (!c.Wants(1)) return Ok();
  const ValueRef& mask = c.Optional(7);
  if (!mask) return c.Give(1, c.Zeros(DataType::Int32, {ids[0]}), ElementType::Int32, {ids[0]});
  if (mask->shape != ids || mask->type != ElementType::Int32)
    return Invalid("the mask is tensor({}) of shape {}, but tensor(int32) of shape {} is required",
                   Name(mask->type), ToString(mask->shape), ToString(ids));
  WEFT_ASSIGN(const Expression in, c.Device(mask));
  const Expression ones =
      c.Cast(expr::ElementWiseLogicalEquals(in, c.Scalar(DataType::Int32, 1).Broadcast(in.sizes())),
             DataType::Int32);
  const Expression count =
      GraphBuilder::AddOne(Reduce{.function = ReduceFunction::Sum,
                                  .output = TensorDesc(DataType::Int32, {ids[0], 1}),
                                  .axes = {1}},
                           {ones});
  return c.Give(1, count, ElementType::Int32, {ids[0]});
}

Status EmbedLayerNormalization(Conversion& c) {
  WEFT_ASSIGN(const ValueRef ids, c.TensorInput(0));
  WEFT_ASSIGN(const ValueRef words, c.TensorInput(2));
  if (ids->rank() != 2 || words->rank() != 2 || !IsFloat(words->type))
    return Invalid(
        "ids have the shape {} and words are tensor({}) of shape {}, but 2 dimensions "
        "and floats are required",
        ToString(ids->shape), Name(words->type), ToString(words->shape));
  const int64_t elements = words->shape[1], positions = ids->shape[1];
  const ValueRef &segments = c.Optional(1), &given = c.Optional(8);
  WEFT_RETURN_IF_ERROR(CheckTable(c, 3, elements));
  if (segments) WEFT_RETURN_IF_ERROR(CheckTable(c, 4, elements));
  if (segments && segments->shape != ids->shape)
    return Invalid("ids have the shape {} and segments {}, but the same is required",
                   ToString(ids->shape), ToString(segments->shape));
  if (given && given->shape != ids->shape && given->shape != Shape{1, positions})
    return Invalid("positions have the shape {}, but [1, {}] or {} is required",
                   ToString(given->shape), positions, ToString(ids->shape));
  const Shape shape = {ids->shape[0], positions, elements};
  WEFT_ASSIGN(const Expression which, c.Device(ids));
  Expression at = c.Reshape(Counted(c, 0, positions), {1, positions});
  if (given) {
    WEFT_ASSIGN(at, c.Device(given));
  }
  WEFT_ASSIGN(const Expression word, RowsAt(c, 2, which));
  WEFT_ASSIGN(const Expression position, RowsAt(c, 3, at));
  Expression sum = word + position;
  if (segments) {
    WEFT_ASSIGN(const Expression of, c.Device(segments));
    WEFT_ASSIGN(const Expression segment, RowsAt(c, 4, of));
    sum = sum + segment;
  }
  std::vector<Expression> inputs = {sum};
  for (const size_t i : {size_t(5), size_t(6)}) {
    WEFT_ASSIGN(const ValueRef line, c.TensorInput(i));
    if (line->shape != Shape{elements} || line->type != words->type)
      return Invalid("input {} is tensor({}) of shape {}, but tensor({}) of shape [{}] is required",
                     i, Name(line->type), ToString(line->shape), Name(words->type), elements);
    WEFT_ASSIGN(const Expression numbers, c.Device(line));
    inputs.push_back(numbers.Broadcast(sum.sizes()));
  }
  const Expression out =
      GraphBuilder::AddOne(MeanVarianceNormalization2{.scale = inputs[1].desc(),
                                                      .bias = inputs[2].desc(),
                                                      .axes = {2},
                                                      .use_mean = true,
                                                      .use_variance = true,
                                                      .epsilon = c.Float("epsilon", 1e-12f)},
                           inputs);
  WEFT_RETURN_IF_ERROR(GiveMaskIndex(c, ids->shape));
  WEFT_RETURN_IF_ERROR(c.Give(2, sum, words->type, shape));
  return c.Give(0, out, words->type, shape);
}

}  // namespace

void AddMicrosoftEmbedding(Registry& r) {
  r.SetDomain(kMicrosoft);
  r.Add("EmbedLayerNormalization", EmbedLayerNormalization);
}

}  // namespace weft::onnx
