// SPDX-License-Identifier: MIT
// A tile is a few rows by a few columns, with at least one vector of sums for each element: enough
// serial chains of multiply-adds to overlap, few enough to stay in registers. Wider vectors would
// be more sums, and other bits, for memory that does not arrive any faster.
#define HWY_TARGET_INCLUDE "ops/matmul/dot_rows.cpp"
#include "simd/foreach_narrow_target.h"
//
#include "hwy/highway.h"
#include "ops/matmul/microkernel.h"
#include "simd/unaligned-inl.h"
#include "simd/unaligned.h"

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using FloatTag = hn::ScalableTag<float>;
using FloatVector = hn::Vec<FloatTag>;

HWY_INLINE FloatVector Load(const std::byte* from) {
  return LoadUnaligned(FloatTag(), reinterpret_cast<const float*>(from));
}

// Adds one vector of the depth, at byte `at`, to one vector of sums for each element.
template <int kRows, int kColumns>
HWY_INLINE void AddTerms(const DotBlock& block, const std::byte* b, int64_t at,
                         FloatVector (&sum)[kRows][kColumns]) {
  FloatVector column[kColumns];
  for (int c = 0; c < kColumns; ++c) column[c] = Load(b + c * block.b_column + at);
  for (int r = 0; r < kRows; ++r) {
    const FloatVector row = Load(block.a + r * block.a_row + at);
    for (int c = 0; c < kColumns; ++c) sum[r][c] = hn::MulAdd(row, column[c], sum[r][c]);
  }
}

// kChains vectors of sums for each element.
template <int kRows, int kColumns, int kChains>
HWY_INLINE void Tile(const DotBlock& block, const std::byte* b, Unaligned<float>* to) {
  const FloatTag d;
  constexpr int64_t kBytes = sizeof(float);
  const int64_t lanes = int64_t(hn::Lanes(d));
  FloatVector sum[kChains][kRows][kColumns];
  for (int chain = 0; chain < kChains; ++chain)
    for (int r = 0; r < kRows; ++r)
      for (int c = 0; c < kColumns; ++c) sum[chain][r][c] = hn::Zero(d);
  int64_t k = 0;
  for (; k + kChains * lanes <= block.depth; k += kChains * lanes)
    for (int chain = 0; chain < kChains; ++chain)
      AddTerms(block, b, (k + chain * lanes) * kBytes, sum[chain]);
  for (; kChains > 1 && k + lanes <= block.depth; k += lanes)
    AddTerms(block, b, k * kBytes, sum[0]);
  // Unrolled, so that no sum has to leave its register for it.
  float total[kRows][kColumns];
#pragma GCC unroll 6
  for (int r = 0; r < kRows; ++r)
#pragma GCC unroll 4
    for (int c = 0; c < kColumns; ++c) {
      FloatVector all = sum[0][r][c];
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
void Columns(const DotBlock& block) {
  auto* const c = reinterpret_cast<Unaligned<float>*>(block.c);
  int64_t j = 0;
  for (; j + kColumns <= block.columns; j += kColumns)
    Tile<kRows, kColumns, kChains>(block, block.b + j * block.b_column, c + j);
  for (; j < block.columns; ++j)
    Tile<kRows, 1, kChains>(block, block.b + j * block.b_column, c + j);
}

void MultiplyDotBlock(const DotBlock& block) {
  switch (block.rows) {
    case 1: return Columns<1, 4, 2>(block);
    case 2: return Columns<2, 4, 1>(block);
    case 3: return Columns<3, 4, 1>(block);
    case 4: return Columns<4, 2, 1>(block);
    case 5: return Columns<5, 2, 1>(block);
    default: return Columns<6, 2, 1>(block);
  }
}

}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft {

HWY_EXPORT(MultiplyDotBlock);

void MultiplyDots(const DotBlock& block) { WEFT_DISPATCH(MultiplyDotBlock)(block); }

}  // namespace weft
#endif
