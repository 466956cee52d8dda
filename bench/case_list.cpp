// SPDX-License-Identifier: MIT
// The list of cases, and those that are one movement. Each is written for its well-known shape and
// scaled to the size class.
#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <utility>

#include "case.h"
#include "shapes.h"

namespace weft::bench {
namespace {

using Dims = std::vector<Dim>;

Dims Packed(std::initializer_list<int64_t> sizes) {
  Dims dims;
  for (int64_t size : sizes) dims.push_back({size, 0, 0, 1, size, 0});
  int64_t stride = 1;
  for (auto dim = dims.rbegin(); dim != dims.rend(); stride *= dim->output_size, ++dim)
    dim->input_stride = dim->output_stride = stride;
  return dims;
}

Dims Packed(const Image& image) { return Packed({image.n, image.c, image.h, image.w}); }

// Gives the dimensions their input sizes, and the packed strides of those sizes.
void SetInputSizes(Dims& dims, std::initializer_list<int64_t> sizes) {
  int64_t stride = 1;
  for (size_t i = dims.size(); i-- > 0;) {
    dims[i].input_size = sizes.begin()[i];
    dims[i].input_stride = stride;
    stride *= dims[i].input_size;
  }
}

void SwapInputAndOutput(Dims& dims) {
  for (Dim& dim : dims) std::swap(dim.input_stride, dim.output_stride);
}

Dims ToChannelsLast(const Image& image) {
  Dims dims = Packed(image);
  dims[1].output_stride = 1;
  dims[3].output_stride = image.c;
  dims[2].output_stride = image.c * image.w;
  return dims;
}

Dims FromChannelsLast(const Image& image) {
  Dims dims = ToChannelsLast(image);
  SwapInputAndOutput(dims);
  return dims;
}

// As square as a power of two of elements can be: 4096 x 4096 for 64 MiB of float32.
Dims Transpose(int64_t elements) {
  const int64_t rows = int64_t(1) << (int64_t(std::log2(double(elements))) / 2);
  const int64_t columns = elements / rows;
  Dims dims = Packed({rows, columns});
  dims[0].output_stride = 1;
  dims[1].output_stride = rows;
  return dims;
}

Dims Crop(const Image& image) {  // one sixteenth is cut from each side
  Dims dims = Packed(image);
  const int64_t top = image.h / 16, left = image.w / 16;
  SetInputSizes(dims, {image.n, image.c, image.h + 2 * top, image.w + 2 * left});
  dims[2].first = top;
  dims[3].first = left;
  return dims;
}

Dims EverySecond(const Image& image) {
  Dims dims = Packed(image);
  SetInputSizes(dims, {image.n, image.c, 2 * image.h, 2 * image.w});
  dims[2].step = dims[3].step = 2;
  return dims;
}

Dims Flip(const Image& image, int axis) {
  Dims dims = Packed(image);
  dims[axis].first = dims[axis].input_size - 1;
  dims[axis].step = -1;
  return dims;
}

Dims BroadcastChannels(const Image& image) {
  Dims dims = Packed(image);
  for (Dim& dim : dims) dim.input_stride = 0;
  dims[1].input_stride = 1;
  return dims;
}

// Rows of 1920 elements every 2048; small tensors get rows of 120 every 128.
Dims PaddedToPacked(int64_t elements) {
  const int64_t width = elements >= 64 * 1920 ? 1920 : 120;
  const int64_t pitch = width / 15 * 16;
  Dims dims = Packed({elements / width, width});
  dims[0].input_stride = pitch;
  return dims;
}

Dims PackedToPadded(int64_t elements) {
  Dims dims = PaddedToPacked(elements);
  SwapInputAndOutput(dims);
  return dims;
}

Dims ThreeOfFive(int64_t elements) {
  Dims dims = Packed({elements / 3, 3});
  SetInputSizes(dims, {elements / 3, 5});
  return dims;
}

Case Make(std::string id, std::string title, double target, Type type, Dims dims) {
  return {std::move(id), std::move(title), 0, target, type, type, std::move(dims), {}};
}

std::vector<Case> CasesOf(int64_t bytes, Type type) {
  const int64_t n = bytes / SizeBytes(type);
  const Image picture = Picture(n);
  const Image features = Features(n);
  std::vector<Case> cases = {
      Make("copy", "copy", 0.95, type, Packed({n})),
      Make("nchw_nhwc_3", "NCHW to NHWC, 3 channels", 0.6, type, ToChannelsLast(picture)),
      Make("nhwc_nchw_3", "NHWC to NCHW, 3 channels", 0.6, type, FromChannelsLast(picture)),
      Make("nchw_nhwc_64", "NCHW to NHWC, 64 channels", 0.45, type, ToChannelsLast(features)),
      Make("nhwc_nchw_64", "NHWC to NCHW, 64 channels", 0.45, type, FromChannelsLast(features)),
      Make("transpose", "transpose", 0.35, type, Transpose(n)),
      Make("crop", "crop", 0.8, type, Crop(picture)),
      Make("stride2", "stride 2 in H and W", 0.5, type, EverySecond(picture)),
      Make("flip_w", "flip W", 0.7, type, Flip(picture, 3)),
      Make("flip_h", "flip H", 0.8, type, Flip(picture, 2)),
      Make("broadcast", "broadcast (1,C,1,1)", 0.6, type, BroadcastChannels(features)),
      Make("unpad", "padded rows to packed", 0.8, type, PaddedToPacked(n)),
      Make("pad", "packed rows to padded", 0.8, type, PackedToPadded(n)),
      Make("rows_3_of_5", "rows 3 of 5", 0.5, type, ThreeOfFive(n)),
  };
  // A cast belongs to the type it writes.
  if (type == Type::F32) {
    cases.push_back(Make("cast_u8_f32", "cast u8 to f32", 0, type, Packed({n})));
    cases.back().input_type = Type::U8;
  } else if (type == Type::F16) {
    cases.push_back(Make("cast_f32_f16", "cast f32 to f16", 0, type, Packed({n})));
    cases.back().input_type = Type::F32;
  }
  for (Case& each : cases) each.size_class = bytes;
  for (Case& each : OperatorCases(bytes, type)) cases.push_back(std::move(each));
  return cases;
}

template <class T>
bool Wanted(const std::vector<T>& list, const T& value) {
  return list.empty() || std::find(list.begin(), list.end(), value) != list.end();
}

}  // namespace

std::vector<Case> MakeCases(const Selection& selection) {
  std::vector<Case> result;
  if (selection.suite == Suite::Elementwise) {
    const std::vector<int64_t> usual = {int64_t(16) << 20};
    for (int64_t size : selection.size_classes.empty() ? usual : selection.size_classes)
      for (Case& each : ElementwiseCases(size))
        if (Wanted(selection.ids, each.id) && Wanted(selection.types, each.output_type))
          result.push_back(std::move(each));
    return result;
  }
  const std::vector<int64_t> all_sizes = {int64_t(16) << 10, int64_t(1) << 20, int64_t(64) << 20};
  for (int64_t size : selection.size_classes.empty() ? all_sizes : selection.size_classes)
    for (Type type : {Type::F32, Type::F16, Type::U8})
      if (Wanted(selection.types, type))
        for (Case& each : CasesOf(size, type))
          if (Wanted(selection.ids, each.id)) result.push_back(std::move(each));
  return result;
}

}  // namespace weft::bench
