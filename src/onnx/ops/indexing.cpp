// SPDX-License-Identifier: MIT
// Gathers and scatters: elements at indices that are data.
#include <algorithm>
#include <cstring>
#include <numeric>
#include <type_traits>

#include "onnx/families.h"
#include "onnx/ops/host.h"
#include "onnx/ops/slice_window.h"
#include "onnx/ops/typed.h"

namespace weft::onnx {
namespace {

// With leading dimensions of size 1 up to `rank`.
Sizes WithRank(const Shape& shape, size_t rank) {
  Sizes sizes = Sizes::Filled(int(rank - std::min(rank, shape.size())), 1);
  for (const int64_t size : shape) sizes.push_back(size);
  return sizes;
}

Status Gather(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  WEFT_ASSIGN(const ValueRef indices, c.TensorInput(1));
  WEFT_ASSIGN(const int axis, c.Axis("axis", 0, x->rank()));
  Shape shape(x->shape.begin(), x->shape.begin() + axis);
  shape.insert(shape.end(), indices->shape.begin(), indices->shape.end());
  shape.insert(shape.end(), x->shape.begin() + axis + 1, x->shape.end());
  WEFT_ASSIGN(const int64_t count, CountOf(shape, "the result"));
  if (count == 0) return GiveEmpty(c, 0, x->type, shape);
  if (x->count() == 0)
    return Invalid("indices are given, but size {} of {} is 0", axis, ToString(x->shape));
  const size_t rank = std::max({x->rank(), shape.size(), indices->rank(), size_t(1)});
  if (rank > size_t(kMaxRank))
    return NotSupported("a result of shape {} has more than {} dimensions", ToString(shape),
                        kMaxRank);
  // One index that is known is a window.
  if (indices->is_host && indices->count() == 1) {
    WEFT_ASSIGN(const std::vector<int64_t> known, c.HostInts(indices));
    const int64_t size = x->shape[size_t(axis)], index = known[0] < 0 ? known[0] + size : known[0];
    if (index < 0 || index >= size)
      return Invalid("the index is {}, but size {} of {} is {}", known[0], axis, ToString(x->shape),
                     size);
    std::vector<int64_t> begins(x->rank(), 0);
    begins[size_t(axis)] = index;
    Shape window = x->shape;
    window[size_t(axis)] = 1;
    WEFT_ASSIGN(const Expression in, c.Device(x));
    return c.Give(0, Window(in, begins, window, std::vector<int64_t>(x->rank(), 1)), x->type,
                  shape);
  }
  WEFT_ASSIGN(const Expression in, c.Device(x));
  WEFT_ASSIGN(const Expression which, c.Device(indices));
  const weft::Gather gather = {.output = TensorDesc(in.desc().type, WithRank(shape, rank)),
                               .axis = uint32_t(axis) + uint32_t(rank - x->rank()),
                               .index_dimensions = uint32_t(indices->rank())};
  const Expression out = GraphBuilder::AddOne(
      gather,
      {c.Reshape(in, WithRank(x->shape, rank)), c.Reshape(which, WithRank(indices->shape, rank))});
  return c.Give(0, out, x->type, shape);
}

Status GatherElements(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  WEFT_ASSIGN(const ValueRef indices, c.TensorInput(1));
  WEFT_ASSIGN(const int axis, c.Axis("axis", 0, x->rank()));
  if (indices->rank() != x->rank())
    return Invalid("indices have the shape {}, but data has {}", ToString(indices->shape),
                   ToString(x->shape));
  Shape window = indices->shape;
  window[size_t(axis)] = x->shape[size_t(axis)];
  for (size_t dim = 0; dim < x->rank(); ++dim)
    if (window[dim] > x->shape[dim])
      return Invalid("indices have the shape {}, but data has {} and axis is {}",
                     ToString(indices->shape), ToString(x->shape), axis);
  if (indices->count() == 0) return GiveEmpty(c, 0, x->type, indices->shape);
  WEFT_ASSIGN(Expression in, c.Device(x));
  WEFT_ASSIGN(const Expression which, c.Device(indices));
  // Data that no index can name is left out: DirectML wants the same sizes but along the axis.
  if (window != x->shape)
    in = Window(in, std::vector<int64_t>(x->rank(), 0), window, std::vector<int64_t>(x->rank(), 1));
  const Expression out = expr::GatherElements(
      in, which, {.output = TensorDesc(in.desc().type, which.sizes()), .axis = uint32_t(axis)});
  return c.Give(0, out, x->type, indices->shape);
}

Status GatherNd(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  WEFT_ASSIGN(const ValueRef indices, c.TensorInput(1));
  const int64_t batches = c.Int("batch_dims", 0);
  if (indices->rank() == 0) return Invalid("indices have rank 0, but at least 1 is required");
  const int64_t depth = indices->shape.back();
  if (batches < 0 || depth < 1 || batches >= int64_t(indices->rank()) ||
      batches + depth > int64_t(x->rank()))
    return Invalid("indices have the shape {} and data has {}, which do not fit together",
                   ToString(indices->shape), ToString(x->shape));
  Shape shape(indices->shape.begin(), indices->shape.end() - 1);
  shape.insert(shape.end(), x->shape.begin() + batches + depth, x->shape.end());
  WEFT_ASSIGN(const int64_t count, CountOf(shape, "the result"));
  if (count == 0) return GiveEmpty(c, 0, x->type, shape);
  const size_t rank = std::max({x->rank(), indices->rank(), shape.size()});
  if (rank > size_t(kMaxRank))
    return NotSupported("a result of shape {} has more than {} dimensions", ToString(shape),
                        kMaxRank);
  WEFT_ASSIGN(const Expression in, c.Device(x));
  WEFT_ASSIGN(const Expression which, c.Device(indices));
  const GatherNd1 gather = {.output = TensorDesc(in.desc().type, WithRank(shape, rank)),
                            .input_dimension_count = uint32_t(x->rank()),
                            .indices_dimension_count = uint32_t(indices->rank()),
                            .batch_dimension_count = uint32_t(batches)};
  const Expression out = GraphBuilder::AddOne(
      gather,
      {c.Reshape(in, WithRank(x->shape, rank)), c.Reshape(which, WithRank(indices->shape, rank))});
  return c.Give(0, out, x->type, shape);
}

// ---- scatters

enum class Combine : uint8_t { Replace, Add, Multiply, Max, Min };

Result<Combine> CombineOf(Conversion& c) {
  const std::string_view name = c.Text("reduction", "none");
  if (name == "none") return Combine::Replace;
  if (name == "add") return Combine::Add;
  if (name == "mul") return Combine::Multiply;
  if (name == "max") return Combine::Max;
  if (name == "min") return Combine::Min;
  return Invalid("attribute reduction is '{}', which is none", Printable(name));
}

template <class Number>
Number Combined(Combine how, Number a, Number b) {
  // Integers overflow by wrapping around, which only unsigned ones may.
  const auto wrap = [&](auto op) {
    if constexpr (std::is_integral_v<Number>)
      return Number(op(uint64_t(a), uint64_t(b)));
    else
      return Number(op(a, b));
  };
  switch (how) {
    case Combine::Add: return wrap([](auto x, auto y) { return x + y; });
    case Combine::Multiply: return wrap([](auto x, auto y) { return x * y; });
    case Combine::Max: return a < b || b != b ? b : a;
    case Combine::Min: return b < a || b != b ? b : a;
    case Combine::Replace: break;
  }
  return b;
}

// Output 0 on the host: `x` with update i combined into element offsets[i], one after the other.
Status GiveCombined(Conversion& c, const ValueRef& x, const ValueRef& updates,
                    const std::vector<int64_t>& offsets, Combine how) {
  WEFT_ASSIGN(const Bytes old, c.Host(x));
  WEFT_ASSIGN(const Bytes with, c.Host(updates));
  WEFT_ASSIGN(const NewHostValue made, MakeHost(x->type, x->shape));
  std::memcpy(made.data, old.data(), old.size());
  const bool is_bool = x->type == ElementType::Bool;
  WEFT_RETURN_IF_ERROR(ForElementType(x->type, [&]<class T>(T) -> Status {
    T* const out = made.As<T>();
    for (size_t i = 0; i < offsets.size(); ++i) {
      T update;
      std::memcpy(&update, with.data() + i * sizeof(T), sizeof(T));
      T& element = out[offsets[i]];
      element = ToElement<T>(Combined(how, ToNumber(element), ToNumber(update)));
      if constexpr (std::is_same_v<T, uint8_t>)
        if (is_bool && element > 1) element = 1;
    }
    return Ok();
  }));
  c.Set(0, made.value);
  return Ok();
}

// The index; negative ones count from the end.
Result<int64_t> NonNegative(int64_t index, int64_t size) {
  const int64_t at = index < 0 ? index + size : index;
  if (at < 0 || at >= size)
    return Invalid("the index {} is out of range: the dimension has the size {}", index, size);
  return at;
}

Status ScatterElements(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  WEFT_ASSIGN(const ValueRef indices, c.TensorInput(1));
  WEFT_ASSIGN(const ValueRef updates, c.TensorInput(2));
  WEFT_ASSIGN(const int axis, c.Axis("axis", 0, x->rank()));
  WEFT_ASSIGN(const Combine how, CombineOf(c));
  bool fits = indices->rank() == x->rank() && updates->shape == indices->shape;
  bool is_whole = true;
  for (size_t dim = 0; fits && dim < x->rank(); ++dim) {
    if (int(dim) == axis) continue;
    fits = indices->shape[dim] <= x->shape[dim];
    is_whole &= indices->shape[dim] == x->shape[dim];
  }
  if (!fits || updates->type != x->type)
    return Invalid(
        "updates are tensor({}) of shape {} and indices have {}, which does not fit "
        "tensor({}) of shape {}",
        Name(updates->type), ToString(updates->shape), ToString(indices->shape), Name(x->type),
        ToString(x->shape));
  if (indices->count() == 0) {
    c.Set(0, x);
    return Ok();
  }
  if (how == Combine::Replace && is_whole) {
    WEFT_ASSIGN(const Expression in, c.Device(x));
    WEFT_ASSIGN(const Expression where, c.Device(indices));
    WEFT_ASSIGN(const Expression what, c.Device(updates));
    return c.Give(0, expr::ScatterElements(in, where, what, {.axis = uint32_t(axis)}), x->type,
                  x->shape);
  }
  WEFT_ASSIGN(std::vector<int64_t> offsets, c.HostInts(indices));
  std::vector<int64_t> at(x->rank(), 0);  // in the indices
  for (int64_t& offset : offsets) {
    WEFT_ASSIGN(const int64_t index, NonNegative(offset, x->shape[size_t(axis)]));
    offset = 0;
    for (size_t dim = 0; dim < x->rank(); ++dim)
      offset = offset * x->shape[dim] + (int(dim) == axis ? index : at[dim]);
    for (size_t dim = x->rank(); dim-- > 0;) {
      if (++at[dim] < indices->shape[dim]) break;
      at[dim] = 0;
    }
  }
  return GiveCombined(c, x, updates, offsets, how);
}

Status ScatterNd(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  WEFT_ASSIGN(const ValueRef indices, c.TensorInput(1));
  WEFT_ASSIGN(const ValueRef updates, c.TensorInput(2));
  WEFT_ASSIGN(const Combine how, CombineOf(c));
  const int64_t depth = indices->rank() > 0 ? indices->shape.back() : -1;
  bool fits = depth >= 0 && depth <= int64_t(x->rank()) && updates->type == x->type;
  if (fits) {
    Shape wanted(indices->shape.begin(), indices->shape.end() - 1);
    wanted.insert(wanted.end(), x->shape.begin() + depth, x->shape.end());
    fits = updates->shape == wanted;
  }
  if (!fits)
    return Invalid(
        "updates are tensor({}) of shape {} and indices have {}, which does not fit "
        "tensor({}) of shape {}",
        Name(updates->type), ToString(updates->shape), ToString(indices->shape), Name(x->type),
        ToString(x->shape));
  if (updates->count() == 0) {
    c.Set(0, x);
    return Ok();
  }
  const size_t rank = std::max({x->rank(), indices->rank(), updates->rank()});
  if (how == Combine::Replace && depth > 0 && rank <= size_t(kMaxRank)) {
    WEFT_ASSIGN(const Expression in, c.Device(x));
    WEFT_ASSIGN(const Expression where, c.Device(indices));
    WEFT_ASSIGN(const Expression what, c.Device(updates));
    const weft::ScatterNd scatter = {.output = TensorDesc(in.desc().type, WithRank(x->shape, rank)),
                                     .input_dimension_count = uint32_t(x->rank()),
                                     .indices_dimension_count = uint32_t(indices->rank())};
    const Expression out =
        GraphBuilder::AddOne(scatter, {c.Reshape(in, WithRank(x->shape, rank)),
                                       c.Reshape(where, WithRank(indices->shape, rank)),
                                       c.Reshape(what, WithRank(updates->shape, rank))});
    return c.Give(0, out, x->type, x->shape);
  }
  WEFT_ASSIGN(const std::vector<int64_t> numbers, c.HostInts(indices));
  int64_t slice = 1;  // elements that one row of indices names
  for (size_t dim = size_t(depth); dim < x->rank(); ++dim) slice *= x->shape[dim];
  const int64_t rows = updates->count() / slice;
  std::vector<int64_t> offsets;
  for (int64_t row = 0; row < rows; ++row) {
    int64_t first = 0;
    for (int64_t dim = 0; dim < depth; ++dim) {
      WEFT_ASSIGN(const int64_t index,
                  NonNegative(numbers[size_t(row * depth + dim)], x->shape[size_t(dim)]));
      first = first * x->shape[size_t(dim)] + index;
    }
    for (int64_t i = 0; i < slice; ++i) offsets.push_back(first * slice + i);
  }
  return GiveCombined(c, x, updates, offsets, how);
}

// New elements go into a tensor from an index on that each batch has for itself.
Status TensorScatter(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  WEFT_ASSIGN(const ValueRef updates, c.TensorInput(1));
  const ValueRef& begins = c.Optional(2);
  WEFT_ASSIGN(const int axis, c.Axis("axis", -2, x->rank()));
  const std::string_view mode = c.Text("mode", "linear");
  if (mode != "linear" && mode != "circular")
    return Invalid("attribute mode is '{}', but linear or circular is required", Printable(mode));
  Shape wanted = x->shape;
  if (updates->rank() == x->rank()) wanted[size_t(axis)] = updates->shape[size_t(axis)];
  if (axis == 0 || updates->shape != wanted || updates->type != x->type ||
      wanted[size_t(axis)] > x->shape[size_t(axis)] ||
      (begins && begins->shape != Shape{x->shape[0]}))
    return Invalid(
        "updates are tensor({}) of shape {} and write_indices have {}, which does not fit "
        "tensor({}) of shape {} with axis {}",
        Name(updates->type), ToString(updates->shape), begins ? ToString(begins->shape) : "none",
        Name(x->type), ToString(x->shape), axis);
  if (updates->count() == 0) {
    c.Set(0, x);
    return Ok();
  }
  WEFT_ASSIGN(const Expression in, c.Device(x));
  WEFT_ASSIGN(const Expression what, c.Device(updates));
  const Sizes& sizes = what.sizes();
  std::vector<int64_t> steps(static_cast<size_t>(sizes[axis]), 0);
  std::iota(steps.begin(), steps.end(), 0);
  Sizes along = Sizes::Filled(sizes.rank(), 1), batches = along;
  along[axis] = sizes[axis];
  batches[0] = sizes[0];
  Expression where =
      c.Constant(TensorDesc(DataType::Int64, along), ConstBuffer(steps)).Broadcast(sizes);
  if (begins) {
    WEFT_ASSIGN(const Expression first, c.Device(begins));
    where = where + c.Reshape(c.Cast(first, DataType::Int64), batches).Broadcast(sizes);
  }
  if (mode == "circular")
    where = expr::ElementWiseModulusFloor(
        where, c.Scalar(DataType::Int64, double(x->shape[size_t(axis)])).Broadcast(sizes));
  return c.Give(0, expr::ScatterElements(in, where, what, {.axis = uint32_t(axis)}), x->type,
                x->shape);
}

}  // namespace

void AddIndexing(Registry& r) {
  r.Add("Gather", Gather);
  r.Add("GatherElements", GatherElements);
  r.Add("GatherND", GatherNd);
  r.Add("ScatterElements", ScatterElements);
  r.Add("Scatter", ScatterElements);
  r.Add("ScatterND", ScatterNd);
  r.Add("TensorScatter", TensorScatter);
}

}  // namespace weft::onnx
