// SPDX-License-Identifier: MIT
// com.microsoft: Attention and QAttention, which multiply by the weights of queries, keys and
// values themselves, and MultiHeadAttention, which gets all three in one of several layouts.
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/checked.h"
#include "onnx/families.h"
#include "onnx/ops/attention.h"
#include "onnx/ops/quantized.h"
#include "onnx/ops/slice_window.h"
#include "onnx/ops/typed.h"

namespace weft::onnx {
namespace {

// What is added where a mask hides a key; float16 has no lower numbers than -65504.
double FilterOf(Conversion& c, DataType type) {
  const float filter = c.Float("mask_filter_value", -10000);
  return type == DataType::Float16 ? std::max(filter, -65504.0f) : filter;
}

// Input i, a mask in one of its forms, as what is added to scores {batch, heads, queries, keys}; or
// nothing.
Result<Expression> MaskInput(Conversion& c, size_t i, DataType type, const Shape& scores,
                             int64_t past) {
  const ValueRef& mask = c.Optional(i);
  if (!mask) return Expression();
  if (mask->type != ElementType::Int32)
    return Invalid("the mask is tensor({}), but tensor(int32) is required", Name(mask->type));
  const int64_t batch = scores[0], queries = scores[2], keys = scores[3];
  const Shape& shape = mask->shape;
  const bool is_lengths = shape == Shape{batch} || shape == Shape{3 * batch + 2};
  const bool is_ranges = shape == Shape{2 * batch};
  const bool is_images = shape.size() == 4 && shape[0] == batch && shape[1] == 1 &&
                         shape[2] >= past + queries && shape[3] >= keys;
  if (!is_lengths && !is_ranges && !is_images && shape != Shape{batch, keys} &&
      shape != Shape{batch, queries, keys})
    return Invalid(
        "the mask has the shape {}, but [{}], [{}], [{}, {}] or [{}, {}, {}] is required",
        ToString(shape), batch, 2 * batch, batch, keys, batch, queries, keys);
  WEFT_ASSIGN(const Expression in, c.Device(mask));
  Expression visible;
  if (is_lengths || is_ranges) {
    const Sizes sizes = {batch, 1, 1, keys};
    const Expression position = Counted(c, 0, keys).Broadcast(sizes);
    const auto bound = [&](int64_t first) {
      return c.Reshape(Window(in, {first}, {batch}, {1}), {batch, 1, 1, 1}).Broadcast(sizes);
    };
    visible = expr::ElementWiseLogicalLessThan(position, bound(0));
    if (is_ranges)
      visible = expr::ElementWiseLogicalAnd(
          visible, expr::ElementWiseLogicalGreaterThanOrEqual(position, bound(batch)));
  } else {
    Expression numbers = in;
    if (is_images)
      numbers = Window(in, {0, 0, past, 0}, {batch, 1, queries, keys}, {1, 1, 1, 1});
    else
      numbers = c.Reshape(in, {batch, 1, shape.size() == 2 ? 1 : queries, keys});
    visible = expr::ElementWiseLogicalGreaterThan(
        numbers, c.Scalar(DataType::Int32, 0).Broadcast(numbers.sizes()));
  }
  return HiddenWhereNot(c, visible, type, FilterOf(c, type));
}

float ScaleOf(Conversion& c, int64_t size) {
  const float given = c.Float("scale", 0);
  return given != 0 ? given : float(1 / std::sqrt(double(size)));
}

// ---- Attention

// Which inputs these are in either operator; 0 where it has none.
struct InputIndices {
  size_t mask, past, bias;
};

// Sizes of queries, keys and values together; {batch, positions, elements} of the projection.
struct Projection {
  int64_t batch = 0, positions = 0, inputs = 0, all = 0;
  int64_t key = 0, value = 0;  // elements of all heads; queries have as many as keys
  int64_t heads = 0;
};

Result<Projection> ProjectionOf(Conversion& c, const ValueRef& x, const ValueRef& weights) {
  Projection found;
  if (x->rank() != 3 || weights->rank() != 2 || x->shape[2] != weights->shape[0])
    return Invalid("the input has the shape {} and weights {}, which do not fit together",
                   ToString(x->shape), ToString(weights->shape));
  found.batch = x->shape[0];
  found.positions = x->shape[1];
  found.inputs = x->shape[2];
  found.all = weights->shape[1];
  const std::vector<int64_t> sizes =
      c.Ints("qkv_hidden_sizes", {found.all / 3, found.all / 3, found.all / 3});
  if (sizes.size() != 3 || sizes[0] < 1 || sizes[0] != sizes[1] || sizes[2] < 1 ||
      sizes[0] > found.all || sizes[2] > found.all || 2 * sizes[0] + sizes[2] != found.all)
    return Invalid("weights have the shape {}, but queries, keys and values have {} elements",
                   ToString(weights->shape), ToString(sizes));
  found.key = sizes[1];
  found.value = sizes[2];
  found.heads = c.Int("num_heads", 0);
  WEFT_RETURN_IF_ERROR(CheckHeads(found.heads, found.key, "num_heads", "the keys' size"));
  WEFT_RETURN_IF_ERROR(CheckHeads(found.heads, found.value, "num_heads", "the values' size"));
  if (c.Int("do_rotary", 0) != 0)
    return NotSupported("attribute do_rotary is not 0, which is not supported");
  if (c.Int("past_present_share_buffer", 0) != 0)
    return NotSupported("attribute past_present_share_buffer is not 0, which is not supported");
  return found;
}

// Both halves of {2, batch, heads, positions, elements}.
Status SplitPast(Conversion& c, size_t i, const Projection& sizes, DataType type, Heads& heads) {
  const ValueRef& past = c.Optional(i);
  if (!past) return Ok();
  const int64_t size = sizes.key / sizes.heads;
  const Shape wanted = {2, sizes.batch, sizes.heads, past->rank() == 5 ? past->shape[3] : 0, size};
  if (past->shape != wanted)
    return Invalid("the past has the shape {}, but [2, {}, {}, positions, {}] is required",
                   ToString(past->shape), sizes.batch, sizes.heads, size);
  if (past->count() == 0) return Ok();
  WEFT_ASSIGN(Expression in, c.Device(past));
  in = c.Cast(in, type);
  Shape half = past->shape;
  half[0] = 1;
  const Sizes four = SizesOf({half.begin() + 1, half.end()});
  heads.past_key = c.Reshape(Window(in, {0, 0, 0, 0, 0}, half, {1, 1, 1, 1, 1}), four);
  heads.past_value = c.Reshape(Window(in, {1, 0, 0, 0, 0}, half, {1, 1, 1, 1, 1}), four);
  return Ok();
}

// From {batch * positions, elements of queries, keys and values} on.
Status AttendTo(Conversion& c, const Projection& sizes, const Expression& projected,
                const InputIndices& at, ElementType given) {
  const DataType type = projected.desc().type;
  const Expression rows = c.Reshape(projected, {sizes.batch, sizes.positions, sizes.all});
  const auto part = [&](int64_t first, int64_t count) {
    return AsHeads(c, Window(rows, {0, 0, first}, {sizes.batch, sizes.positions, count}, {1, 1, 1}),
                   sizes.heads);
  };
  Heads heads = {.query = part(0, sizes.key),
                 .key = part(sizes.key, sizes.key),
                 .value = part(2 * sizes.key, sizes.value),
                 .scale = ScaleOf(c, sizes.key / sizes.heads)};
  const bool has_state = c.Optional(at.past) || c.Wants(1);
  if (has_state && sizes.key != sizes.value)
    return Invalid("keys have {} elements and values {}, but past and present hold both", sizes.key,
                   sizes.value);
  WEFT_RETURN_IF_ERROR(SplitPast(c, at.past, sizes, type, heads));
  const Shape scores = {sizes.batch, sizes.heads, sizes.positions, heads.positions()};
  WEFT_ASSIGN(const Expression mask, MaskInput(c, at.mask, type, scores, heads.past()));
  Expression causal, bias;
  if (c.Int("unidirectional", 0) != 0) {
    WEFT_ASSIGN(causal, Causal(c, type, sizes.positions, heads.positions(), heads.past()));
  }
  if (at.bias > 0) {
    WEFT_ASSIGN(bias, BiasInput(c, at.bias, type, scores));
  }
  heads.bias = Sum(Sum(mask, causal), bias);
  const Attended out = Attend(c, heads, c.Wants(1));
  const DataType result = DataTypeOf(given);
  WEFT_RETURN_IF_ERROR(
      c.Give(0, c.Cast(out.output, result), given, {sizes.batch, sizes.positions, sizes.value}));
  if (!c.Wants(1)) return Ok();
  Shape state = {1, sizes.batch, sizes.heads, heads.positions(), sizes.key / sizes.heads};
  const Expression both = JoinedAlong(0, {c.Reshape(out.present_key, SizesOf(state)),
                                          c.Reshape(out.present_value, SizesOf(state))});
  state[0] = 2;
  return c.Give(1, c.Cast(both, result), given, state);
}

Status Attention(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  WEFT_ASSIGN(const ValueRef weights, c.TensorInput(1));
  WEFT_ASSIGN(const Projection sizes, ProjectionOf(c, x, weights));
  WEFT_ASSIGN(const DataType type, AttentionType(x->type));
  if (weights->type != x->type)
    return Invalid("the input is tensor({}) and weights tensor({}), but one type is required",
                   Name(x->type), Name(weights->type));
  if (c.Optional(6)) return NotSupported("the length of the past as input 6 is not supported");
  WEFT_ASSIGN(const Expression in, c.Device(x));
  WEFT_ASSIGN(const Expression by, c.Device(weights));
  WEFT_ASSIGN(const int64_t rows, CountOf({sizes.batch, sizes.positions}, "the input"));
  Expression added;
  if (const ValueRef& bias = c.Optional(2)) {
    if (bias->shape != Shape{sizes.all})
      return Invalid("the bias has the shape {}, but [{}] is required", ToString(bias->shape),
                     sizes.all);
    WEFT_ASSIGN(added, c.Device(bias));
    added = c.Cast(added, type).Broadcast({rows, sizes.all});
  }
  const Expression projected =
      expr::Gemm(c.Reshape(c.Cast(in, type), {rows, sizes.inputs}), c.Cast(by, type), added,
                 {.alpha = 1, .beta = added.IsPresent() ? 1.0f : 0.0f});
  return AttendTo(c, sizes, projected, {.mask = 3, .past = 4, .bias = 5}, x->type);
}

Status QAttention(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  WEFT_ASSIGN(const ValueRef weights, c.TensorInput(1));
  WEFT_RETURN_IF_ERROR(CheckBytes(x, "the input"));
  WEFT_RETURN_IF_ERROR(CheckBytes(weights, "the weights"));
  WEFT_ASSIGN(const Projection sizes, ProjectionOf(c, x, weights));
  WEFT_ASSIGN(const ValueRef x_scales, c.TensorInput(3));
  WEFT_ASSIGN(const Expression in, c.Device(x));
  WEFT_ASSIGN(const Expression by, c.Device(weights));
  WEFT_ASSIGN(const int64_t rows, CountOf({sizes.batch, sizes.positions}, "the input"));
  WEFT_ASSIGN(const Expression x_scale, Scale(c, 3));
  WEFT_ASSIGN(const Expression scale, Scale(c, 4, sizes.all));
  WEFT_ASSIGN(const Expression x_zero, ZeroPoint(c, 6, x->type));
  WEFT_ASSIGN(const Expression zero, ZeroPoint(c, 7, weights->type, sizes.all));
  WEFT_ASSIGN(const DataType type, AttentionType(x_scales->type));
  const std::vector<Expression> inputs = {c.Reshape(in, {rows, sizes.inputs}), x_zero, by, zero};
  const Expression sums =
      GraphBuilder::AddOne(MatrixMultiplyInteger{.a_zero_point = expr::Described(x_zero),
                                                 .b_zero_point = expr::Described(zero)},
                           inputs);
  Expression projected = c.Cast(sums, DataType::Float32) *
                         (c.Reshape(x_scale, {1, 1}) * c.Reshape(scale, {1, scale.sizes()[0]}));
  if (const ValueRef& bias = c.Optional(2)) {
    if (bias->shape != Shape{sizes.all})
      return Invalid("the bias has the shape {}, but [{}] is required", ToString(bias->shape),
                     sizes.all);
    WEFT_ASSIGN(const Expression added, c.Device(bias));
    projected = projected + c.Cast(added, DataType::Float32);
  }
  projected = c.Cast(c.Reshape(projected, {rows, sizes.all}), type);
  return AttendTo(c, sizes, projected, {.mask = 5, .past = 8, .bias = 0}, x_scales->type);
}

// ---- MultiHeadAttention

// One of `count` tensors that are stacked as {batch, positions, heads, count, elements}.
Expression Unstacked(Conversion& c, const Expression& stacked, int64_t which) {
  Shape part = ShapeOf(stacked.sizes());
  part[3] = 1;
  const Expression one = Window(stacked, {0, 0, 0, which, 0}, part, {1, 1, 1, 1, 1});
  return c.Reshape(one, {part[0], part[1], part[2], part[4]}).Transpose({0, 2, 1, 3});
}

// Query, keys and values in all the ways they are given.
Result<Heads> HeadsOf(Conversion& c, int64_t heads, DataType type) {
  WEFT_ASSIGN(const ValueRef query, c.TensorInput(0));
  const ValueRef &key = c.Optional(1), &value = c.Optional(2);
  const Shape& q = query->shape;
  Heads found;
  const auto device = [&](const ValueRef& from) -> Result<Expression> {
    if (from->type != query->type)
      return Invalid("the query is tensor({}), but keys or values tensor({})", Name(query->type),
                     Name(from->type));
    WEFT_ASSIGN(const Expression in, c.Device(from));
    return c.Cast(in, type);
  };
  if (!key && !value && q.size() == 5 && q[2] == heads && q[3] == 3) {
    WEFT_ASSIGN(const Expression all, device(query));
    found.query = Unstacked(c, all, 0);
    found.key = Unstacked(c, all, 1);
    found.value = Unstacked(c, all, 2);
    return found;
  }
  if (q.size() != 3 || !key)
    return Invalid(
        "the query has the shape {}{}, but [batch, positions, elements] with keys or "
        "[batch, positions, {}, 3, elements] without is required",
        ToString(q), key ? "" : " and there are no keys", heads);
  WEFT_RETURN_IF_ERROR(CheckHeads(heads, q[2], "num_heads", "the query's last size"));
  const int64_t size = q[2] / heads;
  const Shape& k = key->shape;
  WEFT_ASSIGN(const Expression first, device(query));
  found.query = AsHeads(c, first, heads);
  if (!value && k.size() == 5 && k == Shape{q[0], k[1], heads, 2, size}) {
    WEFT_ASSIGN(const Expression both, device(key));
    found.key = Unstacked(c, both, 0);
    found.value = Unstacked(c, both, 1);
    return found;
  }
  if (value) {
    const Shape& v = value->shape;
    if (k.size() == 4 && v.size() == 4 && k == Shape{q[0], heads, k[2], size} &&
        v == Shape{q[0], heads, k[2], v[3]}) {
      WEFT_ASSIGN(found.key, device(key));
      WEFT_ASSIGN(found.value, device(value));
      return found;
    }
    if (k.size() == 3 && v.size() == 3 && k == Shape{q[0], k[1], q[2]} &&
        v == Shape{q[0], k[1], v[2]}) {
      WEFT_RETURN_IF_ERROR(CheckHeads(heads, v[2], "num_heads", "the values' last size"));
      WEFT_ASSIGN(const Expression second, device(key));
      WEFT_ASSIGN(const Expression third, device(value));
      found.key = AsHeads(c, second, heads);
      found.value = AsHeads(c, third, heads);
      return found;
    }
  }
  return Invalid(
      "query, keys and values have the shapes {}, {} and {}, with {} heads, which do "
      "not fit together",
      ToString(q), ToString(k), value ? ToString(value->shape) : "none", heads);
}

// Input 3: elements of all heads' queries, keys and values, added to each position.
Status AddBias(Conversion& c, Heads& heads, DataType type) {
  const ValueRef& bias = c.Optional(3);
  if (!bias) return Ok();
  const int64_t count = heads.heads(), size = heads.query.sizes()[3],
                value_size = heads.value.sizes()[3];
  if (bias->shape != Shape{count * (2 * size + value_size)})
    return Invalid("the bias has the shape {}, but [{}] is required", ToString(bias->shape),
                   count * (2 * size + value_size));
  WEFT_ASSIGN(Expression in, c.Device(bias));
  in = c.Cast(in, type);
  const auto add = [&](Expression& to, int64_t first) {
    const int64_t elements = to.sizes()[3];
    const Expression joined = Joined(c, to);
    to = AsHeads(c, joined + Window(in, {first}, {count * elements}, {1}), count);
  };
  add(heads.query, 0);
  // Keys of four dimensions are those of an earlier step, which has added it.
  if (c.Optional(1) && c.Optional(1)->rank() == 4) return Ok();
  add(heads.key, count * size);
  add(heads.value, 2 * count * size);
  return Ok();
}

Status MultiHeadAttention(Conversion& c) {
  WEFT_ASSIGN(const ValueRef query, c.TensorInput(0));
  WEFT_ASSIGN(const DataType type, AttentionType(query->type));
  const int64_t count = c.Int("num_heads", 0);
  if (c.Optional(8) || c.Optional(9))
    return NotSupported("inputs 8 and 9, for states that are changed in place, are not supported");
  if (c.Wants(3)) return NotSupported("scores as output 3 are not supported");
  WEFT_ASSIGN(Heads heads, HeadsOf(c, count, type));
  WEFT_RETURN_IF_ERROR(AddBias(c, heads, type));
  const int64_t size = heads.query.sizes()[3], value_size = heads.value.sizes()[3];
  heads.scale = ScaleOf(c, size);
  WEFT_ASSIGN(heads.past_key, PastInput(c, 6, type, heads.batch(), count, size));
  WEFT_ASSIGN(heads.past_value, PastInput(c, 7, type, heads.batch(), count, value_size));
  const int64_t values = heads.past_value.IsPresent() ? heads.past_value.sizes()[2] : 0;
  if (heads.past() != values)
    return Invalid("the past has {} positions of keys and {} of values", heads.past(), values);
  const Shape scores = {heads.batch(), count, heads.queries(), heads.positions()};
  WEFT_ASSIGN(const Expression mask, MaskInput(c, 4, type, scores, heads.past()));
  WEFT_ASSIGN(const Expression bias, BiasInput(c, 5, type, scores));
  Expression causal;
  if (c.Int("unidirectional", 0) != 0) {
    WEFT_ASSIGN(causal, Causal(c, type, heads.queries(), heads.positions(), heads.past()));
  }
  heads.bias = Sum(Sum(mask, causal), bias);
  const Attended out = Attend(c, heads, c.Wants(1) || c.Wants(2));
  const DataType result = DataTypeOf(query->type);
  if (c.Wants(1)) WEFT_RETURN_IF_ERROR(c.Give(1, c.Cast(out.present_key, result), query->type));
  if (c.Wants(2)) WEFT_RETURN_IF_ERROR(c.Give(2, c.Cast(out.present_value, result), query->type));
  return c.Give(0, c.Cast(out.output, result), query->type,
                {heads.batch(), heads.queries(), count * value_size});
}

}  // namespace

void AddMicrosoftAttention(Registry& r) {
  r.SetDomain(kMicrosoft);
  r.Add("Attention", Attention);
  r.Add("QAttention", QAttention);
  r.Add("MultiHeadAttention", MultiHeadAttention);
}

}  // namespace weft::onnx
