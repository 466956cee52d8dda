// SPDX-License-Identifier: MIT
// Pooling. DirectML's takes images of two or three dimensions: one dimension is an image of
// height 1.
#include <algorithm>
#include <numeric>

#include "onnx/families.h"
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
  for (auto* numbers : {&windows->begin, &windows->end}) numbers->insert(numbers->begin(), 0);
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

template <class Op>
Status Pool(Conversion& c, void (*set)(Conversion&, Op&)) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  WEFT_ASSIGN(Windows windows, WindowsOf(c, x->shape, {}));
  if (x->rank() > 5)
    return NotSupported("pooling of {} dimensions is not supported", x->rank() - 2);
  Shape shape = {x->shape[0], x->shape[1]}, image = x->shape;
  shape.insert(shape.end(), windows.outputs.begin(), windows.outputs.end());
  AddHeight(image, &windows);
  Shape pooled = {x->shape[0], x->shape[1]};
  pooled.insert(pooled.end(), windows.outputs.begin(), windows.outputs.end());
  WEFT_ASSIGN(const DataType compute, ComputeType(Op::kType, x->type));
  WEFT_ASSIGN(const Expression in, c.Device(x));
  Op op = Slid<Op>(windows);
  op.output = TensorDesc(compute, SizesOf(pooled));
  set(c, op);
  const Expression out =
      GraphBuilder::Add(std::move(op), {c.Cast(c.Reshape(in, SizesOf(image)), compute)})[0];
  return c.Give(0, c.Cast(out, DataTypeOf(x->type)), x->type, shape);
}

Status AveragePool(Conversion& c) {
  // In ceil mode the last window may reach past the padding, whose elements never count. So what is
  // to count is padded with zeros, and a second pooling says which share of a window that is.
  return Pool<AveragePooling1>(c, [](Conversion& conversion, AveragePooling1& op) {
    op.include_padding = conversion.Int("count_include_pad", 0) != 0;
  });
}

Status LpPool(Conversion& c) {
  return Pool<LpPooling1>(
      c, [](Conversion& conversion, LpPooling1& op) { op.p = uint32_t(conversion.Int("p", 2)); });
}

Status MaxPool(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  if (!c.Wants(1)) return Pool<MaxPooling2>(c, [](Conversion&, MaxPooling2&) {});
  WEFT_ASSIGN(Windows windows, WindowsOf(c, x->shape, {}));
  if (x->rank() > 5)
    return NotSupported("pooling of {} dimensions is not supported", x->rank() - 2);
  Shape shape = {x->shape[0], x->shape[1]}, image = x->shape;
  shape.insert(shape.end(), windows.outputs.begin(), windows.outputs.end());
  AddHeight(image, &windows);
  Shape pooled = {x->shape[0], x->shape[1]};
  pooled.insert(pooled.end(), windows.outputs.begin(), windows.outputs.end());
  WEFT_ASSIGN(const Expression in, c.Device(x));
  MaxPooling2 op = Slid<MaxPooling2>(windows);
  op.output = TensorDesc(in.desc().type, SizesOf(pooled));
  op.output_indices = TensorDesc(DataType::UInt64, SizesOf(pooled));
  const std::vector<Expression> found =
      GraphBuilder::Add(std::move(op), {c.Reshape(in, SizesOf(image))});
  WEFT_RETURN_IF_ERROR(c.Give(0, found[0], x->type, shape));
  // DirectML counts within one channel, ONNX within the whole tensor; column-major swaps the
  // image's dimensions.
  const int64_t plane =
      std::accumulate(image.begin() + 2, image.end(), int64_t{1}, std::multiplies<>());
  WEFT_ASSIGN(const NewHostValue firsts, MakeHost(ElementType::Int64, {x->shape[0] * x->shape[1]}));
  for (int64_t i = 0; i < x->shape[0] * x->shape[1]; ++i) firsts.As<int64_t>()[i] = i * plane;
  Expression index = c.Cast(found[1], DataType::Int64);
  if (c.Int("storage_order", 0) != 0) {
    if (x->rank() != 4)
      return NotSupported("storage_order of {} dimensions is not supported", x->rank() - 2);
    const auto all = [&](int64_t number) {
      return c.Scalar(DataType::Int64, double(number)).Stretch(index.sizes());
    };
    const Expression row = expr::ElementWiseDivide(index, all(image[3]));
    const Expression column = expr::ElementWiseModulusFloor(index, all(image[3]));
    index = column * all(image[2]) + row;
  }
  WEFT_ASSIGN(const Expression first, c.Device(firsts.value));
  Sizes sizes = Sizes::Filled(index.desc().rank(), 1);
  sizes[0] = x->shape[0];
  sizes[1] = x->shape[1];
  const Expression out =
      expr::ElementWiseAdd(index, c.Reshape(first, sizes).Stretch(index.sizes()));
  return c.Give(1, out, ElementType::Int64, shape);
}

template <ReduceFunction kFunction>
Status Global(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  if (x->rank() < 3)
    return Invalid("the input has the shape {}, but at least 3 dimensions are required",
                   ToString(x->shape));
  Shape shape = x->shape;
  Reduce op = {.function = kFunction};
  for (size_t i = 2; i < x->rank(); ++i) {
    shape[i] = 1;
    op.axes.push_back(uint32_t(i));
  }
  WEFT_ASSIGN(const Expression in, c.Device(x));
  WEFT_ASSIGN(const Expression out, AddTyped(c, x->type, {in}, std::move(op)));
  return c.Give(0, out, x->type, shape);
}

}  // namespace

void AddPooling(Registry& r) {
  r.Add("AveragePool", AveragePool);
  r.Add("MaxPool", MaxPool);
  r.Add("LpPool", LpPool);
  r.Add("GlobalAveragePool", Global<ReduceFunction::Average>);
  r.Add("GlobalMaxPool", Global<ReduceFunction::Max>);
}

}  // namespace weft::onnx
