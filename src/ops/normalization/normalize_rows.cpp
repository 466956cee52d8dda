// SPDX-License-Identifier: MIT
// Sums widen to float64 as they read. What is written computes in float32: the difference from the
// rounded mean is exact where it is small, and what the rounding left goes into the last addition.
#define HWY_TARGET_INCLUDE "ops/normalization/normalize_rows.cpp"
#include "simd/foreach_compute_target.h"
//
#include "base/line_tasks.h"
#include "hwy/highway.h"
#include "ops/normalization/normalize_rows.h"
#include "simd/unaligned-inl.h"
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
  return hn::PromoteTo(d, LoadUnaligned(hn::Rebind<float, D>(), at));
}

// kCount vectors of four sums. Longer vectors hold several of them: they change no bit.
template <int kCount>
class Sums {
 public:
  using Few = hn::CappedTag<double, 4>;
  static constexpr int kVectors = kCount * int(hn::MaxLanes(Few())) / int(hn::MaxLanes(Doubles()));

  HWY_INLINE Sums() {
#pragma GCC unroll 8
    for (auto& sum : sums_) sum = hn::Zero(Doubles());
  }
  HWY_INLINE hn::Vec<Doubles>& operator[](int i) { return sums_[i]; }

  // All of them, after those of add(d, sum, i) for the few from each i on that `count` has whole;
  // then i is where the rest begins.
  template <class Add>
  HWY_INLINE double Total(int64_t& i, int64_t count, const Add& add) const {
    const Few d;
    hn::Vec<Few> few[kCount];
#pragma GCC unroll 8
    for (int v = 0; v < kVectors; ++v) {
#if HWY_CAP_GE512
      few[2 * v] = hn::LowerHalf(d, sums_[v]);
      few[2 * v + 1] = hn::UpperHalf(d, sums_[v]);
#else
      few[v] = sums_[v];
#endif
    }
    const int64_t lanes = int64_t(hn::Lanes(d));
    for (; i + lanes <= count; i += lanes) few[0] = add(d, few[0], i);
#pragma GCC unroll 3
    for (int n = kCount / 2; n > 0; n /= 2)
#pragma GCC unroll 4
      for (int v = 0; v < n; ++v) few[v] = hn::Add(few[2 * v], few[2 * v + 1]);
    return hn::GetLane(hn::SumOfLanes(d, few[0]));
  }

 private:
  hn::Vec<Doubles> sums_[kVectors];
};

// The sum of term(d, x) in float64, x being a vector of doubles or one of them.
template <class Term>
HWY_INLINE double Sum(const float* line, int64_t count, const Term& term) {
  using EightSums = Sums<8>;  // enough to hide how long an addition takes
  EightSums sums;
  const auto add = [&](auto d, auto sum, int64_t i)
                       HWY_ATTR { return hn::Add(sum, term(d, LoadWide(d, line + i))); };
  const Doubles d;
  const int64_t lanes = int64_t(hn::Lanes(d)), step = EightSums::kVectors * lanes;
  int64_t i = 0;
  for (; i + step <= count; i += step)
#pragma GCC unroll 8
    for (int v = 0; v < EightSums::kVectors; ++v) sums[v] = add(d, sums[v], i + v * lanes);
  double total = sums.Total(i, count, add);
  for (; i < count; ++i) total += hn::GetLane(term(OneDouble(), LoadWide(OneDouble(), line + i)));
  return total;
}

// A long line in tasks, whose sums are added in order.
template <class Term>
double SumInTasks(const float* line, int64_t count, const Term& term) {
  double sums[kMostLineTasks];
  ForEachLineTask(count, [&](int task, int64_t begin, int64_t some) {
    sums[task] = Sum(line + begin, some, term);
  });
  return std::accumulate(sums, sums + LineTaskCount(count), 0.0);
}

double SumOfMagnitudes(const float* line, int64_t count) {
  return SumInTasks(line, count, [](auto, auto x) HWY_ATTR { return hn::Abs(x); });
}
double SumOfSquares(const float* line, int64_t count, double mean) {
  return SumInTasks(line, count, [mean](auto d, auto x) HWY_ATTR {
    const auto difference = hn::Sub(x, hn::Set(d, mean));
    return hn::Mul(difference, difference);
  });
}

// Adds up x and x^2, whose products are exact in float64. However a line is read, its elements meet
// in the same order: a step at a time, then the rest.
class LineSums {
 public:
  static int64_t Step() { return FourSums::kVectors * Lanes(); }

