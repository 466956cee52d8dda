// SPDX-License-Identifier: MIT
// SPACE_TO_DEPTH, SPACE_TO_DEPTH1 and their inverses DEPTH_TO_SPACE, DEPTH_TO_SPACE1.
//
// Both directions relate a deep tensor {N, C * b * b, H, W} to a wide one {N, C, H * b, W * b}.
// Seen as {N, C, b, b, H, W} the two hold the same elements, so either direction is one strided
// copy.
#include <string_view>

#include "base/error.h"
#include "generated/ops/implementations.h"
#include "program/infer_sizes.h"
#include "program/program.h"
#include "strided/copy.h"
#include "strided/view.h"

namespace weft::ops {
namespace {

struct DeepAndWide {
  std::string_view op;
  std::string_view deep_field;
  const TensorDesc& deep;
  std::string_view wide_field;
  const TensorDesc& wide;
};

Status CheckBlocks(const DeepAndWide& tensors, uint32_t block_size) {
  const auto& [op, deep_field, deep, wide_field, wide] = tensors;
  const Sizes &deep_sizes = deep.sizes(), &wide_sizes = wide.sizes();
  if (block_size == 0) return Invalid("{}: BlockSize is 0, but it must be at least 1", op);
  if (deep_sizes[0] != wide_sizes[0])
    return Invalid("{}: {}.Sizes[0] is {}, but {}.Sizes[0] is {}", op, deep_field, deep_sizes[0],
                   wide_field, wide_sizes[0]);
  using Wide = unsigned __int128;  // three numbers of 32 bits each
  const Wide channels = Wide(wide_sizes[1]) * block_size * block_size;
  if (channels != Wide(deep_sizes[1]))
    return Invalid(
        "{0}: {1}.Sizes[1] is {2}, but {3}.Sizes[1] * BlockSize * BlockSize is "
        "{4} * {5} * {5} = {6}",
        op, deep_field, deep_sizes[1], wide_field, wide_sizes[1], block_size, channels);
  for (int dim : {2, 3}) {
    const uint64_t size = uint64_t(deep_sizes[dim]) * block_size;
    if (size != uint64_t(wide_sizes[dim]))
      return Invalid(
          "{0}: {1}.Sizes[{2}] is {3}, but {4}.Sizes[{2}] * BlockSize is {5} * {6} = {7}", op,
          wide_field, dim, wide_sizes[dim], deep_field, deep_sizes[dim], block_size, size);
  }
  return Ok();
}

// Both tensors as {N, C, b, b, H, W}.
struct BlockViews {
  Layout deep, wide;
};
BlockViews ViewsOf(const Layout& deep, const Layout& wide, int64_t b, DepthSpaceOrder order) {
  const int64_t channels = wide.sizes[1];
  const Sizes sizes = {deep.sizes[0], channels, b, b, deep.sizes[2], deep.sizes[3]};
  // A channel of the deep tensor is c, by and bx, where c varies either slowest or fastest.
  const int64_t step = StepOf(deep, 1);
  const bool depth_first = order == DepthSpaceOrder::ColumnRowDepth;
  const int64_t c = depth_first ? b * b * step : step;
  const int64_t by = depth_first ? b * step : b * channels * step;
  const int64_t bx = depth_first ? step : channels * step;
  const Strides &d = deep.strides, &w = wide.strides;
  // A wide dimension of one element has blocks of one element, so its stride is never used.
  const int64_t row = StepOf(wide, 2), column = StepOf(wide, 3);
  return {Layout(sizes, {d[0], c, by, bx, d[2], d[3]}, deep.offset),
          Layout(sizes, {w[0], w[1], row, column, b * row, b * column}, wide.offset)};
}

template <class Op>
void InferBlocks(Op& op, bool to_space) {
  Fill(op.output, op.input.type, BlockSizes(op.input.sizes(), op.block_size, to_space));
}

}  // namespace

void Infer(DepthToSpace& op) { InferBlocks(op, true); }
void Infer(DepthToSpace1& op) { InferBlocks(op, true); }
void Infer(SpaceToDepth& op) { InferBlocks(op, false); }
void Infer(SpaceToDepth1& op) { InferBlocks(op, false); }

Status Validate(const SpaceToDepth1& op) {
  return CheckBlocks({"SPACE_TO_DEPTH1", "OutputTensor", op.output, "InputTensor", op.input},
                     op.block_size);
}

Result<Program> Plan(const SpaceToDepth1& op) {
  const auto [deep, wide] = ViewsOf(op.output.layout, op.input.layout, op.block_size, op.order);
  return CopyProgram(CopyPlan(SizeBits(op.output.type), deep, wide));
}

Status Validate(const DepthToSpace1& op) {
  return CheckBlocks({"DEPTH_TO_SPACE1", "InputTensor", op.input, "OutputTensor", op.output},
                     op.block_size);
}

Result<Program> Plan(const DepthToSpace1& op) {
  const auto [deep, wide] = ViewsOf(op.input.layout, op.output.layout, op.block_size, op.order);
  return CopyProgram(CopyPlan(SizeBits(op.output.type), wide, deep));
}

// The first versions have one order.
Status Validate(const SpaceToDepth& op) {
  return CheckBlocks({"SPACE_TO_DEPTH", "OutputTensor", op.output, "InputTensor", op.input},
                     op.block_size);
}

Result<Program> Plan(const SpaceToDepth& op) {
  return Plan(SpaceToDepth1{op.input, op.output, op.block_size, DepthSpaceOrder::DepthColumnRow});
}

Status Validate(const DepthToSpace& op) {
  return CheckBlocks({"DEPTH_TO_SPACE", "InputTensor", op.input, "OutputTensor", op.output},
                     op.block_size);
}

Result<Program> Plan(const DepthToSpace& op) {
  return Plan(DepthToSpace1{op.input, op.output, op.block_size, DepthSpaceOrder::DepthColumnRow});
}

}  // namespace weft::ops
