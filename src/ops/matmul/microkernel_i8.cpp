// SPDX-License-Identifier: MIT
// Every loop over rows is unrolled, also those before and after the depth: a compiler would keep
// sums that it counts through in memory. Only x86 adds neighbours after it multiplied them;
// elsewhere the compiler makes what it can of the plain loop.
#define HWY_TARGET_INCLUDE "ops/matmul/microkernel_i8.cpp"
#include "simd/foreach_wide_target.h"
//
#include "hwy/highway.h"
#include "ops/matmul/microkernel.h"
#include "simd/unaligned-inl.h"

#include <cassert>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Words = hn::ScalableTag<int32_t>;
using WordVector = hn::Vec<Words>;
constexpr int64_t kLanes = int64_t(hn::MaxLanes(Words()));

// The numbers of one unit: two 16-bit numbers of A in every lane, and two of B for each lane.
struct Pairs {
#if HWY_ARCH_X86 && HWY_TARGET != HWY_SCALAR
  using Halves = hn::Repartition<int16_t, Words>;
  using Vector = hn::Vec<Halves>;

  static HWY_INLINE Vector Broadcast(int32_t two) {
    return hn::BitCast(Halves(), hn::Set(Words(), two));
  }
  template <class B>
  static HWY_INLINE Vector Widened(const B* b) {
    return hn::PromoteTo(Halves(), hn::LoadU(hn::Rebind<B, Halves>(), b));
  }
  static HWY_INLINE WordVector AddTo(WordVector sum, Vector a, Vector b) {
    WordVector unused = hn::Zero(Words());
    return hn::ReorderWidenMulAccumulate(Words(), a, b, sum, unused);
  }
#else
  struct Vector {
    WordVector first, second;
  };

  static HWY_INLINE Vector Broadcast(int32_t two) {
    return {hn::Set(Words(), int16_t(two)), hn::Set(Words(), two >> 16)};
  }
  template <class B>
  static HWY_INLINE Vector Widened(const B* b) {
    HWY_ALIGN int32_t numbers[2][kLanes];
    for (int64_t i = 0; i < kLanes; ++i)
      for (int64_t which = 0; which < 2; ++which) numbers[which][i] = b[2 * i + which];
    return {hn::Load(Words(), numbers[0]), hn::Load(Words(), numbers[1])};
  }
  static HWY_INLINE WordVector AddTo(WordVector sum, const Vector& a, const Vector& b) {
    return hn::Add(sum, hn::Add(hn::Mul(a.first, b.first), hn::Mul(a.second, b.second)));
  }
#endif
};

HWY_INLINE int32_t WordAt(const std::byte* at) {
  int32_t word;
  std::memcpy(&word, at, sizeof word);
  return word;
}

// What is added or taken away comes first: behind the depth it would cost registers there.
template <class B, int kVectors, int kRows>
void Tile(const PanelBlock& block, int64_t row, int64_t panel) {
  constexpr int64_t kMr = kAccumulators / kVectors, kNr = kVectors * kLanes;
  const Words d;
  const std::byte* a = block.a + row / kMr * block.a_tile;
  const std::byte* b = block.b + panel * block.b_panel;
  const std::byte* const sums_of_a = a + block.depth * 4 * kMr;
  const auto* const zeros = reinterpret_cast<const int32_t*>(b + block.depth * block.b_depth);
  const auto* const added = reinterpret_cast<const int32_t*>(block.added);
  const int64_t first = row * block.added_step + panel * kNr;
  WordVector sum[kRows][kVectors];
#pragma GCC unroll 12
  for (int r = 0; r < kRows; ++r)
#pragma GCC unroll 2
    for (int v = 0; v < kVectors; ++v) {
      sum[r][v] = hn::Zero(d);
      if (added) sum[r][v] = LoadUnaligned(d, added + first + r * block.added_step + v * kLanes);
      if (block.corrected)
        sum[r][v] = hn::Sub(sum[r][v], hn::Mul(hn::Set(d, WordAt(sums_of_a + 4 * r)),
                                               LoadUnaligned(d, zeros + v * kLanes)));
    }
  for (int64_t k = block.depth; k > 0; --k, a += 4 * kMr, b += block.b_depth) {
    Pairs::Vector columns[kVectors];
    for (int v = 0; v < kVectors; ++v)
      columns[v] = Pairs::Widened(reinterpret_cast<const B*>(b) + 2 * kLanes * v);
#pragma GCC unroll 12
    for (int r = 0; r < kRows; ++r) {
      const auto numbers = Pairs::Broadcast(WordAt(a + 4 * r));
#pragma GCC unroll 2
      for (int v = 0; v < kVectors; ++v) sum[r][v] = Pairs::AddTo(sum[r][v], numbers, columns[v]);
    }
  }
  auto* const c = reinterpret_cast<int32_t*>(block.c) + row * block.c_step + panel * kNr;
#pragma GCC unroll 12
  for (int r = 0; r < kRows; ++r)
#pragma GCC unroll 2
    for (int v = 0; v < kVectors; ++v)
      StoreUnaligned(sum[r][v], d, c + r * block.c_step + v * kLanes);
}

