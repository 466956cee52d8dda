// SPDX-License-Identifier: MIT
// RotaryEmbedding of both domains; see rotary.h.
#include "onnx/ops/rotary.h"

#include "onnx/families.h"
#include "onnx/ops/attention.h"
#include "onnx/ops/slice_window.h"
#include "onnx/ops/typed.h"

namespace weft::onnx {

Expression Rotated(Conversion& c, const Expression& x, const Angles& angles, bool is_interleaved) {
  // float16 is rounded once.
  constexpr DataType kCompute = DataType::Float32;
  const DataType type = x.desc().type;
  Shape half = ShapeOf(x.sizes());
  const int64_t size = half[3], pairs = angles.cosine.sizes()[3];
  half[3] = pairs;
  const auto part = [&](int64_t first, int64_t step) {
    return c.Cast(Window(x, {0, 0, 0, first}, half, {1, 1, 1, step}), kCompute);
  };
  const Expression a = part(0, is_interleaved ? 2 : 1);
  const Expression b = part(is_interleaved ? 1 : pairs, is_interleaved ? 2 : 1);
  const Expression cosine = c.Cast(angles.cosine, kCompute).Broadcast(a.sizes());
  const Expression sine = c.Cast(angles.sine, kCompute).Broadcast(a.sizes());
  Expression first = c.Cast(a * cosine - b * sine, type);
  Expression second = c.Cast(a * sine + b * cosine, type);
  Expression rest;
  if (2 * pairs < size) {
    Shape others = half;
    others[3] = size - 2 * pairs;
    rest = Window(x, {0, 0, 0, 2 * pairs}, others, {1, 1, 1, 1});
  }
  if (!is_interleaved) return JoinedAlong(3, {first, second, rest});
  const Sizes single = {half[0], half[1], half[2] * pairs, 1};
  const Expression turned =
      c.Reshape(JoinedAlong(3, {c.Reshape(first, single), c.Reshape(second, single)}),
                {half[0], half[1], half[2], 2 * pairs});
  return JoinedAlong(3, {turned, rest});
}

Result<Expression> RowsAt(Conversion& c, size_t i, const Expression& positions) {
  WEFT_ASSIGN(const ValueRef table, c.TensorInput(i));
  WEFT_ASSIGN(const Expression rows, c.Device(table));
  const Sizes& at = positions.sizes();
  return GraphBuilder::AddOne(
      Gather{.output = TensorDesc(rows.desc().type, {at[0], at[1], table->shape[1]}),
             .axis = 1,
             .index_dimensions = 2},
      {c.Reshape(rows, {1, table->shape[0], table->shape[1]}),
       c.Reshape(positions, {1, at[0], at[1]})});
}

namespace {

// What both operators are given, as four dimensions: {batch, positions, heads, elements}, or heads
// before positions where x has four.
struct Given {
  ValueRef x;
  bool heads_first = false;
  int64_t batch = 0, positions = 0, heads = 0, size = 0, pairs = 0;

