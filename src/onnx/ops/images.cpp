// SPDX-License-Identifier: MIT
// Cutting images and putting them together: windows in the middle, columns back to an image,
// regions of interest; and two experimental operators that the first opsets had.
#include <algorithm>
#include <numeric>

#include "base/checked.h"
#include "onnx/families.h"
#include "onnx/ops/slice_window.h"
#include "onnx/ops/typed.h"

namespace weft::onnx {
namespace {

// The first opsets': a border is cut off, or a window of attribute `scale` is kept behind it.
Status Crop(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  const std::vector<int64_t> border = c.Ints("border"), scale = c.Ints("scale");
  if (x->rank() != 4 || border.size() != 4 || (!scale.empty() && scale.size() != 2))
    return Invalid(
        "the input has the shape {}, border is {} and scale {}, but 4 dimensions, 4 "
        "sizes and none or 2 are required",
        ToString(x->shape), ToString(border), ToString(scale));
  // left, top, right, bottom
  Shape shape = x->shape;
  for (size_t i = 0; i < 2; ++i) {
    const int64_t size = x->shape[2 + i], begin = border[i == 0 ? 1 : 0],
                  end = border[i == 0 ? 3 : 2];
    bool fits = begin >= 0 && begin <= size;
    if (scale.empty()) {
      fits = fits && end >= 0 && end <= size - begin;
      shape[2 + i] = size - begin - end;
    } else {
      fits = fits && scale[i] >= 0 && scale[i] <= size - begin;
      shape[2 + i] = scale[i];
    }
    if (!fits)
      return Invalid("border is {} and scale {}, but the input has the shape {}", ToString(border),
                     ToString(scale), ToString(x->shape));
  }
  WEFT_ASSIGN(const int64_t count, CountOf(shape, "the result"));
  if (count == 0) return GiveEmpty(c, 0, x->type, shape);
  WEFT_ASSIGN(const Expression in, c.Device(x));
  return c.Give(0, Window(in, {0, 0, border[1], border[0]}, shape, {1, 1, 1, 1}), x->type, shape);
}

// x * scale, plus a number for each channel.
Status ImageScaler(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  const std::vector<float> bias = c.Floats("bias");
  if (x->rank() != 4 || int64_t(bias.size()) != x->shape[1])
    return Invalid("the input has the shape {}, but bias {} elements", ToString(x->shape),
                   bias.size());
  if (x->count() == 0) return GiveEmpty(c, 0, x->type, x->shape);
  WEFT_ASSIGN(const DataType compute, ComputeType(ValueScale2D::kType, x->type));
  WEFT_ASSIGN(const Expression in, c.Device(x));
  const Expression added =
      c.Constant(TensorDesc(DataType::Float32, {1, x->shape[1], 1, 1}), ConstBuffer(bias));
  const Expression out = c.Cast(in, compute) * c.Float("scale", 1) + c.Cast(added, compute);
  return c.Give(0, c.Cast(out, DataTypeOf(x->type)), x->type, x->shape);
}

// The middle of the tensor, or the tensor in the middle of zeros; odd ones lie nearer to the end.
Status CenterCropPad(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  WEFT_ASSIGN(const std::vector<int64_t> wanted, c.HostInts(1));
  const Attribute* const given = c.Find("axes");
  std::vector<int64_t> axes = c.Ints("axes");
  if (given == nullptr) {
    axes.resize(x->rank());
    std::iota(axes.begin(), axes.end(), 0);
  }
  if (axes.size() != wanted.size())
    return Invalid("the shape to cut or pad to is {}, but {} axes are given", ToString(wanted),
                   axes.size());
  WEFT_RETURN_IF_ERROR(UsualAxes(axes, x->rank()));
  Shape cut = x->shape, shape = x->shape;
  std::vector<int64_t> begins(x->rank(), 0);
  Padding1 padding = {.padding_mode = PaddingMode::Constant,
                      .padding_value_data_type = DataTypeOf(x->type),
                      .start_padding = std::vector<uint32_t>(x->rank(), 0),
                      .end_padding = std::vector<uint32_t>(x->rank(), 0)};
  for (size_t i = 0; i < axes.size(); ++i) {
    WEFT_ASSIGN(const int dim, UsualAxis(axes[i], x->rank()));
    const int64_t size = x->shape[size_t(dim)], to = wanted[i];
    if (to < 0 || to > kMaxElements)
      return Invalid("the shape to cut or pad to is {}, which is none", ToString(wanted));
    shape[size_t(dim)] = to;
    cut[size_t(dim)] = std::min(size, to);
    if (to < size) begins[size_t(dim)] = (size - to) / 2;
    if (to > size) {
      padding.start_padding[size_t(dim)] = uint32_t((to - size) / 2);
      padding.end_padding[size_t(dim)] = uint32_t(to - size - (to - size) / 2);
    }
  }
  WEFT_ASSIGN(const int64_t count, CountOf(shape, "the result"));
  if (count == 0) return GiveEmpty(c, 0, x->type, shape);
  if (x->count() == 0)
    return c.Give(0, c.Scalar(DataTypeOf(x->type), 0).Broadcast(SizesOf(shape)), x->type, shape);
  WEFT_ASSIGN(Expression out, c.Device(x));
  if (cut != x->shape) out = Window(out, begins, cut, std::vector<int64_t>(x->rank(), 1));
  if (cut != shape) {
    padding.output = TensorDesc(out.desc().type, SizesOf(shape));
    out = GraphBuilder::AddOne(std::move(padding), {out});
  }
  return c.Give(0, out, x->type, shape);
}

// Columns of blocks, summed up where these lie in an image.
Status Col2Im(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  WEFT_ASSIGN(const std::vector<int64_t> image, c.HostInts(1));
  WEFT_ASSIGN(const std::vector<int64_t> block, c.HostInts(2));
  const size_t dims = image.size();
  const std::vector<int64_t> ones(dims, 1), zeros(2 * dims, 0);
  const std::vector<int64_t> strides = c.Ints("strides", ones), pads = c.Ints("pads", zeros),
                             dilations = c.Ints("dilations", ones);
  bool fits = x->rank() == 3 && dims > 0 && block.size() == dims && strides.size() == dims &&
              dilations.size() == dims && pads.size() == 2 * dims;
  int64_t blocks = 1, window = 1;
  constexpr int64_t kMost = int64_t(1) << 30;
  for (size_t i = 0; fits && i < dims; ++i) {
    for (const int64_t number : {image[i], block[i], strides[i], dilations[i]})
      fits &= number >= 1 && number < kMost;
    for (const int64_t number : {pads[i], pads[i + dims]}) fits &= number >= 0 && number < kMost;
    if (!fits) break;
    const int64_t room = image[i] + pads[i] + pads[i + dims] - ((block[i] - 1) * dilations[i] + 1);
    const auto more = CheckedMul(blocks, room / strides[i] + 1),
               wide = CheckedMul(window, block[i]);
    fits = room >= 0 && more && wide;
    if (fits) blocks = *more, window = *wide;
  }
  fits = fits && x->shape[1] % window == 0 && x->shape[2] == blocks;
  if (!fits)
    return Invalid(
        "the input has the shape {}, image_shape is {}, block_shape {}, strides {}, "
        "dilations {} and pads {}, which do not fit together",
        ToString(x->shape), ToString(image), ToString(block), ToString(strides),
        ToString(dilations), ToString(pads));
  if (dims + 2 > size_t(kMaxRank))
    return NotSupported("images of {} dimensions are not supported", dims);
  Shape shape = {x->shape[0], x->shape[1] / window};
  shape.insert(shape.end(), image.begin(), image.end());
  WEFT_ASSIGN(const int64_t count, CountOf(shape, "the result"));
  if (count == 0) return GiveEmpty(c, 0, x->type, shape);
  WEFT_ASSIGN(const DataType compute, ComputeType(Fold::kType, x->type));
  WEFT_ASSIGN(const Expression in, c.Device(x));
  const auto numbers = [](auto first, auto last) { return std::vector<uint32_t>(first, last); };
  const auto middle = pads.begin() + std::ptrdiff_t(dims);
  const Expression out =
      GraphBuilder::AddOne(Fold{.output = TensorDesc(compute, SizesOf(shape)),
                                .window_sizes = numbers(block.begin(), block.end()),
                                .strides = numbers(strides.begin(), strides.end()),
                                .dilations = numbers(dilations.begin(), dilations.end()),
                                .start_padding = numbers(pads.begin(), middle),
                                .end_padding = numbers(middle, pads.end())},
                           {c.Cast(in, compute)});
  return c.Give(0, c.Cast(out, DataTypeOf(x->type)), x->type, shape);
}

Status MaxRoiPool(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  WEFT_ASSIGN(const ValueRef regions, c.TensorInput(1));
  const std::vector<int64_t> pooled = c.Ints("pooled_shape");
  constexpr int64_t kMost = int64_t(1) << 30;
  if (x->rank() != 4 || regions->rank() != 2 || regions->shape[1] != 5 || pooled.size() != 2 ||
      pooled[0] < 1 || pooled[1] < 1 || pooled[0] > kMost || pooled[1] > kMost)
    return Invalid(
        "the input has the shape {}, regions {} and pooled_shape is {}, but 4 "
        "dimensions, [regions, 5] and 2 sizes are required",
        ToString(x->shape), ToString(regions->shape), ToString(pooled));
  const Shape shape = {regions->shape[0], x->shape[1], pooled[0], pooled[1]};
  WEFT_ASSIGN(const int64_t count, CountOf(shape, "the result"));
  if (count == 0) return GiveEmpty(c, 0, x->type, shape);
  WEFT_ASSIGN(const DataType compute, ComputeType(RoiPooling::kType, x->type));
  WEFT_ASSIGN(const Expression in, c.Device(x));
  WEFT_ASSIGN(const Expression where, c.Device(regions));
  const Expression out = GraphBuilder::AddOne(
      RoiPooling{.output = TensorDesc(compute, SizesOf(shape)),
                 .spatial_scale = c.Float("spatial_scale", 1),
                 .pooled_size = {uint32_t(pooled[0]), uint32_t(pooled[1])}},
      {c.Cast(in, compute), c.Reshape(c.Cast(where, compute), {1, 1, regions->shape[0], 5})});
  return c.Give(0, c.Cast(out, DataTypeOf(x->type)), x->type, shape);
}

}  // namespace

void AddImages(Registry& r) {
  r.Add("Crop", Crop);
  r.Add("ImageScaler", ImageScaler);
  r.Add("CenterCropPad", CenterCropPad);
  r.Add("Col2Im", Col2Im);
  r.Add("MaxRoiPool", MaxRoiPool);
}

}  // namespace weft::onnx
