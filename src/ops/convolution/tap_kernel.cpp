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

// The pixels of a tile: what is added to a tap's address, and the outputs.
struct Pixels {
  int64_t inputs[kTilePixels];
  std::byte* outputs[kTilePixels];
};

// Goes through the pixels of a block, row by row.
class Walk {
 public:
  explicit Walk(const PixelBlock& block) : block_(block) {}

  HWY_INLINE void Take(int64_t count, Pixels& pixels) {
    for (int64_t p = 0; p < count; ++p) {
      if (x_ == block_.row_pixels) x_ = 0, ++row_;
      pixels.inputs[p] = block_.inputs[row_] + block_.input_offset + x_ * block_.input_step;
      pixels.outputs[p] = block_.outputs[row_] + block_.output_offset + x_ * block_.output_step;
      ++x_;
    }
  }

 private:
  const PixelBlock& block_;
  int64_t row_ = 0, x_ = 0;
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
  const int64_t count = block.rows * block.row_pixels, tiles = CeilDiv(count, kTilePixels);
  Walk walk(block);
  Pixels pixels;
  for (int64_t tile = 0; tile < tiles; ++tile) {
    const int64_t of_tile = SliceOf(count, tile, tiles).count();
    walk.Take(of_tile, pixels);
    kBy[of_tile - 1](block, pixels, column);
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

// Else GCC finds the place that a vector was loaded from as good as a register, and each use of it
// becomes a load.
template <class Vector>
HWY_INLINE void KeepInRegister(Vector& x) {
#if HWY_ARCH_X86 && HWY_COMPILER_GCC
  asm("" : "+v"(x.raw));
#else
  (void)x;
#endif
}

// kVectors vectors of channels of kPixels pixels. Taps come in rows of kTaps. If these are more
// than one, pixels are evenly spaced, and neighbours share what they read.
template <int kPixels, int kVectors, int kTaps, class Tag>
HWY_INLINE void SumChannels(Tag d, const PixelBlock& block, const Pixels& pixels, int64_t column) {
  const int64_t lanes = int64_t(hn::Lanes(d)), at = column * int64_t(sizeof(float));
  const auto output = [&](int p) {
    if (kTaps == 1) return In(pixels.outputs[p] + at);
    return In(pixels.outputs[0] + at + p * block.output_step);
  };
  hn::Vec<Tag> sums[kPixels][kVectors];
#pragma GCC unroll 6
  for (int p = 0; p < kPixels; ++p) {
    const float* const from = block.start ? In(block.start + at) : output(p);
    for (int v = 0; v < kVectors; ++v) sums[p][v] = LoadUnaligned(d, from + v * lanes);
  }
  for (int64_t tap = 0; tap < block.tap_count; tap += kTaps) {
    hn::Vec<Tag> w[kTaps][kVectors];
#pragma GCC unroll 3
    for (int k = 0; k < kTaps; ++k)
      for (int v = 0; v < kVectors; ++v)
        w[k][v] = LoadUnaligned(d, In(block.weights + block.tap_weights[tap + k] + at) + v * lanes);
    const std::byte* const input = block.taps[tap] + at;
    const std::byte* from = input + pixels.inputs[0];
#pragma GCC unroll 8
    for (int c = 0; c < kPixels + kTaps - 1; ++c) {
      for (int v = 0; v < kVectors; ++v) {
        hn::Vec<Tag> x = LoadUnaligned(d, In(from) + v * lanes);
        if (kTaps > 1) KeepInRegister(x);
#pragma GCC unroll 3
        for (int k = 0; k < kTaps; ++k)
          if (c - k >= 0 && c - k < kPixels)
            sums[c - k][v] = hn::MulAdd(x, w[k][v], sums[c - k][v]);
      }
      if (kTaps > 1) from += block.input_step;
      if (kTaps == 1 && c + 1 < kPixels) from = input + pixels.inputs[c + 1];
    }
  }
#pragma GCC unroll 6
  for (int p = 0; p < kPixels; ++p)
    for (int v = 0; v < kVectors; ++v) StoreUnaligned(sums[p][v], d, output(p) + v * lanes);
}

// The same for all pixels of the block. Tiles are parts of one row if they share what they read.
template <int kVectors, int kTaps, class Tag>
void SumPixels(Tag d, const PixelBlock& block, int64_t column) {
  const int64_t parts = kTaps > 1 ? block.rows : 1, all = block.rows * block.row_pixels;
  Walk walk(block);
  Pixels pixels;
  for (int64_t part = 0; part < parts; ++part)
    for (int64_t left = kTaps > 1 ? block.row_pixels : all; left > 0; left -= kTilePixels) {
      walk.Take(std::min<int64_t>(left, kTilePixels), pixels);
      switch (left) {
        case 1: SumChannels<1, kVectors, kTaps>(d, block, pixels, column); break;
        case 2: SumChannels<2, kVectors, kTaps>(d, block, pixels, column); break;
        case 3: SumChannels<3, kVectors, kTaps>(d, block, pixels, column); break;
        case 4: SumChannels<4, kVectors, kTaps>(d, block, pixels, column); break;
        case 5: SumChannels<5, kVectors, kTaps>(d, block, pixels, column); break;
        default: SumChannels<6, kVectors, kTaps>(d, block, pixels, column);
      }
    }
}

template <int kTaps>
void SumAlone(const PixelBlock& block) {
  const Floats d;
  const int64_t lanes = int64_t(hn::Lanes(d)), columns = block.columns;
  int64_t c = 0;
  // Two vectors and the weights of three taps need more than 16 registers.
  if constexpr (kManyRegisters || kTaps == 1)
    for (; c + 2 * lanes <= columns; c += 2 * lanes) SumPixels<2, kTaps>(d, block, c);
  for (; c + lanes <= columns; c += lanes) SumPixels<1, kTaps>(d, block, c);
  const hn::CappedTag<float, 4> d4;
  for (; lanes > 4 && c + 4 <= columns; c += 4) SumPixels<1, kTaps>(d4, block, c);
  const hn::CappedTag<float, 1> d1;
  for (; c < columns; ++c) SumPixels<1, kTaps>(d1, block, c);
}

// Of a shorter row of pixels, too few sums overlap.
void SumChannelsAlone(const PixelBlock& block) {
  constexpr int64_t kShortRow = 4;
  if (block.has_rows_of_three && block.row_pixels >= kShortRow) return SumAlone<3>(block);
  SumAlone<1>(block);
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
