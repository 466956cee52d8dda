// SPDX-License-Identifier: MIT
// Kernels that exchange rows and columns: pixels from planes, planes from pixels, and the
// transpose. Included once for every instruction set.
#if defined(WEFT_STRIDED_PLANE_KERNELS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef WEFT_STRIDED_PLANE_KERNELS_INL_H_
#undef WEFT_STRIDED_PLANE_KERNELS_INL_H_
#else
#define WEFT_STRIDED_PLANE_KERNELS_INL_H_
#endif

#include <algorithm>
#include <cstring>

#include "base/align.h"
#include "base/assert.h"
#include "hwy/highway.h"
#include "strided/element_access-inl.h"
#include "strided/tile_kernels.h"

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// ---- interleave: planes to pixels, and back

// One vector of each plane becomes K vectors of pixels.
template <int K, class D>
HWY_INLINE void StorePixels(D d, const std::byte* src, int64_t plane, hn::TFromD<D>* to) {
  if constexpr (K == 2)
    hn::StoreInterleaved2(Load(d, src), Load(d, src + plane), d, to);
  else if constexpr (K == 3)
    hn::StoreInterleaved3(Load(d, src), Load(d, src + plane), Load(d, src + 2 * plane), d, to);
  else
    hn::StoreInterleaved4(Load(d, src), Load(d, src + plane), Load(d, src + 2 * plane),
                          Load(d, src + 3 * plane), d, to);
}

// The first pixel that begins at a cache line of the destination; -1 if none does.
inline int64_t FirstAlignedPixel(const std::byte* dst, int64_t pixel_bytes) {
  for (int64_t r = 0; r < kLineBytes; ++r)
    if (BytesToAligned(dst + r * pixel_bytes) == 0) return r;
  return -1;
}

template <class T, int K, bool kStream>
void Interleave(std::byte* dst, const std::byte* src, const CopyTile& tile) {
  const hn::ScalableTag<T> d;
  const int64_t lanes = int64_t(hn::Lanes(d));
  constexpr int64_t size = sizeof(T);
  WEFT_ASSERT(tile.columns == K && tile.dst_column == size && tile.dst_row == K * size &&
              tile.src_row == size);
  const int64_t plane = tile.src_column;
  const auto scalar = [&](int64_t r, int64_t end) {
    for (; r < end; ++r)
      for (int64_t c = 0; c < K; ++c)
        Put(dst + (r * K + c) * size, Get<T>(src + r * size + c * plane));
  };
  int64_t r = 0;
  if (const int64_t first = kStream ? FirstAlignedPixel(dst, K * size) : -1; first >= 0) {
    scalar(0, r = std::min(first, tile.rows));
    // K cache lines at a time. Prefetches, since the hardware prefetcher does not follow K planes.
    constexpr int64_t kPixels = kLineBytes / size;
    constexpr int64_t kAheadBytes = 1024;
    alignas(kLineBytes) T pixels[K * kPixels];
    for (; r + kPixels <= tile.rows; r += kPixels) {
      const std::byte* from = src + r * size;
      for (int64_t k = 0; k < K; ++k) __builtin_prefetch(from + k * plane + kAheadBytes, 0, 2);
      for (int64_t i = 0; i < kPixels; i += lanes)
        StorePixels<K>(d, from + i * size, plane, pixels + i * K);
      T* to = reinterpret_cast<T*>(dst + r * K * size);
      for (int64_t i = 0; i < K * kPixels; i += lanes)
        hn::Stream(hn::Load(d, pixels + i), d, to + i);
    }
  }
  for (; r + lanes <= tile.rows; r += lanes)
    StorePixels<K>(d, src + r * size, plane, reinterpret_cast<T*>(dst + r * K * size));
  scalar(r, tile.rows);
}

// One vector of each plane.
template <int K, class D>
HWY_INLINE void LoadPlanes(D d, const std::byte* src, hn::Vec<D>* v) {
  const auto* from = reinterpret_cast<const hn::TFromD<D>*>(src);
  if constexpr (K == 2)
    hn::LoadInterleaved2(d, from, v[0], v[1]);
  else if constexpr (K == 3)
    hn::LoadInterleaved3(d, from, v[0], v[1], v[2]);
  else
    hn::LoadInterleaved4(d, from, v[0], v[1], v[2], v[3]);
}

