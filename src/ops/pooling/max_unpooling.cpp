// SPDX-License-Identifier: MIT
// MAX_UNPOOLING: zeros except for the elements, each at the row-major index in the output that
// IndicesTensor has. They are written in row-major order by one thread, so that the last of several
// with the same index stays.
#include <cstring>

#include "generated/ops/implementations.h"
#include "ops/indexing/indexing.h"
#include "program/infer_sizes.h"
#include "program/program.h"
#include "strided/view.h"

namespace weft::ops {
namespace {

// The offset in a layout of the element with a row-major index.
int64_t OffsetOf(const Layout& layout, int64_t index) {
  int64_t offset = layout.offset;
  for (int dim = layout.rank() - 1; dim >= 0; --dim) {
    const int64_t size = layout.sizes[dim];
    if (size == 1) continue;
    offset += index % size * layout.strides[dim];
    index /= size;
  }
  return offset;
}

}  // namespace

// The caller gives the sizes.
void Infer(MaxUnpooling& op) { FillType(op.output, op.input.type); }

Status Validate(const MaxUnpooling&) { return Ok(); }  // the schema says it all

Result<Program> Plan(const MaxUnpooling& op) {
  const int64_t size = SizeBits(op.output.type) / 8, index_size = SizeBits(op.indices.type) / 8;
  const CopyPlan zeros(SizeBits(op.output.type), op.output.layout, OneElement(op.output.sizes()));
  LoopNest<2> elements = Nest(op.input.layout, op.indices.layout);  // in the order of the indices
  DropUnitLoops(elements);
  MergeLoops(elements);
  const Layout output = op.output.layout;
  const auto count = uint64_t(output.ElementCount());
  const auto run = [=](const Bindings& bind) {
    static constexpr std::byte kZero[8] = {};
    zeros.Run(bind.Output(0), kZero);
    ForEachOffset(elements, [&](const std::array<int64_t, 2>& offset) {
      uint64_t index = 0;
      std::memcpy(&index, bind.Input(1) + offset[1] * index_size, size_t(index_size));
      if (index >= count) return;
      std::memcpy(bind.Output(0) + OffsetOf(output, int64_t(index)) * size,
                  bind.Input(0) + offset[0] * size, size_t(size));
    });
  };
  const IndexMeaning meaning = {"MAX_UNPOOLING", "OutputTensor", op.output,
                                IndexMeaning::kAllElements};
  return Program{.run = run, .check_values = IndexCheck(meaning, op.indices, 1)};
}

}  // namespace weft::ops
