// SPDX-License-Identifier: MIT
// Sums widen to float64 as they read. What is written computes in float32, with the mean as a sum
// of two floats: the difference from the first is exact where it is small.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/normalize.cpp"
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3 | HWY_AVX3_DL)
#include "hwy/foreach_target.h"
//
#include "base/chunks.h"
#include "hwy/highway.h"
#include "kernels/normalize.h"

#include <cmath>
#include <numeric>

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::ScalableTag<double>;
using OneDouble = hn::CappedTag<double, 1>;

template <class D>
HWY_INLINE hn::Vec<D> LoadWide(D d, const float* at) {
  return hn::PromoteTo(d, hn::LoadU(hn::Rebind<float, D>(), at));
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

// mean = high + low; the factor is a product, so that neither part leaves float32's range where
// only their product times a difference is back in it.
struct Narrow {
  float high, low, first, second;
};
Narrow NarrowOf(double mean, double factor) {
  const float high = float(mean);
  const int exponent = std::isfinite(factor) && factor != 0 ? std::ilogb(factor) : 0;
  const int half = exponent / 2;
  return {high, std::isfinite(high) ? float(mean - double(high)) : 0.f, std::ldexp(1.f, half),
          float(std::ldexp(factor, -half))};
}

template <bool kScale, bool kBias, class D>
HWY_INLINE void Normalize(D d, float* output, const float* line, const Narrow& by,
                          const float* scale, const float* bias) {
  auto x = hn::Sub(hn::Sub(hn::LoadU(d, line), hn::Set(d, by.high)), hn::Set(d, by.low));
  x = hn::Mul(hn::Mul(x, hn::Set(d, by.first)), hn::Set(d, by.second));
  if constexpr (kScale && kBias)
    x = hn::MulAdd(x, hn::LoadU(d, scale), hn::LoadU(d, bias));
  else if constexpr (kScale)
    x = hn::Mul(x, hn::LoadU(d, scale));
  else if constexpr (kBias)
    x = hn::Add(x, hn::LoadU(d, bias));
  hn::StoreU(x, d, output);
}

template <bool kScale, bool kBias>
void NormalizeAll(float* output, const float* line, int64_t count, const Narrow& by,
                  const float* scale, const float* bias) {
  ForEachChunk(count, [&](int, int64_t begin, int64_t some) HWY_ATTR {
    const hn::ScalableTag<float> d;
    const hn::CappedTag<float, 1> one;
    const int64_t lanes = int64_t(hn::Lanes(d)), end = begin + some;
    int64_t i = begin;
    for (; i + lanes <= end; i += lanes)
      Normalize<kScale, kBias>(d, output + i, line + i, by, scale + i, bias + i);
    for (; i < end; ++i)
      Normalize<kScale, kBias>(one, output + i, line + i, by, scale + i, bias + i);
  });
}

void NormalizeWhole(float* output, const float* line, int64_t count, double mean, double factor,
                    const float* scale, const float* bias) {
  const Narrow by = NarrowOf(mean, factor);
  if (scale && bias) return NormalizeAll<true, true>(output, line, count, by, scale, bias);
  if (scale) return NormalizeAll<true, false>(output, line, count, by, scale, line);
  if (bias) return NormalizeAll<false, true>(output, line, count, by, line, bias);
  NormalizeAll<false, false>(output, line, count, by, line, line);
}

template <class D>
HWY_INLINE void NormalizeSome(D d, float* output, const std::byte* const* inputs, int64_t i) {
  const auto floats = [&](int input) { return reinterpret_cast<const float*>(inputs[input]) + i; };
  const auto doubles = [&](int input) {
    return reinterpret_cast<const double*>(inputs[input]) + i;
  };
  const hn::Rebind<float, D> narrow;
  const auto apart = hn::Sub(LoadWide(d, floats(0)), hn::LoadU(d, doubles(1)));
  const auto normal = hn::DemoteTo(narrow, hn::Mul(apart, hn::LoadU(d, doubles(2))));
  const auto scaled =
      hn::MulAdd(normal, hn::LoadU(narrow, floats(3)), hn::LoadU(narrow, floats(4)));
  hn::StoreU(hn::Add(scaled, hn::LoadU(narrow, floats(5))), narrow, output + i);
}

void RunNormalizeRow(std::byte* output, const std::byte* const* inputs, int64_t count,
                     const void*) {
  const Doubles d;
  const int64_t lanes = int64_t(hn::Lanes(d));
  auto* to = reinterpret_cast<float*>(output);
  int64_t i = 0;
  for (; i + lanes <= count; i += lanes) NormalizeSome(d, to, inputs, i);
  for (; i < count; ++i) NormalizeSome(OneDouble(), to, inputs, i);
}
MapRow PickNormalizeRow() { return RunNormalizeRow; }

}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft {

HWY_EXPORT(SumOfElements);
HWY_EXPORT(SumOfMagnitudes);
HWY_EXPORT(SumOfSquares);
HWY_EXPORT(NormalizeWhole);
HWY_EXPORT(PickNormalizeRow);

double MeanOf(const float* line, int64_t count) {
  return HWY_DYNAMIC_DISPATCH(SumOfElements)(line, count) / double(count);
}
double VarianceOf(const float* line, int64_t count, double mean) {
  return HWY_DYNAMIC_DISPATCH(SumOfSquares)(line, count, mean) / double(count);
}
double SumOf(Norm norm, const float* line, int64_t count) {
  return norm == Norm::Absolute ? HWY_DYNAMIC_DISPATCH(SumOfMagnitudes)(line, count)
                                : HWY_DYNAMIC_DISPATCH(SumOfSquares)(line, count, 0);
}
void NormalizeLine(float* output, const float* line, int64_t count, double mean, double factor,
                   const float* scale, const float* bias) {
  HWY_DYNAMIC_DISPATCH(NormalizeWhole)(output, line, count, mean, factor, scale, bias);
}
RowFunction NormalizeRow() { return HWY_DYNAMIC_DISPATCH(PickNormalizeRow)(); }

}  // namespace weft
#endif
