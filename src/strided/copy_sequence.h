// SPDX-License-Identifier: MIT
// Several copies that run together: the inputs of a join, the outputs of a split, a tensor and its
// borders. Outer loops that all of them share are cut into blocks for the second-level cache. All
// copies of a block run while it is in the cache, and threads share the blocks, so they wake once.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/assert.h"
#include "base/parallel.h"
#include "strided/copy.h"
#include "strided/tile_kernels.h"
#include "weft/tensor.h"

namespace weft {

struct CopyStep {
  Layout dst, src;     // of the same sizes
  int dst_buffer = 0;  // as Run numbers them
  int src_buffer = 0;
};

// A buffer number: the thread's own memory for one block of a tensor that is PackedLike the output.
// A sequence with a step that uses it may run only if InBlocks().
inline constexpr int kBlockBuffer = -1;

enum class StepOrder {
  Any,   // no step reads what another writes
  Kept,  // a step may read what those before it wrote
};

// The dimensions of more than one index by their strides, the largest first.
std::vector<int> OutermostFirst(const Layout& layout);

class CopySequence {
 public:
  CopySequence() = default;  // copies nothing
  // Elements have 8 bits or more. `shared` are the dimensions, outermost first, that may be cut
  // into blocks: all steps have the same indices there, and no step reads at one index what another
  // writes at a different one.
  CopySequence(int element_bits, const std::vector<CopyStep>& steps, const std::vector<int>& shared,
               StepOrder order);

  bool InBlocks() const { return blocks_ > 1; }

  // dst_of(i) and src_of(i) return the address of buffer i.
  template <class DstOf, class SrcOf>
  void Run(DstOf dst_of, SrcOf src_of) const {
    if (InBlocks()) {
      return ParallelSlices(ThreadsFor(total_bytes_), blocks_, [&](int64_t begin, int64_t end) {
        alignas(kLineBytes) std::byte own[kBlockBufferBytes];
        const auto dst = [&](int i) { return i == kBlockBuffer ? own : dst_of(i); };
        const auto src = [&](int i) { return i == kBlockBuffer ? own : src_of(i); };
        for (int64_t block = begin; block < end; ++block) RunBlock(block, dst, src);
      });
    }
    const auto run = [&](const Step& step) {
      WEFT_ASSERT(step.dst_buffer != kBlockBuffer && step.src_buffer != kBlockBuffer);
      step.plan.Run(dst_of(step.dst_buffer), src_of(step.src_buffer));
    };
    for (size_t i = 0; i < spread_begin_; ++i) run(steps_[i]);
    if (spread_begin_ == steps_.size()) return;
    const int threads = ThreadsFor(steps_.back().end_bytes);
    ParallelRun(threads, [&](int thread) {
      for (size_t i = spread_begin_; i < steps_.size(); ++i)
        if (ThreadOf(steps_[i], threads) == thread) run(steps_[i]);
    });
  }

 private:
  static constexpr int64_t kBlockBufferBytes = 32 << 10;  // the first-level cache

  // A loop that all steps share; one iteration covers `size` indices of `dim`.
  struct SharedLoop {
    int dim;
    int64_t size;
    int64_t count;
    int64_t rest;  // indices of the last iteration where they are fewer, else 0
  };
  struct Step {
    CopyPlan plan;       // of a block, or of all
    CopyPlan last_plan;  // of the shorter block at the end of the innermost shared loop
    int dst_buffer, src_buffer;
    std::array<int64_t, kMaxRank> dst_bytes{}, src_bytes{};  // per iteration of each shared loop
    int64_t end_bytes = 0;  // of the steps that are spread, up to and including this one
  };

  void FindSharedLoops(const Sizes& sizes, const std::vector<int>& dims, bool block_buffer);
  Step PlanStep(int element_bits, const CopyStep& step, int64_t together_bytes) const;
  void SpreadSmallSteps();
  int ThreadOf(const Step& step, int threads) const {
    return int((step.end_bytes - step.plan.bytes() / 2) * threads / (steps_.back().end_bytes + 1));
  }

  template <class DstOf, class SrcOf>
  void RunBlock(int64_t block, const DstOf& dst_of, const SrcOf& src_of) const {
    WEFT_ASSERT(0 <= block && block < blocks_);
    std::array<int64_t, kMaxRank> at{};
    for (size_t i = shared_.size(); i-- > 0; block /= shared_[i].count)
      at[i] = block % shared_[i].count;
    const SharedLoop& innermost = shared_.back();
    const bool last = innermost.rest > 0 && at[shared_.size() - 1] == innermost.count - 1;
    for (const Step& step : steps_) {
      int64_t to = 0, from = 0;
      for (size_t i = 0; i < shared_.size(); ++i)
        to += at[i] * step.dst_bytes[i], from += at[i] * step.src_bytes[i];
      (last ? step.last_plan : step.plan)
          .Run(dst_of(step.dst_buffer) + to, src_of(step.src_buffer) + from);
    }
  }

  std::vector<Step> steps_;         // large ones first
  std::vector<SharedLoop> shared_;  // outermost first; empty when the steps run whole
  int64_t blocks_ = 1;
  int64_t total_bytes_ = 0;
  size_t spread_begin_ = 0;  // steps from here on run concurrently, each on one thread
};

}  // namespace weft
