// SPDX-License-Identifier: MIT
// Kernels whose destination rows are contiguous: copied, filled, reversed, or every k-th element.
// Vector loops that also read the bytes between elements stop early enough not to read outside the
// tile's first and last element; the rest runs element by element. Included once for every
// instruction set.
#if defined(WEFT_STRIDED_ROW_KERNELS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef WEFT_STRIDED_ROW_KERNELS_INL_H_
#undef WEFT_STRIDED_ROW_KERNELS_INL_H_
#else
#define WEFT_STRIDED_ROW_KERNELS_INL_H_
#endif

#include <algorithm>
#include <atomic>
#include <cstring>

#include "base/align.h"
#include "base/assert.h"
#include "base/split.h"
#include "hwy/highway.h"
#include "strided/element_access-inl.h"
#include "strided/tile_kernels.h"

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// ---- rows: contiguous on both sides

// Rows shorter than a vector that are contiguous in the destination: each is copied as Wide bytes,
// and the rows that follow overwrite the excess.
template <class Wide>
HWY_INLINE int64_t OverlappingRows(std::byte* dst, const std::byte* src, const CopyTile& tile,
                                   int64_t bytes) {
  // Leaves out the last rows, where a Wide access would reach beyond the tile.
  const int64_t surplus = int64_t(sizeof(Wide)) - bytes;
  const int64_t reach = std::max(CeilDiv(surplus, bytes), CeilDiv(surplus, tile.src_row));
  const int64_t safe = tile.rows - reach;
  int64_t r = 0;
  for (; r + 4 <= safe; r += 4) {
    for (int64_t u = 0; u < 4; ++u)
      std::memcpy(dst + (r + u) * bytes, src + (r + u) * tile.src_row, sizeof(Wide));
  }
  return std::max<int64_t>(r, 0);
}

struct Bytes16 {
  uint64_t halves[2];
};

// Copies fewer than kLimit bytes, a power of two. Two accesses of kLimit / 2 bytes, which overlap
// in the middle, cover every length from kLimit / 2 on; shorter lengths go to the next smaller
// power of two. That covers all lengths, whatever the length of vectors.
template <int64_t kLimit>
HWY_INLINE void CopyFewerThan(std::byte* dst, const std::byte* src, int64_t bytes) {
  static_assert(kLimit >= 1 && (kLimit & (kLimit - 1)) == 0);
  if constexpr (kLimit > 1) {
    constexpr int64_t kHalf = kLimit / 2;
    if (bytes < kHalf) return CopyFewerThan<kHalf>(dst, src, bytes);
    const int64_t last = bytes - kHalf;
    if constexpr (kHalf >= 16) {
      const hn::CappedTag<uint8_t, kHalf> half;
      static_assert(hn::MaxLanes(half) == kHalf);
      const auto a = Load(half, src), b = Load(half, src + last);
      Store(a, half, dst), Store(b, half, dst + last);
    } else {
      using Half = hwy::UnsignedFromSize<kHalf>;
      const Half a = Get<Half>(src), b = Get<Half>(src + last);
      Put(dst, a), Put(dst + last, b);
    }
  }
}

HWY_INLINE void CopyBytes(std::byte* dst, const std::byte* src, int64_t bytes) {
  const hn::ScalableTag<uint8_t> d;
  static_assert((HWY_MAX_BYTES & (HWY_MAX_BYTES - 1)) == 0);  // addresses are aligned by a mask
  const int64_t wide = int64_t(hn::Lanes(d));
  if (bytes >= wide) {  // whole vectors, the last one overlapping the one before
    int64_t i = 0;
    if (bytes >= 16 * wide) {  // stores across cache lines are slow: align the rest
      Store(Load(d, src), d, dst);
      i = BytesToAligned(dst, wide);
    }
    for (; i + 4 * wide <= bytes; i += 4 * wide) {
      const auto a = Load(d, src + i), b = Load(d, src + i + wide);
      const auto c = Load(d, src + i + 2 * wide), e = Load(d, src + i + 3 * wide);
      // In this order: consecutive stores to one cache line are combined.
      Store(a, d, dst + i);
      std::atomic_signal_fence(std::memory_order_acq_rel);
      Store(b, d, dst + i + wide);
      std::atomic_signal_fence(std::memory_order_acq_rel);
      Store(c, d, dst + i + 2 * wide);
      std::atomic_signal_fence(std::memory_order_acq_rel);
      Store(e, d, dst + i + 3 * wide);
    }
    for (; i + wide <= bytes; i += wide) Store(Load(d, src + i), d, dst + i);
    if (i < bytes) Store(Load(d, src + bytes - wide), d, dst + bytes - wide);
  } else {
    CopyFewerThan<int64_t(hn::MaxLanes(hn::ScalableTag<uint8_t>()))>(dst, src, bytes);
  }
}

