// SPDX-License-Identifier: MIT
// Sums in registers: two vectors of columns for each of up to six pixels. An input is broadcast and
// meets a row of weights. A pixel's sum has one order, whichever pixels it shares a tile with.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/convolution.cpp"
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3 | HWY_AVX3_DL)
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"
#include "kernels/convolution.h"

#include <algorithm>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

template <class T>
const T* As(const std::byte* bytes) {
  return reinterpret_cast<const T*>(bytes);
}

using Floats = hn::CappedTag<float, 8>;
using Ints = hn::CappedTag<int32_t, 8>;

struct Float {
  using Tag = Floats;
  using Sum = float;
  static HWY_INLINE hn::Vec<Tag> Broadcast(const std::byte* unit) {
    float x;
    std::memcpy(&x, unit, sizeof x);
    return hn::Set(Tag(), x);
  }
  static HWY_INLINE hn::Vec<Tag> Add(hn::Vec<Tag> sum, hn::Vec<Tag> x, hn::Vec<Tag> weights) {
    return hn::MulAdd(x, weights, sum);
  }
};

// A unit is two 16-bit integers; their products with two weights are added without a rest.
struct Pairs {
  using Tag = Ints;
  using Sum = int32_t;
  static HWY_INLINE hn::Vec<Tag> Broadcast(const std::byte* unit) {
    int32_t x;
    std::memcpy(&x, unit, sizeof x);
    return hn::Set(Tag(), x);
  }
  static HWY_INLINE hn::Vec<Tag> Add(hn::Vec<Tag> sum, hn::Vec<Tag> x, hn::Vec<Tag> weights) {
#if HWY_ARCH_X86 && HWY_TARGET != HWY_EMU128 && HWY_TARGET != HWY_SCALAR
    const hn::Repartition<int16_t, Tag> d16;
    hn::Vec<Tag> unused = sum;
    return hn::ReorderWidenMulAccumulate(Tag(), hn::BitCast(d16, x), hn::BitCast(d16, weights), sum,
                                         unused);
#else
    const auto low = [](hn::Vec<Tag> pair) { return hn::ShiftRight<16>(hn::ShiftLeft<16>(pair)); };
    const hn::Vec<Tag> high = hn::ShiftRight<16>(x) * hn::ShiftRight<16>(weights);
    return sum + low(x) * low(weights) + high;
#endif
  }
};

template <class Arithmetic, int kPixels>
void SumTile(const ConvolutionTile& tile) {
  using Sum = typename Arithmetic::Sum;
  const typename Arithmetic::Tag d;
  using Vector = hn::Vec<decltype(d)>;
  const int64_t lanes = int64_t(hn::Lanes(d));
  for (int64_t column = 0; column < tile.columns; column += 2 * lanes) {
    const int64_t columns = std::min(2 * lanes, tile.columns - column);
    const bool whole = columns == 2 * lanes;
    const int64_t at = tile.output_offset + column * int64_t(sizeof(Sum));
    HWY_ALIGN Sum some[2 * hn::MaxLanes(d)] = {};
    Vector sums[kPixels][2];
#pragma GCC unroll 6
    for (int p = 0; p < kPixels; ++p) {
      const std::byte* from =
          tile.start ? tile.start + column * int64_t(sizeof(Sum)) : tile.outputs[p] + at;
      if (!whole) {
        std::memcpy(some, from, size_t(columns) * sizeof(Sum));
        from = reinterpret_cast<const std::byte*>(some);
      }
      sums[p][0] = hn::LoadU(d, As<Sum>(from));
      sums[p][1] = hn::LoadU(d, As<Sum>(from) + lanes);
    }
    for (int64_t tap = 0; tap < tile.taps; ++tap) {
      const std::byte* inputs[kPixels];
#pragma GCC unroll 6
      for (int p = 0; p < kPixels; ++p)
        inputs[p] =
            tile.inputs[tap * tile.tap_step + p] + (tile.tap_inputs[tap] + tile.input_offset);
      const Sum* weights = As<Sum>(tile.weights + tile.tap_weights[tap]) + column;
      for (int64_t unit = 0; unit < tile.units; ++unit, weights += kTileColumns) {
        const Vector w0 = hn::LoadU(d, weights), w1 = hn::LoadU(d, weights + lanes);
#pragma GCC unroll 6
        for (int p = 0; p < kPixels; ++p) {
          const Vector x = Arithmetic::Broadcast(inputs[p] + unit * int64_t(sizeof(Sum)));
          sums[p][0] = Arithmetic::Add(sums[p][0], x, w0);
          sums[p][1] = Arithmetic::Add(sums[p][1], x, w1);
        }
      }
    }
#pragma GCC unroll 6
    for (int p = 0; p < kPixels; ++p) {
      Sum* to = whole ? reinterpret_cast<Sum*>(tile.outputs[p] + at) : some;
      hn::StoreU(sums[p][0], d, to);
      hn::StoreU(sums[p][1], d, to + lanes);
      if (!whole) std::memcpy(tile.outputs[p] + at, some, size_t(columns) * sizeof(Sum));
    }
  }
}

