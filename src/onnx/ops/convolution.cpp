// SPDX-License-Identifier: MIT
// Convolutions and their transposition. DirectML's have one to three dimensions with channels.
#include <algorithm>

#include "onnx/families.h"
#include "onnx/ops/typed.h"
#include "onnx/ops/windows.h"

namespace weft::onnx {
namespace {

// One number for each channel, as a tensor of the input's rank.
Result<Expression> PerChannel(Conversion& c, const ValueRef& value, size_t rank) {
  WEFT_ASSIGN(const Expression in, c.Device(value));
  Sizes sizes = Sizes::Filled(int(rank), 1);
  sizes[1] = value->count();
  return c.Reshape(in, sizes);
}

Status Convolve(Conversion& c, const ValueRef& x, const ValueRef& w, const Windows& windows,
                ConvolutionDirection direction, const std::vector<int64_t>& output_padding,
                const Shape& shape) {
  const size_t rank = x->rank();
  if (rank > 5) return NotSupported("convolutions of {} dimensions are not supported", rank - 2);
  WEFT_ASSIGN(const DataType compute, ComputeType(Convolution::kType, x->type));
  WEFT_ASSIGN(Expression in, c.Device(x));
  WEFT_ASSIGN(Expression filter, c.Device(w));
  std::vector<Expression> inputs = {c.Cast(in, compute), c.Cast(filter, compute)};
  Convolution op = {.output = TensorDesc(compute, SizesOf(shape)),
                    .mode = ConvolutionMode::CrossCorrelation,
                    .direction = direction,
                    .strides = Windows::Unsigned(windows.strides),
                    .dilations = Windows::Unsigned(windows.dilations),
                    .start_padding = Windows::Unsigned(windows.begin),
                    .end_padding = Windows::Unsigned(windows.end),
                    .output_padding = Windows::Unsigned(output_padding),
                    .group_count = uint32_t(c.Int("group", 1))};
  if (const ValueRef& bias = c.Optional(2)) {
    if (bias->count() != shape[1])
      return Invalid("the bias has the shape {}, but there are {} output channels",
                     ToString(bias->shape), shape[1]);
    WEFT_ASSIGN(const Expression added, PerChannel(c, bias, rank));
    inputs.push_back(c.Cast(added, compute));
    op.bias = inputs.back().desc();
  }
  return c.Give(0, c.Cast(GraphBuilder::AddOne(std::move(op), inputs), DataTypeOf(x->type)),
                x->type, shape);
}

Status Conv(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  WEFT_ASSIGN(const ValueRef w, c.TensorInput(1));
  const int64_t groups = c.Int("group", 1);
  if (w->rank() != x->rank() || x->rank() < 3 || groups < 1 || x->shape[1] % groups != 0 ||
      w->shape[1] != x->shape[1] / groups || w->shape[0] % groups != 0)
    return Invalid(
        "the input has the shape {}, the filter {} and group is {}, which do not fit together",
        ToString(x->shape), ToString(w->shape), groups);
  WEFT_ASSIGN(const Windows windows,
              WindowsOf(c, x->shape, {w->shape.begin() + 2, w->shape.end()}));
  Shape shape = {x->shape[0], w->shape[0]};
  shape.insert(shape.end(), windows.outputs.begin(), windows.outputs.end());
  if (std::ranges::find(shape, 0) != shape.end()) return GiveEmpty(c, 0, x->type, shape);
  return Convolve(c, x, w, windows, ConvolutionDirection::Forward,
                  std::vector<int64_t>(windows.dims(), 0), shape);
}

Status ConvTranspose(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  WEFT_ASSIGN(const ValueRef w, c.TensorInput(1));
  const int64_t groups = c.Int("group", 1);
  if (w->rank() != x->rank() || x->rank() < 3 || groups < 1 || w->shape[0] != x->shape[1])
    return Invalid("the input has the shape {} and the filter {}, which do not fit together",
                   ToString(x->shape), ToString(w->shape));
  const size_t dims = x->rank() - 2;
  Windows windows;
  windows.kernel = c.Ints("kernel_shape", {w->shape.begin() + 2, w->shape.end()});
  windows.strides = c.Ints("strides", std::vector<int64_t>(dims, 1));
  windows.dilations = c.Ints("dilations", std::vector<int64_t>(dims, 1));
  const std::vector<int64_t> pads = c.Ints("pads", std::vector<int64_t>(2 * dims, 0));
  std::vector<int64_t> added = c.Ints("output_padding", std::vector<int64_t>(dims, 0));
  std::vector<int64_t> wanted = c.Ints("output_shape");
  if (wanted.size() == dims + 2) wanted.erase(wanted.begin(), wanted.begin() + 2);
  if (windows.kernel.size() != dims || windows.strides.size() != dims || added.size() != dims ||
      windows.dilations.size() != dims || pads.size() != 2 * dims ||
      (!wanted.empty() && wanted.size() != dims))
    return Invalid(
        "kernel_shape, strides, dilations, pads or output_padding do not fit the shape {}",
        ToString(x->shape));
  constexpr int64_t kMost = int64_t(1) << 31;
  const auto all_inside = [](const std::vector<int64_t>& numbers, int64_t least) {
    return std::ranges::all_of(numbers, [&](int64_t n) { return n >= least && n <= kMost; });
  };
  if (!all_inside(windows.kernel, 1) || !all_inside(windows.strides, 1) ||
      !all_inside(windows.dilations, 1) || !all_inside(pads, 0) || !all_inside(added, 0) ||
      !all_inside(wanted, 1) || groups > kMost)
    return Invalid(
        "kernel_shape is {}, strides are {}, dilations {}, pads {} and output_padding {}, but no "
        "number may be negative, and only padding 0",
        ToString(windows.kernel), ToString(windows.strides), ToString(windows.dilations),
        ToString(pads), ToString(added));
  const std::string_view automatic = c.Text("auto_pad", "NOTSET");
  Shape shape = {x->shape[0], w->shape[1] * groups};
  for (size_t i = 0; i < dims; ++i) {
    const int64_t reach = (windows.kernel[i] - 1) * windows.dilations[i] + 1;
    const int64_t whole = (x->shape[i + 2] - 1) * windows.strides[i] + reach + added[i];
    int64_t begin = pads[i], end = pads[i + dims];
    const bool same = automatic == "SAME_UPPER" || automatic == "SAME_LOWER";
    if (!wanted.empty() || same) {
      const int64_t size = wanted.empty() ? x->shape[i + 2] * windows.strides[i] : wanted[i];
      const int64_t all = whole - size;
      if (all < 0) {  // the result is longer than the windows reach
        added[i] -= all;
        begin = end = 0;
      } else {
        begin = automatic == "SAME_UPPER" ? all / 2 : all - all / 2;
        if (automatic == "NOTSET") begin = all / 2;
        end = all - begin;
      }
    }
    windows.begin.push_back(begin);
    windows.end.push_back(end);
    shape.push_back((x->shape[i + 2] - 1) * windows.strides[i] + reach + added[i] - begin - end);
    if (begin < 0 || end < 0 || shape.back() < 1)
      return Invalid("pads are {}, which do not fit the shape {}", ToString(pads),
                     ToString(x->shape));
  }
  return Convolve(c, x, w, windows, ConvolutionDirection::Backward, added, shape);
}

}  // namespace

void AddConvolution(Registry& r) {
  r.Add("Conv", Conv);
  r.Add("ConvTranspose", ConvTranspose);
}

}  // namespace weft::onnx
