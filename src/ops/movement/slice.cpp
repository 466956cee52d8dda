// SPDX-License-Identifier: MIT
// SLICE, SLICE1, SLICE_GRAD: a window of a tensor, read or written in steps.
//
// A window is a view: the same buffer with another offset and other strides. So a slice is a
// strided copy out of a view of the input, and its gradient a copy into a view of the output.
#include <algorithm>
#include <cstdlib>
#include <limits>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "generated/ops/implementations.h"
#include "program/infer_sizes.h"
#include "program/program.h"
#include "strided/copy.h"
#include "strided/view.h"

namespace weft::ops {
namespace {

// The tensor that has the window and the tensor of the picked elements, with their names for
// messages.
struct WindowedTensors {
  std::string_view op;
  std::string_view whole_field;
  const TensorDesc& whole;
  std::string_view picked_field;
  const TensorDesc& picked;
};

Status CheckCount(const WindowedTensors& tensors, std::string_view field, size_t count) {
  if (count == size_t(tensors.whole.rank())) return Ok();
  return Invalid("{}: {} has {} values, but {} has {} dimensions", tensors.op, field, count,
                 tensors.whole_field, tensors.whole.rank());
}

Status CheckWindow(const WindowedTensors& tensors, const std::vector<uint32_t>& offsets,
                   const std::vector<uint32_t>& sizes, const std::vector<int32_t>& strides) {
  WEFT_RETURN_IF_ERROR(CheckCount(tensors, "InputWindowOffsets", offsets.size()));
  WEFT_RETURN_IF_ERROR(CheckCount(tensors, "InputWindowSizes", sizes.size()));
  WEFT_RETURN_IF_ERROR(CheckCount(tensors, "InputWindowStrides", strides.size()));
  for (int dim = 0; dim < tensors.whole.rank(); ++dim) {
    const int64_t offset = offsets[dim], size = sizes[dim], stride = strides[dim];
    const int64_t whole = tensors.whole.sizes()[dim], picked = tensors.picked.sizes()[dim];
    if (size == 0)
      return Invalid("{}: InputWindowSizes[{}] is 0, but every window size must be at least 1",
                     tensors.op, dim);
    if (offset + size > whole)
      return Invalid(
          "{}: InputWindowOffsets[{}] + InputWindowSizes[{}] is {} + {} = {}, but "
          "{}.Sizes[{}] is {}",
          tensors.op, dim, dim, offset, size, offset + size, tensors.whole_field, dim, whole);
    if (stride == 0)
      return Invalid("{}: InputWindowStrides[{}] is 0, but a stride must not be 0", tensors.op,
                     dim);
    if (stride == std::numeric_limits<int32_t>::min())
      return Invalid("{}: InputWindowStrides[{}] is {}, but its magnitude must be at most {}",
                     tensors.op, dim, stride, std::numeric_limits<int32_t>::max());
    const int64_t reachable = 1 + (size - 1) / std::abs(stride);
    if (picked > reachable)
      return Invalid(
          "{}: {}.Sizes[{}] is {}, but a window of {} with stride {} reaches "
          "1 + ({} - 1) / {} = {} elements",
          tensors.op, tensors.picked_field, dim, picked, size, stride, size, std::abs(stride),
          reachable);
  }
  return Ok();
}

// The picked elements as a layout of the whole tensor's buffer. A dimension of one element gets
// stride 0: its own stride is arbitrary and could overflow.
Layout View(const Layout& whole, const Sizes& picked, const std::vector<uint32_t>& starts,
            auto stride_of) {
  Layout view = {picked, Strides::Filled(picked.rank(), 0), whole.offset};
  for (int dim = 0; dim < picked.rank(); ++dim) {
    view.offset += int64_t(starts[dim]) * StepOf(whole, dim);
    if (picked[dim] > 1) view.strides[dim] = stride_of(dim) * whole.strides[dim];
  }
  return view;
}

template <class Op>
Layout WindowView(const Op& op, const Layout& whole, const Sizes& picked) {
  std::vector<uint32_t> starts = op.input_window_offsets;
  for (int dim = 0; dim < picked.rank(); ++dim)
    if (op.input_window_strides[dim] < 0) starts[dim] += op.input_window_sizes[dim] - 1;
  return View(whole, picked, starts,
              [&](int dim) { return int64_t(op.input_window_strides[dim]); });
}

}  // namespace

void Infer(Slice& op) {
  Sizes sizes = op.input.sizes();
  if (op.sizes.size() == size_t(op.input.rank())) std::ranges::copy(op.sizes, sizes.begin());
  Fill(op.output, op.input.type, sizes);
}

Status Validate(const Slice& op) {
  const WindowedTensors tensors = {"SLICE", "InputTensor", op.input, "OutputTensor", op.output};
  WEFT_RETURN_IF_ERROR(CheckCount(tensors, "Offsets", op.offsets.size()));
  WEFT_RETURN_IF_ERROR(CheckCount(tensors, "Sizes", op.sizes.size()));
  WEFT_RETURN_IF_ERROR(CheckCount(tensors, "Strides", op.strides.size()));
  for (int dim = 0; dim < op.input.rank(); ++dim) {
    const int64_t offset = op.offsets[dim], size = op.sizes[dim], stride = op.strides[dim];
    if (size != op.output.sizes()[dim])
      return Invalid("SLICE: Sizes[{}] is {}, but OutputTensor.Sizes[{}] is {}", dim, size, dim,
                     op.output.sizes()[dim]);
    // At most 2^32 + 2^32 * 2^32, which a signed 64-bit product could not hold.
    const unsigned __int128 last = (unsigned __int128)(stride) * (size - 1) + offset;
    if (last >= (unsigned __int128)(op.input.sizes()[dim]))
      return Invalid(
          "SLICE: Offsets[{}] + Strides[{}] * (Sizes[{}] - 1) is {} + {} * ({} - 1) = "
          "{}, but InputTensor.Sizes[{}] is {}",
          dim, dim, dim, offset, stride, size, last, dim, op.input.sizes()[dim]);
  }
  return Ok();
}

Result<Program> Plan(const Slice& op) {
  const Layout view = View(op.input.layout, op.output.sizes(), op.offsets,
                           [&](int dim) { return int64_t(op.strides[dim]); });
  return CopyProgram(op.output, view);
}

void Infer(Slice1& op) {
  Fill(op.output, op.input.type,
       SlicedSizes(op.input.sizes(), op.input_window_sizes, op.input_window_strides));
}

Status Validate(const Slice1& op) {
  return CheckWindow({"SLICE1", "InputTensor", op.input, "OutputTensor", op.output},
                     op.input_window_offsets, op.input_window_sizes, op.input_window_strides);
}

Result<Program> Plan(const Slice1& op) {
  const Layout view = WindowView(op, op.input.layout, op.output.sizes());
  return CopyProgram(op.output, view);
}

// The caller gives the sizes.
void Infer(SliceGrad& op) { FillType(op.output_gradient, op.input_gradient.type); }

Status Validate(const SliceGrad& op) {
  return CheckWindow({"SLICE_GRAD", "OutputGradientTensor", op.output_gradient,
                      "InputGradientTensor", op.input_gradient},
                     op.input_window_offsets, op.input_window_sizes, op.input_window_strides);
}

Result<Program> Plan(const SliceGrad& op) {
  const int bits = SizeBits(op.output_gradient.type);
  const Layout& whole = op.output_gradient.layout;
  const CopyPlan clear(bits, whole, OneElement(whole.sizes));
  const CopyPlan scatter(bits, WindowView(op, whole, op.input_gradient.sizes()),
                         op.input_gradient.layout);
  return Program{.run = [clear, scatter](const Bindings& bind) {
    static constexpr std::byte kZero[8] = {};
    clear.Run(bind.Output(0), kZero);
    scatter.Run(bind.Output(0), bind.Input(0));
  }};
}

}  // namespace weft::ops
