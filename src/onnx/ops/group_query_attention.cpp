// SPDX-License-Identifier: MIT
// com.microsoft: GroupQueryAttention, the attention of decoders. Fewer heads of keys and values
// than of queries, a past that lies in tensors of its own, and positions turned by rotary
// embeddings.
//
// `seqlens_k` is, for each batch, the index of the last key among all. Where there is one batch, or
// no past, `total_sequence_length` tells it too, so that nothing has to wait for values.
#include <algorithm>
#include <cmath>
#include <limits>

#include "onnx/families.h"
#include "onnx/ops/attention.h"
#include "onnx/ops/rotary.h"
#include "onnx/ops/slice_window.h"
#include "onnx/ops/typed.h"

namespace weft::onnx {
namespace {

constexpr int64_t kMostPositions = int64_t(1) << 30;  // sums of two are INT32

struct Given {
  ElementType element = ElementType::Undefined;
  DataType type = DataType::Unknown;
  int64_t batch = 0, positions = 0;         // new ones
  int64_t heads = 0, shared = 0, size = 0;  // heads of queries, of keys; elements of one
  int64_t total = 0;                        // positions with the past, at most
  int64_t room = 0;                         // … that the tensors of the present have
  int64_t past() const { return total - positions; }
  // Whether all batches have the same past.
  bool IsEven() const { return batch == 1 || past() == 0; }
};

Result<Given> GivenOf(Conversion& c) {
  Given given;
  WEFT_ASSIGN(const ValueRef query, c.TensorInput(0));
  const ValueRef &key = c.Optional(1), &value = c.Optional(2), &past = c.Optional(3);
  given.heads = c.Int("num_heads", 0);
  given.shared = c.Int("kv_num_heads", 0);
  const Shape& q = query->shape;
  if (q.size() != 3)
    return Invalid("the query has the shape {}, but 3 dimensions are required", ToString(q));
  if (given.heads < 1 || given.shared < 1 || given.heads > q[2] || given.heads % given.shared != 0)
    return Invalid("num_heads is {} and kv_num_heads {}, but a multiple of it is required",
                   given.heads, given.shared);
  const int64_t all = key ? given.heads : given.heads + 2 * given.shared;
  WEFT_RETURN_IF_ERROR(CheckHeads(all, q[2], key ? "num_heads" : "num_heads + 2 * kv_num_heads",
                                  "the query's last size"));
  given.batch = q[0];
  given.positions = q[1];
  given.size = q[2] / all;
  const Shape wanted = {given.batch, given.positions, given.shared * given.size};
  if (bool(key) != bool(value) || (key && (key->shape != wanted || value->shape != wanted)))
    return Invalid("keys have the shape {} and values {}, but {} is required",
                   key ? ToString(key->shape) : "none", value ? ToString(value->shape) : "none",
                   ToString(wanted));
  given.element = query->type;
  WEFT_ASSIGN(given.type, AttentionType(query->type));
  WEFT_ASSIGN(const ValueRef last, c.TensorInput(5));
  if (last->count() != given.batch || last->type != ElementType::Int32)
    return Invalid(
        "seqlens_k is tensor({}) of shape {}, but tensor(int32) of shape [{}] is "
        "required",
        Name(last->type), ToString(last->shape), given.batch);
  const int64_t before = past && past->rank() == 4 ? past->shape[2] : 0;
  WEFT_ASSIGN(const double total, c.HostNumber(6));
  if (!(total >= double(given.positions)) || total > double(before) + double(given.positions))
    return Invalid(
        "total_sequence_length is {}, but there are {} new positions and at most {} "
        "before them",
        total, given.positions, before);
  given.total = int64_t(total);
  given.room = std::max(given.total, before);
  if (given.room > kMostPositions)
    return Invalid("there are {} positions, which are too many", given.room);
  if (!given.IsEven() && given.positions > 1)
    return NotSupported(
        "{} new positions behind a past in each of {} batches are not supported, "
        "but 1 is",
        given.positions, given.batch);
  for (const std::string_view name : {"k_quant_type", "v_quant_type"})
    if (const std::string_view how = c.Text(name, "NONE"); how != "NONE")
      return NotSupported("attribute {} is '{}', which is not supported", name, Printable(how));
  if (c.Wants(3)) return NotSupported("scores as output 3 are not supported");
  return given;
}

// Input i of three dimensions as heads; parts of the query where all are packed together.
Result<Expression> Part(Conversion& c, const Given& given, size_t i, int64_t first, int64_t heads) {
  const bool is_packed = !c.Optional(1);
  WEFT_ASSIGN(Expression in, c.Device(is_packed ? 0 : i));
  in = c.Cast(in, given.type);
  if (is_packed)
    in = Window(in, {0, 0, first * given.size}, {given.batch, given.positions, heads * given.size},
                {1, 1, 1});
  return AsHeads(c, in, heads);
}

// How many positions of each batch are past: INT32 {batch}.
Result<Expression> PastLengths(Conversion& c, const Given& given) {
  if (given.IsEven())
    return c.Scalar(DataType::Int32, double(given.past())).Broadcast({given.batch});
  WEFT_ASSIGN(const Expression last, c.Device(5));
  const auto all = [&](int64_t number) {
    return c.Scalar(DataType::Int32, double(number)).Broadcast({given.batch});
  };
  return expr::ElementWiseAdd(c.Reshape(last, {given.batch}), all(1 - given.positions));
}

// Turns queries and keys by the angles of their positions.
Status Rotate(Conversion& c, const Given& given, const Expression& lengths, Heads& heads) {
  if (c.Int("do_rotary", 0) == 0) return Ok();
  for (const size_t i : {size_t(7), size_t(8)}) {
    WEFT_ASSIGN(const ValueRef table, c.TensorInput(i));
    if (table->rank() != 2 || table->shape[1] < 1 || 2 * table->shape[1] > given.size ||
        table->shape != c.Optional(7)->shape || table->shape[0] < given.total)
      return Invalid("input {} has the shape {}, but [{} or more, at most {}] is required", i,
                     ToString(table->shape), given.total, given.size / 2);
  }
  const Sizes sizes = {given.batch, given.positions};
  Expression positions;
  if (const ValueRef& given_ones = c.Optional(9)) {
    if (given_ones->shape != ShapeOf(sizes))
      return Invalid("positions have the shape {}, but {} is required", ToString(given_ones->shape),
                     ToString(ShapeOf(sizes)));
    WEFT_ASSIGN(positions, c.Device(given_ones));
  } else {
    positions = expr::ElementWiseAdd(c.Reshape(lengths, {given.batch, 1}).Broadcast(sizes),
                                     Counted(c, 0, given.positions).Broadcast(sizes));
  }
  WEFT_ASSIGN(const Expression cosine, RowsAt(c, 7, positions));
  WEFT_ASSIGN(const Expression sine, RowsAt(c, 8, positions));
  const Sizes angles = {given.batch, given.positions, 1, cosine.sizes()[2]};
  for (Expression* each : {&heads.query, &heads.key}) {
    // In the order in which heads are joined again.
    const Expression turned = Rotated(c, each->Transpose({0, 2, 1, 3}),
                                      {c.Reshape(cosine, angles), c.Reshape(sine, angles)},
                                      c.Int("rotary_interleaved", 0) != 0);
    *each = turned.Transpose({0, 2, 1, 3});
  }
  return Ok();
}

// The past, new heads behind it, and zeros up to the room there is.
Expression Present(Conversion& c, const Given& given, const Expression& past,
                   const Expression& added, const Expression& lengths) {
  const auto zeros = [&](int64_t count) {
    return count == 0 ? Expression()
                      : c.Zeros(given.type, {given.batch, given.shared, count, given.size});
  };
  if (given.IsEven())
    return JoinedAlong(2, {given.past() > 0 ? PositionsOf(past, 0, given.past()) : Expression(),
                           added, zeros(given.room - given.total)});
  // Each batch has a length of its own, and one new position.
  const Sizes sizes = {given.batch, given.shared, given.room, given.size};
  const Expression before = JoinedAlong(2, {past, zeros(given.room - past.sizes()[2])});
  const Expression length = c.Reshape(lengths, {given.batch, 1, 1, 1}).Broadcast(sizes);
  const Expression position = c.Reshape(Counted(c, 0, given.room), {1, 1, given.room, 1});
  const Expression rest =
      expr::ElementWiseIf(expr::ElementWiseLogicalEquals(position.Broadcast(sizes), length),
                          added.Broadcast(sizes), c.Scalar(given.type, 0).Broadcast(sizes));
  return expr::ElementWiseIf(expr::ElementWiseLogicalLessThan(position.Broadcast(sizes), length),
                             before, rest);
}

// What hides keys where batches have lengths of their own: {batch, 1, 1, room}.
Expression UnevenMask(Conversion& c, const Given& given, const Expression& lengths,
                      int64_t window) {
  const Sizes sizes = {given.batch, 1, 1, given.room};
  const Expression length = c.Reshape(lengths, {given.batch, 1, 1, 1}).Broadcast(sizes);
  const Expression position = Counted(c, 0, given.room).Broadcast(sizes);
  Expression visible = expr::ElementWiseLogicalLessThanOrEqual(position, length);
  if (window > 0)
    visible = expr::ElementWiseLogicalAnd(
        visible, expr::ElementWiseLogicalGreaterThan(
                     expr::ElementWiseAdd(
                         position, c.Scalar(DataType::Int32, double(window)).Broadcast(sizes)),
                     length));
  return HiddenWhereNot(c, visible, given.type, -std::numeric_limits<double>::infinity());
}

Result<Expression> SinkOf(Conversion& c, const Given& given) {
  const ValueRef& sink = c.Optional(11);
  if (sink) {
    if (sink->shape != Shape{given.heads})
      return Invalid("input 11 has the shape {}, but [{}] is required", ToString(sink->shape),
                     given.heads);
    WEFT_ASSIGN(const Expression in, c.Device(sink));
    return c.Reshape(c.Cast(in, given.type), {1, given.heads, 1, 1});
  }
  if (c.Int("smooth_softmax", 0) != 1) return Expression();
  return c.Scalar(given.type, 0);
}

Status GroupQueryAttention(Conversion& c) {
  WEFT_ASSIGN(const Given given, GivenOf(c));
  Heads heads;
  WEFT_ASSIGN(heads.query, Part(c, given, 0, 0, given.heads));
  WEFT_ASSIGN(heads.key, Part(c, given, 1, given.heads, given.shared));
  WEFT_ASSIGN(heads.value, Part(c, given, 2, given.heads + given.shared, given.shared));
  WEFT_ASSIGN(const Expression past_key,
              PastInput(c, 3, given.type, given.batch, given.shared, given.size));
  WEFT_ASSIGN(const Expression past_value,
              PastInput(c, 4, given.type, given.batch, given.shared, given.size));
  if (past_key.IsPresent() != past_value.IsPresent() ||
      (past_key.IsPresent() && past_key.sizes() != past_value.sizes()))
    return Invalid("past_key and past_value have other shapes, but the same is required");
  WEFT_ASSIGN(const Expression lengths, PastLengths(c, given));
  WEFT_RETURN_IF_ERROR(Rotate(c, given, lengths, heads));
  const float scale = c.Float("scale", 0);
  heads.scale = scale != 0 ? scale : float(1 / std::sqrt(double(given.size)));
  heads.softcap = c.Float("softcap", 0);
  WEFT_ASSIGN(heads.sink, SinkOf(c, given));
  // A window of keys counts the query's own.
  const int64_t window = std::min(c.Int("local_window_size", -1), kMostPositions);
  const bool wants_present = c.Wants(1) || c.Wants(2), is_full = given.room == given.total;
  Expression present_key, present_value;
  if (!given.IsEven() || (wants_present && !is_full)) {
    present_key = Present(c, given, past_key, heads.key, lengths);
    present_value = Present(c, given, past_value, heads.value, lengths);
  }
  if (given.IsEven()) {
    if (given.past() > 0) {
      heads.past_key = PositionsOf(past_key, 0, given.past());
      heads.past_value = PositionsOf(past_value, 0, given.past());
    }
    WEFT_ASSIGN(heads.bias, Causal(c, given.type, given.positions, given.total, given.past(),
                                   window > 0 ? window : -1));
  } else {
    heads.key = present_key;
    heads.value = present_value;
    heads.bias = UnevenMask(c, given, lengths, window);
  }
  if (const ValueRef& added = c.Optional(10)) {
    if (!given.IsEven() && !is_full)
      return NotSupported("a bias of shape {} is not supported for {} positions of the present",
                          ToString(added->shape), given.room);
    WEFT_ASSIGN(const Expression bias, BiasInput(c, 10, given.type,
                                                 {given.batch, given.heads, given.positions,
                                                  given.IsEven() ? given.total : given.room}));
    heads.bias = Sum(heads.bias, bias);
  }
  const Attended out = Attend(c, heads, wants_present && !present_key.IsPresent());
  if (!present_key.IsPresent()) {
    present_key = out.present_key;
    present_value = out.present_value;
  }
  const DataType result = DataTypeOf(given.element);
  const Shape state = {given.batch, given.shared, given.room, given.size};
  if (c.Wants(1))
    WEFT_RETURN_IF_ERROR(c.Give(1, c.Packed(c.Cast(present_key, result)), given.element, state));
  if (c.Wants(2))
    WEFT_RETURN_IF_ERROR(c.Give(2, c.Packed(c.Cast(present_value, result)), given.element, state));
  return c.Give(0, c.Cast(out.output, result), given.element,
                {given.batch, given.positions, given.heads * given.size});
}

}  // namespace

void AddGroupQueryAttention(Registry& r) {
  r.SetDomain(kMicrosoft);
  r.Add("GroupQueryAttention", GroupQueryAttention);
}

}  // namespace weft::onnx
