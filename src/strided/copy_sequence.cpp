// SPDX-License-Identifier: MIT
// Which loops a sequence of copies shares, and how they are cut into blocks.
#include "strided/copy_sequence.h"

#include <cstdlib>

#include "base/assert.h"
#include "base/split.h"
#include "strided/view.h"

namespace weft {
namespace {

// Written by a block: with what it reads, that stays in the second-level cache.
constexpr int64_t kBlockBytes = 64 << 10;
// A larger block gains nothing from the cache, and there may be too few blocks for the threads.
constexpr int64_t kMostBlockBytes = 512 << 10;

}  // namespace

std::vector<int> OutermostFirst(const Layout& layout) {
  std::vector<int> dims;
  for (int dim = 0; dim < layout.rank(); ++dim)
    if (layout.sizes[dim] > 1) dims.push_back(dim);
  std::ranges::stable_sort(dims, [&](int a, int b) {
    return std::abs(layout.strides[a]) > std::abs(layout.strides[b]);
  });
  return dims;
}

CopySequence::CopySequence(int element_bits, const std::vector<CopyStep>& steps,
                           const std::vector<int>& shared, StepOrder order) {
  WEFT_ASSERT(element_bits >= 8);
  bool block_buffer = false;
  for (const CopyStep& step : steps)
    if (step.dst_buffer == kBlockBuffer)
      block_buffer = true;
    else
      total_bytes_ += step.dst.ElementCount() * (element_bits / 8);
  if (steps.size() > 1 && total_bytes_ >= 2 * kGrainBytes)
    FindSharedLoops(steps[0].dst.sizes, shared, block_buffer);
  steps_.reserve(steps.size());
  for (const CopyStep& step : steps) {
    // A later step may read this one's output, so it should stay in the cache.
    const bool may_be_read = order == StepOrder::Kept && &step != &steps.back();
    steps_.push_back(PlanStep(element_bits, step, may_be_read ? 0 : total_bytes_));
  }
  spread_begin_ = steps_.size();
  if (order == StepOrder::Any && !InBlocks()) SpreadSmallSteps();
}

// From the outside in: whole loops while their contents exceed a block, then a slice of one loop.
void CopySequence::FindSharedLoops(const Sizes& sizes, const std::vector<int>& dims,
                                   bool block_buffer) {
  const int64_t aim = block_buffer ? kBlockBufferBytes : kBlockBytes;
  int64_t block_bytes = total_bytes_;
  for (int dim : dims) {
    const int64_t size = sizes[dim];
    if (size <= 1) continue;
    const int64_t index_bytes = block_bytes / size;
    const int64_t taken = std::clamp<int64_t>(aim / index_bytes, 1, size);
    shared_.push_back({dim, taken, CeilDiv(size, taken), size % taken});
    block_bytes = index_bytes * taken;
    if (taken > 1) break;
  }
  if (block_bytes > (block_buffer ? aim : kMostBlockBytes)) shared_.clear();
  for (const SharedLoop& loop : shared_) blocks_ *= loop.count;
}

CopySequence::Step CopySequence::PlanStep(int element_bits, const CopyStep& step,
                                          int64_t together_bytes) const {
  Step planned{.dst_buffer = step.dst_buffer, .src_buffer = step.src_buffer};
  Layout dst = step.dst, src = step.src;
  for (size_t i = 0; i < shared_.size(); ++i) {
    const auto [dim, size, count, rest] = shared_[i];
    if (step.dst_buffer != kBlockBuffer)
      planned.dst_bytes[i] = size * dst.strides[dim] * element_bits / 8;
    if (step.src_buffer != kBlockBuffer)
      planned.src_bytes[i] = size * src.strides[dim] * element_bits / 8;
    if (rest > 0)  // only the innermost has one
      planned.last_plan = CopyPlan(element_bits, Narrow(dst, dim, 0, rest),
                                   Narrow(src, dim, 0, rest), together_bytes);
    dst = Narrow(dst, dim, 0, size);
    src = Narrow(src, dim, 0, size);
  }
  planned.plan = CopyPlan(element_bits, dst, src, together_bytes);
  return planned;
}

// Steps too small for several threads go to one each; the others run one after another on all.
void CopySequence::SpreadSmallSteps() {
  const auto small = std::stable_partition(steps_.begin(), steps_.end(), [](const Step& step) {
    return step.plan.bytes() >= 2 * kGrainBytes;
  });
  spread_begin_ = size_t(small - steps_.begin());
  int64_t end_bytes = 0;
  for (auto step = small; step != steps_.end(); ++step)
    step->end_bytes = end_bytes += step->plan.bytes();
}

}  // namespace weft
