// SPDX-License-Identifier: MIT
// output[c] = f(input0[c], input1[c], …) for any layouts. The function only ever sees contiguous
// rows: where an operand is not contiguous along the output's rows, a block of it is first copied
// into the first-level cache by the tile kernels, and the result is copied out the same way.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/assert.h"
#include "base/parallel.h"
#include "strided/copy.h"
#include "strided/loop_nest.h"
#include "strided/parallel_nest.h"
#include "strided/row_function.h"
#include "strided/tile_kernels.h"

namespace weft {

// One operand: its layout and the bytes of one element.
struct MapOperand {
  Layout layout;
  int element_bytes = 0;
};

template <int Inputs>
class MapPlan {
 public:
  MapPlan(const MapOperand& output, const std::array<MapOperand, Inputs>& inputs,
          const RowFunction& row)
      : MapPlan(NestOf(output, inputs), BytesOf(output, inputs), row) {}

  // The same as loops over output and inputs, with steps in elements of so many bytes each.
  MapPlan(const LoopNest<Inputs + 1>& nest, const std::array<int, Inputs + 1>& element_bytes,
          const RowFunction& row)
      : row_(row), nest_(nest), sizes_(element_bytes) {
    WEFT_ASSERT(std::ranges::all_of(sizes_, [](int n) { return 1 <= n && n <= kMaxElementBytes; }));
    output_bytes_ = nest_.Iterations() * sizes_[0];
    if (output_bytes_ == 0) return;
    Simplify(nest_);
    MakeTileInnermost(nest_, FirstScattered(), 1);
    for (int i = 0; i < nest_.depth; ++i)
      for (int operand = 0; operand < kOperands; ++operand)
        nest_[i].stride[operand] *= sizes_[operand];
    for (int operand = 0; operand < kOperands; ++operand) nest_.offset[operand] *= sizes_[operand];
    ChooseBlocks();
    PickCopies();
  }

  void Run(std::byte* output, const std::array<const std::byte*, Inputs>& inputs) const {
    if (output_bytes_ == 0) return;
    ForEachTask(nest_, {block_rows_, std::min(block_columns_, kBlockElements)},
                ThreadsFor(output_bytes_),
                [&](const LoopNest<kOperands>& task) { RunTask(output, inputs, task); });
  }

 private:
  static constexpr int kOperands = Inputs + 1;
  static constexpr int64_t kBlockElements = 1024;   // of every operand, in the first-level cache
  static constexpr int64_t kDirectElements = 4096;  // of results that the function streams itself
  // Of results that are streamed through a block: few, so that the writes of one block overlap with
  // the reads of the next.
  static constexpr int64_t kStreamElements = 256;
  static constexpr int64_t kTransposedColumns = 32;
  static constexpr int64_t kShortRow = 32;
  static constexpr int64_t kMaxElementBytes = 8;

  static LoopNest<kOperands> NestOf(const MapOperand& output,
                                    const std::array<MapOperand, Inputs>& inputs) {
    return [&]<size_t... I>(std::index_sequence<I...>) {
      return Nest(output.layout, inputs[I].layout...);
    }
    (std::make_index_sequence<Inputs>());
  }
  static std::array<int, kOperands> BytesOf(const MapOperand& output,
                                            const std::array<MapOperand, Inputs>& inputs) {
    std::array<int, kOperands> bytes = {output.element_bytes};
    for (int i = 0; i < Inputs; ++i) bytes[i + 1] = inputs[i].element_bytes;
    return bytes;
  }

  // The first input whose columns have gaps; rows are chosen to suit it.
  int FirstScattered() const {
    if (nest_.depth == 0) return 1;
    const Loop<kOperands>& columns = nest_[nest_.depth - 1];
    for (int operand = 1; operand < kOperands; ++operand)
      if (std::abs(columns.stride[operand]) > 1) return operand;
    return 1;
  }
  // Whether some operand is contiguous along the rows instead of the columns. One that repeats
  // along the columns is not: filling whole rows with it is better.
  bool HasTransposedOperand() const {
    for (int operand = 0; operand < kOperands; ++operand)
      if (staged_[operand] && nest_[nest_.depth - 2].stride[operand] == sizes_[operand] &&
          nest_[nest_.depth - 1].stride[operand] != 0)
        return true;
    return false;
  }

  void ChooseBlocks() {
    const Loop<kOperands>& rows = nest_[nest_.depth - 2];
    const Loop<kOperands>& columns = nest_[nest_.depth - 1];
    // The calls for rows this short cost more than the work: a block of them takes one call.
    whole_rows_ = columns.count <= kShortRow && rows.count > 1;
    for (int operand = 0; operand < kOperands; ++operand) {
      const int64_t size = sizes_[operand];
      const bool has_gaps = columns.count > 1 && columns.stride[operand] != size;
      staged_[operand] = has_gaps || (whole_rows_ && rows.stride[operand] != columns.count * size);
      repeats_[operand] = staged_[operand] && rows.stride[operand] == 0 &&
                          (whole_rows_ || columns.stride[operand] == 0);
    }
    stream_ = output_bytes_ >= kStreamBytes && !staged_[0];
    const bool in_blocks = stream_ || std::ranges::count(staged_, true) > 0;
    direct_ = stream_ && row_.CanStream() && std::ranges::count(staged_, true) == 0;
    if (whole_rows_) {
      block_columns_ = columns.count;
      block_rows_ = kBlockElements / columns.count;
    } else if (HasTransposedOperand()) {
      block_columns_ = kTransposedColumns;
      block_rows_ = kBlockElements / kTransposedColumns;
    } else {
      block_columns_ = direct_     ? kDirectElements
                       : stream_   ? kStreamElements
                       : in_blocks ? kBlockElements
                                   : columns.count;
    }
  }

