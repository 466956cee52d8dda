// SPDX-License-Identifier: MIT
// A task has a panel of B in the first-level cache and its rows of A in the second, and adds to a
// block, one k block after the other; the last may write it where it belongs.
#include "ops/matmul/run.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <utility>

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
    std::memcpy(c + r * rows.row_step, block.values + r * block.row_step,
                size_t(block.columns) * sizeof(float));
}

// With a B of float16, some columns of it at a time.
void MultiplyHalves(DotKernel dots, const DotBlock& block, ConvertRow widen) {
  alignas(64) float columns[kDotColumns * kDotDepth];
  auto* const bytes = reinterpret_cast<std::byte*>(columns);
  const int64_t column_bytes = block.depth * int64_t(sizeof(float));
  for (int64_t j = 0; j < block.columns; j += kDotColumns) {
    DotBlock tile = block;
    tile.c += j;
    tile.b = bytes;
    tile.b_column = column_bytes;
    tile.columns = std::min(kDotColumns, block.columns - j);
    for (int64_t i = 0; i < tile.columns; ++i)
      widen(bytes + i * column_bytes, block.b + (j + i) * block.b_column, block.depth);
    dots(tile);
  }
}

}  // namespace

GemmPlan::GemmPlan(const MatmulProblem& problem)
    : GemmPlan(problem, Schedule(problem, ThisMachine())) {}

GemmPlan::GemmPlan(const MatmulProblem& problem, const MatmulSchedule& schedule)
    : problem_(problem),
      schedule_(schedule),
      a_(InBytes(problem.a)),
      b_(InBytes(problem.b)),
      kernel_(BestPanelKernel()),
      dots_(BestDotKernel()) {
  const auto& [m, n, k, batches] = problem_.sizes;
  const MatmulSchedule& s = schedule_;
  assert(s.mr == kMr && s.nr == kernel_.nr && "the schedule is one for this machine");
  const bool is_dots = s.form == MatmulForm::DotRows;
  pack_a_ = is_dots ? PanelPacker(a_.type, kDotDepth, a_.row_step, a_.column_step)
                    : PanelPacker(a_.type, s.mr, a_.column_step, a_.row_step);
  pack_b_ = PanelPacker(b_.type, s.nr, b_.row_step, b_.column_step);
  if (b_.type == DataType::Float16) widen_b_ = ConverterFor(DataType::Float32, b_.type);

  if (s.packs_a) a_floats_ = (is_dots ? m : RoundUp(s.mc, s.mr)) * s.kc;
  int64_t floats = a_floats_, shared = 0;
  if (!is_dots) {
    floats += s.mc * s.nc;
    if (s.b == PackB::InPlace) floats += s.nr * s.kc;
    if (s.b == PackB::ByBlock) floats += s.nc * s.kc;
    if (s.b == PackB::ByTask) floats += s.nc * k;
  }
  if (s.b == PackB::Before) shared = PackedFloats();
  if (s.form == MatmulForm::Row) shared = s.tasks.k * n;
  thread_floats_ = RoundUp(floats, kLineBytes);
  floats = s.threads * thread_floats_ + shared;
  scratch_bytes_ = floats > 0 ? uint64_t(4 * floats + kLineBytes) : 0;
}

GemmPlan GemmPlan::OfConstantB(MatmulProblem problem) {
  const MatmulSchedule schedule = Schedule(problem, ThisMachine());
  if (schedule.form == MatmulForm::DotRows) return {problem, schedule};
  problem.b_is_packed = true;
  return GemmPlan(problem);
}

int64_t GemmPlan::PanelsOf(int64_t columns) const { return CeilDiv(columns, schedule_.nr); }

int64_t GemmPlan::PackedFloats() const { return PanelsOf(sizes().n) * schedule_.nr * sizes().k; }

float* GemmPlan::Aligned(std::byte* scratch) {
  const uintptr_t past = reinterpret_cast<uintptr_t>(scratch) & (kLineBytes - 1);
  return reinterpret_cast<float*>(scratch + (past ? kLineBytes - int64_t(past) : 0));
}

// There may be fewer threads than were planned for, but there is no memory for more.
int GemmPlan::ThreadsNow() const {
  return std::min(schedule_.threads, ThreadsFor(schedule_.work_bytes));
}

