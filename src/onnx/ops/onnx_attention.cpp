// SPDX-License-Identifier: MIT
// ai.onnx: Attention, of heads in four dimensions or joined in three. Softcap comes before the
// mask, as version 24 has it and version 23 was corrected to.
#include <cmath>
#include <limits>

#include "onnx/families.h"
#include "onnx/ops/attention.h"
#include "onnx/ops/typed.h"

namespace weft::onnx {
namespace {

constexpr double kHidden = -std::numeric_limits<double>::infinity();

// Input i as heads, of which attribute `name` says how many where they are joined.
Result<Expression> HeadsInput(Conversion& c, size_t i, std::string_view name, DataType type) {
  WEFT_ASSIGN(const ValueRef value, c.TensorInput(i));
  WEFT_ASSIGN(const ValueRef first, c.TensorInput(0));
  const Shape& shape = value->shape;
  if ((shape.size() != 3 && shape.size() != 4) || shape.size() != first->rank())
    return Invalid("input {} has the shape {} and input 0 {}, but both have 3 or 4 dimensions", i,
                   ToString(shape), ToString(first->shape));
  if (shape.size() == 3)
    WEFT_RETURN_IF_ERROR(
        CheckHeads(c.Int(name, 0), shape[2], name, fmt::format("the last size of input {}", i)));
  WEFT_RETURN_IF_ERROR(AttentionType(value->type));
  WEFT_ASSIGN(Expression in, c.Device(value));
  in = c.Cast(in, type);
  return shape.size() == 4 ? in : AsHeads(c, in, c.Int(name, 0));
}

// Input 3, which may have fewer keys than there are: those that are missing are hidden.
Result<Expression> MaskInput(Conversion& c, DataType type, const Shape& scores) {
  const ValueRef& mask = c.Optional(3);
  if (!mask) return Expression();
  Shape wanted = scores;
  const int64_t given = mask->rank() > 0 ? mask->shape.back() : 0, keys = scores[3];
  if (given != 1 || keys == 1) wanted.back() = given;
  const Result<Shape> both = BroadcastShape(wanted, mask->shape);
  if (!both || *both != wanted || given < 1 || given > keys)
    return Invalid("the mask has the shape {}, but the scores have {}", ToString(mask->shape),
                   ToString(scores));
  WEFT_ASSIGN(const Expression in, c.Device(mask));
  Expression added =
      mask->type == ElementType::Bool ? HiddenWhereNot(c, in, type, kHidden) : c.Cast(in, type);
  if (given == 1 || given == keys) return added;
  Sizes rest = added.sizes();
  const int last = rest.rank() - 1;
  rest[last] = keys - given;
  return JoinedAlong(last, {added, c.Zeros(type, rest, kHidden)});
}

// Input 6 of version 24: how many keys of each batch count. With is_causal, the last of them is
// seen by the last query, the one before it by the one before, and so on.
Result<Expression> LengthsInput(Conversion& c, const Heads& heads, DataType type, bool is_causal) {
  const ValueRef& lengths = c.Optional(6);
  if (!lengths) return Expression();
  const int64_t batch = heads.batch(), queries = heads.queries(), keys = heads.positions();
  if (lengths->shape != Shape{batch})
    return Invalid("input 6 has the shape {}, but [{}] is required", ToString(lengths->shape),
                   batch);
  WEFT_ASSIGN(Expression in, c.Device(lengths));
  in = c.Reshape(c.Cast(in, DataType::Int32), {batch, 1, 1, 1});
  const Sizes sizes = {batch, 1, is_causal ? queries : 1, keys};
  Expression end = in.Broadcast(sizes);
  if (is_causal)
    end = expr::ElementWiseAdd(
        end, c.Reshape(Counted(c, 1 - queries, queries), {1, 1, queries, 1}).Broadcast(sizes));
  return HiddenWhereNot(c,
                        expr::ElementWiseLogicalLessThan(Counted(c, 0, keys).Broadcast(sizes), end),
                        type, kHidden);
}

Status Attention(Conversion& c) {
  WEFT_ASSIGN(const ValueRef query, c.TensorInput(0));
  WEFT_ASSIGN(const ValueRef value, c.TensorInput(2));
  WEFT_ASSIGN(const DataType type, AttentionType(query->type));
  Heads heads;
  WEFT_ASSIGN(heads.query, HeadsInput(c, 0, "q_num_heads", type));
  WEFT_ASSIGN(heads.key, HeadsInput(c, 1, "kv_num_heads", type));
  WEFT_ASSIGN(heads.value, HeadsInput(c, 2, "kv_num_heads", type));
  const Sizes &q = heads.query.sizes(), &k = heads.key.sizes(), &v = heads.value.sizes();
  if (k != Sizes{q[0], k[1], k[2], q[3]} || v != Sizes{q[0], k[1], k[2], v[3]} || q[1] % k[1] != 0)
    return Invalid(
        "heads of queries, keys and values have the sizes {}, {} and {}, which do not "
        "fit together",
        ToString(ShapeOf(q)), ToString(ShapeOf(k)), ToString(ShapeOf(v)));
  WEFT_ASSIGN(heads.past_key, PastInput(c, 4, type, q[0], k[1], q[3]));
  WEFT_ASSIGN(heads.past_value, PastInput(c, 5, type, q[0], k[1], v[3]));
  const int64_t values = heads.past_value.IsPresent() ? heads.past_value.sizes()[2] : 0;
  if (heads.past() != values)
    return Invalid("the past has {} positions of keys and {} of values", heads.past(), values);
  heads.scale = c.Float("scale", float(1 / std::sqrt(double(q[3]))));
  heads.softcap = c.Float("softcap", 0);
  const bool is_causal = c.Int("is_causal", 0) != 0;
  const bool ends_at_lengths = c.Optional(6) && !c.Optional(4);
  const Shape all = {q[0], q[1], q[2], heads.positions()};
  WEFT_ASSIGN(const Expression mask, MaskInput(c, type, all));
  WEFT_ASSIGN(const Expression lengths, LengthsInput(c, heads, type, is_causal && ends_at_lengths));
  Expression causal;
  if (is_causal && !ends_at_lengths) {
    WEFT_ASSIGN(causal, Causal(c, type, q[2], heads.positions(), heads.past()));
  }
  heads.bias = Sum(Sum(mask, causal), lengths);
  constexpr Scores kModes[] = {Scores::Products, Scores::Capped, Scores::Biased, Scores::Weights};
  const int64_t mode = c.Int("qk_matmul_output_mode", 0);
  if (c.Wants(3) && (mode < 0 || mode > 3))
    return Invalid("attribute qk_matmul_output_mode is {}, but 0 to 3 is required", mode);
  const Attended out =
      Attend(c, heads, c.Wants(1) || c.Wants(2), c.Wants(3) ? kModes[size_t(mode)] : Scores::None);
  const DataType result = DataTypeOf(query->type), value_result = DataTypeOf(value->type);
  if (c.Wants(1)) WEFT_RETURN_IF_ERROR(c.Give(1, c.Cast(out.present_key, result), query->type));
  if (c.Wants(2))
    WEFT_RETURN_IF_ERROR(c.Give(2, c.Cast(out.present_value, value_result), value->type));
  if (c.Wants(3)) WEFT_RETURN_IF_ERROR(c.Give(3, c.Cast(out.scores, result), query->type, all));
  const Expression output = c.Cast(out.output, result);
  if (query->rank() == 3) return c.Give(0, output, query->type, {q[0], q[2], q[1] * v[3]});
  return c.Give(0, c.Packed(AsHeads(c, output, q[1])), query->type, {q[0], q[1], q[2], v[3]});
}

}  // namespace

void AddAttention(Registry& r) { r.Add("Attention", 23, kNewestVersion, Attention); }

}  // namespace weft::onnx
