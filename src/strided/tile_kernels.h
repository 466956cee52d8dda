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
// deinterleave write past the cache where a whole line is theirs; FinishStreams must follow before
// another thread may read.
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
// The best kernel for a tile of these strides. It stays right for any part of the tile, provided
// the loop that makes an interleave (columns) or a deinterleave (rows) is not cut.
NamedKernel PickKernel(int element_bytes, const CopyTile& tile, bool stream);
// The best kernel for tiles of any size that have these strides: the counts of `strides` say
// nothing, and neither does dst_row.
TileKernel KernelForAnySize(int element_bytes, const CopyTile& strides);

// Outputs from here on are written past the cache: they would not stay in it anyway.
inline constexpr int64_t kStreamBytes = 8 << 20;
// How far ahead to ask for what is read meanwhile: the next page, which hardware does not foresee.
inline constexpr int64_t kFetchAhead = 4 << 10;

// Runs of bytes that will be read soon. Asking for them between writes keeps memory busy both ways.
struct LinesAhead {
  const std::byte* first = nullptr;
  int64_t run_bytes = 0;
  int64_t run_step = 0;
  int64_t runs = 0;
};

// Rows of contiguous bytes, past the cache; meanwhile `ahead` is brought into it.
void StreamRows(std::byte* dst, const std::byte* src, const CopyTile& tile, int64_t row_bytes,
                const LinesAhead& ahead);

// Elements of 4 bits; strides count elements, and each operand starts `*_nibble` elements after its
// pointer. The even element of a byte is its low half.
void CopyNibbles(std::byte* dst, int64_t dst_nibble, const std::byte* src, int64_t src_nibble,
                 const CopyTile& tile);

}  // namespace weft
