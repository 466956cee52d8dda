// SPDX-License-Identifier: MIT
// A task has a panel of B in the first-level cache and its rows of A in the second, and adds to a
// block, one k block after the other; the last may write it where it belongs.
#include "ops/matmul/run.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <utility>

#include "base/align.h"
#include "base/parallel.h"
#include "base/split.h"

namespace weft {
namespace {

using PackB = MatmulSchedule::PackB;

// Whole rows of float32, nothing else.
void StoreRows(const void* context, const ProductBlock& block) {
  const auto& rows = *static_cast<const OutputRows*>(context);
  float* const c = rows.At(block);
  if (c == block.values) return;
  for (int64_t r = 0; r < block.rows; ++r)
    std::memcpy(c + r * rows.matrix.row_step, block.values + r * block.row_step,
                size_t(block.columns) * sizeof(float));
}

// With a B of float16, some columns of it at a time.
void MultiplyHalves(DotBlock block, ConvertRow widen) {
  alignas(64) std::byte columns[kDotColumns * kDotDepth * sizeof(float)];
  const std::byte* b = std::exchange(block.b, columns);
  const int64_t b_column = std::exchange(block.b_column, block.depth * int64_t(sizeof(float)));
  for (int64_t left = block.columns; left > 0; left -= kDotColumns, block.c += kDotColumns) {
    block.columns = std::min(kDotColumns, left);
    for (int64_t i = 0; i < block.columns; ++i, b += b_column)
      widen(columns + i * block.b_column, b, block.depth);
    MultiplyDots(block);
  }
}

}  // namespace

GemmPlan::GemmPlan(const MatmulProblem& problem, const MatmulSchedule& schedule)
    : problem_(problem), schedule_(schedule), a_(problem.a.InBytes()), b_(problem.b.InBytes()) {
  const auto& [m, n, k, batches] = problem_.sizes;
  const MatmulSchedule& s = schedule_;
  const bool is_dots = s.form == MatmulForm::DotRows, is_row = s.form == MatmulForm::Row;
  using enum PanelPacker::Of;
  const int64_t terms = TermsOf(s.form);
  const int64_t corrections = CorrectionsOf(s.form, problem);
  multiply_ = BestPanelKernel(terms, b_.type, s.nr);
  // A row of A is a column that is one term deep.
  pack_a_ = is_dots ? PanelPacker({a_.type, 0, a_.column_step}, ColumnsOfB, s.kc)
                    : PanelPacker(a_, RowsOfA, s.mr, terms, corrections);
  pack_b_ = PanelPacker(b_, ColumnsOfB, s.nr, terms, corrections);
  if (b_.type == DataType::Float16) widen_b_ = ConverterFor(DataType::Float32, b_.type);

  if (s.packs_a) a_bytes_ = is_dots ? 4 * m * s.kc : CeilDiv(s.mc, s.mr) * pack_a_.PanelBytes(s.kc);
  int64_t bytes = a_bytes_, shared = 0;
  if (!is_dots) {
    bytes += 4 * s.mc * s.nc;
    if (s.b == PackB::InPlace) bytes += pack_b_.PanelBytes(s.kc);
    if (s.b == PackB::ByBlock) bytes += PanelsOf(s.nc) * pack_b_.PanelBytes(s.kc);
    if (s.b == PackB::ByTask) bytes += PackedBytes(s.nc);
  }
  if (s.b == PackB::Before) shared = PackedBytes(n);
  if (is_row) shared = 4 * s.tasks.k * n;
  thread_bytes_ = RoundUp(bytes, kLineBytes);
  bytes = s.threads * thread_bytes_ + shared;
  scratch_bytes_ = bytes > 0 ? uint64_t(bytes + kLineBytes) : 0;
}

GemmPlan GemmPlan::OfConstantB(MatmulProblem problem) {
  const MatmulSchedule schedule = Schedule(problem, ThisMachine());
  if (schedule.form == MatmulForm::DotRows) return {problem, schedule};
  problem.b_is_packed = true;
  return GemmPlan(problem);
}

// k block after k block, in each of them panel after panel.
int64_t GemmPlan::PackedBytes(int64_t columns) const {
  const int64_t k = sizes().k, kc = schedule_.kc, last = k % kc;
  return PanelsOf(columns) *
         (k / kc * pack_b_.PanelBytes(kc) + (last > 0 ? pack_b_.PanelBytes(last) : 0));
}

void GemmPlan::PackColumns(std::byte* to, int64_t panels, int64_t first, const std::byte* b,
                           int64_t columns, const Numbers& zeros) const {
  for (int64_t k = 0; k < sizes().k; k += schedule_.kc) {
    const int64_t depth = std::min(schedule_.kc, sizes().k - k), bytes = pack_b_.PanelBytes(depth);
    pack_b_(to + first * bytes, b + k * b_.row_step, columns, depth, zeros);
    to += panels * bytes;
  }
}

void GemmPlan::PackOneB(std::byte* packed, const std::byte* b, const Numbers& zeros) const {
  const int64_t panels = PanelsOf(sizes().n), nr = schedule_.nr;
  ParallelSlices(ThreadsFor(4 * PackedBytes(sizes().n)), panels, [&](int64_t first, int64_t last) {
    const int64_t column = first * nr, columns = std::min(sizes().n, last * nr) - column;
    PackColumns(packed, panels, first, b + column * b_.column_step, columns, zeros.From(column));
  });
}

uint64_t GemmPlan::packed_bytes() const {
  return packs_b() ? uint64_t(problem_.CountOfB() * PackedBytes(sizes().n)) : 0;
}

void GemmPlan::PackB(std::byte* packed, const MatrixInput& b) const {
  assert(packs_b());
  const auto [count_0, count_1] = problem_.BatchesOfB();
  for (int64_t i = 0; i < count_0 * count_1; ++i, packed += PackedBytes(sizes().n))
    PackOneB(packed, b.first + b_.BatchOffset({i / count_1, i % count_1}), b.zeros);
}

GemmPlan::Task GemmPlan::TaskAt(int64_t i, int64_t first_batch) const {
  const auto& tasks = schedule_.tasks;
  const int64_t rows = tasks.m > 1 ? schedule_.mc : sizes().m;
  const int64_t column = i % tasks.n * schedule_.nc, row = i / tasks.n % tasks.m * rows;
  const int64_t batch = first_batch + i / tasks.n / tasks.m * schedule_.batches;
  return {batch,  std::min(schedule_.batches, sizes().BatchCount() - batch),
          row,    std::min(rows, sizes().m - row),
          column, std::min(schedule_.nc, sizes().n - column),
          0,      sizes().k};
}

void GemmPlan::Run(const Operands& operands, std::byte* scratch) const {
  std::byte* const memory = AlignToLine(scratch);
  if (schedule_.form == MatmulForm::Row) return RunRow(operands, memory);
  Operands here = operands;
  const int64_t at_once = schedule_.tasks.batches * schedule_.batches;
  for (int64_t batch = 0; batch < sizes().BatchCount(); batch += at_once) {
    if (schedule_.b == PackB::Before) {
      std::byte* const packed = memory + schedule_.threads * thread_bytes_;
      PackOneB(packed, operands.b.first + b_.BatchOffset(sizes().BatchAt(batch)), operands.b.zeros);
      here.b.first = packed;
    }
    ParallelTasks(ThreadsNow(), schedule_.tasks.Count(), [&](int thread, int64_t task) {
      RunTask(TaskAt(task, batch), here, memory + thread * thread_bytes_);
    });
  }
}

void GemmPlan::Run(float* c, int64_t row_step, const MatrixInput& a, const MatrixInput& b,
                   std::byte* scratch) const {
  const int64_t batch = row_step * sizes().m;
  const OutputRows rows = {c,
                           {DataType::Float32, row_step, 1, {sizes().batches[1] * batch, batch}}};
  Run({{StoreRows, &rows, rows, true}, a, b}, scratch);
}

// Threads share k so that each streams its rows of B sequentially.
void GemmPlan::RunRow(const Operands& operands, std::byte* scratch) const {
  const int64_t n = sizes().n, k = sizes().k, blocks = schedule_.tasks.k;
  auto* const sums = reinterpret_cast<float*>(scratch + schedule_.threads * thread_bytes_);
  ParallelTasks(ThreadsNow(), blocks, [&](int thread, int64_t i) {
    const OutputRows row = {sums + i * n, {DataType::Float32, n, 1}};
    const Epilogue store = {StoreRows, &row, row, true};
    const int64_t begin = i * schedule_.kc;
    RunTask({0, 1, 0, 1, 0, n, begin, std::min(begin + schedule_.kc, k)},
            {store, operands.a, operands.b}, scratch + thread * thread_bytes_);
  });
  for (int64_t i = 1; i < blocks; ++i)
    Add({sums, n, 1, n, 1, 1, reinterpret_cast<const std::byte*>(sums + i * n)});
  operands.epilogue({{0, 0}, 0, 0, 1, n, sums, n});
}

void GemmPlan::RunTask(const Task& task, const Operands& operands, std::byte* scratch) const {
  if (schedule_.form != MatmulForm::DotRows) return RunPanels(task, operands, scratch);
  std::array<int64_t, 2> batch = sizes().BatchAt(task.first_batch);
  for (int64_t i = 0; i < task.batches; ++i, batch = sizes().BatchAfter(batch))
    RunDots(task, batch, operands, scratch);
}

void GemmPlan::RunDots(const Task& task, const std::array<int64_t, 2>& batch,
                       const Operands& operands, std::byte* a_rows) const {
  alignas(64) float sums[kMostDotRows * kMostDotColumns];
  ProductBlock product = {batch, 0, task.column, task.rows, task.columns, sums, schedule_.nc};
  if (schedule_.output_in_place && operands.epilogue.rows.values) {
    product.values = operands.epilogue.rows.At(product);
    product.row_step = operands.epilogue.rows.matrix.row_step;
  }
  const std::byte* const a = operands.a.first + a_.BatchOffset(batch);
  const std::byte* const b =
      operands.b.first + b_.BatchOffset(batch) + task.column * b_.column_step;
  for (int64_t k = task.k; k < task.k_end; k += schedule_.kc) {
    const int64_t depth = std::min(schedule_.kc, task.k_end - k);
    DotBlock block = {.c = product.values,
                      .c_step = product.row_step,
                      .a = a + k * a_.column_step,
                      .a_row = a_.row_step,
                      .b = b + k * b_.row_step,
                      .b_column = b_.column_step,
                      .rows = task.rows,
                      .columns = task.columns,
                      .depth = depth,
                      .add = k > task.k};
    if (schedule_.packs_a) {
      for (int64_t row = 0; row < task.rows; ++row)
        pack_a_(a_rows + row * 4 * schedule_.kc, block.a + row * a_.row_step, depth, 1);
      block.a = a_rows;
      block.a_row = 4 * schedule_.kc;
    }
    if (widen_b_)
      MultiplyHalves(block, widen_b_);
    else
      MultiplyDots(block);
  }
  operands.epilogue(product);
}

// What the batches have in common is found out once, because they may be small.
void GemmPlan::RunPanels(const Task& task, const Operands& operands, std::byte* scratch) const {
  assert(multiply_ && "the schedule is one for this machine");
  const auto& [epilogue, all_a, all_b] = operands;
  const MatmulSchedule& s = schedule_;
  const int64_t mr = s.mr, nr = s.nr, mc = s.mc, nc = s.nc, kc = s.kc;
  auto* const values = reinterpret_cast<float*>(scratch);
  std::byte* const a_panels = scratch + 4 * mc * nc;
  std::byte* const b_panels = a_panels + a_bytes_;
  const int64_t whole_panels = task.columns / nr, whole = whole_panels * nr;  // their columns, …
  const int64_t in_place = s.b == PackB::InPlace ? whole : 0;  // … of B where it lies
  const bool by_block = s.b == PackB::InPlace || s.b == PackB::ByBlock;
  const bool is_packed = s.b == PackB::Before || s.b == PackB::AtInitialization;
  // Panels of all k are k block after k block; in each of them the task's begin at `first_panel`.
  const int64_t panels = PanelsOf(is_packed ? sizes().n : task.columns);
  const int64_t first_panel = is_packed ? task.column / nr : 0;
  const int64_t packed_bytes = s.b == PackB::AtInitialization ? PackedBytes(sizes().n) : 0;
  const bool direct = s.output_in_place && epilogue.rows.values && whole > 0;
  const int64_t k_block_bytes = panels * pack_b_.PanelBytes(kc);
  std::array<int64_t, 2> batch = sizes().BatchAt(task.first_batch);
  for (int64_t i = 0; i < task.batches; ++i, batch = sizes().BatchAfter(batch)) {
    const std::byte* const a = all_a.first + a_.BatchOffset(batch) + task.row * a_.row_step;
    const std::byte* const b = all_b.first + b_.BatchOffset(batch) + task.column * b_.column_step;
    const std::byte* const k_blocks =
        is_packed ? all_b.first + problem_.IndexOfB(batch) * packed_bytes : b_panels;
    if (s.b == PackB::ByTask)
      PackColumns(b_panels, panels, 0, b, task.columns, all_b.zeros.From(task.column));
    for (int64_t row = 0; row < task.rows; row += mc) {
      const int64_t rows = std::min(mc, task.rows - row);
      // The task's columns from one on, in scratch memory or in the output. A block is made when it
      // is handed over: small batches would wait for the copy of one that was just written.
      const auto hand_over = [&](int64_t column, int64_t columns, float* at, int64_t row_step) {
        epilogue({batch, task.row + row, task.column + column, rows, columns, at, row_step});
      };
      float* const output = direct ? epilogue.rows.At(batch, task.row + row, task.column) : nullptr;
      if (task.k == task.k_end) std::fill_n(values, rows * nc, 0.0f);
      const std::byte* k_block = k_blocks;
      for (int64_t k = task.k; k < task.k_end; k += kc, k_block += k_block_bytes) {
        const int64_t depth = std::min(kc, task.k_end - k), panel_bytes = pack_b_.PanelBytes(depth);
        const bool to_output = direct && k + depth == task.k_end;
        if (by_block && in_place < task.columns)
          pack_b_(b_panels, b + k * b_.row_step + in_place * b_.column_step,
                  task.columns - in_place, depth, all_b.zeros.From(task.column + in_place));
        PanelBlock block = {to_output ? output : values,
                            to_output ? epilogue.rows.matrix.row_step : nc,
                            k > task.k ? values : nullptr,
                            nc,
                            a + row * a_.row_step + k * a_.column_step,
                            mr * a_.row_step,
                            a_.row_step,
                            TermsOf(s.form) * a_.column_step,
                            by_block ? b_panels : k_block + first_panel * panel_bytes,
                            pack_b_.unit_bytes(),
                            panel_bytes,
                            rows,
                            whole_panels,
                            pack_b_.UnitsOf(depth),
                            CorrectionsOf(s.form, problem_)};
        if (s.packs_a) {
          pack_a_(a_panels, block.a, rows, depth, all_a.zeros.From(task.row + row));
          block.a = a_panels;
          block.a_tile = pack_a_.PanelBytes(depth);
          block.a_row = 4;
          block.a_depth = 4 * mr;
        }
        if (whole < task.columns) {  // the last panel, which is not whole
          PanelBlock rest = block;
          rest.c = values + whole;
          rest.c_step = nc;
          if (rest.added) rest.added += whole;
          if (in_place == 0) rest.b += block.panels * panel_bytes;
          rest.panels = 1;
          multiply_(rest);
        }
        if (in_place > 0) {
          block.b = b + k * b_.row_step;
          block.b_depth = b_.row_step;
          block.b_panel = 4 * nr;
        }
        if (whole > 0) multiply_(block);
      }
      if (direct && !epilogue.rows_are_final)
        hand_over(0, whole, output, epilogue.rows.matrix.row_step);
      const int64_t done = direct ? whole : 0;
      if (done < task.columns) hand_over(done, task.columns - done, values + done, nc);
    }
  }
}

BatchedGemm::BatchedGemm(std::vector<GemmPlan> plans) : plans_(std::move(plans)) {
  int64_t work_bytes = 0;
  for (const GemmPlan& plan : plans_) {
    assert(plan.packs_b());
    tasks_ += plan.schedule_.tasks.Count();
    work_bytes = std::min(work_bytes + plan.schedule_.work_bytes, int64_t(1) << 60);
    thread_bytes_ = std::max(thread_bytes_, plan.thread_bytes_);
  }
  threads_ = ThreadsFor(work_bytes);
  scratch_bytes_ = uint64_t(threads_ * thread_bytes_ + kLineBytes);
}

void BatchedGemm::Run(std::span<const GemmPlan::Operands> operands, std::byte* scratch) const {
  std::byte* const memory = AlignToLine(scratch);
  ParallelTasks(std::min(threads_, ThreadCount()), tasks_, [&](int thread, int64_t task) {
    size_t p = 0;
    for (; task >= plans_[p].schedule_.tasks.Count(); ++p)
      task -= plans_[p].schedule_.tasks.Count();
    plans_[p].RunTask(plans_[p].TaskAt(task, 0), operands[p], memory + thread * thread_bytes_);
  });
}

}  // namespace weft
