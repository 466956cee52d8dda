// SPDX-License-Identifier: MIT
// JOIN: tensors one after another along Axis. SPLIT: the way back.
//
// Each of the tensors is a slice of the whole tensor along the axis, and a slice is a view. So each
// is one strided copy.
#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "generated/ops/implementations.h"
#include "program/infer_sizes.h"
#include "program/program.h"
#include "strided/copy_sequence.h"
#include "strided/tile_kernels.h"
#include "strided/view.h"

namespace weft::ops {
namespace {

// The whole tensor and its slices, with their names for messages.
struct SlicedTensor {
  std::string_view op;
  std::string_view whole_field;
  const TensorDesc& whole;
  std::string_view slices_field;
  const std::vector<TensorDesc>& slices;
};

Status CheckSlices(const SlicedTensor& tensor, uint32_t axis) {
  const auto& [op, whole_field, whole, slices_field, slices] = tensor;
  if (axis >= uint32_t(whole.rank()))
    return Invalid("{}: Axis is {}, but {} has {} dimensions", op, axis, whole_field, whole.rank());
  int64_t along_axis = 0;  // cannot wrap: that would take 2^31 slices of the largest size
  for (size_t i = 0; i < slices.size(); ++i) {
    along_axis += slices[i].sizes()[int(axis)];
    for (int dim = 0; dim < whole.rank(); ++dim)
      if (dim != int(axis) && slices[i].sizes()[dim] != whole.sizes()[dim])
        return Invalid("{0}: {1}[{2}].Sizes[{3}] is {4}, but {5}.Sizes[{3}] is {6}", op,
                       slices_field, i, dim, slices[i].sizes()[dim], whole_field,
                       whole.sizes()[dim]);
  }
  if (along_axis != whole.sizes()[int(axis)])
    return Invalid("{0}: the sum of all {1}[i].Sizes[{2}] is {3}, but {4}.Sizes[{2}] is {5}", op,
                   slices_field, axis, along_axis, whole_field, whole.sizes()[int(axis)]);
  return Ok();
}

// make(view, i) returns the copy between tensor i and its slice of the whole, which has `layout`.
// `last` is a copy that runs after all of them.
template <class Make>
CopySequence SliceCopies(const TensorDesc& whole, const Layout& layout,
                         const std::vector<TensorDesc>& slices, uint32_t axis, Make make,
                         const std::optional<CopyStep>& last = std::nullopt) {
  std::vector<CopyStep> steps;
  steps.reserve(slices.size() + 1);
  int64_t begin = 0;
  for (int i = 0; i < int(slices.size()); ++i) {
    const int64_t size = slices[size_t(i)].sizes()[int(axis)];
    steps.push_back(make(Narrow(layout, int(axis), begin, size), i));
    begin += size;
  }
  std::vector<int> shared = OutermostFirst(whole.layout);
  shared.erase(std::ranges::find(shared, int(axis)), shared.end());
  if (last) steps.push_back(*last);
  return CopySequence(SizeBits(whole.type), steps, shared, last ? StepOrder::Kept : StepOrder::Any);
}

// Rows shorter than this are assembled in a block before they are streamed.
constexpr int64_t kShortRowBytes = 1 << 10;

// Whether the output is larger than the caches and each slice writes it in short rows.
bool StreamsShortRows(const Join& op) {
  const Layout& to = op.output.layout;
  const int bits = SizeBits(op.output.type);
  if (to.ElementCount() * bits / 8 < kStreamBytes) return false;
  // Elements that lie together at one index of the axis, and all of it.
  int64_t inner = 1;
  for (int dim = 0; dim < to.rank(); ++dim)
    if (std::abs(to.strides[dim]) < std::abs(to.strides[int(op.axis)])) inner *= to.sizes[dim];
  const int64_t row = inner * to.sizes[int(op.axis)] / int64_t(op.inputs.size());
  return row * bits / 8 < kShortRowBytes;
}

Program SequenceProgram(const CopySequence& copies) {
  return {.run = [copies](const Bindings& bind) {
    copies.Run([&](int i) { return bind.Output(i); }, [&](int i) { return bind.Input(i); });
  }};
}

}  // namespace

void Infer(Join& op) {
  if (op.inputs.empty()) return Fill(op.output, DataType::Float32, {1});  // Validate will say
  Sizes sizes = op.inputs[0].sizes();
  if (op.axis < uint32_t(sizes.rank()))
    for (size_t i = 1; i < op.inputs.size(); ++i)
      if (op.inputs[i].rank() == sizes.rank())
        sizes[int(op.axis)] =
            SizeOf(Wide(sizes[int(op.axis)]) + op.inputs[i].sizes()[int(op.axis)]);
  Fill(op.output, op.inputs[0].type, sizes);
}

Status Validate(const Join& op) {
  return CheckSlices({"JOIN", "OutputTensor", op.output, "InputTensors", op.inputs}, op.axis);
}

Result<Program> Plan(const Join& op) {
  const auto copies_into = [&](const Layout& layout, int buffer,
                               const std::optional<CopyStep>& last) {
    return SliceCopies(
        op.output, layout, op.inputs, op.axis,
        [&](const Layout& view, int i) -> CopyStep {
          return {view, op.inputs[size_t(i)].layout, buffer, i};
        },
        last);
  };
  if (StreamsShortRows(op)) {
    const Layout block = PackedLike(op.output.layout);
    const CopySequence copies =
        copies_into(block, kBlockBuffer, CopyStep{op.output.layout, block, 0, kBlockBuffer});
    if (copies.InBlocks()) return SequenceProgram(copies);
  }
  return SequenceProgram(copies_into(op.output.layout, 0, std::nullopt));
}

// The caller gives the sizes.
void Infer(Split& op) {
  for (TensorDesc& output : op.outputs) FillType(output, op.input.type);
}

Status Validate(const Split& op) {
  return CheckSlices({"SPLIT", "InputTensor", op.input, "OutputTensors", op.outputs}, op.axis);
}

Result<Program> Plan(const Split& op) {
  std::vector<Layout> views;
  Program program = SequenceProgram(SliceCopies(
      op.input, op.input.layout, op.outputs, op.axis, [&](const Layout& view, int i) -> CopyStep {
        views.push_back(view);
        return {.dst = op.outputs[size_t(i)].layout, .src = view, .dst_buffer = i};
      }));
  program.views = std::move(views);
  return program;
}

}  // namespace weft::ops
