// SPDX-License-Identifier: MIT
// A product as its schedule says, on any number of threads. Finished blocks go to an epilogue while
// they are in the cache. Neither blocks nor threads change a bit of the result.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ops/matmul/epilogue.h"
#include "ops/matmul/microkernel.h"
#include "ops/matmul/pack.h"
#include "ops/matmul/problem.h"
#include "ops/matmul/schedule.h"

namespace weft {

// Planned once, run often; const and thread-safe. No memory needs alignment.
class GemmPlan {
 public:
  GemmPlan() = default;
  // As is best on this machine.
  explicit GemmPlan(const MatmulProblem& problem);
  // The schedule is one of this problem on this machine.
  GemmPlan(const MatmulProblem& problem, const MatmulSchedule& schedule);

  // With a B that never changes: PackB is called before, unless dot products read B where it lies.
  static GemmPlan OfConstantB(MatmulProblem problem);

  const GemmSizes& sizes() const { return problem_.sizes; }
  const MatmulSchedule& schedule() const { return schedule_; }
  uint64_t scratch_bytes() const { return scratch_bytes_; }  // of temporary memory

  // `a` and `b` are the first elements of the first batch; where the problem's B is packed, `b` is
  // what PackB made of it.
  void Run(const Epilogue& epilogue, const std::byte* a, const std::byte* b,
           std::byte* scratch) const;
  // To contiguous rows, from row to row `row_step` floats. Batches follow each other.
  void Run(float* c, int64_t row_step, const std::byte* a, const std::byte* b,
           std::byte* scratch) const;

  bool packs_b() const { return problem_.b_is_packed; }
  uint64_t packed_bytes() const;  // 0 where nothing is packed
  void PackB(std::byte* packed, const std::byte* b) const;

 private:
  friend class BatchedGemm;

  struct Operands {
    const Epilogue& epilogue;
    const std::byte *a, *b;
    const float* packed = nullptr;  // panels of all of B, if it is not for tasks to pack them …
    int64_t packed_step = 0;        // … and floats from one B to the next
  };
  // Rows and columns of one batch, for one thread, and which terms of their sums.
  struct Task {
    std::array<int64_t, 2> batch;
    int64_t row, rows, column, columns;
    int64_t k, k_end;
  };

  int64_t PanelsOf(int64_t columns) const;
  int64_t PackedFloats() const;  // of one B
  int ThreadsNow() const;
  static float* Aligned(std::byte* scratch);
  void PackOneB(float* packed, const std::byte* b) const;
  // Columns and rows of B from these on; `b` is its first element.
  void PackPanels(float* packed, const std::byte* b, int64_t column, int64_t columns, int64_t k,
                  int64_t depth) const;
  // Tells the kernel where its rows of A are; packs them there if need be.
  void GiveRows(PanelBlock& block, const std::byte* a, float* packed) const;
  // Task i of schedule_.tasks, whose first batch is `first_batch`.
  Task TaskAt(int64_t i, int64_t first_batch) const;
  void RunTask(const Task& task, const Operands& operands, float* scratch) const;
  void RunPanels(const Task& task, const Operands& operands, float* scratch) const;
  void RunDots(const Task& task, const Operands& operands, float* scratch) const;
  // Each k block by itself; their sums are added up in order.
  void RunRow(const Operands& operands, float* scratch) const;

  MatmulProblem problem_;
  MatmulSchedule schedule_;
  GemmMatrix a_, b_;  // steps in bytes
  PanelKernel kernel_{};
  DotKernel dots_ = nullptr;
  PanelPacker pack_a_, pack_b_;
  ConvertRow widen_b_ = nullptr;  // for FLOAT16, else null
  int64_t a_floats_ = 0;          // of packed A, in …
  int64_t thread_floats_ = 0;     // … the scratch memory of one thread
  uint64_t scratch_bytes_ = 0;
};

// Several products whose B are packed: their tasks are shared out as if they were one product's, so
// threads wait for each other once.
class BatchedGemm {
 public:
  explicit BatchedGemm(std::vector<GemmPlan> plans);

  uint64_t scratch_bytes() const { return scratch_bytes_; }
  // What Run of each plan would be given.
  struct Operands {
    Epilogue epilogue;
    const std::byte *a, *packed;
  };
  void Run(std::span<const Operands> operands, std::byte* scratch) const;

 private:
  std::vector<GemmPlan> plans_;
  int64_t tasks_ = 0;  // of all
  int64_t work_bytes_ = 0;
  int threads_ = 1;  // that there is scratch memory for
  int64_t thread_floats_ = 0;
  uint64_t scratch_bytes_ = 0;
};

}  // namespace weft
