// SPDX-License-Identifier: MIT
// Sums widen to float64 as they read. What is written computes in float32: the difference from the
// rounded mean is exact where it is small, and what the rounding left goes into the last addition.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/normalize.cpp"
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3 | HWY_AVX3_DL)
#include "hwy/foreach_target.h"
//
#include "base/chunks.h"
#include "hwy/highway.h"
#include "kernels/loose_lanes-inl.h"
#include "kernels/normalize.h"
#include "strided/tile_kernels.h"

#include <cmath>
#include <numeric>
#include <utility>

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::ScalableTag<double>;
using OneDouble = hn::CappedTag<double, 1>;

template <class D>
HWY_INLINE hn::Vec<D> LoadWide(D d, const float* at) {
  return hn::PromoteTo(d, LoadLoose(hn::Rebind<float, D>(), at));
}

// The sum of term(d, x) in float64, x being a vector of doubles or one of them.
template <class Term>
HWY_INLINE double Sum(const float* line, int64_t count, const Term& term) {
  constexpr int kSums = 8;  // enough to hide how long an addition takes
  const Doubles d;
  const int64_t lanes = int64_t(hn::Lanes(d));
  hn::Vec<Doubles> a = hn::Zero(d), b = a, c = a, e = a, f = a, g = a, h = a, k = a;
  int64_t i = 0;
  for (; i + kSums * lanes <= count; i += kSums * lanes) {
    a = hn::Add(a, term(d, LoadWide(d, line + i)));
    b = hn::Add(b, term(d, LoadWide(d, line + i + lanes)));
    c = hn::Add(c, term(d, LoadWide(d, line + i + 2 * lanes)));
    e = hn::Add(e, term(d, LoadWide(d, line + i + 3 * lanes)));
    f = hn::Add(f, term(d, LoadWide(d, line + i + 4 * lanes)));
    g = hn::Add(g, term(d, LoadWide(d, line + i + 5 * lanes)));
    h = hn::Add(h, term(d, LoadWide(d, line + i + 6 * lanes)));
    k = hn::Add(k, term(d, LoadWide(d, line + i + 7 * lanes)));
  }
  for (; i + lanes <= count; i += lanes) a = hn::Add(a, term(d, LoadWide(d, line + i)));
  a = hn::Add(hn::Add(hn::Add(a, b), hn::Add(c, e)), hn::Add(hn::Add(f, g), hn::Add(h, k)));
  double total = hn::GetLane(hn::SumOfLanes(d, a));
  const OneDouble one;
  for (; i < count; ++i) total += hn::GetLane(term(one, LoadWide(one, line + i)));
  return total;
}

// A long line in chunks, whose sums are added in order.
template <class Term>
double SumInChunks(const float* line, int64_t count, const Term& term) {
  double sums[kMostChunks];
  ForEachChunk(count, [&](int chunk, int64_t begin, int64_t some) {
    sums[chunk] = Sum(line + begin, some, term);
  });
  return std::accumulate(sums, sums + ChunksOf(count), 0.0);
}

double SumOfElements(const float* line, int64_t count) {
  return SumInChunks(line, count, [](auto, auto x) HWY_ATTR { return x; });
}
double SumOfMagnitudes(const float* line, int64_t count) {
  return SumInChunks(line, count, [](auto, auto x) HWY_ATTR { return hn::Abs(x); });
}
double SumOfSquares(const float* line, int64_t count, double mean) {
  return SumInChunks(line, count, [mean](auto d, auto x) HWY_ATTR {
    const auto apart = hn::Sub(x, hn::Set(d, mean));
    return hn::Mul(apart, apart);
  });
}

// Sums of x and of x^2; the products are exact in float64.
using Sums = std::pair<double, double>;
HWY_INLINE Sums SumBoth(const float* line, int64_t count) {
  constexpr int kSums = 4;  // of each kind: conversions take longer than additions
  const Doubles d;
  const int64_t lanes = int64_t(hn::Lanes(d));
  hn::Vec<Doubles> a = hn::Zero(d), b = a, c = a, e = a, aa = a, bb = a, cc = a, ee = a;
  const auto add = [&](int64_t i, auto& plain, auto& square) HWY_ATTR {
    const auto x = LoadWide(d, line + i);
    plain = hn::Add(plain, x);
    square = hn::MulAdd(x, x, square);
  };
  int64_t i = 0;
  for (; i + kSums * lanes <= count; i += kSums * lanes) {
    __builtin_prefetch(reinterpret_cast<const std::byte*>(line + i) + kFetchAhead);
    add(i, a, aa), add(i + lanes, b, bb), add(i + 2 * lanes, c, cc), add(i + 3 * lanes, e, ee);
  }
  for (; i + lanes <= count; i += lanes) add(i, a, aa);
  const auto total = [&](auto w, auto x, auto y, auto z) HWY_ATTR {
    return hn::GetLane(hn::SumOfLanes(d, hn::Add(hn::Add(w, x), hn::Add(y, z))));
  };
  Sums sums = {total(a, b, c, e), total(aa, bb, cc, ee)};
  for (; i < count; ++i) {
    const double x = hn::GetLane(LoadWide(OneDouble(), line + i));
    sums.first += x;
    sums.second += x * x;
  }
  return sums;
}

