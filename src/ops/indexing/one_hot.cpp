// SPDX-License-Identifier: MIT
// ONE_HOT: along Axis, OnValue at the index and OffValue elsewhere. That is a fill and a scatter of
// a single element.
#include "base/error.h"
#include "generated/ops/implementations.h"
#include "ops/indexing/indexing.h"
#include "program/infer_sizes.h"
#include "strided/copy.h"

namespace weft::ops {
namespace {

// OnValue is the second element along the last dimension of more than one; -1 when there is none.
int ValueDim(const TensorDesc& values) {
  int dim = values.rank() - 1;
  while (dim >= 0 && values.sizes()[dim] < 2) --dim;
  return dim;
}

}  // namespace

// The caller gives the sizes.
void Infer(OneHot& op) { FillType(op.output, op.values.type); }

Status Validate(const OneHot& op) {
  WEFT_RETURN_IF_ERROR(CheckAxis("ONE_HOT", op.axis, "OutputTensor", op.output));
  WEFT_RETURN_IF_ERROR(CheckSizesBut("ONE_HOT", "IndicesTensor", op.indices, "OutputTensor",
                                     op.output, op.axis, "it must be 1", 1));
  const int64_t values = op.values.layout.ElementCount();
  if (values < 2)
    return Invalid("ONE_HOT: ValuesTensor has {} elements, but at least 2 are required", values);
  return Ok();
}

Result<Program> Plan(const OneHot& op) {
  const int bits = SizeBits(op.output.type), axis = int(op.axis);
  const Layout& output = op.output.layout;
  const Layout& values = op.values.layout;
  const CopyPlan fill(bits, output,
                      Layout(output.sizes, Strides::Filled(output.rank(), 0), values.offset));
  PickedDims dims(output, op.indices.layout);
  for (int dim = 0; dim < output.rank(); ++dim) dims.Push(dim == axis ? -1 : dim, dim);
  IndexTuple tuple;
  tuple.Push(output.sizes[axis], output.strides[axis]);
  const Layout on_value(op.indices.sizes(), Strides::Filled(output.rank(), 0),
                        values.offset + values.strides[ValueDim(op.values)]);
  const auto scatter =
      IndexedCopyPlan::Scatter(bits / 8, op.indices.type, dims.Tensors(on_value, tuple));
  const IndexMeaning meaning = {"ONE_HOT", "OutputTensor", op.output, axis};
  return Program{.run =
                     [fill, scatter](const Bindings& bind) {
                       fill.Run(bind.Output(0), bind.Input(1));
                       scatter.Run(bind.Output(0), bind.Input(1), bind.Input(0));
                     },
                 .check_values = IndexCheck(meaning, op.indices, 0)};
}

}  // namespace weft::ops
