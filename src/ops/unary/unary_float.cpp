// SPDX-License-Identifier: MIT
// The float32 functions of unary_table.h, for every instruction set. The last few elements of a row
// go through the same vector as the others, so where an element lies changes no bit of its result.
#define HWY_TARGET_INCLUDE "ops/unary/unary_float.cpp"
#include "simd/foreach_compute_target.h"
//
#include <algorithm>

#include "hwy/highway.h"
#include "ops/unary/unary_steps.h"
#include "simd/math-inl.h"
#include "simd/partial-inl.h"
#include "strided/tile_kernels.h"

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class M, class V>
HWY_INLINE V Where(M mask, V yes, V no) {
  return hn::IfThenElse(mask, yes, no);
}

#define WEFT_FLOAT_ROW(Op, function, ...)                                    \
  struct Op##Function {                                                      \
    template <class D, class V>                                              \
    HWY_INLINE V operator()([[maybe_unused]] D d, V x, [[maybe_unused]] V a, \
                            [[maybe_unused]] V b) const {                    \
      [[maybe_unused]] const V zero = hn::Zero(d), one = hn::Set(d, 1);      \
      return function;                                                       \
    }                                                                        \
  };
#define WEFT_NUMBER_ROW(Op, function, integer, ...) WEFT_FLOAT_ROW(Op, function)
#include "ops/unary/unary_table.h"

// With kStream past the cache, of which `output` starts a line, and as far as there are whole
// lines.
template <class Function, bool kStream>
HWY_INLINE int64_t RunVectors(float* to, const float* from, int64_t count, float first,
                              float second) {
  const hn::ScalableTag<float> d;
  const int64_t lanes = int64_t(hn::Lanes(d));
  const Function function;
  const auto a = hn::Set(d, first), b = hn::Set(d, second);
  const auto put = [&](auto v, int64_t at) {
    if constexpr (kStream)
      hn::Stream(v, d, to + at);
    else
      hn::StoreU(v, d, to + at);
  };
  int64_t i = 0;
  // Two at a time, which the compiler weaves into each other: a polynomial's steps wait for one
  // another.
  for (; i + 2 * lanes <= count; i += 2 * lanes) {
    if (kStream) __builtin_prefetch(reinterpret_cast<const std::byte*>(from + i) + kFetchAhead);
    const auto one = function(d, hn::LoadU(d, from + i), a, b);
    const auto two = function(d, hn::LoadU(d, from + i + lanes), a, b);
    put(one, i);
    put(two, i + lanes);
  }
  return i;
}

template <class Function>
void Run(std::byte* output, const std::byte* input, int64_t count, float first, float second) {
  const hn::ScalableTag<float> d;
  const int64_t lanes = int64_t(hn::Lanes(d));
  const Function function;
  const auto a = hn::Set(d, first), b = hn::Set(d, second);
  auto* to = reinterpret_cast<float*>(output);
  const auto* from = reinterpret_cast<const float*>(input);
  int64_t i = RunVectors<Function, false>(to, from, count, first, second);
  for (; i + lanes <= count; i += lanes)
    hn::StoreU(function(d, hn::LoadU(d, from + i), a, b), d, to + i);
  if (i == count) return;
  const auto rest = LoadFirst(d, from + i, count - i, hn::Zero(d));
  StoreFirst(function(d, rest, a, b), d, to + i, count - i);
}

template <class Function>
void Step(std::byte* output, const std::byte* input, int64_t count, const UnaryParameters& by) {
  Run<Function>(output, input, count, by.number[0], by.number[1]);
}

template <class Function>
void StreamStep(std::byte* output, const std::byte* input, int64_t count,
                const UnaryParameters& by) {
  constexpr int64_t size = sizeof(float);
  const int64_t head = -int64_t(reinterpret_cast<uintptr_t>(output)) & (kLineBytes - 1);
  if (head % size != 0) return Step<Function>(output, input, count, by);
  const int64_t first = std::min(head / size, count);
  Step<Function>(output, input, first, by);
  const int64_t whole = (count - first) / (kLineBytes / size) * (kLineBytes / size);
  const int64_t done =
      first + RunVectors<Function, true>(reinterpret_cast<float*>(output) + first,
                                         reinterpret_cast<const float*>(input) + first, whole,
                                         by.number[0], by.number[1]);
  Step<Function>(output + done * size, input + done * size, count - done, by);
}

void Scale(std::byte* output, const std::byte* input, int64_t count, const UnaryParameters& by) {
  Run<ActivationLinearFunction>(output, input, count, by.scale_bias.scale, by.scale_bias.bias);
}

UnaryStep StepOf(OperatorType type) {
#define WEFT_FLOAT_ROW(Op, ...) \
  if (type == OperatorType::Op) return Step<Op##Function>;
#define WEFT_NUMBER_ROW WEFT_FLOAT_ROW
#include "ops/unary/unary_table.h"
  return nullptr;
}

UnaryStep StreamStepOf(OperatorType type) {
#define WEFT_FLOAT_ROW(Op, ...) \
  if (type == OperatorType::Op) return StreamStep<Op##Function>;
#define WEFT_NUMBER_ROW WEFT_FLOAT_ROW
#include "ops/unary/unary_table.h"
  return nullptr;
}

UnaryStep ScaleStep() { return Scale; }

}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft {

HWY_EXPORT(StepOf);
HWY_EXPORT(StreamStepOf);
HWY_EXPORT(ScaleStep);

UnaryStep FloatStep(OperatorType type) { return WEFT_DISPATCH(StepOf)(type); }
UnaryStep FloatStreamStep(OperatorType type) { return WEFT_DISPATCH(StreamStepOf)(type); }
UnaryStep FloatScaleStep() { return WEFT_DISPATCH(ScaleStep)(); }

}  // namespace weft
#endif
