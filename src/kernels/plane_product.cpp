// SPDX-License-Identifier: MIT
// Two vectors of pixels are multiplied with all rows of the filter, six at a time, before the next
// two. The first six rows read them where they lie and keep them; meanwhile the next two come.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/plane_product.cpp"
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3 | HWY_AVX3_DL)
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"
#include "kernels/loose_lanes-inl.h"
#include "kernels/plane_product.h"

#include <algorithm>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;
using FloatVector = hn::Vec<Floats>;

constexpr int64_t kTermsTogether = 3;  // of more, a compiler moves sums from register to register
constexpr int64_t kStretch = 256;      // of the depth: what is kept fills half a first-level cache
constexpr int64_t kMostLanes = int64_t(hn::MaxLanes(Floats()));
constexpr int64_t kKeptStep = 2 * kMostLanes;

// Two vectors of pixels, of which the first `count` lanes exist.
struct Pair {
  const float* input[2];
  float* output[2];
  int64_t count[2];
};

// What one tile works on: some rows of the filter and a part of the depth.
struct Stretch {
  const float* filter;
  const float* start;  // null for zeros
  const int64_t* places;
  int64_t depth;
  bool adds;  // to the output
  // What comes next, to be asked for meanwhile: a place for every `kTermsTogether` of the depth.
  const float* next[2];
  const int64_t* next_places;
};

HWY_INLINE FloatVector Everywhere(const float* at) {
  float number;
  std::memcpy(&number, at, sizeof number);
  return hn::Set(Floats(), number);
}

// `kTerms` of the depth. Whatever is no multiplication costs, most of all on a core that another
// program shares: several terms have one counter, and what they need lies at fixed distances.
template <int kRows, bool kKeeps, int kTerms>
HWY_INLINE void AddTerms(FloatVector (&sum)[kRows][2], const float* const (&input)[2],
                         const int64_t* places, const float* filter, float* kept) {
  const Floats d;
  const int64_t lanes = int64_t(hn::Lanes(d));
#pragma GCC unroll 4
  for (int k = 0; k < kTerms; ++k) {
    FloatVector pixels[2];
    for (int v = 0; v < 2; ++v) {
      float* const at = kept + k * kKeptStep + v * lanes;
      if constexpr (kKeeps) {
        pixels[v] = LoadLoose(d, input[v] + places[k]);
        hn::Store(pixels[v], d, at);
      } else {
        pixels[v] = hn::Load(d, at);
      }
    }
#pragma GCC unroll 6
    for (int r = 0; r < kRows; ++r) {
      const FloatVector number = Everywhere(filter + k * kPackedRows + r);
      for (int v = 0; v < 2; ++v) sum[r][v] = hn::MulAdd(number, pixels[v], sum[r][v]);
    }
  }
}

template <int kRows, bool kKeeps, bool kFetches>
HWY_NOINLINE void Tile(const Stretch& stretch, const Pair& pair, int64_t output_row,
                       float* HWY_RESTRICT kept) {
  const Floats d;
  // Copies: what is written could be in the original, for all a compiler knows.
  const float* filter = stretch.filter;
  const float* const start = stretch.start;
  const int64_t *places = stretch.places, depth = stretch.depth;
  [[maybe_unused]] const int64_t* next_places = stretch.next_places;
  [[maybe_unused]] const float* const next[2] = {stretch.next[0], stretch.next[1]};
  const float* const input[2] = {pair.input[0], pair.input[1]};
  float* const output[2] = {pair.output[0], pair.output[1]};
  FloatVector sum[kRows][2];
  if (stretch.adds) {
#pragma GCC unroll 6
    for (int r = 0; r < kRows; ++r)
      for (int v = 0; v < 2; ++v) sum[r][v] = LoadLoose(d, output[v] + r * output_row);
  } else if (start) {
#pragma GCC unroll 6
    for (int r = 0; r < kRows; ++r) sum[r][0] = sum[r][1] = Everywhere(start + r);
  } else {
#pragma GCC unroll 6
    for (int r = 0; r < kRows; ++r) sum[r][0] = sum[r][1] = hn::Zero(d);
  }
  int64_t k = 0;
  for (; k + kTermsTogether <= depth; k += kTermsTogether) {
    if constexpr (kFetches) {
      // Into the second-level cache: the first is full.
      for (int v = 0; v < 2; ++v) __builtin_prefetch(next[v] + *next_places, 0, 2);
      ++next_places;
    }
    AddTerms<kRows, kKeeps, kTermsTogether>(sum, input, places, filter, kept);
    places += kTermsTogether;
    filter += kTermsTogether * kPackedRows;
    kept += kTermsTogether * kKeptStep;
  }
  for (; k < depth; ++k, ++places, filter += kPackedRows, kept += kKeptStep)
    AddTerms<kRows, kKeeps, 1>(sum, input, places, filter, kept);
#pragma GCC unroll 6
  for (int r = 0; r < kRows; ++r)
    for (int v = 0; v < 2; ++v) StoreLoose(sum[r][v], d, output[v] + r * output_row);
}

