// SPDX-License-Identifier: MIT
// See pixel_blocks.h.
#include "ops/convolution/pixel_blocks.h"

#include <algorithm>
#include <utility>

#include "base/assert.h"

namespace weft::ops {
namespace {

// Images whose inside has shorter rows or fewer pixels are not cut at their borders: they have so
// many of them that little would be left, and more blocks would read the weights more often.
constexpr int64_t kLongRow = 40, kLeastInside = 1024;

}  // namespace

int64_t PhaseBlocks::Box::Blocks() const {
  int64_t all = 1;
  for (const int64_t along : blocks) all *= along;
  return all;
}

BoxOfOutputs PhaseBlocks::Box::BlockAt(int64_t i) const {
  BoxOfOutputs block;
  for (size_t d = kConvolvedDims; d-- > 0; i /= blocks[d]) {
    const auto [begin, end] = SliceOf(outputs[d].count(), i % blocks[d], blocks[d]);
    block[d] = {outputs[d].begin + begin, outputs[d].begin + end};
  }
  return block;
}

int64_t PhaseBlocks::Blocks() const {
  int64_t blocks = 0;
  for (const Box& box : boxes()) blocks += box.Blocks();
  return blocks;
}

BoxOfOutputs PhaseBlocks::BlockAt(int64_t i) const {
  const Box* box = boxes_.data();
  for (; i >= box->Blocks(); ++box) i -= box->Blocks();
  return box->BlockAt(i);
}

PhaseBlocks::PhaseBlocks(const ConvolvedDims& dims, int64_t phase, const BlockLimits& limits) {
  for (size_t d = kConvolvedDims; d-- > 0; phase /= dims[d].phases()) {
    phases_[d] = dims[d].PhaseAt(phase % dims[d].phases());
    boxes_[0].outputs[d] = {0, phases_[d].count};
  }
  const bool is_cut = limits.stages_borders && IsCut(dims);
  // Along images first: what is above and below is as wide as the image.
  for (size_t d = 0; d < kConvolvedDims; ++d)
    is_cut ? CutAround(d, dims[d].InsideOf(phases_[d])) : CutAtInput(d);
  WEFT_ASSERT(count_ <= boxes_.size());
  for (size_t i = 0; i < count_; ++i) Divide(dims, limits, boxes_[i]);
}

bool PhaseBlocks::IsCut(const ConvolvedDims& dims) const {
  if (dims.back().InsideOf(phases_.back()).count() < kLongRow) return false;
  int64_t pixels = 1;
  for (size_t d = 0; d < kConvolvedDims; ++d) {
    if (phases_[d].with_input < phases_[d].count) return false;
    pixels *= dims[d].InsideOf(phases_[d]).count();
  }
  return pixels >= kLeastInside;
}

// What the inner box has before and behind `inside` become boxes of their own.
void PhaseBlocks::CutAround(size_t dim, const Range& inside) {
  const Box all = boxes_[inner_];
  const auto add = [&](const Range& side) {
    if (side.count() == 0) return false;
    boxes_[count_] = all;
    boxes_[count_++].outputs[dim] = side;
    return true;
  };
  boxes_[inner_].outputs[dim] = inside;
  add({inside.end, all.outputs[dim].end});
  if (!add({all.outputs[dim].begin, inside.begin})) return;
  const auto begin = boxes_.begin();
  std::rotate(begin + inner_, begin + count_ - 1, begin + count_);
  ++inner_;
}

// None has outputs that see the input and others that see padding only.
void PhaseBlocks::CutAtInput(size_t dim) {
  const auto& [with_input, count] = std::pair(phases_[dim].with_input, phases_[dim].count);
  if (with_input == 0 || with_input == count) return;
  for (size_t i = count_; i-- > 0;) {
    boxes_[count_] = boxes_[i];
    boxes_[count_++].outputs[dim].begin = with_input;
    boxes_[i].outputs[dim].end = with_input;
  }
}

// Blocks grow along the last dimension first. Where there are several, threads have as many each.
void PhaseBlocks::Divide(const ConvolvedDims& dims, const BlockLimits& limits, Box& box) const {
  int64_t pixels = limits.pixels, inputs = limits.inputs;
  for (size_t d = kConvolvedDims; d-- > 0;) {
    const ConvolutionPhase& phase = phases_[d];
    const int64_t count = box.outputs[d].count();
    const MetPositions two = dims[d].PositionsOf(phase, {0, 2});
    const int64_t each = dims[d].input_step() / two.step;  // that one output more meets
    const int64_t fit = two.count > inputs ? 1 : 2 + (inputs - two.count) / each;
    const int64_t most = std::max<int64_t>(std::min({fit, pixels, count}), 1);
    int64_t& blocks = box.blocks[d];
    blocks = CeilDiv(count, most);
    if (blocks > 1) blocks = std::min(RoundUp(blocks, limits.threads), count);
    const int64_t longest = blocks > 0 ? CeilDiv(count, blocks) : 1;
    pixels /= longest;
    inputs /= dims[d].PositionsOf(phase, {0, longest}).count;
  }
}

}  // namespace weft::ops