// kVectors vectors of channels. With kAlike the taps of a pixel lie alike: its place stays in a
// register.
template <bool kAlike, int kPixels, int kVectors, class Tag>
HWY_INLINE void SumChannels(Tag d, const ConvolutionTile& tile, int64_t column) {
  const int64_t lanes = int64_t(hn::Lanes(d)), at = column * int64_t(sizeof(float));
  hn::Vec<Tag> sums[kPixels][kVectors];
  const std::byte* inputs[kPixels];
#pragma GCC unroll 6
  for (int p = 0; p < kPixels; ++p) {
    const std::byte* from =
        tile.start ? tile.start + at : tile.outputs[p] + tile.output_offset + at;
    inputs[p] = tile.inputs[p] + tile.input_offset + at;
#pragma GCC unroll 2
    for (int v = 0; v < kVectors; ++v) sums[p][v] = hn::LoadU(d, As<float>(from) + v * lanes);
  }
  for (int64_t tap = 0; tap < tile.taps; ++tap) {
    const float* weights = As<float>(tile.weights + tile.tap_weights[tap] + at);
    const int64_t moved = tile.tap_inputs[tap];
    hn::Vec<Tag> w[kVectors];
#pragma GCC unroll 2
    for (int v = 0; v < kVectors; ++v) w[v] = hn::LoadU(d, weights + v * lanes);
#pragma GCC unroll 6
    for (int p = 0; p < kPixels; ++p) {
      if (!kAlike) inputs[p] = tile.inputs[tap * tile.tap_step + p] + tile.input_offset + at;
#pragma GCC unroll 2
      for (int v = 0; v < kVectors; ++v)
        sums[p][v] =
            hn::MulAdd(hn::LoadU(d, As<float>(inputs[p] + moved) + v * lanes), w[v], sums[p][v]);
    }
  }
#pragma GCC unroll 6
  for (int p = 0; p < kPixels; ++p)
#pragma GCC unroll 2
    for (int v = 0; v < kVectors; ++v)
      hn::StoreU(sums[p][v], d,
                 reinterpret_cast<float*>(tile.outputs[p] + tile.output_offset + at) + v * lanes);
}

template <bool kAlike, int kPixels>
void SumAllChannels(const ConvolutionTile& tile) {
  const Floats d;
  const int64_t lanes = int64_t(hn::Lanes(d)), columns = tile.columns;
  int64_t c = 0;
  for (; c + 2 * lanes <= columns; c += 2 * lanes) SumChannels<kAlike, kPixels, 2>(d, tile, c);
  for (; c + lanes <= columns; c += lanes) SumChannels<kAlike, kPixels, 1>(d, tile, c);
  for (; c < columns; ++c) SumChannels<kAlike, kPixels, 1>(hn::CappedTag<float, 1>(), tile, c);
}

template <int kPixels>
void SumDepthwise(const ConvolutionTile& tile) {
  if (tile.tap_step == 0)
    SumAllChannels<true, kPixels>(tile);
  else
    SumAllChannels<false, kPixels>(tile);
}

void RunFloat(const ConvolutionTile& tile) {
  static constexpr ConvolutionKernel kBy[] = {SumTile<Float, 1>, SumTile<Float, 2>,
                                              SumTile<Float, 3>, SumTile<Float, 4>,
                                              SumTile<Float, 5>, SumTile<Float, 6>};
  kBy[tile.pixels - 1](tile);
}
void RunInteger(const ConvolutionTile& tile) {
  static constexpr ConvolutionKernel kBy[] = {SumTile<Pairs, 1>, SumTile<Pairs, 2>,
                                              SumTile<Pairs, 3>, SumTile<Pairs, 4>,
                                              SumTile<Pairs, 5>, SumTile<Pairs, 6>};
  kBy[tile.pixels - 1](tile);
}
void RunDepthwise(const ConvolutionTile& tile) {
  static constexpr ConvolutionKernel kBy[] = {SumDepthwise<1>, SumDepthwise<2>, SumDepthwise<3>,
                                              SumDepthwise<4>, SumDepthwise<5>, SumDepthwise<6>};
  kBy[tile.pixels - 1](tile);
}

ConvolutionKernel PickFloat() { return RunFloat; }
ConvolutionKernel PickInteger() { return RunInteger; }
ConvolutionKernel PickDepthwise() { return RunDepthwise; }

}  // namespace
}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft {

HWY_EXPORT(PickFloat);
HWY_EXPORT(PickInteger);
HWY_EXPORT(PickDepthwise);

ConvolutionKernel FloatConvolution() { return HWY_DYNAMIC_DISPATCH(PickFloat)(); }
ConvolutionKernel IntegerConvolution() { return HWY_DYNAMIC_DISPATCH(PickInteger)(); }
ConvolutionKernel DepthwiseConvolution() { return HWY_DYNAMIC_DISPATCH(PickDepthwise)(); }

}  // namespace weft
#endif
