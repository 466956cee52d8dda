// SPDX-License-Identifier: MIT
// Eight vectors of sums stay in registers while all taps pass. A sum's terms have one order,
// wherever in the run it is.
#define HWY_TARGET_INCLUDE "ops/convolution/depthwise_plane_kernel.cpp"
#include "simd/foreach_compute_target.h"
//
#include "hwy/highway.h"
#include "ops/convolution/depthwise_plane_kernel.h"
#include "simd/unaligned-inl.h"

#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

// The last vector may begin at the last sum, so it may not be longer than the slack.
using Floats = hn::CappedTag<float, kPlaneSlack>;
static_assert(hn::MaxLanes(Floats()) <= kPlaneSlack);

template <int kVectors>
HWY_INLINE void SumRun(float* HWY_RESTRICT sums, int64_t first, const PlaneTaps& taps) {
  const Floats d;
  const int64_t lanes = int64_t(hn::Lanes(d));
  hn::Vec<Floats> sum[kVectors];
#pragma GCC unroll 8
  for (int v = 0; v < kVectors; ++v) sum[v] = hn::Set(d, taps.start);
  for (int64_t t = 0; t < taps.taps; ++t) {
    float number;
    std::memcpy(&number, taps.weights + t * int64_t(sizeof number), sizeof number);
    const hn::Vec<Floats> weight = hn::Set(d, number);
    const float* HWY_RESTRICT input = taps.input + taps.offsets[t] + first;
#pragma GCC unroll 8
    for (int v = 0; v < kVectors; ++v)
      sum[v] = hn::MulAdd(LoadUnaligned(d, input + v * lanes), weight, sum[v]);
  }
#pragma GCC unroll 8
  for (int v = 0; v < kVectors; ++v) StoreUnaligned(sum[v], d, sums + first + v * lanes);
}

void SumPlane(float* sums, int64_t count, const PlaneTaps& taps) {
  const int64_t lanes = int64_t(hn::Lanes(Floats()));
  int64_t i = 0;
  for (; i + 8 * lanes <= count; i += 8 * lanes) SumRun<8>(sums, i, taps);
  for (; i + 2 * lanes <= count; i += 2 * lanes) SumRun<2>(sums, i, taps);
  for (; i < count; i += lanes) SumRun<1>(sums, i, taps);
}

PlaneKernel PickPlane() { return SumPlane; }

}  // namespace
}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft {

HWY_EXPORT(PickPlane);

PlaneKernel DepthwisePlane() { return WEFT_DISPATCH(PickPlane)(); }

}  // namespace weft
#endif
