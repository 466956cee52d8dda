// SPDX-License-Identifier: MIT
// A tile of 6 rows and two vectors of columns: 12 sums, which leave four registers for two vectors
// of B, a pair of A and a product. Every loop over rows is unrolled, also those before and after
// the depth: a compiler would keep sums that it counts through in memory. Only x86 adds neighbours
// after it multiplied them; elsewhere the compiler makes what it can of the plain loop.
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

template <class B, class Tag>
HWY_INLINE hn::Vec<Tag> Widened(Tag d, const B* numbers) {
  return hn::PromoteTo(d, hn::LoadU(hn::Rebind<B, Tag>(), numbers));
}

template <class B, int kRows>
void Tile(const IntegerTile& tile) {
  const Words d32;
  const Halves d16;
  const int64_t lanes = int64_t(hn::Lanes(d32));
  const int16_t* a = tile.a;
  const B* b = reinterpret_cast<const B*>(tile.b);
  const B* zeros = reinterpret_cast<const B*>(tile.b_zeros);
  hn::Vec<Words> sum[kRows][2], unused = hn::Zero(d32);
#pragma GCC unroll 6
  for (int r = 0; r < kRows; ++r) {
    sum[r][0] = sum[r][1] = hn::Zero(d32);
    if (!zeros) continue;
    const auto less = hn::Neg(hn::Set(d32, tile.a_sums[r]));
    sum[r][0] = hn::Mul(less, Widened(d32, zeros));
    sum[r][1] = hn::Mul(less, Widened(d32, zeros + lanes));
  }
  for (int64_t pair = tile.pairs; pair > 0; --pair) {
    const auto left = Widened(d16, b), right = Widened(d16, b + 2 * lanes);
#pragma GCC unroll 6
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
#pragma GCC unroll 6
  for (int r = 0; r < kRows; ++r) {
    hn::StoreU(sum[r][0], d32, tile.c + r * tile.c_step);
    hn::StoreU(sum[r][1], d32, tile.c + r * tile.c_step + lanes);
  }
}

#else

constexpr int64_t kPanelColumns = kMostIntegerColumns;

template <class B, int kRows>
void Tile(const IntegerTile& tile) {
  uint32_t sum[kRows][kPanelColumns] = {};  // wraps around
  const int16_t* a = tile.a;
  const B* b = reinterpret_cast<const B*>(tile.b);
  const B* zeros = reinterpret_cast<const B*>(tile.b_zeros);
  for (int r = 0; zeros && r < kRows; ++r)
    for (int64_t c = 0; c < kPanelColumns; ++c)
      sum[r][c] = 0 - uint32_t(tile.a_sums[r]) * uint32_t(zeros[c]);
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

template <class B>
void Multiply(const IntegerTile& tile) {
  switch (tile.rows) {
    case 1: return Tile<B, 1>(tile);
    case 2: return Tile<B, 2>(tile);
    case 3: return Tile<B, 3>(tile);
    case 4: return Tile<B, 4>(tile);
    case 5: return Tile<B, 5>(tile);
    default: return Tile<B, 6>(tile);
  }
}

template <class A>
int32_t Center(int16_t* centered, const std::byte* numbers, int64_t count, std::byte zero) {
  uint32_t sum = 0;  // wraps around
  for (int64_t i = 0; i < count; ++i) {
    const int difference = int(A(numbers[i])) - int(A(zero));
    centered[i] = int16_t(difference);
    sum += uint32_t(difference);
  }
  return int32_t(sum);
}

template <class A, class B>
const IntegerKernel& KernelOf() {
  static constexpr IntegerKernel kKernel = {kPanelColumns, Multiply<B>, Center<A>};
  return kKernel;
}

const IntegerKernel& PickIntegerKernel(bool a_is_signed, bool b_is_signed) {
  if (a_is_signed) return b_is_signed ? KernelOf<int8_t, int8_t>() : KernelOf<int8_t, uint8_t>();
  return b_is_signed ? KernelOf<uint8_t, int8_t>() : KernelOf<uint8_t, uint8_t>();
}

}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft {

HWY_EXPORT(PickIntegerKernel);

const IntegerKernel& BestIntegerKernel(bool a_is_signed, bool b_is_signed) {
  return WEFT_DISPATCH(PickIntegerKernel)(a_is_signed, b_is_signed);
}

}  // namespace weft
#endif