// Long rows are left to memcpy, which is tuned to the processor, except where the destination is
// just after the source modulo a page: there some processors are thirty times slower.
HWY_INLINE void CopyRow(std::byte* dst, const std::byte* src, int64_t bytes) {
  constexpr int64_t kLongRow = 2048;
  const uintptr_t ahead =
      (reinterpret_cast<uintptr_t>(dst) - reinterpret_cast<uintptr_t>(src)) % 4096;
  if (bytes >= kLongRow && (ahead == 0 || ahead >= kLineBytes))
    std::memcpy(dst, src, bytes);
  else
    CopyBytes(dst, src, bytes);
}

// Repeats one short row without gaps: the filled beginning is copied behind itself, which doubles
// it each time.
HWY_INLINE void RepeatRow(std::byte* dst, const std::byte* src, int64_t bytes, int64_t rows) {
  constexpr int64_t kMostAtOnce = 4096;
  CopyBytes(dst, src, bytes);
  const int64_t all = rows * bytes, most = kMostAtOnce / bytes * bytes;
  for (int64_t done = bytes; done < all;) {
    const int64_t more = std::min({done, most, all - done});
    CopyBytes(dst + done, dst, more);
    done += more;
  }
}

// Rows of one vector, whose size is a template argument so that the loop has no inner loop.
template <int64_t kBytes>
HWY_INLINE void FixedRows(std::byte* dst, const std::byte* src, const CopyTile& tile) {
  for (int64_t r = 0; r < tile.rows; ++r)
    std::memcpy(dst + r * tile.dst_row, src + r * tile.src_row, kBytes);
}

template <class T>
void Rows(std::byte* dst, const std::byte* src, const CopyTile& tile) {
  WEFT_ASSERT(tile.dst_column == int64_t(sizeof(T)) && tile.src_column == tile.dst_column);
  const int64_t bytes = tile.columns * int64_t(sizeof(T));
  constexpr int64_t kShortRow = 512;
  if (bytes < kShortRow && tile.dst_row == bytes && tile.src_row == 0)
    return RepeatRow(dst, src, bytes, tile.rows);
  if (bytes == 16) return FixedRows<16>(dst, src, tile);
  if (bytes == 32) return FixedRows<32>(dst, src, tile);
  int64_t r = 0;
  if (bytes < 16 && tile.dst_row == bytes && tile.src_row >= bytes)
    r = bytes <= 4   ? OverlappingRows<uint32_t>(dst, src, tile, bytes)
        : bytes <= 8 ? OverlappingRows<uint64_t>(dst, src, tile, bytes)
                     : OverlappingRows<Bytes16>(dst, src, tile, bytes);
  for (; r < tile.rows; ++r) CopyRow(dst + r * tile.dst_row, src + r * tile.src_row, bytes);
}

// ---- rows made of vectors

// Writes `count` elements from dst on: vector(d, c) returns those from c on, element(c) a single
// one. vector may be called for c + lanes <= vector_end. With kStream, whole cache lines are
// written past the cache, the last first if kDescend, so that a source with negative stride is read
// forwards. Lines that are shared with other data are written through the cache.
template <class T, bool kStream, bool kDescend, class Vector, class Element>
HWY_INLINE void WriteRow(std::byte* dst, int64_t count, int64_t vector_end, Vector vector,
                         Element element) {
  const hn::ScalableTag<T> d;
  const int64_t lanes = int64_t(hn::Lanes(d));
  constexpr int64_t size = sizeof(T);
  int64_t c = 0;
  if constexpr (kStream) {
    constexpr int64_t kLineElements = kLineBytes / size;
    const int64_t head = BytesToAligned(dst);
    if (head % size == 0) {  // else no element begins at a cache line
      for (const int64_t end = std::min(head / size, count); c < end; ++c)
        Put(dst + c * size, element(c));
      const int64_t lines = std::max<int64_t>(0, vector_end - c) / kLineElements;
      for (int64_t i = 0; i < lines; ++i) {
        const int64_t line = c + (kDescend ? lines - 1 - i : i) * kLineElements;
        for (int64_t u = 0; u < kLineElements; u += lanes)
          hn::Stream(vector(d, line + u), d, reinterpret_cast<T*>(dst + (line + u) * size));
      }
      c += lines * kLineElements;
    }
  }
  for (; c + lanes <= vector_end; c += lanes) Store(vector(d, c), d, dst + c * size);
  if (c < count && vector_end == count && count >= lanes) {  // overlaps the last vector
    Store(vector(d, count - lanes), d, dst + (count - lanes) * size);
    return;
  }
  for (; c < count; ++c) Put(dst + c * size, element(c));
}

