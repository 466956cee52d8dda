// SPDX-License-Identifier: MIT
// Pooling. DirectML's takes images of two or three dimensions: one dimension is an image of
// height 1.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/split.h"
#include "onnx/families.h"
#include "onnx/ops/quantized.h"
#include "onnx/ops/typed.h"
#include "onnx/ops/windows.h"

namespace weft::onnx {
namespace {

// An input of rank 3 as one of rank 4, and windows to match.
void AddHeight(Shape& shape, Windows* windows) {
  if (shape.size() != 3) return;
  shape.insert(shape.begin() + 2, 1);
  if (windows == nullptr) return;
  for (auto* numbers :
       {&windows->kernel, &windows->strides, &windows->dilations, &windows->outputs})
    numbers->insert(numbers->begin(), 1);
  for (auto* numbers : {&windows->begin, &windows->end, &windows->given_end})
    numbers->insert(numbers->begin(), 0);
}

template <class Op>
Op Slid(const Windows& windows) {
  Op op;
  op.strides = Windows::Unsigned(windows.strides);
  op.window_size = Windows::Unsigned(windows.kernel);
  op.start_padding = Windows::Unsigned(windows.begin);
  op.end_padding = Windows::Unsigned(windows.end);
  op.dilations = Windows::Unsigned(windows.dilations);
  return op;
}

// What all kinds of pooling need to know: windows over an image of at least two dimensions.
struct Pooling {
  Windows windows;
  Shape image, pooled, shape;  // input and result as DirectML's, the result as ONNX's
  bool is_empty = false;
};

Result<Pooling> PoolingOf(Conversion& c, const ValueRef& x) {
  Pooling pooling;
  WEFT_ASSIGN(pooling.windows, WindowsOf(c, x->shape, {}));
  if (x->rank() > 5)
    return NotSupported("pooling of {} dimensions is not supported", x->rank() - 2);
  pooling.image = x->shape;
  pooling.pooled = pooling.shape = {x->shape[0], x->shape[1]};
  for (const int64_t size : pooling.windows.outputs) pooling.shape.push_back(size);
  AddHeight(pooling.image, &pooling.windows);
  for (const int64_t size : pooling.windows.outputs) pooling.pooled.push_back(size);
  WEFT_ASSIGN(const int64_t count, CountOf(pooling.shape, "the result"));
  if (count > 0 && x->count() == 0)
    return Invalid("the input has the shape {}, which is empty, but the result has {}",
                   ToString(x->shape), ToString(pooling.shape));
  pooling.is_empty = count == 0;
  return pooling;
}

template <class Op>
Status Pool(Conversion& c, const ValueRef& x, const Pooling& pooling, Op op,
            const Expression& factors = {}) {
  WEFT_ASSIGN(const DataType compute, ComputeType(Op::kType, x->type));
  WEFT_ASSIGN(const Expression in, c.Device(x));
  op.output = TensorDesc(compute, SizesOf(pooling.pooled));
  Expression out =
      GraphBuilder::AddOne(std::move(op), {c.Cast(c.Reshape(in, SizesOf(pooling.image)), compute)});
  if (factors.IsPresent()) out = out * c.Cast(factors, compute).Broadcast(out.sizes());
  return c.Give(0, c.Cast(out, DataTypeOf(x->type)), x->type, pooling.shape);
}

Status AveragePool(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  WEFT_ASSIGN(const Pooling pooling, PoolingOf(c, x));
  if (pooling.is_empty) return GiveEmpty(c, 0, x->type, pooling.shape);
  const Windows& windows = pooling.windows;
  auto op = Slid<AveragePooling1>(windows);
  op.include_padding = c.Int("count_include_pad", 0) != 0;
  if (!op.include_padding || windows.end == windows.given_end) return Pool(c, x, pooling, op);
  // In ceil mode the last window may reach past the padding, where nothing counts: all were divided
  // by too much there.
  WEFT_ASSIGN(const NewHostValue factors, MakeHost(ElementType::Float, windows.outputs));
  const int64_t count = factors.value->count();
  std::fill_n(factors.As<float>(), count, 1.0F);
  int64_t inner = 1;
  for (size_t dim = windows.dims(); dim-- > 0; inner *= windows.outputs[dim]) {
    const int64_t size = pooling.image[dim + 2] + windows.begin[dim] + windows.given_end[dim];
    for (int64_t i = 0; i < count; ++i) {
      const int64_t first = i / inner % windows.outputs[dim] * windows.strides[dim];
      const int64_t inside = CeilDiv(size - first, windows.dilations[dim]);
      const int64_t counted = std::clamp<int64_t>(inside, 1, windows.kernel[dim]);
      factors.As<float>()[i] *= float(double(windows.kernel[dim]) / double(counted));
    }
  }
  WEFT_ASSIGN(const Expression by, c.Device(factors.value));
  return Pool(c, x, pooling, op, by);
}

// The norm's P, which the first version had as a float.
Result<uint32_t> NormOf(Conversion& c) {
  const double p = c.version() < 2 ? double(c.Float("p", 2)) : double(c.Int("p", 2));
  if (!(p >= 1) || p > 1 << 20 || p != std::floor(p))
    return Invalid("attribute p is {}, but a whole number of at least 1 is required", p);
  return uint32_t(p);
}

Status LpPool(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  WEFT_ASSIGN(const Pooling pooling, PoolingOf(c, x));
  if (pooling.is_empty) return GiveEmpty(c, 0, x->type, pooling.shape);
  auto op = Slid<LpPooling1>(pooling.windows);
  WEFT_ASSIGN(op.p, NormOf(c));
  return Pool(c, x, pooling, op);
}

// Row-major indices of images of these sizes as column-major ones; where an image begins stays.
Expression ColumnMajor(Conversion& c, const Expression& index, const Shape& sizes) {
  const auto all = [&](int64_t number) {
    return c.Scalar(DataType::Int64, double(number)).Broadcast(index.sizes());
  };
  const int64_t plane =
      std::accumulate(sizes.begin(), sizes.end(), int64_t{1}, std::multiplies<>());
  Expression rest = expr::ElementWiseModulusFloor(index, all(plane));
  const Expression first = index - rest;
  Expression out = all(0);
  for (size_t dim = sizes.size(); dim-- > 0;) {
    out = out * all(sizes[dim]) + expr::ElementWiseModulusFloor(rest, all(sizes[dim]));
    rest = expr::ElementWiseDivide(rest, all(sizes[dim]));
  }
  return first + out;
}

Status MaxPool(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  WEFT_ASSIGN(const Pooling pooling, PoolingOf(c, x));
  if (pooling.is_empty) {
    WEFT_RETURN_IF_ERROR(GiveEmpty(c, 1, ElementType::Int64, pooling.shape));
    return GiveEmpty(c, 0, x->type, pooling.shape);
  }
  auto op = Slid<MaxPooling2>(pooling.windows);
  if (!c.Wants(1)) return Pool(c, x, pooling, op);
  WEFT_ASSIGN(const DataType compute, ComputeType(MaxPooling2::kType, x->type));
  WEFT_ASSIGN(const Expression in, c.Device(x));
  op.output = TensorDesc(compute, SizesOf(pooling.pooled));
  op.output_indices = TensorDesc(DataType::UInt64, SizesOf(pooling.pooled));
  const std::vector<Expression> found =
      GraphBuilder::AddAll(std::move(op), {c.Cast(c.Reshape(in, SizesOf(pooling.image)), compute)});
  WEFT_RETURN_IF_ERROR(c.Give(0, c.Cast(found[0], DataTypeOf(x->type)), x->type, pooling.shape));
  // Both count elements of the whole tensor; column-major swaps the image's dimensions.
  Expression index = c.Cast(found[1], DataType::Int64);
  if (c.Int("storage_order", 0) != 0)
    index = ColumnMajor(c, index, Shape(pooling.image.begin() + 2, pooling.image.end()));
  return c.Give(1, index, ElementType::Int64, pooling.shape);
}

// com.microsoft: of images whose channels lie last.
Status NhwcMaxPool(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  if (x->rank() < 4 || x->rank() > 5)
    return NotSupported("the input has the shape {}, but 4 or 5 dimensions are supported",
                        ToString(x->shape));
  const Shape image = Permuted(x->shape, ChannelsLast(x->rank(), false));
  WEFT_ASSIGN(const Windows windows, WindowsOf(c, image, {}));
  Shape pooled = {image[0], image[1]};
  pooled.insert(pooled.end(), windows.outputs.begin(), windows.outputs.end());
  const Shape shape = Permuted(pooled, ChannelsLast(x->rank(), true));
  WEFT_ASSIGN(const int64_t count, CountOf(shape, "the result"));
  if (count == 0) return GiveEmpty(c, 0, x->type, shape);
  WEFT_ASSIGN(const DataType compute, ComputeType(MaxPooling2::kType, x->type));
  WEFT_ASSIGN(const Expression in, c.Device(x));
  auto op = Slid<MaxPooling2>(windows);
  op.output = TensorDesc(compute, SizesOf(pooled));
  const Expression out = GraphBuilder::AddOne(
      std::move(op), {c.Cast(in, compute).Transpose(ChannelsLast(x->rank(), false))});
  return c.Give(0,
                c.Cast(c.Packed(out.Transpose(ChannelsLast(x->rank(), true))), DataTypeOf(x->type)),
                x->type, shape);
}

Status Reduced(Conversion& c, const ValueRef& x, ReduceFunction function) {
  if (x->rank() < 3)
    return Invalid("the input has the shape {}, but at least 3 dimensions are required",
                   ToString(x->shape));
  Shape shape = x->shape;
  Reduce op = {.function = function};
  for (size_t i = 2; i < x->rank(); ++i) {
    shape[i] = 1;
    op.axes.push_back(uint32_t(i));
  }
  WEFT_ASSIGN(const int64_t count, CountOf(shape, "the result"));
  if (count == 0) return GiveEmpty(c, 0, x->type, shape);
  if (x->count() == 0)
    return Invalid("the input has the shape {}, which is empty, but the result has {}",
                   ToString(x->shape), ToString(shape));
  WEFT_ASSIGN(const Expression in, c.Device(x));
  WEFT_ASSIGN(const Expression out, AddTyped(c, x->type, {in}, std::move(op)));
  return c.Give(0, out, x->type, shape);
}

template <ReduceFunction kFunction>
Status Global(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  return Reduced(c, x, kFunction);
}

Status GlobalLpPool(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  WEFT_ASSIGN(const uint32_t p, NormOf(c));
  if (p <= 2) return Reduced(c, x, p == 1 ? ReduceFunction::L1 : ReduceFunction::L2);
  // Other norms are those of one window.
  if (x->rank() < 3 || x->count() == 0) return Reduced(c, x, ReduceFunction::L2);
  Shape shape = {x->shape[0], x->shape[1], 1, 1};
  const int64_t plane = x->count() / (shape[0] * shape[1]);
  LpPooling1 op = {.strides = {1, 1},
                   .window_size = {1, uint32_t(plane)},
                   .start_padding = {0, 0},
                   .end_padding = {0, 0},
                   .dilations = {1, 1},
                   .p = p};
  WEFT_ASSIGN(const Expression in, c.Device(x));
  WEFT_ASSIGN(const Expression out,
              AddTyped(c, x->type, {c.Reshape(in, {shape[0], shape[1], 1, plane})}, std::move(op)));
  shape.resize(x->rank(), 1);
  return c.Give(0, out, x->type, shape);
}

}  // namespace

void AddPooling(Registry& r) {
  r.Add("AveragePool", AveragePool);
  r.Add("MaxPool", MaxPool);
  r.Add("LpPool", LpPool);
  r.Add("GlobalAveragePool", Global<ReduceFunction::Average>);
  r.Add("GlobalMaxPool", Global<ReduceFunction::Max>);
  r.Add("GlobalLpPool", GlobalLpPool);
  r.SetDomain(kMicrosoft);
  r.Add("NhwcMaxPool", NhwcMaxPool);
}

}  // namespace weft::onnx
