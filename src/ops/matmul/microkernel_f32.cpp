// SPDX-License-Identifier: MIT
// Each step of a tile takes two vectors of B and one number for each row of A. An element adds up
// its terms in order, one at a time, so its bits do not depend on the tile that it is in.
#define HWY_TARGET_INCLUDE "ops/matmul/microkernel_f32.cpp"
#include "simd/foreach_compute_target.h"
//
#include "hwy/highway.h"
#include "ops/matmul/microkernel.h"
#include "simd/unaligned-inl.h"

#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;
using FloatVector = hn::Vec<Floats>;
// What packs panels has room on its stack for kMostNr columns, which vectors of more than 32 bytes
// exceed.
static_assert(2 * hn::MaxLanes(Floats()) <= kMostNr);

HWY_INLINE FloatVector Broadcast(const std::byte* at) {
  float number;
  std::memcpy(&number, at, sizeof number);
  return hn::Set(Floats(), number);
}

constexpr int64_t kUnroll = 3;  // of more terms, a compiler moves sums from register to register

// `kTerms` of the depth, from `a` and `b` on.
template <int kTerms, int kRows, int kVectors>
HWY_INLINE void AddTerms(FloatVector (&sum)[kRows][kVectors], const std::byte* a, int64_t a_row,
                         int64_t a_depth, const float* b, int64_t b_depth, int64_t b_panel) {
  const Floats d;
  const int64_t lanes = int64_t(hn::Lanes(d));
#pragma GCC unroll 3
  for (int k = 0; k < kTerms; ++k) {
    FloatVector columns[kVectors];
    for (int v = 0; v < kVectors; ++v)
      columns[v] = LoadUnaligned(d, b + k * b_depth + v / 2 * b_panel + v % 2 * lanes);
#pragma GCC unroll 6
    for (int r = 0; r < kRows; ++r) {
      const FloatVector number = Broadcast(a + k * a_depth + r * a_row);
      for (int v = 0; v < kVectors; ++v) sum[r][v] = hn::MulAdd(number, columns[v], sum[r][v]);
    }
  }
}

// Rows of B that are needed next: one of them is prefetched into the second-level cache with every
// `kUnroll` terms.
struct Prefetch {
  const float* row;
  int64_t step;
};

// `kRows` rows from `row` on by `kPanels` panels from `panel` on. Where a compiler knows a step of
// A (0 where not), there is less to count.
template <int kRows, int kPanels, int kRowOfA = 0, int kDepthOfA = 0>
HWY_INLINE void Tile(const PanelBlock& block, int64_t row, int64_t panel, Prefetch next) {
  const Floats d;
  const int64_t lanes = int64_t(hn::Lanes(d));
  const std::byte* a = block.a + row / kMr * block.a_tile;
  const float* b = block.b + panel * block.b_panel;
  const int64_t a_row = kRowOfA > 0 ? kRowOfA : block.a_row;
  const int64_t a_depth = kDepthOfA > 0 ? kDepthOfA : block.a_depth;
  const int64_t b_depth = block.b_depth, b_panel = block.b_panel;
  FloatVector sum[kRows][2 * kPanels];
  for (int r = 0; r < kRows; ++r)
    for (int v = 0; v < 2 * kPanels; ++v) sum[r][v] = hn::Zero(d);
  int64_t k = block.depth;
  for (; kRowOfA + kDepthOfA > 0 && k >= kUnroll; k -= kUnroll) {
    __builtin_prefetch(next.row, 0, 2);
    next.row += next.step;
    AddTerms<kUnroll>(sum, a, a_row, a_depth, b, b_depth, b_panel);
    a += kUnroll * a_depth;
    b += kUnroll * b_depth;
  }
  for (; k > 0; --k, a += a_depth, b += b_depth)
    AddTerms<1>(sum, a, a_row, a_depth, b, b_depth, b_panel);
  const int64_t column = panel * 2 * lanes;
  if (block.added) {
    const float* added = block.added + row * block.added_step + column;
    for (int r = 0; r < kRows; ++r)
      for (int v = 0; v < 2 * kPanels; ++v)
        sum[r][v] = hn::Add(LoadUnaligned(d, added + r * block.added_step + v * lanes), sum[r][v]);
  }
  float* c = block.c + row * block.c_step + column;
  for (int r = 0; r < kRows; ++r)
    for (int v = 0; v < 2 * kPanels; ++v)
      StoreUnaligned(sum[r][v], d, c + r * block.c_step + v * lanes);
}

// Each accumulator is a serial chain of multiply-adds. Fewer rows leave registers for more panels,
// so that enough chains overlap.
template <int kRows, int kPanels>
void Rows(const PanelBlock& block, int64_t row) {
  int64_t panel = 0;
  const Prefetch nothing = {block.b, 0};
  for (; panel + kPanels <= block.panels; panel += kPanels)
    Tile<kRows, kPanels>(block, row, panel, nothing);
  for (; kPanels > 1 && panel < block.panels; ++panel) Tile<kRows, 1>(block, row, panel, nothing);
}