void GemmPlan::PackPanels(float* packed, const std::byte* b, int64_t column, int64_t columns,
                          int64_t k, int64_t depth) const {
  const int64_t nr = schedule_.nr;
  b += k * b_.row_step + column * b_.column_step;
  Panel panel = {nr, nr, depth, b_.row_step, b_.column_step};
  int64_t done = 0;
  for (int64_t many; pack_b_.CanPackNeighbours(panel) && done + nr <= columns; done += many * nr) {
    many = std::min(PanelPacker::kMostNeighbours, (columns - done) / nr);
    pack_b_.PackNeighbours(packed + done * depth, b + done * b_.column_step, panel, many);
  }
  for (; done < columns; done += nr) {
    panel.count = std::min(nr, columns - done);
    pack_b_(packed + done * depth, b + done * b_.column_step, panel);
  }
}

void GemmPlan::PackOneB(float* packed, const std::byte* b) const {
  const int64_t panels = PanelsOf(sizes().n), nr = schedule_.nr, kc = schedule_.kc;
  const int tasks = int(std::min<int64_t>(ThreadsFor(4 * PackedFloats()), panels));
  ParallelRun(tasks, [&](int task) {
    const auto [first, last] = SliceOf(panels, task, tasks);
    const int64_t column = first * nr, columns = std::min(sizes().n, last * nr) - column;
    for (int64_t k = 0; k < sizes().k; k += kc) {
      const int64_t depth = std::min(kc, sizes().k - k);
      PackPanels(packed + k * panels * nr + column * depth, b, column, columns, k, depth);
    }
  });
}

uint64_t GemmPlan::packed_bytes() const {
  return packs_b() ? uint64_t(4 * problem_.CountOfB() * PackedFloats()) : 0;
}

void GemmPlan::PackB(std::byte* packed, const std::byte* b) const {
  assert(packs_b());
  auto* to = reinterpret_cast<float*>(packed);
  const auto [count_0, count_1] = problem_.BatchesOfB();
  for (int64_t i = 0; i < count_0; ++i)
    for (int64_t j = 0; j < count_1; ++j)
      PackOneB(to + problem_.IndexOfB({i, j}) * PackedFloats(), b + b_.BatchOffset({i, j}));
}

GemmPlan::Task GemmPlan::TaskAt(int64_t i, int64_t first_batch) const {
  const auto& tasks = schedule_.tasks;
  const int64_t rows = tasks.m > 1 ? schedule_.mc : sizes().m;
  const int64_t column = i % tasks.n * schedule_.nc, row = i / tasks.n % tasks.m * rows;
  return {sizes().BatchAt(first_batch + i / tasks.n / tasks.m),
          row,
          std::min(rows, sizes().m - row),
          column,
          std::min(schedule_.nc, sizes().n - column),
          0,
          sizes().k};
}

void GemmPlan::Run(const Epilogue& epilogue, const std::byte* a, const std::byte* b,
                   std::byte* scratch) const {
  float* const memory = Aligned(scratch);
  Operands operands = {epilogue, a, b};
  if (schedule_.form == MatmulForm::Row) return RunRow(operands, memory);
  if (schedule_.b == PackB::AtInitialization) {
    operands.packed = reinterpret_cast<const float*>(b);
    operands.packed_step = PackedFloats();
  }
  const int64_t at_once = schedule_.tasks.batches;
  for (int64_t batch = 0; batch < sizes().BatchCount(); batch += at_once) {
    if (schedule_.b == PackB::Before) {
      float* const packed = memory + schedule_.threads * thread_floats_;
      PackOneB(packed, b + b_.BatchOffset(sizes().BatchAt(batch)));
      operands.packed = packed;
    }
    ParallelTasks(ThreadsNow(), schedule_.tasks.Count(), [&](int thread, int64_t task) {
      RunTask(TaskAt(task, batch), operands, memory + thread * thread_floats_);
    });
  }
}

void GemmPlan::Run(float* c, int64_t row_step, const std::byte* a, const std::byte* b,
                   std::byte* scratch) const {
  const int64_t batch = row_step * sizes().m;
  const OutputRows rows = {c, row_step, {sizes().batches[1] * batch, batch}};
  Run({StoreRows, &rows, rows}, a, b, scratch);
}

