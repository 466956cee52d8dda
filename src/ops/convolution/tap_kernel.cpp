// SPDX-License-Identifier: MIT
// Sums in registers: two vectors of columns for each of up to six pixels. An input is broadcast and
// meets a row of weights, which are widened if they are narrow; where channels keep to themselves,
// vectors of inputs meet vectors of weights. A pixel's sum has one order, whichever pixels it
// shares a tile with.
#define HWY_TARGET_INCLUDE "ops/convolution/tap_kernel.cpp"
#include "simd/foreach_compute_target.h"
//
#include "hwy/highway.h"
#include "ops/convolution/tap_kernel.h"
#include "ops/convolution/tap_units-inl.h"
#include "simd/unaligned-inl.h"

#include <algorithm>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

static_assert(kPanelColumns % hn::MaxLanes(Floats()) == 0);

// kVectors vectors of columns from `column` on for the pixels of one tile; of the last there may be
// fewer columns.
template <class Arithmetic, int kPixels, int kVectors>
HWY_INLINE void SumTile(const ConvolutionTile& tile, const std::byte* const* positions,
                        std::byte* const* outputs, int64_t column) {
  using Sum = typename Arithmetic::Sum;
  using Weight = typename Arithmetic::Weight;
  const typename Arithmetic::Tag d;
  using Vector = hn::Vec<decltype(d)>;
  const int64_t lanes = int64_t(hn::Lanes(d)), second = column + (kVectors - 1) * lanes;
  const bool is_whole = column + kVectors * lanes <= tile.columns;
  const size_t bytes = size_t(tile.columns - column) * sizeof(Sum);  // if not whole
  const int64_t at = tile.output_offset + column * int64_t(sizeof(Sum));
  HWY_ALIGN Sum edge[kVectors * hn::MaxLanes(d)] = {};
  const typename Arithmetic::Zeros z0(tile.zeros, column), z1(tile.zeros, second);
  // From one tap's weights to a vector of them.
  const auto in_panel = [&](int64_t c) {
    return c / kPanelColumns * tile.panel_bytes + c % kPanelColumns * int64_t(sizeof(Weight));
  };
  const std::byte* const panel = tile.weights + in_panel(column);
  const int64_t next_vector = (in_panel(second) - in_panel(column)) / int64_t(sizeof(Weight));
  Vector sums[kPixels][kVectors];
#pragma GCC unroll 6
  for (int p = 0; p < kPixels; ++p) {
    const std::byte* from =
        tile.start ? tile.start + column * int64_t(sizeof(Sum)) : outputs[p] + at;
    if (!is_whole && !tile.start) {
      std::memcpy(edge, from, bytes);
      from = reinterpret_cast<const std::byte*>(edge);
    }
    for (int v = 0; v < kVectors; ++v) sums[p][v] = hn::LoadU(d, As<Sum>(from) + v * lanes);
  }
  for (int64_t tap = 0; tap < tile.taps; ++tap) {
    const std::byte* inputs[kPixels];
#pragma GCC unroll 6
    for (int p = 0; p < kPixels; ++p)
      inputs[p] = positions[tap * tile.tap_step + p] + (tile.tap_inputs[tap] + tile.input_offset);
    const Weight* weights = As<Weight>(panel + tile.tap_weights[tap]);
    for (int64_t unit = 0; unit < tile.units; ++unit, weights += kPanelColumns) {
      Vector w[kVectors];
      w[0] = Arithmetic::LoadWeights(d, weights, z0);
      if constexpr (kVectors > 1) w[1] = Arithmetic::LoadWeights(d, weights + next_vector, z1);
#pragma GCC unroll 6
      for (int p = 0; p < kPixels; ++p) {
        const Vector x = Arithmetic::Broadcast(inputs[p] + unit * int64_t(sizeof(Sum)));
        for (int v = 0; v < kVectors; ++v) sums[p][v] = Arithmetic::Add(d, sums[p][v], x, w[v]);
      }
    }
  }
#pragma GCC unroll 6
  for (int p = 0; p < kPixels; ++p) {
    Sum* to = is_whole ? reinterpret_cast<Sum*>(outputs[p] + at) : edge;
    for (int v = 0; v < kVectors; ++v) hn::StoreU(sums[p][v], d, to + v * lanes);
    if (!is_whole) std::memcpy(outputs[p] + at, edge, bytes);
  }
}