  Sizes sizes() const {
    return heads_first ? Sizes{batch, heads, positions, size}
                       : Sizes{batch, positions, heads, size};
  }
  Sizes AngleSizes(int64_t batches) const {
    return heads_first ? Sizes{batches, 1, positions, pairs} : Sizes{batches, positions, 1, pairs};
  }
};

Result<Given> GivenOf(Conversion& c, size_t cosines, size_t sines, bool may_guess) {
  Given given;
  WEFT_ASSIGN(given.x, c.TensorInput(0));
  const Shape& shape = given.x->shape;
  WEFT_RETURN_IF_ERROR(AttentionType(given.x->type));
  WEFT_ASSIGN(const ValueRef cosine, c.TensorInput(cosines));
  WEFT_ASSIGN(const ValueRef sine, c.TensorInput(sines));
  if (shape.size() != 3 && shape.size() != 4)
    return Invalid("the input has the shape {}, but 3 or 4 dimensions are required",
                   ToString(shape));
  if (cosine->shape != sine->shape || cosine->rank() < 2 || cosine->rank() > 3 ||
      cosine->type != given.x->type || sine->type != given.x->type)
    return Invalid(
        "cosines are tensor({}) of shape {} and sines tensor({}) of shape {}, but both have the "
        "input's type, tensor({}), and one shape of 2 or 3 dimensions",
        Name(cosine->type), ToString(cosine->shape), Name(sine->type), ToString(sine->shape),
        Name(given.x->type));
  given.heads_first = shape.size() == 4;
  given.batch = shape[0];
  given.positions = shape[given.heads_first ? 2 : 1];
  given.pairs = cosine->shape.back();
  const int64_t turned = c.Int("rotary_embedding_dim", 0);
  if (given.heads_first) {
    given.heads = shape[1];
    given.size = shape[3];
  } else {
    given.heads = c.Int("num_heads", 0);
    // Where nobody says how many heads there are, the cosines tell how many elements one has.
    if (given.heads == 0 && may_guess && given.pairs > 0 && turned == 0)
      given.heads = shape[2] / (2 * given.pairs);
    WEFT_RETURN_IF_ERROR(CheckHeads(given.heads, shape[2], "num_heads", "the input's last size"));
    given.size = shape[2] / given.heads;
  }
  const int64_t wanted = turned > 0 ? turned : given.size;
  if (given.pairs < 1 || 2 * given.pairs != wanted || wanted > given.size)
    return Invalid(
        "cosines have the shape {}, but half of {} elements are required, which are turned of a "
        "head's {}",
        ToString(cosine->shape), wanted, given.size);
  return given;
}

Status Give(Conversion& c, const Given& given, const Angles& angles) {
  WEFT_ASSIGN(const Expression in, c.Device(given.x));
  const Expression out =
      Rotated(c, c.Reshape(in, given.sizes()), angles, c.Int("interleaved", 0) != 0);
  return c.Give(0, out, given.x->type, given.x->shape);
}

Status MicrosoftRotary(Conversion& c) {
  WEFT_ASSIGN(const ValueRef positions, c.TensorInput(1));
  WEFT_ASSIGN(const Given given, GivenOf(c, 2, 3, true));
  if (c.Int("is_packed_batching", 0) != 0)
    return NotSupported("attribute is_packed_batching is not 0, which is not supported");
  const bool is_first = positions->count() == 1 && positions->rank() < 2;
  if (!is_first && positions->shape != Shape{given.batch, given.positions})
    return Invalid("positions have the shape {}, but [1] or [{}, {}] is required",
                   ToString(positions->shape), given.batch, given.positions);
  if (c.Optional(2)->rank() != 2)
    return Invalid("cosines have the shape {}, but 2 dimensions are required",
                   ToString(c.Optional(2)->shape));
  if (given.x->count() == 0) return GiveEmpty(c, 0, given.x->type, given.x->shape);
  WEFT_ASSIGN(Expression at, c.Device(positions));
  at = c.Cast(at, DataType::Int64);
  // One position is that of the first element; others follow it.
  if (is_first)
    at = c.Reshape(at, {1, 1}).Broadcast({1, given.positions}) +
         c.Cast(c.Reshape(Counted(c, 0, given.positions), {1, given.positions}), DataType::Int64);
  const int64_t batches = is_first ? 1 : given.batch;
  WEFT_ASSIGN(const Expression cosine, RowsAt(c, 2, at));
  WEFT_ASSIGN(const Expression sine, RowsAt(c, 3, at));
  const float scale = c.Float("scale", 1);
  const auto scaled = [&](const Expression& angles) {
    const Expression as = c.Reshape(angles, given.AngleSizes(batches));
    return scale == 1 ? as : c.Cast(as, DataType::Float32) * scale;
  };
  return Give(c, given, {scaled(cosine), scaled(sine)});
}

Status OnnxRotary(Conversion& c) {
  WEFT_ASSIGN(const Given given, GivenOf(c, 1, 2, false));
  const ValueRef& positions = c.Optional(3);
  const Shape& table = c.Optional(1)->shape;
  if (positions && (table.size() != 2 || positions->shape != Shape{given.batch, given.positions}))
    return Invalid(
        "cosines have the shape {} and positions {}, but [rows, {}] and [{}, {}] are "
        "required",
        ToString(table), ToString(positions->shape), given.pairs, given.batch, given.positions);
  if (!positions && table != Shape{given.batch, given.positions, given.pairs})
    return Invalid("cosines have the shape {}, but without positions [{}, {}, {}] is required",
                   ToString(table), given.batch, given.positions, given.pairs);
  if (given.x->count() == 0) return GiveEmpty(c, 0, given.x->type, given.x->shape);
  Expression cosine, sine;
  if (positions) {
    WEFT_ASSIGN(const Expression at, c.Device(positions));
    WEFT_ASSIGN(cosine, RowsAt(c, 1, at));
    WEFT_ASSIGN(sine, RowsAt(c, 2, at));
  } else {
    WEFT_ASSIGN(cosine, c.Device(1));
    WEFT_ASSIGN(sine, c.Device(2));
  }
  const Sizes sizes = given.AngleSizes(given.batch);
  return Give(c, given, {c.Reshape(cosine, sizes), c.Reshape(sine, sizes)});
}

}  // namespace

void AddRotary(Registry& r) {
  r.Add("RotaryEmbedding", OnnxRotary);
  r.SetDomain(kMicrosoft);
  r.Add("RotaryEmbedding", MicrosoftRotary);
}

}  // namespace weft::onnx
