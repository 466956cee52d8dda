// SPDX-License-Identifier: MIT
// Functions of two float64 vectors. What is rare and intricate (infinities, zeros, huge quotients)
// is left to the C library, one lane at a time; a lane never depends on its neighbours.
#define HWY_TARGET_INCLUDE "ops/elementwise/double_functions.cpp"
#include "simd/foreach_compute_target.h"
//
#include "hwy/contrib/math/math-inl.h"
#include "hwy/highway.h"
#include "ops/elementwise/double_functions.h"
#include "strided/convert.h"
#include "tensor/element.h"

#include <algorithm>
#include <cmath>
#include <limits>

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using D = hn::ScalableTag<double>;
using V = hn::Vec<D>;
using M = hn::Mask<D>;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The lanes of `result` that are not `usual`, from `exact` instead.
template <class Exact>
V Correct(V result, M usual, V a, V b, Exact exact) {
  const D d;
  if (HWY_LIKELY(hn::AllTrue(d, usual))) return result;
  HWY_ALIGN double as[HWY_MAX_BYTES / 8], bs[HWY_MAX_BYTES / 8], results[HWY_MAX_BYTES / 8];
  HWY_ALIGN double is_usual[HWY_MAX_BYTES / 8];
  hn::Store(a, d, as);
  hn::Store(b, d, bs);
  hn::Store(result, d, results);
  hn::Store(hn::IfThenElseZero(usual, hn::Set(d, 1)), d, is_usual);
  for (size_t i = 0; i < hn::Lanes(d); ++i)
    if (is_usual[i] == 0) results[i] = exact(as[i], bs[i]);
  return hn::Load(d, results);
}

// The angle between the x axis and the diagonal, mirrored to where (x, y) lies.
V Atan2(V y, V x) {
  const D d;
  const V ay = hn::Abs(y), ax = hn::Abs(x);
  const V low = hn::Min(ax, ay), high = hn::Max(ax, ay);
  V slope = hn::Div(low, high);
  slope = hn::IfThenElse(hn::Eq(high, hn::Zero(d)), hn::Zero(d), slope);
  slope = hn::IfThenElse(hn::Eq(low, hn::Set(d, kInfinity)), hn::Set(d, 1), slope);
  V angle = hn::Atan(d, slope);
  angle = hn::IfThenElse(hn::Gt(ay, ax), hn::Sub(hn::Set(d, M_PI_2), angle), angle);
  const M left = hn::Lt(hn::CopySign(hn::Set(d, 1), x), hn::Zero(d));  // of 0: also where x is -0
  angle = hn::IfThenElse(left, hn::Sub(hn::Set(d, M_PI), angle), angle);
  const M is_number = hn::And(hn::Eq(x, x), hn::Eq(y, y));
  return hn::IfThenElse(is_number, hn::CopySign(angle, y), hn::Add(x, y));
}

// exp(y * log|x|), good for 40 bits, with x's sign where y is odd.
V Power(V x, V y) {
  const D d;
  const V ax = hn::Abs(x);
  const M usual = hn::And(hn::And(hn::Gt(ax, hn::Zero(d)), hn::Lt(ax, hn::Set(d, kInfinity))),
                          hn::Lt(hn::Abs(y), hn::Set(d, kInfinity)));
  // Past 700 every float is 0 or infinite; hn::Exp wants its argument to stay below 706.
  V exponent = hn::Mul(y, hn::Log(d, hn::IfThenElse(usual, ax, hn::Set(d, 1))));
  exponent = hn::Clamp(exponent, hn::Set(d, -700), hn::Set(d, 700));
  V result = hn::Exp(d, exponent);
  const M negative = hn::Lt(x, hn::Zero(d));
  const M whole = hn::Eq(hn::Trunc(y), y);
  const V half = hn::Mul(y, hn::Set(d, 0.5));
  const M odd = hn::And(whole, hn::Ne(hn::Trunc(half), half));
  result = hn::IfThenElse(hn::And(negative, odd), hn::Neg(result), result);
  result = hn::IfThenElse(hn::AndNot(whole, negative),
                          hn::Set(d, std::numeric_limits<double>::quiet_NaN()), result);
  return Correct(result, usual, x, y, [](double a, double b) { return std::pow(a, b); });
}

// Of numbers with 24 mantissa bits. Up to 2^28 the quotient is exact where it is whole, and so is
// its product with b; the difference always is.
V ModulusTruncate(V a, V b) {
  const D d;
  const V quotient = hn::Trunc(hn::Div(a, b));
  const V rest = hn::CopySign(hn::Sub(a, hn::Mul(quotient, b)), a);
  const M usual = hn::And(hn::Lt(hn::Abs(quotient), hn::Set(d, 0x1p28)),
                          hn::Lt(hn::Abs(b), hn::Set(d, kInfinity)));
  return Correct(rest, usual, a, b, [](double x, double y) { return std::fmod(x, y); });
}

