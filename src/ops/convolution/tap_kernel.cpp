// SPDX-License-Identifier: MIT
// Sums in registers: some vectors of columns for each of up to six pixels. An input is broadcast
// and meets a row of weights; where channels keep to themselves, vectors of inputs meet vectors of
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

constexpr int kTilePixels = 6;  // at most

// Tiles of a number of pixels: as even as can be, so that none has too few sums that overlap.
struct Tiles {
  explicit Tiles(int64_t pixels, int64_t most = kTilePixels)
      : count(CeilDiv(pixels, most)),
        shorter(pixels / std::max<int64_t>(count, 1)),
        longer(pixels % std::max<int64_t>(count, 1)) {}
  int64_t PixelsOf(int64_t tile) const { return shorter + (tile < longer); }

  int64_t count, shorter, longer;
};

// The pixels of a tile: what is added to a tap's address, and the outputs.
struct Pixels {
  int64_t inputs[kTilePixels];
  std::byte* outputs[kTilePixels];
};

// kVectors vectors of columns from `column` on for the pixels of one tile; of the last vector there
// may be fewer columns.
template <int kPixels, int kVectors>
void SumTile(const PixelBlock& block, const Pixels& pixels, int64_t column) {
  const Floats d;
  using Vector = hn::Vec<Floats>;
  constexpr int64_t kFloat = sizeof(float);
  const int64_t lanes = int64_t(hn::Lanes(d)), at = column * kFloat;
  const bool is_whole = column + kVectors * lanes <= block.columns;
  const size_t bytes = size_t(block.columns * kFloat - at);  // if not whole
  std::byte* const* const outputs = pixels.outputs;
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
    const float* from = In((block.start ? block.start : outputs[p]) + at);
    if (!is_whole && !block.start) {
      std::memcpy(edge, from, bytes);
      from = edge;
    }
    for (int v = 0; v < kVectors; ++v) sums[p][v] = hn::LoadU(d, from + v * lanes);
  }
  for (int64_t tap = 0; tap < block.tap_count; ++tap) {
    const float* inputs[kPixels];
#pragma GCC unroll 6
    for (int p = 0; p < kPixels; ++p) inputs[p] = In(block.taps[tap] + pixels.inputs[p]);
    const float* weights = In(panel + block.tap_weights[tap]);
    for (int64_t channel = 0; channel < block.channels; ++channel, weights += kPanelColumns) {
      Vector w[kVectors];
      for (int v = 0; v < kVectors; ++v)
        w[v] = hn::LoadU(d, weights + v / 2 * after + v % 2 * next);
#pragma GCC unroll 6
      for (int p = 0; p < kPixels; ++p) {
        float input;  // which may lie anywhere
        std::memcpy(&input, inputs[p] + channel, sizeof input);
        const Vector x = hn::Set(d, input);
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

template <int kVectors>
void SumColumns(const PixelBlock& block, int64_t column) {
  static constexpr decltype(&SumTile<1, kVectors>) kBy[kTilePixels] = {
      SumTile<1, kVectors>, SumTile<2, kVectors>, SumTile<3, kVectors>,
      SumTile<4, kVectors>, SumTile<5, kVectors>, SumTile<6, kVectors>};
  const Tiles tiles(block.rows * block.row_pixels);
  int64_t row = 0, x = 0;
  for (int64_t tile = 0; tile < tiles.count; ++tile) {
    const int64_t count = tiles.PixelsOf(tile);
    WEFT_ASSERT(1 <= count && count <= kTilePixels);
    Pixels pixels;
    for (int64_t p = 0; p < count; ++p, ++x) {
      if (x == block.row_pixels) x = 0, ++row;
      pixels.inputs[p] = block.inputs[row] + block.input_offset + x * block.input_step;
      pixels.outputs[p] = block.outputs[row] + block.output_offset + x * block.output_step;
    }
    kBy[count - 1](block, pixels, column);
  }
}

// A tile's sums are in registers, beside the weights and an input.
void SumBlock(const PixelBlock& block) {
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

// For a vector that is used several times: GCC finds the place that it was loaded from as good as a
// register, and makes a load of each use.
template <class Vector>
HWY_INLINE void KeepInRegister(Vector& x) {
#if HWY_ARCH_X86 && HWY_COMPILER_GCC
  asm("" : "+v"(x.raw));
#else
  (void)x;
#endif
}

// Pixels of a row: what is added to the taps' addresses for the first one, its output, and where
// they are not inside of the input, the taps of each that meet padding.
struct RowPixels {
  int64_t input;
  std::byte* output;
  uint64_t outside[kTilePixels];
};

// What padding is: of the columns of a block.
alignas(64) constexpr float kZeros[kBlockColumns] = {};

// kVectors vectors of channels of kPixels pixels of a row. Taps come in rows of kTaps, of which
// neighbours share what they read.
template <bool kIsInside, int kPixels, int kVectors, int kTaps, class Tag>
HWY_INLINE void SumChannels(Tag d, const PixelBlock& block, const RowPixels& pixels,
                            int64_t column) {
  const int64_t lanes = int64_t(hn::Lanes(d)), at = column * int64_t(sizeof(float));
  std::byte* output = pixels.output;
  hn::Vec<Tag> sums[kPixels][kVectors];
#pragma GCC unroll 12
  for (int p = 0; p < kPixels; ++p) {
    const float* const from = In((block.start ? block.start : output + p * block.output_step) + at);
    for (int v = 0; v < kVectors; ++v) sums[p][v] = LoadUnaligned(d, from + v * lanes);
  }
  for (int64_t tap = 0; tap < block.tap_count; tap += kTaps) {
    hn::Vec<Tag> w[kTaps][kVectors];
#pragma GCC unroll 3
    for (int k = 0; k < kTaps; ++k)
      for (int v = 0; v < kVectors; ++v)
        w[k][v] = LoadUnaligned(d, In(block.weights + block.tap_weights[tap + k] + at) + v * lanes);
    const std::byte* from = block.taps[tap] + (pixels.input + at);
#pragma GCC unroll 14
    for (int c = 0; c < kPixels + kTaps - 1; ++c, from += block.input_step) {
      const float* read = In(from);
      if constexpr (!kIsInside) {
        // A pixel that meets it, with its tap.
        const int p = std::min(c, kPixels - 1);
        if (pixels.outside[p] >> (tap + c - p) & 1) read = kZeros + column;
      }
      for (int v = 0; v < kVectors; ++v) {
        hn::Vec<Tag> x = LoadUnaligned(d, read + v * lanes);
        if (kTaps > 1) KeepInRegister(x);
#pragma GCC unroll 3
        for (int k = 0; k < kTaps; ++k)
          if (c - k >= 0 && c - k < kPixels)
            sums[c - k][v] = hn::MulAdd(x, w[k][v], sums[c - k][v]);
      }
    }
  }
#pragma GCC unroll 12
  for (int p = 0; p < kPixels; ++p, output += block.output_step)
    for (int v = 0; v < kVectors; ++v) StoreUnaligned(sums[p][v], d, In(output + at) + v * lanes);
}

// The same for a number of pixels, at most kPixels.
template <bool kIsInside, int kPixels, int kVectors, int kTaps, class Tag>
HWY_INLINE void SumSome(Tag d, const PixelBlock& block, const RowPixels& pixels, int64_t column,
                        int64_t count) {
  constexpr auto kMost = [](int n) { return std::min(n, kPixels); };
  switch (count) {
    case 1: return SumChannels<kIsInside, kMost(1), kVectors, kTaps>(d, block, pixels, column);
    case 2: return SumChannels<kIsInside, kMost(2), kVectors, kTaps>(d, block, pixels, column);
    case 3: return SumChannels<kIsInside, kMost(3), kVectors, kTaps>(d, block, pixels, column);
    case 4: return SumChannels<kIsInside, kMost(4), kVectors, kTaps>(d, block, pixels, column);
    case 5: return SumChannels<kIsInside, kMost(5), kVectors, kTaps>(d, block, pixels, column);
    case 6: return SumChannels<kIsInside, kMost(6), kVectors, kTaps>(d, block, pixels, column);
    case 7: return SumChannels<kIsInside, kMost(7), kVectors, kTaps>(d, block, pixels, column);
    case 8: return SumChannels<kIsInside, kMost(8), kVectors, kTaps>(d, block, pixels, column);
    case 9: return SumChannels<kIsInside, kMost(9), kVectors, kTaps>(d, block, pixels, column);
    case 10: return SumChannels<kIsInside, kMost(10), kVectors, kTaps>(d, block, pixels, column);
    case 11: return SumChannels<kIsInside, kMost(11), kVectors, kTaps>(d, block, pixels, column);
    default: return SumChannels<kIsInside, kPixels, kVectors, kTaps>(d, block, pixels, column);
  }
}

// Columns `begin` to `end` of some pixels of a row, from `x` on: together in each tile, because
// they share cache lines.
template <bool kIsInside, int kPixels, int kVectors, int kTaps, class Tag>
void SumTiles(Tag d, const PixelBlock& block, int64_t row, int64_t x, const Tiles& tiles,
              int64_t begin, int64_t end) {
  RowPixels pixels;
  pixels.input = block.inputs[row] + block.input_offset + x * block.input_step;
  pixels.output = block.outputs[row] + block.output_offset + x * block.output_step;
  for (int64_t tile = 0; tile < tiles.count; ++tile) {
    const int64_t count = tiles.PixelsOf(tile);
    if constexpr (!kIsInside)
      for (int64_t p = 0; p < count; ++p)
        pixels.outside[p] = block.outside_rows[row] | block.outside_pixels[x++];
    for (int64_t c = begin; c < end; c += kVectors * int64_t(hn::Lanes(d)))
      SumSome<kIsInside, kPixels, kVectors, kTaps>(d, block, pixels, c, count);
    pixels.input += count * block.input_step;
    pixels.output += count * block.output_step;
  }
}

// The tiles of a row: of its pixels before, in and behind those that are inside, and of all.
struct RowTiles {
  RowTiles(const PixelBlock& block, int64_t most)
      : before(block.inside.begin),
        inside(block.inside.count(), std::min(most, block.tile_pixels)),
        behind(block.row_pixels - block.inside.end),
        all(block.row_pixels) {}

  Tiles before, inside, behind, all;
};

template <int kPixels, int kVectors, int kTaps, class Tag>
void SumRow(Tag d, const PixelBlock& block, int64_t row, const RowTiles& tiles, int64_t begin,
            int64_t end) {
  const auto sum_outside = [&](int64_t x, const Tiles& some) HWY_ATTR {
    if (some.count > 0)
      SumTiles<false, kTilePixels, kVectors, kTaps>(d, block, row, x, some, begin, end);
  };
  const auto& [first, last] = block.inside;
  // Between the borders of a short row there is no good tile.
  if (block.outside_rows && (block.outside_rows[row] != 0 || tiles.all.count <= 2))
    return sum_outside(0, tiles.all);
  sum_outside(0, tiles.before);
  SumTiles<true, kPixels, kVectors, kTaps>(d, block, row, first, tiles.inside, begin, end);
  sum_outside(last, tiles.behind);
}

template <int kTaps>
void SumRows(const PixelBlock& block) {
  // Two vectors and the weights of three taps need more than 16 registers.
  constexpr int kVectors = kManyRegisters || kTaps == 1 ? 2 : 1;
  constexpr int kPixels = kManyRegisters ? 12 : kTilePixels;
  const Floats d;
  const hn::CappedTag<float, 4> d4;
  const hn::CappedTag<float, 1> d1;
  const int64_t lanes = int64_t(hn::Lanes(d)), columns = block.columns;
  const RowTiles tiles(block, kPixels), narrow(block, kTilePixels);
  for (int64_t row = 0; row < block.rows; ++row) {
    int64_t c = 0;
    for (; c + 2 * lanes <= columns; c += 2 * lanes)
      SumRow<kPixels, kVectors, kTaps>(d, block, row, tiles, c, c + 2 * lanes);
    for (; c + lanes <= columns; c += lanes)
      SumRow<kPixels, 1, kTaps>(d, block, row, tiles, c, c + lanes);
    for (; lanes > 4 && c + 4 <= columns; c += 4)
      SumRow<kTilePixels, 1, kTaps>(d4, block, row, narrow, c, c + 4);
    if (c < columns) SumRow<kTilePixels, 1, kTaps>(d1, block, row, narrow, c, columns);
  }
}

void SumDepthwiseBlock(const PixelBlock& block) {
  return block.has_rows_of_three ? SumRows<3>(block) : SumRows<1>(block);
}

}  // namespace
}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft {

HWY_EXPORT(SumBlock);
HWY_EXPORT(SumDepthwiseBlock);

void SumTaps(const PixelBlock& block) { WEFT_DISPATCH(SumBlock)(block); }
void SumTapsDepthwise(const PixelBlock& block) { WEFT_DISPATCH(SumDepthwiseBlock)(block); }

}  // namespace weft
#endif