template <class Arithmetic, int kPixels, int kVectors>
void SumTiles(const ConvolutionTile& tile, int64_t column) {
  for (int t = 0; t < tile.tiles; ++t)
    SumTile<Arithmetic, kPixels, kVectors>(tile, tile.inputs + t * kPixels,
                                           tile.outputs + t * kPixels, column);
}

// Vectors of columns in pairs, and a last one by itself.
template <class Arithmetic, int kPixels>
void Sum(const ConvolutionTile& tile) {
  const int64_t lanes = int64_t(hn::Lanes(typename Arithmetic::Tag()));
  int64_t column = 0;
  for (; column + lanes < tile.columns; column += 2 * lanes)
    SumTiles<Arithmetic, kPixels, 2>(tile, column);
  if (column < tile.columns) SumTiles<Arithmetic, kPixels, 1>(tile, column);
}

template <class Arithmetic>
void Run(const ConvolutionTile& tile) {
  static constexpr ConvolutionKernel kBy[] = {Sum<Arithmetic, 1>, Sum<Arithmetic, 2>,
                                              Sum<Arithmetic, 3>, Sum<Arithmetic, 4>,
                                              Sum<Arithmetic, 5>, Sum<Arithmetic, 6>};
  kBy[tile.pixels - 1](tile);
}

constexpr int64_t kRowsAhead = 16;  // that are asked for: blocks exceed the first-level cache

template <class Integer>
void Widen(std::byte* widened, const std::byte* weights, const std::byte* zeros, int64_t rows) {
  using Narrow = NarrowPairs<Integer>;
  const typename Narrow::Tag d;
  const int lanes = int(hn::Lanes(d));
  const auto* from = As<typename Narrow::Weight>(weights);
  auto* to = reinterpret_cast<int32_t*>(widened);
  for (int column = 0; column < kPanelColumns; column += lanes) {
    const typename Narrow::Zeros zero(zeros, column);
    for (int64_t at = column; at < rows * kPanelColumns; at += kPanelColumns) {
      __builtin_prefetch(to + at + kRowsAhead * kPanelColumns, 1);
      __builtin_prefetch(from + at + 2 * kRowsAhead * kPanelColumns);
      hn::StoreU(Narrow::LoadWeights(d, from + at, zero), d, to + at);
    }
  }
}

template <class Integer>
NarrowWeights NarrowOf() {
  return {Run<NarrowPairs<Integer>>, Widen<Integer>};
}

// ---- depthwise

constexpr bool kManyRegisters = HWY_TARGET != HWY_AVX2 && HWY_TARGET != HWY_SCALAR;

