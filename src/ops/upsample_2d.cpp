// SPDX-License-Identifier: MIT
// UPSAMPLE_2D: height and width enlarged by whole factors; pixels are areas, sampled at their
// centres.
//
// The nearest neighbour of a pixel is the one it lies in, so NEAREST_NEIGHBOR is a strided copy
// that repeats rows and columns. LINEAR blends the two nearest rows, then the two nearest columns,
// in float32; beyond the edge lies the edge.
#include <algorithm>
#include <cstring>

#include "base/error.h"
#include "base/parallel.h"
#include "generated/ops/implementations.h"
#include "kernels/element.h"
#include "ops/program.h"
#include "strided/parallel_nest.h"

namespace weft::ops {
namespace {

// Where pixel q * scale + r of the output lies between pixels of the input: at
// (q * scale + r + 0.5) / scale - 0.5, that is `fraction` of the way from q + below to the next.
struct Phase {
  int64_t below;  // -1 or 0
  float fraction;
};
Phase PhaseOf(int64_t r, int64_t scale) {
  const double at = (double(r) + 0.5) / double(scale) - 0.5;
  return at < 0 ? Phase{-1, float(at + 1)} : Phase{0, float(at)};
}

// At fraction 0 the other value must not matter, whatever it is.
float Blend(float a, float b, float fraction) {
  return fraction == 0 ? a : a * (1 - fraction) + b * fraction;
}

struct Axis {
  int64_t size;  // of the input
  int64_t scale;
  int64_t input_step, output_step;

  int64_t Inside(int64_t i) const { return std::clamp<int64_t>(i, 0, size - 1); }
};
Axis AxisOf(const Layout& output, const Layout& input, int dim, int64_t scale) {
  const int64_t size = input.sizes[dim];
  return {size, scale, size > 1 ? input.strides[dim] : 0,
          output.sizes[dim] > 1 ? output.strides[dim] : 0};
}

template <class T>
T Load(const std::byte* at, int64_t offset) {
  T element;
  std::memcpy(&element, at + offset * int64_t(sizeof(T)), sizeof(T));
  return element;
}

// One row of the output: pixel y of `rows`, every pixel of `columns`.
template <class T>
void LinearRow(std::byte* output, const std::byte* input, const Axis& rows, const Axis& columns,
               int64_t y) {
  constexpr int64_t kStretch = 256;  // pixels of the input that are blended between rows at once
  float blended[kStretch + 2];       // and one more on either side
  const Phase phase = PhaseOf(y % rows.scale, rows.scale);
  const int64_t above = y / rows.scale + phase.below;
  const int64_t first_row = rows.Inside(above) * rows.input_step;
  const int64_t second_row = rows.Inside(above + 1) * rows.input_step;
  for (int64_t begin = 0; begin < columns.size; begin += kStretch) {
    const int64_t count = std::min(kStretch, columns.size - begin);
    for (int64_t i = 0; i < count + 2; ++i) {
      const int64_t column = columns.Inside(begin + i - 1) * columns.input_step;
      blended[i] =
          Blend(ConvertElement<float>(Load<T>(input, first_row + column)),
                ConvertElement<float>(Load<T>(input, second_row + column)), phase.fraction);
    }
    for (int64_t r = 0; r < columns.scale; ++r) {
      const auto [below, fraction] = PhaseOf(r, columns.scale);
      const float* from = blended + 1 + below;
      int64_t to = (begin * columns.scale + r) * columns.output_step;
      for (int64_t i = 0; i < count; ++i, to += columns.scale * columns.output_step) {
        const T element = ConvertElement<T>(Blend(from[i], from[i + 1], fraction));
        std::memcpy(output + to * int64_t(sizeof(T)), &element, sizeof(T));
      }
    }
  }
}

Program LinearProgram(const Upsample2D& op) {
  const Layout &to = op.output.layout, &from = op.input.layout;
  const int height = to.rank() - 2, width = to.rank() - 1;
  const Axis rows = AxisOf(to, from, height, op.scale_size.height);
  const Axis columns = AxisOf(to, from, width, op.scale_size.width);
  LoopNest<3> lines;  // the output, the input's image, the output's row
  lines.offset = {to.offset, from.offset, 0};
  for (int dim = 0; dim < height; ++dim)
    lines.Push({to.sizes[dim], {to.strides[dim], from.strides[dim], 0}});
  lines.Push({to.sizes[height], {rows.output_step, 0, 1}});
  return DispatchType(op.output.type, [&]<class T>(ElementTag<T>) {
    constexpr int64_t size = sizeof(T);
    return Program{.run = [=, bytes = to.ElementCount() * size](const Bindings& bind) {
      ForEachPart(lines, {}, ThreadsFor(bytes), [&](const LoopNest<3>& part) {
        ForEachOffset(part, [&](const std::array<int64_t, 3>& offset) {
          LinearRow<T>(bind.Output(0) + offset[0] * size, bind.Input(0) + offset[1] * size, rows,
                       columns, offset[2]);
        });
      });
    }};
  });
}

// Each of the two dimensions as {pixel, repeat}.
Program NearestProgram(const Upsample2D& op) {
  const Layout &to = op.output.layout, &from = op.input.layout;
  const int height = to.rank() - 2;
  LoopNest<2> nest;
  nest.offset = {to.offset, from.offset};
  for (int dim = 0; dim < to.rank(); ++dim) {
    const int64_t repeats = dim < height    ? 1
                            : dim == height ? op.scale_size.height
                                            : op.scale_size.width;
    if (from.sizes[dim] > 1)
      nest.Push({from.sizes[dim], {repeats * to.strides[dim], from.strides[dim]}});
    if (repeats > 1) nest.Push({repeats, {to.strides[dim], 0}});
  }
  return CopyProgram(CopyPlan(SizeBits(op.output.type), nest));
}

}  // namespace

Status Validate(const Upsample2D& op) {
  const int height = op.input.rank() - 2;
  for (int dim = 0; dim < op.input.rank(); ++dim) {
    const int64_t input_size = op.input.sizes()[dim], output_size = op.output.sizes()[dim];
    if (dim < height) {
      if (output_size == input_size) continue;
      return Invalid(
          "UPSAMPLE_2D: OutputTensor.Sizes[{0}] is {1}, but InputTensor.Sizes[{0}] is {2}", dim,
          output_size, input_size);
    }
    const char* name = dim == height ? "Height" : "Width";
    const uint64_t scale = dim == height ? op.scale_size.height : op.scale_size.width;
    if (scale == 0)
      return Invalid("UPSAMPLE_2D: ScaleSize.{} is 0, but it must be at least 1", name);
    const uint64_t wanted = uint64_t(input_size) * scale;  // below 2^64
    if (wanted != uint64_t(output_size))
      return Invalid(
          "UPSAMPLE_2D: OutputTensor.Sizes[{0}] is {1}, but InputTensor.Sizes[{0}] * ScaleSize.{2} "
          "is {3} * {4} = {5}",
          dim, output_size, name, input_size, scale, wanted);
  }
  return Ok();
}

Result<Program> Plan(const Upsample2D& op) {
  return op.interpolation_mode == InterpolationMode::Linear ? LinearProgram(op)
                                                            : NearestProgram(op);
}

}  // namespace weft::ops
