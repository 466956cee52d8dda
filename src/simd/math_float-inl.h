// SPDX-License-Identifier: MIT
// Functions of float32 vectors that are computed in float32: the simple ones, and the frequent
// ones, each of which is a range reduction and a minimax polynomial.
#if defined(WEFT_SIMD_MATH_FLOAT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef WEFT_SIMD_MATH_FLOAT_INL_H_
#undef WEFT_SIMD_MATH_FLOAT_INL_H_
#else
#define WEFT_SIMD_MATH_FLOAT_INL_H_
#endif

#include <limits>

#include "hwy/contrib/math/math-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE::math {
namespace hn = hwy::HWY_NAMESPACE;

// c0 + x * (c1 + x * (c2 + …))
template <class D, class V>
HWY_INLINE V Polynomial(D d, V, float last) {
  return hn::Set(d, last);
}
template <class D, class V, class... Rest>
HWY_INLINE V Polynomial(D d, V x, float first, Rest... rest) {
  return hn::MulAdd(Polynomial(d, x, rest...), x, hn::Set(d, first));
}

// The same as two shorter chains, of the even and the odd coefficients, which overlap. The first
// coefficient is added last, so that the rounding errors of the others are scaled by x.
template <class D, class V>
HWY_INLINE V LongPolynomial(D d, V x, float c0, float c1, float c2, float c3, float c4, float c5,
                            float c6, float c7, float c8, float c9, float c10, float c11,
                            float c12) {
  const V square = hn::Mul(x, x);
  const V even = Polynomial(d, square, c1, c3, c5, c7, c9, c11);
  const V odd = Polynomial(d, square, c2, c4, c6, c8, c10, c12);
  return hn::MulAdd(hn::MulAdd(odd, x, even), x, hn::Set(d, c0));
}

// The minimum (maximum) of x and the limit, and NaN where x is NaN. x86's vector instructions
// return the second operand then; others, and Highway's scalar functions, return the number.
inline constexpr bool kMinTakesTheSecond = HWY_ARCH_X86 && HWY_TARGET != HWY_SCALAR;
template <class D, class V>
HWY_INLINE V AtMost(D d, V x, float limit) {
  const V most = hn::Set(d, limit);
  if constexpr (!kMinTakesTheSecond) return hn::IfThenElse(hn::Gt(x, most), most, x);
  return hn::Min(most, x);
}
template <class D, class V>
HWY_INLINE V AtLeast(D d, V x, float limit) {
  const V least = hn::Set(d, limit);
  if constexpr (!kMinTakesTheSecond) return hn::IfThenElse(hn::Lt(x, least), least, x);
  return hn::Max(least, x);
}

// The minimum (maximum) of both, and the other one where one is NaN, as in Direct3D.
template <class V>
HWY_INLINE V MinNumber(V x, V y) {
  return hn::IfThenElse(hn::Or(hn::Lt(x, y), hn::IsNaN(y)), x, y);
}
template <class V>
HWY_INLINE V MaxNumber(V x, V y) {
  return hn::IfThenElse(hn::Or(hn::Gt(x, y), hn::IsNaN(y)), x, y);
}

template <class D>
HWY_INLINE hn::Vec<D> NotANumber(D d) {
  return hn::Set(d, std::numeric_limits<float>::quiet_NaN());
}
template <class D>
HWY_INLINE hn::Vec<D> Infinity(D d) {
  return hn::Set(d, std::numeric_limits<float>::infinity());
}

// x = n * ln 2 + rest: n is in the lowest bits of `shifted`, and e^rest = 1 + fraction.
template <class V>
struct ExpParts {
  V shifted;
  V fraction;
};

constexpr float kShift = 0x1.8p23f;  // adding it rounds to an integer

// For -105 <= x <= 89, or of x + low, where `low` is the rounding error of x.
template <class D, class V, class... Low>
HWY_INLINE ExpParts<V> SplitExp(D d, V x, Low... low) {
  const V shift = hn::Set(d, kShift);
  const V shifted = hn::MulAdd(x, hn::Set(d, 1.44269504f), shift);
  const V n = hn::Sub(shifted, shift);
  // ln 2 in two parts; n times the first is exact.
  V r = hn::NegMulAdd(n, hn::Set(d, 0.693359375f), x);
  r = hn::NegMulAdd(n, hn::Set(d, -2.12194440e-4f), r);
  ((r = hn::Add(r, low)), ...);
  const V p =
      Polynomial(d, r, 0.49999994f, 0.166665152f, 0.041668456f, 0.00836941879f, 0.00138131436f);
  return {shifted, hn::MulAdd(hn::Mul(r, r), p, r)};
}

