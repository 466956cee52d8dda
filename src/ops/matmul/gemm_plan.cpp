// SPDX-License-Identifier: MIT
// How a product is cut into tasks. Who packs B depends on how often it is used; the terms of an
// element and their order never do. gemm_task.cpp runs a task.
#include "ops/matmul/gemm_plan.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/parallel.h"
#include "ops/matmul/scaled_sum.h"

namespace weft {
namespace {

constexpr int64_t kBlockRows = 24 * kGemmRows;
constexpr int64_t kBlockColumns = 1024;
constexpr int64_t kTaskColumns = 128;     // of a B that is packed for one task, into its cache
constexpr int64_t kInPlaceColumns = 256;  // so few do not pay for packing A
constexpr int64_t kOneRowColumns = 1024;  // rows of B are then read in long pieces
constexpr int64_t kBlockDepth = 256;
constexpr int64_t kMostStretches = 64;  // of the depth that have sums of their own
static_assert(kBlockDepth * kMostPanelColumns <= kMostPackedGroup);
static_assert(kMostDotColumns % kMostPanelColumns == 0);
constexpr int64_t kSmallBytes = 32 << 10;  // of a B that may be read in place again and again
constexpr int64_t kLeastDotDepth = 16;     // below, packing costs less than adding up lanes
// In the time of 5 multiplications or additions a byte is moved.
constexpr double kFlopsPerByte = 5;

int64_t PiecesOf(int64_t whole, int64_t most) { return (whole + most - 1) / most; }
// Pieces as even as multiples of `unit` can be, none above `most`; of them `threads` times as many
// as needed at least, or a multiple of that.
int64_t EvenPiece(int64_t whole, int64_t most, int64_t unit, int64_t threads = 1) {
  const int64_t pieces = std::max<int64_t>(PiecesOf(PiecesOf(whole, most), threads), 1) * threads;
  return std::max<int64_t>(PiecesOf(PiecesOf(whole, pieces), unit), 1) * unit;
}

// A step that is never made may be anything, and far too long.
void DropUnusedSteps(GemmMatrix& matrix, int64_t rows, int64_t columns,
                     const std::array<int64_t, 2>& batches) {
  if (rows == 1) matrix.row_step = 0;
  if (columns == 1) matrix.column_step = 0;
  for (size_t i = 0; i < 2; ++i)
    if (batches[i] == 1) matrix.batch_steps[i] = 0;
}

// Whole rows of float32, nothing else.
void TakeRows(const void* context, const ProductBlock& block) {
  float* c = static_cast<const ProductPlace*>(context)->At(block);
  if (c == block.values) return;
  const int64_t step = static_cast<const ProductPlace*>(context)->row_step;
  for (int64_t r = 0; r < block.rows; ++r)
    std::memcpy(c + r * step, block.values + r * block.row_step,
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
  // Few rows wait for B to arrive, not for multiplications.
  const double b_bytes = double(DistinctB()) * double(n) * double(k) * (SizeBits(b_.type) / 8);
  work_bytes_ = int64_t(std::min(std::max(flops / kFlopsPerByte, b_bytes), 0x1p60));
  threads_ = ThreadsFor(work_bytes_);

  if (m <= kMostDotRows && k >= kLeastDotDepth && b_.row_step == 1 && b_.column_step != 1)
    dots_ = BestDotKernel();
  const int64_t rows_of_a_b = DistinctB() == 1 ? m * pairs : m;
  const bool enough_pairs = DistinctB() > 1 && pairs >= threads_;
  const bool lies_well = a_.type == DataType::Float32 && std::abs(a_.column_step) <= 1;
  // Every thread then goes through all of A, and may have to pack it.
  const bool enough_columns =
      pairs == 1 && n >= threads_ * (lies_well ? kTaskColumns : kBlockColumns / 2);
  const bool by_task = dots_ || rows_of_a_b <= kBlockRows || enough_pairs || enough_columns;
  packing_ = by_task ? Packing::ByTask : Packing::Before;
  // Tasks of one size for every thread, unless there are so many that it does not matter.
  const int64_t even = pairs % threads_ == 0 || pairs >= 8 * threads_ ? 1 : threads_;
  const bool few_rows = by_task && m <= kBlockRows;  // B then passes through the cache once
  block_k_ = EvenPiece(k, kBlockDepth, 1);
  block_m_ = std::min(EvenPiece(m, kBlockRows, kGemmRows, by_task ? 1 : even), m);
  const int64_t columns = dots_            ? kMostDotColumns
                          : m == 1         ? kOneRowColumns
                          : m <= kGemmRows ? kInPlaceColumns
                          : few_rows       ? kTaskColumns
                                           : kBlockColumns;
  const bool b_has_rows = b_.type == DataType::Float32 && b_.column_step == 1;
  by_depth_ = m == 1 && pairs == 1 && b_has_rows && threads_ > 1 && n <= kOneRowColumns &&
              k > block_k_ && k <= kMostStretches * block_k_;
  block_n_ = EvenPiece(n, columns, panel_, by_task && !by_depth_ ? even : 1);
  // For so few columns A is read where it lies, so reading it once more for smaller tasks costs
  // little: a thread that the system does not let run then holds up less of the product.
  if (enough_columns && lies_well && even > 1 && block_n_ <= kInPlaceColumns)
    block_n_ = EvenPiece(n, kTaskColumns, panel_, even);

  a_in_place_ = lies_well && (m == 1 || block_n_ <= kInPlaceColumns) &&
                (a_.column_step == 1 || dots_ == nullptr);
  const bool small_b = std::abs(b_.row_step) <= kSmallBytes / 4 / std::max<int64_t>(k, 1);
  b_in_place_ = b_has_rows && by_task && (m <= kGemmRows || small_b);
  for (GemmMatrix* matrix : {&a_, &b_}) {  // bytes from here on
    const int64_t size = SizeBits(matrix->type) / 8;
    matrix->row_step *= size;
    matrix->column_step *= size;
    for (int64_t& step : matrix->batch_steps) step *= size;
  }
  pack_a_ = GroupPacker(a_.type, kGemmRows, a_.column_step, a_.row_step);
  pack_b_ = GroupPacker(b_.type, panel_, b_.row_step, b_.column_step);
  pack_dot_row_ = GroupPacker(a_.type, kDotDepth, a_.row_step, a_.column_step);
  if (b_.type == DataType::Float16) widen_b_ = ConverterFor(DataType::Float32, b_.type);

  dot_depth_ = EvenPiece(k, kDotDepth, 1);
  const int64_t sixes = PiecesOf(block_m_, kGemmRows) * kGemmRows;
  if (!a_in_place_) a_floats_ = sixes * block_k_;
  const int64_t b_floats = packing_ == Packing::Before ? 0
                           : b_in_place_               ? panel_ * block_k_
                           : m <= block_m_             ? block_n_ * block_k_
                                                       : block_n_ * k;
  const auto lines = [](int64_t floats) { return PiecesOf(floats, kLineBytes) * kLineBytes; };
  packed_area_floats_ = lines(block_m_ * block_n_ + a_floats_);
  area_floats_ = dots_ ? lines(a_in_place_ ? 0 : m * dot_depth_)
                       : lines(block_m_ * block_n_ + a_floats_ + b_floats);
  const int64_t before = packing_ == Packing::Before ? PackedFloats()
                         : by_depth_                 ? PiecesOf(k, block_k_) * n
                                                     : 0;
  const int64_t floats = threads_ * area_floats_ + before;
  scratch_bytes_ = floats > 0 ? uint64_t(4 * floats + kLineBytes) : 0;
}

float* GemmPlan::Aligned(std::byte* scratch) {
  const uintptr_t past = reinterpret_cast<uintptr_t>(scratch) & (kLineBytes - 1);
  return reinterpret_cast<float*>(scratch + (past ? kLineBytes - int64_t(past) : 0));
}

int64_t GemmPlan::PairOfB(const std::array<int64_t, 2>& batch) const {
  return (b_batches_[0] > 1 ? batch[0] : 0) * b_batches_[1] + (b_batches_[1] > 1 ? batch[1] : 0);
}

int GemmPlan::ThreadsNow() const { return std::min(threads_, ThreadsFor(work_bytes_)); }

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

int64_t GemmPlan::TaskCount(int64_t pairs, int64_t rows) const {
  return pairs * PiecesOf(sizes_.m, rows) * PiecesOf(sizes_.n, block_n_);
}

GemmPlan::Task GemmPlan::TaskAt(int64_t i, int64_t first_pair, int64_t rows) const {
  const int64_t row_tasks = PiecesOf(sizes_.m, rows);
  const int64_t column_tasks = PiecesOf(sizes_.n, block_n_);
  const int64_t column = i % column_tasks * block_n_;
  const int64_t row = i / column_tasks % row_tasks * rows;
  const int64_t pair = first_pair + i / column_tasks / row_tasks;
  return {{pair / sizes_.batches[1], pair % sizes_.batches[1]},
          row,
          std::min(rows, sizes_.m - row),
          column,
          std::min(block_n_, sizes_.n - column),
          0,
          sizes_.k};
}

void GemmPlan::RunTasks(int64_t first_pair, int64_t pairs, const ProductSink& sink,
                        const std::byte* a, const std::byte* b, const PackedB& packed,
                        float* areas) const {
  const int64_t rows = b ? sizes_.m : block_m_;
  ParallelTasks(ThreadsNow(), TaskCount(pairs, rows), [&](int thread, int64_t task) {
    RunTask(TaskAt(task, first_pair, rows), sink, a, b, packed,
            areas + thread * (b ? area_floats_ : packed_area_floats_));
  });
}

// Memory likes to be read from one end to the other. Stretches of the depth are summed up one by
// one in any case, so that it does not matter who does it.
void GemmPlan::RunByDepth(const ProductSink& sink, const std::byte* a, const std::byte* b,
                          float* areas) const {
  const int64_t n = sizes_.n, stretches = PiecesOf(sizes_.k, block_k_);
  float* const sums = areas + threads_ * area_floats_;
  const int pieces = int(std::min<int64_t>(ThreadsNow(), stretches));
  ParallelRun(pieces, [&](int piece) {
    for (int64_t i = stretches * piece / pieces; i < stretches * (piece + 1) / pieces; ++i) {
      const ProductPlace row = {sums + i * n, n};
      const int64_t k = i * block_k_;
      RunTask({{0, 0}, 0, 1, 0, n, k, std::min(k + block_k_, sizes_.k)}, {TakeRows, &row, row}, a,
              b, {}, areas + piece * area_floats_);
    }
  });
  for (int64_t i = 1; i < stretches; ++i)
    Add({.to = sums,
         .to_step = n,
         .rows = 1,
         .columns = n,
         .beta = 1,
         .from = reinterpret_cast<const std::byte*>(sums + i * n)});
  sink.take(sink.context, {{0, 0}, 0, 0, 1, n, sums, n});
}

void GemmPlan::Run(const ProductSink& sink, const std::byte* a, const std::byte* b,
                   std::byte* scratch) const {
  const int64_t pairs = sizes_.batches[0] * sizes_.batches[1];
  float* const areas = Aligned(scratch);
  if (by_depth_ && ThreadsNow() > 1) return RunByDepth(sink, a, b, areas);
  if (packing_ == Packing::ByTask) return RunTasks(0, pairs, sink, a, b, {}, areas);
  float* const packed = areas + threads_ * area_floats_;
  if (DistinctB() == 1) {
    PackOneB(packed, b);
    return RunTasks(0, pairs, sink, a, nullptr, {packed, 0}, areas);
  }
  for (int64_t pair = 0; pair < pairs; ++pair) {
    const std::array<int64_t, 2> batch = {pair / sizes_.batches[1], pair % sizes_.batches[1]};
    PackOneB(packed, b + b_.BatchOffset(batch));
    RunTasks(pair, 1, sink, a, nullptr, {packed, 0}, areas);
  }
}

uint64_t GemmPlan::packed_bytes() const { return uint64_t(4 * DistinctB() * PackedFloats()); }

uint64_t GemmPlan::packed_scratch_bytes() const {
  return uint64_t(4 * threads_ * packed_area_floats_ + kLineBytes);
}

void GemmPlan::PackB(std::byte* packed, const std::byte* b) const {
  auto* to = reinterpret_cast<float*>(packed);
  for (int64_t i = 0; i < b_batches_[0]; ++i)
    for (int64_t j = 0; j < b_batches_[1]; ++j)
      PackOneB(to + PairOfB({i, j}) * PackedFloats(), b + b_.BatchOffset({i, j}));
}

void GemmPlan::RunPacked(const ProductSink& sink, const std::byte* a, const std::byte* packed,
                         std::byte* scratch) const {
  RunTasks(0, sizes_.batches[0] * sizes_.batches[1], sink, a, nullptr,
           {reinterpret_cast<const float*>(packed), PackedFloats()}, Aligned(scratch));
}

ProductPlace GemmPlan::Rows(float* c, int64_t row_step) const {
  const int64_t pair = row_step * sizes_.m;
  return {c, row_step, {sizes_.batches[1] * pair, pair}};
}

void GemmPlan::Run(float* c, int64_t row_step, const std::byte* a, const std::byte* b,
                   std::byte* scratch) const {
  const ProductPlace rows = Rows(c, row_step);
  Run({TakeRows, &rows, rows}, a, b, scratch);
}

void GemmPlan::RunPacked(float* c, int64_t row_step, const std::byte* a, const std::byte* packed,
                         std::byte* scratch) const {
  const ProductPlace rows = Rows(c, row_step);
  RunPacked({TakeRows, &rows, rows}, a, packed, scratch);
}

}  // namespace weft
