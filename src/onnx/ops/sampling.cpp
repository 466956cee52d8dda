// SPDX-License-Identifier: MIT
// Images sampled at positions that other tensors contain: grids and regions.
#include <algorithm>
#include <cmath>

#include "onnx/families.h"
#include "onnx/ops/typed.h"

namespace weft::onnx {
namespace {

// ---- GridSample

struct Sampling {
  enum class Filter : uint8_t { Nearest, Linear, Cubic };
  enum class Padding : uint8_t { Zeros, Border, Reflection };
  Filter filter = Filter::Linear;
  Padding padding = Padding::Zeros;
  bool align_corners = false;
};

// One element of a dimension that a sample needs: which one, its share, and whether it is there.
struct Tap {
  Expression index, weight, inside;
};

// Back and forth between the image's borders.
Expression Reflected(Conversion& c, const Sampling& by, const Expression& at, int64_t size) {
  const float low = by.align_corners ? 0 : -0.5F;
  const float range = float(size) - (by.align_corners ? 1.0F : 0.0F);
  if (range <= 0) return at * 0.0F;
  const Expression period = c.Scalar(DataType::Float32, 2 * double(range)).Broadcast(at.sizes());
  const Expression turned = expr::ElementWiseModulusFloor(expr::ElementWiseAbs(at + -low), period);
  return expr::ElementWiseAbs(turned + -range) * -1.0F + (range + low);
}

// The share of the element at this distance, of Keys' cubic with a = -0.75.
Expression CubicShare(const Expression& distance, bool is_near) {
  constexpr float a = -0.75F;
  const Expression x = expr::ElementWiseAbs(distance);
  if (is_near) return (x * (a + 2) + -(a + 3)) * x * x + 1.0F;
  return ((x * a + -5 * a) * x + 8 * a) * x + -4 * a;
}

std::vector<Tap> TapsOf(Conversion& c, const Sampling& by, Expression at, int64_t size) {
  using Filter = Sampling::Filter;
  using Padding = Sampling::Padding;
  const auto last = float(size - 1);
  at = by.align_corners ? (at + 1.0F) * (last / 2) : (at + 1.0F) * (float(size) / 2) + -0.5F;
  if (by.filter == Filter::Nearest)
    at = expr::ElementWiseRound(at, {.rounding_mode = RoundingMode::HalvesToNearestEven});
  if (by.padding == Padding::Reflection) at = Reflected(c, by, at, size);
  if (by.padding == Padding::Border) {
    // Cubic samples less than half a pixel outside stay where they are.
    const Expression clipped = expr::ElementWiseClip(at, {.min = 0, .max = last});
    const float margin = by.align_corners ? 0 : 0.5F;
    const Expression within = expr::ElementWiseClip(at, {.min = -margin, .max = last + margin});
    at = by.filter == Filter::Cubic
             ? expr::ElementWiseIf(expr::ElementWiseLogicalEquals(at, within), at, clipped)
             : clipped;
  }
  const auto finish = [&](Expression index, Expression weight) {
    Tap tap;
    if (by.padding == Padding::Reflection) index = Reflected(c, by, index, size);
    tap.index = expr::ElementWiseClip(index, {.min = 0, .max = last});
    if (by.padding == Padding::Zeros) {
      tap.inside = expr::ElementWiseLogicalEquals(index, tap.index);
      if (weight.IsPresent()) weight = weight * c.Cast(tap.inside, DataType::Float32);
    }
    tap.weight = weight;
    return tap;
  };
  if (by.filter == Filter::Nearest) return {finish(at, {})};
  const Expression below = expr::ElementWiseFloor(at);
  const Expression share = at - below;
  if (by.filter == Filter::Linear)
    return {finish(below, share * -1.0F + 1.0F), finish(below + 1.0F, share)};
  std::vector<Tap> taps;
  for (int i = -1; i <= 2; ++i)
    taps.push_back(finish(below + float(i), CubicShare(share + float(-i), i == 0 || i == 1)));
  return taps;
}

Status GridSample(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  WEFT_ASSIGN(const ValueRef grid, c.TensorInput(1));
  Sampling by;
  by.align_corners = c.Int("align_corners", 0) != 0;
  const std::string_view mode = c.Text("mode", "linear"), padding = c.Text("padding_mode", "zeros");
  if (mode == "nearest")
    by.filter = Sampling::Filter::Nearest;
  else if (mode == "cubic" || mode == "bicubic")
    by.filter = Sampling::Filter::Cubic;
  else if (mode != "linear" && mode != "bilinear")
    return Invalid("attribute mode is '{}', which is none", Printable(mode));
  if (padding == "border")
    by.padding = Sampling::Padding::Border;
  else if (padding == "reflection")
    by.padding = Sampling::Padding::Reflection;
  else if (padding != "zeros")
    return Invalid("attribute padding_mode is '{}', which is none", Printable(padding));
  const size_t rank = x->rank();
  if (rank < 3 || grid->rank() != rank || grid->shape[0] != x->shape[0] ||
      grid->shape.back() != int64_t(rank - 2))
    return Invalid("X has the shape {} and grid {}, which do not fit together", ToString(x->shape),
                   ToString(grid->shape));
  Shape shape = {x->shape[0], x->shape[1]};
  shape.insert(shape.end(), grid->shape.begin() + 1, grid->shape.end() - 1);
  WEFT_ASSIGN(const int64_t count, CountOf(shape, "the result"));
  if (count == 0) return GiveEmpty(c, 0, x->type, shape);
  if (x->count() == 0)
    return Invalid("X has the shape {}, which is empty, but the result has {}", ToString(x->shape),
                   ToString(shape));
  const DataType type = DataTypeOf(x->type);
  if (!Accepts(OperatorType::GatherNd1, type))
    return NotSupported("tensor({}) is not supported here", Name(x->type));
  const auto dims = int64_t(rank - 2);
  const int64_t images = shape[0], channels = shape[1], plane = x->count() / (images * channels);
  const int64_t points = count / (images * channels);
  const bool is_copied = by.filter == Sampling::Filter::Nearest;
  WEFT_ASSIGN(Expression in, c.Device(x));
  WEFT_ASSIGN(Expression where, c.Device(grid));
  if (!is_copied) in = c.Cast(in, DataType::Float32);
  // Channels last, so that a point's elements lie together.
  in = c.Packed(c.Reshape(in, {images, channels, plane}).Transpose({0, 2, 1}));
  where = c.Cast(c.Reshape(where, {images, points, dims}), DataType::Float32);

  // Coordinates stand in the grid from the last dimension to the first.
  std::vector<Tap> taps;
  const Sizes sizes = {images, points, channels}, ones = {images, points, 1};
  for (int64_t dim = 0; dim < dims; ++dim) {
    const int64_t size = x->shape[size_t(dim) + 2];
    Slice1 slice = {.input_window_offsets = {0, 0, uint32_t(dims - 1 - dim)},
                    .input_window_sizes = {uint32_t(images), uint32_t(points), 1},
                    .input_window_strides = {1, 1, 1}};
    const Expression at = GraphBuilder::AddOne(std::move(slice), {where});
    std::vector<Tap> all;
    for (const Tap& tap : TapsOf(c, by, at, size)) {
      const Expression index = c.Cast(tap.index, DataType::Int64);
      if (dim == 0) all.push_back({index, tap.weight, tap.inside});
      const Expression stride = c.Scalar(DataType::Int64, double(size)).Broadcast(ones);
      for (const Tap& outer : taps) {
        Tap both = {outer.index * stride + index, {}, {}};
        if (tap.weight.IsPresent()) both.weight = outer.weight * tap.weight;
        if (tap.inside.IsPresent())
          both.inside = expr::ElementWiseLogicalAnd(outer.inside, tap.inside);
        all.push_back(both);
      }
    }
    taps = std::move(all);
  }
  Expression sum;
  for (const Tap& tap : taps) {
    Expression part = expr::GatherNd1(in, tap.index,
                                      {.output = TensorDesc(in.desc().type, sizes),
                                       .input_dimension_count = 3,
                                       .indices_dimension_count = 3,
                                       .batch_dimension_count = 1});
    if (!is_copied)
      part = part * tap.weight.Broadcast(sizes);
    else if (tap.inside.IsPresent())
      part = expr::ElementWiseIf(tap.inside.Broadcast(sizes), part,
                                 c.Scalar(type, 0).Broadcast(sizes));
    sum = sum.IsPresent() ? sum + part : part;
  }
  return c.Give(0, c.Cast(sum, type).Transpose({0, 2, 1}), x->type, shape);
}

Status AffineGrid(Conversion& c) {
  WEFT_ASSIGN(const ValueRef theta, c.TensorInput(0));
  WEFT_ASSIGN(const std::vector<int64_t> size, c.HostInts(1));
  const bool align_corners = c.Int("align_corners", 0) != 0;
  const auto dims = int64_t(size.size()) - 2;
  if ((dims != 2 && dims != 3) || theta->shape != Shape{size[0], dims, dims + 1})
    return Invalid("theta has the shape {} and size is {}, which do not fit together",
                   ToString(theta->shape), ToString(size));
  Shape shape = {size[0]};
  shape.insert(shape.end(), size.begin() + 2, size.end());
  const Shape grid(size.begin() + 2, size.end());
  shape.push_back(dims);
  WEFT_ASSIGN(const int64_t count, CountOf(shape, "the result"));
  if (count == 0) return GiveEmpty(c, 0, theta->type, shape);
  // Every point's coordinates, the last dimension's first, and 1 for what is added.
  const int64_t points = count / (size[0] * dims);
  WEFT_ASSIGN(const NewHostValue base, MakeHost(ElementType::Float, {points, dims + 1}));
  for (int64_t i = 0; i < points; ++i) {
    float* const point = base.As<float>() + i * (dims + 1);
    int64_t rest = i;
    for (int64_t dim = 0; dim < dims; ++dim) {
      const int64_t length = grid[size_t(dims - 1 - dim)];
      const auto at = double(rest % length);
      rest /= length;
      point[dim] = float(!align_corners ? (2 * at + 1) / double(length) - 1
                         : length > 1   ? 2 * at / double(length - 1) - 1
                                        : -1);
    }
    point[dims] = 1;
  }
  const DataType type = DataTypeOf(theta->type);
  WEFT_ASSIGN(const Expression matrices, c.Device(theta));
  WEFT_ASSIGN(const Expression all, c.Device(base.value));
  const Expression out =
      expr::Gemm(all.Broadcast({size[0], points, dims + 1}), c.Cast(matrices, DataType::Float32),
                 {}, {.trans_b = MatrixTransform::Transpose, .alpha = 1});
  return c.Give(0, c.Cast(out, type), theta->type, shape);
}

// ---- RoiAlign

Status RoiAlign(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  WEFT_ASSIGN(const ValueRef rois, c.TensorInput(1));
  WEFT_ASSIGN(const ValueRef images, c.TensorInput(2));
  if (x->rank() != 4 || rois->rank() != 2 || rois->shape[1] != 4 || images->rank() != 1 ||
      images->shape[0] != rois->shape[0])
    return Invalid("X has the shape {}, rois {} and batch_indices {}, which do not fit together",
                   ToString(x->shape), ToString(rois->shape), ToString(images->shape));
  const std::string_view mode = c.Text("mode", "avg");
  if (mode != "avg" && mode != "max")
    return Invalid("attribute mode is '{}', which is none", Printable(mode));
  // The first version had no choice.
  const bool is_old = c.version() < 16;
  const std::string_view coordinates =
      c.Text("coordinate_transformation_mode", is_old ? "output_half_pixel" : "half_pixel");
  const bool is_half = coordinates == "half_pixel";
  if (!is_half && coordinates != "output_half_pixel")
    return Invalid("attribute coordinate_transformation_mode is '{}', which is none",
                   Printable(coordinates));
  const int64_t height = c.Int("output_height", 1), width = c.Int("output_width", 1);
  const int64_t ratio = c.Int("sampling_ratio", 0);
  const float scale = c.Float("spatial_scale", 1);
  constexpr int64_t kMostSamples = 65536;
  if (height < 1 || width < 1 || ratio < 0 || ratio > kMostSamples)
    return Invalid("output_height is {}, output_width {} and sampling_ratio {}", height, width,
                   ratio);
  if (!(scale > 0) || !std::isfinite(scale))
    return Invalid("spatial_scale is {}, but it must be finite and above 0", scale);
  const Shape shape = {rois->shape[0], x->shape[1], height, width};
  WEFT_ASSIGN(const int64_t count, CountOf(shape, "the result"));
  if (count == 0) return GiveEmpty(c, 0, x->type, shape);
  if (x->count() == 0)
    return Invalid("X has the shape {}, which is empty, but the result has {}", ToString(x->shape),
                   ToString(shape));
  WEFT_ASSIGN(const DataType compute, ComputeType(RoiAlign1::kType, x->type));
  WEFT_ASSIGN(Expression in, c.Device(x));
  WEFT_ASSIGN(Expression regions, c.Device(rois));
  WEFT_ASSIGN(const Expression which, c.Device(images));
  in = c.Cast(in, compute);
  regions = c.Cast(regions, compute);
  if (!is_half) {
    // Regions are at least one pixel wide and high.
    const auto half = [&](uint32_t first) {
      return GraphBuilder::AddOne(Slice1{.input_window_offsets = {0, first},
                                         .input_window_sizes = {uint32_t(shape[0]), 2},
                                         .input_window_strides = {1, 1}},
                                  {regions});
    };
    const Expression begin = half(0), end = expr::ElementWiseMax(half(2), begin + 1 / scale);
    regions =
        GraphBuilder::AddOne(Join{.inputs = {begin.desc(), end.desc()}, .axis = 1}, {begin, end});
  }
  const Expression out = expr::RoiAlign1(
      in, regions, c.Cast(which, DataType::UInt64),
      {.output = TensorDesc(compute, SizesOf(shape)),
       .reduction_function = mode == "avg" ? ReduceFunction::Average : ReduceFunction::Max,
       .interpolation_mode = InterpolationMode::Linear,
       .spatial_scale_x = scale,
       .spatial_scale_y = scale,
       .input_pixel_offset = is_half ? 0.5F : 0.0F,
       .output_pixel_offset = -0.5F,
       .minimum_samples_per_output = uint32_t(std::max<int64_t>(ratio, 1)),
       .maximum_samples_per_output = uint32_t(ratio == 0 ? kMostSamples : ratio)});
  return c.Give(0, c.Cast(out, DataTypeOf(x->type)), x->type, shape);
}

}  // namespace

void AddSampling(Registry& r) {
  r.Add("GridSample", GridSample);
  r.Add("AffineGrid", AffineGrid);
  r.Add("RoiAlign", RoiAlign);
}

}  // namespace weft::onnx