  // Between an operand and its packed block, for blocks that are not cut short.
  void PickCopies() {
    for (int operand = 0; operand < kOperands; ++operand) {
      CopyTile tile = TileOf(nest_, operand, operand);
      if (operand == 0)
        tile.src_row = tile.src_column = sizes_[0];
      else
        tile.dst_row = 0, tile.dst_column = sizes_[operand];
      copies_[operand] = KernelForAnySize(sizes_[operand], tile);
    }
  }

  // Blocks in the first-level cache, and the address each was copied from.
  struct Stage {
    alignas(kLineBytes) std::byte block[kOperands][kBlockElements * kMaxElementBytes];
    std::array<const std::byte*, kOperands> from{};
    std::array<int64_t, kOperands> elements{};
  };

  void RunTask(std::byte* output, const std::array<const std::byte*, Inputs>& inputs,
               const LoopNest<kOperands>& task) const {
    Stage stage;
    const Loop<kOperands>& rows = task[task.depth - 2];
    const Loop<kOperands>& columns = task[task.depth - 1];
    ForEachOffset(task, task.depth - 2, [&](const std::array<int64_t, kOperands>& offset) {
      for (int64_t r = 0; r < rows.count; r += block_rows_)
        for (int64_t c = 0; c < columns.count; c += block_columns_) {
          std::array<std::byte*, kOperands> at;
          for (int operand = 0; operand < kOperands; ++operand) {
            std::byte* base = operand == 0 ? output : const_cast<std::byte*>(inputs[operand - 1]);
            at[operand] =
                base + offset[operand] + r * rows.stride[operand] + c * columns.stride[operand];
          }
          RunBlock(at, task, std::min(block_rows_, rows.count - r),
                   std::min(block_columns_, columns.count - c), stage);
        }
    });
    if (stream_) FinishStreams();
  }

  void RunBlock(const std::array<std::byte*, kOperands>& at, const LoopNest<kOperands>& task,
                int64_t block_rows, int64_t block_columns, Stage& stage) const {
    const Loop<kOperands>& rows = task[task.depth - 2];
    const Loop<kOperands>& columns = task[task.depth - 1];
    const int64_t elements = block_rows * block_columns;
    for (int operand = 1; operand < kOperands; ++operand) {
      if (!staged_[operand]) continue;
      if (repeats_[operand] && stage.from[operand] == at[operand] &&
          stage.elements[operand] >= elements)
        continue;  // the block holds these elements already
      WEFT_ASSERT(elements <= kBlockElements);
      const int64_t size = sizes_[operand];
      copies_[operand](stage.block[operand], at[operand],
                       {block_rows, block_columns, block_columns * size, size, rows.stride[operand],
                        columns.stride[operand]});
      stage.from[operand] = at[operand];
      stage.elements[operand] = elements;
    }
    const bool result_staged = staged_[0] || (stream_ && !direct_);
    WEFT_ASSERT(!result_staged || elements <= kBlockElements);
    // Short rows are contiguous in every operand by now, so one call takes all of them.
    const int64_t calls = whole_rows_ ? 1 : block_rows;
    const int64_t count = whole_rows_ ? elements : block_columns;
    if (stream_ && !direct_) FetchAhead(at, count);
    for (int64_t r = 0; r < calls; ++r) {
      std::array<const std::byte*, Inputs> from;
      for (int i = 0; i < Inputs; ++i)
        from[i] = staged_[i + 1] ? stage.block[i + 1] + r * block_columns * sizes_[i + 1]
                                 : at[i + 1] + r * rows.stride[i + 1];
      if (direct_)
        row_.Stream(at[0] + r * rows.stride[0], from.data(), count);
      else
        row_(result_staged ? stage.block[0] + r * block_columns * sizes_[0]
                           : at[0] + r * rows.stride[0],
             from.data(), count);
    }
    if (!result_staged) return;
    const int64_t size = sizes_[0];
    if (stream_)
      StreamRows(at[0], stage.block[0],
                 {calls, count, rows.stride[0], size, block_columns * size, size}, count * size,
                 {});
    else
      copies_[0](at[0], stage.block[0],
                 {block_rows, block_columns, rows.stride[0], columns.stride[0],
                  block_columns * size, size});
  }

  // Prefetches what some later block will most likely read.
  void FetchAhead(const std::array<std::byte*, kOperands>& at, int64_t count) const {
    for (int operand = 1; operand < kOperands; ++operand) {
      if (staged_[operand]) continue;
      const int64_t bytes = count * sizes_[operand];
      for (int64_t line = 0; line < bytes; line += kLineBytes)
        __builtin_prefetch(at[operand] + kFetchAhead + line);
    }
  }

  RowFunction row_;
  LoopNest<kOperands> nest_;  // in bytes; the last two loops are a tile's rows and columns
  std::array<int, kOperands> sizes_{};
  std::array<bool, kOperands> staged_{};   // goes through a block
  std::array<bool, kOperands> repeats_{};  // its block is the same for all rows
  std::array<TileKernel, kOperands> copies_{};
  bool stream_ = false;
  bool direct_ = false;      // … by the function itself
  bool whole_rows_ = false;  // a block consists of several short rows
  int64_t output_bytes_ = 0;
  int64_t block_rows_ = 1;
  int64_t block_columns_ = kBlockElements;
};

}  // namespace weft
