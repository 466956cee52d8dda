// SPDX-License-Identifier: MIT
// Both matrices are packed whole, each pair of them in turn unless B is packed already, and blocks
// of the product shared out among the threads. Sums of integers do not depend on their order, so
// neither do the bits.
#include "ops/matmul/integer_plan.h"

#include <algorithm>
#include <cstring>

#include "base/parallel.h"

namespace weft {
namespace {

constexpr int64_t kStretch = 256;         // of the depth, packed at once
constexpr double kOperationsPerByte = 8;  // in the time a byte is moved

int64_t PiecesOf(int64_t whole, int64_t most) { return (whole + most - 1) / most; }

template <class Packed>
Packed* Aligned(std::byte* at) {
  const uintptr_t past = reinterpret_cast<uintptr_t>(at) & (kLineBytes - 1);
  return reinterpret_cast<Packed*>(at + (past ? kLineBytes - int64_t(past) : 0));
}

// pack(i) for each of `count`, shared out among the threads.
template <class Pack>
void PackEach(int64_t count, int64_t bytes, const Pack& pack) {
  const int pieces = int(std::min<int64_t>(count, ThreadsFor(4 * bytes)));
  ParallelRun(pieces, [&](int piece) {
    for (int64_t i = count * piece / pieces; i < count * (piece + 1) / pieces; ++i) pack(i);
  });
}

}  // namespace

IntegerGemmPlan::IntegerGemmPlan(const GemmSizes& sizes, const GemmMatrix& a, const GemmMatrix& b,
                                 bool b_has_zeros)
    : sizes_(sizes),
      a_(a),
      b_(b),
      b_has_zeros_(b_has_zeros),
      kernel_(&BestIntegerKernel(a.type == DataType::Int8, b.type == DataType::Int8)),
      panel_(kernel_->panel_columns) {
  const int64_t any = 1 << 20;  // no kernel that depends on how many there are
  copy_a_ = PickKernel(1, {any, any, kStretch, 1, a_.row_step, a_.column_step}, false).run;
  pair_a_ = PickKernel(4, {any, any, 4 * kIntegerRows, 4, 4, 2 * kStretch}, false).run;
  copy_b_ = PickKernel(1, {any, any, panel_, 1, b_.row_step, b_.column_step}, false).run;
  const double operations = 2.0 * double(sizes_.m) * double(sizes_.n) * double(sizes_.k);
  work_bytes_ = int64_t(std::min(operations / kOperationsPerByte, 0x1p60));
  threads_ = ThreadsFor(work_bytes_);
  block_groups_ = std::min<int64_t>(RowGroups(), 16);
  block_panels_ = std::min<int64_t>(Panels(), 16);
  while (PiecesOf(RowGroups(), block_groups_) * PiecesOf(Panels(), block_panels_) < threads_ &&
         block_panels_ > 1)
    block_panels_ = PiecesOf(block_panels_, 2);
  for (size_t i = 0; i < 2; ++i) b_batches_[i] = b_.batch_steps[i] == 0 ? 1 : sizes_.batches[i];
  const int64_t rows = RowGroups() * kIntegerRows;
  packed_scratch_bytes_ =
      uint64_t(4 * rows * Pairs() + 4 * rows + 4 * threads_ * BlockNumbers() + 2 * kLineBytes);
  scratch_bytes_ = packed_scratch_bytes_ + uint64_t(PanelsBytes() + ZerosBytes() + kLineBytes);
}

int64_t IntegerGemmPlan::IndexOfB(const std::array<int64_t, 2>& batch) const {
  return (b_batches_[0] > 1 ? batch[0] : 0) * b_batches_[1] + (b_batches_[1] > 1 ? batch[1] : 0);
}

// A group of rows for all of the depth: pairs of neighbours, and of each pair two numbers for every
// row. Rows that do not exist are not read, and a number that does not is 0.
void IntegerGemmPlan::PackRows(const PackedA& packed, const std::byte* a, int64_t rows,
                               const ZeroPoints& zero) const {
  std::byte bytes[kIntegerRows * kStretch];
  int16_t centered[kIntegerRows * kStretch];
  auto* to = reinterpret_cast<std::byte*>(packed.numbers);
  uint32_t sums[kIntegerRows] = {};  // wrap around
  for (int64_t k = 0; k < sizes_.k; k += kStretch, a += kStretch * a_.column_step) {
    const int64_t depth = std::min(kStretch, sizes_.k - k), pairs = PiecesOf(depth, 2);
    copy_a_(bytes, a, {rows, depth, kStretch, 1, a_.row_step, a_.column_step});
    for (int64_t r = 0; r < rows; ++r) {
      int16_t* row = centered + r * kStretch;
      const std::byte less = zero.data ? zero.data[r * zero.step] : std::byte{0};
      sums[r] += uint32_t(kernel_->center(row, bytes + r * kStretch, depth, less));
      if (depth % 2) row[depth] = 0;
    }
    pair_a_(to, reinterpret_cast<const std::byte*>(centered),
            {pairs, rows, 4 * kIntegerRows, 4, 4, 2 * kStretch});
    to += pairs * 4 * kIntegerRows;
  }
  std::memcpy(packed.sums, sums, sizeof sums);
}

void IntegerGemmPlan::PackA(const PackedA& packed, const std::byte* a,
                            const ZeroPoints& zero) const {
  PackEach(RowGroups(), sizes_.m * sizes_.k, [&](int64_t group) {
    const int64_t row = group * kIntegerRows;
    PackRows({packed.numbers + row * Pairs() * 2, packed.sums + row}, a + row * a_.row_step,
             std::min(kIntegerRows, sizes_.m - row),
             {zero.data ? zero.data + row * zero.step : nullptr, zero.step});
  });
}

// A panel for all of the depth: pairs of neighbours, and of each pair two numbers for every column.
// What does not exist is 0.
void IntegerGemmPlan::PackPanel(std::byte* packed, const std::byte* b, int64_t columns) const {
  std::byte bytes[kStretch * kMostIntegerColumns];
  if (columns < panel_) std::memset(bytes, 0, sizeof bytes);
  for (int64_t k = 0; k < sizes_.k; k += kStretch, b += kStretch * b_.row_step) {
    const int64_t depth = std::min(kStretch, sizes_.k - k);
    copy_b_(bytes, b, {depth, columns, panel_, 1, b_.row_step, b_.column_step});
    if (depth % 2) std::memset(bytes + depth * panel_, 0, size_t(panel_));
    for (int64_t d = 0; d < depth; d += 2, packed += 2 * panel_) {
      const std::byte *first = bytes + d * panel_, *second = first + panel_;
      for (int64_t c = 0; c < panel_; ++c) {
        packed[2 * c] = first[c];
        packed[2 * c + 1] = second[c];
      }
    }
  }
}

void IntegerGemmPlan::PackPanels(std::byte* packed, const std::byte* b) const {
  PackEach(Panels(), sizes_.n * sizes_.k, [&](int64_t panel) {
    const int64_t column = panel * panel_;
    PackPanel(packed + column * Pairs() * 2, b + column * b_.column_step,
              std::min(panel_, sizes_.n - column));
  });
}

void IntegerGemmPlan::PackZeros(std::byte* packed, const ZeroPoints& zero) const {
  for (int64_t column = 0; column < ZerosBytes(); ++column)
    packed[column] = column < sizes_.n ? zero.data[column * zero.step] : std::byte{0};
}

void IntegerGemmPlan::Multiply(const IntegerSink& sink, const std::array<int64_t, 2>& batch,
                               const PackedA& a, const PackedB& b, int32_t* blocks) const {
  const auto multiply = kernel_->multiply;
  const int64_t row_blocks = PiecesOf(RowGroups(), block_groups_);
  const int64_t tasks = row_blocks * PiecesOf(Panels(), block_panels_);
  const int64_t most_rows = block_groups_ * kIntegerRows, row_step = block_panels_ * panel_;
  const int pieces = int(std::min<int64_t>(tasks, std::min(threads_, ThreadsFor(work_bytes_))));
  ParallelRun(pieces, [&](int piece) {
    int32_t* values = blocks + piece * most_rows * row_step;
    for (int64_t task = tasks * piece / pieces; task < tasks * (piece + 1) / pieces; ++task) {
      const int64_t row = task % row_blocks * most_rows;
      const int64_t column = task / row_blocks * row_step;
      const int64_t rows = std::min(most_rows, sizes_.m - row);
      const int64_t columns = std::min(row_step, sizes_.n - column);
      for (int64_t c = 0; c < columns; c += panel_)
        for (int64_t r = 0; r < rows; r += kIntegerRows)
          multiply({.c = values + r * row_step + c,
                    .c_step = row_step,
                    .a = a.numbers + (row + r) * Pairs() * 2,
                    .a_sums = a.sums + row + r,
                    .b = b.panels + (column + c) * Pairs() * 2,
                    .b_zeros = b.zeros ? b.zeros + column + c : nullptr,
                    .rows = std::min(kIntegerRows, rows - r),
                    .pairs = Pairs()});
      sink.take(sink.context, {batch, row, column, rows, columns, values, row_step});
    }
  });
}

template <class PackedBOf>
void IntegerGemmPlan::RunPairs(const IntegerSink& sink, const std::byte* a,
                               const ZeroPoints& a_zero, std::byte* scratch,
                               const PackedBOf& packed_b) const {
  const int64_t rows = RowGroups() * kIntegerRows;
  auto* numbers = Aligned<int16_t>(scratch);
  auto* blocks = Aligned<int32_t>(reinterpret_cast<std::byte*>(numbers + rows * Pairs() * 2));
  const PackedA packed_a = {numbers, blocks + threads_ * BlockNumbers()};
  for (int64_t i = 0; i < sizes_.batches[0]; ++i)
    for (int64_t j = 0; j < sizes_.batches[1]; ++j) {
      PackA(packed_a, a + a_.BatchOffset({i, j}), a_zero);
      Multiply(sink, {i, j}, packed_a, packed_b({i, j}), blocks);
    }
}

void IntegerGemmPlan::Run(const IntegerSink& sink, const std::byte* a, const ZeroPoints& a_zero,
                          const std::byte* b, const ZeroPoints& b_zero, std::byte* scratch) const {
  auto* panels = Aligned<std::byte>(scratch + packed_scratch_bytes_);
  std::byte* zeros = b_has_zeros_ ? panels + PanelsBytes() : nullptr;
  PackZeros(zeros, b_zero);
  RunPairs(sink, a, a_zero, scratch, [&](const std::array<int64_t, 2>& batch) {
    PackPanels(panels, b + b_.BatchOffset(batch));
    return PackedB{panels, zeros};
  });
}

void IntegerGemmPlan::PackB(std::byte* packed, const std::byte* b, const ZeroPoints& b_zero) const {
  for (int64_t i = 0; i < b_batches_[0]; ++i)
    for (int64_t j = 0; j < b_batches_[1]; ++j)
      PackPanels(packed + IndexOfB({i, j}) * PanelsBytes(), b + b_.BatchOffset({i, j}));
  PackZeros(packed + DistinctB() * PanelsBytes(), b_zero);
}

void IntegerGemmPlan::RunPacked(const IntegerSink& sink, const std::byte* a,
                                const ZeroPoints& a_zero, const std::byte* packed,
                                std::byte* scratch) const {
  const std::byte* zeros = b_has_zeros_ ? packed + DistinctB() * PanelsBytes() : nullptr;
  RunPairs(sink, a, a_zero, scratch, [&](const std::array<int64_t, 2>& batch) {
    return PackedB{packed + IndexOfB(batch) * PanelsBytes(), zeros};
  });
}

}  // namespace weft
