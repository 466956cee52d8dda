// SPDX-License-Identifier: MIT
// A tile of 6 rows and two vectors of columns keeps 12 accumulators; each step takes two vectors of
// B and one number for each row of A. An element adds up its terms in order, one at a time, so it
// does not matter which tile it is in.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/gemm_kernel.cpp"
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3 | HWY_AVX3_DL)
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"
#include "kernels/gemm_kernel.h"

#include <algorithm>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;
using FloatVector = hn::Vec<Floats>;

HWY_INLINE FloatVector Everywhere(const std::byte* at) {
  float number;
  std::memcpy(&number, at, sizeof number);
  return hn::Set(Floats(), number);
}

// `kRows` rows by `kPanels` panels.
template <int kRows, int kPanels>
HWY_INLINE void Tile(const GemmBlock& block, const std::byte* HWY_RESTRICT a,
                     const float* HWY_RESTRICT b, float* HWY_RESTRICT c) {
  const Floats d;
  const int64_t lanes = int64_t(hn::Lanes(d));
  const int64_t row = block.a_row, depth_step = block.a_depth;
  const int64_t b_step = block.b_depth, panel_step = block.b_panel;
  FloatVector sum[kRows][2 * kPanels];
  for (int r = 0; r < kRows; ++r)
    for (int v = 0; v < 2 * kPanels; ++v) sum[r][v] = hn::Zero(d);
  for (int64_t k = block.depth; k > 0; --k) {
    FloatVector columns[2 * kPanels];
    for (int v = 0; v < 2 * kPanels; ++v)
      columns[v] = hn::LoadU(d, b + v / 2 * panel_step + v % 2 * lanes);
    for (int r = 0; r < kRows; ++r) {
      const FloatVector number = Everywhere(a + r * row);
      for (int v = 0; v < 2 * kPanels; ++v) sum[r][v] = hn::MulAdd(number, columns[v], sum[r][v]);
    }
    a += depth_step;
    b += b_step;
  }
  for (int r = 0; r < kRows; ++r)
    for (int v = 0; v < 2 * kPanels; ++v) {
      float* at = c + r * block.c_step + v * lanes;
      hn::StoreU(block.add ? hn::Add(hn::LoadU(d, at), sum[r][v]) : sum[r][v], d, at);
    }
}

// Fewer rows leave registers for more panels: enough sums at once to hide a multiplication's wait.
template <int kRows, int kPanels>
void Rows(const GemmBlock& block, const std::byte* a, float* c) {
  const int64_t columns = 2 * int64_t(hn::Lanes(Floats()));
  int64_t panel = 0;
  for (; panel + kPanels <= block.panels; panel += kPanels)
    Tile<kRows, kPanels>(block, a, block.b + panel * block.b_panel, c + panel * columns);
  for (; kPanels > 1 && panel < block.panels; ++panel)
    Tile<kRows, 1>(block, a, block.b + panel * block.b_panel, c + panel * columns);
}

void Multiply(const GemmBlock& block) {
  const int64_t columns = 2 * int64_t(hn::Lanes(Floats()));
  const int64_t sixes = block.rows / kGemmRows;
  // A panel of B stays in the first-level cache while all of A passes.
  for (int64_t panel = 0; sixes > 0 && panel < block.panels; ++panel)
    for (int64_t six = 0; six < sixes; ++six)
      Tile<6, 1>(block, block.a + six * block.a_six, block.b + panel * block.b_panel,
                 block.c + six * kGemmRows * block.c_step + panel * columns);
  const std::byte* a = block.a + sixes * block.a_six;
  float* c = block.c + sixes * kGemmRows * block.c_step;
  switch (block.rows - sixes * kGemmRows) {
    case 1: return Rows<1, 4>(block, a, c);
    case 2: return Rows<2, 2>(block, a, c);
    case 3: return Rows<3, 2>(block, a, c);
    case 4: return Rows<4, 1>(block, a, c);
    case 5: return Rows<5, 1>(block, a, c);
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

const GemmKernel& BestGemmKernel() { return HWY_DYNAMIC_DISPATCH(PickGemmKernel)(); }

}  // namespace weft
#endif
