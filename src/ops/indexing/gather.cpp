// SPDX-License-Identifier: MIT
// GATHER: output[head, i, tail] = input[head, indices[i], tail], where head and tail are the
// input's dimensions before and after Axis and i runs over the last IndexDimensions dimensions of
// the indices.
#include "base/error.h"
#include "generated/ops/implementations.h"
#include "ops/indexing/indexing.h"
#include "program/infer_sizes.h"

namespace weft::ops {
namespace {

PickedDims OutputDims(const Gather& op) {
  PickedDims dims(op.input.layout, op.indices.layout);
  const int axis = int(op.axis);
  for (int dim = 0; dim < axis; ++dim) dims.Push(dim, -1);
  for (int dim = op.indices.rank() - int(op.index_dimensions); dim < op.indices.rank(); ++dim)
    dims.Push(-1, dim);
  for (int dim = axis + 1; dim < op.input.rank(); ++dim) dims.Push(dim, -1);
  return dims;
}

}  // namespace

void Infer(Gather& op) {
  Fill(op.output, op.input.type,
       GatheredSizes(op.input.sizes(), op.indices.sizes(), op.axis, op.index_dimensions));
}

Status Validate(const Gather& op) {
  WEFT_RETURN_IF_ERROR(CheckAxis("GATHER", op.axis, "InputTensor", op.input));
  WEFT_RETURN_IF_ERROR(CheckLeadingOnes("GATHER", "IndicesTensor", op.indices, "IndexDimensions",
                                        op.index_dimensions));
  WEFT_RETURN_IF_ERROR(CheckNotEmpty("GATHER", "InputTensor", op.input, int(op.axis)));
  return OutputDims(op).Check("GATHER", "OutputTensor", op.output);
}

Result<Program> Plan(const Gather& op) {
  IndexTuple tuple;
  tuple.Push(op.input.sizes()[int(op.axis)], op.input.strides()[int(op.axis)]);
  return GatherProgram(op.output, op.indices, {"GATHER", "InputTensor", op.input, int(op.axis)},
                       OutputDims(op).Tensors(op.output.layout, tuple));
}

}  // namespace weft::ops
