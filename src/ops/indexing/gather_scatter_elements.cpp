// SPDX-License-Identifier: MIT
// GATHER_ELEMENTS: output[.., i, ..] = input[.., indices[.., i, ..], ..] along Axis.
// SCATTER_ELEMENTS: a copy of the input, then output[.., indices[.., i, ..], ..] =
// updates[.., i, ..].
#include "base/error.h"
#include "generated/ops/implementations.h"
#include "ops/indexing/indexing.h"
#include "program/infer_sizes.h"

namespace weft::ops {
namespace {

// The rule both share: whole and indices differ in size along Axis only.
Status CheckIndices(std::string_view op, const TensorDesc& whole, const TensorDesc& indices,
                    uint32_t axis) {
  WEFT_RETURN_IF_ERROR(CheckAxis(op, axis, "InputTensor", whole));
  for (int dim = 0; dim < whole.rank(); ++dim)
    if (dim != int(axis) && indices.sizes()[dim] != whole.sizes()[dim])
      return Invalid("{}: IndicesTensor.Sizes[{}] is {}, but InputTensor.Sizes[{}] is {}", op, dim,
                     indices.sizes()[dim], dim, whole.sizes()[dim]);
  return Ok();
}

IndexedTensors Tensors(const Layout& picked, const Layout& whole, const Layout& indices,
                       uint32_t axis) {
  PickedDims dims(whole, indices);
  for (int dim = 0; dim < picked.rank(); ++dim) dims.Push(dim == int(axis) ? -1 : dim, dim);
  IndexTuple tuple;
  tuple.Push(whole.sizes[int(axis)], whole.strides[int(axis)]);
  return dims.Tensors(picked, tuple);
}

}  // namespace

void Infer(GatherElements& op) { Fill(op.output, op.input.type, op.indices.sizes()); }

Status Validate(const GatherElements& op) {
  WEFT_RETURN_IF_ERROR(CheckIndices("GATHER_ELEMENTS", op.input, op.indices, op.axis));
  return CheckNotEmpty("GATHER_ELEMENTS", "InputTensor", op.input, int(op.axis));
}

Result<Program> Plan(const GatherElements& op) {
  return GatherProgram(op.output, op.indices,
                       {"GATHER_ELEMENTS", "InputTensor", op.input, int(op.axis)},
                       Tensors(op.output.layout, op.input.layout, op.indices.layout, op.axis));
}

Status Validate(const ScatterElements& op) {
  return CheckIndices("SCATTER_ELEMENTS", op.input, op.indices, op.axis);
}

Result<Program> Plan(const ScatterElements& op) {
  return ScatterProgram(op.output, op.input, op.indices,
                        {"SCATTER_ELEMENTS", "InputTensor", op.input, int(op.axis)},
                        Tensors(op.updates.layout, op.output.layout, op.indices.layout, op.axis));
}

}  // namespace weft::ops
