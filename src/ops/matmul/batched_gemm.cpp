// SPDX-License-Identifier: MIT
// See gemm_together.h.
#include "ops/matmul/batched_gemm.h"

#include <algorithm>
#include <utility>

#include "base/parallel.h"

namespace weft {

GemmsTogether::GemmsTogether(std::vector<GemmPlan> plans) : plans_(std::move(plans)) {
  for (const GemmPlan& plan : plans_) {
    const int64_t pairs = plan.sizes_.batches[0] * plan.sizes_.batches[1];
    tasks_.push_back(plan.TaskCount(pairs, plan.block_m_));
    all_tasks_ += tasks_.back();
    work_bytes_ = std::min(work_bytes_ + plan.work_bytes_, int64_t(1) << 60);
    area_floats_ = std::max(area_floats_, plan.packed_area_floats_);
  }
  threads_ = ThreadsFor(work_bytes_);
  scratch_bytes_ = uint64_t(4 * threads_ * area_floats_ + kLineBytes);
}

void GemmsTogether::Run(std::span<const Operands> operands, std::byte* scratch) const {
  float* const areas = GemmPlan::Aligned(scratch);
  const int threads = std::min(threads_, ThreadsFor(work_bytes_));
  const int pieces = int(std::min<int64_t>(threads, all_tasks_));
  ParallelRun(pieces, [&](int piece) {
    const int64_t begin = all_tasks_ * piece / pieces, end = all_tasks_ * (piece + 1) / pieces;
    int64_t first = 0;  // task of a product
    for (size_t p = 0; p < plans_.size(); first += tasks_[p++]) {
      const GemmPlan& plan = plans_[p];
      const auto& [sink, a, packed] = operands[p];
      const GemmPlan::PackedB b = {reinterpret_cast<const float*>(packed), plan.PackedFloats()};
      for (int64_t i = std::max(begin, first); i < std::min(end, first + tasks_[p]); ++i)
        plan.RunTask(plan.TaskAt(i - first, 0, plan.block_m_), sink, a, nullptr, b,
                     areas + piece * area_floats_);
    }
  });
}

}  // namespace weft
