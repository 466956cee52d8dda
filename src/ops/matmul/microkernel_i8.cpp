// SPDX-License-Identifier: MIT
// A tile of 4 rows and two vectors of columns: 6 rows, as for floats, would leave no registers for
// products on their way to the sums. Only x86 adds neighbours after it multiplied them; elsewhere
// the compiler makes what it can of the plain loop.
#define HWY_TARGET_INCLUDE "ops/matmul/microkernel_i8.cpp"
#include "simd/foreach_compute_target.h"
//
#include "hwy/highway.h"
#include "ops/matmul/microkernel_i8.h"

#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_ARCH_X86 && HWY_TARGET != HWY_SCALAR

using Words = hn::ScalableTag<int32_t>;
using Halves = hn::ScalableTag<int16_t>;
constexpr int64_t kPanelColumns = 2 * HWY_LANES(int32_t);
// What packs panels has room on its stack for kMostIntegerColumns, which vectors of more than 32
// bytes exceed.
static_assert(kPanelColumns <= kMostIntegerColumns);

template <int kRows>
void Tile(const IntegerTile& tile) {
  const Words d32;
  const Halves d16;
  const int64_t lanes = int64_t(hn::Lanes(d32));
  hn::Vec<Words> sum[kRows][2], unused = hn::Zero(d32);
  for (int r = 0; r < kRows; ++r) sum[r][0] = sum[r][1] = hn::Zero(d32);
  const int16_t *a = tile.a, *b = tile.b;
  for (int64_t pair = tile.pairs; pair > 0; --pair) {
    const auto left = hn::LoadU(d16, b), right = hn::LoadU(d16, b + 2 * lanes);
    for (int r = 0; r < kRows; ++r) {
      int32_t two;
      std::memcpy(&two, a + 2 * r, sizeof two);
      const auto numbers = hn::BitCast(d16, hn::Set(d32, two));
      sum[r][0] = hn::ReorderWidenMulAccumulate(d32, numbers, left, sum[r][0], unused);
      sum[r][1] = hn::ReorderWidenMulAccumulate(d32, numbers, right, sum[r][1], unused);
    }
    a += 2 * kIntegerRows;
    b += 4 * lanes;
  }
  for (int r = 0; r < kRows; ++r)
    for (int v = 0; v < 2; ++v) hn::StoreU(sum[r][v], d32, tile.c + r * tile.c_step + v * lanes);
}

#else

constexpr int64_t kPanelColumns = kMostIntegerColumns;

template <int kRows>
void Tile(const IntegerTile& tile) {
  uint32_t sum[kRows][kPanelColumns] = {};  // wraps around
  const int16_t *a = tile.a, *b = tile.b;
  for (int64_t pair = tile.pairs; pair > 0; --pair) {
    for (int r = 0; r < kRows; ++r)
      for (int64_t c = 0; c < kPanelColumns; ++c)
        sum[r][c] += uint32_t(a[2 * r] * b[2 * c]) + uint32_t(a[2 * r + 1] * b[2 * c + 1]);
    a += 2 * kIntegerRows;
    b += 2 * kPanelColumns;
  }
  for (int r = 0; r < kRows; ++r) std::memcpy(tile.c + r * tile.c_step, sum[r], sizeof sum[r]);
}

#endif

void Multiply(const IntegerTile& tile) {
  switch (tile.rows) {
    case 1: return Tile<1>(tile);
    case 2: return Tile<2>(tile);
    case 3: return Tile<3>(tile);
    default: return Tile<4>(tile);
  }
}

const IntegerKernel& PickIntegerKernel() {
  static const IntegerKernel kernel = {kPanelColumns, Multiply};
  return kernel;
}

}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft {

HWY_EXPORT(PickIntegerKernel);

const IntegerKernel& BestIntegerKernel() { return WEFT_DISPATCH(PickIntegerKernel)(); }

}  // namespace weft
#endif
