// SPDX-License-Identifier: MIT
// Several products whose B are packed already, side by side: their tasks are shared out as if they
// were one product's, so threads wait for each other once.
#pragma once

#include <span>
#include <vector>

#include "ops/matmul/gemm_plan.h"

namespace weft {

class GemmsTogether {
 public:
  explicit GemmsTogether(std::vector<GemmPlan> plans);

  uint64_t scratch_bytes() const { return scratch_bytes_; }
  // What RunPacked of each plan would be given.
  struct Operands {
    ProductSink sink;
    const std::byte* a;
    const std::byte* packed;
  };
  void Run(std::span<const Operands> operands, std::byte* scratch) const;

 private:
  std::vector<GemmPlan> plans_;
  std::vector<int64_t> tasks_;  // of each
  int64_t all_tasks_ = 0;
  int64_t work_bytes_ = 0;
  int threads_ = 1;  // that there is scratch memory for
  int64_t area_floats_ = 0;
  uint64_t scratch_bytes_ = 0;
};

}  // namespace weft
