// SPDX-License-Identifier: MIT
// Conversions as plain loops the compiler turns into vectors. Where float16 has instructions of its
// own they are used, through float32 where that is exact.
#define HWY_TARGET_INCLUDE "strided/convert.cpp"
#include "simd/foreach_compute_target.h"
//
#include "base/assert.h"
#include "hwy/highway.h"
#include "simd/partial-inl.h"
#include "simd/unaligned.h"
#include "strided/convert.h"
#include "tensor/element.h"

#include <algorithm>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class To, class From>
void Convert(std::byte* dst, const std::byte* src, int64_t count) {
  auto* to = reinterpret_cast<Unaligned<To>*>(dst);
  const auto* from = reinterpret_cast<const Unaligned<From>*>(src);
#pragma GCC ivdep
  for (int64_t i = 0; i < count; ++i) to[i].value = ConvertElement<To>(from[i].value);
}

#if HWY_CAP_GE256  // which have instructions for float16, too

// Calls convert(i) for every whole vector, and returns where the rest begins. Unrolled by 4: the
// speed of a loop around a single conversion depends on the alignment of its code.
template <class Function>
HWY_INLINE int64_t ForEachVector(int64_t count, Function convert) {
  const int64_t lanes = int64_t(hn::Lanes(hn::ScalableTag<float>()));
  int64_t i = 0;
  for (; i + 4 * lanes <= count; i += 4 * lanes)
    for (int64_t u = 0; u < 4; ++u) convert(i + u * lanes);
  for (; i + lanes <= count; i += lanes) convert(i);
  return i;
}

void HalfToFloatRow(std::byte* dst, const std::byte* src, int64_t count) {
  const hn::ScalableTag<float> d;
  const hn::Rebind<hwy::float16_t, decltype(d)> d16;
  const auto* from = reinterpret_cast<const hwy::float16_t*>(src);
  auto* to = reinterpret_cast<float*>(dst);
  const int64_t done = ForEachVector(count, [&](int64_t i) HWY_ATTR {
    hn::StoreU(hn::PromoteTo(d, hn::LoadU(d16, from + i)), d, to + i);
  });
  if (done == count) return;
  HWY_ALIGN hwy::float16_t halves[hn::MaxLanes(d)] = {};
  std::memcpy(halves, from + done, size_t(count - done) * sizeof(hwy::float16_t));
  StoreFirst(hn::PromoteTo(d, hn::Load(d16, halves)), d, to + done, count - done);
}

void FloatToHalfRow(std::byte* dst, const std::byte* src, int64_t count) {
  const hn::ScalableTag<float> d;
  const hn::Rebind<hwy::float16_t, decltype(d)> d16;
  const auto* from = reinterpret_cast<const float*>(src);
  auto* to = reinterpret_cast<hwy::float16_t*>(dst);
  const int64_t done = ForEachVector(count, [&](int64_t i) HWY_ATTR {
    hn::StoreU(hn::DemoteTo(d16, hn::LoadU(d, from + i)), d16, to + i);
  });
  if (done == count) return;
  HWY_ALIGN hwy::float16_t halves[hn::MaxLanes(d)];
  hn::Store(hn::DemoteTo(d16, LoadFirst(d, from + done, count - done, hn::Zero(d))), d16, halves);
  std::memcpy(to + done, halves, size_t(count - done) * sizeof(hwy::float16_t));
}

// Two conversions through float32, in blocks that stay in the first-level cache. Exact: float32
// holds every float16, and every integer that float16 does not round to infinity.
template <class To, class From>
void ConvertThroughFloat(std::byte* dst, const std::byte* src, int64_t count) {
  constexpr int64_t kBlock = 512;
  float block[kBlock];
  auto* middle = reinterpret_cast<std::byte*>(block);
  for (int64_t i = 0; i < count; i += kBlock) {
    const int64_t n = std::min(kBlock, count - i);
    if constexpr (std::is_same_v<From, Half>) {
      HalfToFloatRow(middle, src + i * int64_t(sizeof(From)), n);
      Convert<To, float>(dst + i * int64_t(sizeof(To)), middle, n);
    } else {
      Convert<float, From>(middle, src + i * int64_t(sizeof(From)), n);
      FloatToHalfRow(dst + i * int64_t(sizeof(To)), middle, n);
    }
  }
}

template <class To, class From>
constexpr ConvertRow Pick() {
  constexpr bool to_half = std::is_same_v<To, Half>, from_half = std::is_same_v<From, Half>;
  if constexpr (to_half && std::is_same_v<From, float>)
    return FloatToHalfRow;
  else if constexpr (from_half && std::is_same_v<To, float>)
    return HalfToFloatRow;
  else if constexpr (to_half != from_half && !std::is_same_v<From, double>)
    return ConvertThroughFloat<To, From>;
  else
    return Convert<To, From>;
}

#else

template <class To, class From>
constexpr ConvertRow Pick() {
  return Convert<To, From>;
}

#endif

ConvertRow Converter(DataType dst, DataType src) {
  return DispatchType(dst, [&]<class To>(ElementTag<To>) {
    return DispatchType(src, []<class From>(ElementTag<From>) { return Pick<To, From>(); });
  });
}

}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft {

HWY_EXPORT(Converter);

ConvertRow ConverterFor(DataType dst, DataType src) {
  WEFT_ASSERT(SizeBits(dst) >= 8 && SizeBits(src) >= 8);
  return WEFT_DISPATCH(Converter)(dst, src);
}

}  // namespace weft
#endif