// y * 2^(n + lift), where that is a normal number.
template <int kLift = 0, class D, class V>
HWY_INLINE V TimesPowerOfTwo(D d, V y, V shifted) {
  const hn::RebindToSigned<D> di;
  const auto exponent = hn::ShiftLeft<23>(hn::BitCast(di, shifted));
  return hn::Mul(y, hn::BitCast(d, hn::Add(exponent, hn::Set(di, (127 + kLift) << 23))));
}

// y * 2^n for n <= 0, where that may be a denormal number.
template <class D, class V>
HWY_INLINE V TimesSmallPowerOfTwo(D d, V y, V shifted) {
  return hn::Mul(TimesPowerOfTwo<64>(d, y, shifted), hn::Set(d, 0x1p-64f));
}

template <class D, class V>
HWY_INLINE V Exp(D d, V x) {
  const V one = hn::Set(d, 1);
  if (HWY_LIKELY(hn::AllTrue(d, hn::Lt(hn::Abs(x), hn::Set(d, 87))))) {
    const auto e = SplitExp(d, x);
    return TimesPowerOfTwo(d, hn::Add(one, e.fraction), e.shifted);
  }
  // 2^n as two factors, so that the ends of the range overflow and underflow correctly. The bits
  // are the same as above where that path is possible.
  const hn::RebindToSigned<D> di;
  const auto e = SplitExp(d, AtMost(d, AtLeast(d, x, -105), 89));
  const auto power = hn::Sub(hn::BitCast(di, e.shifted), hn::BitCast(di, hn::Set(d, kShift)));
  const auto half = hn::ShiftRight<1>(power);
  const auto bias = hn::Set(di, 127);
  const V first = hn::BitCast(d, hn::ShiftLeft<23>(hn::Add(half, bias)));
  const V second = hn::BitCast(d, hn::ShiftLeft<23>(hn::Add(hn::Sub(power, half), bias)));
  return hn::Mul(hn::Mul(hn::Add(one, e.fraction), first), second);
}

// For x <= 0.
template <class D, class V>
HWY_INLINE V ExpOfNegative(D d, V x) {
  const auto e = SplitExp(d, AtLeast(d, x, -105));
  return TimesSmallPowerOfTwo(d, hn::Add(hn::Set(d, 1), e.fraction), e.shifted);
}

// e^x - 1, for x <= 0.
template <class D, class V>
HWY_INLINE V ExpMinusOne(D d, V x) {
  const auto e = SplitExp(d, AtLeast(d, x, -20));
  const V one = hn::Set(d, 1), scale = TimesPowerOfTwo(d, one, e.shifted);
  return hn::MulAdd(scale, e.fraction, hn::Sub(scale, one));
}

template <class D, class V>
HWY_INLINE V Log(D d, V x) {
  using Limits = std::numeric_limits<float>;
  const V infinity = hn::Set(d, Limits::infinity()), zero = hn::Zero(d);
  const V negative = hn::IfThenElse(hn::Lt(x, zero), hn::Set(d, Limits::quiet_NaN()), x);
  const V special = hn::IfThenElse(hn::Eq(x, zero), hn::Neg(infinity), negative);
  return hn::IfThenElse(hn::And(hn::Gt(x, zero), hn::Lt(x, infinity)), hn::Log(d, x), special);
}

template <class D, class V>
HWY_INLINE V Tanh(D d, V x) {
  const V a = hn::Abs(x), s = hn::Mul(x, x), one = hn::Set(d, 1);
  const V p =
      Polynomial(d, s, -0.333332807f, 0.133314416f, -0.0537397154f, 0.020639088f, -0.00570498733f);
  const V small = hn::MulAdd(hn::Mul(a, s), p, a);
  const auto e = SplitExp(d, AtMost(d, hn::Add(a, a), 40));
  const V power = TimesPowerOfTwo(d, hn::Add(one, e.fraction), e.shifted);
  const V large = hn::Sub(one, hn::Div(hn::Set(d, 2), hn::Add(power, one)));
  return hn::CopySign(hn::IfThenElse(hn::Lt(a, hn::Set(d, 0.625f)), small, large), x);
}

// Near 0 x plus x times a polynomial in x^2; then 1 - e^-polynomial.
template <class D, class V>
HWY_INLINE V Erf(D d, V x) {
  const V a = hn::Abs(x), s = hn::Mul(x, x);
  const V p = Polynomial(d, s, 0.128379166f, -0.376126349f, 0.112837031f, -0.0268597994f,
                         0.00520196045f, -0.000815262902f, 8.40992434e-05f);
  const V small = hn::MulAdd(a, p, a);
  const V g = Polynomial(d, AtMost(d, a, 3.95f), 0.000207018937f, 1.12762737f, 0.637265861f,
                         0.103856295f, -0.0221897382f, 0.00303368201f, -0.00019494562f);
  const auto e = SplitExp(d, hn::Neg(g));
  const V one = hn::Set(d, 1);
  const V large = hn::Sub(one, TimesPowerOfTwo(d, hn::Add(one, e.fraction), e.shifted));
  return hn::CopySign(hn::IfThenElse(hn::Lt(a, hn::Set(d, 0.92f)), small, large), x);
}

