// SPDX-License-Identifier: MIT
// A product as its schedule says, on any number of threads. Finished blocks go to an epilogue while
// they are in the cache. Neither blocks nor threads change a bit of the result.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/parallel.h"
#include "base/split.h"
#include "ops/matmul/epilogue.h"
#include "ops/matmul/microkernel.h"
#include "ops/matmul/pack.h"
#include "ops/matmul/problem.h"
#include "ops/matmul/schedule.h"

namespace weft {

// What a run is given: the first element of the first batch, or what PackB made of B. Zero points
// of B are given to whoever packs it.
struct MatrixInput {
  const std::byte* first;
  Numbers zeros;

  MatrixInput(const std::byte* first = nullptr, const Numbers& zeros = {})
      : first(first), zeros(zeros) {}
};

// Planned once, run often; const and thread-safe. No memory needs alignment.
class GemmPlan {
 public:
  GemmPlan() = default;
  // As is best on this machine.
  explicit GemmPlan(const MatmulProblem& problem)
      : GemmPlan(problem, Schedule(problem, ThisMachine())) {}
  // The schedule is one of this problem on this machine.
  GemmPlan(const MatmulProblem& problem, const MatmulSchedule& schedule);

  // With a B that never changes: PackB is called before, unless dot products read B where it lies.
  static GemmPlan OfConstantB(MatmulProblem problem);

  const GemmSizes& sizes() const { return problem_.sizes; }
  const MatmulSchedule& schedule() const { return schedule_; }
  uint64_t scratch_bytes() const { return scratch_bytes_; }  // of temporary memory

  struct Operands {
    Epilogue epilogue;
    MatrixInput a, b;
  };
  void Run(const Operands& operands, std::byte* scratch) const;
  // To contiguous rows, from row to row `row_step` floats. Batches follow each other.
  void Run(float* c, int64_t row_step, const MatrixInput& a, const MatrixInput& b,
           std::byte* scratch) const;

  bool packs_b() const { return problem_.b_is_packed; }
  uint64_t packed_bytes() const;  // 0 where nothing is packed
  void PackB(std::byte* packed, const MatrixInput& b) const;

 private:
  friend class BatchedGemm;

  // Rows and columns of some batches, for one thread, and which terms of their sums.
  struct Task {
    int64_t first_batch, batches;
    int64_t row, rows, column, columns;
    int64_t k, k_end;
  };

  int64_t PanelsOf(int64_t columns) const { return CeilDiv(columns, schedule_.nr); }
  int64_t PackedBytes(int64_t columns) const;  // of all terms of so many columns of B
  // There may be fewer threads than were planned for, but there is no memory for more.
  int ThreadsNow() const { return std::min(schedule_.threads, ThreadCount()); }
  // All terms of `columns` columns from `b` on: panels from number `first` on of `panels`.
  void PackColumns(std::byte* to, int64_t panels, int64_t first, const std::byte* b,
                   int64_t columns, const Numbers& zeros) const;
  void PackOneB(std::byte* packed, const std::byte* b, const Numbers& zeros) const;
  // Task i of schedule_.tasks, whose first batch is `first_batch`.
  Task TaskAt(int64_t i, int64_t first_batch) const;
  void RunTask(const Task& task, const Operands& operands, std::byte* scratch) const;
  void RunPanels(const Task& task, const Operands& operands, std::byte* scratch) const;
  void RunDots(const Task& task, const std::array<int64_t, 2>& batch, const Operands& operands,
               std::byte* scratch) const;
  // Each k block by itself; their sums are added up in order.
  void RunRow(const Operands& operands, std::byte* scratch) const;

  MatmulProblem problem_;
  MatmulSchedule schedule_;
  GemmMatrix a_, b_;  // steps in bytes
  PanelKernel multiply_ = nullptr;
  PanelPacker pack_a_, pack_b_;
  ConvertRow widen_b_ = nullptr;  // for dot products with FLOAT16, else null
  int64_t a_bytes_ = 0;           // of packed A, in …
  int64_t thread_bytes_ = 0;      // … the scratch memory of one thread
  uint64_t scratch_bytes_ = 0;
};

// Several products whose B are packed: their tasks are shared out as if they were one product's, so
// threads wait for each other once.
class BatchedGemm {
 public:
  explicit BatchedGemm(std::vector<GemmPlan> plans);

  uint64_t scratch_bytes() const { return scratch_bytes_; }
  // What Run of each plan would be given.
  void Run(std::span<const GemmPlan::Operands> operands, std::byte* scratch) const;

 private:
  std::vector<GemmPlan> plans_;
  int64_t tasks_ = 0;  // of all
  int threads_ = 1;    // that there is scratch memory for
  int64_t thread_bytes_ = 0;
  uint64_t scratch_bytes_ = 0;
};

}  // namespace weft
