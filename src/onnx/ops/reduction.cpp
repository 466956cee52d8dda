// SPDX-License-Identifier: MIT
// Reductions along axes, and the indices of extremes.
#include <algorithm>
#include <limits>

#include "onnx/families.h"
#include "onnx/ops/typed.h"

namespace weft::onnx {
namespace {

struct Axes {
  std::vector<uint32_t> dims;
  Shape kept;   // sizes of 1 along the axes
  Shape shape;  // of the result
};

// Axes are an attribute, and an input from version `since` on. None are all, or none at all.
Result<Axes> AxesOf(Conversion& c, const Value& x, int64_t since) {
  std::vector<int64_t> given = c.Ints("axes");
  if (c.version() >= since && c.Optional(1)) {
    WEFT_ASSIGN(given, c.HostInts(1));
  }
  const bool keeps = c.Int("keepdims", 1) != 0;
  const bool none_at_all = given.empty() && c.Int("noop_with_empty_axes", 0) != 0;
  if (given.empty() && !none_at_all)
    for (size_t i = 0; i < x.rank(); ++i) given.push_back(int64_t(i));
  WEFT_ASSIGN(const std::vector<int> dims, UsualAxes(given, x.rank()));
  Axes axes = {{dims.begin(), dims.end()}, x.shape, {}};
  for (const int dim : dims) axes.kept[size_t(dim)] = 1;
  for (size_t i = 0; i < x.rank(); ++i)
    if (keeps || std::ranges::find(dims, int(i)) == dims.end()) axes.shape.push_back(axes.kept[i]);
  return axes;
}

// What a reduction of nothing gives.
double IdentityOf(ReduceFunction function) {
  switch (function) {
    case ReduceFunction::Multiply: return 1;
    case ReduceFunction::Min: return std::numeric_limits<double>::infinity();
    case ReduceFunction::Max:
    case ReduceFunction::LogSum:
    case ReduceFunction::LogSumExp: return -std::numeric_limits<double>::infinity();
    case ReduceFunction::Average: return std::numeric_limits<double>::quiet_NaN();
    default: return 0;
  }
}

template <ReduceFunction kFunction, int64_t kSince>
Status ReduceBy(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  WEFT_ASSIGN(const Axes axes, AxesOf(c, *x, kSince));
  if (std::ranges::find(axes.shape, 0) != axes.shape.end())
    return GiveEmpty(c, 0, x->type, axes.shape);
  if (x->count() == 0) {
    const Expression one = c.Scalar(DataTypeOf(x->type), IdentityOf(kFunction));
    return c.Give(0, one.Broadcast(SizesOf(axes.shape)), x->type, axes.shape);
  }
  WEFT_ASSIGN(const Expression in, c.Device(x));
  // Rank 0 has no axis; its one element is alone. The mean of integers is rounded toward zero.
  DataType compute = in.desc().type;
  WEFT_ASSIGN(compute, ComputeType(Reduce::kType, x->type));
  const bool is_integer = compute != DataType::Float32 && compute != DataType::Float16;
  const bool needs_float =
      kFunction == ReduceFunction::Average || kFunction == ReduceFunction::LogSum ||
      kFunction == ReduceFunction::LogSumExp || kFunction == ReduceFunction::L2;
  if (is_integer && needs_float) compute = DataType::Float32;
  const Expression out =
      GraphBuilder::AddOne(Reduce{.function = kFunction,
                                  .output = TensorDesc(compute, SizesOf(axes.kept)),
                                  .axes = axes.dims},
                           {c.Cast(in, compute)});
  return c.Give(0, c.Cast(out, in.desc().type), x->type, axes.shape);
}

template <class Op>
Status Arg(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  WEFT_ASSIGN(const int axis, c.Axis("axis", 0, x->rank()));
  Shape kept = x->shape, shape;
  kept[size_t(axis)] = 1;
  for (size_t i = 0; i < x->rank(); ++i)
    if (int(i) != axis || c.Int("keepdims", 1) != 0) shape.push_back(kept[i]);
  if (x->count() == 0) return GiveEmpty(c, 0, ElementType::Int64, shape);
  WEFT_ASSIGN(const Expression in, c.Device(x));
  WEFT_ASSIGN(const DataType compute, ComputeType(Op::kType, x->type));
  const AxisDirection which =
      c.Int("select_last_index", 0) != 0 ? AxisDirection::Decreasing : AxisDirection::Increasing;
  const Expression out =
      GraphBuilder::AddOne(Op{.output = TensorDesc(DataType::Int64, SizesOf(kept)),
                              .axes = {uint32_t(axis)},
                              .axis_direction = which},
                           {c.Cast(in, compute)});
  return c.Give(0, out, ElementType::Int64, shape);
}

}  // namespace

void AddReduction(Registry& r) {
  r.Add("ReduceSum", ReduceBy<ReduceFunction::Sum, 13>);
  r.Add("ReduceMean", ReduceBy<ReduceFunction::Average, 18>);
  r.Add("ReduceMax", ReduceBy<ReduceFunction::Max, 18>);
  r.Add("ReduceMin", ReduceBy<ReduceFunction::Min, 18>);
  r.Add("ReduceProd", ReduceBy<ReduceFunction::Multiply, 18>);
  r.Add("ReduceL1", ReduceBy<ReduceFunction::L1, 18>);
  r.Add("ReduceL2", ReduceBy<ReduceFunction::L2, 18>);
  r.Add("ReduceLogSum", ReduceBy<ReduceFunction::LogSum, 18>);
  r.Add("ReduceLogSumExp", ReduceBy<ReduceFunction::LogSumExp, 18>);
  r.Add("ReduceSumSquare", ReduceBy<ReduceFunction::SumSquare, 18>);
  r.Add("ArgMax", Arg<Argmax>);
  r.Add("ArgMin", Arg<Argmin>);
}

}  // namespace weft::onnx
