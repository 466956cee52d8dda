// SPDX-License-Identifier: MIT
// See attention.h.
#include "onnx/ops/attention.h"

#include <algorithm>
#include <limits>

#include "base/half.h"
#include "onnx/ops/slice_window.h"

namespace weft::onnx {
namespace {

// Heads as {batch, positions, heads * elements} where strides can tell it.
std::optional<Expression> JoinedView(const Expression& heads) {
  const Sizes& sizes = heads.sizes();
  const Strides& strides = heads.desc().strides();
  const int64_t step = sizes[3] > 1 ? strides[3] : sizes[1] > 1 ? strides[1] : 1;
  if (sizes[1] > 1 && strides[1] != sizes[3] * step) return std::nullopt;
  TensorDesc desc = heads.desc();
  desc.layout = Layout({sizes[0], sizes[2], sizes[1] * sizes[3]}, {strides[0], strides[2], step},
                       desc.layout.offset);
  return heads.Reinterpret(desc);
}

Attended ByOneOperator(Conversion& c, const Heads& heads, bool wants_present) {
  std::optional<Expression> key = JoinedView(heads.key), value = JoinedView(heads.value);
  Expression past_key = heads.past_key, past_value = heads.past_value;
  if (!past_key.IsPresent() && (!key || !value)) {
    // Keys that lie as the past does are all past.
    past_key = heads.key;
    past_value = heads.value;
    key = value = Expression();
  } else {
    key = Joined(c, heads.key);
    value = Joined(c, heads.value);
  }
  const Expression query = Joined(c, heads.query);
  const Expression bias =
      heads.bias.IsPresent()
          ? heads.bias.Broadcast({heads.batch(), heads.heads(), heads.queries(), heads.positions()})
          : Expression();
  MultiheadAttention1 op = {.query = query.desc(),
                            .key = expr::Described(*key),
                            .value = expr::Described(*value),
                            .relative_position_bias = expr::Described(bias),
                            .past_key = expr::Described(past_key),
                            .past_value = expr::Described(past_value),
                            .scale = heads.scale,
                            .query_head_count = uint32_t(heads.heads()),
                            .key_value_head_count = uint32_t(heads.key.sizes()[1]),
                            .mask_type = MultiheadAttentionMaskType::None};
  if (wants_present) {
    Sizes sizes = heads.key.sizes();
    sizes[2] = heads.positions();
    op.output_present_key = TensorDesc(query.desc().type, sizes);
    sizes[3] = heads.value.sizes()[3];
    op.output_present_value = TensorDesc(query.desc().type, sizes);
  }
  const std::vector<Expression> found = GraphBuilder::AddAll(
      std::move(op), {query, *key, *value, {}, {}, {}, {}, {}, bias, past_key, past_value, {}});
  return {found[0], found[1], found[2], {}};
}

Attended WrittenOut(Conversion& c, const Heads& heads, bool wants_present, Scores wanted) {
  const DataType type = heads.query.desc().type;
  Attended out;
  const Expression keys = JoinedAlong(2, {heads.past_key, heads.key});
  const Expression values = JoinedAlong(2, {heads.past_value, heads.value});
  if (wants_present) {
    out.present_key = c.Packed(keys);
    out.present_value = c.Packed(values);
  }
  // Queries that share keys are a dimension of their own, along which the keys repeat. All is
  // computed in float32, as the operator does it.
  constexpr DataType kCompute = DataType::Float32;
  const int64_t groups = heads.batch() * keys.sizes()[1], shared = heads.heads() / keys.sizes()[1];
  const int64_t queries = heads.queries(), positions = heads.positions();
  const auto grouped = [&](const Expression& from, int64_t repeats, int64_t rows) {
    return c.Reshape(c.Cast(from, kCompute), {groups, repeats, rows, from.sizes()[3]})
        .Broadcast({groups, shared, rows, from.sizes()[3]});
  };
  const Sizes all = {heads.batch(), heads.heads(), queries, positions};
  Expression scores =
      c.Reshape(expr::Gemm(grouped(heads.query, shared, queries), grouped(keys, 1, positions), {},
                           {.trans_b = MatrixTransform::Transpose, .alpha = heads.scale}),
                all);
  const auto keep = [&](Scores which) {
    if (which == wanted) out.scores = c.Cast(scores, type);
  };
  keep(Scores::Products);
  if (heads.softcap > 0)
    scores = expr::ActivationTanh(scores * (1 / heads.softcap)) * heads.softcap;
  keep(Scores::Capped);
  if (heads.bias.IsPresent()) scores = scores + c.Cast(heads.bias, kCompute).Broadcast(all);
  keep(Scores::Biased);
  if (heads.sink.IsPresent()) {
    const Expression sink =
        c.Packed(c.Cast(heads.sink, kCompute).Broadcast({all[0], all[1], queries, 1}));
    const Expression weights =
        expr::ActivationSoftmax1(JoinedAlong(3, {scores, sink}), {.axes = {3}});
    scores = Window(weights, {0, 0, 0, 0}, ShapeOf(all), {1, 1, 1, 1});
  } else {
    scores = expr::ActivationSoftmax1(scores, {.axes = {3}});
  }
  keep(Scores::Weights);
  const int64_t size = values.sizes()[3];
  const Expression output = expr::Gemm(c.Reshape(scores, {groups, shared, queries, positions}),
                                       grouped(values, 1, positions), {}, {.alpha = 1});
  out.output = Joined(c, c.Reshape(c.Cast(output, type), {all[0], all[1], queries, size}));
  return out;
}

}  // namespace

Attended Attend(Conversion& c, const Heads& heads, bool wants_present, Scores scores) {
  const bool is_plain = heads.softcap <= 0 && !heads.sink.IsPresent() && scores == Scores::None;
  return is_plain ? ByOneOperator(c, heads, wants_present)
                  : WrittenOut(c, heads, wants_present, scores);
}

Expression AsHeads(Conversion& c, const Expression& joined, int64_t heads) {
  const Sizes& sizes = joined.sizes();
  const Sizes split = {sizes[0], sizes[1], heads, sizes[2] / heads};
  if (sizes[2] > 1 && joined.desc().strides()[2] != 1)
    return c.Reshape(joined, split).Transpose({0, 2, 1, 3});
  TensorDesc desc = joined.desc();
  const Strides& strides = joined.desc().strides();
  desc.layout =
      Layout(split, {strides[0], strides[1], sizes[2] / heads, 1}, joined.desc().layout.offset);
  return joined.Reinterpret(desc).Transpose({0, 2, 1, 3});
}

Expression Joined(Conversion& c, const Expression& heads) {
  if (const std::optional<Expression> view = JoinedView(heads)) return *view;
  const Sizes& sizes = heads.sizes();
  return c.Reshape(heads.Transpose({0, 2, 1, 3}), {sizes[0], sizes[2], sizes[1] * sizes[3]});
}

Expression PositionsOf(const Expression& heads, int64_t first, int64_t count) {
  Shape window = ShapeOf(heads.sizes());
  if (first == 0 && window[2] == count) return heads;
  window[2] = count;
  return Window(heads, {0, 0, first, 0}, window, {1, 1, 1, 1});
}

Expression JoinedAlong(int axis, const std::vector<Expression>& parts) {
  Join join = {.axis = uint32_t(axis)};
  std::vector<Expression> there;
  for (const Expression& part : parts)
    if (part.IsPresent()) {
      there.push_back(part);
      join.inputs.push_back(part.desc());
    }
  return there.size() == 1 ? there[0] : GraphBuilder::AddOne(std::move(join), there);
}

Expression Counted(Conversion& c, int64_t first, int64_t count) {
  std::vector<int32_t> numbers(size_t(count), 0);
  for (int64_t i = 0; i < count; ++i) numbers[size_t(i)] = int32_t(first + i);
  return c.Constant(TensorDesc(DataType::Int32, {count}), ConstBuffer(numbers));
}

Expression HiddenWhereNot(Conversion& c, const Expression& visible, DataType type, double hidden) {
  return expr::ElementWiseIf(visible, c.Scalar(type, 0).Broadcast(visible.sizes()),
                             c.Scalar(type, hidden).Broadcast(visible.sizes()));
}

Result<Expression> Causal(Conversion& c, DataType type, int64_t queries, int64_t keys, int64_t past,
                          int64_t window) {
  const auto sees = [&](int64_t query, int64_t key) {
    return key <= past + query && (window < 0 || key > past + query - window);
  };
  if (sees(0, keys - 1) && sees(queries - 1, 0)) return Expression();
  const ElementType element = type == DataType::Float16 ? ElementType::Float16 : ElementType::Float;
  WEFT_ASSIGN(const NewHostValue made, MakeHost(element, {queries, keys}));
  constexpr float kHidden = -std::numeric_limits<float>::infinity();
  for (int64_t i = 0; i < queries * keys; ++i) {
    if (sees(i / keys, i % keys)) continue;
    if (type == DataType::Float16)
      made.As<Half>()[i] = FloatToHalf(kHidden);
    else
      made.As<float>()[i] = kHidden;
  }
  return c.Device(made.value);
}

Expression Sum(const Expression& a, const Expression& b) {
  if (!a.IsPresent() || !b.IsPresent()) return a.IsPresent() ? a : b;
  return a + b;
}

Result<DataType> AttentionType(ElementType type) {
  if (type == ElementType::Float16) return DataType::Float16;
  if (type == ElementType::Float || type == ElementType::Double) return DataType::Float32;
  return NotSupported("tensor({}) is not supported here", Name(type));
}

Status CheckHeads(int64_t heads, int64_t size, std::string_view attribute, std::string_view what) {
  if (heads >= 1 && heads <= size && size % heads == 0) return Ok();
  return Invalid("attribute {} is {}, but {} of {} is to be divided by it", attribute, heads, what,
                 size);
}

Result<Expression> PastInput(Conversion& c, size_t i, DataType type, int64_t batch, int64_t heads,
                             int64_t size) {
  const ValueRef& past = c.Optional(i);
  if (!past) return Expression();
  const Shape wanted = {batch, heads, past->rank() == 4 ? past->shape[2] : 0, size};
  if (past->shape != wanted)
    return Invalid("input {} has the shape {}, but [{}, {}, positions, {}] is required", i,
                   ToString(past->shape), batch, heads, size);
  if (past->count() == 0) return Expression();
  WEFT_ASSIGN(const Expression in, c.Device(past));
  return c.Cast(in, type);
}

Result<Expression> BiasInput(Conversion& c, size_t i, DataType type, const Shape& scores) {
  const ValueRef& bias = c.Optional(i);
  if (!bias) return Expression();
  const Result<Shape> both = BroadcastShape(scores, bias->shape);
  if (!both || *both != scores)
    return Invalid("input {} has the shape {}, but the scores have {}", i, ToString(bias->shape),
                   ToString(scores));
  WEFT_ASSIGN(const Expression in, c.Device(bias));
  return c.Cast(in, type);
}

}  // namespace weft::onnx
