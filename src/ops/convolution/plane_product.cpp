// SPDX-License-Identifier: MIT
// A strip of three vectors of pixels is multiplied with all rows of the filter, four at a time,
// before the next strip. The first four rows read it where it lies and keep it; meanwhile the next
// one comes. A tile of 4 x 3 vectors needs 7 loads for 12 multiplications, and fills 16 registers.
#define HWY_TARGET_INCLUDE "ops/convolution/plane_product.cpp"
#include "simd/foreach_compute_target.h"
//
#include "hwy/highway.h"
#include "ops/convolution/plane_product.h"
#include "simd/unaligned-inl.h"

#include <algorithm>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;
using FloatVector = hn::Vec<Floats>;

constexpr int kVectors = 3;
constexpr int64_t kTermsTogether = 7;
constexpr int64_t kStretch = 256;  // of the depth: what is kept leaves some first-level cache
constexpr int64_t kMostLanes = int64_t(hn::MaxLanes(Floats()));
constexpr int64_t kKeptStep = kVectors * kMostLanes;
// Callers cut images into pieces of whole strips. Strips of vectors of more than 32 bytes are wider
// than those, and `kept` would no longer fit into the first-level cache.
static_assert(kKeptStep <= kStripPixels);

// Where vectors of pixels lie.
struct Strip {
  const float* input[kVectors];
  float* output[kVectors];
};

// What one tile works on: some rows of the filter and a part of the depth.
struct Stretch {
  const float* filter;
  const float* start;  // null for zeros
  const int64_t* places;
  int64_t depth;
  bool adds;  // to the output
  // What comes next, to be asked for meanwhile: a place for every `kTermsTogether` of the depth.
  const float* next[kVectors];
  const int64_t* next_places;
};

HWY_INLINE FloatVector Broadcast(const float* at) {
  float number;
  std::memcpy(&number, at, sizeof number);
  return hn::Set(Floats(), number);
}

// sum += number * pixels. Left to choose, compilers write some of the sums to other registers and
// move them back, and fetch pixels again instead of keeping them.
HWY_INLINE void AddProduct(FloatVector& sum, FloatVector number, FloatVector pixels) {
#if HWY_TARGET == HWY_AVX2
  asm("vfmadd231ps %2, %1, %0" : "+x"(sum.raw) : "x"(number.raw), "x"(pixels.raw));
#else
  sum = hn::MulAdd(number, pixels, sum);
#endif
}

// `kTerms` of the depth. Whatever is no multiplication costs, most of all on a core that another
// program shares: several terms have one counter, and what they need lies at fixed distances.
template <int kRows, bool kKeeps, int kTerms>
HWY_INLINE void AddTerms(FloatVector (&sum)[kRows][kVectors], const float* const (&input)[kVectors],
                         const int64_t* places, const float* filter, float* kept) {
  const Floats d;
  const int64_t lanes = int64_t(hn::Lanes(d));
#pragma GCC unroll 7
  for (int k = 0; k < kTerms; ++k) {
    FloatVector pixels[kVectors];
    for (int v = 0; v < kVectors; ++v) {
      float* const at = kept + k * kKeptStep + v * lanes;
      if constexpr (kKeeps) {
        pixels[v] = LoadUnaligned(d, input[v] + places[k]);
        hn::Store(pixels[v], d, at);
      } else {
        pixels[v] = hn::Load(d, at);
      }
    }
#pragma GCC unroll 4
    for (int r = 0; r < kRows; ++r) {
      const FloatVector number = Broadcast(filter + k * kPackedRows + r);
      for (int v = 0; v < kVectors; ++v) AddProduct(sum[r][v], number, pixels[v]);
    }
  }
}

