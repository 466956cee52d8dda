// SPDX-License-Identifier: MIT
// The last few columns of a row go through the same vector as the others, so where an element lies
// changes no bit of its result.
#define HWY_TARGET_INCLUDE "ops/matmul/scaled_sum.cpp"
#include "simd/foreach_compute_target.h"
//
#include "hwy/highway.h"
#include "ops/matmul/scaled_sum.h"
#include "simd/unaligned-inl.h"

#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Of `count` columns from `j` on, function(x, j, count) makes new ones of x.
template <class Function>
HWY_INLINE void ForEachVector(float* row, int64_t columns, const Function& function) {
  const hn::ScalableTag<float> d;
  const int64_t lanes = int64_t(hn::Lanes(d));
  int64_t j = 0;
  for (; j + lanes <= columns; j += lanes)
    StoreUnaligned(function(LoadUnaligned(d, row + j), j, lanes), d, row + j);
  if (j == columns) return;
  HWY_ALIGN float rest[hn::MaxLanes(d)] = {};
  const auto bytes = size_t(columns - j) * sizeof(float);
  std::memcpy(rest, row + j, bytes);
  hn::Store(function(hn::Load(d, rest), j, columns - j), d, rest);
  std::memcpy(row + j, rest, bytes);
}

void AddRows(const ScaledSum& sum) {
  const hn::ScalableTag<float> d;
  const int64_t lanes = int64_t(hn::Lanes(d));
  const auto alpha = hn::Set(d, sum.alpha), beta = hn::Set(d, sum.beta);
  for (int64_t r = 0; r < sum.rows; ++r) {
    float* const row = sum.to + r * sum.to_step;
    const std::byte* const from = sum.from + r * sum.from_step;
    if (sum.from == nullptr) {
      ForEachVector(row, sum.columns, [&](auto x, int64_t, int64_t) { return hn::Mul(alpha, x); });
    } else if (sum.one_number) {
      float number;
      std::memcpy(&number, from, sizeof number);
      const auto added = hn::Set(d, number);
      ForEachVector(row, sum.columns, [&](auto x, int64_t, int64_t) {
        return hn::MulAdd(beta, added, hn::Mul(alpha, x));
      });
    } else {
      const auto* others = reinterpret_cast<const float*>(from);
      ForEachVector(row, sum.columns, [&](auto x, int64_t j, int64_t count) {
        if (count == lanes)
          return hn::MulAdd(beta, LoadUnaligned(d, others + j), hn::Mul(alpha, x));
        HWY_ALIGN float rest[hn::MaxLanes(d)] = {};
        std::memcpy(rest, others + j, size_t(count) * sizeof(float));
        return hn::MulAdd(beta, hn::Load(d, rest), hn::Mul(alpha, x));
      });
    }
  }
}

}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft {

HWY_EXPORT(AddRows);

void Add(const ScaledSum& sum) { WEFT_DISPATCH(AddRows)(sum); }

}  // namespace weft
#endif