Sums SumBothInChunks(const float* line, int64_t count) {
  Sums sums[kMostChunks], total;
  ForEachChunk(count, [&](int chunk, int64_t begin, int64_t some) {
    sums[chunk] = SumBoth(line + begin, some);
  });
  for (int chunk = 0; chunk < ChunksOf(count); ++chunk) {
    total.first += sums[chunk].first;
    total.second += sums[chunk].second;
  }
  return total;
}

// The four parts for the elements of one vector.
template <class D>
struct AffineVectors {
  hn::Vec<D> mean, first, second, offset;

  HWY_INLINE hn::Vec<D> operator()(hn::Vec<D> x) const {
    return hn::MulAdd(hn::Mul(hn::Sub(x, mean), first), second, offset);
  }
};
template <class D>
HWY_INLINE AffineVectors<D> SetAffine(D d, const Affine& by) {
  return {hn::Set(d, by.mean), hn::Set(d, by.first), hn::Set(d, by.second), hn::Set(d, by.offset)};
}
template <class D>
HWY_INLINE AffineVectors<D> LoadAffine(D d, const AffineRows& by, int64_t i) {
  return {LoadLoose(d, by.mean + i), LoadLoose(d, by.first + i), LoadLoose(d, by.second + i),
          LoadLoose(d, by.offset + i)};
}

// Calls body(d, i) for vectors at i, and for the last elements one by one: the same instructions.
template <class Body>
HWY_INLINE void ForEachVector(int64_t count, const Body& body) {
  const hn::ScalableTag<float> d;
  const int64_t lanes = int64_t(hn::Lanes(d));
  int64_t i = 0;
  for (; i + 2 * lanes <= count; i += 2 * lanes) body(d, i), body(d, i + lanes);
  for (; i + lanes <= count; i += lanes) body(d, i);
  for (; i < count; ++i) body(hn::CappedTag<float, 1>(), i);
}

template <bool kScale, bool kBias>
HWY_NOINLINE void NormalizeSpan(float* output, const float* line, int64_t count, const Affine by,
                                const float* scale, const float* bias) {
  ForEachVector(count, [=](auto d, int64_t i) HWY_ATTR {
    auto x = SetAffine(d, by)(LoadLoose(d, line + i));
    if constexpr (kScale && kBias)
      x = hn::MulAdd(x, LoadLoose(d, scale + i), LoadLoose(d, bias + i));
    else if constexpr (kScale)
      x = hn::Mul(x, LoadLoose(d, scale + i));
    else if constexpr (kBias)
      x = hn::Add(x, LoadLoose(d, bias + i));
    StoreLoose(x, d, output + i);
  });
}

template <bool kScale, bool kBias>
void NormalizeAll(float* output, const float* line, int64_t count, const Affine& by,
                  const float* scale, const float* bias) {
  ForEachChunk(count, [&](int, int64_t begin, int64_t some) {
    NormalizeSpan<kScale, kBias>(output + begin, line + begin, some, by, scale + begin,
                                 bias + begin);
  });
}

void NormalizeWhole(float* output, const float* line, int64_t count, const Affine& by,
                    const float* scale, const float* bias) {
  if (scale && bias) return NormalizeAll<true, true>(output, line, count, by, scale, bias);
  if (scale) return NormalizeAll<true, false>(output, line, count, by, scale, line);
  if (bias) return NormalizeAll<false, true>(output, line, count, by, line, bias);
  NormalizeAll<false, false>(output, line, count, by, line, line);
}

template <bool kByColumn, bool kAdd>
HWY_NOINLINE void NormalizeRows(const AffineTile& tile) {
  for (int64_t r = 0; r < tile.rows; ++r) {
    auto* output = reinterpret_cast<float*>(tile.output + r * tile.output_row);
    const auto* input = reinterpret_cast<const float*>(tile.input + r * tile.input_row);
    const float* add = nullptr;
    if constexpr (kAdd) add = reinterpret_cast<const float*>(tile.add + r * tile.add_row);
    const int64_t at = r * tile.by_row;
    const AffineRows rows = {tile.by.mean + at, tile.by.first + at, tile.by.second + at,
                             tile.by.offset + at};
    Affine shared;
    if constexpr (!kByColumn) shared = {*rows.mean, *rows.first, *rows.second, *rows.offset};
    ForEachVector(tile.columns, [=](auto d, int64_t i) HWY_ATTR {
      const auto x = LoadLoose(d, input + i);
      auto y = kByColumn ? LoadAffine(d, rows, i)(x) : SetAffine(d, shared)(x);
      if constexpr (kAdd) y = hn::Add(y, LoadLoose(d, add + i));
      StoreLoose(y, d, output + i);
    });
  }
}

