// SPDX-License-Identifier: MIT
// Sums in registers: two vectors of columns for each of up to six pixels. An input is broadcast and
// meets a row of weights; where channels keep to themselves, vectors of inputs meet vectors of
// weights. A pixel's sum has one order, whichever pixels it shares a tile with.
#define HWY_TARGET_INCLUDE "ops/convolution/tap_kernel.cpp"
#include "simd/foreach_compute_target.h"
//
#include "base/split.h"
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

// kVectors vectors of columns from `column` on for the pixels of one tile, from `pixel` on; of the
// last vector there may be fewer columns.
template <int kPixels, int kVectors>
void SumTile(const PixelBlock& block, int64_t pixel, int64_t column) {
  const Floats d;
  using Vector = hn::Vec<Floats>;
  constexpr int64_t kFloat = sizeof(float);
  const int64_t lanes = int64_t(hn::Lanes(d));
  const bool is_whole = column + kVectors * lanes <= block.columns;
  const size_t bytes = size_t((block.columns - column) * kFloat);  // if not whole
  const int64_t at = block.output_offset + column * kFloat;
  const int64_t* const pixels = block.pixels + pixel;
  std::byte* const* const outputs = block.outputs + pixel;
  HWY_ALIGN float edge[kVectors * hn::MaxLanes(d)] = {};
  // From one tap's weights to a vector of them.
  const auto in_panel = [&](int64_t c) {
    return c / kPanelColumns * block.panel_bytes + c % kPanelColumns * kFloat;
  };
  const std::byte* const panel = block.weights + in_panel(column);
  const int64_t next = (in_panel(column + lanes) - in_panel(column)) / kFloat;
  const int64_t after = (in_panel(column + 2 * lanes) - in_panel(column)) / kFloat;
  Vector sums[kPixels][kVectors];
#pragma GCC unroll 6
  for (int p = 0; p < kPixels; ++p) {
    const float* from = In(block.start ? block.start + column * kFloat : outputs[p] + at);
    if (!is_whole && !block.start) {
      std::memcpy(edge, from, bytes);
      from = edge;
    }
    for (int v = 0; v < kVectors; ++v) sums[p][v] = hn::LoadU(d, from + v * lanes);
  }
  for (int64_t tap = 0; tap < block.tap_count; ++tap) {
    const std::byte* const input = block.taps[tap] + block.input_offset;
    const float* inputs[kPixels];
#pragma GCC unroll 6
    for (int p = 0; p < kPixels; ++p) inputs[p] = In(input + pixels[p]);
    const float* weights = In(panel + block.tap_weights[tap]);
    for (int64_t channel = 0; channel < block.channels; ++channel, weights += kPanelColumns) {
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

// Tiles are as even as can be, so that none has too few sums that overlap.
template <int kVectors>
void SumColumns(const PixelBlock& block, int64_t column) {
  static constexpr decltype(&SumTile<1, kVectors>) kBy[kTilePixels] = {
      SumTile<1, kVectors>, SumTile<2, kVectors>, SumTile<3, kVectors>,
      SumTile<4, kVectors>, SumTile<5, kVectors>, SumTile<6, kVectors>};
  const int64_t tiles = CeilDiv(block.pixel_count, kTilePixels);
  for (int64_t tile = 0; tile < tiles; ++tile) {
    const Range pixels = SliceOf(block.pixel_count, tile, tiles);
    kBy[pixels.count() - 1](block, pixels.begin, column);
  }
}

// A tile's sums are in registers, beside the weights and an input.
void SumTaps(const PixelBlock& block) {
  constexpr int kMost = kManyRegisters ? 4 : 2;
  const int64_t lanes = int64_t(hn::Lanes(Floats()));
  int64_t column = 0;
  for (; column + (kMost - 1) * lanes < block.columns; column += kMost * lanes)
    SumColumns<kMost>(block, column);
  if constexpr (kMost == 4) {
    if (column + 2 * lanes < block.columns) return SumColumns<3>(block, column);
    if (column + lanes < block.columns) return SumColumns<2>(block, column);
  }
  if (column < block.columns) SumColumns<1>(block, column);
}

// ---- depthwise

// kVectors vectors of channels of kPixels pixels. Taps come in rows of kTaps, of which neighbouring
// pixels share what they read.
template <int kPixels, int kVectors, int kTaps, class Tag>
HWY_INLINE void SumChannels(Tag d, const PixelBlock& block, int64_t pixel, int64_t column) {
  const int64_t lanes = int64_t(hn::Lanes(d)), at = column * int64_t(sizeof(float));
  const int64_t* const pixels = block.pixels + pixel;
  std::byte* const* const outputs = block.outputs + pixel;
  const int64_t to = block.output_offset + at;
  hn::Vec<Tag> sums[kPixels][kVectors];
#pragma GCC unroll 6
  for (int p = 0; p < kPixels; ++p) {
    const float* const from = In(block.start ? block.start + at : outputs[p] + to);
    for (int v = 0; v < kVectors; ++v) sums[p][v] = LoadUnaligned(d, from + v * lanes);
  }
  for (int64_t tap = 0; tap < block.tap_count; tap += kTaps) {
    const std::byte* const input = block.taps[tap] + (block.input_offset + at);
    hn::Vec<Tag> w[kTaps][kVectors];
    for (int k = 0; k < kTaps; ++k)
      for (int v = 0; v < kVectors; ++v)
        w[k][v] = LoadUnaligned(d, In(block.weights + block.tap_weights[tap + k] + at) + v * lanes);
#pragma GCC unroll 8
    for (int c = 0; c < kPixels + kTaps - 1; ++c) {
      const std::byte* const from =
          input + (kTaps == 1 ? pixels[c] : pixels[0] + c * block.row_step);
      for (int v = 0; v < kVectors; ++v) {
        const hn::Vec<Tag> x = LoadUnaligned(d, In(from) + v * lanes);
        for (int k = 0; k < kTaps; ++k)
          if (c - k >= 0 && c - k < kPixels)
            sums[c - k][v] = hn::MulAdd(x, w[k][v], sums[c - k][v]);
      }
    }
  }
#pragma GCC unroll 6
  for (int p = 0; p < kPixels; ++p)
    for (int v = 0; v < kVectors; ++v)
      StoreUnaligned(sums[p][v], d, In(outputs[p] + to) + v * lanes);
}

template <int kPixels>
void SumPixels(const PixelBlock& block, int64_t pixel) {
  const Floats d;
  const int64_t lanes = int64_t(hn::Lanes(d)), columns = block.columns;
  int64_t c = 0;
  bool are_neighbours = kPixels > 1 && block.row_step != 0;
  for (int64_t p = pixel + 1; p < pixel + kPixels; ++p)
    are_neighbours &= block.pixels[p] - block.pixels[p - 1] == block.row_step;
  if (are_neighbours) {
    // Two vectors and their weights need more than 16 registers.
    for (; kManyRegisters && c + 2 * lanes <= columns; c += 2 * lanes)
      SumChannels<kPixels, 2, 3>(d, block, pixel, c);
    for (; c + lanes <= columns; c += lanes) SumChannels<kPixels, 1, 3>(d, block, pixel, c);
  }
  for (; c + 2 * lanes <= columns; c += 2 * lanes) SumChannels<kPixels, 2, 1>(d, block, pixel, c);
  for (; c + lanes <= columns; c += lanes) SumChannels<kPixels, 1, 1>(d, block, pixel, c);
  const hn::CappedTag<float, 4> d4;
  for (; lanes > 4 && c + 4 <= columns; c += 4) SumChannels<kPixels, 1, 1>(d4, block, pixel, c);
  const hn::CappedTag<float, 1> d1;
  for (; c < columns; ++c) SumChannels<kPixels, 1, 1>(d1, block, pixel, c);
}

void SumChannelsAlone(const PixelBlock& block) {
  static constexpr decltype(&SumPixels<1>) kBy[kTilePixels] = {
      SumPixels<1>, SumPixels<2>, SumPixels<3>, SumPixels<4>, SumPixels<5>, SumPixels<6>};
  for (int64_t pixel = 0; pixel < block.pixel_count; pixel += kTilePixels)
    kBy[std::min<int64_t>(block.pixel_count - pixel, kTilePixels) - 1](block, pixel);
}

PixelKernel PickTapKernel() { return SumTaps; }
PixelKernel PickDepthwiseKernel() { return SumChannelsAlone; }

}  // namespace
}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft {

HWY_EXPORT(PickTapKernel);
HWY_EXPORT(PickDepthwiseKernel);

PixelKernel TapKernel() { return WEFT_DISPATCH(PickTapKernel)(); }
PixelKernel DepthwiseKernel() { return WEFT_DISPATCH(PickDepthwiseKernel)(); }

}  // namespace weft
#endif