void GemmPlan::RunTask(const Task& task, const Operands& operands, float* scratch) const {
  if (schedule_.form == MatmulForm::DotRows)
    RunDots(task, operands, scratch);
  else
    RunPanels(task, operands, scratch);
}

// Threads share k so that each streams its rows of B sequentially.
void GemmPlan::RunRow(const Operands& operands, float* scratch) const {
  const int64_t n = sizes().n, k = sizes().k, blocks = schedule_.tasks.k;
  float* const sums = scratch + schedule_.threads * thread_floats_;
  ParallelTasks(ThreadsNow(), blocks, [&](int thread, int64_t i) {
    const OutputRows row = {sums + i * n, n};
    const Epilogue store = {StoreRows, &row, row};
    const int64_t begin = i * schedule_.kc;
    RunPanels({{0, 0}, 0, 1, 0, n, begin, std::min(begin + schedule_.kc, k)},
              {store, operands.a, operands.b}, scratch + thread * thread_floats_);
  });
  for (int64_t i = 1; i < blocks; ++i)
    Add({.to = sums,
         .to_step = n,
         .rows = 1,
         .columns = n,
         .beta = 1,
         .from = reinterpret_cast<const std::byte*>(sums + i * n)});
  operands.epilogue({{0, 0}, 0, 0, 1, n, sums, n});
}

void GemmPlan::RunDots(const Task& task, const Operands& operands, float* a_rows) const {
  alignas(64) float sums[kMostDotRows * kMostDotColumns];
  ProductBlock product = {task.batch, 0, task.column, task.rows, task.columns, sums, schedule_.nc};
  if (schedule_.output_in_place && operands.epilogue.rows.values) {
    product.values = operands.epilogue.rows.At(product);
    product.row_step = operands.epilogue.rows.row_step;
  }
  const std::byte* const a = operands.a + a_.BatchOffset(task.batch);
  const std::byte* const b = operands.b + b_.BatchOffset(task.batch) + task.column * b_.column_step;
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
        pack_a_(a_rows + row * depth, block.a + row * a_.row_step,
                {depth, depth, 1, 0, a_.column_step});
      block.a = reinterpret_cast<const std::byte*>(a_rows);
      block.a_row = depth * 4;
    }
    if (widen_b_)
      MultiplyHalves(dots_, block, widen_b_);
    else
      dots_(block);
  }
  operands.epilogue(product);
}

void GemmPlan::GiveRows(PanelBlock& block, const std::byte* a, float* packed) const {
  block.a = a;
  block.a_tile = kMr * a_.row_step;
  block.a_row = a_.row_step;
  block.a_depth = a_.column_step;
  if (!schedule_.packs_a) return;
  for (int64_t row = 0; row < block.rows; row += kMr)
    pack_a_(packed + row * block.depth, a + row * a_.row_step,
            {kMr, std::min(kMr, block.rows - row), block.depth, a_.column_step, a_.row_step});
  constexpr int64_t kFloat = sizeof(float);
  block.a = reinterpret_cast<const std::byte*>(packed);
  block.a_tile = kMr * block.depth * kFloat;
  block.a_row = kFloat;
  block.a_depth = kMr * kFloat;
}

