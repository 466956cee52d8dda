// SPDX-License-Identifier: MIT
// Three passes over a line: the largest element, the exponentials and their sum, the quotients.
#define HWY_TARGET_INCLUDE "ops/reduction/softmax_line.cpp"
#include "simd/foreach_compute_target.h"
//
#include "base/line_tasks.h"
#include "hwy/highway.h"
#include "ops/reduction/softmax_line.h"
#include "simd/math-inl.h"
#include "simd/partial-inl.h"
#include "tensor/element.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;
using FloatVector = hn::Vec<Floats>;
constexpr float kInfinity = std::numeric_limits<float>::infinity();

// function(vector) -> vector for each vector of the line; its results go to `output`, if any. The
// last vector is filled up with -Infinity, which changes neither a maximum nor a sum of e^x.
template <bool kStore, class Function>
HWY_INLINE void ForEachVector(float* output, const float* input, int64_t count,
                              const Function& function) {
  const Floats d;
  const int64_t lanes = int64_t(hn::Lanes(d));
  int64_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    const FloatVector result = function(hn::LoadU(d, input + i));
    if constexpr (kStore) hn::StoreU(result, d, output + i);
  }
  if (i == count) return;
  const FloatVector rest = LoadFirst(d, input + i, count - i, hn::Set(d, -kInfinity));
  const FloatVector result = function(rest);
  if constexpr (kStore) StoreFirst(result, d, output + i, count - i);
}

float LargestOf(const float* input, int64_t count) {
  const Floats d;
  FloatVector largest = hn::Set(d, -kInfinity);
  ForEachVector<false>(nullptr, input, count, [&](FloatVector x) {
    largest = hn::Max(largest, x);
    return x;
  });
  return hn::GetLane(hn::MaxOfLanes(d, largest));
}

// Eight lanes at most add up side by side, so that longer vectors change no bit of a sum.
using Terms = hn::CappedTag<float, 8>;
using TermVector = hn::Vec<Terms>;
constexpr int kTermVectors = int(hn::MaxLanes(Floats()) / hn::MaxLanes(Terms()));

// visit(vector of terms) for those of x, in their order.
template <class Visit>
HWY_INLINE void ForEachTerms(FloatVector x, const Visit& visit) {
#if HWY_CAP_GE512
  visit(hn::LowerHalf(Terms(), x));
  visit(hn::UpperHalf(Terms(), x));
#else
  visit(x);
#endif
}

// Adds up floats in float64.
struct DoubleSum {
#if HWY_CAP_GE512
  using Doubles = hn::Rebind<double, Terms>;
  using Half = hn::Half<Doubles>;
  hn::Vec<Doubles> sums;
  HWY_INLINE DoubleSum() : sums(hn::Zero(Doubles())) {}
  HWY_INLINE void Add(TermVector x) { sums = hn::Add(sums, hn::PromoteTo(Doubles(), x)); }
  double Total() const {
    const auto both = hn::Add(hn::LowerHalf(Half(), sums), hn::UpperHalf(Half(), sums));
    return hn::GetLane(hn::SumOfLanes(Half(), both));
  }
#elif HWY_TARGET == HWY_SCALAR
  double total = 0;
  void Add(TermVector x) { total += double(hn::GetLane(x)); }
  double Total() const { return total; }
#else
  using Doubles = hn::Repartition<double, Terms>;
  using Half = hn::Half<Terms>;
  hn::Vec<Doubles> low, high;
  HWY_INLINE DoubleSum() : low(hn::Zero(Doubles())), high(hn::Zero(Doubles())) {}
  HWY_INLINE void Add(TermVector x) {
    low = hn::Add(low, hn::PromoteTo(Doubles(), hn::LowerHalf(Half(), x)));
    high = hn::Add(high, hn::PromoteTo(Doubles(), hn::UpperHalf(Half(), x)));
  }
  double Total() const { return hn::GetLane(hn::SumOfLanes(Doubles(), hn::Add(low, high))); }
#endif
};

// e^x for x <= 0, or NaN, in fewer steps than math::ExpOfNegative: x = n ln 2 + r, and 2^n times a
// polynomial in r. The polynomial is scaled down and 2^n up by as much, so that one multiplication
// rounds the denormals too.
HWY_INLINE FloatVector ExpOfNegative(FloatVector x) {
  const Floats d;
  constexpr int kUp = 64;
  constexpr float kDown = 0x1p-64f;
  x = math::AtLeast(d, x, -105);
  const FloatVector shift = hn::Set(d, math::kShift);
  const FloatVector shifted = hn::MulAdd(x, hn::Set(d, 1.44269504f), shift);
  const FloatVector n = hn::Sub(shifted, shift);
  FloatVector r = hn::NegMulAdd(n, hn::Set(d, 0.693359375f), x);
  r = hn::NegMulAdd(n, hn::Set(d, -2.12194440e-4f), r);
  const FloatVector scaled =
      math::Polynomial(d, r, kDown, kDown, kDown * 0.49999994f, kDown * 0.166665152f,
                       kDown * 0.041668456f, kDown * 0.00836941879f, kDown * 0.00138131436f);
  return math::TimesPowerOfTwo<kUp>(d, scaled, shifted);
}

