// SPDX-License-Identifier: MIT
// Panels: each step of a tile takes the vectors of a panel of B and one number for each row of A.
// An element adds up its terms in order, one at a time, so its bits do not depend on the tile that
// it is in. Dot products: a tile is a few rows by a few columns, with at least one vector of sums
// for each element, enough serial chains of multiply-adds to overlap, few enough to stay in
// registers.
#define HWY_TARGET_INCLUDE "ops/matmul/microkernel_f32.cpp"
#include "simd/foreach_wide_target.h"
//
#include "hwy/highway.h"
#include "ops/matmul/microkernel.h"
#include "simd/unaligned-inl.h"
#include "simd/unaligned.h"

#include <cassert>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using FloatTag = hn::ScalableTag<float>;
using FloatVector = hn::Vec<FloatTag>;
constexpr int64_t kLanes = int64_t(hn::MaxLanes(FloatTag()));

HWY_INLINE FloatVector Broadcast(const std::byte* at) {
  float number;
  std::memcpy(&number, at, sizeof number);
  return hn::Set(FloatTag(), number);
}

HWY_INLINE const float* FloatsAt(const std::byte* at) { return reinterpret_cast<const float*>(at); }

constexpr int64_t kUnroll = 3;  // of more terms, a compiler moves sums from register to register

// `kTerms` of the depth, from `a` and `b` on.
template <int kTerms, int kRows, int kPanels, int kVectors>
HWY_INLINE void AddTerms(FloatVector (&sum)[kRows][kPanels * kVectors], const std::byte* a,
                         int64_t a_row, int64_t a_depth, const std::byte* b, int64_t b_depth,
                         int64_t b_panel) {
  const FloatTag d;
#pragma GCC unroll 3
  for (int k = 0; k < kTerms; ++k) {
    FloatVector columns[kPanels * kVectors];
    for (int v = 0; v < kPanels * kVectors; ++v)
      columns[v] = LoadUnaligned(
          d, FloatsAt(b + k * b_depth + v / kVectors * b_panel) + v % kVectors * kLanes);
#pragma GCC unroll 12
    for (int r = 0; r < kRows; ++r) {
      const FloatVector number = Broadcast(a + k * a_depth + r * a_row);
      for (int v = 0; v < kPanels * kVectors; ++v)
        sum[r][v] = hn::MulAdd(number, columns[v], sum[r][v]);
    }
  }
}

// Rows of B that are needed next: one of them is prefetched into the second-level cache with every
// `kUnroll` terms.
struct Prefetch {
  const std::byte* row;
  int64_t step;
};

// `kRows` rows from `row` on by `kPanels` panels from `panel` on. Where a compiler knows a step of
// A (0 where not), there is less to count.
template <int kVectors, int kRows, int kPanels, int kRowOfA = 0, int kDepthOfA = 0>
HWY_INLINE void Tile(const PanelBlock& block, int64_t row, int64_t panel, Prefetch next) {
  constexpr int kMr = kAccumulators / kVectors, kAll = kPanels * kVectors;
  const FloatTag d;
  const std::byte* a = block.a + row / kMr * block.a_tile + row % kMr * block.a_row;
  const std::byte* b = block.b + panel * block.b_panel;
  const int64_t a_row = kRowOfA > 0 ? kRowOfA : block.a_row;
  const int64_t a_depth = kDepthOfA > 0 ? kDepthOfA : block.a_depth;
  const int64_t b_depth = block.b_depth, b_panel = block.b_panel;
  FloatVector sum[kRows][kAll];
  for (int r = 0; r < kRows; ++r)
    for (int v = 0; v < kAll; ++v) sum[r][v] = hn::Zero(d);
  int64_t k = block.depth;
  for (; kRowOfA + kDepthOfA > 0 && k >= kUnroll; k -= kUnroll) {
    __builtin_prefetch(next.row, 0, 2);
    next.row += next.step;
    AddTerms<kUnroll, kRows, kPanels, kVectors>(sum, a, a_row, a_depth, b, b_depth, b_panel);
    a += kUnroll * a_depth;
    b += kUnroll * b_depth;
  }
  for (; k > 0; --k, a += a_depth, b += b_depth)
    AddTerms<1, kRows, kPanels, kVectors>(sum, a, a_row, a_depth, b, b_depth, b_panel);
  const int64_t column = panel * kVectors * kLanes;
  if (block.added) {
    const float* added = block.added + row * block.added_step + column;
    for (int r = 0; r < kRows; ++r)
      for (int v = 0; v < kAll; ++v)
        sum[r][v] = hn::Add(LoadUnaligned(d, added + r * block.added_step + v * kLanes), sum[r][v]);
  }
  float* c = block.c + row * block.c_step + column;
  for (int r = 0; r < kRows; ++r)
    for (int v = 0; v < kAll; ++v) StoreUnaligned(sum[r][v], d, c + r * block.c_step + v * kLanes);
}

