// SPDX-License-Identifier: MIT
// The innermost two loops of a copy. Kernels know pointers, counts and byte strides, never shapes;
// each is written once for elements of 1, 2, 4 and 8 bytes and compiled for every instruction set
// Highway offers, the best being chosen at run time.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/align.h"

namespace weft {

// dst[r * dst_row + c * dst_column] = src[r * src_row + c * src_column], in bytes.
struct CopyTile {
  int64_t rows = 1;
  int64_t columns = 1;
  int64_t dst_row = 0;
  int64_t dst_column = 0;
  int64_t src_row = 0;
  int64_t src_column = 0;
};

// Reads and writes exactly the tile's elements, plus, while reading, bytes between them.
// Pointers need no alignment.
using TileKernel = void (*)(std::byte* dst, const std::byte* src, const CopyTile& tile);

// What a kernel expects of a tile whose elements have `size` bytes:
struct TileKernels {
  TileKernel strided;            // nothing
  TileKernel rows;               // dst_column = src_column = size
  TileKernel fill;               // dst_column = size, src_column = 0
  TileKernel reversed;           // dst_column = size, src_column = -size
  TileKernel every[5];           // [k], k = 2..4: dst_column = size, src_column = k * size
  TileKernel every_backward[5];  // the same with src_column = -k * size
  TileKernel interleave[5];      // [k]: columns = k, dst_column = size, dst_row = k * size,
                                 //      src_row = size
  TileKernel deinterleave[5];    // [k]: rows = k, dst_column = size, src_row = size,
                                 //      src_column = k * size
  TileKernel transpose;          // dst_column = size, src_row = size
};

// For elements of 1, 2, 4 or 8 bytes. With `stream`, fill, reversed, every, interleave and
// deinterleave write whole cache lines past the cache; FinishStreams must follow before another
// thread may read them.
const TileKernels& KernelsFor(int element_bytes, bool stream);
void FinishStreams();

enum class KernelKind : uint8_t {
  Strided,
  Rows,
  Fill,
  Reversed,
  Every,
  EveryBackward,
  Interleave,
  Deinterleave,
  Transpose,
};
const char* Name(KernelKind kind);

struct NamedKernel {
  KernelKind kind = KernelKind::Strided;
  TileKernel run = nullptr;
};
// The best kernel for a tile of these strides. It is also right for any sub-tile, provided that the
// loop that makes an interleave (columns) or a deinterleave (rows) is not cut.
NamedKernel PickKernel(int element_bytes, const CopyTile& tile, bool stream);
// The best kernel for tiles of any size with these strides: the counts of `strides` and its dst_row
// are ignored.
TileKernel KernelForAnySize(int element_bytes, const CopyTile& strides);

// Outputs from this size on are written past the cache, where they would not stay anyway.
inline constexpr int64_t kStreamBytes = 8 << 20;
// How far ahead to prefetch: the next page, where the hardware prefetcher does not go.
inline constexpr int64_t kFetchAhead = 4 << 10;

// Ranges of bytes that are read soon: `rows` rows of `row_bytes` bytes, `row_step` bytes apart.
// Prefetching them between streamed writes overlaps reads with writes.
struct LinesAhead {
  const std::byte* first = nullptr;
  int64_t row_bytes = 0;
  int64_t row_step = 0;
  int64_t rows = 0;
};

// Writes rows of contiguous bytes past the cache, and prefetches `ahead` meanwhile.
void StreamRows(std::byte* dst, const std::byte* src, const CopyTile& tile, int64_t row_bytes,
                const LinesAhead& ahead);

// Copies elements of 4 bits. Strides count elements, and each operand starts `*_nibble` elements
// after its pointer. The element with the even index is the low half of its byte.
void CopyNibbles(std::byte* dst, int64_t dst_nibble, const std::byte* src, int64_t src_nibble,
                 const CopyTile& tile);

}  // namespace weft