// sum(e^(x - shift)); with kStore the terms go to `output`.
template <bool kStore>
double SumOfExponentials(float* output, const float* input, int64_t count, float shift) {
  const Floats d;
  const FloatVector shifts = hn::Set(d, shift);
  DoubleSum sum;
  const int64_t lanes = int64_t(hn::Lanes(d));
  int64_t i = 0;
  // Four terms are added first: two roundings of positive numbers are nothing beside e^x's own.
  constexpr int kTogether = 4 / kTermVectors;
  for (; i + kTogether * lanes <= count; i += kTogether * lanes) {
    TermVector powers[4];
    TermVector* next = powers;
    for (int v = 0; v < kTogether; ++v) {
      const FloatVector power = ExpOfNegative(hn::Sub(hn::LoadU(d, input + i + v * lanes), shifts));
      if constexpr (kStore) hn::StoreU(power, d, output + i + v * lanes);
      ForEachTerms(power, [&](TermVector x) { *next++ = x; });
    }
    sum.Add(hn::Add(hn::Add(powers[0], powers[1]), hn::Add(powers[2], powers[3])));
  }
  ForEachVector<kStore>(kStore ? output + i : nullptr, input + i, count - i, [&](FloatVector x) {
    const FloatVector power = ExpOfNegative(hn::Sub(x, shifts));
    ForEachTerms(power, [&](TermVector terms) { sum.Add(terms); });
    return power;
  });
  return sum.Total();
}

// The largest element of the line and the sum of e^(x - largest). Long lines in tasks.
struct Denominator {
  float largest;
  double sum;
};
template <bool kStore>
Denominator DenominatorOf(float* output, const float* input, int64_t count) {
  float largest[kMostLineTasks] = {};
  double sums[kMostLineTasks] = {};
  ForEachLineTask(count, [&](int task, int64_t begin, int64_t some) {
    largest[task] = LargestOf(input + begin, some);
  });
  const int tasks = LineTaskCount(count);
  const float shift = *std::max_element(largest, largest + tasks);
  ForEachLineTask(count, [&](int task, int64_t begin, int64_t some) {
    sums[task] =
        SumOfExponentials<kStore>(kStore ? output + begin : nullptr, input + begin, some, shift);
  });
  return {shift, std::accumulate(sums, sums + tasks, 0.0)};
}

void Softmax(std::byte* output, const std::byte* input, int64_t count) {
  auto* to = reinterpret_cast<float*>(output);
  const double sum = DenominatorOf<true>(to, reinterpret_cast<const float*>(input), count).sum;
  ForEachLineTask(count, [&](int, int64_t begin, int64_t some) {
    const FloatVector factor = hn::Set(Floats(), float(1 / sum));
    ForEachVector<true>(to + begin, to + begin, some,
                        [&](FloatVector x) { return hn::Mul(x, factor); });
  });
}

void LogSoftmax(std::byte* output, const std::byte* input, int64_t count) {
  const auto* from = reinterpret_cast<const float*>(input);
  auto* to = reinterpret_cast<float*>(output);
  const Denominator all = DenominatorOf<false>(nullptr, from, count);
  const float log_sum = float(std::log(all.sum));
  ForEachLineTask(count, [&](int, int64_t begin, int64_t some) {
    // Both differences go the same way, so that nothing cancels.
    const Floats d;
    const FloatVector shift = hn::Set(d, all.largest), log = hn::Set(d, log_sum);
    ForEachVector<true>(to + begin, from + begin, some,
                        [&](FloatVector x) { return hn::Sub(hn::Sub(x, shift), log); });
  });
}

template <class T>
void LogSumExp(std::byte* output, const std::byte* input, int64_t count) {
  const auto* from = reinterpret_cast<const float*>(input);
  const Denominator all = DenominatorOf<false>(nullptr, from, count);
  double result = double(all.largest) + std::log(all.sum);
  if (!std::isfinite(all.largest)) {  // Infinity has no distance to itself
    double sum = 0;
    for (int64_t i = 0; i < count; ++i) {
      float x;
      std::memcpy(&x, from + i, sizeof x);
      sum += std::exp(double(x));
    }
    result = std::log(sum);
  }
  const T element = ConvertElement<T>(result);
  std::memcpy(output, &element, sizeof element);
}

FloatLine PickSoftmax() { return Softmax; }
FloatLine PickLogSoftmax() { return LogSoftmax; }
FloatLine PickLogSumExp(DataType type) {
  return type == DataType::Float16 ? LogSumExp<Half> : LogSumExp<float>;
}

}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft {

HWY_EXPORT(PickSoftmax);
HWY_EXPORT(PickLogSoftmax);
HWY_EXPORT(PickLogSumExp);

FloatLine SoftmaxLine() { return WEFT_DISPATCH(PickSoftmax)(); }
FloatLine LogSoftmaxLine() { return WEFT_DISPATCH(PickLogSoftmax)(); }
FloatLine LogSumExpFor(DataType type) { return WEFT_DISPATCH(PickLogSumExp)(type); }

}  // namespace weft
#endif
