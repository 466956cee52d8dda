// SPDX-License-Identifier: MIT
// Vectors of any number of lanes from and to any address. Highway loads a single lane as a plain
// number, which would have to be aligned. Included once for every instruction set.
#if defined(WEFT_SIMD_UNALIGNED_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef WEFT_SIMD_UNALIGNED_INL_H_
#undef WEFT_SIMD_UNALIGNED_INL_H_
#else
#define WEFT_SIMD_UNALIGNED_INL_H_
#endif

#include <cstring>

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {

template <class Tag, class T>
HWY_INLINE hwy::HWY_NAMESPACE::Vec<Tag> LoadUnaligned(Tag d, const T* from) {
  namespace hn = hwy::HWY_NAMESPACE;
  if constexpr (hn::MaxLanes(Tag()) > 1) return hn::LoadU(d, from);
  T x;
  std::memcpy(&x, from, sizeof x);
  return hn::Set(d, x);
}

template <class Tag, class T>
HWY_INLINE void StoreUnaligned(hwy::HWY_NAMESPACE::Vec<Tag> x, Tag d, T* to) {
  namespace hn = hwy::HWY_NAMESPACE;
  if constexpr (hn::MaxLanes(Tag()) > 1) return hn::StoreU(x, d, to);
  const T number = hn::GetLane(x);
  std::memcpy(to, &number, sizeof number);
}

}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