template <int kRows, bool kKeeps, bool kFetches>
HWY_NOINLINE void Tile(const Stretch& stretch, const Strip& strip, int64_t output_row,
                       float* HWY_RESTRICT kept) {
  const Floats d;
  // Copies: what is written could be in the original, for all a compiler knows.
  const float* filter = stretch.filter;
  const float* const start = stretch.start;
  const int64_t *places = stretch.places, depth = stretch.depth;
  [[maybe_unused]] const int64_t* next_places = stretch.next_places;
  [[maybe_unused]] const float* const next[kVectors] = {stretch.next[0], stretch.next[1],
                                                        stretch.next[2]};
  const float* const input[kVectors] = {strip.input[0], strip.input[1], strip.input[2]};
  float* const output[kVectors] = {strip.output[0], strip.output[1], strip.output[2]};
  FloatVector sum[kRows][kVectors];
  if (stretch.adds) {
#pragma GCC unroll 4
    for (int r = 0; r < kRows; ++r)
      for (int v = 0; v < kVectors; ++v) sum[r][v] = LoadUnaligned(d, output[v] + r * output_row);
  } else if (start) {
#pragma GCC unroll 4
    for (int r = 0; r < kRows; ++r)
      for (int v = 0; v < kVectors; ++v) sum[r][v] = Broadcast(start + r);
  } else {
#pragma GCC unroll 4
    for (int r = 0; r < kRows; ++r)
      for (int v = 0; v < kVectors; ++v) sum[r][v] = hn::Zero(d);
  }
  int64_t k = 0;
  for (; k + kTermsTogether <= depth; k += kTermsTogether) {
    if constexpr (kFetches) {
      // Into the second-level cache: the first is full.
      for (int v = 0; v < kVectors; ++v) __builtin_prefetch(next[v] + *next_places, 0, 2);
      ++next_places;
    }
    AddTerms<kRows, kKeeps, kTermsTogether>(sum, input, places, filter, kept);
    places += kTermsTogether;
    filter += kTermsTogether * kPackedRows;
    kept += kTermsTogether * kKeptStep;
  }
  for (; k < depth; ++k, ++places, filter += kPackedRows, kept += kKeptStep)
    AddTerms<kRows, kKeeps, 1>(sum, input, places, filter, kept);
#pragma GCC unroll 4
  for (int r = 0; r < kRows; ++r)
    for (int v = 0; v < kVectors; ++v) StoreUnaligned(sum[r][v], d, output[v] + r * output_row);
}

template <bool kKeeps, bool kFetches>
void TileOf(int64_t rows, const Stretch& stretch, const Strip& strip, int64_t output_row,
            float* kept) {
  switch (rows) {
    case 1: return Tile<1, kKeeps, kFetches>(stretch, strip, output_row, kept);
    case 2: return Tile<2, kKeeps, kFetches>(stretch, strip, output_row, kept);
    case 3: return Tile<3, kKeeps, kFetches>(stretch, strip, output_row, kept);
    default: return Tile<4, kKeeps, kFetches>(stretch, strip, output_row, kept);
  }
}

// Lines shorter than a vector: nothing behind them is read or written.
void KeepShort(const Stretch& stretch, const Strip& strip, int64_t width, float* kept) {
  const int64_t lanes = int64_t(hn::Lanes(Floats()));
  for (int64_t k = 0; k < stretch.depth; ++k, kept += kKeptStep)
    for (int v = 0; v < kVectors; ++v) {
      std::memset(kept + v * lanes, 0, size_t(lanes) * sizeof(float));
      std::memcpy(kept + v * lanes, strip.input[v] + stretch.places[k],
                  size_t(width) * sizeof(float));
    }
}

void TileOfShort(int64_t rows, const Stretch& stretch, const PlaneProduct& product,
                 const Strip& strip, float* kept) {
  const int64_t lanes = int64_t(hn::Lanes(Floats()));
  alignas(64) float sums[kPackedRows * kKeptStep] = {};
  Strip here = strip;
  for (int v = 0; v < kVectors; ++v) {
    here.output[v] = sums + v * lanes;
    for (int64_t r = 0; stretch.adds && r < rows; ++r)
      std::memcpy(here.output[v] + r * kKeptStep, strip.output[v] + r * product.output_row,
                  size_t(product.width) * sizeof(float));
  }
  TileOf<false, false>(rows, stretch, here, kKeptStep, kept);
  for (int v = 0; v < kVectors; ++v)
    for (int64_t r = 0; r < rows; ++r)
      std::memcpy(strip.output[v] + r * product.output_row, here.output[v] + r * kKeptStep,
                  size_t(product.width) * sizeof(float));
}

