// SPDX-License-Identifier: MIT
// TILE: the input, Repeats[i] times along each dimension i.
//
// A repeated dimension is two loops: an outer one that starts the input again, around the input's
// own. So a tiling is one strided copy.
#include "base/error.h"
#include "generated/ops/implementations.h"
#include "ops/program.h"
#include "strided/copy.h"

namespace weft::ops {

Status Validate(const Tile& op) {
  if (op.repeats.size() != size_t(op.input.rank()))
    return Invalid("TILE: Repeats has {} values, but InputTensor has {} dimensions",
                   op.repeats.size(), op.input.rank());
  for (int dim = 0; dim < op.input.rank(); ++dim) {
    const uint64_t repeats = op.repeats[size_t(dim)], size = uint64_t(op.input.sizes()[dim]);
    if (repeats == 0)
      return Invalid("TILE: Repeats[{}] is 0, but every repeat must be at least 1", dim);
    // At most 2^32 * 2^32 - 2^33 + 1, which a signed 64-bit product could not hold.
    if (size * repeats != uint64_t(op.output.sizes()[dim]))
      return Invalid(
          "TILE: OutputTensor.Sizes[{0}] is {1}, but InputTensor.Sizes[{0}] * Repeats[{0}] is "
          "{2} * {3} = {4}",
          dim, op.output.sizes()[dim], size, repeats, size * repeats);
  }
  return Ok();
}

Result<Program> Plan(const Tile& op) {
  const Layout &to = op.output.layout, &from = op.input.layout;
  LoopNest<2> nest;
  nest.offset = {to.offset, from.offset};
  for (int dim = 0; dim < from.rank(); ++dim) {
    const int64_t size = from.sizes[dim], repeats = op.repeats[size_t(dim)];
    if (repeats > 1) nest.Push({repeats, {size * to.strides[dim], 0}});
    if (size != 1) nest.Push({size, {to.strides[dim], from.strides[dim]}});
  }
  return CopyProgram(CopyPlan(SizeBits(op.output.type), nest));
}

}  // namespace weft::ops
