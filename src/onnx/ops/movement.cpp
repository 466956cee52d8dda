// SPDX-License-Identifier: MIT
// Operators that move elements: views where strides can tell it, copies, gathers and scatters.
#include <algorithm>
#include <cstring>
#include <numeric>
#include <type_traits>

#include "base/split.h"
#include "onnx/families.h"
#include "onnx/ops/host.h"
#include "onnx/ops/slice_window.h"
#include "onnx/ops/typed.h"

namespace weft::onnx {

// A window of a tensor; nothing of it may be outside.
Expression Window(const Expression& in, const std::vector<int64_t>& begins, const Shape& counts,
                  const std::vector<int64_t>& steps) {
  Slice1 slice;
  for (size_t dim = 0; dim < counts.size(); ++dim) {
    const int64_t reach = (counts[dim] - 1) * std::abs(steps[dim]) + 1;
    const int64_t low = steps[dim] > 0 ? begins[dim] : begins[dim] - reach + 1;
    slice.input_window_offsets.push_back(uint32_t(low));
    slice.input_window_sizes.push_back(uint32_t(reach));
    slice.input_window_strides.push_back(int32_t(steps[dim]));
  }
  return GraphBuilder::AddOne(std::move(slice), {in});
}

namespace {

Status Transpose(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  const size_t rank = x->rank();
  std::vector<int64_t> order = c.Ints("perm");
  if (!c.HasAttribute("perm"))
    for (size_t i = rank; i-- > 0;) order.push_back(int64_t(i));
  WEFT_ASSIGN(const std::vector<int> sorted, UsualAxes(order, rank, "perm"));
  if (sorted.size() != rank)
    return Invalid("perm has {} dimensions, but the tensor has {}", order.size(), rank);
  Shape shape;
  std::vector<int> dims;
  for (const int64_t axis : order) {
    dims.push_back(int(axis < 0 ? axis + int64_t(rank) : axis));
    shape.push_back(x->shape[size_t(dims.back())]);
  }
  if (rank == 0) {
    c.Set(0, x);
    return Ok();
  }
  if (x->count() == 0) return GiveEmpty(c, 0, x->type, shape);
  WEFT_ASSIGN(const Expression in, c.Device(x));
  return c.Give(0, in.Transpose(dims), x->type, shape);
}

Status Concat(Conversion& c) {
  WEFT_ASSIGN(const ValueRef first, c.TensorInput(0));
  const size_t rank = first->rank();
  WEFT_ASSIGN(const int axis, c.Axis("axis", c.version() < 4 ? 1 : 0, rank));
  Shape shape = first->shape;
  shape[size_t(axis)] = 0;
  std::vector<ValueRef> parts;
  for (size_t i = 0; i < c.input_count(); ++i) {
    WEFT_ASSIGN(const ValueRef part, c.TensorInput(i));
    if (part->type != first->type)
      return Invalid("input {} is tensor({}), but input 0 is tensor({})", i, Name(part->type),
                     Name(first->type));
    bool fits = part->rank() == rank;
    for (size_t dim = 0; fits && dim < rank; ++dim)
      fits = dim == size_t(axis) || part->shape[dim] == shape[dim];
    if (!fits)
      return Invalid("input {} has the shape {}, but input 0 has {} and axis is {}", i,
                     ToString(part->shape), ToString(first->shape), axis);
    shape[size_t(axis)] += part->shape[size_t(axis)];
    if (part->count() > 0) parts.push_back(part);
  }
  WEFT_ASSIGN(const int64_t count, CountOf(shape, "the result"));
  if (count == 0) return GiveEmpty(c, 0, first->type, shape);
  if (parts.size() == 1) {
    c.Set(0, parts[0]);
    return Ok();
  }
  std::vector<Expression> inputs;
  Join join = {.axis = uint32_t(axis)};
  for (const ValueRef& part : parts) {
    WEFT_ASSIGN(Expression in, c.Device(part));
    join.inputs.push_back(in.desc());
    inputs.push_back(std::move(in));
  }
  return c.Give(0, GraphBuilder::AddOne(std::move(join), inputs), first->type, shape);
}

Status Split(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  WEFT_ASSIGN(const int axis, c.Axis("axis", 0, x->rank()));
  const int64_t size = x->shape[size_t(axis)];
  std::vector<int64_t> parts;
  if (c.version() >= 13 || c.version() < 2) {
    if (c.Optional(1)) {
      WEFT_ASSIGN(parts, c.HostInts(1));
    }
  }
  if (parts.empty()) parts = c.Ints("split");
  const auto outputs = int64_t(c.output_count());
  if (parts.empty()) {
    const int64_t number = c.Int("num_outputs", outputs);
    if (number != outputs)
      return Invalid("num_outputs is {}, but the node has {} outputs", number, outputs);
    const int64_t each = CeilDiv(size, number);
    for (int64_t i = 0, left = size; i < number; ++i, left -= each)
      parts.push_back(std::clamp<int64_t>(left, 0, each));
  }
  if (int64_t(parts.size()) != outputs ||
      std::ranges::any_of(parts, [&](int64_t n) { return n < 0 || n > size; }) ||
      std::accumulate(parts.begin(), parts.end(), int64_t{0}) != size)
    return Invalid("parts of sizes {} are wanted for {} outputs, but size {} of {} is {}",
                   ToString(parts), outputs, axis, ToString(x->shape), size);
  std::vector<int64_t> begins(x->rank(), 0);
  const std::vector<int64_t> steps(x->rank(), 1);
  for (size_t i = 0; i < parts.size(); ++i) {
    Shape shape = x->shape;
    shape[size_t(axis)] = parts[i];
    if (std::ranges::find(shape, 0) != shape.end()) {
      WEFT_RETURN_IF_ERROR(GiveEmpty(c, i, x->type, shape));
    } else if (c.Wants(i)) {
      WEFT_ASSIGN(const Expression in, c.Device(x));
      WEFT_RETURN_IF_ERROR(c.Give(i, Window(in, begins, shape, steps), x->type, shape));
    }
    begins[size_t(axis)] += parts[i];
  }
  return Ok();
}

Status Slice(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  const size_t rank = x->rank();
  std::vector<int64_t> starts, ends, axes, steps;
  if (c.version() >= 10) {
    WEFT_ASSIGN(starts, c.HostInts(1));
    WEFT_ASSIGN(ends, c.HostInts(2));
    if (c.Optional(3)) {
      WEFT_ASSIGN(axes, c.HostInts(3));
    }
    if (c.Optional(4)) {
      WEFT_ASSIGN(steps, c.HostInts(4));
    }
  } else {
    starts = c.Ints("starts");
    ends = c.Ints("ends");
    axes = c.Ints("axes");
  }
  if (axes.empty())
    for (size_t i = 0; i < starts.size(); ++i) axes.push_back(int64_t(i));
  if (steps.empty()) steps.assign(starts.size(), 1);
  if (ends.size() != starts.size() || axes.size() != starts.size() || steps.size() != starts.size())
    return Invalid("there are {} starts, {} ends, {} axes and {} steps, but as many are required",
                   starts.size(), ends.size(), axes.size(), steps.size());
  WEFT_RETURN_IF_ERROR(UsualAxes(axes, rank));
  std::vector<int64_t> begins(rank, 0), all_steps(rank, 1);
  Shape shape = x->shape;
  for (size_t i = 0; i < axes.size(); ++i) {
    const auto dim = size_t(axes[i] < 0 ? axes[i] + int64_t(rank) : axes[i]);
    const int64_t size = x->shape[dim], step = std::clamp<int64_t>(steps[i], -INT32_MAX, INT32_MAX);
    if (step == 0) return Invalid("steps[{}] is 0", i);
    const auto inside = [&](int64_t at, int64_t low, int64_t high) {
      return std::clamp(at < 0 && at >= -size ? at + size : at < 0 ? int64_t{-1} : at, low, high);
    };
    int64_t begin, end;
    if (step > 0) {
      begin = starts[i] < -size ? 0 : inside(starts[i], 0, size);
      end = ends[i] < -size ? 0 : inside(ends[i], 0, size);
    } else {
      begin = inside(starts[i], -1, size - 1);
      end = inside(ends[i], -1, size - 1);
    }
    const int64_t distance = step > 0 ? end - begin : begin - end;
    shape[dim] = distance <= 0 ? 0 : (distance - 1) / std::abs(step) + 1;
    begins[dim] = begin;
    all_steps[dim] = step;
  }
  if (std::ranges::find(shape, 0) != shape.end()) return GiveEmpty(c, 0, x->type, shape);
  if (rank == 0) {
    c.Set(0, x);
    return Ok();
  }
  // A step past the only element is none.
  for (size_t dim = 0; dim < rank; ++dim)
    if (shape[dim] == 1) all_steps[dim] = 1;
  WEFT_ASSIGN(const Expression in, c.Device(x));
  return c.Give(0, Window(in, begins, shape, all_steps), x->type, shape);
}

Status Pad(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  const size_t rank = x->rank();
  std::vector<int64_t> pads, axes;
  uint64_t value_bits = 0;
  const DataType type = DataTypeOf(x->type);
  if (c.version() >= 11) {
    WEFT_ASSIGN(pads, c.HostInts(1));
    if (const ValueRef& value = c.Optional(2); value && value->count() == 1) {
      WEFT_ASSIGN(const Bytes bytes, c.Host(value));
      std::memcpy(&value_bits, bytes.data(), std::min<size_t>(bytes.size(), 8));
    }
    if (c.Optional(3)) {
      WEFT_ASSIGN(axes, c.HostInts(3));
    }
  } else {
    pads = c.Ints(c.version() < 2 ? "paddings" : "pads");
    value_bits = weft::Scalar(double(c.Float("value", 0))).Bits(type);
  }
  const bool has_axes = c.version() >= 18 && c.Optional(3) != nullptr;
  if (!has_axes)
    for (size_t i = 0; i < rank; ++i) axes.push_back(int64_t(i));
  if (pads.size() != 2 * axes.size())
    return Invalid("pads has {} numbers, but {} are required", pads.size(), 2 * axes.size());
  WEFT_RETURN_IF_ERROR(UsualAxes(axes, rank));
  std::vector<int64_t> begin(rank, 0), end(rank, 0);
  for (size_t i = 0; i < axes.size(); ++i) {
    const auto dim = size_t(axes[i] < 0 ? axes[i] + int64_t(rank) : axes[i]);
    begin[dim] = pads[i];
    end[dim] = pads[i + axes.size()];
  }
  // Negative pads cut first.
  Shape cut = x->shape, shape = x->shape;
  std::vector<int64_t> first(rank, 0);
  Padding1 padding = {.padding_value_data_type = type,
                      .padding_value = weft::Scalar::FromBits(value_bits)};
  bool is_cut = false;
  for (size_t dim = 0; dim < rank; ++dim) {
    const auto is_sane = [](int64_t pad) { return pad >= -kMaxElements && pad <= kMaxElements; };
    if (!is_sane(begin[dim]) || !is_sane(end[dim]))
      return Invalid("pads are {}, which are too large", ToString(pads));
    first[dim] = std::max<int64_t>(-begin[dim], 0);
    cut[dim] -= first[dim] + std::max<int64_t>(-end[dim], 0);
    is_cut |= cut[dim] != x->shape[dim];
    shape[dim] += begin[dim] + end[dim];
    if (cut[dim] < 0 || shape[dim] < 0)
      return Invalid("pads are {}, but the tensor has the shape {}", ToString(pads),
                     ToString(x->shape));
    padding.start_padding.push_back(uint32_t(std::max<int64_t>(begin[dim], 0)));
    padding.end_padding.push_back(uint32_t(std::max<int64_t>(end[dim], 0)));
  }
  WEFT_ASSIGN(const int64_t count, CountOf(shape, "the result"));
  if (count == 0) return GiveEmpty(c, 0, x->type, shape);
  const std::string_view mode = c.Text("mode", "constant");
  if (mode == "constant")
    padding.padding_mode = PaddingMode::Constant;
  else if (mode == "reflect")
    padding.padding_mode = PaddingMode::Reflection;
  else if (mode == "edge")
    padding.padding_mode = PaddingMode::Edge;
  else if (mode == "wrap")
    padding.padding_mode = PaddingMode::Wrap;
  else
    return Invalid("attribute mode is '{}', which is none", Printable(mode));
  if (std::ranges::find(cut, 0) != cut.end()) {  // nothing of the tensor is left
    const Expression one = c.Element(type, value_bits);
    return c.Give(0, one.Broadcast(SizesOf(shape)), x->type, shape);
  }
  if (rank == 0) {
    c.Set(0, x);
    return Ok();
  }
  WEFT_ASSIGN(Expression in, c.Device(x));
  if (is_cut) in = Window(in, first, cut, std::vector<int64_t>(rank, 1));
  return c.Give(0, GraphBuilder::AddOne(std::move(padding), {in}), x->type, shape);
}

Status Expand(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  WEFT_ASSIGN(const Shape wanted, c.HostInts(1));
  WEFT_ASSIGN(const Shape shape, BroadcastShape(x->shape, wanted));
  WEFT_ASSIGN(const int64_t count, CountOf(shape, "the result"));
  if (count == 0) return GiveEmpty(c, 0, x->type, shape);
  if (shape == x->shape) {
    c.Set(0, x);
    return Ok();
  }
  WEFT_ASSIGN(const Expression in, c.Device(x));
  return c.Give(0, in.Broadcast(SizesOf(shape)), x->type, shape);
}

Status Tile(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  std::vector<int64_t> repeats;
  if (c.version() >= 6) {
    WEFT_ASSIGN(repeats, c.HostInts(1));
  } else {
    WEFT_ASSIGN(const double tiles, c.HostNumber(1));
    WEFT_ASSIGN(const double where, c.HostNumber(2));
    WEFT_ASSIGN(const int axis, UsualAxis(int64_t(where), x->rank()));
    repeats.assign(x->rank(), 1);
    repeats[size_t(axis)] = int64_t(tiles);
  }
  if (repeats.size() != x->rank())
    return Invalid("there are {} repeats, but the tensor has {} dimensions", repeats.size(),
                   x->rank());
  Shape shape = x->shape;
  weft::Tile tile;
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    if (repeats[dim] < 0 || (repeats[dim] > 0 && shape[dim] > kMaxElements / repeats[dim]))
      return Invalid("repeats[{}] is {}, but size {} of {} is {}", dim, repeats[dim], dim,
                     ToString(x->shape), x->shape[dim]);
    shape[dim] *= repeats[dim];
    tile.repeats.push_back(uint32_t(repeats[dim]));
  }
  WEFT_ASSIGN(const int64_t count, CountOf(shape, "the result"));
  if (count == 0) return GiveEmpty(c, 0, x->type, shape);
  if (shape == x->shape) {
    c.Set(0, x);
    return Ok();
  }
  WEFT_ASSIGN(const Expression in, c.Device(x));
  return c.Give(0, GraphBuilder::AddOne(std::move(tile), {in}), x->type, shape);
}

constexpr int64_t kMostBlock = 1 << 15;  // its square is an int32

Status DepthToSpace(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  const std::string_view mode = c.Text("mode", "DCR");
  const int64_t block = c.Int("blocksize", 0);
  if (x->rank() != 4 || block < 1 || block > kMostBlock || x->shape[1] % (block * block) != 0)
    return Invalid("blocksize is {}, but the tensor has the shape {}", block, ToString(x->shape));
  WEFT_ASSIGN(const Expression in, c.Device(x));
  return c.Give(0,
                expr::DepthToSpace1(in, {.block_size = uint32_t(block),
                                         .order = mode == "CRD" ? DepthSpaceOrder::ColumnRowDepth
                                                                : DepthSpaceOrder::DepthColumnRow}),
                x->type);
}

Status SpaceToDepth(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  const int64_t block = c.Int("blocksize", 0);
  if (x->rank() != 4 || block < 1 || block > kMostBlock || x->shape[2] % block != 0 ||
      x->shape[3] % block != 0)
    return Invalid("blocksize is {}, but the tensor has the shape {}", block, ToString(x->shape));
  WEFT_ASSIGN(const Expression in, c.Device(x));
  return c.Give(0,
                expr::SpaceToDepth1(
                    in, {.block_size = uint32_t(block), .order = DepthSpaceOrder::DepthColumnRow}),
                x->type);
}

Status CumSum(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  WEFT_ASSIGN(const double where, c.HostNumber(1));
  WEFT_ASSIGN(const int axis, UsualAxis(int64_t(where), x->rank()));
  WEFT_ASSIGN(const Expression in, c.Device(x));
  WEFT_ASSIGN(const Expression out,
              AddTyped(c, x->type, {in},
                       CumulativeSummation{.axis = uint32_t(axis),
                                           .axis_direction = c.Int("reverse", 0) != 0
                                                                 ? AxisDirection::Decreasing
                                                                 : AxisDirection::Increasing,
                                           .has_exclusive_sum = c.Int("exclusive", 0) != 0}));
  return c.Give(0, out, x->type, x->shape);
}

Status TopK(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  int64_t k = c.Int("k", 0);
  if (c.version() >= 10) {
    WEFT_ASSIGN(const double number, c.HostNumber(1));
    k = int64_t(number);
  }
  WEFT_ASSIGN(const int axis, c.Axis("axis", -1, x->rank()));
  if (k < 0 || k > x->shape[size_t(axis)])
    return Invalid("k is {}, but size {} of {} is {}", k, axis, ToString(x->shape),
                   x->shape[size_t(axis)]);
  Shape shape = x->shape;
  shape[size_t(axis)] = k;
  if (std::ranges::find(shape, 0) != shape.end()) {
    WEFT_RETURN_IF_ERROR(GiveEmpty(c, 0, x->type, shape));
    return GiveEmpty(c, 1, ElementType::Int64, shape);
  }
  WEFT_ASSIGN(const Expression in, c.Device(x));
  WEFT_ASSIGN(const DataType compute, ComputeType(TopK1::kType, x->type));
  const std::vector<Expression> found = GraphBuilder::AddAll(
      TopK1{.axis = uint32_t(axis),
            .k = uint32_t(k),
            .axis_direction =
                c.Int("largest", 1) != 0 ? AxisDirection::Decreasing : AxisDirection::Increasing},
      {c.Cast(in, compute)});
  WEFT_RETURN_IF_ERROR(c.Give(0, c.Cast(found[0], DataTypeOf(x->type)), x->type, shape));
  return c.Give(1, c.Cast(found[1], DataType::Int64), ElementType::Int64, shape);
}

}  // namespace

void AddMovement(Registry& r) {
  r.Add("Transpose", Transpose);
  r.Add("Concat", Concat);
  r.Add("Split", Split);
  r.Add("Slice", Slice);
  r.Add("Pad", Pad);
  r.Add("Expand", Expand);
  r.Add("Tile", Tile);
  r.Add("DepthToSpace", DepthToSpace);
  r.Add("SpaceToDepth", SpaceToDepth);
  r.Add("CumSum", CumSum);
  r.Add("TopK", TopK);
}

}  // namespace weft::onnx