void NormalizeAnyTile(const AffineTile& tile) {
  if (tile.add)
    return tile.by_column ? NormalizeRows<true, true>(tile) : NormalizeRows<false, true>(tile);
  return tile.by_column ? NormalizeRows<true, false>(tile) : NormalizeRows<false, false>(tile);
}

}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft {

HWY_EXPORT(SumOfElements);
HWY_EXPORT(SumOfMagnitudes);
HWY_EXPORT(SumOfSquares);
HWY_EXPORT(SumBothInChunks);
HWY_EXPORT(NormalizeWhole);
HWY_EXPORT(NormalizeAnyTile);

double MeanOf(const float* line, int64_t count) {
  return HWY_DYNAMIC_DISPATCH(SumOfElements)(line, count) / double(count);
}
double VarianceOf(const float* line, int64_t count, double mean) {
  return HWY_DYNAMIC_DISPATCH(SumOfSquares)(line, count, mean) / double(count);
}
Moments MomentsOf(const float* line, int64_t count) {
  const auto [sum, squares] = HWY_DYNAMIC_DISPATCH(SumBothInChunks)(line, count);
  const double mean = sum / double(count);
  const double around_mean = squares - sum * mean;
  // Of 53 bits so few may cancel that more than float32's remain; NaN goes the long way too.
  constexpr double kLeast = 0x1p-12;
  if (!(around_mean >= kLeast * squares)) return {mean, VarianceOf(line, count, mean)};
  return {mean, around_mean / double(count)};
}
double SumOf(Norm norm, const float* line, int64_t count) {
  return norm == Norm::Absolute ? HWY_DYNAMIC_DISPATCH(SumOfMagnitudes)(line, count)
                                : HWY_DYNAMIC_DISPATCH(SumOfSquares)(line, count, 0);
}

namespace {

Affine AffineOf(double mean, double slope, float bias) {
  Affine by = {float(mean), 1, float(slope), bias};
  const double rest = std::isfinite(by.mean) ? mean - double(by.mean) : 0;
  if (rest != 0) by.offset = float(double(bias) - rest * slope);
  const double size = std::fabs(slope);
  if ((size > 0x1p-100 && size < 0x1p100) || size == 0 || !std::isfinite(size)) return by;
  const int half = std::ilogb(size) / 2;
  by.first = std::ldexp(1.f, half);
  by.second = float(std::ldexp(slope, -half));
  return by;
}

}  // namespace

void NormalizeLine(float* output, const float* line, int64_t count, double mean, double factor,
                   const float* scale, const float* bias) {
  // To add -0 changes nothing, not even a 0's sign.
  HWY_DYNAMIC_DISPATCH(NormalizeWhole)
  (output, line, count, AffineOf(mean, factor, -0.f), scale, bias);
}

AffineRows PrepareAffine(float* memory, int64_t count, const double* mean, const double* factor,
                         const float* scale, const float* bias) {
  float *means = memory, *firsts = means + count, *seconds = firsts + count;
  float* offsets = seconds + count;
  ForEachChunk(count, [&](int, int64_t begin, int64_t some) {
    for (int64_t i = begin; i < begin + some; ++i) {
      const Affine by = AffineOf(mean[i], factor[i] * double(scale[i]), bias[i]);
      means[i] = by.mean;
      firsts[i] = by.first;
      seconds[i] = by.second;
      offsets[i] = by.offset;
    }
  });
  return {means, firsts, seconds, offsets};
}

void NormalizeTile(const AffineTile& tile) { HWY_DYNAMIC_DISPATCH(NormalizeAnyTile)(tile); }

RowFunction NormalizeRow() {
  return {[](std::byte* output, const std::byte* const* inputs, int64_t count, const void*) {
    const auto part = [&](int i) { return reinterpret_cast<const float*>(inputs[i]); };
    NormalizeTile({.rows = 1,
                   .columns = count,
                   .output = output,
                   .output_row = 0,
                   .input = inputs[0],
                   .input_row = 0,
                   .add = inputs[5],
                   .add_row = 0,
                   .by = {part(1), part(2), part(3), part(4)},
                   .by_row = 0,
                   .by_column = true});
  }};
}

}  // namespace weft
#endif
