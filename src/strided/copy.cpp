// SPDX-License-Identifier: MIT
// How a copy is planned and run. Planning looks at strides and element size only; running adds the
// thread count and the alignment of the pointers.
#include "strided/copy.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "base/align.h"
#include "base/assert.h"
#include "base/parallel.h"
#include "strided/parallel_nest.h"

namespace weft {
namespace {

// Shorter rows are not streamed one by one: most of their cache lines are shared with neighbours.
constexpr int64_t kStreamRowBytes = 256;
// Below this a transpose stays in the first-level cache whatever its strides.
constexpr int64_t kDirectTransposeBytes = 32 << 10;
constexpr int64_t kStageBytes = 4 << 10;  // a block of short rows that are streamed together
// The bytes that a transposed block reads of each source row and writes of each destination row.
constexpr int64_t kTransposeRead = 256;
constexpr int64_t kTransposeWrite = 256;
constexpr int64_t kMaxBlockBytes = kTransposeRead * kTransposeWrite;  // for elements of 1 byte

// Makes a contiguous row of 2, 4 or 8 bytes one element: [9: 4 8][4: 1 1] of bytes becomes [9: 1 2]
// of 4-byte elements. Returns the new element size.
int FoldIntoElement(LoopNest<2>& nest, int element_bytes) {
  if (nest.depth == 0) return element_bytes;
  const Loop<2> inner = nest.Innermost();
  const int64_t row_bytes = inner.count * element_bytes;
  const bool contiguous = inner.stride[0] == 1 && inner.stride[1] == 1;
  if (!contiguous || (row_bytes != 2 && row_bytes != 4 && row_bytes != 8)) return element_bytes;
  for (int i = 0; i < nest.depth - 1; ++i)
    for (int64_t stride : nest[i].stride)
      if (stride % inner.count != 0) return element_bytes;
  nest.Take(nest.depth - 1);
  for (int i = 0; i < nest.depth; ++i)
    for (int64_t& stride : nest[i].stride) stride /= inner.count;
  return int(row_bytes);
}

// Makes pairs of 4-bit elements bytes, if all of them start on whole bytes and stay together.
bool FoldNibbles(LoopNest<2>& nest) {
  if (nest.depth == 0 || nest.offset[0] % 2 != 0 || nest.offset[1] % 2 != 0) return false;
  Loop<2>& inner = nest.Innermost();
  if (inner.stride[0] != 1 || inner.stride[1] != 1 || inner.count % 2 != 0) return false;
  for (int i = 0; i < nest.depth - 1; ++i)
    for (int64_t stride : nest[i].stride)
      if (stride % 2 != 0) return false;
  inner.count /= 2;
  for (int i = 0; i < nest.depth - 1; ++i)
    for (int64_t& stride : nest[i].stride) stride /= 2;
  for (int64_t& offset : nest.offset) offset /= 2;
  DropUnitLoops(nest);
  return true;
}

// The source lines of a block, to be prefetched while the block before it is written.
LinesAhead SourceLines(const std::byte* src, const CopyTile& tile, int64_t size) {
  if (tile.src_row == size) return {src, tile.rows * size, tile.src_column, tile.columns};
  return {src, tile.rows * tile.src_row, 0, 1};  // short rows: all of their cache lines are needed
}

// Makes all loops but the innermost ascend in the source: the hardware prefetcher helps reads that
// ascend, and writes that descend cost nothing.
void MakeSourceAscend(LoopNest<2>& nest) {
  for (int i = 0; i < nest.depth - 1; ++i)
    if (nest[i].stride[1] < 0) ReverseLoop(nest, i);
}

// Orders the loops around the tile by the source's steps, so that the source is read sequentially;
// a tile that writes to several rows loses nothing by that.
void ReadInOrder(LoopNest<2>& nest) {
  std::stable_sort(nest.loops.begin(), nest.loops.begin() + nest.depth - 2,
                   [](const Loop<2>& a, const Loop<2>& b) {
                     return std::abs(a.stride[1]) > std::abs(b.stride[1]);
                   });
}

}  // namespace

CopyPlan::CopyPlan(int element_bits, const Layout& dst, const Layout& src, int64_t together_bytes)
    : CopyPlan(element_bits, Nest(dst, src), together_bytes) {
  same_ = dst == src;
}

CopyPlan::CopyPlan(int element_bits, const LoopNest<2>& nest, int64_t together_bytes)
    : nest_(nest) {
  WEFT_ASSERT(element_bits == 4 || element_bits == 8 || element_bits == 16 || element_bits == 32 ||
              element_bits == 64);
  WEFT_ASSERT(together_bytes >= 0);
  total_bytes_ = (nest_.Iterations() * element_bits + 7) / 8;
  if (total_bytes_ == 0) return;
  Simplify(nest_);
  nibbles_ = element_bits == 4 && !FoldNibbles(nest_);
  if (!nibbles_) {
    element_bytes_ = std::max(1, element_bits / 8);
    for (int64_t& offset : nest_.offset) offset *= element_bytes_;
    element_bytes_ = FoldIntoElement(nest_, element_bytes_);
    for (int i = 0; i < nest_.depth; ++i)
      for (int64_t& stride : nest_[i].stride) stride *= element_bytes_;
  }
  MakeTileInnermost(nest_, 1, element_bytes_);
  MakeSourceAscend(nest_);
  tile_ = TileOf(nest_, 0, 1);
  start_ = nest_.offset;
  if (nibbles_) return;
  // Short rows are streamed only where they are contiguous and this copy alone is large: as one of
  // several copies its source may be in the cache.
  const int64_t row_bytes = tile_.columns * element_bytes_;
  const bool stream = row_bytes >= kStreamRowBytes
                          ? std::max(total_bytes_, together_bytes) >= kStreamBytes
                          : total_bytes_ >= kStreamBytes && tile_.dst_row == row_bytes;
  kernel_ = PickKernel(element_bytes_, tile_, stream);
  if (kernel_.kind == KernelKind::Deinterleave && stream) ReadInOrder(nest_);
  PickStore(stream);
  one_small_tile_ = nest_.depth == 2 && total_bytes_ < 2 * kGrainBytes && store_ == Store::Direct;
}

// Large outputs are streamed: by the kernel itself where it writes whole rows, else through a block
// in the first-level cache. Transposes that exceed that cache go through a block too: it holds
// whole cache lines of both sides, which strides of a power of two would otherwise evict before all
// of their elements are copied.
void CopyPlan::PickStore(bool stream) {
  const CopyTile& tile = tile_;
  const int64_t row_bytes = tile.columns * element_bytes_;
  // These kernels need the whole loop, so threads must not cut it.
  if (kernel_.kind == KernelKind::Deinterleave) block_rows_ = tile.rows;
  if (kernel_.kind == KernelKind::Interleave) block_columns_ = tile.columns;
  switch (kernel_.kind) {
    case KernelKind::Transpose:
      if (total_bytes_ <= kDirectTransposeBytes) return;
      store_ = stream ? Store::StagedStream : Store::Staged;
      block_rows_ = kTransposeRead / element_bytes_;
      block_columns_ = std::min(tile.columns, kTransposeWrite / element_bytes_);
      return;
    case KernelKind::Rows:
      if (stream && row_bytes >= kStreamRowBytes) {
        store_ = Store::StreamRows;
        return;
      }
      if (!stream || tile.dst_row != row_bytes || row_bytes > kStageBytes ||
          tile.rows * row_bytes < kStreamRowBytes)
        return;
      store_ = Store::StagedStream;  // contiguous rows: many at once
      block_rows_ = kStageBytes / row_bytes;
      block_columns_ = tile.columns;
      return;
    case KernelKind::Strided: return;
    default: store_ = stream ? Store::Stream : Store::Direct;
  }
}

void CopyPlan::Run(std::byte* dst, const std::byte* src) const {
  if (one_small_tile_ && dst != src)  // the fast path
    return kernel_.run(dst + start_[0], src + start_[1], tile_);
  if (total_bytes_ == 0 || (same_ && dst == src)) return;
  if (nibbles_) {  // on one thread, because neighbours may share a byte
    ForEachOffset(nest_, nest_.depth - 2, [&](const std::array<int64_t, 2>& offset) {
      CopyNibbles(dst, offset[0], src, offset[1], tile_);
    });
    return;
  }
  const int64_t line = kLineBytes / element_bytes_;
  const TileGrain grain = {block_rows_, std::max(line, block_columns_)};
  ForEachTask(nest_, grain, ThreadsFor(total_bytes_),
              [&](const LoopNest<2>& task) { RunTask(dst, src, task); });
}

void CopyPlan::RunTask(std::byte* dst, const std::byte* src, const LoopNest<2>& task) const {
  const CopyTile tile = TileOf(task, 0, 1);
  ForEachOffset(task, task.depth - 2, [&](const std::array<int64_t, 2>& offset) {
    std::byte* to = dst + offset[0];
    const std::byte* from = src + offset[1];
    switch (store_) {
      case Store::Direct:
      case Store::Stream: return kernel_.run(to, from, tile);
      case Store::StreamRows: return StreamRows(to, from, tile, tile.columns * element_bytes_, {});
      case Store::Staged:
      case Store::StagedStream: return RunStaged(to, from, tile);
    }
  });
  if (store_ != Store::Direct) FinishStreams();
}

void CopyPlan::RunStaged(std::byte* dst, const std::byte* src, const CopyTile& tile) const {
  alignas(kLineBytes) std::byte block[kMaxBlockBytes];
  const int64_t size = element_bytes_;
  WEFT_ASSERT(block_rows_ >= 1 && block_columns_ >= 1);
  WEFT_ASSERT(block_rows_ * block_columns_ * size <= kMaxBlockBytes);
  const bool contiguous = tile.dst_row == tile.columns * size && tile.columns == block_columns_;
  // Blocks end where the destination's cache lines do, so that most lines are written whole.
  const int64_t misaligned = BytesToAligned(dst);
  const int64_t first = contiguous || misaligned % size != 0 ? 0 : misaligned / size;
  for (int64_t r = 0; r < tile.rows; r += block_rows_) {
    const int64_t rows = std::min(block_rows_, tile.rows - r);
    for (int64_t c = 0; c < tile.columns;) {
      const int64_t want = c == 0 && first > 0 ? std::min(first, block_columns_) : block_columns_;
      const int64_t columns = std::min(want, tile.columns - c);
      const int64_t pitch = columns * size;
      kernel_.run(block, src + r * tile.src_row + c * tile.src_column,
                  {rows, columns, pitch, size, tile.src_row, tile.src_column});
      std::byte* to = dst + r * tile.dst_row + c * size;
      const int64_t out_bytes = contiguous ? rows * pitch : pitch;
      const CopyTile out = {contiguous ? 1 : rows, out_bytes, tile.dst_row, 1, pitch, 1};
      if (store_ == Store::StagedStream) {
        const bool more_columns = c + columns < tile.columns;
        const int64_t next_r = more_columns ? r : r + rows;
        const int64_t next_c = more_columns ? c + columns : 0;
        const CopyTile next = {.rows = std::min(block_rows_, tile.rows - next_r),
                               .columns = std::min(block_columns_, tile.columns - next_c),
                               .src_row = tile.src_row,
                               .src_column = tile.src_column};
        const std::byte* next_src = src + next_r * tile.src_row + next_c * tile.src_column;
        StreamRows(to, block, out, out_bytes, SourceLines(next_src, next, size));
      } else {
        KernelsFor(1, false).rows(to, block, out);
      }
      c += columns;
    }
  }
}

std::string CopyPlan::ToString() const {
  if (total_bytes_ == 0) return "nothing";
  if (nibbles_) return "4-bit elements: " + weft::ToString(nest_);
  return fmt::format("{} of {} bytes{}: {}", Name(kernel_.kind), element_bytes_,
                     store_ == Store::Direct   ? ""
                     : store_ == Store::Staged ? ", staged"
                                               : ", streamed",
                     weft::ToString(nest_));
}

}  // namespace weft