void MultiplyStrip(const PlaneProduct& product, const Strip& strip, const Strip& next,
                   float* kept) {
  const int64_t lanes = int64_t(hn::Lanes(Floats()));
  const bool is_short = product.width < lanes;
  const int64_t stretches = std::max<int64_t>((product.depth + kStretch - 1) / kStretch, 1);
  const auto begin_of = [&](int64_t i) { return product.depth * i / stretches; };
  for (int64_t i = 0; i < stretches; ++i) {
    Stretch stretch = {.filter = product.filter + begin_of(i) * kPackedRows,
                       .start = i == 0 ? product.start : nullptr,
                       .places = product.places + begin_of(i),
                       .depth = begin_of(i + 1) - begin_of(i),
                       .adds = i > 0};
    const bool is_last = i + 1 == stretches;
    std::copy_n((is_last ? next : strip).input, kVectors, stretch.next);
    const int64_t first = is_last ? 0 : begin_of(i + 1);
    const int64_t wanted = (is_last ? begin_of(1) : begin_of(i + 2)) - first;
    const int64_t each = stretch.depth / kTermsTogether;
    int64_t asked = 0;
    if (is_short) KeepShort(stretch, strip, product.width, kept);
    Strip at = strip;
    for (int64_t row = 0; row < product.rows; row += kPackedRows) {
      const int64_t rows = std::min(kPackedRows, product.rows - row);
      const bool asks = asked + each <= wanted;
      stretch.next_places = product.places + first + asked;
      // Stores to many planes would wait for lines that are in no cache.
      if (is_last)
        for (int64_t r = row; r < row + rows; ++r)
          for (int v = 0; v < kVectors; ++v)
            __builtin_prefetch(next.output[v] + r * product.output_row, 1, 2);
      if (asks) asked += each;
      if (is_short)
        TileOfShort(rows, stretch, product, at, kept);
      else if (row == 0)
        TileOf<true, true>(rows, stretch, at, product.output_row, kept);
      else if (asks)
        TileOf<false, true>(rows, stretch, at, product.output_row, kept);
      else
        TileOf<false, false>(rows, stretch, at, product.output_row, kept);
      stretch.filter += kPackedRows * product.depth;
      if (stretch.start) stretch.start += rows;
      for (float*& output : at.output) output += rows * product.output_row;
    }
  }
}

void RunPlaneProduct(const PlaneProduct& product) {
  const int64_t lanes = int64_t(hn::Lanes(Floats()));
  const int64_t per_line = (product.width + lanes - 1) / lanes, all = per_line * product.lines;
  alignas(64) float kept[kStretch * kKeptStep];
  // The last vector of a line ends where the line does, and the last strip has its last vector
  // several times: what is computed twice is the same.
  const auto strip_at = [&](int64_t first) {
    Strip strip;
    for (int v = 0; v < kVectors; ++v) {
      const int64_t i = std::min(first + v, all - 1), line = i / per_line;
      const int64_t x = std::min(i % per_line * lanes, std::max<int64_t>(product.width - lanes, 0));
      strip.input[v] = product.input + line * product.input_line + x;
      strip.output[v] = product.output + line * product.output_line + x;
    }
    return strip;
  };
  if (all == 0) return;
  Strip strip = strip_at(0);
  for (int64_t i = 0; i < all; i += kVectors) {
    const Strip next = strip_at(i + kVectors);
    MultiplyStrip(product, strip, next, kept);
    strip = next;
  }
}

}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft {

HWY_EXPORT(RunPlaneProduct);

void MultiplyPlanes(const PlaneProduct& product) { WEFT_DISPATCH(RunPlaneProduct)(product); }

}  // namespace weft
#endif