V ModulusFloor(V a, V b) {
  const D d;
  const V rest = ModulusTruncate(a, b);
  const M opposite = hn::Lt(hn::Mul(hn::CopySign(hn::Set(d, 1), rest), b), hn::Zero(d));
  const V moved = hn::IfThenElse(opposite, hn::Add(rest, b), rest);
  return hn::IfThenElse(hn::Eq(rest, hn::Zero(d)), hn::CopySign(rest, b), moved);
}

V PowerExact(V x, V y) {
  const D d;
  const M none = hn::Lt(hn::Zero(d), hn::Zero(d));
  return Correct(x, none, x, y, [](double a, double b) { return std::pow(a, b); });
}

constexpr int64_t kBlock = 256;
static_assert(kBlock % hn::MaxLanes(D()) == 0);  // the last vector is read whole

// The rest of the last vector is read, but its results go nowhere.
template <V (*kFunction)(V, V)>
void Run(double* result, const double* a, const double* b, int64_t count) {
  const D d;
  for (int64_t i = 0; i < count; i += int64_t(hn::Lanes(d)))
    hn::Store(kFunction(hn::Load(d, a + i), hn::Load(d, b + i)), d, result + i);
}

// FLOAT16 scales and is biased in float32, integers in float64 and back: as in IDENTITY.
template <class T>
void Adjust(double* a, int64_t count, const ScaleBias& by) {
  using Float = std::conditional_t<std::integral<T>, double, float>;
  using Result = std::conditional_t<std::integral<T>, T, float>;
  for (int64_t i = 0; i < count; ++i)
    a[i] = double(ConvertElement<Result>(Float(a[i]) * Float(by.scale) + Float(by.bias)));
}

struct Parameters {
  void (*run)(double*, const double*, const double*, int64_t);
  ConvertRow widen_a, widen_b, narrow;
  void (*adjust)(double*, int64_t, const ScaleBias&);  // null where there is nothing to adjust
  ScaleBias scale_bias;
  int8_t a_bytes, b_bytes, output_bytes;
};

void Row(std::byte* output, const std::byte* const* inputs, int64_t count, const void* parameters) {
  const auto by = *static_cast<const Parameters*>(parameters);
  HWY_ALIGN double a[kBlock] = {}, b[kBlock] = {};
  for (int64_t i = 0; i < count; i += kBlock) {
    const int64_t n = std::min(kBlock, count - i);
    by.widen_a(reinterpret_cast<std::byte*>(a), inputs[0] + i * by.a_bytes, n);
    by.widen_b(reinterpret_cast<std::byte*>(b), inputs[1] + i * by.b_bytes, n);
    if (by.adjust) by.adjust(a, n, by.scale_bias);
    by.run(a, a, b, n);
    by.narrow(output + i * by.output_bytes, reinterpret_cast<std::byte*>(a), n);
  }
}

RowFunction RowFor(DoubleFunction function, DataType output, DataType a, DataType b,
                   const std::optional<ScaleBias>& scale_bias) {
  Parameters by = {.run = nullptr,
                   .widen_a = ConverterFor(DataType::Float64, a),
                   .widen_b = ConverterFor(DataType::Float64, b),
                   .narrow = ConverterFor(output, DataType::Float64),
                   .adjust = nullptr,
                   .scale_bias = scale_bias.value_or(ScaleBias()),
                   .a_bytes = int8_t(SizeBits(a) / 8),
                   .b_bytes = int8_t(SizeBits(b) / 8),
                   .output_bytes = int8_t(SizeBits(output) / 8)};
  if (scale_bias) by.adjust = DispatchType(a, []<class T>(ElementTag<T>) { return Adjust<T>; });
  switch (function) {
    case DoubleFunction::Atan2: by.run = Run<Atan2>; break;
    case DoubleFunction::Power: by.run = Run<Power>; break;
    case DoubleFunction::PowerExact: by.run = Run<PowerExact>; break;
    case DoubleFunction::ModulusTruncate: by.run = Run<ModulusTruncate>; break;
    case DoubleFunction::ModulusFloor: by.run = Run<ModulusFloor>; break;
  }
  return {Row, by};
}

}  // namespace
}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft {

HWY_EXPORT(RowFor);

RowFunction DoubleRow(DoubleFunction function, DataType output, DataType a, DataType b,
                      const std::optional<ScaleBias>& scale_bias) {
  return WEFT_DISPATCH(RowFor)(function, output, a, b, scale_bias);
}

}  // namespace weft
#endif
