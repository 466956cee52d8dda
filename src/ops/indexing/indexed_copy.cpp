// SPDX-License-Identifier: MIT
// How an indexed copy is planned and run. The innermost loops that no index depends on are a unit,
// which is copied whole for each offset; the loops around it are walked in blocks of offsets.
#include "ops/indexing/indexed_copy.h"

#include <algorithm>
#include <cstring>

#include "base/parallel.h"
#include "strided/copy.h"
#include "strided/parallel_nest.h"

namespace weft {
namespace {

constexpr int64_t kBlockOffsets = 1024;    // at once, in the first-level cache
constexpr int64_t kAheadRows = 4;          // prefetched before they are copied
constexpr int64_t kAheadBytes = 512;       // of each row; the hardware prefetcher does the rest
constexpr int64_t kStreamRowBytes = 1024;  // shorter rows share too many lines with neighbours

int64_t IndexBytes(DataType type) { return SizeBits(type) / 8; }

}  // namespace

IndexedCopyPlan IndexedCopyPlan::Gather(int element_bytes, DataType index_type,
                                        const IndexedTensors& tensors) {
  return {false, element_bytes, index_type, tensors};
}
IndexedCopyPlan IndexedCopyPlan::Scatter(int element_bytes, DataType index_type,
                                         const IndexedTensors& tensors) {
  return {true, element_bytes, index_type, tensors};
}

IndexedCopyPlan::IndexedCopyPlan(bool scatter, int element_bytes, DataType index_type,
                                 const IndexedTensors& tensors)
    : scatter_(scatter),
      element_bytes_(element_bytes),
      nest_(Nest(tensors.picked, tensors.whole, tensors.indices)),
      tuple_(tensors.tuple),
      fill_(OffsetsOf(index_type, !scatter)) {
  total_bytes_ = nest_.Iterations() * element_bytes;
  if (total_bytes_ == 0) return;
  if (!scatter) {
    Simplify(nest_);
  } else {
    // Loops that step in the indices only may write an element twice, so they keep their order.
    DropUnitLoops(nest_);
    MergeLoops(nest_);
    const auto index_alone = [](const Loop<3>& loop) { return loop.stride[kWhole] == 0; };
    if (std::count_if(nest_.loops.begin(), nest_.loops.begin() + nest_.depth, index_alone) <= 1) {
      SortByStride(nest_);
      MergeLoops(nest_);
    }
  }
  const std::array<int64_t, 3> bytes = {element_bytes, element_bytes, IndexBytes(index_type)};
  for (int operand = 0; operand < 3; ++operand) {
    nest_.offset[operand] *= bytes[operand];
    for (int i = 0; i < nest_.depth; ++i) nest_[i].stride[operand] *= bytes[operand];
  }
  for (int number = 0; number < tuple_.length; ++number)
    tuple_.axes[number].stride *= element_bytes;
  tuple_.step = tuple_.length > 1 ? tuple_.step * IndexBytes(index_type) : 0;
  TakeUnit(index_type);
}

// Whether a loop may be part of a unit: no index changes along it, and in a scatter it writes no
// element twice.
bool IndexedCopyPlan::Belongs(const Loop<3>& loop) const {
  return loop.stride[kIndices] == 0 && (!scatter_ || loop.stride[kWhole] != 0);
}

void IndexedCopyPlan::TakeUnit(DataType index_type) {
  int64_t unit_bytes = element_bytes_;
  const bool has_unit = nest_.depth > 0 && Belongs(nest_.Innermost());
  if (has_unit) {
    const Loop<3> columns = nest_.Innermost();
    const bool contiguous =
        columns.stride[kPicked] == element_bytes_ && columns.stride[kWhole] == element_bytes_;
    unit_bytes = contiguous ? columns.count * element_bytes_ : 0;
    unit_ = contiguous ? Unit::Row : Unit::Tile;
  }
  move_ = scatter_ ? ScatterElementsOf(unit_bytes) : GatherElementsOf(unit_bytes);
  if (move_ != nullptr) {  // short rows are elements
    if (has_unit) nest_.Take(nest_.depth - 1);
    unit_ = Unit::Element;
    element_bytes_ = int(unit_bytes);
    if (!scatter_ && tuple_.length == 1) gather_by_index_ = GatherByIndexOf(index_type, unit_bytes);
  } else if (nest_.depth < 2 || unit_ == Unit::Row || !Belongs(nest_[nest_.depth - 2])) {
    const Loop<3> columns = nest_.Take(nest_.depth - 1);  // inside of a loop of count 1
    nest_.Push({});
    nest_.Push(columns);
  }
  if (unit_ == Unit::Tile) {
    tile_kernel_ = KernelForAnySize(
        element_bytes_, scatter_ ? TileOf(nest_, kWhole, kPicked) : TileOf(nest_, kPicked, kWhole));
  }
  stream_ = !scatter_ && total_bytes_ >= kStreamBytes && unit_ == Unit::Row &&
            unit_bytes >= kStreamRowBytes;
}

void IndexedCopyPlan::Run(std::byte* dst, const std::byte* src, const std::byte* indices) const {
  if (total_bytes_ == 0) return;
  const int threads = ThreadsFor(total_bytes_);
  if (scatter_) return RunScatter(dst, src, indices, threads);
  const TileGrain grain = {1, std::max<int64_t>(1, kLineBytes / element_bytes_)};
  ForEachTask(nest_, grain, threads,
              [&](const LoopNest<3>& task) { RunTask(dst, src, indices, task, tuple_); });
}

// Threads write different elements, each in the order of the indices. They share either a loop
// whose steps lead to different elements, or the range of an index, where every thread reads all
// indices.
void IndexedCopyPlan::RunScatter(std::byte* dst, const std::byte* src, const std::byte* indices,
                                 int threads) const {
  const Loop<3>* shared = nullptr;
  for (int i = 0; i < nest_.depth; ++i)
    if (nest_[i].stride[kWhole] != 0 && nest_[i].count >= 4 * threads && shared == nullptr)
      shared = &nest_[i];
  const IndexedAxis* axis =
      std::max_element(tuple_.axes.begin(), tuple_.axes.begin() + tuple_.length,
                       [](const auto& a, const auto& b) { return a.size < b.size; });
  const int64_t count = shared ? shared->count : axis->size;
  ParallelSlices(threads, count, [&](int64_t begin, int64_t end) {
    LoopNest<3> task = nest_;
    IndexTuple tuple = tuple_;
    if (shared) {
      task[int(shared - nest_.loops.data())].count = end - begin;
      for (int operand = 0; operand < 3; ++operand)
        task.offset[operand] += begin * shared->stride[operand];
    } else {
      IndexedAxis& own = tuple.axes[axis - tuple_.axes.begin()];
      own.begin = begin, own.end = end;
    }
    RunTask(dst, src, indices, task, tuple);
  });
}

void IndexedCopyPlan::RunTask(std::byte* dst, const std::byte* src, const std::byte* indices,
                              const LoopNest<3>& task, const IndexTuple& tuple) const {
  int64_t offsets[kBlockOffsets];
  const int depth = unit_ == Unit::Element ? task.depth : task.depth - 2;
  const Loop<3> columns = depth > 0 ? task[depth - 1] : Loop<3>();
  const Loop<3> rows = depth > 1 ? task[depth - 2] : Loop<3>();
  const CopyTile unit = unit_ == Unit::Element ? CopyTile()
                        : scatter_             ? TileOf(task, kWhole, kPicked)
                                               : TileOf(task, kPicked, kWhole);
  IndexedBlock block = {.rows = rows.count,
                        .columns = columns.count,
                        .picked_row = rows.stride[kPicked],
                        .picked_column = columns.stride[kPicked],
                        .whole_row = rows.stride[kWhole],
                        .whole_column = columns.stride[kWhole],
                        .indices_row = rows.stride[kIndices],
                        .indices_column = columns.stride[kIndices]};
  const int64_t block_columns = std::min(columns.count, kBlockOffsets);
  const int64_t block_rows = kBlockOffsets / block_columns;
  ForEachOffset(task, std::max(0, depth - 2), [&](const std::array<int64_t, 3>& offset) {
    if (gather_by_index_ != nullptr)
      return gather_by_index_(dst + offset[kPicked], src + offset[kWhole],
                              indices + offset[kIndices], block, tuple.axes[0]);
    for (int64_t r = 0; r < rows.count; r += block_rows)
      for (int64_t c = 0; c < columns.count; c += block_columns) {
        std::array<int64_t, 3> at = offset;
        for (int operand = 0; operand < 3; ++operand)
          at[operand] += r * rows.stride[operand] + c * columns.stride[operand];
        block.rows = std::min(block_rows, rows.count - r);
        block.columns = std::min(block_columns, columns.count - c);
        fill_(offsets, indices + at[kIndices], block, tuple);
        MoveBlock(dst + at[scatter_ ? kWhole : kPicked], src + at[scatter_ ? kPicked : kWhole],
                  offsets, block, unit);
      }
  });
  if (stream_) FinishStreams();
}

void IndexedCopyPlan::MoveBlock(std::byte* dst, const std::byte* src, const int64_t* offsets,
                                const IndexedBlock& block, const CopyTile& unit) const {
  if (unit_ == Unit::Element) return move_(dst, src, offsets, block);
  const int64_t row_bytes = unit.columns * element_bytes_;
  const int64_t ahead_bytes = scatter_ ? 0 : std::min(row_bytes, kAheadBytes);
  for (int64_t r = 0; r < block.rows; ++r, offsets += block.columns)
    for (int64_t c = 0; c < block.columns; ++c) {
      if (c + kAheadRows < block.columns)  // the hardware prefetcher cannot predict it
        for (int64_t line = 0; line < ahead_bytes; line += kLineBytes)
          __builtin_prefetch(src + r * block.whole_row + offsets[c + kAheadRows] + line);
      if (offsets[c] == kNoOffset) continue;
      const int64_t picked = r * block.picked_row + c * block.picked_column;
      const int64_t whole = r * block.whole_row + c * block.whole_column + offsets[c];
      std::byte* to = dst + (scatter_ ? whole : picked);
      const std::byte* from = src + (scatter_ ? picked : whole);
      if (unit_ == Unit::Tile)
        tile_kernel_(to, from, unit);
      else if (stream_)
        StreamRows(to, from, {.rows = 1}, row_bytes, {});
      else
        std::memcpy(to, from, row_bytes);
    }
}

}  // namespace weft