// One row of A by rows of B that are far apart: a few of them at a time are streamed from one end
// to the other, which suits the prefetcher, and the sums wait in the first-level cache. They add up
// in the same order as those of tiles.
constexpr int kStreams = 8;
constexpr int64_t kMostSums = 2048;

template <int kCount>
HWY_INLINE void AddRows(float* HWY_RESTRICT sums, int64_t count, const std::byte* a, int64_t a_step,
                        const float* b, int64_t b_step, bool first) {
  const Floats d;
  const int64_t lanes = int64_t(hn::Lanes(d));
  FloatVector numbers[kCount];
  for (int k = 0; k < kCount; ++k) numbers[k] = Broadcast(a + k * a_step);
  for (int64_t i = 0; i < count; i += lanes) {
    FloatVector sum = first ? hn::Zero(d) : hn::Load(d, sums + i);
    for (int k = 0; k < kCount; ++k)
      sum = hn::MulAdd(numbers[k], LoadUnaligned(d, b + k * b_step + i), sum);
    hn::Store(sum, d, sums + i);
  }
}

void OneRow(const PanelBlock& block, int64_t row) {
  const Floats d;
  const int64_t lanes = int64_t(hn::Lanes(d)), count = block.panels * 2 * lanes;
  alignas(64) float sums[kMostSums];
  const std::byte* a = block.a + row / kMr * block.a_tile;
  int64_t k = 0;
  for (; k + kStreams <= block.depth; k += kStreams)
    AddRows<kStreams>(sums, count, a + k * block.a_depth, block.a_depth,
                      block.b + k * block.b_depth, block.b_depth, k == 0);
  for (; k < block.depth; ++k)
    AddRows<1>(sums, count, a + k * block.a_depth, 0, block.b + k * block.b_depth, 0, k == 0);
  const float* added = block.added ? block.added + row * block.added_step : nullptr;
  float* c = block.c + row * block.c_step;
  for (int64_t i = 0; i < count; i += lanes) {
    const FloatVector sum = hn::Load(d, sums + i);
    StoreUnaligned(added ? hn::Add(LoadUnaligned(d, added + i), sum) : sum, d, c + i);
  }
}

bool IsOneRowOfFarRows(const PanelBlock& block) {
  constexpr int64_t kFar = 256;  // floats
  const int64_t columns = block.panels * 2 * int64_t(hn::Lanes(Floats()));
  return block.b_depth >= kFar && block.b_panel == 2 * int64_t(hn::Lanes(Floats())) &&
         columns <= kMostSums && block.depth > 0;
}

// Whole tiles of `rows` rows: a panel of B stays in the first-level cache while all of A passes;
// meanwhile the next one is prefetched.
template <int kRowOfA, int kDepthOfA>
void MultiplyTiles(const PanelBlock& block, int64_t rows) {
  const int64_t each = block.depth / kUnroll;
  for (int64_t panel = 0; panel < block.panels; ++panel) {
    int64_t asked = panel + 1 < block.panels ? 0 : block.depth;
    for (int64_t row = 0; row < rows; row += kMr) {
      Prefetch next = {block.b, 0};
      if (asked + each <= block.depth)
        next = {block.b + (panel + 1) * block.b_panel + asked * block.b_depth, block.b_depth};
      asked += each;
      Tile<6, 1, kRowOfA, kDepthOfA>(block, row, panel, next);
    }
  }
}

void Multiply(const PanelBlock& block) {
  const int64_t whole = block.rows / kMr * kMr;
  constexpr int kFloat = sizeof(float), kTile = kMr * kFloat;
  if (block.a_row == kFloat && block.a_depth == kTile)
    MultiplyTiles<kFloat, kTile>(block, whole);
  else if (block.a_depth == kFloat)
    MultiplyTiles<0, kFloat>(block, whole);
  else if (block.a_row == kFloat)
    MultiplyTiles<kFloat, 0>(block, whole);
  else
    MultiplyTiles<0, 0>(block, whole);
  switch (block.rows - whole) {
    case 1: return IsOneRowOfFarRows(block) ? OneRow(block, whole) : Rows<1, 4>(block, whole);
    case 2: return Rows<2, 2>(block, whole);
    case 3: return Rows<3, 2>(block, whole);
    case 4: return Rows<4, 1>(block, whole);
    case 5: return Rows<5, 1>(block, whole);
    default: return;
  }
}

const PanelKernel& PickPanelKernel() {
  static const PanelKernel kernel = {2 * int64_t(hn::Lanes(Floats())), Multiply};
  return kernel;
}

}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft {

HWY_EXPORT(PickPanelKernel);

const PanelKernel& BestPanelKernel() { return WEFT_DISPATCH(PickPanelKernel)(); }

}  // namespace weft
#endif