// kVectors vectors of channels of kPixels pixels. Taps come in rows of kTaps, of which neighbouring
// pixels share what they read.
template <class Arithmetic, int kPixels, int kVectors, int kTaps, class Tag>
HWY_INLINE void SumChannels(Tag d, const PixelRun& run, int64_t pixel, int64_t column) {
  using Sum = typename Arithmetic::Sum;
  const int64_t lanes = int64_t(hn::Lanes(d)), at = column * int64_t(sizeof(Sum));
  std::byte* const output = run.outputs + pixel * run.output_step + at;
  hn::Vec<Tag> sums[kPixels][kVectors];
#pragma GCC unroll 6
  for (int p = 0; p < kPixels; ++p) {
    const Sum* from = As<Sum>(run.start ? run.start + at : output + p * run.output_step);
    for (int v = 0; v < kVectors; ++v) sums[p][v] = LoadUnaligned(d, from + v * lanes);
  }
  for (int64_t tap = 0; tap < run.taps; tap += kTaps) {
    const int64_t step = run.input_steps[tap];
    const std::byte* input = run.inputs[tap] + pixel * step + at;
    hn::Vec<Tag> w[kTaps][kVectors];
    for (int k = 0; k < kTaps; ++k)
      for (int v = 0; v < kVectors; ++v)
        w[k][v] = LoadUnaligned(d, As<Sum>(run.weights[tap + k] + at) + v * lanes);
#pragma GCC unroll 8
    for (int c = 0; c < kPixels + kTaps - 1; ++c)
      for (int v = 0; v < kVectors; ++v) {
        const hn::Vec<Tag> x = LoadUnaligned(d, As<Sum>(input + c * step) + v * lanes);
        for (int k = 0; k < kTaps; ++k)
          if (c - k >= 0 && c - k < kPixels)
            sums[c - k][v] = Arithmetic::Add(d, sums[c - k][v], x, w[k][v]);
      }
  }
#pragma GCC unroll 6
  for (int p = 0; p < kPixels; ++p)
    for (int v = 0; v < kVectors; ++v)
      StoreUnaligned(sums[p][v], d,
                     reinterpret_cast<Sum*>(output + p * run.output_step) + v * lanes);
}

template <class Arithmetic, int kPixels>
void SumPixels(const PixelRun& run, int64_t pixel) {
  const typename Arithmetic::Tag d;
  const int64_t lanes = int64_t(hn::Lanes(d)), columns = run.columns;
  int64_t c = 0;
  if (kPixels > 1 && run.has_rows_of_three) {
    // Two vectors and their weights need more than 16 registers.
    for (; kManyRegisters && c + 2 * lanes <= columns; c += 2 * lanes)
      SumChannels<Arithmetic, kPixels, 2, 3>(d, run, pixel, c);
    for (; c + lanes <= columns; c += lanes)
      SumChannels<Arithmetic, kPixels, 1, 3>(d, run, pixel, c);
  }
  for (; c + 2 * lanes <= columns; c += 2 * lanes)
    SumChannels<Arithmetic, kPixels, 2, 1>(d, run, pixel, c);
  for (; c + lanes <= columns; c += lanes) SumChannels<Arithmetic, kPixels, 1, 1>(d, run, pixel, c);
  const hn::CappedTag<typename Arithmetic::Sum, 4> d4;
  for (; lanes > 4 && c + 4 <= columns; c += 4)
    SumChannels<Arithmetic, kPixels, 1, 1>(d4, run, pixel, c);
  const hn::CappedTag<typename Arithmetic::Sum, 1> d1;
  for (; c < columns; ++c) SumChannels<Arithmetic, kPixels, 1, 1>(d1, run, pixel, c);
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

ConvolutionKernel PickFloat() { return Run<Float>; }
ConvolutionKernel PickInteger() { return Run<Pairs>; }
NarrowWeights PickNarrow(bool is_signed) {
  return is_signed ? NarrowOf<int8_t>() : NarrowOf<uint8_t>();
}
PixelKernel PickFloatPixels() { return SumRun<Float>; }
PixelKernel PickIntegerPixels() { return SumRun<Pairs>; }

}  // namespace
}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft {

HWY_EXPORT(PickFloat);
HWY_EXPORT(PickInteger);
HWY_EXPORT(PickNarrow);
HWY_EXPORT(PickFloatPixels);
HWY_EXPORT(PickIntegerPixels);

ConvolutionKernel FloatConvolution() { return WEFT_DISPATCH(PickFloat)(); }
ConvolutionKernel IntegerConvolution() { return WEFT_DISPATCH(PickInteger)(); }
NarrowWeights NarrowIntegers(bool is_signed) { return WEFT_DISPATCH(PickNarrow)(is_signed); }
PixelKernel FloatDepthwisePixels() { return WEFT_DISPATCH(PickFloatPixels)(); }
PixelKernel IntegerDepthwisePixels() { return WEFT_DISPATCH(PickIntegerPixels)(); }

}  // namespace weft
#endif