// The last rows, fewer than a tile has. Each accumulator is a serial chain of multiply-adds: fewer
// rows leave registers for more panels, so that enough chains overlap.
template <int kVectors, int kRows = kAccumulators / kVectors - 1>
void LastRows(const PanelBlock& block, int64_t row) {
  if constexpr (kRows > 1)
    if (block.rows - row < kRows) return LastRows<kVectors, kRows - 1>(block, row);
  constexpr int kColumns = kRows == 1 ? 8 : kRows <= 3 ? 4 : kRows <= 6 ? 2 : 1;  // in vectors
  constexpr int kPanels = kColumns > kVectors ? kColumns / kVectors : 1;
  int64_t panel = 0;
  const Prefetch nothing = {block.b, 0};
  for (; panel + kPanels <= block.panels; panel += kPanels)
    Tile<kVectors, kRows, kPanels>(block, row, panel, nothing);
  for (; kPanels > 1 && panel < block.panels; ++panel)
    Tile<kVectors, kRows, 1>(block, row, panel, nothing);
}

// One row of A by rows of B that are far apart: a few of them at a time are streamed from one end
// to the other, which suits the prefetcher, and the sums wait in the first-level cache. They add up
// in the same order as those of tiles.
constexpr int kStreams = 8;
constexpr int64_t kMostSums = 2048;

template <int kCount>
HWY_INLINE void AddRows(float* HWY_RESTRICT sums, int64_t count, const std::byte* a, int64_t a_step,
                        const std::byte* b, int64_t b_step, bool first) {
  const FloatTag d;
  FloatVector numbers[kCount];
  for (int k = 0; k < kCount; ++k) numbers[k] = Broadcast(a + k * a_step);
  for (int64_t i = 0; i < count; i += kLanes) {
    FloatVector sum = first ? hn::Zero(d) : hn::Load(d, sums + i);
    for (int k = 0; k < kCount; ++k)
      sum = hn::MulAdd(numbers[k], LoadUnaligned(d, FloatsAt(b + k * b_step) + i), sum);
    hn::Store(sum, d, sums + i);
  }
}

void OneRow(const PanelBlock& block, int64_t count) {
  const FloatTag d;
  alignas(64) float sums[kMostSums];
  const std::byte *a = block.a, *b = block.b;
  const int64_t a_step = block.a_depth, b_step = block.b_depth;
  int64_t k = 0;
  for (; k + kStreams <= block.depth; k += kStreams)
    AddRows<kStreams>(sums, count, a + k * a_step, a_step, b + k * b_step, b_step, k == 0);
  for (; k < block.depth; ++k)
    AddRows<1>(sums, count, a + k * a_step, 0, b + k * b_step, 0, k == 0);
  for (int64_t i = 0; i < count; i += kLanes) {
    const FloatVector sum = hn::Load(d, sums + i);
    const bool adds = block.added != nullptr;
    StoreUnaligned(adds ? hn::Add(LoadUnaligned(d, block.added + i), sum) : sum, d, block.c + i);
  }
}

// Whole tiles of `rows` rows: a panel of B stays in the first-level cache while all of A passes;
// meanwhile the next one is prefetched.
template <int kVectors, int kRowOfA, int kDepthOfA>
void MultiplyTiles(const PanelBlock& block, int64_t rows) {
  constexpr int kMr = kAccumulators / kVectors;
  const int64_t each = block.depth / kUnroll;
  for (int64_t panel = 0; panel < block.panels; ++panel) {
    int64_t asked = panel + 1 < block.panels ? 0 : block.depth;
    for (int64_t row = 0; row < rows; row += kMr) {
      Prefetch next = {block.b, 0};
      if (asked + each <= block.depth)
        next = {block.b + (panel + 1) * block.b_panel + asked * block.b_depth, block.b_depth};
      asked += each;
      Tile<kVectors, kMr, 1, kRowOfA, kDepthOfA>(block, row, panel, next);
    }
  }
}

template <int kVectors>
void Multiply(const PanelBlock& block) {
  constexpr int kFloat = sizeof(float), kMr = kAccumulators / kVectors, kTile = kMr * kFloat;
  constexpr int64_t kNr = kVectors * kLanes, kFar = 256;  // floats
  const int64_t whole = block.rows / kMr * kMr, columns = block.panels * kNr;
  if (block.rows == 1 && block.b_depth >= kFar * kFloat && block.b_panel == kNr * kFloat &&
      columns <= kMostSums && block.depth > 0)
    return OneRow(block, columns);
  if (block.a_row == kFloat && block.a_depth == kTile)
    MultiplyTiles<kVectors, kFloat, kTile>(block, whole);
  else if (block.a_depth == kFloat)
    MultiplyTiles<kVectors, 0, kFloat>(block, whole);
  else if (block.a_row == kFloat)
    MultiplyTiles<kVectors, kFloat, 0>(block, whole);
  else
    MultiplyTiles<kVectors, 0, 0>(block, whole);
  if (whole < block.rows) LastRows<kVectors>(block, whole);
}