  HWY_INLINE LineSums() {}  // for this instruction set
  HWY_INLINE void AddStep(const float* at) {
#pragma GCC unroll 4
    for (int v = 0; v < FourSums::kVectors; ++v) {
      const auto x = LoadWide(Doubles(), at + v * Lanes());
      plain_[v] = hn::Add(plain_[v], x);
      squares_[v] = hn::MulAdd(x, x, squares_[v]);
    }
  }
  HWY_INLINE PowerSums Finish(const float* rest, int64_t count) {
    const auto add = [rest](auto d, auto sum, int64_t at)
                         HWY_ATTR { return hn::Add(sum, LoadWide(d, rest + at)); };
    const auto add_square = [rest](auto d, auto sum, int64_t at) HWY_ATTR {
      const auto x = LoadWide(d, rest + at);
      return hn::MulAdd(x, x, sum);
    };
    int64_t i = 0, again = 0;
    PowerSums sums = {plain_.Total(i, count, add), squares_.Total(again, count, add_square)};
    for (; i < count; ++i) {
      const double x = hn::GetLane(LoadWide(OneDouble(), rest + i));
      sums.plain += x;
      sums.squares += x * x;
    }
    return sums;
  }

 private:
  using FourSums = Sums<4>;  // of each kind: conversions take longer than additions
  static int64_t Lanes() { return int64_t(hn::Lanes(Doubles())); }

  FourSums plain_, squares_;
};

PowerSums SumSpan(const float* line, int64_t count) {
  LineSums sums;
  int64_t i = 0;
  for (; i + LineSums::Step() <= count; i += LineSums::Step()) sums.AddStep(line + i);
  return sums.Finish(line + i, count - i);
}

