// SPDX-License-Identifier: MIT
// Both matrices are packed whole, each pair of them in turn unless B is packed already, and blocks
// of the product shared out among the threads. Sums of integers do not depend on their order, so
// neither do the bits.
#include "ops/matmul/integer_plan.h"

#include <algorithm>
#include <cstring>

#include "base/parallel.h"
#include "ops/matmul/microkernel_i8.h"

namespace weft {
namespace {

constexpr int64_t kStretch = 256;         // of the depth, packed at once
constexpr double kOperationsPerByte = 8;  // in the time a byte is moved

int64_t PiecesOf(int64_t whole, int64_t most) { return (whole + most - 1) / most; }

int16_t NumberAt(const std::byte* at, bool is_signed) {
  return is_signed ? int16_t(int8_t(*at)) : int16_t(uint8_t(*at));
}

template <class Packed>
Packed* Aligned(std::byte* at) {
  const uintptr_t past = reinterpret_cast<uintptr_t>(at) & (kLineBytes - 1);
  return reinterpret_cast<Packed*>(at + (past ? kLineBytes - int64_t(past) : 0));
}

}  // namespace

IntegerGemmPlan::IntegerGemmPlan(const GemmSizes& sizes, const GemmMatrix& a, const GemmMatrix& b)
    : sizes_(sizes), a_(a), b_(b), kernel_(&BestIntegerKernel()) {
  const auto side = [](const GemmMatrix& matrix, int64_t width, int64_t count, int64_t step,
                       int64_t depth_step) {
    const int64_t any = 1 << 20;  // no kernel that depends on how many there are
    return Side{matrix.type == DataType::Int8,
                width,
                count,
                step,
                depth_step,
                PickKernel(1, {any, any, width, 1, depth_step, step}, false).run};
  };
  rows_ = side(a_, kIntegerRows, sizes_.m, a_.row_step, a_.column_step);
  columns_ = side(b_, kernel_->panel_columns, sizes_.n, b_.column_step, b_.row_step);
  const double operations = 2.0 * double(sizes_.m) * double(sizes_.n) * double(sizes_.k);
  work_bytes_ = int64_t(std::min(operations / kOperationsPerByte, 0x1p60));
  threads_ = ThreadsFor(work_bytes_);
  block_rows_ = std::min<int64_t>(rows_.Groups(), 16);
  block_panels_ = std::min<int64_t>(columns_.Groups(), 16);
  while (PiecesOf(rows_.Groups(), block_rows_) * PiecesOf(columns_.Groups(), block_panels_) <
             threads_ &&
         block_panels_ > 1)
    block_panels_ = PiecesOf(block_panels_, 2);
  for (size_t i = 0; i < 2; ++i) b_batches_[i] = b_.batch_steps[i] == 0 ? 1 : sizes_.batches[i];
  const int64_t block = block_rows_ * rows_.width * block_panels_ * columns_.width;
  packed_scratch_bytes_ = uint64_t(2 * NumbersOf(rows_) + 4 * threads_ * block + 2 * kLineBytes);
  scratch_bytes_ = packed_scratch_bytes_ + uint64_t(2 * NumbersOf(columns_) + kLineBytes);
}

int64_t IntegerGemmPlan::IndexOfB(const std::array<int64_t, 2>& batch) const {
  return (b_batches_[0] > 1 ? batch[0] : 0) * b_batches_[1] + (b_batches_[1] > 1 ? batch[1] : 0);
}

// One group for all of the depth: pairs of neighbours, and in each pair `width` times two numbers.
// What does not exist is 0.
void IntegerGemmPlan::PackGroup(int16_t* packed, const Side& side, const std::byte* from,
                                int64_t count, const ZeroPoints& zero) const {
  std::byte bytes[kStretch * kMostIntegerColumns];
  int16_t zeros[kMostIntegerColumns] = {};
  for (int64_t i = 0; zero.data && i < count; ++i)
    zeros[i] = NumberAt(zero.data + i * zero.step, side.is_signed);
  for (int64_t k = 0; k < sizes_.k; k += kStretch) {
    const int64_t depth = std::min(kStretch, sizes_.k - k);
    side.copy(bytes, from + k * side.depth_step,
              {depth, count, side.width, 1, side.depth_step, side.step});
    for (int64_t d = 0; d < depth; d += 2, packed += 2 * side.width) {
      const std::byte* first = bytes + d * side.width;
      const bool two = d + 1 < depth;
      for (int64_t i = 0; i < side.width; ++i) {
        const bool there = i < count;
        packed[2 * i] = there ? int16_t(NumberAt(first + i, side.is_signed) - zeros[i]) : 0;
        packed[2 * i + 1] =
            there && two ? int16_t(NumberAt(first + side.width + i, side.is_signed) - zeros[i]) : 0;
      }
    }
  }
}

void IntegerGemmPlan::Pack(int16_t* packed, const Side& side, const std::byte* from,
                           const ZeroPoints& zero) const {
  const int64_t groups = side.Groups();
  const int pieces = int(std::min<int64_t>(groups, ThreadsFor(4 * side.count * sizes_.k)));
  ParallelRun(pieces, [&](int piece) {
    for (int64_t group = groups * piece / pieces; group < groups * (piece + 1) / pieces; ++group) {
      const int64_t first = group * side.width;
      PackGroup(packed + first * Pairs() * 2, side, from + first * side.step,
                std::min(side.width, side.count - first),
                {zero.data ? zero.data + first * zero.step : nullptr, zero.step});
    }
  });
}

void IntegerGemmPlan::Multiply(const IntegerSink& sink, const std::array<int64_t, 2>& batch,
                               const int16_t* a, const int16_t* b, int32_t* blocks) const {
  const auto multiply = kernel_->multiply;
  const int64_t row_blocks = PiecesOf(rows_.Groups(), block_rows_);
  const int64_t tasks = row_blocks * PiecesOf(columns_.Groups(), block_panels_);
  const int64_t row_step = block_panels_ * columns_.width;
  const int pieces = int(std::min<int64_t>(tasks, std::min(threads_, ThreadsFor(work_bytes_))));
  ParallelRun(pieces, [&](int piece) {
    int32_t* values = blocks + piece * block_rows_ * rows_.width * row_step;
    for (int64_t task = tasks * piece / pieces; task < tasks * (piece + 1) / pieces; ++task) {
      const int64_t row = task % row_blocks * block_rows_ * rows_.width;
      const int64_t column = task / row_blocks * row_step;
      const int64_t rows = std::min(block_rows_ * rows_.width, sizes_.m - row);
      const int64_t columns = std::min(row_step, sizes_.n - column);
      for (int64_t c = 0; c < columns; c += columns_.width)
        for (int64_t r = 0; r < rows; r += rows_.width)
          multiply({values + r * row_step + c, row_step, a + (row + r) * Pairs() * 2,
                    b + (column + c) * Pairs() * 2, std::min(rows_.width, rows - r), Pairs()});
      sink.take(sink.context, {batch, row, column, rows, columns, values, row_step});
    }
  });
}

template <class PackedB>
void IntegerGemmPlan::RunPairs(const IntegerSink& sink, const std::byte* a,
                               const ZeroPoints& a_zero, std::byte* scratch,
                               const PackedB& packed_b) const {
  auto* packed_a = Aligned<int16_t>(scratch);
  auto* blocks = Aligned<int32_t>(reinterpret_cast<std::byte*>(packed_a + NumbersOf(rows_)));
  for (int64_t i = 0; i < sizes_.batches[0]; ++i)
    for (int64_t j = 0; j < sizes_.batches[1]; ++j) {
      Pack(packed_a, rows_, a + a_.BatchOffset({i, j}), a_zero);
      Multiply(sink, {i, j}, packed_a, packed_b({i, j}), blocks);
    }
}

void IntegerGemmPlan::Run(const IntegerSink& sink, const std::byte* a, const ZeroPoints& a_zero,
                          const std::byte* b, const ZeroPoints& b_zero, std::byte* scratch) const {
  auto* packed = Aligned<int16_t>(scratch + packed_scratch_bytes_);
  RunPairs(sink, a, a_zero, scratch, [&](const std::array<int64_t, 2>& batch) {
    Pack(packed, columns_, b + b_.BatchOffset(batch), b_zero);
    return packed;
  });
}

void IntegerGemmPlan::PackB(std::byte* packed, const std::byte* b, const ZeroPoints& b_zero) const {
  auto* to = reinterpret_cast<int16_t*>(packed);
  for (int64_t i = 0; i < b_batches_[0]; ++i)
    for (int64_t j = 0; j < b_batches_[1]; ++j)
      Pack(to + IndexOfB({i, j}) * NumbersOf(columns_), columns_, b + b_.BatchOffset({i, j}),
           b_zero);
}

void IntegerGemmPlan::RunPacked(const IntegerSink& sink, const std::byte* a,
                                const ZeroPoints& a_zero, const std::byte* packed,
                                std::byte* scratch) const {
  const auto* numbers = reinterpret_cast<const int16_t*>(packed);
  RunPairs(sink, a, a_zero, scratch, [&](const std::array<int64_t, 2>& batch) {
    return numbers + IndexOfB(batch) * NumbersOf(columns_);
  });
}

}  // namespace weft