void GemmPlan::RunPanels(const Task& task, const Operands& operands, float* scratch) const {
  const auto& [epilogue, first_a, first_b, packed, packed_step] = operands;
  const int64_t nr = schedule_.nr, mc = schedule_.mc, nc = schedule_.nc, kc = schedule_.kc;
  float* const values = scratch;
  float* const a_panels = values + mc * nc;
  float* const b_panels = a_panels + a_floats_;
  const int64_t whole = task.columns / nr * nr;  // columns of whole panels, …
  const int64_t in_place = schedule_.b == PackB::InPlace ? whole : 0;  // … of B where it lies
  const bool by_block = schedule_.b == PackB::InPlace || schedule_.b == PackB::ByBlock;
  const bool direct = schedule_.output_in_place && epilogue.rows.values && whole > 0;
  const std::byte* const a = first_a + a_.BatchOffset(task.batch) + task.row * a_.row_step;
  const std::byte* const b =
      packed ? nullptr : first_b + b_.BatchOffset(task.batch) + task.column * b_.column_step;
  // Where the panels of all k are packed: k block after k block, in each `panels` panels, of which
  // the task's begin at `first_column`.
  const float* const all_panels =
      packed ? packed + problem_.IndexOfB(task.batch) * packed_step : b_panels;
  const int64_t panels = PanelsOf(packed ? sizes().n : task.columns);
  const int64_t first_column = packed ? task.column : 0;
  if (schedule_.b == PackB::ByTask)
    for (int64_t k = task.k; k < task.k_end; k += kc)
      PackPanels(b_panels + k * panels * nr, b, 0, task.columns, k, std::min(kc, task.k_end - k));

  for (int64_t row = 0; row < task.rows; row += mc) {
    const int64_t rows = std::min(mc, task.rows - row);
    ProductBlock product = {task.batch,   task.row + row, task.column, rows,
                            task.columns, values,         nc};
    if (task.k == task.k_end) std::fill_n(values, rows * nc, 0.0f);
    for (int64_t k = task.k; k < task.k_end; k += kc) {
      const int64_t depth = std::min(kc, task.k_end - k);
      if (by_block) PackPanels(b_panels, b, in_place, task.columns - in_place, k, depth);
      PanelBlock block = {
          .c = values,
          .c_step = nc,
          .added = k > task.k ? values : nullptr,
          .added_step = nc,
          .b = by_block ? b_panels : all_panels + k * panels * nr + first_column * depth,
          .b_depth = nr,
          .b_panel = nr * depth,
          .rows = rows,
          .panels = whole / nr,
          .depth = depth};
      GiveRows(block, a + row * a_.row_step + k * a_.column_step, a_panels);
      PanelBlock rest = block;  // the last panel, which is not whole
      rest.c += whole;
      if (rest.added) rest.added += whole;
      rest.b += (whole - in_place) * depth;
      rest.panels = 1;
      if (in_place > 0) {
        block.b = reinterpret_cast<const float*>(b + k * b_.row_step);
        block.b_depth = b_.row_step / int64_t(sizeof(float));
        block.b_panel = nr;
      }
      if (direct && k + depth == task.k_end) {
        block.c = epilogue.rows.At(product);
        block.c_step = epilogue.rows.row_step;
      }
      if (whole > 0) kernel_.multiply(block);
      if (whole < task.columns) kernel_.multiply(rest);
    }
    if (direct) {
      ProductBlock there = product;
      there.columns = whole;
      there.values = epilogue.rows.At(product);
      there.row_step = epilogue.rows.row_step;
      epilogue(there);
      product.column += whole;
      product.columns -= whole;
      product.values += whole;
    }
    if (product.columns > 0) epilogue(product);
  }
}

BatchedGemm::BatchedGemm(std::vector<GemmPlan> plans) : plans_(std::move(plans)) {
  for (const GemmPlan& plan : plans_) {
    assert(plan.packs_b());
    tasks_ += plan.schedule_.tasks.Count();
    work_bytes_ = std::min(work_bytes_ + plan.schedule_.work_bytes, int64_t(1) << 60);
    thread_floats_ = std::max(thread_floats_, plan.thread_floats_);
  }
  threads_ = ThreadsFor(work_bytes_);
  scratch_bytes_ = uint64_t(4 * threads_ * thread_floats_ + kLineBytes);
}

void BatchedGemm::Run(std::span<const Operands> operands, std::byte* scratch) const {
  float* const memory = GemmPlan::Aligned(scratch);
  const int threads = std::min(threads_, ThreadsFor(work_bytes_));
  const int ranges = int(std::min<int64_t>(threads, tasks_));
  ParallelRun(ranges, [&](int i) {
    const auto [begin, end] = SliceOf(tasks_, i, ranges);
    int64_t first = 0, last = 0;  // tasks of a product
    for (size_t p = 0; p < plans_.size(); ++p, first = last) {
      const GemmPlan& plan = plans_[p];
      const auto& [epilogue, a, packed] = operands[p];
      last = first + plan.schedule_.tasks.Count();
      for (int64_t task = std::max(begin, first); task < std::min(end, last); ++task)
        plan.RunTask(
            plan.TaskAt(task - first, 0),
            {epilogue, a, nullptr, reinterpret_cast<const float*>(packed), plan.PackedFloats()},
            memory + i * thread_floats_);
    }
  });
}

}  // namespace weft