PanelKernel PickFloatKernel(int64_t nr) {
  assert(nr == kLanes || nr == 2 * kLanes);
  return nr == kLanes ? Multiply<1> : Multiply<2>;
}

// Of at most 8 lanes, so that wider vectors change no bit.
using DotFloats = hn::CappedTag<float, 8>;
using DotVector = hn::Vec<DotFloats>;

// Adds one vector of the depth, at byte `at`, to one vector of sums for each element.
template <int kRows, int kColumns>
HWY_INLINE void AddProducts(const DotBlock& block, const std::byte* b, int64_t at,
                            DotVector (&sum)[kRows][kColumns]) {
  DotVector column[kColumns];
  for (int c = 0; c < kColumns; ++c)
    column[c] = LoadUnaligned(DotFloats(), FloatsAt(b + c * block.b_column + at));
  for (int r = 0; r < kRows; ++r) {
    const DotVector row = LoadUnaligned(DotFloats(), FloatsAt(block.a + r * block.a_row + at));
    for (int c = 0; c < kColumns; ++c) sum[r][c] = hn::MulAdd(row, column[c], sum[r][c]);
  }
}

// kChains vectors of sums for each element.
template <int kRows, int kColumns, int kChains>
HWY_INLINE void DotTile(const DotBlock& block, const std::byte* b, Unaligned<float>* to) {
  const DotFloats d;
  constexpr int64_t kBytes = sizeof(float);
  const int64_t lanes = int64_t(hn::Lanes(d));
  DotVector sum[kChains][kRows][kColumns];
  for (int chain = 0; chain < kChains; ++chain)
    for (int r = 0; r < kRows; ++r)
      for (int c = 0; c < kColumns; ++c) sum[chain][r][c] = hn::Zero(d);
  int64_t k = 0;
  for (; k + kChains * lanes <= block.depth; k += kChains * lanes)
    for (int chain = 0; chain < kChains; ++chain)
      AddProducts(block, b, (k + chain * lanes) * kBytes, sum[chain]);
  for (; kChains > 1 && k + lanes <= block.depth; k += lanes)
    AddProducts(block, b, k * kBytes, sum[0]);
  // Unrolled, so that no sum has to leave its register for it.
  float total[kRows][kColumns];
#pragma GCC unroll 6
  for (int r = 0; r < kRows; ++r)
#pragma GCC unroll 4
    for (int c = 0; c < kColumns; ++c) {
      DotVector all = sum[0][r][c];
      for (int chain = 1; chain < kChains; ++chain) all = hn::Add(all, sum[chain][r][c]);
      total[r][c] = hn::GetLane(hn::SumOfLanes(d, all));
    }
  for (int r = 0; r < kRows; ++r)
    for (int c = 0; c < kColumns; ++c) {
      const auto* row = Floats(block.a + r * block.a_row);
      const auto* column = Floats(b + c * block.b_column);
      for (int64_t rest = k; rest < block.depth; ++rest)
        total[r][c] += row[rest].value * column[rest].value;
      Unaligned<float>& element = to[r * block.c_step + c];
      element.value = block.add ? element.value + total[r][c] : total[r][c];
    }
}

template <int kRows, int kColumns, int kChains>
void DotColumns(const DotBlock& block) {
  auto* const c = reinterpret_cast<Unaligned<float>*>(block.c);
  int64_t j = 0;
  for (; j + kColumns <= block.columns; j += kColumns)
    DotTile<kRows, kColumns, kChains>(block, block.b + j * block.b_column, c + j);
  for (; j < block.columns; ++j)
    DotTile<kRows, 1, kChains>(block, block.b + j * block.b_column, c + j);
}

void MultiplyDots(const DotBlock& block) {
  switch (block.rows) {
    case 1: return DotColumns<1, 4, 2>(block);
    case 2: return DotColumns<2, 4, 1>(block);
    case 3: return DotColumns<3, 4, 1>(block);
    case 4: return DotColumns<4, 2, 1>(block);
    case 5: return DotColumns<5, 2, 1>(block);
    default: return DotColumns<6, 2, 1>(block);
  }
}

DotKernel PickDotKernel() { return MultiplyDots; }

}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft {

HWY_EXPORT(PickFloatKernel);
HWY_EXPORT(PickDotKernel);

PanelKernel FloatKernel(int64_t nr) { return WEFT_DISPATCH(PickFloatKernel)(nr); }
DotKernel BestDotKernel() { return WEFT_DISPATCH(PickDotKernel)(); }

}  // namespace weft
#endif
