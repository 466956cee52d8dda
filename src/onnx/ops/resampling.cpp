// SPDX-License-Identifier: MIT
// Resizing images. RESAMPLE3 does what it can; other nearest neighbours are gathered, other filters
// are one product with a matrix of weights for each dimension.
#include <algorithm>
#include <cmath>
#include <optional>

#include "onnx/families.h"
#include "onnx/ops/typed.h"

namespace weft::onnx {
namespace {

// ---- Resize and Upsample

enum class Filter : uint8_t { Nearest, Linear, Cubic };
enum class Coordinates : uint8_t {
  HalfPixel,
  SymmetricHalfPixel,
  PytorchHalfPixel,
  TensorflowHalfPixel,
  AlignCorners,
  Asymmetric,
  Crop
};
// Simple is what Upsample and the first Resize did: up where the image shrinks, else down.
enum class Rounding : uint8_t { PreferFloor, PreferCeil, Floor, Ceil, Simple };

struct Resizing {
  Filter filter = Filter::Nearest;
  Coordinates coordinates = Coordinates::Asymmetric;
  Rounding rounding = Rounding::Simple;
  double cubic_a = -0.75;
  bool exclude_outside = false, antialias = false;
  double extrapolation = 0;
};

// One dimension of it.
struct Axis {
  int64_t inputs = 1, outputs = 1;
  double scale = 1;
  double begin = 0, end = 1;  // of the crop, as shares of the input

