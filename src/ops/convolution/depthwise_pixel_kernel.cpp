// SPDX-License-Identifier: MIT
// Sums in registers: two vectors of channels for each of up to six pixels. A pixel's sum has one
// order, whichever pixels it shares them with.
#define HWY_TARGET_INCLUDE "ops/convolution/depthwise_pixel_kernel.cpp"
#include "simd/foreach_compute_target.h"
//
#include "hwy/highway.h"
#include "ops/convolution/depthwise_pixel_kernel.h"
#include "ops/convolution/tap_units-inl.h"
#include "simd/unaligned-inl.h"

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

// kVectors vectors of channels of kPixels pixels.
template <class Arithmetic, int kPixels, int kVectors, class Tag>
HWY_INLINE void SumChannels(Tag d, const PixelRun& run, int64_t pixel, int64_t column) {
  using Sum = typename Arithmetic::Sum;
  const int64_t lanes = int64_t(hn::Lanes(d)), at = column * int64_t(sizeof(Sum));
  std::byte* const output = run.outputs + pixel * run.output_step + at;
  hn::Vec<Tag> sums[kPixels][kVectors];
#pragma GCC unroll 6
  for (int p = 0; p < kPixels; ++p) {
    const Sum* from = As<Sum>(run.start ? run.start + at : output + p * run.output_step);
#pragma GCC unroll 2
    for (int v = 0; v < kVectors; ++v) sums[p][v] = LoadUnaligned(d, from + v * lanes);
  }
  for (int64_t tap = 0; tap < run.taps; ++tap) {
    const Sum* weights = As<Sum>(run.weights[tap] + at);
    const int64_t step = run.input_steps[tap];
    const std::byte* input = run.inputs[tap] + pixel * step + at;
    hn::Vec<Tag> w[kVectors];
#pragma GCC unroll 2
    for (int v = 0; v < kVectors; ++v) w[v] = LoadUnaligned(d, weights + v * lanes);
#pragma GCC unroll 6
    for (int p = 0; p < kPixels; ++p)
#pragma GCC unroll 2
      for (int v = 0; v < kVectors; ++v)
        sums[p][v] = Arithmetic::Add(d, sums[p][v],
                                     LoadUnaligned(d, As<Sum>(input + p * step) + v * lanes), w[v]);
  }
#pragma GCC unroll 6
  for (int p = 0; p < kPixels; ++p)
#pragma GCC unroll 2
    for (int v = 0; v < kVectors; ++v)
      StoreUnaligned(sums[p][v], d,
                     reinterpret_cast<Sum*>(output + p * run.output_step) + v * lanes);
}

template <class Arithmetic, int kPixels>
void SumPixels(const PixelRun& run, int64_t pixel) {
  const typename Arithmetic::Tag d;
  const int64_t lanes = int64_t(hn::Lanes(d)), columns = run.columns;
  int64_t c = 0;
  for (; c + 2 * lanes <= columns; c += 2 * lanes)
    SumChannels<Arithmetic, kPixels, 2>(d, run, pixel, c);
  for (; c + lanes <= columns; c += lanes) SumChannels<Arithmetic, kPixels, 1>(d, run, pixel, c);
  const hn::CappedTag<typename Arithmetic::Sum, 1> d1;
  for (; c < columns; ++c) SumChannels<Arithmetic, kPixels, 1>(d1, run, pixel, c);
}

template <class Arithmetic>
void SumRun(const PixelRun& run) {
  int64_t pixel = 0;
  for (; pixel + 6 <= run.pixels; pixel += 6) SumPixels<Arithmetic, 6>(run, pixel);
  switch (run.pixels - pixel) {
    case 1: return SumPixels<Arithmetic, 1>(run, pixel);
    case 2: return SumPixels<Arithmetic, 2>(run, pixel);
    case 3: return SumPixels<Arithmetic, 3>(run, pixel);
    case 4: return SumPixels<Arithmetic, 4>(run, pixel);
    case 5: return SumPixels<Arithmetic, 5>(run, pixel);
    default: return;
  }
}

PixelKernel PickFloat() { return SumRun<Float>; }
PixelKernel PickInteger() { return SumRun<Pairs>; }

}  // namespace
}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft {

HWY_EXPORT(PickFloat);
HWY_EXPORT(PickInteger);

PixelKernel FloatDepthwisePixels() { return WEFT_DISPATCH(PickFloat)(); }
PixelKernel IntegerDepthwisePixels() { return WEFT_DISPATCH(PickInteger)(); }

}  // namespace weft
#endif
