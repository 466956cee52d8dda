// SPDX-License-Identifier: MIT
// Sums in registers: two vectors of columns for each of up to six pixels. An input is broadcast and
// meets a row of weights; where channels keep to themselves, vectors of inputs meet vectors of
// weights. A pixel's sum has one order, whichever pixels it
// shares a tile with.
#define HWY_TARGET_INCLUDE "ops/convolution/tap_kernel.cpp"
#include "simd/foreach_compute_target.h"
//
#include "hwy/highway.h"
#include "ops/convolution/tap_kernel.h"
#include "simd/unaligned-inl.h"

#include <algorithm>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;
static_assert(kPanelColumns % hn::MaxLanes(Floats()) == 0);

const float* In(const std::byte* bytes) { return reinterpret_cast<const float*>(bytes); }
float* In(std::byte* bytes) { return reinterpret_cast<float*>(bytes); }

constexpr bool kManyRegisters = HWY_TARGET != HWY_AVX2 && HWY_TARGET != HWY_SCALAR;

// kVectors vectors of columns from `column` on for the pixels of one tile; of the last there may be
// fewer columns.
template <int kPixels, int kVectors>
HWY_INLINE void SumTile(const ConvolutionTile& tile, const std::byte* const* positions,
                        std::byte* const* outputs, int64_t column) {
  const Floats d;
  using Vector = hn::Vec<Floats>;
  constexpr int64_t kFloat = sizeof(float);
  const int64_t lanes = int64_t(hn::Lanes(d));
  const bool is_whole = column + kVectors * lanes <= tile.columns;
  const size_t bytes = size_t((tile.columns - column) * kFloat);  // if not whole
  const int64_t at = tile.output_offset + column * kFloat;
  HWY_ALIGN float edge[kVectors * hn::MaxLanes(d)] = {};
  // From one tap's weights to a vector of them.
  const auto in_panel = [&](int64_t c) {
    return c / kPanelColumns * tile.panel_bytes + c % kPanelColumns * kFloat;
  };
  const std::byte* const panel = tile.weights + in_panel(column);
  const int64_t next = (in_panel(column + lanes) - in_panel(column)) / kFloat;
  const int64_t after = (in_panel(column + 2 * lanes) - in_panel(column)) / kFloat;
  Vector sums[kPixels][kVectors];
#pragma GCC unroll 6
  for (int p = 0; p < kPixels; ++p) {
    const float* from = In(tile.start ? tile.start + column * kFloat : outputs[p] + at);
    if (!is_whole && !tile.start) {
      std::memcpy(edge, from, bytes);
      from = edge;
    }
    for (int v = 0; v < kVectors; ++v) sums[p][v] = hn::LoadU(d, from + v * lanes);
  }
  for (int64_t tap = 0; tap < tile.taps; ++tap) {
    const float* inputs[kPixels];
#pragma GCC unroll 6
    for (int p = 0; p < kPixels; ++p)
      inputs[p] =
          In(positions[tap * tile.tap_step + p] + (tile.tap_inputs[tap] + tile.input_offset));
    const float* weights = In(panel + tile.tap_weights[tap]);
    for (int64_t channel = 0; channel < tile.channels; ++channel, weights += kPanelColumns) {
      Vector w[kVectors];
      for (int v = 0; v < kVectors; ++v)
        w[v] = hn::LoadU(d, weights + v / 2 * after + v % 2 * next);
#pragma GCC unroll 6
      for (int p = 0; p < kPixels; ++p) {
        const Vector x = hn::Set(d, inputs[p][channel]);
        for (int v = 0; v < kVectors; ++v) sums[p][v] = hn::MulAdd(x, w[v], sums[p][v]);
      }
    }
  }
#pragma GCC unroll 6
  for (int p = 0; p < kPixels; ++p) {
    float* const to = is_whole ? In(outputs[p] + at) : edge;
    for (int v = 0; v < kVectors; ++v) hn::StoreU(sums[p][v], d, to + v * lanes);
    if (!is_whole) std::memcpy(outputs[p] + at, edge, bytes);
  }
}

template <int kPixels, int kVectors>
void SumTiles(const ConvolutionTile& tile, int64_t column) {
  for (int t = 0; t < tile.tiles; ++t)
    SumTile<kPixels, kVectors>(tile, tile.inputs + t * kPixels, tile.outputs + t * kPixels, column);
}

// Sums in registers, beside the weights and an input. Of tiles that are not full there are few.
template <int kPixels>
constexpr int kMostVectors = kPixels < kTilePixels || !kManyRegisters ? 2 : 4;

template <int kPixels>
void Sum(const ConvolutionTile& tile) {
  const int64_t lanes = int64_t(hn::Lanes(Floats()));
  constexpr int kMost = kMostVectors<kPixels>;
  int64_t column = 0;
  for (; column + (kMost - 1) * lanes < tile.columns; column += kMost * lanes)
    SumTiles<kPixels, kMost>(tile, column);
  if constexpr (kMost == 4) {
    if (column + 2 * lanes < tile.columns) return SumTiles<kPixels, 3>(tile, column);
    if (column + lanes < tile.columns) return SumTiles<kPixels, 2>(tile, column);
  }
  if (column < tile.columns) SumTiles<kPixels, 1>(tile, column);
}

