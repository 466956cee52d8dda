// SPDX-License-Identifier: MIT
// The tile kernels. Loops that touch bytes between elements stop early enough to stay inside the
// tile's first and last element; what is left runs element by element.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "strided/tile_kernels.cpp"
// Variants that would not move bytes any faster; each costs compile time.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL)
#include "hwy/foreach_target.h"
//
#include "hwy/cache_control.h"
#include "hwy/highway.h"
#include "strided/tile_kernels.h"

#include <algorithm>
#include <atomic>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class T>
HWY_INLINE T Get(const std::byte* p) {
  T value;
  std::memcpy(&value, p, sizeof(T));
  return value;
}

template <class T>
HWY_INLINE void Put(std::byte* p, T value) {
  std::memcpy(p, &value, sizeof(T));
}

// Vectors through byte pointers of any alignment.
template <class D>
HWY_INLINE hn::Vec<D> Load(D d, const std::byte* p) {
  return hn::LoadU(d, reinterpret_cast<const hn::TFromD<D>*>(p));
}
template <class D>
HWY_INLINE void Store(hn::Vec<D> v, D d, std::byte* p) {
  hn::StoreU(v, d, reinterpret_cast<hn::TFromD<D>*>(p));
}

// ---- strided: any strides

template <class T>
HWY_INLINE void StridedRow(std::byte* dst, int64_t dst_step, const std::byte* src, int64_t src_step,
                           int64_t count) {
  int64_t i = 0;
  for (; i + 4 <= count; i += 4) {
    const T a = Get<T>(src), b = Get<T>(src + src_step);
    const T c = Get<T>(src + 2 * src_step), d = Get<T>(src + 3 * src_step);
    Put(dst, a), Put(dst + dst_step, b), Put(dst + 2 * dst_step, c), Put(dst + 3 * dst_step, d);
    dst += 4 * dst_step, src += 4 * src_step;
  }
  for (; i < count; ++i, dst += dst_step, src += src_step) Put(dst, Get<T>(src));
}

template <class T>
void Strided(std::byte* dst, const std::byte* src, const CopyTile& tile) {
  if (tile.columns < tile.rows) {  // the longer loop goes inside
    for (int64_t c = 0; c < tile.columns; ++c)
      StridedRow<T>(dst + c * tile.dst_column, tile.dst_row, src + c * tile.src_column,
                    tile.src_row, tile.rows);
    return;
  }
  for (int64_t r = 0; r < tile.rows; ++r)
    StridedRow<T>(dst + r * tile.dst_row, tile.dst_column, src + r * tile.src_row, tile.src_column,
                  tile.columns);
}

// Without vectors the strided loop is as good as any.
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

// ---- rows: bytes that lie next to each other on both sides

