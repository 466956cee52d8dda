// SPDX-License-Identifier: MIT
// The loops around the kernel. A task is a block of the product: for each stretch of the depth it
// has a panel of B in the first-level cache, its rows of A in the second, and adds to the block.
// Who packs B depends on how often it is used; the terms of an element and their order never do.
// Few rows and a B with contiguous columns need no packing: they are dot products.
#include "kernels/gemm.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/parallel.h"

namespace weft {
namespace {

constexpr int64_t kBlockRows = 12 * kGemmRows;
constexpr int64_t kBlockColumns = 1024;
constexpr int64_t kTaskColumns = 256;  // of a B that is packed for one task, into its cache
constexpr int64_t kBlockDepth = 256;
constexpr int64_t kDotDepth = 1024;  // of a dot product's stretch: its rows of A stay in the cache
constexpr int64_t kLeastDotDepth = 16;  // below, packing costs less than adding up lanes
// In the time of 5 multiplications or additions a byte is moved.
constexpr double kFlopsPerByte = 5;

int64_t PiecesOf(int64_t whole, int64_t most) { return (whole + most - 1) / most; }
// Pieces as even as multiples of `unit` can be, none above `most`.
int64_t EvenPiece(int64_t whole, int64_t most, int64_t unit) {
  const int64_t even = PiecesOf(whole, std::max<int64_t>(PiecesOf(whole, most), 1));
  return std::max<int64_t>(PiecesOf(even, unit), 1) * unit;
}

int BytesOf(const GemmMatrix& matrix) { return SizeBits(matrix.type) / 8; }
int64_t BatchOffset(const GemmMatrix& matrix, const std::array<int64_t, 2>& batch) {
  return (batch[0] * matrix.batch_steps[0] + batch[1] * matrix.batch_steps[1]) * BytesOf(matrix);
}

// A step that is never made may be anything, and far too long.
void DropUnusedSteps(GemmMatrix& matrix, int64_t rows, int64_t columns,
                     const std::array<int64_t, 2>& batches) {
  if (rows == 1) matrix.row_step = 0;
  if (columns == 1) matrix.column_step = 0;
  for (size_t i = 0; i < 2; ++i)
    if (batches[i] == 1) matrix.batch_steps[i] = 0;
}

ConvertRow WidenerFor(const GemmMatrix& matrix) {
  return matrix.type == DataType::Float32 ? nullptr : ConverterFor(DataType::Float32, matrix.type);
}

// Copies groups of `width` numbers, `step` elements apart, behind each other; one group for each
// index of the depth.
TileKernel GroupCopy(const GemmMatrix& matrix, int64_t width, int64_t depth_step, int64_t step) {
  const int64_t size = BytesOf(matrix);
  const int64_t any = 1 << 20;  // no kernel that depends on how many there are
  return PickKernel(int(size), {any, any, width * size, size, depth_step * size, step * size},
                    false)
      .run;
}

struct Groups {
  int64_t width, count;  // of numbers in a group, and of those that exist: the others are 0
  int64_t depth;
  int64_t depth_step, step;  // in bytes
};

// Whole groups of neighbours, as most are: the length is known, so no call is made for each.
template <int kWidth>
void CopyGroups(float* packed, const std::byte* from, const Groups& groups) {
  for (int64_t k = 0; k < groups.depth; ++k)
    std::memcpy(packed + k * kWidth, from + k * groups.depth_step, kWidth * sizeof(float));
}

void PackGroups(float* packed, const std::byte* from, const Groups& groups, TileKernel copy,
                ConvertRow widen) {
  if (!widen && groups.step == sizeof(float) && groups.count == groups.width) {
    if (groups.width == 16) return CopyGroups<16>(packed, from, groups);
    if (groups.width == 8) return CopyGroups<8>(packed, from, groups);
  }
  alignas(64) uint16_t halves[kBlockDepth * kMostPanelColumns];
  auto* to = widen ? reinterpret_cast<std::byte*>(halves) : reinterpret_cast<std::byte*>(packed);
  const int64_t size = widen ? 2 : 4, elements = groups.depth * groups.width;
  if (groups.count < groups.width) std::memset(to, 0, size_t(elements * size));
  copy(to, from,
       {groups.depth, groups.count, groups.width * size, size, groups.depth_step, groups.step});
  if (widen) widen(reinterpret_cast<std::byte*>(packed), to, elements);
}

// With a B of float16, some columns of it at a time.
void MultiplyHalves(DotKernel dots, const DotBlock& block, ConvertRow widen) {
  alignas(64) float columns[kDotColumns * kDotDepth];
  auto* const bytes = reinterpret_cast<std::byte*>(columns);
  const int64_t column_bytes = block.depth * int64_t(sizeof(float));
  for (int64_t j = 0; j < block.columns; j += kDotColumns) {
    DotBlock some = block;
    some.c += j;
    some.b = bytes;
    some.b_column = column_bytes;
    some.columns = std::min(kDotColumns, block.columns - j);
    for (int64_t i = 0; i < some.columns; ++i)
      widen(bytes + i * column_bytes, block.b + (j + i) * block.b_column, block.depth);
    dots(some);
  }
}

float* Aligned(std::byte* scratch) {
  const uintptr_t past = reinterpret_cast<uintptr_t>(scratch) & (kLineBytes - 1);
  return reinterpret_cast<float*>(scratch + (past ? kLineBytes - int64_t(past) : 0));
}

struct RowsSink {
  float* c;
  int64_t row_step, pair_step, batches;
};

void TakeRows(const void* context, const ProductBlock& block) {
  const auto& to = *static_cast<const RowsSink*>(context);
  float* c = to.c + (block.batch[0] * to.batches + block.batch[1]) * to.pair_step;
  for (int64_t r = 0; r < block.rows; ++r)
    std::memcpy(c + (block.row + r) * to.row_step + block.column, block.values + r * block.row_step,
                size_t(block.columns) * sizeof(float));
}

}  // namespace

GemmMatrix MatrixOf(const TensorDesc& tensor, bool transposed) {
  const int rank = tensor.rank();
  const auto step = [&](int dim) {
    return dim >= 0 && tensor.sizes()[dim] > 1 ? tensor.strides()[dim] : 0;
  };
  GemmMatrix matrix = {
      tensor.type, step(rank - 2), step(rank - 1), {step(rank - 4), step(rank - 3)}};
  if (transposed) std::swap(matrix.row_step, matrix.column_step);
  return matrix;
}

GemmPlan::GemmPlan(const GemmSizes& sizes, const GemmMatrix& a, const GemmMatrix& b)
    : sizes_(sizes), a_(a), b_(b), kernel_(BestGemmKernel()), panel_(kernel_.panel_columns) {
  const auto& [m, n, k, batches] = sizes_;
  DropUnusedSteps(a_, m, k, batches);
  DropUnusedSteps(b_, k, n, batches);
  for (size_t i = 0; i < 2; ++i) b_batches_[i] = b_.batch_steps[i] == 0 ? 1 : batches[i];
  const int64_t pairs = batches[0] * batches[1];
  const double flops = 2.0 * double(m) * double(n) * double(k) * double(pairs);
  work_bytes_ = int64_t(std::min(flops / kFlopsPerByte, 0x1p60));
  threads_ = ThreadsFor(work_bytes_);

  if (m <= kMostDotRows && k >= kLeastDotDepth && b_.row_step == 1 && b_.column_step != 1)
    dots_ = BestDotKernel();
  const int64_t rows_of_a_b = DistinctB() == 1 ? m * pairs : m;
  const bool enough_pairs = DistinctB() > 1 && pairs >= threads_;
  packing_ = dots_ || rows_of_a_b <= kBlockRows || enough_pairs ? Packing::ByTask : Packing::Before;
  block_k_ = EvenPiece(k, kBlockDepth, 1);
  block_m_ = std::min(EvenPiece(m, kBlockRows, kGemmRows), m);
  const bool in_task_cache = packing_ == Packing::ByTask && m <= kBlockRows;
  block_n_ = EvenPiece(n, in_task_cache ? kTaskColumns : kBlockColumns, panel_);
  // Work for every thread, even if the blocks are small then.
  const auto tasks = [&] {
    return pairs * PiecesOf(n, block_n_) *
           (packing_ == Packing::Before ? PiecesOf(m, block_m_) : 1);
  };
  while (tasks() < threads_ && block_n_ > panel_)
    block_n_ = PiecesOf(block_n_ / 2, panel_) * panel_;

  const int64_t a_size = BytesOf(a_), b_size = BytesOf(b_);
  a_in_place_ = a_size == 4 && block_n_ <= kTaskColumns &&
                (dots_ ? a_.column_step == 1 : std::abs(a_.column_step) <= 1);
  b_in_place_ = b_size == 4 && b_.column_step == 1 && m <= kGemmRows && packing_ == Packing::ByTask;
  widen_a_ = WidenerFor(a_);
  widen_b_ = WidenerFor(b_);
  copy_a_ = GroupCopy(a_, kGemmRows, a_.column_step, a_.row_step);
  copy_b_ = GroupCopy(b_, panel_, b_.row_step, b_.column_step);
  copy_rows_ = GroupCopy(a_, kDotDepth, a_.row_step, a_.column_step);
  a_.row_step *= a_size;  // bytes from here on
  a_.column_step *= a_size;
  b_.row_step *= b_size;
  b_.column_step *= b_size;

  const int64_t sixes = PiecesOf(block_m_, kGemmRows) * kGemmRows;
  dot_depth_ = EvenPiece(k, kDotDepth, 1);
  const int64_t a_floats = std::max(sixes * block_k_, dots_ ? m * dot_depth_ : 0);
  area_floats_ = block_m_ * block_n_ + (a_in_place_ ? 0 : a_floats);
  if (packing_ == Packing::ByTask) area_floats_ += block_n_ * (m <= block_m_ ? block_k_ : k);
  area_floats_ = PiecesOf(area_floats_, kLineBytes) * kLineBytes;
  const int64_t before = packing_ == Packing::Before ? PackedFloats() : 0;
  scratch_bytes_ = packed_scratch_bytes() + uint64_t(4 * before);
}

int64_t GemmPlan::PairOfB(const std::array<int64_t, 2>& batch) const {
  return (b_batches_[0] > 1 ? batch[0] : 0) * b_batches_[1] + (b_batches_[1] > 1 ? batch[1] : 0);
}

int GemmPlan::ThreadsNow() const { return std::min(threads_, ThreadsFor(work_bytes_)); }

// Panels of `columns` columns from `column` on, of `depth` rows from `k` on.
void GemmPlan::PackPanels(float* packed, const std::byte* b, int64_t column, int64_t columns,
                          int64_t k, int64_t depth) const {
  b += k * b_.row_step + column * b_.column_step;
  for (int64_t done = 0; done < columns; done += panel_)
    PackGroups(packed + done * depth, b + done * b_.column_step,
               {panel_, std::min(panel_, columns - done), depth, b_.row_step, b_.column_step},
               copy_b_, widen_b_);
}

void GemmPlan::PackRows(float* packed, const std::byte* a, int64_t rows, int64_t depth) const {
  for (int64_t done = 0; done < rows; done += kGemmRows)
    PackGroups(packed + done * depth, a + done * a_.row_step,
               {kGemmRows, std::min(kGemmRows, rows - done), depth, a_.column_step, a_.row_step},
               copy_a_, widen_a_);
}

void GemmPlan::PackOneB(float* packed, const std::byte* b) const {
  const int64_t panels = Panels();
  const int pieces = int(std::min<int64_t>(ThreadsFor(4 * PackedFloats()), panels));
  ParallelRun(pieces, [&](int piece) {
    const int64_t column = panels * piece / pieces * panel_;
    const int64_t end = std::min(sizes_.n, panels * (piece + 1) / pieces * panel_);
    for (int64_t k = 0; k < sizes_.k; k += block_k_) {
      const int64_t depth = std::min(block_k_, sizes_.k - k);
      PackPanels(packed + k * panels * panel_ + column * depth, b, column, end - column, k, depth);
    }
  });
}

void GemmPlan::RunDots(const Task& task, const ProductSink& sink, const std::byte* a,
                       const std::byte* b, float* area) const {
  float* const values = area;
  float* const a_rows = values + block_m_ * block_n_;
  a += BatchOffset(a_, task.batch);
  b += BatchOffset(b_, task.batch) + task.column * b_.column_step;
  for (int64_t k = 0; k < sizes_.k; k += dot_depth_) {
    const int64_t depth = std::min(dot_depth_, sizes_.k - k);
    DotBlock block = {.c = values,
                      .c_step = block_n_,
                      .a = a + k * a_.column_step,
                      .a_row = a_.row_step,
                      .b = b + k * b_.row_step,
                      .b_column = b_.column_step,
                      .rows = sizes_.m,
                      .columns = task.columns,
                      .depth = depth,
                      .add = k > 0};
    if (!a_in_place_) {
      for (int64_t row = 0; row < sizes_.m; ++row)
        PackGroups(a_rows + row * depth, block.a + row * a_.row_step,
                   {depth, depth, 1, 0, a_.column_step}, copy_rows_, widen_a_);
      block.a = reinterpret_cast<const std::byte*>(a_rows);
      block.a_row = depth * 4;
    }
    if (widen_b_)
      MultiplyHalves(dots_, block, widen_b_);
    else
      dots_(block);
  }
  sink.take(sink.context, {task.batch, 0, task.column, sizes_.m, task.columns, values, block_n_});
}

void GemmPlan::RunTask(const Task& task, const ProductSink& sink, const std::byte* a,
                       const std::byte* b, const PackedB& packed, float* area) const {
  if (b && dots_) return RunDots(task, sink, a, b, area);
  float* const values = area;
  float* const a_panels = values + block_m_ * block_n_;
  const int64_t sixes = PiecesOf(block_m_, kGemmRows) * kGemmRows;
  float* const b_panels = a_panels + (a_in_place_ ? 0 : sixes * block_k_);
  const int64_t task_panels = PiecesOf(task.columns, panel_);
  const int64_t panels = b ? task_panels : Panels();
  const bool pack_by_block = b && task.rows <= block_m_;
  const int64_t in_place = b && b_in_place_ ? task.columns / panel_ * panel_ : 0;  // columns
  a += BatchOffset(a_, task.batch) + task.row * a_.row_step;
  if (b) b += BatchOffset(b_, task.batch);
  const float* const first_b = packed.data + PairOfB(task.batch) * packed.pair_step;
  if (b && !pack_by_block)
    for (int64_t k = 0; k < sizes_.k; k += block_k_)
      PackPanels(b_panels + k * panels * panel_, b, task.column, task.columns, k,
                 std::min(block_k_, sizes_.k - k));

  for (int64_t row = 0; row < task.rows; row += block_m_, a += block_m_ * a_.row_step) {
    const int64_t rows = std::min(block_m_, task.rows - row);
    if (sizes_.k == 0) std::fill_n(values, rows * block_n_, 0.0f);
    for (int64_t k = 0; k < sizes_.k; k += block_k_) {
      const int64_t depth = std::min(block_k_, sizes_.k - k);
      if (pack_by_block)
        PackPanels(b_panels, b, task.column + in_place, task.columns - in_place, k, depth);
      const float* from = pack_by_block ? b_panels
                          : b           ? b_panels + k * panels * panel_
                                        : first_b + k * panels * panel_ + task.column * depth;
      GemmBlock block = {values + in_place,
                         block_n_,
                         a + k * a_.column_step,
                         kGemmRows * a_.row_step,
                         a_.row_step,
                         a_.column_step,
                         from,
                         panel_,
                         panel_ * depth,
                         rows,
                         task_panels - in_place / panel_,
                         depth,
                         k > 0};
      if (!a_in_place_) {
        PackRows(a_panels, block.a, rows, depth);
        block.a = reinterpret_cast<const std::byte*>(a_panels);
        block.a_six = kGemmRows * depth * 4;
        block.a_row = 4;
        block.a_depth = kGemmRows * 4;
      }
      kernel_.multiply(block);
      if (in_place == 0) continue;
      block.c = values;
      block.b = reinterpret_cast<const float*>(b + k * b_.row_step + task.column * b_.column_step);
      block.b_depth = b_.row_step / 4;
      block.b_panel = panel_;
      block.panels = in_place / panel_;
      kernel_.multiply(block);
    }
    sink.take(sink.context,
              {task.batch, task.row + row, task.column, rows, task.columns, values, block_n_});
  }
}

void GemmPlan::RunTasks(int64_t first_pair, int64_t pairs, const ProductSink& sink,
                        const std::byte* a, const std::byte* b, const PackedB& packed,
                        float* areas) const {
  const int64_t rows = b ? sizes_.m : block_m_;
  const int64_t row_tasks = PiecesOf(sizes_.m, rows);
  const int64_t column_tasks = PiecesOf(sizes_.n, block_n_);
  const int64_t tasks = pairs * row_tasks * column_tasks;
  const int pieces = int(std::min<int64_t>(ThreadsNow(), tasks));
  ParallelRun(pieces, [&](int piece) {
    for (int64_t i = tasks * piece / pieces; i < tasks * (piece + 1) / pieces; ++i) {
      const int64_t column = i % column_tasks * block_n_;
      const int64_t row = i / column_tasks % row_tasks * rows;
      const int64_t pair = first_pair + i / column_tasks / row_tasks;
      RunTask({{pair / sizes_.batches[1], pair % sizes_.batches[1]},
               row,
               std::min(rows, sizes_.m - row),
               column,
               std::min(block_n_, sizes_.n - column)},
              sink, a, b, packed, areas + piece * area_floats_);
    }
  });
}

void GemmPlan::Run(const ProductSink& sink, const std::byte* a, const std::byte* b,
                   std::byte* scratch) const {
  const int64_t pairs = sizes_.batches[0] * sizes_.batches[1];
  float* const areas = Aligned(scratch);
  if (packing_ == Packing::ByTask) return RunTasks(0, pairs, sink, a, b, {}, areas);
  float* const packed = areas + threads_ * area_floats_;
  if (DistinctB() == 1) {
    PackOneB(packed, b);
    return RunTasks(0, pairs, sink, a, nullptr, {packed, 0}, areas);
  }
  for (int64_t pair = 0; pair < pairs; ++pair) {
    const std::array<int64_t, 2> batch = {pair / sizes_.batches[1], pair % sizes_.batches[1]};
    PackOneB(packed, b + BatchOffset(b_, batch));
    RunTasks(pair, 1, sink, a, nullptr, {packed, 0}, areas);
  }
}

uint64_t GemmPlan::packed_bytes() const { return uint64_t(4 * DistinctB() * PackedFloats()); }

uint64_t GemmPlan::packed_scratch_bytes() const {
  return uint64_t(4 * threads_ * area_floats_ + kLineBytes);
}

void GemmPlan::PackB(std::byte* packed, const std::byte* b) const {
  auto* to = reinterpret_cast<float*>(packed);
  for (int64_t i = 0; i < b_batches_[0]; ++i)
    for (int64_t j = 0; j < b_batches_[1]; ++j)
      PackOneB(to + PairOfB({i, j}) * PackedFloats(), b + BatchOffset(b_, {i, j}));
}

void GemmPlan::RunPacked(const ProductSink& sink, const std::byte* a, const std::byte* packed,
                         std::byte* scratch) const {
  RunTasks(0, sizes_.batches[0] * sizes_.batches[1], sink, a, nullptr,
           {reinterpret_cast<const float*>(packed), PackedFloats()}, Aligned(scratch));
}

void GemmPlan::Run(float* c, int64_t row_step, const std::byte* a, const std::byte* b,
                   std::byte* scratch) const {
  const RowsSink rows = {c, row_step, row_step * sizes_.m, sizes_.batches[1]};
  Run({TakeRows, &rows}, a, b, scratch);
}

void GemmPlan::RunPacked(float* c, int64_t row_step, const std::byte* a, const std::byte* packed,
                         std::byte* scratch) const {
  const RowsSink rows = {c, row_step, row_step * sizes_.m, sizes_.batches[1]};
  RunPacked({TakeRows, &rows}, a, packed, scratch);
}

}  // namespace weft