  bool IsKept(const Resizing& by) const {
    return by.coordinates != Coordinates::Crop && inputs == outputs && scale == 1;
  }
  // Where an output lies in the input.
  double Position(const Resizing& by, int64_t output) const {
    const auto o = double(output);
    // ONNX's reference measures the result before it is rounded to whole elements.
    const double fraction = double(inputs) * scale, last = double(inputs - 1);
    switch (by.coordinates) {
      case Coordinates::HalfPixel: return (o + 0.5) / scale - 0.5;
      case Coordinates::SymmetricHalfPixel:
        return double(inputs) / 2 * (1 - double(outputs) / fraction) + (o + 0.5) / scale - 0.5;
      case Coordinates::PytorchHalfPixel: return outputs > 1 ? (o + 0.5) / scale - 0.5 : 0;
      case Coordinates::TensorflowHalfPixel: return (o + 0.5) / scale;
      case Coordinates::AlignCorners:
        return outputs == 1 || fraction == 1 ? 0 : o * last / (fraction - 1);
      case Coordinates::Asymmetric: return o / scale;
      case Coordinates::Crop: {
        if (outputs == 1) return (begin + end) / 2 * last;
        return begin * last + o * (end - begin) * last / double(outputs - 1);
      }
    }
    return 0;
  }
};

int64_t NearestIndex(const Resizing& by, const Axis& axis, int64_t output) {
  const double at = axis.Position(by, output);
  const auto rounded = [&] {
    switch (by.rounding) {
      case Rounding::PreferFloor: return std::ceil(at - 0.5);
      case Rounding::PreferCeil: return std::floor(at + 0.5);
      case Rounding::Floor: return std::floor(at);
      case Rounding::Ceil: return std::ceil(at);
      case Rounding::Simple: return axis.scale < 1 ? std::ceil(at) : std::floor(at);
    }
    return at;
  };
  const double index = rounded();
  return index > 0 ? int64_t(std::min(index, double(axis.inputs - 1))) : 0;
}

double CubicWeight(double a, double distance) {
  const double x = std::fabs(distance);
  if (x <= 1) return ((a + 2) * x - (a + 3)) * x * x + 1;
  if (x < 2) return ((a * x - 5 * a) * x + 8 * a) * x - 4 * a;
  return 0;
}

double SqueezeOf(const Resizing& by, const Axis& axis) {
  return by.antialias ? std::min(axis.scale, 1.0) : 1;
}

// Where a filter begins, counted from the element before the position.
double BeginOf(const Resizing& by, const Axis& axis) {
  return std::floor((by.filter == Filter::Cubic ? -2 : -1) / SqueezeOf(by, axis)) + 1;
}

// Of one output; those outside of the input are the edge's.
int64_t WeightCount(const Resizing& by, const Axis& axis) {
  return int64_t(2 - 2 * BeginOf(by, axis));
}

// Calls visit(number, input, weight) for each weight of an output.
template <class Visit>
void ForEachWeight(const Resizing& by, const Axis& axis, int64_t output, const Visit& visit) {
  const auto size = double(axis.inputs), edge = size - 1;
  const double position = axis.Position(by, output);
  const double at = std::isfinite(position) ? std::clamp(position, -size, 2 * size) : 0;
  const double squeeze = SqueezeOf(by, axis), first = std::ceil(at) - 1 + BeginOf(by, axis);
  const auto weight = [&](double i) {
    if (by.exclude_outside && (i < 0 || i > edge)) return 0.0;
    const double distance = (i - at) * squeeze;
    return by.filter == Filter::Cubic ? CubicWeight(by.cubic_a, distance)
                                      : std::max(1 - std::fabs(distance), 0.0);
  };
  const int64_t count = WeightCount(by, axis);
  double sum = 0;
  for (int64_t i = 0; i < count; ++i) sum += weight(first + double(i));
  const double share = sum == 0 || (!by.antialias && !by.exclude_outside) ? 1 : 1 / sum;
  for (int64_t i = 0; i < count; ++i)
    visit(i, int64_t(std::clamp(first + double(i), 0.0, edge)),
          float(weight(first + double(i)) * share));
}

// A tensor whose neighbouring dimensions that keep their size are one.
struct Folded {
  Shape from, to;
  std::vector<std::optional<Axis>> axes;  // none for those that keep their size
};

Folded Fold(const Resizing& by, const std::vector<Axis>& axes) {
  Folded folded;
  for (const Axis& axis : axes) {
    const bool is_kept = axis.IsKept(by);
    if (is_kept && !folded.axes.empty() && !folded.axes.back()) {
      folded.from.back() *= axis.inputs;
      folded.to.back() *= axis.inputs;
      continue;
    }
    folded.from.push_back(axis.inputs);
    folded.to.push_back(axis.outputs);
    folded.axes.push_back(is_kept ? std::nullopt : std::optional(axis));
  }
  return folded;
}

// RESAMPLE3's fields for all dimensions; nothing where it would answer otherwise.
std::optional<Resample3> AsResample(const Resizing& by, const Folded& folded) {
  if (folded.from.size() > 4 || by.filter == Filter::Cubic || by.antialias ||
      by.coordinates == Coordinates::Crop)
    return std::nullopt;
  // Its positions outside are the edge's, which have a share.
  if (by.exclude_outside && by.filter != Filter::Nearest) return std::nullopt;
  Resample3 op = {.interpolation_mode = by.filter == Filter::Nearest
                                            ? InterpolationMode::NearestNeighbor
                                            : InterpolationMode::Linear,
                  .rounding_direction = AxisDirection::Decreasing};
  bool is_up = by.rounding == Rounding::Ceil || by.rounding == Rounding::PreferFloor;
  if (by.rounding == Rounding::Simple)
    for (const std::optional<Axis>& axis : folded.axes) is_up |= axis && axis->scale < 1;
  if (is_up) op.rounding_direction = AxisDirection::Increasing;
  for (const std::optional<Axis>& axis : folded.axes) {
    if (!axis) {
      op.scales.push_back(1);
      op.input_pixel_offsets.push_back(0);
      op.output_pixel_offsets.push_back(0);
      continue;
    }
    double scale = axis->scale, input = 0, output = 0;
    switch (by.coordinates) {
      case Coordinates::SymmetricHalfPixel:
        input = -axis->Position(by, 0) + 0.5 / axis->scale;
        output = -0.5;
        break;
      case Coordinates::PytorchHalfPixel:
        if (axis->outputs == 1) break;
        [[fallthrough]];
      case Coordinates::HalfPixel:
        input = 0.5;
        output = -0.5;
        break;
      case Coordinates::TensorflowHalfPixel: output = -0.5; break;
      case Coordinates::AlignCorners:
        scale = axis->outputs > 1 ? 1 / axis->Position(by, 1) : 1;
        break;
      default: break;
    }
    if (by.filter == Filter::Nearest && by.rounding == Rounding::PreferFloor) input += 0.5;
    if (by.filter == Filter::Nearest && by.rounding == Rounding::PreferCeil) input -= 0.5;
    op.scales.push_back(float(scale));
    op.input_pixel_offsets.push_back(float(input));
    op.output_pixel_offsets.push_back(float(output));
    if (!std::isfinite(op.scales.back()) || !(op.scales.back() > 0) ||
        !std::isfinite(op.input_pixel_offsets.back()))
      return std::nullopt;
    if (by.filter != Filter::Nearest) continue;
    // Nearest neighbours are found in float32 there, which must not move any of them.
    for (int64_t o = 0; o < axis->outputs; ++o) {
      const float at = (float(o) - op.output_pixel_offsets.back()) / op.scales.back() -
                       op.input_pixel_offsets.back();
      const float index = is_up ? std::ceil(at) : std::floor(at);
      const int64_t found =
          index > 0 ? std::min(int64_t(std::min(index, 4e9F)), axis->inputs - 1) : 0;
      if (found != NearestIndex(by, *axis, o)) return std::nullopt;
    }
  }
  return op;
}

// Nearest neighbours are bits of some size, whatever they mean.
DataType BitsOf(DataType type) {
  switch (weft::SizeBits(type)) {
    case 8: return DataType::UInt8;
    case 16: return DataType::Float16;
    case 32: return DataType::Float32;
    default: return DataType::UInt64;
  }
}

// `values` along dimension `dim` of three, broadcast over the others.
Expression Along(const Expression& values, const Sizes& sizes, int dim) {
  Sizes own = Sizes::Filled(sizes.rank(), 1);
  own[dim] = sizes[dim];
  return values.Reinterpret(own).Broadcast(sizes);
}

// Elements of a matrix of weights, and weights of an output where there is none.
constexpr int64_t kMostMatrix = int64_t(1) << 23, kMostGathers = 256;

Result<Expression> ResizeAxis(Conversion& c, const Resizing& by, const Axis& axis, int64_t outer,
                              int64_t inner, const Expression& from) {
  if (by.filter == Filter::Nearest) {
    WEFT_ASSIGN(const NewHostValue indices, MakeHost(ElementType::UInt32, {axis.outputs}));
    for (int64_t o = 0; o < axis.outputs; ++o)
      indices.As<uint32_t>()[o] = uint32_t(NearestIndex(by, axis, o));
    WEFT_ASSIGN(const Expression which, c.Device(indices.value));
    const Sizes sizes = {outer, axis.outputs, inner};
    return expr::Gather(
        c.Reshape(from, {outer, axis.inputs, inner}), which.Reinterpret(Sizes{1, 1, axis.outputs}),
        {.output = TensorDesc(from.desc().type, sizes), .axis = 1, .index_dimensions = 1});
  }
  if (axis.inputs > kMostMatrix / axis.outputs) {
    // A matrix would be large and nearly empty: each weight of the filter gathers its inputs.
    const int64_t count = WeightCount(by, axis);
    if (count > kMostGathers)
      return NotSupported("a filter of {} elements for sizes of {} and {} is not supported", count,
                          axis.inputs, axis.outputs);
    const Shape all = {count, axis.outputs};
    WEFT_ASSIGN(const NewHostValue inputs, MakeHost(ElementType::UInt32, all));
    WEFT_ASSIGN(const NewHostValue weights, MakeHost(ElementType::Float, all));
    for (int64_t o = 0; o < axis.outputs; ++o)
      ForEachWeight(by, axis, o, [&](int64_t i, int64_t input, float weight) {
        inputs.As<uint32_t>()[i * axis.outputs + o] = uint32_t(input);
        weights.As<float>()[i * axis.outputs + o] = weight;
      });
    const Expression in = c.Reshape(from, {outer, axis.inputs, inner});
    const Sizes sizes = {outer, axis.outputs, inner};
    Expression sum;
    for (int64_t i = 0; i < count; ++i) {
      const auto part = [&](const NewHostValue& of, DataType type) {
        return c.Constant(TensorDesc(type, Sizes{1, 1, axis.outputs}),
                          ConstBuffer(of.data + i * axis.outputs * 4, size_t(axis.outputs) * 4));
      };
      const Expression term =
          expr::Gather(
              in, part(inputs, DataType::UInt32),
              {.output = TensorDesc(DataType::Float32, sizes), .axis = 1, .index_dimensions = 1}) *
          Along(part(weights, DataType::Float32), sizes, 1);
      sum = sum.IsPresent() ? sum + term : term;
    }
    return sum;
  }
  WEFT_ASSIGN(const NewHostValue weights,
              MakeHost(ElementType::Float, {axis.outputs, axis.inputs}));
  for (int64_t o = 0; o < axis.outputs; ++o)
    ForEachWeight(by, axis, o, [&](int64_t, int64_t input, float weight) {
      weights.As<float>()[o * axis.inputs + input] += weight;
    });
  WEFT_ASSIGN(const Expression matrix, c.Device(weights.value));
  if (inner == 1)
    return expr::Gemm(c.Reshape(from, {outer, axis.inputs}), matrix, {},
                      {.trans_b = MatrixTransform::Transpose, .alpha = 1});
  return expr::Gemm(matrix.Broadcast({outer, axis.outputs, axis.inputs}),
                    c.Reshape(from, {outer, axis.inputs, inner}), {}, {.alpha = 1});
}

Status ResizeBy(Conversion& c, const ValueRef& x, const Resizing& by,
                const std::vector<Axis>& axes) {
  Shape shape;
  for (const Axis& axis : axes) shape.push_back(axis.outputs);
  WEFT_ASSIGN(const int64_t count, CountOf(shape, "the result"));
  // Before coordinates are looked at, each by itself.
  WEFT_RETURN_IF_ERROR(Budget::CheckTensor(x->type, shape));
  if (std::ranges::all_of(axes, [&](const Axis& axis) { return axis.IsKept(by); })) {
    c.Set(0, x);
    return Ok();
  }
  if (count == 0) return GiveEmpty(c, 0, x->type, shape);
  if (x->count() == 0)
    return Invalid("the input has the shape {}, which is empty, but the result has {}",
                   ToString(x->shape), ToString(shape));
  const DataType type = DataTypeOf(x->type);
  if (!Accepts(OperatorType::Gather, type))
    return NotSupported("tensor({}) is not supported here", Name(x->type));
  const Folded folded = Fold(by, axes);
  WEFT_ASSIGN(Expression in, c.Device(x));
  const bool is_copied = by.filter == Filter::Nearest;
  const DataType compute = is_copied ? BitsOf(type) : DataType::Float32;
  if (is_copied) {
    in = c.Packed(in);
    in = in.Reinterpret({compute, in.sizes()});
  } else if (type != DataType::Float16 || by.filter == Filter::Cubic) {
    in = c.Cast(in, compute);
  }
  const auto finish = [&](const Expression& out) {
    if (!is_copied) return c.Give(0, c.Cast(out, type), x->type, shape);
    const Expression packed = c.Packed(out);
    return c.Give(0, packed.Reinterpret({type, packed.sizes()}), x->type, shape);
  };
  if (std::optional<Resample3> op = AsResample(by, folded);
      op && Accepts(OperatorType::Resample3, in.desc().type)) {
    op->output = TensorDesc(in.desc().type, SizesOf(folded.to));
    return finish(GraphBuilder::AddOne(*std::move(op), {c.Reshape(in, SizesOf(folded.from))}));
  }
  if (!is_copied) in = c.Cast(in, compute);
  // Those that shrink go first, so that less is left for the others.
  std::vector<size_t> order;
  for (size_t i = 0; i < folded.axes.size(); ++i)
    if (folded.axes[i]) order.push_back(i);
  std::ranges::stable_sort(order, {},
                           [&](size_t i) { return double(folded.to[i]) / double(folded.from[i]); });
  Shape now = folded.from;
  for (const size_t i : order) {
    int64_t outer = 1, inner = 1;
    for (size_t dim = 0; dim < now.size(); ++dim) (dim < i ? outer : inner) *= now[dim];
    inner /= now[i];
    now[i] = folded.to[i];
    WEFT_RETURN_IF_ERROR(CountOf(now, "an intermediate result"));
    WEFT_ASSIGN(in, ResizeAxis(c, by, *folded.axes[i], outer, inner, in));
  }
  if (by.coordinates != Coordinates::Crop) return finish(in);
  // What lies outside of the input in any dimension is one number.
  const Expression number = is_copied
                                ? c.Element(compute, weft::Scalar(by.extrapolation).Bits(type))
                                : c.Scalar(compute, by.extrapolation);
  for (const size_t i : order) {
    const Axis& axis = *folded.axes[i];
    WEFT_ASSIGN(const NewHostValue outside, MakeHost(ElementType::UInt8, {axis.outputs}));
    bool is_any = false;
    for (int64_t o = 0; o < axis.outputs; ++o) {
      const double at = axis.Position(by, o);
      const bool is_outside = !(at >= 0 && at <= double(axis.inputs - 1));
      outside.As<uint8_t>()[o] = is_outside;
      is_any |= is_outside;
    }
    if (!is_any) continue;
    int64_t outer = 1, inner = 1;
    for (size_t dim = 0; dim < now.size(); ++dim) (dim < i ? outer : inner) *= now[dim];
    inner /= now[i];
    const Sizes sizes = {outer, axis.outputs, inner};
    WEFT_ASSIGN(const Expression mask, c.Device(outside.value));
    in = expr::ElementWiseIf(Along(mask, sizes, 1), number.Broadcast(sizes), c.Reshape(in, sizes));
  }
  return finish(in);
}

template <class Choice>
struct Choices {
  std::string_view name;
  Choice choice;
};

template <class Choice, size_t kCount>
Status Choose(Conversion& c, std::string_view attribute, std::string_view otherwise,
              const Choices<Choice> (&choices)[kCount], Choice& chosen) {
  const std::string_view text = c.Text(attribute, otherwise);
  for (const auto& [name, choice] : choices)
    if (name == text) {
      chosen = choice;
      return Ok();
    }
  return Invalid("attribute {} is '{}', which is none", attribute, Printable(text));
}

constexpr Choices<Filter> kFilters[] = {{"nearest", Filter::Nearest},
                                        {"linear", Filter::Linear},
                                        {"bilinear", Filter::Linear},
                                        {"cubic", Filter::Cubic}};

// Every size by its scale, rounded down, as float32 has it.
Status Scale(const std::vector<double>& scales, const Resizing& by, const std::vector<int>& dims,
             std::vector<Axis>& axes) {
  if (scales.size() != dims.size())
    return Invalid("there are {} scales, but {} dimensions to resize", scales.size(), dims.size());
  for (size_t i = 0; i < dims.size(); ++i) {
    if (!(scales[i] > 0) || !std::isfinite(scales[i]))
      return Invalid("scales[{}] is {}, but it must be finite and above 0", i, scales[i]);
    Axis& axis = axes[size_t(dims[i])];
    axis.scale = scales[i];
    float outputs = float(axis.inputs) * float(scales[i]);
    if (by.coordinates == Coordinates::Crop)
      outputs = float(axis.inputs) * float(axis.end - axis.begin) * float(scales[i]);
    if (!(outputs >= 0) || outputs > float(kMaxElements))
      return Invalid("scales[{}] is {}, which makes {} elements of {}", i, scales[i], outputs,
                     axis.inputs);
    axis.outputs = int64_t(std::floor(outputs));
  }
  return Ok();
}

std::vector<Axis> AxesOf(const Shape& shape) {
  std::vector<Axis> axes(shape.size());
  for (size_t i = 0; i < shape.size(); ++i) axes[i].inputs = axes[i].outputs = shape[i];
  return axes;
}

std::vector<int> AllDims(size_t rank) {
  std::vector<int> dims;
  for (size_t i = 0; i < rank; ++i) dims.push_back(int(i));
  return dims;
}

Status Upsample(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  std::vector<double> scales;
  if (c.version() >= 9) {
    WEFT_ASSIGN(const ValueRef given, c.TensorInput(1));
    WEFT_ASSIGN(scales, c.HostNumbers(given));
  } else if (c.version() >= 7) {
    const std::vector<float> given = c.Floats("scales");
    scales.assign(given.begin(), given.end());
  } else {
    scales = {1, 1, c.Float("height_scale", 1), c.Float("width_scale", 1)};
  }
  Resizing by;
  WEFT_RETURN_IF_ERROR(Choose(c, "mode", "nearest", kFilters, by.filter));
  std::vector<Axis> axes = AxesOf(x->shape);
  WEFT_RETURN_IF_ERROR(Scale(scales, by, AllDims(x->rank()), axes));
  return ResizeBy(c, x, by, axes);
}

Status Resize(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  if (c.version() < 11) return Upsample(c);
  static constexpr Choices<Coordinates> kCoordinates[] = {
      {"half_pixel", Coordinates::HalfPixel},
      {"half_pixel_symmetric", Coordinates::SymmetricHalfPixel},
      {"pytorch_half_pixel", Coordinates::PytorchHalfPixel},
      {"tf_half_pixel_for_nn", Coordinates::TensorflowHalfPixel},
      {"align_corners", Coordinates::AlignCorners},
      {"asymmetric", Coordinates::Asymmetric},
      {"tf_crop_and_resize", Coordinates::Crop}};
  static constexpr Choices<Rounding> kRoundings[] = {{"round_prefer_floor", Rounding::PreferFloor},
                                                     {"round_prefer_ceil", Rounding::PreferCeil},
                                                     {"floor", Rounding::Floor},
                                                     {"ceil", Rounding::Ceil}};
  enum class Policy : uint8_t { Stretch, NotLarger, NotSmaller };
  static constexpr Choices<Policy> kPolicies[] = {{"stretch", Policy::Stretch},
                                                  {"not_larger", Policy::NotLarger},
                                                  {"not_smaller", Policy::NotSmaller}};
  Resizing by;
  Policy policy = Policy::Stretch;
  WEFT_RETURN_IF_ERROR(Choose(c, "mode", "nearest", kFilters, by.filter));
  WEFT_RETURN_IF_ERROR(
      Choose(c, "coordinate_transformation_mode", "half_pixel", kCoordinates, by.coordinates));
  WEFT_RETURN_IF_ERROR(Choose(c, "nearest_mode", "round_prefer_floor", kRoundings, by.rounding));
  WEFT_RETURN_IF_ERROR(Choose(c, "keep_aspect_ratio_policy", "stretch", kPolicies, policy));
  by.cubic_a = c.Float("cubic_coeff_a", -0.75F);
  by.exclude_outside = c.Int("exclude_outside", 0) != 0;
  by.antialias = c.Int("antialias", 0) != 0 && by.filter != Filter::Nearest;
  by.extrapolation = c.Float("extrapolation_value", 0);

  std::vector<int> dims = AllDims(x->rank());
  if (c.HasAttribute("axes")) {
    dims.clear();
    const std::vector<int64_t> given = c.Ints("axes");
    WEFT_RETURN_IF_ERROR(UsualAxes(given, x->rank()));
    for (const int64_t axis : given)
      dims.push_back(int(axis < 0 ? axis + int64_t(x->rank()) : axis));
  }
  const auto numbers = [&](size_t i) -> Result<std::vector<double>> {
    const ValueRef& value = c.Optional(i);
    if (!value || !value->IsTensor() || value->count() == 0) return std::vector<double>();
    return c.HostNumbers(value);
  };
  WEFT_ASSIGN(const std::vector<double> scales, numbers(2));
  WEFT_ASSIGN(const std::vector<double> sizes, numbers(3));
  if (scales.empty() == sizes.empty() && !dims.empty())
    return Invalid("{} scales and {} sizes are given, but either of them is required",
                   scales.size(), sizes.size());
  std::vector<Axis> axes = AxesOf(x->shape);
  if (by.coordinates == Coordinates::Crop) {
    WEFT_ASSIGN(const std::vector<double> roi, numbers(1));
    if (roi.size() != 2 * dims.size())
      return Invalid("roi has {} numbers, but {} are required", roi.size(), 2 * dims.size());
    for (size_t i = 0; i < dims.size(); ++i) {
      axes[size_t(dims[i])].begin = roi[i];
      axes[size_t(dims[i])].end = roi[i + dims.size()];
      if (!std::isfinite(roi[i]) || !std::isfinite(roi[i + dims.size()]))
        return Invalid("roi has {} and {} for dimension {}, but finite numbers are required",
                       roi[i], roi[i + dims.size()], dims[i]);
    }
  }
  if (sizes.empty()) {
    WEFT_RETURN_IF_ERROR(Scale(scales, by, dims, axes));
    return ResizeBy(c, x, by, axes);
  }
  if (sizes.size() != dims.size())
    return Invalid("there are {} sizes, but {} dimensions to resize", sizes.size(), dims.size());
  double one = policy == Policy::NotLarger ? INFINITY : 0;
  for (size_t i = 0; i < dims.size(); ++i) {
    Axis& axis = axes[size_t(dims[i])];
    if (!(sizes[i] >= 0) || sizes[i] > double(kMaxElements))
      return Invalid("sizes[{}] is {}, but it must be 0 to {}", i, sizes[i], kMaxElements);
    if (axis.inputs == 0 && sizes[i] > 0)
      return Invalid("sizes[{}] is {}, but the input has the shape {}", i, sizes[i],
                     ToString(x->shape));
    axis.outputs = int64_t(sizes[i]);
    axis.scale = axis.inputs == 0 ? 1 : double(axis.outputs) / double(axis.inputs);
    one = policy == Policy::NotLarger ? std::min(one, axis.scale) : std::max(one, axis.scale);
  }
  if (policy != Policy::Stretch)
    for (const int dim : dims) {
      Axis& axis = axes[size_t(dim)];
      axis.scale = one;
      const double outputs = std::floor(one * double(axis.inputs) + 0.5);
      if (!(outputs <= double(kMaxElements)))
        return Invalid("sizes are {}, which makes {} elements of {} in the same ratio",
                       ToString(Shape(sizes.begin(), sizes.end())), outputs, axis.inputs);
      axis.outputs = int64_t(outputs);
    }
  return ResizeBy(c, x, by, axes);
}

}  // namespace

void AddResampling(Registry& r) {
  r.Add("Resize", 10, kNewestVersion, Resize);
  r.Add("Upsample", Upsample);
}

}  // namespace weft::onnx