// ---- fill: one element, repeated

template <class T, bool kStream>
void Fill(std::byte* dst, const std::byte* src, const CopyTile& tile) {
  WEFT_ASSERT(tile.dst_column == int64_t(sizeof(T)) && tile.src_column == 0);
  for (int64_t r = 0; r < tile.rows; ++r) {
    const T value = Get<T>(src + r * tile.src_row);
    const auto v = hn::Set(hn::ScalableTag<T>(), value);
    WriteRow<T, kStream, false>(
        dst + r * tile.dst_row, tile.columns, tile.columns, [&](auto, int64_t) { return v; },
        [&](int64_t) { return value; });
  }
}

// ---- reversed

template <class D>
HWY_INLINE hn::Vec<D> ReverseLanes(D d, hn::Vec<D> v) {
  using T = hn::TFromD<D>;
  if constexpr (sizeof(T) >= 4) {
    return hn::Reverse(d, v);
  } else {  // a table reverses bytes within blocks of 16, then the blocks are reversed
    const hn::Repartition<uint8_t, D> d8;
    alignas(16) static constexpr uint8_t kBytes[16] = {15, 14, 13, 12, 11, 10, 9, 8,
                                                       7,  6,  5,  4,  3,  2,  1, 0};
    alignas(16) static constexpr uint8_t kPairs[16] = {14, 15, 12, 13, 10, 11, 8, 9,
                                                       6,  7,  4,  5,  2,  3,  0, 1};
    const auto table = hn::LoadDup128(d8, sizeof(T) == 1 ? kBytes : kPairs);
    const auto blocks = hn::TableLookupBytes(hn::BitCast(d8, v), table);
    return hn::BitCast(d, hn::ReverseBlocks(d8, blocks));
  }
}

template <class T, bool kStream>
void Reversed(std::byte* dst, const std::byte* src, const CopyTile& tile) {
  constexpr int64_t size = sizeof(T);
  WEFT_ASSERT(tile.dst_column == size && tile.src_column == -size);
  for (int64_t r = 0; r < tile.rows; ++r) {
    const std::byte* from = src + r * tile.src_row;
    WriteRow<T, kStream, true>(
        dst + r * tile.dst_row, tile.columns, tile.columns,
        [&](auto d, int64_t c) {
          return ReverseLanes(d, Load(d, from - (c + int64_t(hn::Lanes(d)) - 1) * size));
        },
        [&](int64_t c) { return Get<T>(from - c * size); });
  }
}

// ---- every k-th element

// Lane `Keep` of every K consecutive lanes.
template <int K, int Keep, class D>
HWY_INLINE hn::Vec<D> EveryKth(D d, const std::byte* src) {
  static_assert(Keep == 0 || Keep == K - 1);
  using T = hn::TFromD<D>;
  const auto* p = reinterpret_cast<const T*>(src);
  const size_t lanes = hn::Lanes(d);
  const auto pick = [&](auto high, auto low) {
    return Keep == 0 ? hn::ConcatEven(d, high, low) : hn::ConcatOdd(d, high, low);
  };
  if constexpr (K == 2) {
    return pick(hn::LoadU(d, p + lanes), hn::LoadU(d, p));
  } else if constexpr (K == 3) {
    hn::Vec<D> a, b, c;
    hn::LoadInterleaved3(d, p, a, b, c);
    return Keep == 0 ? a : c;
  } else {
    return pick(pick(hn::LoadU(d, p + 3 * lanes), hn::LoadU(d, p + 2 * lanes)),
                pick(hn::LoadU(d, p + lanes), hn::LoadU(d, p)));
  }
}

template <class T, int K, bool kBackward, bool kStream>
void Every(std::byte* dst, const std::byte* src, const CopyTile& tile) {
  constexpr int64_t size = sizeof(T);
  constexpr int64_t step = kBackward ? -K * size : K * size;
  WEFT_ASSERT(tile.dst_column == size && tile.src_column == step);
  for (int64_t r = 0; r < tile.rows; ++r) {
    const std::byte* from = src + r * tile.src_row;
    // K elements are read at a time, so one more element must follow the last ones read.
    WriteRow<T, kStream, kBackward>(
        dst + r * tile.dst_row, tile.columns, tile.columns - 1,
        [&](auto d, int64_t c) {
          if constexpr (kBackward) {
            const std::byte* lowest = from + c * step - (K * int64_t(hn::Lanes(d)) - 1) * size;
            return ReverseLanes(d, EveryKth<K, K - 1>(d, lowest));
          } else {
            return EveryKth<K, 0>(d, from + c * step);
          }
        },
        [&](int64_t c) { return Get<T>(from + c * step); });
  }
}

}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