PowerSums SumLine(const float* line, int64_t count) {
  if (LineTaskCount(count) == 1) return SumSpan(line, count);
  PowerSums sums[kMostLineTasks], total;
  ForEachLineTask(count, [&](int task, int64_t begin, int64_t some) {
    sums[task] = SumSpan(line + begin, some);
  });
  for (const PowerSums& some : sums) {
    total.plain += some.plain;
    total.squares += some.squares;
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
  return {LoadUnaligned(d, by.mean + i), LoadUnaligned(d, by.first + i),
          LoadUnaligned(d, by.second + i), LoadUnaligned(d, by.offset + i)};
}

// Calls body(d, i) for vectors at i, for the last elements with few lanes and with one: the same
// instructions.
template <class Body>
HWY_INLINE void ForEachVector(int64_t begin, int64_t end, const Body& body) {
  const hn::ScalableTag<float> d;
  const hn::CappedTag<float, 4> few;
  const hn::CappedTag<float, 1> one;
  const int64_t lanes = int64_t(hn::Lanes(d)), few_lanes = int64_t(hn::Lanes(few));
  int64_t i = begin;
  for (; i + 2 * lanes <= end; i += 2 * lanes) body(d, i), body(d, i + lanes);
  for (; i + lanes <= end; i += lanes) body(d, i);
  for (; i + few_lanes <= end; i += few_lanes) body(few, i);
  for (; i < end; ++i) body(one, i);
}

// By the mean, the second factor and the offset. To add up the next line meanwhile costs little:
// that waits for conversions, this for memory.
template <bool kScale, bool kBias, bool kForAll, bool kNext>
HWY_NOINLINE PowerSums NormalizeSpan(const LineToWrite& to, const Affine by, const float* next) {
  float* const output = to.output;
  const float *const line = to.line, *const scales = to.by.scale, *const biases = to.by.bias;
  const float one_scale = kForAll && kScale ? *scales : 1;
  const float one_bias = kForAll && kBias ? *biases : 0;
  const int64_t count = to.count;
  const auto scale = [=](auto d, [[maybe_unused]] int64_t i) HWY_ATTR {
    if constexpr (kForAll)
      return hn::Set(d, one_scale);
    else
      return LoadUnaligned(d, scales + i);
  };
  const auto bias = [=](auto d, [[maybe_unused]] int64_t i) HWY_ATTR {
    if constexpr (kForAll)
      return hn::Set(d, one_bias);
    else
      return LoadUnaligned(d, biases + i);
  };
  const auto write = [=](auto d, int64_t i) HWY_ATTR {
    auto x = hn::MulAdd(hn::Sub(LoadUnaligned(d, line + i), hn::Set(d, by.mean)),
                        hn::Set(d, by.second), hn::Set(d, by.offset));
    if constexpr (kScale && kBias)
      x = hn::MulAdd(x, scale(d, i), bias(d, i));
    else if constexpr (kScale)
      x = hn::Mul(x, scale(d, i));
    else if constexpr (kBias)
      x = hn::Add(x, bias(d, i));
    StoreUnaligned(x, d, output + i);
  };
  if constexpr (!kNext) {
    ForEachVector(0, count, write);
    return {};
  } else {
    const hn::ScalableTag<float> d;
    LineSums sums;
    int64_t i = 0;
    for (; i + LineSums::Step() <= count; i += LineSums::Step()) {
      sums.AddStep(next + i);
      for (int64_t j = 0; j < LineSums::Step(); j += int64_t(hn::Lanes(d))) write(d, i + j);
    }
    ForEachVector(i, count, write);
    return sums.Finish(next + i, count - i);
  }
}

template <bool kScale, bool kBias, bool kForAll>
PowerSums NormalizeAll(const LineToWrite& to, const Affine& by, const float* next) {
  // Together only where both lines stay in a near cache. Whether there is a next line depends on
  // threads, so it must not decide which instructions write this one: they could choose another of
  // two NaNs.
  constexpr int64_t kTogether = 16 * 1024;
  if (to.count <= kTogether)
    return NormalizeSpan<kScale, kBias, kForAll, true>(to, by, next ? next : to.line);
  ForEachLineTask(to.count, [&](int, int64_t begin, int64_t some) {
    const int64_t at = kForAll ? 0 : begin;
    NormalizeSpan<kScale, kBias, kForAll, false>(
        {to.output + begin,
         to.line + begin,
         some,
         {kScale ? to.by.scale + at : nullptr, kBias ? to.by.bias + at : nullptr}},
        by, nullptr);
  });
  return next ? SumLine(next, to.count) : PowerSums();
}

template <bool kForAll>
PowerSums NormalizeWith(const LineToWrite& to, const Affine& by, const float* next) {
  if (to.by.scale && to.by.bias) return NormalizeAll<true, true, kForAll>(to, by, next);
  if (to.by.scale) return NormalizeAll<true, false, kForAll>(to, by, next);
  return NormalizeAll<false, true, kForAll>(to, by, next);
}

PowerSums NormalizeWhole(LineToWrite to, Affine by, const float* next) {
  if (by.first != 1) {  // rarely: one factor after the other
    NormalizeAll<false, false, false>(to, {by.mean, 1, by.first, -0.f}, nullptr);
    to.line = to.output;
    by.mean = 0;
  }
  if (!to.by.scale && !to.by.bias) return NormalizeAll<false, false, false>(to, by, next);
  return to.by.for_all ? NormalizeWith<true>(to, by, next) : NormalizeWith<false>(to, by, next);
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
    ForEachVector(0, tile.columns, [=](auto d, int64_t i) HWY_ATTR {
      const auto x = LoadUnaligned(d, input + i);
      auto y = kByColumn ? LoadAffine(d, rows, i)(x) : SetAffine(d, shared)(x);
      if constexpr (kAdd) y = hn::Add(y, LoadUnaligned(d, add + i));
      StoreUnaligned(y, d, output + i);
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

HWY_EXPORT(SumOfMagnitudes);
HWY_EXPORT(SumOfSquares);
HWY_EXPORT(SumLine);
HWY_EXPORT(NormalizeWhole);
HWY_EXPORT(NormalizeAnyTile);

PowerSums PowerSumsOf(const float* line, int64_t count) {
  return WEFT_DISPATCH(SumLine)(line, count);
}
double VarianceOf(const PowerSums& sums, const float* line, int64_t count) {
  const double mean = sums.plain / double(count);
  const double around_mean = sums.squares - sums.plain * mean;
  // Of 53 bits so few may cancel that more than float32's remain; NaN goes the long way too.
  constexpr double kLeast = 0x1p-12;
  if (around_mean >= kLeast * sums.squares) return around_mean / double(count);
  return WEFT_DISPATCH(SumOfSquares)(line, count, mean) / double(count);
}
double SumOfMagnitudesOf(const float* line, int64_t count) {
  return WEFT_DISPATCH(SumOfMagnitudes)(line, count);
}

namespace {

Affine AffineOf(double mean, double slope, float bias) {
  // One NaN for all: which one a sum hands on depends on how it was added up.
  if (std::isnan(mean) || std::isnan(slope)) return {NAN, 1, 1, bias};
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

PowerSums NormalizeLine(const LineToWrite& to, double mean, double factor, const float* next) {
  // To add -0 changes nothing, not even a 0's sign.
  return WEFT_DISPATCH(NormalizeWhole)(to, AffineOf(mean, factor, -0.f), next);
}

AffineRows PrepareAffine(float* memory, int64_t count, const double* mean, const double* factor,
                         const float* scale, const float* bias) {
  float *means = memory, *firsts = means + count, *seconds = firsts + count;
  float* offsets = seconds + count;
  ForEachLineTask(count, [&](int, int64_t begin, int64_t some) {
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

void NormalizeTile(const AffineTile& tile) { WEFT_DISPATCH(NormalizeAnyTile)(tile); }

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
