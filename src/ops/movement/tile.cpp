// SPDX-License-Identifier: MIT
// TILE: the input, Repeats[i] times along each dimension i.
//
// A repeated dimension is two loops: an outer one with source step 0 around the input's own. So a
// tiling is one strided copy; short rows are first made longer in the output.
#include <algorithm>
#include <vector>

#include "base/error.h"
#include "generated/ops/implementations.h"
#include "program/infer_sizes.h"
#include "program/program.h"
#include "strided/copy.h"
#include "strided/copy_sequence.h"
#include "strided/tile_kernels.h"
#include "strided/view.h"

namespace weft::ops {

void Infer(Tile& op) { Fill(op.output, op.input.type, TiledSizes(op.input.sizes(), op.repeats)); }

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

namespace {

// For rows shorter than this the outer loops of the engine cost more than the copy.
constexpr int64_t kShortRowBytes = 2 << 10;

// The number of contiguous elements of the output that are repeated together.
int64_t RunElements(const Tile& op, const std::vector<int>& innermost_first) {
  int64_t run = 1;
  for (int dim : innermost_first) {
    if (op.output.strides()[dim] != run) break;
    run *= op.input.sizes()[dim];
    if (op.repeats[size_t(dim)] > 1) break;
  }
  return run;
}

// Copies the input once and then doubles what is filled, dimension by dimension: rows soon are
// long, and are read from the cache, because blocks are cut outside of the dimensions that grow.
// Blocks of a large output grow in a buffer and are streamed, so that no line of the output is
// read.
CopySequence Growing(const Tile& op, const std::vector<int>& innermost_first, bool stream) {
  const int bits = SizeBits(op.output.type);
  const int grows_in = stream ? kBlockBuffer : 0;
  const int reads_from = stream ? kBlockBuffer : 1;
  const Layout whole_layout = stream ? PackedLike(op.output.layout) : op.output.layout;
  const auto box = [&](const Sizes& sizes) {
    Layout layout = whole_layout;
    for (int dim = 0; dim < layout.rank(); ++dim) layout = Narrow(layout, dim, 0, sizes[dim]);
    return layout;
  };
  Sizes filled = op.input.sizes();
  std::vector<CopyStep> steps = {
      {.dst = box(filled), .src = op.input.layout, .dst_buffer = grows_in, .src_buffer = 0}};
  std::vector<int> outside = OutermostFirst(op.output.layout);
  for (int dim : innermost_first) {
    const int64_t whole = op.output.sizes()[dim];
    if (filled[dim] < whole) outside.erase(std::ranges::find(outside, dim), outside.end());
    while (filled[dim] < whole) {
      Sizes again = filled;
      again[dim] = std::min(filled[dim], whole - filled[dim]);
      Layout dst = box(again);
      dst.offset += filled[dim] * whole_layout.strides[dim];
      steps.push_back(
          {.dst = dst, .src = box(again), .dst_buffer = grows_in, .src_buffer = reads_from});
      filled[dim] += again[dim];
    }
  }
  if (stream)
    steps.push_back({.dst = op.output.layout, .src = whole_layout, .src_buffer = kBlockBuffer});
  return CopySequence(bits, steps, outside, StepOrder::Kept);
}

}  // namespace

Result<Program> Plan(const Tile& op) {
  const Layout &to = op.output.layout, &from = op.input.layout;
  const int bits = SizeBits(op.output.type);
  std::vector<int> dims = OutermostFirst(to);
  std::ranges::reverse(dims);
  if (RunElements(op, dims) * bits / 8 < kShortRowBytes) {
    CopySequence growing;
    if (to.ElementCount() * bits / 8 >= kStreamBytes) growing = Growing(op, dims, true);
    if (!growing.InBlocks()) growing = Growing(op, dims, false);
    if (growing.InBlocks())
      return Program{.run = [growing](const Bindings& bind) {
        growing.Run([&](int) { return bind.Output(0); },
                    [&](int i) { return i == 0 ? bind.Input(0) : bind.Output(0); });
      }};
  }
  LoopNest<2> nest;
  nest.offset = {to.offset, from.offset};
  for (int dim = 0; dim < from.rank(); ++dim) {
    const int64_t size = from.sizes[dim], repeats = op.repeats[size_t(dim)];
    if (repeats > 1) nest.Push({repeats, {size * to.strides[dim], 0}});
    if (size != 1) nest.Push({size, {to.strides[dim], from.strides[dim]}});
  }
  return CopyProgram(CopyPlan(bits, nest));
}

}  // namespace weft::ops
