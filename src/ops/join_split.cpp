// SPDX-License-Identifier: MIT
// JOIN: tensors one after another along Axis. SPLIT: the way back.
//
// A piece is a range of the whole tensor's axis, and that is a view: each piece is one strided
// copy.
#include <string_view>
#include <vector>

#include "base/error.h"
#include "generated/ops/implementations.h"
#include "ops/program.h"
#include "strided/copy_sequence.h"
#include "strided/view.h"

namespace weft::ops {
namespace {

// The whole tensor and its pieces, as messages name them.
struct PiecedTensor {
  std::string_view op;
  std::string_view whole_field;
  const TensorDesc& whole;
  std::string_view pieces_field;
  const std::vector<TensorDesc>& pieces;
};

Status CheckPieces(const PiecedTensor& tensor, uint32_t axis) {
  const auto& [op, whole_field, whole, pieces_field, pieces] = tensor;
  if (axis >= uint32_t(whole.rank()))
    return Invalid("{}: Axis is {}, but {} has {} dimensions", op, axis, whole_field, whole.rank());
  int64_t along_axis = 0;  // cannot wrap: that would take 2^31 pieces of the greatest size
  for (size_t i = 0; i < pieces.size(); ++i) {
    along_axis += pieces[i].sizes()[int(axis)];
    for (int dim = 0; dim < whole.rank(); ++dim)
      if (dim != int(axis) && pieces[i].sizes()[dim] != whole.sizes()[dim])
        return Invalid("{0}: {1}[{2}].Sizes[{3}] is {4}, but {5}.Sizes[{3}] is {6}", op,
                       pieces_field, i, dim, pieces[i].sizes()[dim], whole_field,
                       whole.sizes()[dim]);
  }
  if (along_axis != whole.sizes()[int(axis)])
    return Invalid("{0}: the sum of all {1}[i].Sizes[{2}] is {3}, but {4}.Sizes[{2}] is {5}", op,
                   pieces_field, axis, along_axis, whole_field, whole.sizes()[int(axis)]);
  return Ok();
}

// make(view, i): the copy between piece i and its part of the whole.
template <class Make>
CopySequence PieceCopies(const TensorDesc& whole, const std::vector<TensorDesc>& pieces,
                         uint32_t axis, Make make) {
  std::vector<CopyStep> steps;
  steps.reserve(pieces.size());
  int64_t begin = 0;
  for (int i = 0; i < int(pieces.size()); ++i) {
    const int64_t size = pieces[size_t(i)].sizes()[int(axis)];
    steps.push_back(make(Narrow(whole.layout, int(axis), begin, size), i));
    begin += size;
  }
  return CopySequence(SizeBits(whole.type), whole.layout, steps, StepOrder::Any);
}

Program SequenceProgram(const CopySequence& copies) {
  return {.run = [copies](const Bindings& bind) {
    copies.Run([&](int i) { return bind.Output(i); }, [&](int i) { return bind.Input(i); });
  }};
}

}  // namespace

Status Validate(const Join& op) {
  return CheckPieces({"JOIN", "OutputTensor", op.output, "InputTensors", op.inputs}, op.axis);
}

Result<Program> Plan(const Join& op) {
  return SequenceProgram(
      PieceCopies(op.output, op.inputs, op.axis, [&](const Layout& view, int i) -> CopyStep {
        return {.dst = view, .src = op.inputs[size_t(i)].layout, .src_buffer = i};
      }));
}

Status Validate(const Split& op) {
  return CheckPieces({"SPLIT", "InputTensor", op.input, "OutputTensors", op.outputs}, op.axis);
}

Result<Program> Plan(const Split& op) {
  return SequenceProgram(
      PieceCopies(op.input, op.outputs, op.axis, [&](const Layout& view, int i) -> CopyStep {
        return {.dst = op.outputs[size_t(i)].layout, .src = view, .dst_buffer = i};
      }));
}

}  // namespace weft::ops