// 1 / (1 + e^-x), or e^x / (1 + e^x): the form whose exponential is at most 1.
template <class D, class V>
HWY_INLINE V Sigmoid(D d, V x) {
  const V one = hn::Set(d, 1), e = ExpOfNegative(d, hn::Neg(hn::Abs(x)));
  const V numerator = hn::IfThenElse(hn::Lt(x, hn::Zero(d)), e, one);
  return hn::Div(numerator, hn::Add(one, e));
}

// -a * a / 2 = high + low, exactly.
template <class V>
struct HalfSquare {
  V high, low;
};
template <class D, class V>
HWY_INLINE HalfSquare<V> NegativeHalfSquare(D d, V a) {
  const V minus_half = hn::Set(d, -0.5f);
#if HWY_NATIVE_FMA
  const V half = hn::Mul(a, minus_half), high = hn::Mul(half, a);
  return {high, hn::MulSub(half, a, high)};
#else
  const hn::RebindToUnsigned<D> du;
  const V upper = hn::BitCast(d, hn::And(hn::BitCast(du, a), hn::Set(du, 0xfffff000u)));
  return {hn::Mul(hn::Mul(upper, upper), minus_half),
          hn::Mul(hn::Mul(hn::Sub(a, upper), minus_half), hn::Add(a, upper))};
#endif
}

// x * F(x), where F is the normal distribution. F(-a) = e^(-a^2/2) * E(a), where a polynomial in
// (a - c) / (a + c) gives E(a) * (a + c) for all a.
template <class D, class V>
HWY_INLINE V Gelu(D d, V x) {
  const V one = hn::Set(d, 1);
  const V a = AtMost(d, hn::Abs(x), 14.5f);  // further out F rounds to 0 or 1
  const auto square = NegativeHalfSquare(d, a);
  const auto e = SplitExp(d, square.high, square.low);
  const V q = hn::Div(one, hn::Add(a, hn::Set(d, 1.5f)));
  const V t = hn::NegMulAdd(q, hn::Set(d, 3), one);  // (a - c) / (a + c), of c = 1.5
  const V p =
      LongPolynomial(d, t, 0.617341995f, -0.195099458f, -0.0574956127f, 0.0178960524f, 0.017641563f,
                     0.00399202295f, -0.00243652123f, -0.00272360514f, -0.00104425685f,
                     0.000269984303f, 0.000476839137f, 0.00014075666f, -8.27110762e-06f);
  const V ap = hn::Mul(hn::Mul(a, q), p);
  const V tail = TimesSmallPowerOfTwo(d, hn::MulAdd(ap, e.fraction, ap), e.shifted);
  return hn::Sub(hn::Max(x, hn::Zero(d)), tail);  // x F(x) = x - x F(-x)
}

// x * max(0, min(alpha * x + beta, 1)); 0 where that factor is, even at infinity.
template <class D, class V>
HWY_INLINE V HardSwish(D d, V x, V alpha, V beta) {
  const V zero = hn::Zero(d), line = hn::Add(hn::Mul(alpha, x), beta);
  const V factor = MaxNumber(MinNumber(line, hn::Set(d, 1)), zero);
  return hn::IfThenElse(hn::Gt(factor, zero), hn::Mul(x, factor), zero);
}

// x / (1 + |x|), and its limit at infinity.
template <class D, class V>
HWY_INLINE V Softsign(D d, V x) {
  const V a = hn::Abs(x), one = hn::Set(d, 1);
  return hn::IfThenElse(hn::Eq(a, Infinity(d)), hn::CopySign(one, x), hn::Div(x, hn::Add(one, a)));
}

// To integers, by the values of RoundingMode: ties to even, toward zero, ties away from zero.
template <class D, class V>
HWY_INLINE V Round(D d, V x, V mode) {
  const V truncated = hn::Trunc(x);
  const V away = hn::Add(truncated, hn::CopySign(hn::Set(d, 1), x));
  const V rest = hn::Abs(hn::Sub(x, truncated));
  const V ties_away = hn::IfThenElse(hn::Ge(rest, hn::Set(d, 0.5f)), away, truncated);
  const V nearest = hn::IfThenElse(hn::Eq(mode, hn::Zero(d)), hn::Round(x), ties_away);
  return hn::IfThenElse(hn::Eq(mode, hn::Set(d, 1)), truncated, nearest);
}

}  // namespace weft::HWY_NAMESPACE::math
HWY_AFTER_NAMESPACE();

#endif
