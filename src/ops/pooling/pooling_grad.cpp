// SPDX-License-Identifier: MIT
// AVERAGE_POOLING_GRAD, MAX_POOLING_GRAD: gradients of windows back to their elements. A mean is a
// separable linear filter, so its gradient is the transposed filter. The gradient of a maximum goes
// to one element, which is searched for again.
#include <algorithm>
#include <cstring>

#include "base/error.h"
#include "base/parallel.h"
#include "generated/ops/implementations.h"
#include "ops/pooling/pooling_windows.h"
#include "ops/resampling/separable.h"
#include "program/float_operand.h"
#include "program/infer_sizes.h"

namespace weft::ops {
namespace {

Pooling ForwardOf(const AveragePoolingGrad& op) {
  return {"AVERAGE_POOLING_GRAD", "OutputGradientTensor", op.output_gradient,
          "InputGradientTensor",  op.input_gradient,      op.strides,
          op.window_size,         op.start_padding,       op.end_padding};
}
Pooling ForwardOf(const MaxPoolingGrad& op) {
  return {"MAX_POOLING_GRAD", "InputTensor", op.input,       "InputGradientTensor",
          op.input_gradient,  op.strides,    op.window_size, op.start_padding,
          op.end_padding,     op.dilations};
}

// Each output is the mean of its window along one dimension.
Result<Filter> MeansOf(const WindowDim& dim, bool include_padding) {
  Filter filter(dim.input_size);
  for (int64_t o = 0; o < dim.output_size; ++o) {
    const WindowRange inside = dim.Inside(o);
    const int64_t divisor = include_padding ? dim.window : std::max<int64_t>(inside.Count(), 1);
    const auto weight = float(1.0 / double(divisor));
    if (filter.terms() + inside.Count() > kMostTerms || o > kMostTerms)
      return NotSupported(
          "AVERAGE_POOLING_GRAD: WindowSize is {}, but more than {} elements in the windows of a "
          "dimension are not supported",
          dim.window, kMostTerms);
    for (int64_t k = inside.begin; k < inside.end; ++k)
      filter.Add(o * dim.stride + k * dim.dilation - dim.start, weight);
    filter.FinishOutput();
  }
  return filter;
}

struct __attribute__((packed, may_alias)) UnalignedFloat {
  float value;
};

// Adds up the gradients of planes `begin` to `end` - 1, one after the other.
void AddPlanes(UnalignedFloat* sums, int64_t plane_elements, const UnalignedFloat* gradients,
               const std::byte* indices, int64_t plane_gradients, int64_t begin, int64_t end) {
  std::fill(sums + begin * plane_elements, sums + end * plane_elements, UnalignedFloat{0});
  for (int64_t i = begin * plane_gradients; i < end * plane_gradients; ++i) {
    uint32_t index;
    std::memcpy(&index, indices + i * int64_t(sizeof index), sizeof index);
    if (index != kNoIndex) sums[index].value += gradients[i].value;
  }
}

}  // namespace

// The caller gives the sizes.
void Infer(AveragePoolingGrad& op) { FillType(op.output_gradient, op.input_gradient.type); }

Status Validate(const AveragePoolingGrad& op) { return CheckPooling(ForwardOf(op)); }
Status Validate(const MaxPoolingGrad& op) { return CheckPooling(ForwardOf(op)); }

Result<Program> Plan(const AveragePoolingGrad& op) {
  if (op.output_gradient.layout.ElementCount() == 0) return Program{.run = [](const Bindings&) {}};
  Filters filters(2);  // none for batch and channel
  for (const WindowDim& dim : WindowsOf(ForwardOf(op))) {
    WEFT_ASSIGN(const Filter means, MeansOf(dim, op.include_padding));
    filters.push_back(means.Transposed());
  }
  return FilterProgram("AVERAGE_POOLING_GRAD", op.output_gradient, op.input_gradient,
                       std::move(filters));
}

Result<Program> Plan(const MaxPoolingGrad& op) {
  Temporary space;
  const FloatInput gradient(op.input_gradient, space, FloatOrder::RowMajor);
  const FloatOutput sums(op.output_gradient, space, FloatOrder::RowMajor);
  const Layout windows = Layout::Packed(op.input_gradient.sizes());
  const int64_t count = windows.ElementCount();
  const int64_t values = space.Add(count * (SizeBits(op.input.type) / 8));
  const int64_t indices = space.Add(count * int64_t(sizeof(uint32_t)));
  const WindowPlan find(
      {.kind = WindowFunction::Largest, .type = op.input.type, .index_bytes = sizeof(uint32_t)},
      WindowRows(windows, op.input.layout, windows, WindowsOf(ForwardOf(op))));
  const int64_t planes = op.input.sizes()[0] * op.input.sizes()[1];
  const int64_t elements = op.input.layout.ElementCount();
  return Program{
      .run =
          [=](const Bindings& bind) {
            if (elements == 0) return;
            std::byte* memory = bind.temporary;
            find.Run(memory + values, memory + indices, bind.Input(0));
            const auto* from =
                reinterpret_cast<const UnalignedFloat*>(gradient.Load(bind.Input(1), memory));
            auto* to = reinterpret_cast<UnalignedFloat*>(sums.Target(bind.Output(0), memory));
            const int64_t work = (elements + 2 * count) * int64_t(sizeof(float));
            ParallelSlices(ThreadsFor(work), planes, [&](int64_t begin, int64_t end) {
              AddPlanes(to, elements / planes, from, memory + indices, count / planes, begin, end);
            });
            sums.Store(bind.Output(0), memory);
          },
      .temporary_bytes = space.bytes()};
}

}  // namespace weft::ops
