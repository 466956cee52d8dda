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
#include "kernels/loose_lanes-inl.h"

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
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V Add(D, V sum, V x, V weights) {
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
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V Add([[maybe_unused]] D d, V sum, V x, V weights) {
#if HWY_ARCH_X86 && HWY_TARGET != HWY_EMU128 && HWY_TARGET != HWY_SCALAR
    const hn::Repartition<int16_t, D> d16;
    V unused = sum;
    if constexpr (hn::MaxLanes(d) >= 4)
      return hn::ReorderWidenMulAccumulate(d, hn::BitCast(d16, x), hn::BitCast(d16, weights), sum,
                                           unused);
#endif
    const V high = hn::ShiftRight<16>(x) * hn::ShiftRight<16>(weights);
    return sum + Low(x) * Low(weights) + high;
  }
  template <class V>
  static HWY_INLINE V Low(V pair) {
    return hn::ShiftRight<16>(hn::ShiftLeft<16>(pair));
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
          sums[p][0] = Arithmetic::Add(d, sums[p][0], x, w0);
          sums[p][1] = Arithmetic::Add(d, sums[p][1], x, w1);
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
template <class Arithmetic, bool kAlike, int kPixels, int kVectors, class Tag>
HWY_INLINE void SumChannels(Tag d, const ConvolutionTile& tile, int64_t column) {
  using Sum = typename Arithmetic::Sum;
  const int64_t lanes = int64_t(hn::Lanes(d)), at = column * int64_t(sizeof(Sum));
  hn::Vec<Tag> sums[kPixels][kVectors];
  const std::byte* inputs[kPixels];
  std::byte* outputs[kPixels];
#pragma GCC unroll 6
  for (int p = 0; p < kPixels; ++p) {
    // Where there are no taps, or each has places of its own, the first place may be nowhere.
    inputs[p] = kAlike && tile.taps > 0 ? tile.inputs[p] + tile.input_offset + at : nullptr;
    outputs[p] = tile.outputs[p] + tile.output_offset + at;
    const Sum* from = As<Sum>(tile.start ? tile.start + at : outputs[p]);
#pragma GCC unroll 2
    for (int v = 0; v < kVectors; ++v) sums[p][v] = LoadLoose(d, from + v * lanes);
  }
  for (int64_t tap = 0; tap < tile.taps; ++tap) {
    const Sum* weights = As<Sum>(tile.weights + tile.tap_weights[tap] + at);
    const int64_t moved = tile.tap_inputs[tap];
    hn::Vec<Tag> w[kVectors];
#pragma GCC unroll 2
    for (int v = 0; v < kVectors; ++v) w[v] = LoadLoose(d, weights + v * lanes);
#pragma GCC unroll 6
    for (int p = 0; p < kPixels; ++p) {
      if (!kAlike) inputs[p] = tile.inputs[tap * tile.tap_step + p] + tile.input_offset + at;
#pragma GCC unroll 2
      for (int v = 0; v < kVectors; ++v)
        sums[p][v] = Arithmetic::Add(d, sums[p][v],
                                     LoadLoose(d, As<Sum>(inputs[p] + moved) + v * lanes), w[v]);
    }
  }
#pragma GCC unroll 6
  for (int p = 0; p < kPixels; ++p)
#pragma GCC unroll 2
    for (int v = 0; v < kVectors; ++v)
      StoreLoose(sums[p][v], d, reinterpret_cast<Sum*>(outputs[p]) + v * lanes);
}

template <class Arithmetic, bool kAlike, int kPixels>
void SumAllChannels(const ConvolutionTile& tile) {
  const typename Arithmetic::Tag d;
  const int64_t lanes = int64_t(hn::Lanes(d)), columns = tile.columns;
  int64_t c = 0;
  for (; c + 2 * lanes <= columns; c += 2 * lanes)
    SumChannels<Arithmetic, kAlike, kPixels, 2>(d, tile, c);
  for (; c + lanes <= columns; c += lanes) SumChannels<Arithmetic, kAlike, kPixels, 1>(d, tile, c);
  const hn::CappedTag<typename Arithmetic::Sum, 1> d1;
  for (; c < columns; ++c) SumChannels<Arithmetic, kAlike, kPixels, 1>(d1, tile, c);
}

template <class Arithmetic, int kPixels>
void SumDepthwise(const ConvolutionTile& tile) {
  if (tile.tap_step == 0)
    SumAllChannels<Arithmetic, true, kPixels>(tile);
  else
    SumAllChannels<Arithmetic, false, kPixels>(tile);
}

template <class Arithmetic>
void Run(const ConvolutionTile& tile) {
  static constexpr ConvolutionKernel kBy[] = {SumTile<Arithmetic, 1>, SumTile<Arithmetic, 2>,
                                              SumTile<Arithmetic, 3>, SumTile<Arithmetic, 4>,
                                              SumTile<Arithmetic, 5>, SumTile<Arithmetic, 6>};
  kBy[tile.pixels - 1](tile);
}
template <class Arithmetic>
void RunDepthwise(const ConvolutionTile& tile) {
  static constexpr ConvolutionKernel kBy[] = {
      SumDepthwise<Arithmetic, 1>, SumDepthwise<Arithmetic, 2>, SumDepthwise<Arithmetic, 3>,
      SumDepthwise<Arithmetic, 4>, SumDepthwise<Arithmetic, 5>, SumDepthwise<Arithmetic, 6>};
  kBy[tile.pixels - 1](tile);
}

ConvolutionKernel PickFloat() { return Run<Float>; }
ConvolutionKernel PickInteger() { return Run<Pairs>; }
ConvolutionKernel PickFloatDepthwise() { return RunDepthwise<Float>; }
ConvolutionKernel PickIntegerDepthwise() { return RunDepthwise<Pairs>; }

}  // namespace
}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft {

HWY_EXPORT(PickFloat);
HWY_EXPORT(PickInteger);
HWY_EXPORT(PickFloatDepthwise);
HWY_EXPORT(PickIntegerDepthwise);

ConvolutionKernel FloatConvolution() { return HWY_DYNAMIC_DISPATCH(PickFloat)(); }
ConvolutionKernel IntegerConvolution() { return HWY_DYNAMIC_DISPATCH(PickInteger)(); }
ConvolutionKernel FloatDepthwiseConvolution() { return HWY_DYNAMIC_DISPATCH(PickFloatDepthwise)(); }
ConvolutionKernel IntegerDepthwiseConvolution() {
  return HWY_DYNAMIC_DISPATCH(PickIntegerDepthwise)();
}

}  // namespace weft
#endif