template <class T, int K, bool kStream>
void Deinterleave(std::byte* dst, const std::byte* src, const CopyTile& tile) {
  const hn::ScalableTag<T> d;
  constexpr int64_t size = sizeof(T);
  WEFT_ASSERT(tile.rows == K && tile.dst_column == size && tile.src_row == size &&
              tile.src_column == K * size);
  const int64_t lanes = int64_t(hn::Lanes(d));
  const int64_t plane = tile.dst_row;
  const auto scalar = [&](int64_t c, int64_t end) {
    for (; c < end; ++c)
      for (int64_t r = 0; r < K; ++r)
        Put(dst + r * plane + c * size, Get<T>(src + (c * K + r) * size));
  };
  int64_t c = 0;
  const int64_t head = BytesToAligned(dst);
  if (kStream && head % size == 0 && plane % kLineBytes == 0) {  // all planes start lines together
    c = std::min(head / size, tile.columns);
    scalar(0, c);
    // A whole line of one plane is written before the next plane's, since partial lines would leave
    // the write-combining buffers one by one.
    constexpr int64_t kVectors = kLineBytes / int64_t(hn::MaxLanes(hn::ScalableTag<T>()) * size);
    static_assert(kVectors >= 1);
    hn::Vec<decltype(d)> line[kVectors][K];
    for (; c + kVectors * lanes <= tile.columns; c += kVectors * lanes) {
      for (int64_t i = 0; i < kVectors; ++i)
        LoadPlanes<K>(d, src + (c + i * lanes) * K * size, line[i]);
      for (int64_t k = 0; k < K; ++k)
        for (int64_t i = 0; i < kVectors; ++i)
          hn::Stream(line[i][k], d, reinterpret_cast<T*>(dst + k * plane + (c + i * lanes) * size));
    }
  }
  for (; c + lanes <= tile.columns; c += lanes) {
    hn::Vec<decltype(d)> v[K];
    LoadPlanes<K>(d, src + c * K * size, v);
    for (int64_t k = 0; k < K; ++k) Store(v[k], d, dst + k * plane + c * size);
  }
  scalar(c, tile.columns);
}

// ---- transpose

// A vector whose 16-byte block b holds the Side elements at src + b * block_step: the blocks are
// transposed independently, so a longer vector holds more of a destination row.
template <class D>
HWY_INLINE hn::Vec<D> GatherBlocks(D d, const std::byte* src, int64_t block_step) {
  using T = hn::TFromD<D>;
  constexpr size_t kBlock = 16 / sizeof(T);
  if constexpr (hn::MaxLanes(D()) > kBlock) {
    static_assert(hn::MaxLanes(D()) == 2 * kBlock);  // more blocks than two would be left out
    const hn::CappedTag<T, kBlock> block;
    return hn::Combine(d, Load(block, src + block_step), Load(block, src));
  } else {
    return Load(d, src);
  }
}

// Side rows of the result, each as long as a vector, from Side columns of the source. Each stage
// interleaves the rows of the upper half with those of the lower; after log2(Side) stages row i
// holds what was column i.
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

// All rows of as many destination columns as a vector has lanes. Source rows are read sequentially,
// so each of their cache lines is read once. The last block may overlap the one before.
template <class T, class D>
HWY_INLINE void TransposeColumns(D d, std::byte* dst, const std::byte* src, const CopyTile& tile) {
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
  // Two blocks at most, however long vectors are: GatherBlocks gathers no more.
  const hn::CappedTag<T, 2 * kSide> d;
  const hn::CappedTag<T, kSide> half;
  if (tile.rows < kSide || tile.columns < kSide) return Strided<T>(dst, src, tile);
  WEFT_ASSERT(tile.dst_column == size && tile.src_row == size);
  const int64_t wide = int64_t(hn::Lanes(d));
  int64_t c = 0;
  for (; c + wide <= tile.columns; c += wide)
    TransposeColumns<T>(d, dst + c * size, src + c * tile.src_column, tile);
  for (; c < tile.columns; c += kSide) {
    c = std::min(c, tile.columns - kSide);
    TransposeColumns<T>(half, dst + c * size, src + c * tile.src_column, tile);
  }
}

}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
