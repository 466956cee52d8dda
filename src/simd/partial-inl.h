// SPDX-License-Identifier: MIT
// The first lanes of a vector from and to memory that may end behind them, by masks where the
// machine has them and by way of the stack where not. Included once for every instruction set.
#if defined(WEFT_SIMD_PARTIAL_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef WEFT_SIMD_PARTIAL_INL_H_
#undef WEFT_SIMD_PARTIAL_INL_H_
#else
#define WEFT_SIMD_PARTIAL_INL_H_
#endif

#include <cstdint>
#include <cstring>

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {

// The lanes from `count` on are those of `others`.
template <class D, class T = hwy::HWY_NAMESPACE::TFromD<D>>
HWY_INLINE hwy::HWY_NAMESPACE::Vec<D> LoadFirst(D d, const T* from, int64_t count,
                                                hwy::HWY_NAMESPACE::Vec<D> others) {
  namespace hn = hwy::HWY_NAMESPACE;
#if HWY_CAP_GE512
  const auto first = hn::FirstN(d, size_t(count));
  return hn::IfThenElse(first, hn::MaskedLoad(first, d, from), others);
#else
  HWY_ALIGN T lanes[hn::MaxLanes(D())];
  hn::Store(others, d, lanes);
  std::memcpy(lanes, from, size_t(count) * sizeof(T));
  return hn::Load(d, lanes);
#endif
}

template <class D, class T = hwy::HWY_NAMESPACE::TFromD<D>>
HWY_INLINE void StoreFirst(hwy::HWY_NAMESPACE::Vec<D> x, D d, T* to, int64_t count) {
  namespace hn = hwy::HWY_NAMESPACE;
#if HWY_CAP_GE512
  hn::BlendedStore(x, hn::FirstN(d, size_t(count)), d, to);
#else
  HWY_ALIGN T lanes[hn::MaxLanes(D())];
  hn::Store(x, d, lanes);
  std::memcpy(to, lanes, size_t(count) * sizeof(T));
#endif
}

}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