template <bool kKeeps, bool kFetches>
void TileOf(int64_t rows, const Stretch& stretch, const Pair& pair, int64_t output_row,
            float* kept) {
  switch (rows) {
    case 1: return Tile<1, kKeeps, kFetches>(stretch, pair, output_row, kept);
    case 2: return Tile<2, kKeeps, kFetches>(stretch, pair, output_row, kept);
    case 3: return Tile<3, kKeeps, kFetches>(stretch, pair, output_row, kept);
    case 4: return Tile<4, kKeeps, kFetches>(stretch, pair, output_row, kept);
    case 5: return Tile<5, kKeeps, kFetches>(stretch, pair, output_row, kept);
    default: return Tile<6, kKeeps, kFetches>(stretch, pair, output_row, kept);
  }
}

// A vector that is not whole ends where its line does: nothing behind it is read or written.
void KeepPart(const Stretch& stretch, const Pair& pair, float* kept) {
  const int64_t lanes = int64_t(hn::Lanes(Floats()));
  for (int64_t k = 0; k < stretch.depth; ++k, kept += kKeptStep)
    for (int v = 0; v < 2; ++v) {
      std::memset(kept + v * lanes, 0, size_t(lanes) * sizeof(float));
      std::memcpy(kept + v * lanes, pair.input[v] + stretch.places[k],
                  size_t(pair.count[v]) * sizeof(float));
    }
}

void TileOfPart(int64_t rows, const Stretch& stretch, const PlaneProduct& product, const Pair& pair,
                float* kept) {
  const int64_t lanes = int64_t(hn::Lanes(Floats()));
  alignas(64) float sums[kPackedRows * kKeptStep] = {};
  Pair here = pair;
  for (int v = 0; v < 2; ++v) {
    here.output[v] = sums + v * lanes;
    for (int64_t r = 0; stretch.adds && r < rows; ++r)
      std::memcpy(here.output[v] + r * kKeptStep, pair.output[v] + r * product.output_row,
                  size_t(pair.count[v]) * sizeof(float));
  }
  TileOf<false, false>(rows, stretch, here, kKeptStep, kept);
  for (int v = 0; v < 2; ++v)
    for (int64_t r = 0; r < rows; ++r)
      std::memcpy(pair.output[v] + r * product.output_row, here.output[v] + r * kKeptStep,
                  size_t(pair.count[v]) * sizeof(float));
}

void MultiplyPair(const PlaneProduct& product, const Pair& pair, const Pair& next, float* kept) {
  const int64_t lanes = int64_t(hn::Lanes(Floats()));
  const bool whole = pair.count[0] == lanes && pair.count[1] == lanes;
  const int64_t stretches = std::max<int64_t>((product.depth + kStretch - 1) / kStretch, 1);
  const auto begin_of = [&](int64_t i) { return product.depth * i / stretches; };
  for (int64_t i = 0; i < stretches; ++i) {
    Stretch stretch = {.filter = product.filter + begin_of(i) * kPackedRows,
                       .start = i == 0 ? product.start : nullptr,
                       .places = product.places + begin_of(i),
                       .depth = begin_of(i + 1) - begin_of(i),
                       .adds = i > 0};
    const bool is_last = i + 1 == stretches;
    std::copy_n((is_last ? next : pair).input, 2, stretch.next);
    const int64_t first = is_last ? 0 : begin_of(i + 1);
    const int64_t wanted = (is_last ? begin_of(1) : begin_of(i + 2)) - first;
    const int64_t each = stretch.depth / kTermsTogether;
    int64_t asked = 0;
    if (!whole) KeepPart(stretch, pair, kept);
    Pair at = pair;
    for (int64_t row = 0; row < product.rows; row += kPackedRows) {
      const int64_t rows = std::min(kPackedRows, product.rows - row);
      const bool asks = asked + each <= wanted;
      stretch.next_places = product.places + first + asked;
      if (asks) asked += each;
      if (!whole)
        TileOfPart(rows, stretch, product, at, kept);
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
  const auto pair_at = [&](int64_t first) {
    Pair pair;
    for (int v = 0; v < 2; ++v) {
      const int64_t i = std::min(first + v, all - 1), x = i % per_line * lanes;
      pair.input[v] = product.input + i / per_line * product.input_line + x;
      pair.output[v] = product.output + i / per_line * product.output_line + x;
      pair.count[v] = first + v < all ? std::min(lanes, product.width - x) : 0;
    }
    return pair;
  };
  if (all == 0) return;
  Pair pair = pair_at(0);
  for (int64_t i = 0; i < all; i += 2) {
    const Pair next = pair_at(i + 2);
    MultiplyPair(product, pair, next, kept);
    pair = next;
  }
}

}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft {

HWY_EXPORT(RunPlaneProduct);

void MultiplyPlanes(const PlaneProduct& product) { HWY_DYNAMIC_DISPATCH(RunPlaneProduct)(product); }

}  // namespace weft
#endif
