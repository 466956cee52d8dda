// SPDX-License-Identifier: MIT
// Loads and stores of elements and vectors through byte pointers of any alignment, and the general
// strided copy, which needs nothing else. Included once for every instruction set.
#if defined(WEFT_STRIDED_ELEMENT_ACCESS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef WEFT_STRIDED_ELEMENT_ACCESS_INL_H_
#undef WEFT_STRIDED_ELEMENT_ACCESS_INL_H_
#else
#define WEFT_STRIDED_ELEMENT_ACCESS_INL_H_
#endif

#include <algorithm>
#include <cstring>

#include "hwy/highway.h"
#include "strided/tile_kernels.h"

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

}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
