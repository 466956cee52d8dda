// SPDX-License-Identifier: MIT
// A tile of 6 rows and two vectors of columns keeps 12 accumulators; each step takes two vectors of
// B and one number for each row of A. An element adds up its terms in order, one at a time, so it
// does not matter which tile it is in.
#define HWY_TARGET_INCLUDE "ops/matmul/microkernel_f32.cpp"
#include "simd/foreach_compute_target.h"
//
#include "hwy/highway.h"
#include "ops/matmul/microkernel_f32.h"
#include "simd/unaligned-inl.h"

#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;
using FloatVector = hn::Vec<Floats>;
// A panel is two vectors wide. What packs panels has room on its stack for kMostPanelColumns, which
// vectors of more than 32 bytes exceed.
static_assert(2 * hn::MaxLanes(Floats()) <= kMostPanelColumns);

HWY_INLINE FloatVector Everywhere(const std::byte* at) {
  float number;
  std::memcpy(&number, at, sizeof number);
  return hn::Set(Floats(), number);
}

constexpr int64_t kTermsTogether = 3;  // of more, a compiler moves sums from register to register

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
      const FloatVector number = Everywhere(a + k * a_depth + r * a_row);
      for (int v = 0; v < kVectors; ++v) sum[r][v] = hn::MulAdd(number, columns[v], sum[r][v]);
    }
  }
}

// Rows of B that are needed next: the second-level cache is asked for one of them with every
// `kTermsTogether` terms.
struct Coming {
  const float* row;
  int64_t step;
};

// `kRows` rows from `row` on by `kPanels` panels from `panel` on. Where a compiler knows a step of
// A (0 where not), there is less to count.
template <int kRows, int kPanels, int kRowOfA = 0, int kDepthOfA = 0>
HWY_INLINE void Tile(const GemmBlock& block, int64_t row, int64_t panel, Coming coming) {
  const Floats d;
  const int64_t lanes = int64_t(hn::Lanes(d));
  const std::byte* a = block.a + row / kGemmRows * block.a_six;
  const float* b = block.b + panel * block.b_panel;
  const int64_t a_row = kRowOfA > 0 ? kRowOfA : block.a_row;
  const int64_t a_depth = kDepthOfA > 0 ? kDepthOfA : block.a_depth;
  const int64_t b_depth = block.b_depth, b_panel = block.b_panel;
  FloatVector sum[kRows][2 * kPanels];
  for (int r = 0; r < kRows; ++r)
    for (int v = 0; v < 2 * kPanels; ++v) sum[r][v] = hn::Zero(d);
  int64_t k = block.depth;
  for (; kRowOfA + kDepthOfA > 0 && k >= kTermsTogether; k -= kTermsTogether) {
    __builtin_prefetch(coming.row, 0, 2);
    coming.row += coming.step;
    AddTerms<kTermsTogether>(sum, a, a_row, a_depth, b, b_depth, b_panel);
    a += kTermsTogether * a_depth;
    b += kTermsTogether * b_depth;
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

// Fewer rows leave registers for more panels: enough sums at once to hide a multiplication's wait.
template <int kRows, int kPanels>
void Rows(const GemmBlock& block, int64_t row) {
  int64_t panel = 0;
  const Coming nothing = {block.b, 0};
  for (; panel + kPanels <= block.panels; panel += kPanels)
    Tile<kRows, kPanels>(block, row, panel, nothing);
  for (; kPanels > 1 && panel < block.panels; ++panel) Tile<kRows, 1>(block, row, panel, nothing);
}

// One row of A by rows of B that are far apart: some of them at a time from one end to the other,
// as memory likes to be read, and the sums wait in the first-level cache. They add up in the same
// order as those of tiles.
constexpr int kTogether = 8;
constexpr int64_t kMostSums = 2048;

template <int kCount>
HWY_INLINE void AddRows(float* HWY_RESTRICT sums, int64_t count, const std::byte* a, int64_t a_step,
                        const float* b, int64_t b_step, bool first) {
  const Floats d;
  const int64_t lanes = int64_t(hn::Lanes(d));
  FloatVector numbers[kCount];
  for (int k = 0; k < kCount; ++k) numbers[k] = Everywhere(a + k * a_step);
  for (int64_t i = 0; i < count; i += lanes) {
    FloatVector sum = first ? hn::Zero(d) : hn::Load(d, sums + i);
    for (int k = 0; k < kCount; ++k)
      sum = hn::MulAdd(numbers[k], LoadUnaligned(d, b + k * b_step + i), sum);
    hn::Store(sum, d, sums + i);
  }
}

void OneRow(const GemmBlock& block, int64_t row) {
  const Floats d;
  const int64_t lanes = int64_t(hn::Lanes(d)), count = block.panels * 2 * lanes;
  alignas(64) float sums[kMostSums];
  const std::byte* a = block.a + row / kGemmRows * block.a_six;
  int64_t k = 0;
  for (; k + kTogether <= block.depth; k += kTogether)
    AddRows<kTogether>(sums, count, a + k * block.a_depth, block.a_depth,
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

bool IsOneRowOfFarRows(const GemmBlock& block) {
  constexpr int64_t kFar = 256;  // floats
  const int64_t columns = block.panels * 2 * int64_t(hn::Lanes(Floats()));
  return block.b_depth >= kFar && block.b_panel == 2 * int64_t(hn::Lanes(Floats())) &&
         columns <= kMostSums && block.depth > 0;
}

// Sixes of rows: a panel of B stays in the first-level cache while all of A passes; meanwhile the
// next one comes.
template <int kRowOfA, int kDepthOfA>
void MultiplySixes(const GemmBlock& block, int64_t sixes) {
  const int64_t each = block.depth / kTermsTogether;
  for (int64_t panel = 0; panel < block.panels; ++panel) {
    int64_t asked = panel + 1 < block.panels ? 0 : block.depth;
    for (int64_t row = 0; row < sixes; row += kGemmRows) {
      Coming coming = {block.b, 0};
      if (asked + each <= block.depth)
        coming = {block.b + (panel + 1) * block.b_panel + asked * block.b_depth, block.b_depth};
      asked += each;
      Tile<6, 1, kRowOfA, kDepthOfA>(block, row, panel, coming);
    }
  }
}

void Multiply(const GemmBlock& block) {
  const int64_t sixes = block.rows / kGemmRows * kGemmRows;
  constexpr int kNumber = sizeof(float), kSix = kGemmRows * kNumber;
  if (block.a_row == kNumber && block.a_depth == kSix)
    MultiplySixes<kNumber, kSix>(block, sixes);
  else if (block.a_depth == kNumber)
    MultiplySixes<0, kNumber>(block, sixes);
  else if (block.a_row == kNumber)
    MultiplySixes<kNumber, 0>(block, sixes);
  else
    MultiplySixes<0, 0>(block, sixes);
  switch (block.rows - sixes) {
    case 1: return IsOneRowOfFarRows(block) ? OneRow(block, sixes) : Rows<1, 4>(block, sixes);
    case 2: return Rows<2, 2>(block, sixes);
    case 3: return Rows<3, 2>(block, sixes);
    case 4: return Rows<4, 1>(block, sixes);
    case 5: return Rows<5, 1>(block, sixes);
    default: return;
  }
}

const GemmKernel& PickGemmKernel() {
  static const GemmKernel kernel = {2 * int64_t(hn::Lanes(Floats())), Multiply};
  return kernel;
}

}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft {

HWY_EXPORT(PickGemmKernel);

const GemmKernel& BestGemmKernel() { return WEFT_DISPATCH(PickGemmKernel)(); }

}  // namespace weft
#endif