// Rows shorter than a vector, next to each other in the destination: each is moved as Wide bytes
// and the surplus is overwritten by the rows that follow.
template <class Wide>
HWY_INLINE int64_t OverlappingRows(std::byte* dst, const std::byte* src, const CopyTile& tile,
                                   int64_t bytes) {
  // The last rows that a Wide access would leave the tile from are not done here.
  const int64_t surplus = int64_t(sizeof(Wide)) - bytes;
  const int64_t reach =
      std::max((surplus + bytes - 1) / bytes, (surplus + tile.src_row - 1) / tile.src_row);
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

HWY_INLINE void CopyBytes(std::byte* dst, const std::byte* src, int64_t bytes) {
  const hn::ScalableTag<uint8_t> d;
  const hn::CappedTag<uint8_t, 16> half;
  const int64_t wide = int64_t(hn::Lanes(d));
  if (bytes >= wide) {  // whole vectors, the last one overlapping the one before
    int64_t i = 0;
    if (bytes >= 16 * wide) {  // stores that cross lines are slow: align the rest
      Store(Load(d, src), d, dst);
      i = -int64_t(reinterpret_cast<uintptr_t>(dst)) & (wide - 1);
    }
    for (; i + 4 * wide <= bytes; i += 4 * wide) {
      const auto a = Load(d, src + i), b = Load(d, src + i + wide);
      const auto c = Load(d, src + i + 2 * wide), e = Load(d, src + i + 3 * wide);
      // In this order: two stores to one line that follow each other leave as one.
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
  } else if (bytes >= 16) {
    const auto a = Load(half, src), b = Load(half, src + bytes - 16);
    Store(a, half, dst), Store(b, half, dst + bytes - 16);
  } else if (bytes >= 8) {
    const uint64_t a = Get<uint64_t>(src), b = Get<uint64_t>(src + bytes - 8);
    Put(dst, a), Put(dst + bytes - 8, b);
  } else if (bytes >= 4) {
    const uint32_t a = Get<uint32_t>(src), b = Get<uint32_t>(src + bytes - 4);
    Put(dst, a), Put(dst + bytes - 4, b);
  } else {
    for (int64_t i = 0; i < bytes; ++i) dst[i] = src[i];
  }
}

// Long rows are left to the C library, whose copy suits the processor, except where the destination
// lies just after the source modulo a page: there some processors take thirty times as long.
HWY_INLINE void CopyRow(std::byte* dst, const std::byte* src, int64_t bytes) {
  constexpr int64_t kLongRow = 2048;
  const uintptr_t ahead =
      (reinterpret_cast<uintptr_t>(dst) - reinterpret_cast<uintptr_t>(src)) % 4096;
  if (bytes >= kLongRow && (ahead == 0 || ahead >= kLineBytes))
    std::memcpy(dst, src, bytes);
  else
    CopyBytes(dst, src, bytes);
}

template <class T>
void Rows(std::byte* dst, const std::byte* src, const CopyTile& tile) {
  const int64_t bytes = tile.columns * int64_t(sizeof(T));
  int64_t r = 0;
  if (bytes < 16 && tile.dst_row == bytes && tile.src_row >= bytes)
    r = bytes <= 4   ? OverlappingRows<uint32_t>(dst, src, tile, bytes)
        : bytes <= 8 ? OverlappingRows<uint64_t>(dst, src, tile, bytes)
                     : OverlappingRows<Bytes16>(dst, src, tile, bytes);
  for (; r < tile.rows; ++r) CopyRow(dst + r * tile.dst_row, src + r * tile.src_row, bytes);
}

// ---- rows made of vectors

// Writes `count` elements from dst on: vector(d, c) gives those from c on, element(c) a single one.
// vector may be called for c + lanes <= vector_end. A stream writes whole lines past the cache,
// last line first if kDescend, so that a source that runs backwards is read forwards; what shares a
// line with a neighbour goes through the cache. ahead(c) may ask for what a later row will read
// when it is there: hardware does not follow the jump from row to row.
template <class T, bool kStream, bool kDescend, class Vector, class Element, class Ahead>
HWY_INLINE void WriteRow(std::byte* dst, int64_t count, int64_t vector_end, Vector vector,
                         Element element, Ahead ahead) {
  const hn::ScalableTag<T> d;
  const int64_t lanes = int64_t(hn::Lanes(d));
  constexpr int64_t size = sizeof(T);
  int64_t c = 0;
  if constexpr (kStream) {
    constexpr int64_t kLineElements = kLineBytes / size;
    const int64_t head = -int64_t(reinterpret_cast<uintptr_t>(dst)) & (kLineBytes - 1);
    if (head % size == 0) {  // else no element ever starts a line
      for (const int64_t end = std::min(head / size, count); c < end; ++c)
        Put(dst + c * size, element(c));
      const int64_t lines = std::max<int64_t>(0, vector_end - c) / kLineElements;
      for (int64_t i = 0; i < lines; ++i) {
        const int64_t line = c + (kDescend ? lines - 1 - i : i) * kLineElements;
        ahead(line);
        for (int64_t u = 0; u < kLineElements; u += lanes)
          hn::Stream(vector(d, line + u), d, reinterpret_cast<T*>(dst + (line + u) * size));
      }
      c += lines * kLineElements;
    }
  }
  for (; c + lanes <= vector_end; c += lanes) Store(vector(d, c), d, dst + c * size);
  for (; c < count; ++c) Put(dst + c * size, element(c));
}

// How far ahead in the source lies a row that will be read when memory has had time to answer.
HWY_INLINE int64_t LaterRow(const CopyTile& tile, int64_t size) {
  constexpr int64_t kBytesAhead = 6 << 10;
  return (kBytesAhead / (tile.columns * size) + 1) * tile.src_row;
}

// ---- fill: one element, again and again

template <class T, bool kStream>
void Fill(std::byte* dst, const std::byte* src, const CopyTile& tile) {
  for (int64_t r = 0; r < tile.rows; ++r) {
    const T value = Get<T>(src + r * tile.src_row);
    const auto v = hn::Set(hn::ScalableTag<T>(), value);
    WriteRow<T, kStream, false>(
        dst + r * tile.dst_row, tile.columns, tile.columns, [&](auto, int64_t) { return v; },
        [&](int64_t) { return value; }, [](int64_t) {});
  }
}

// ---- reversed

template <class D>
HWY_INLINE hn::Vec<D> ReverseLanes(D d, hn::Vec<D> v) {
  using T = hn::TFromD<D>;
  if constexpr (sizeof(T) >= 4) {
    return hn::Reverse(d, v);
  } else {  // bytes within blocks of 16 by a table, then the blocks
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
  for (int64_t r = 0; r < tile.rows; ++r) {
    const std::byte* from = src + r * tile.src_row;
    WriteRow<T, kStream, true>(
        dst + r * tile.dst_row, tile.columns, tile.columns,
        [&](auto d, int64_t c) {
          return ReverseLanes(d, Load(d, from - (c + int64_t(hn::Lanes(d)) - 1) * size));
        },
        [&](int64_t c) { return Get<T>(from - c * size); }, [](int64_t) {});
  }
}

// ---- every k-th element

// Lane `Keep` of each group of K neighbours.
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
  const int64_t later = LaterRow(tile, size);
  for (int64_t r = 0; r < tile.rows; ++r) {
    const std::byte* from = src + r * tile.src_row;
    // Groups are read whole, so one more element must follow the last group read.
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
        [&](int64_t c) { return Get<T>(from + c * step); },
        [&](int64_t c) {
          for (int64_t line = 0; line < K; ++line)
            hwy::Prefetch(from + later + c * step + (kBackward ? -line : line) * kLineBytes);
        });
  }
}

// ---- interleave: planes to pixels, and back

template <class T, int K>
void Interleave(std::byte* dst, const std::byte* src, const CopyTile& tile) {
  const hn::ScalableTag<T> d;
  const int64_t lanes = int64_t(hn::Lanes(d));
  constexpr int64_t size = sizeof(T);
  const int64_t plane = tile.src_column;
  int64_t r = 0;
  for (; r + lanes <= tile.rows; r += lanes) {
    const std::byte* from = src + r * size;
    T* to = reinterpret_cast<T*>(dst + r * K * size);
    if constexpr (K == 2)
      hn::StoreInterleaved2(Load(d, from), Load(d, from + plane), d, to);
    else if constexpr (K == 3)
      hn::StoreInterleaved3(Load(d, from), Load(d, from + plane), Load(d, from + 2 * plane), d, to);
    else
      hn::StoreInterleaved4(Load(d, from), Load(d, from + plane), Load(d, from + 2 * plane),
                            Load(d, from + 3 * plane), d, to);
  }
  for (; r < tile.rows; ++r)
    for (int64_t c = 0; c < K; ++c)
      Put(dst + (r * K + c) * size, Get<T>(src + r * size + c * plane));
}

template <class T, int K, bool kStream>
HWY_INLINE void DeinterleaveVectors(const std::byte* src, std::byte* dst, int64_t plane) {
  const hn::ScalableTag<T> d;
  const T* from = reinterpret_cast<const T*>(src);
  hn::Vec<decltype(d)> v[4];
  if constexpr (K == 2)
    hn::LoadInterleaved2(d, from, v[0], v[1]);
  else if constexpr (K == 3)
    hn::LoadInterleaved3(d, from, v[0], v[1], v[2]);
  else
    hn::LoadInterleaved4(d, from, v[0], v[1], v[2], v[3]);
  for (int k = 0; k < K; ++k) {
    if constexpr (kStream)
      hn::Stream(v[k], d, reinterpret_cast<T*>(dst + k * plane));
    else
      Store(v[k], d, dst + k * plane);
  }
}

template <class T, int K, bool kStream>
void Deinterleave(std::byte* dst, const std::byte* src, const CopyTile& tile) {
  const int64_t lanes = int64_t(hn::Lanes(hn::ScalableTag<T>()));
  constexpr int64_t size = sizeof(T);
  const int64_t plane = tile.dst_row;
  const auto scalar = [&](int64_t c, int64_t end) {
    for (; c < end; ++c)
      for (int64_t r = 0; r < K; ++r)
        Put(dst + r * plane + c * size, Get<T>(src + (c * K + r) * size));
  };
  int64_t c = 0;
  const int64_t head = -int64_t(reinterpret_cast<uintptr_t>(dst)) & (kLineBytes - 1);
  if (kStream && head % size == 0 && plane % kLineBytes == 0) {  // all planes start lines together
    c = std::min(head / size, tile.columns);
    scalar(0, c);
    constexpr int64_t kLineElements = kLineBytes / size;
    for (; c + kLineElements <= tile.columns; c += kLineElements)
      for (int64_t u = 0; u < kLineElements; u += lanes)
        DeinterleaveVectors<T, K, true>(src + (c + u) * K * size, dst + (c + u) * size, plane);
  }
  for (; c + lanes <= tile.columns; c += lanes)
    DeinterleaveVectors<T, K, false>(src + c * K * size, dst + c * size, plane);
  scalar(c, tile.columns);
}

// ---- transpose

// A vector whose 16-byte block b holds the Side elements at src + b * block_step: the blocks are
// transposed side by side, so one vector of the result is a longer piece of a destination row.
template <class D>
HWY_INLINE hn::Vec<D> GatherBlocks(D d, const std::byte* src, int64_t block_step) {
  using T = hn::TFromD<D>;
  constexpr size_t kBlock = 16 / sizeof(T);
  if constexpr (hn::MaxLanes(D()) > kBlock) {
    const hn::CappedTag<T, kBlock> block;
    return hn::Combine(d, Load(block, src + block_step), Load(block, src));
  } else {
    return Load(d, src);
  }
}

// Side rows of the result, each as long as a vector, from Side columns of the source. Each stage
// deals the rows of the upper half between those of the lower; after log2(Side) of them row i holds
// what was column i.
template <class T, class D>
HWY_INLINE void TransposeBlock(D d, std::byte* dst, int64_t dst_row, const std::byte* src,
                               int64_t src_column) {
  constexpr int kSide = 16 / sizeof(T);
  hn::Vec<D> a[kSide], b[kSide];
  for (int i = 0; i < kSide; ++i) a[i] = GatherBlocks(d, src + i * src_column, kSide * src_column);
  for (int stage = 1; stage < kSide; stage *= 2) {
    for (int i = 0; i < kSide / 2; ++i) {
      b[2 * i] = hn::InterleaveLower(d, a[i], a[i + kSide / 2]);
      b[2 * i + 1] = hn::InterleaveUpper(d, a[i], a[i + kSide / 2]);
    }
    for (int i = 0; i < kSide; ++i) a[i] = b[i];
  }
  for (int i = 0; i < kSide; ++i) Store(a[i], d, dst + i * dst_row);
}

// A band of destination columns as wide as a vector, all rows. Source rows are read along their
// length, so each of their lines is read once. The last block may overlap the one before.
template <class T, class D>
HWY_INLINE void TransposeBand(D d, std::byte* dst, const std::byte* src, const CopyTile& tile) {
  constexpr int64_t kSide = 16 / sizeof(T);
  for (int64_t r = 0; r < tile.rows; r += kSide) {
    r = std::min(r, tile.rows - kSide);
    TransposeBlock<T>(d, dst + r * tile.dst_row, tile.dst_row, src + r * int64_t(sizeof(T)),
                      tile.src_column);
  }
}

template <class T>
void Transpose(std::byte* dst, const std::byte* src, const CopyTile& tile) {
  constexpr int64_t size = sizeof(T);
  constexpr int64_t kSide = 16 / size;
  const hn::CappedTag<T, 32 / sizeof(T)> d;
  const hn::CappedTag<T, 16 / sizeof(T)> half;
  if (tile.rows < kSide || tile.columns < kSide) return Strided<T>(dst, src, tile);
  const int64_t wide = int64_t(hn::Lanes(d));
  int64_t c = 0;
  for (; c + wide <= tile.columns; c += wide)
    TransposeBand<T>(d, dst + c * size, src + c * tile.src_column, tile);
  for (; c < tile.columns; c += kSide) {
    c = std::min(c, tile.columns - kSide);
    TransposeBand<T>(half, dst + c * size, src + c * tile.src_column, tile);
  }
}

// ---- streams

// Walks the lines of LinesAhead.
class Prefetcher {
 public:
  explicit Prefetcher(const LinesAhead& ahead) : ahead_(ahead) {}
  int64_t Lines() const { return ahead_.runs * (ahead_.run_bytes / kLineBytes + 1); }
  HWY_INLINE void Next() {
    if (run_ == ahead_.runs) return;
    __builtin_prefetch(ahead_.first + run_ * ahead_.run_step + at_, 0, 2);
    at_ += kLineBytes;
    if (at_ >= ahead_.run_bytes) at_ = 0, ++run_;
  }

 private:
  LinesAhead ahead_;
  int64_t run_ = 0;
  int64_t at_ = 0;
};

// Whole lines, `to` starting one; `prefetcher` advances by per_line with each.
HWY_INLINE void StreamLines(std::byte* to, const std::byte* from, int64_t lines,
                            Prefetcher& prefetcher, int64_t per_line) {
  const hn::ScalableTag<uint8_t> d;
  const int64_t wide = int64_t(hn::Lanes(d));
  const auto stream = [&](auto v, int64_t at) {
    hn::Stream(v, d, reinterpret_cast<uint8_t*>(to + at));
  };
  int64_t i = 0;
  if (per_line == 0) {
    for (; i + 4 * wide <= lines * kLineBytes; i += 4 * wide) {
      const auto a = Load(d, from + i), b = Load(d, from + i + wide);
      const auto c = Load(d, from + i + 2 * wide), e = Load(d, from + i + 3 * wide);
      stream(a, i), stream(b, i + wide), stream(c, i + 2 * wide), stream(e, i + 3 * wide);
    }
    for (; i < lines * kLineBytes; i += wide) stream(Load(d, from + i), i);
  }
  for (; i < lines * kLineBytes; i += kLineBytes) {
    for (int64_t ask = 0; ask < per_line; ++ask) prefetcher.Next();
    for (int64_t u = 0; u < kLineBytes; u += wide) stream(Load(d, from + i + u), i + u);
  }
}

// Only whole lines are streamed. Where rows touch, the line between two is put together first; a
// line shared with anything else goes through the cache.
void StreamRowsBody(std::byte* dst, const std::byte* src, const CopyTile& tile, int64_t bytes,
                    const LinesAhead& ahead) {
  Prefetcher prefetcher(ahead);
  const int64_t all_lines = tile.rows * (bytes / kLineBytes) + 1;
  const int64_t per_line = (prefetcher.Lines() + all_lines - 1) / all_lines;
  const bool rows_touch = tile.dst_row == bytes && bytes >= kLineBytes;
  alignas(kLineBytes) std::byte shared[kLineBytes];
  int64_t carried = 0;  // bytes in `shared` from the rows before
  for (int64_t r = 0; r < tile.rows; ++r) {
    std::byte* to = dst + r * tile.dst_row;
    const std::byte* from = src + r * tile.src_row;
    const int64_t head =
        std::min(bytes, -int64_t(reinterpret_cast<uintptr_t>(to)) & (kLineBytes - 1));
    if (carried > 0) {
      std::memcpy(shared + carried, from, head);
      StreamLines(to - carried, shared, 1, prefetcher, 1);
      carried = 0;
    } else if (head > 0) {
      CopyBytes(to, from, head);
    }
    const int64_t lines = (bytes - head) / kLineBytes;
    StreamLines(to + head, from + head, lines, prefetcher, per_line);
    const int64_t done = head + lines * kLineBytes;
    if (done == bytes) continue;
    if (rows_touch && r + 1 < tile.rows) {
      carried = bytes - done;
      std::memcpy(shared, from + done, carried);
    } else {
      CopyBytes(to + done, from + done, bytes - done);
    }
  }
}

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
    .interleave = {nullptr, nullptr, Interleave<T, 2>, Interleave<T, 3>, Interleave<T, 4>},
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
  return *HWY_DYNAMIC_DISPATCH(Table)(element_bytes, stream);
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

void StreamRows(std::byte* dst, const std::byte* src, const CopyTile& tile, int64_t row_bytes,
                const LinesAhead& ahead) {
  HWY_DYNAMIC_DISPATCH(StreamRowsBody)(dst, src, tile, row_bytes, ahead);
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
