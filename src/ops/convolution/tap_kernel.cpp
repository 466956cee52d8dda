// SPDX-License-Identifier: MIT
// Sums in registers: two vectors of columns for each of up to six pixels. An input is broadcast and
// meets a row of weights, which are widened if they are narrow. A pixel's sum has one order,
// whichever pixels it shares a tile with.
#define HWY_TARGET_INCLUDE "ops/convolution/tap_kernel.cpp"
#include "simd/foreach_compute_target.h"
//
#include "hwy/highway.h"
#include "ops/convolution/tap_kernel.h"
#include "ops/convolution/tap_units-inl.h"

#include <algorithm>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

// Weights lie in rows of kTileColumns, which two vectors must not reach beyond; the tags are capped
// for that.
static_assert(kTileColumns % (2 * hn::MaxLanes(Floats())) == 0);
static_assert(kTileColumns % (2 * hn::MaxLanes(Ints())) == 0);

// Two vectors of columns from `column` on for the pixels of one tile. Where kWhole is not, there
// are fewer columns than that.
template <class Arithmetic, int kPixels, bool kScattered, bool kWhole>
HWY_INLINE void SumTile(const ConvolutionTile& tile, const std::byte* const* places,
                        std::byte* const* outputs, int64_t column) {
  using Sum = typename Arithmetic::Sum;
  using Weight = typename Arithmetic::Weight;
  const typename Arithmetic::Tag d;
  using Vector = hn::Vec<decltype(d)>;
  const int64_t lanes = int64_t(hn::Lanes(d));
  const size_t bytes = size_t(tile.columns - column) * sizeof(Sum);  // if not whole
  const int64_t at = tile.output_offset + column * int64_t(sizeof(Sum));
  HWY_ALIGN Sum some[2 * hn::MaxLanes(d)] = {};
  const typename Arithmetic::Zeros z0(tile.zeros, column), z1(tile.zeros, column + lanes);
  Vector sums[kPixels][2];
#pragma GCC unroll 6
  for (int p = 0; p < kPixels; ++p) {
    const std::byte* from =
        tile.start ? tile.start + column * int64_t(sizeof(Sum)) : outputs[p] + at;
    if (!kWhole) {
      std::memcpy(some, from, bytes);
      from = reinterpret_cast<const std::byte*>(some);
    }
    sums[p][0] = hn::LoadU(d, As<Sum>(from));
    sums[p][1] = hn::LoadU(d, As<Sum>(from) + lanes);
  }
  for (int64_t tap = 0; tap < tile.taps; ++tap) {
    const std::byte* inputs[kPixels];
#pragma GCC unroll 6
    for (int p = 0; p < kPixels; ++p)
      inputs[p] = places[tap * tile.tap_step + p] + (tile.tap_inputs[tap] + tile.input_offset);
    const Weight* weights = As<Weight>(tile.weights + tile.tap_weights[tap]) + column;
    for (int64_t unit = 0; unit < tile.units; ++unit, weights += kTileColumns) {
      const Vector w0 = Arithmetic::LoadWeights(d, weights, z0);
      const Vector w1 = Arithmetic::LoadWeights(d, weights + lanes, z1);
#pragma GCC unroll 6
      for (int p = 0; p < kPixels; ++p) {
        const Vector x = Arithmetic::Broadcast(
            inputs[p] + (kScattered ? tile.unit_inputs[unit] : unit * int64_t(sizeof(Sum))));
        sums[p][0] = Arithmetic::Add(d, sums[p][0], x, w0);
        sums[p][1] = Arithmetic::Add(d, sums[p][1], x, w1);
      }
    }
  }
#pragma GCC unroll 6
  for (int p = 0; p < kPixels; ++p) {
    Sum* to = kWhole ? reinterpret_cast<Sum*>(outputs[p] + at) : some;
    hn::StoreU(sums[p][0], d, to);
    hn::StoreU(sums[p][1], d, to + lanes);
    if (!kWhole) std::memcpy(outputs[p] + at, some, bytes);
  }
}

template <class Arithmetic, int kPixels, bool kScattered>
void SumTiles(const ConvolutionTile& tile) {
  const int64_t together = 2 * int64_t(hn::Lanes(typename Arithmetic::Tag()));
  for (int64_t column = 0; column < tile.columns; column += together)
    for (int t = 0; t < tile.tiles; ++t) {
      const auto* places = tile.inputs + t * kPixels;
      std::byte* const* outputs = tile.outputs + t * kPixels;
      if (column + together <= tile.columns)
        SumTile<Arithmetic, kPixels, kScattered, true>(tile, places, outputs, column);
      else
        SumTile<Arithmetic, kPixels, kScattered, false>(tile, places, outputs, column);
    }
}

template <class Arithmetic, int kPixels>
void Sum(const ConvolutionTile& tile) {
  if (tile.unit_inputs)
    SumTiles<Arithmetic, kPixels, true>(tile);
  else
    SumTiles<Arithmetic, kPixels, false>(tile);
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
  for (int column = 0; column < kTileColumns; column += 2 * lanes) {
    const typename Narrow::Zeros z0(zeros, column), z1(zeros, column + lanes);
    for (int64_t at = column; at < rows * kTileColumns; at += kTileColumns) {
      __builtin_prefetch(to + at + kRowsAhead * kTileColumns, 1);
      __builtin_prefetch(from + at + 2 * kRowsAhead * kTileColumns);
      hn::StoreU(Narrow::LoadWeights(d, from + at, z0), d, to + at);
      hn::StoreU(Narrow::LoadWeights(d, from + at + lanes, z1), d, to + at + lanes);
    }
  }
}

template <class Integer>
NarrowWeights NarrowOf() {
  return {Run<NarrowPairs<Integer>>, Widen<Integer>};
}

ConvolutionKernel PickFloat() { return Run<Float>; }
ConvolutionKernel PickInteger() { return Run<Pairs>; }
NarrowWeights PickNarrow(bool is_signed) {
  return is_signed ? NarrowOf<int8_t>() : NarrowOf<uint8_t>();
}

}  // namespace
}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft {

HWY_EXPORT(PickFloat);
HWY_EXPORT(PickInteger);
HWY_EXPORT(PickNarrow);

ConvolutionKernel FloatConvolution() { return WEFT_DISPATCH(PickFloat)(); }
ConvolutionKernel IntegerConvolution() { return WEFT_DISPATCH(PickInteger)(); }
NarrowWeights NarrowIntegers(bool is_signed) { return WEFT_DISPATCH(PickNarrow)(is_signed); }

}  // namespace weft
#endif
