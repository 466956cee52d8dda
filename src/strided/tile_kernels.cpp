// SPDX-License-Identifier: MIT
// The table of kernels for each element size and instruction set, and the choice of one for a tile.
#define HWY_TARGET_INCLUDE "strided/tile_kernels.cpp"
#include "simd/foreach_movement_target.h"
//
#include "base/assert.h"
#include "hwy/cache_control.h"
#include "hwy/highway.h"
#include "strided/element_access-inl.h"
#include "strided/tile_kernels.h"
#if HWY_TARGET != HWY_SCALAR
#include "strided/plane_kernels-inl.h"
#include "strided/row_kernels-inl.h"
#include "strided/stream_rows-inl.h"
#endif

#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {

// A cache line is a whole number of vectors: WriteRow, Interleave, Deinterleave and StreamLines
// assemble the lines that they stream from whole vectors.
static_assert(kLineBytes % HWY_MAX_BYTES == 0);

// Without vectors no kernel is faster than the strided loop.
#if HWY_TARGET == HWY_SCALAR

template <class T>
constexpr TileKernel kAny = Strided<T>;

template <class T, bool kStream>
constexpr TileKernels kTable = {
    .strided = kAny<T>,
    .rows = kAny<T>,
    .fill = kAny<T>,
    .reversed = kAny<T>,
    .every = {nullptr, nullptr, kAny<T>, kAny<T>, kAny<T>},
    .every_backward = {nullptr, nullptr, kAny<T>, kAny<T>, kAny<T>},
    .interleave = {nullptr, nullptr, kAny<T>, kAny<T>, kAny<T>},
    .deinterleave = {nullptr, nullptr, kAny<T>, kAny<T>, kAny<T>},
    .transpose = kAny<T>,
};

void StreamRowsBody(std::byte* dst, const std::byte* src, const CopyTile& tile, int64_t bytes,
                    const LinesAhead&) {
  for (int64_t r = 0; r < tile.rows; ++r)
    std::memcpy(dst + r * tile.dst_row, src + r * tile.src_row, bytes);
}

#else

template <class T, bool kStream>
constexpr TileKernels kTable = {
    .strided = Strided<T>,
    .rows = Rows<T>,
    .fill = Fill<T, kStream>,
    .reversed = Reversed<T, kStream>,
    .every = {nullptr, nullptr, Every<T, 2, false, kStream>, Every<T, 3, false, kStream>,
              Every<T, 4, false, kStream>},
    .every_backward = {nullptr, nullptr, Every<T, 2, true, kStream>, Every<T, 3, true, kStream>,
                       Every<T, 4, true, kStream>},
    .interleave = {nullptr, nullptr, Interleave<T, 2, kStream>, Interleave<T, 3, kStream>,
                   Interleave<T, 4, kStream>},
    .deinterleave = {nullptr, nullptr, Deinterleave<T, 2, kStream>, Deinterleave<T, 3, kStream>,
                     Deinterleave<T, 4, kStream>},
    .transpose = Transpose<T>,
};

#endif  // HWY_TARGET == HWY_SCALAR

template <bool kStream>
const TileKernels* TableOf(int element_bytes) {
  switch (element_bytes) {
    case 1: return &kTable<uint8_t, kStream>;
    case 2: return &kTable<uint16_t, kStream>;
    case 4: return &kTable<uint32_t, kStream>;
    default: return &kTable<uint64_t, kStream>;
  }
}

const TileKernels* Table(int element_bytes, bool stream) {
  return stream ? TableOf<true>(element_bytes) : TableOf<false>(element_bytes);
}

}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft {

HWY_EXPORT(Table);
HWY_EXPORT(StreamRowsBody);

const TileKernels& KernelsFor(int element_bytes, bool stream) {
  WEFT_ASSERT(element_bytes == 1 || element_bytes == 2 || element_bytes == 4 || element_bytes == 8);
  return *WEFT_DISPATCH(Table)(element_bytes, stream);
}

const char* Name(KernelKind kind) {
  static constexpr const char* kNames[] = {"strided copy", "rows",         "fill",
                                           "reversal",     "every k-th",   "every k-th backward",
                                           "interleave",   "deinterleave", "transpose"};
  return kNames[int(kind)];
}

NamedKernel PickKernel(int element_bytes, const CopyTile& tile, bool stream) {
  const TileKernels& kernels = KernelsFor(element_bytes, stream);
  const int64_t size = element_bytes;
  if (tile.dst_column != size) return {KernelKind::Strided, kernels.strided};
  if (tile.src_column == size) return {KernelKind::Rows, kernels.rows};
  if (tile.columns >= 2 && tile.columns <= 4 && tile.src_row == size &&
      tile.dst_row == tile.columns * size)
    return {KernelKind::Interleave, kernels.interleave[tile.columns]};
  if (tile.src_column == 0) return {KernelKind::Fill, kernels.fill};
  if (tile.src_column == -size) return {KernelKind::Reversed, kernels.reversed};
  const int64_t step = tile.src_column % size == 0 ? tile.src_column / size : 0;
  if (step >= 2 && step <= 4 && tile.rows == step && tile.src_row == size)
    return {KernelKind::Deinterleave, kernels.deinterleave[step]};
  if (step >= 2 && step <= 4) return {KernelKind::Every, kernels.every[step]};
  if (step <= -2 && step >= -4) return {KernelKind::EveryBackward, kernels.every_backward[-step]};
  if (tile.src_row == size) return {KernelKind::Transpose, kernels.transpose};
  return {KernelKind::Strided, kernels.strided};
}

TileKernel KernelForAnySize(int element_bytes, const CopyTile& strides) {
  CopyTile tile = strides;
  tile.rows = tile.columns = 0;  // rules out interleaving, which needs a certain number of them
  return PickKernel(element_bytes, tile, false).run;
}

void StreamRows(std::byte* dst, const std::byte* src, const CopyTile& tile, int64_t row_bytes,
                const LinesAhead& ahead) {
  WEFT_ASSERT(tile.rows >= 0 && row_bytes >= 0 && ahead.rows >= 0);
  WEFT_DISPATCH(StreamRowsBody)(dst, src, tile, row_bytes, ahead);
}

void FinishStreams() { hwy::FlushStream(); }

void CopyNibbles(std::byte* dst, int64_t dst_nibble, const std::byte* src, int64_t src_nibble,
                 const CopyTile& tile) {
  for (int64_t r = 0; r < tile.rows; ++r) {
    int64_t from = src_nibble + r * tile.src_row;
    int64_t to = dst_nibble + r * tile.dst_row;
    for (int64_t c = 0; c < tile.columns; ++c, from += tile.src_column, to += tile.dst_column) {
      const std::byte value = (src[from >> 1] >> (from & 1 ? 4 : 0)) & std::byte{15};
      std::byte& target = dst[to >> 1];
      target = to & 1 ? (target & std::byte{15}) | (value << 4) : (target & std::byte{240}) | value;
    }
  }
}

}  // namespace weft
#endif
