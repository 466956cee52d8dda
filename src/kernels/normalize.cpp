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
#include "kernels/loose_lanes-inl.h"
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

// mean = high + low. A factor near the ends of float32's range is a product of two, so that neither
// leaves it where only their product times a difference is back in it.
struct Narrow {
  float high, low, first, second;
};
Narrow NarrowOf(double mean, double factor) {
  Narrow by = {float(mean), 0, 1, float(factor)};
  if (std::isfinite(by.high)) by.low = float(mean - double(by.high));
  if ((factor > 0x1p-100 && factor < 0x1p100) || factor == 0 || !std::isfinite(factor)) return by;
  const int half = std::ilogb(factor) / 2;
  by.first = std::ldexp(1.f, half);
  by.second = float(std::ldexp(factor, -half));
  return by;
}

// In registers: memory could be what is being written.
template <class D>
struct NarrowVectors {
  hn::Vec<D> high, low, first, second;
  HWY_INLINE NarrowVectors(D d, const Narrow& by)
      : high(hn::Set(d, by.high)),
        low(hn::Set(d, by.low)),
        first(hn::Set(d, by.first)),
        second(hn::Set(d, by.second)) {}
};

template <bool kScale, bool kBias, class D>
HWY_INLINE void Normalize(D d, float* output, const float* line, const NarrowVectors<D>& by,
                          const float* scale, const float* bias) {
  auto x = hn::Sub(hn::Sub(LoadLoose(d, line), by.high), by.low);
  x = hn::Mul(hn::Mul(x, by.first), by.second);
  if constexpr (kScale && kBias)
    x = hn::MulAdd(x, LoadLoose(d, scale), LoadLoose(d, bias));
  else if constexpr (kScale)
    x = hn::Mul(x, LoadLoose(d, scale));
  else if constexpr (kBias)
    x = hn::Add(x, LoadLoose(d, bias));
  StoreLoose(x, d, output);
}

template <bool kScale, bool kBias>
HWY_NOINLINE void NormalizeSpan(float* output, const float* line, int64_t count, const Narrow& by,
                                const float* scale, const float* bias) {
  const hn::ScalableTag<float> d;
  const hn::CappedTag<float, 1> one;
  const NarrowVectors vectors(d, by);
  const int64_t lanes = int64_t(hn::Lanes(d));
  int64_t i = 0;
  for (; i + 2 * lanes <= count; i += 2 * lanes) {
    Normalize<kScale, kBias>(d, output + i, line + i, vectors, scale + i, bias + i);
    const int64_t j = i + lanes;
    Normalize<kScale, kBias>(d, output + j, line + j, vectors, scale + j, bias + j);
  }
  const NarrowVectors ones(one, by);
  for (; i < count; ++i)
    Normalize<kScale, kBias>(one, output + i, line + i, ones, scale + i, bias + i);
}

template <bool kScale, bool kBias>
void NormalizeAll(float* output, const float* line, int64_t count, const Narrow& by,
                  const float* scale, const float* bias) {
  ForEachChunk(count, [&](int, int64_t begin, int64_t some) {
    NormalizeSpan<kScale, kBias>(output + begin, line + begin, some, by, scale + begin,
                                 bias + begin);
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

// One arithmetic for rows, whether each element has parameters of its own or all have the same.
template <class D, class Wide, class Thin>
HWY_INLINE auto Apply(D d, const float* x, Wide mean, Wide factor, Thin scale, Thin bias) {
  const auto normal = hn::Mul(hn::Sub(LoadWide(d, x), mean), factor);
  return hn::MulAdd(hn::DemoteTo(hn::Rebind<float, D>(), normal), scale, bias);
}

template <class D>
HWY_INLINE void NormalizeSome(D d, float* output, const std::byte* const* inputs, int64_t i) {
  const auto floats = [&](int input) { return reinterpret_cast<const float*>(inputs[input]) + i; };
  const auto doubles = [&](int input) {
    return reinterpret_cast<const double*>(inputs[input]) + i;
  };
  const hn::Rebind<float, D> narrow;
  const auto scaled = Apply(d, floats(0), LoadLoose(d, doubles(1)), LoadLoose(d, doubles(2)),
                            LoadLoose(narrow, floats(3)), LoadLoose(narrow, floats(4)));
  StoreLoose(hn::Add(scaled, LoadLoose(narrow, floats(5))), narrow, output + i);
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

void NormalizeRowBy(float* output, const float* row, int64_t count, const RowParameters& by) {
  const auto each = [&](auto d, int64_t begin, int64_t end) HWY_ATTR {
    const hn::Rebind<float, decltype(d)> narrow;
    const auto mean = hn::Set(d, by.mean), factor = hn::Set(d, by.factor);
    const auto scale = hn::Set(narrow, by.scale), bias = hn::Set(narrow, by.bias);
    const auto zero = hn::Zero(narrow);  // what rows add: it makes -0 a 0
    const int64_t lanes = int64_t(hn::Lanes(d));
    for (int64_t i = begin; i < end; i += lanes)
      StoreLoose(hn::Add(Apply(d, row + i, mean, factor, scale, bias), zero), narrow, output + i);
  };
  const Doubles d;
  const int64_t whole = count - count % int64_t(hn::Lanes(d));
  each(d, 0, whole);
  each(OneDouble(), whole, count);
}

}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft {

HWY_EXPORT(SumOfElements);
HWY_EXPORT(SumOfMagnitudes);
HWY_EXPORT(SumOfSquares);
HWY_EXPORT(NormalizeWhole);
HWY_EXPORT(PickNormalizeRow);
HWY_EXPORT(NormalizeRowBy);

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
void NormalizeUniformRow(float* output, const float* row, int64_t count, const RowParameters& by) {
  HWY_DYNAMIC_DISPATCH(NormalizeRowBy)(output, row, count, by);
}
RowFunction NormalizeRow() { return HWY_DYNAMIC_DISPATCH(PickNormalizeRow)(); }

}  // namespace weft
#endif