template <class B, int kVectors, int kRows = kAccumulators / kVectors>
void TileOf(const PanelBlock& block, int64_t row, int64_t panel) {
  if constexpr (kRows > 1)
    if (block.rows - row < kRows) return TileOf<B, kVectors, kRows - 1>(block, row, panel);
  Tile<B, kVectors, kRows>(block, row, panel);
}

template <class B, int kVectors>
void Multiply(const PanelBlock& block) {
  for (int64_t panel = 0; panel < block.panels; ++panel)
    for (int64_t row = 0; row < block.rows; row += kAccumulators / kVectors)
      TileOf<B, kVectors>(block, row, panel);
}

PanelKernel PickPairsKernel(DataType b, int64_t nr) {
  assert(nr == kLanes || nr == 2 * kLanes);
  if (b == DataType::Int8) return nr == kLanes ? Multiply<int8_t, 1> : Multiply<int8_t, 2>;
  return nr == kLanes ? Multiply<uint8_t, 1> : Multiply<uint8_t, 2>;
}

template <class A>
uint32_t Center(int16_t* centered, const std::byte* numbers, int64_t count, std::byte zero) {
  uint32_t sum = 0;
  for (int64_t i = 0; i < count; ++i) {
    const int difference = int(A(numbers[i])) - int(A(zero));
    centered[i] = int16_t(difference);
    sum += uint32_t(difference);
  }
  return sum;
}

CenterNumbers PickCenterKernel(DataType a) {
  return a == DataType::Int8 ? Center<int8_t> : Center<uint8_t>;
}

void Pair(std::byte* pairs, const std::byte* rows, int64_t row_step, int64_t count, int64_t width) {
  const hn::CappedTag<uint8_t, size_t(kLanes)> d;  // widths are multiples of it
  for (int64_t k = 0; k < count; k += 2, rows += 2 * row_step)
    for (int64_t c = 0; c < width; c += kLanes, pairs += 2 * kLanes) {
      const auto* const first = reinterpret_cast<const uint8_t*>(rows + c);
      const auto second = k + 1 < count ? hn::LoadU(d, first + row_step) : hn::Zero(d);
      hn::StoreInterleaved2(hn::LoadU(d, first), second, d, reinterpret_cast<uint8_t*>(pairs));
    }
}

PairRows PickPairKernel() { return Pair; }

}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft {

HWY_EXPORT(PickPairsKernel);
HWY_EXPORT(PickCenterKernel);
HWY_EXPORT(PickPairKernel);

PanelKernel PairsKernel(DataType b, int64_t nr) { return WEFT_DISPATCH(PickPairsKernel)(b, nr); }
CenterNumbers CenterKernel(DataType a) { return WEFT_DISPATCH(PickCenterKernel)(a); }
PairRows PairKernel() { return WEFT_DISPATCH(PickPairKernel)(); }

}  // namespace weft
#endif
