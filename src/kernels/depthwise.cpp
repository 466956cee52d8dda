// SPDX-License-Identifier: MIT
// Any taps: eight vectors of sums stay in registers while all of them pass. Three by three: the
// weights stay in registers, and a row of inputs is read once for the three rows of sums it belongs
// to. A sum's terms have one order, here and there, wherever in the run it is.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/depthwise.cpp"
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3 | HWY_AVX3_DL)
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"
#include "kernels/depthwise.h"
#include "kernels/loose_lanes-inl.h"

#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::CappedTag<float, kPlaneSlack>;

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
      sum[v] = hn::MulAdd(LoadLoose(d, input + v * lanes), weight, sum[v]);
  }
#pragma GCC unroll 8
  for (int v = 0; v < kVectors; ++v) StoreLoose(sum[v], d, sums + first + v * lanes);
}

void SumPlane(float* sums, int64_t count, const PlaneTaps& taps) {
  const int64_t lanes = int64_t(hn::Lanes(Floats()));
  int64_t i = 0;
  for (; i + 8 * lanes <= count; i += 8 * lanes) SumRun<8>(sums, i, taps);
  for (; i + 2 * lanes <= count; i += 2 * lanes) SumRun<2>(sums, i, taps);
  for (; i < count; i += lanes) SumRun<1>(sums, i, taps);
}

// Columns of kVectors vectors, from top to bottom.
template <int kVectors>
HWY_INLINE void WalkDown(std::byte* to, int64_t row_bytes, int64_t rows,
                         const float* HWY_RESTRICT input, int64_t pitch, const float* weights,
                         float first) {
  const Floats d;
  using Vector = hn::Vec<Floats>;
  const int64_t lanes = int64_t(hn::Lanes(d));
  Vector w[9];
#pragma GCC unroll 9
  for (int t = 0; t < 9; ++t) w[t] = hn::Set(d, weights[t]);
  const Vector start = hn::Set(d, first);
  Vector sums[3][kVectors];  // that begin here, in the row above, two rows above
#pragma GCC unroll 2
  for (int v = 0; v < kVectors; ++v) sums[1][v] = sums[2][v] = start;
  for (int64_t row = 0; row < rows + 2; ++row, input += pitch) {
#pragma GCC unroll 2
    for (int v = 0; v < kVectors; ++v) {
      sums[0][v] = start;
#pragma GCC unroll 3
      for (int t = 0; t < 3; ++t) {
        const Vector x = LoadLoose(d, input + t + v * lanes);
#pragma GCC unroll 3
        for (int r = 0; r < 3; ++r) sums[r][v] = hn::MulAdd(x, w[3 * r + t], sums[r][v]);
      }
    }
    if (row >= 2) {
#pragma GCC unroll 2
      for (int v = 0; v < kVectors; ++v)
        StoreLoose(sums[2][v], d, reinterpret_cast<float*>(to) + v * lanes);
      to += row_bytes;
    }
#pragma GCC unroll 2
    for (int v = 0; v < kVectors; ++v) {
      sums[2][v] = sums[1][v];
      sums[1][v] = sums[0][v];
    }
  }
}

void SumSquare(const PlaneRows& to, const PlaneTaps& taps, int64_t pitch) {
  float weights[9];
  std::memcpy(weights, taps.weights, sizeof weights);
  const int64_t lanes = int64_t(hn::Lanes(Floats()));
  const auto walk = [&]<int kVectors>(int64_t column) HWY_ATTR {
    WalkDown<kVectors>(to.outputs + column * int64_t(sizeof(float)), to.row_bytes, to.rows,
                       taps.input + column, pitch, weights, taps.start);
  };
  int64_t column = 0;
  for (; column + 2 * lanes <= to.columns; column += 2 * lanes) walk.template operator()<2>(column);
  for (; column + lanes <= to.columns; column += lanes) walk.template operator()<1>(column);
  // The last columns once more, together with what is left.
  if (column < to.columns) walk.template operator()<1>(to.columns - lanes);
}

PlaneKernel PickPlane() { return SumPlane; }
SquareKernel PickSquare() { return SumSquare; }

}  // namespace
}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft {

HWY_EXPORT(PickPlane);
HWY_EXPORT(PickSquare);

PlaneKernel DepthwisePlane() { return HWY_DYNAMIC_DISPATCH(PickPlane)(); }
SquareKernel DepthwiseSquare() { return HWY_DYNAMIC_DISPATCH(PickSquare)(); }

}  // namespace weft
#endif