void Run(const ConvolutionTile& tile) {
  static constexpr ConvolutionKernel kBy[] = {Sum<1>, Sum<2>, Sum<3>, Sum<4>, Sum<5>, Sum<6>};
  kBy[tile.pixels - 1](tile);
}

// ---- depthwise

// kVectors vectors of channels of kPixels pixels. Taps come in rows of kTaps, of which neighbouring
// pixels share what they read.
template <int kPixels, int kVectors, int kTaps, class Tag>
HWY_INLINE void SumChannels(Tag d, const PixelRun& run, int64_t pixel, int64_t column) {
  const int64_t lanes = int64_t(hn::Lanes(d)), at = column * int64_t(sizeof(float));
  std::byte* const output = run.outputs + pixel * run.output_step + at;
  hn::Vec<Tag> sums[kPixels][kVectors];
#pragma GCC unroll 6
  for (int p = 0; p < kPixels; ++p) {
    const float* const from = In(run.start ? run.start + at : output + p * run.output_step);
    for (int v = 0; v < kVectors; ++v) sums[p][v] = LoadUnaligned(d, from + v * lanes);
  }
  for (int64_t tap = 0; tap < run.taps; tap += kTaps) {
    const int64_t step = run.input_steps[tap];
    const std::byte* input = run.inputs[tap] + pixel * step + at;
    hn::Vec<Tag> w[kTaps][kVectors];
    for (int k = 0; k < kTaps; ++k)
      for (int v = 0; v < kVectors; ++v)
        w[k][v] = LoadUnaligned(d, In(run.weights[tap + k] + at) + v * lanes);
#pragma GCC unroll 8
    for (int c = 0; c < kPixels + kTaps - 1; ++c)
      for (int v = 0; v < kVectors; ++v) {
        const hn::Vec<Tag> x = LoadUnaligned(d, In(input + c * step) + v * lanes);
        for (int k = 0; k < kTaps; ++k)
          if (c - k >= 0 && c - k < kPixels)
            sums[c - k][v] = hn::MulAdd(x, w[k][v], sums[c - k][v]);
      }
  }
#pragma GCC unroll 6
  for (int p = 0; p < kPixels; ++p)
    for (int v = 0; v < kVectors; ++v)
      StoreUnaligned(sums[p][v], d, In(output + p * run.output_step) + v * lanes);
}

template <int kPixels>
void SumPixels(const PixelRun& run, int64_t pixel) {
  const Floats d;
  const int64_t lanes = int64_t(hn::Lanes(d)), columns = run.columns;
  int64_t c = 0;
  if (kPixels > 1 && run.has_rows_of_three) {
    // Two vectors and their weights need more than 16 registers.
    for (; kManyRegisters && c + 2 * lanes <= columns; c += 2 * lanes)
      SumChannels<kPixels, 2, 3>(d, run, pixel, c);
    for (; c + lanes <= columns; c += lanes) SumChannels<kPixels, 1, 3>(d, run, pixel, c);
  }
  for (; c + 2 * lanes <= columns; c += 2 * lanes) SumChannels<kPixels, 2, 1>(d, run, pixel, c);
  for (; c + lanes <= columns; c += lanes) SumChannels<kPixels, 1, 1>(d, run, pixel, c);
  const hn::CappedTag<float, 4> d4;
  for (; lanes > 4 && c + 4 <= columns; c += 4) SumChannels<kPixels, 1, 1>(d4, run, pixel, c);
  const hn::CappedTag<float, 1> d1;
  for (; c < columns; ++c) SumChannels<kPixels, 1, 1>(d1, run, pixel, c);
}

void SumRun(const PixelRun& run) {
  int64_t pixel = 0;
  for (; pixel + 6 <= run.pixels; pixel += 6) SumPixels<6>(run, pixel);
  switch (run.pixels - pixel) {
    case 1: return SumPixels<1>(run, pixel);
    case 2: return SumPixels<2>(run, pixel);
    case 3: return SumPixels<3>(run, pixel);
    case 4: return SumPixels<4>(run, pixel);
    case 5: return SumPixels<5>(run, pixel);
    default: return;
  }
}

ConvolutionKernel PickTapKernel() { return Run; }
PixelKernel PickDepthwiseKernel() { return SumRun; }

}  // namespace
}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft {

HWY_EXPORT(PickTapKernel);
HWY_EXPORT(PickDepthwiseKernel);

ConvolutionKernel TapKernel() { return WEFT_DISPATCH(PickTapKernel)(); }
PixelKernel DepthwiseKernel() { return WEFT_DISPATCH(PickDepthwiseKernel)(); }

}  // namespace weft
#endif
