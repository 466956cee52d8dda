// SPDX-License-Identifier: MIT
// Mathematical functions of float32 vectors, right for every argument: NaN, infinities, both zeros,
// denormals. The frequent ones are a range reduction and a polynomial of least maximal error each;
// the others are Highway's, in float64 and rounded once. Included once for every instruction set.
// Call them qualified, math::Exp(d, x): Highway has functions of these names.
#if defined(WEFT_KERNELS_MATH_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef WEFT_KERNELS_MATH_INL_H_
#undef WEFT_KERNELS_MATH_INL_H_
#else
#define WEFT_KERNELS_MATH_INL_H_
#endif

#include <cmath>
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

// The smaller (larger) of the two; a NaN in x stays. Vector instructions give the second operand
// then, or a NaN; Highway's scalar functions give the number.
template <class D, class V>
HWY_INLINE V AtMost(D d, V x, float limit) {
  const V most = hn::Set(d, limit);
  if constexpr (HWY_TARGET == HWY_SCALAR) return hn::IfThenElse(hn::Gt(x, most), most, x);
  return hn::Min(most, x);
}
template <class D, class V>
HWY_INLINE V AtLeast(D d, V x, float limit) {
  const V least = hn::Set(d, limit);
  if constexpr (HWY_TARGET == HWY_SCALAR) return hn::IfThenElse(hn::Lt(x, least), least, x);
  return hn::Max(least, x);
}

// The smaller (larger) of the two; the number where one is NaN, as Direct3D has it.
template <class V>
HWY_INLINE V MinNumber(V x, V number) {
  return hn::IfThenElse(hn::Lt(x, number), x, number);
}
template <class V>
HWY_INLINE V MaxNumber(V x, V number) {
  return hn::IfThenElse(hn::Gt(x, number), x, number);
}

// x = power * ln 2 + rest, where e^rest = 1 + fraction.
template <class V, class VI>
struct ExpParts {
  VI power;
  V fraction;
};

// Of x + low, for -105 <= x <= 128. `low` takes what x lost to rounding.
template <class D, class V>
HWY_INLINE auto SplitExp(D d, V x, V low) {
  const hn::RebindToSigned<D> di;
  // Adding this rounds to an integer, which then stands in the lowest bits.
  const V magic = hn::Set(d, 0x1.8p23f);
  const V shifted = hn::MulAdd(hn::Add(x, low), hn::Set(d, 1.44269504f), magic);
  const V n = hn::Sub(shifted, magic);
  // ln 2 in two parts; n times the first is exact.
  V r = hn::NegMulAdd(n, hn::Set(d, 0.693359375f), x);
  r = hn::Add(hn::NegMulAdd(n, hn::Set(d, -2.12194440e-4f), r), low);
  const V p =
      Polynomial(d, r, 0.49999994f, 0.166665152f, 0.041668456f, 0.00836941879f, 0.00138131436f);
  const auto power = hn::Sub(hn::BitCast(di, shifted), hn::BitCast(di, magic));
  return ExpParts<V, decltype(power)>{power, hn::MulAdd(hn::Mul(r, r), p, r)};
}

// 2^power, for a normal result.
template <class D, class VI>
HWY_INLINE auto PowerOfTwo(D d, VI power) {
  const hn::RebindToSigned<D> di;
  return hn::BitCast(d, hn::ShiftLeft<23>(hn::Add(power, hn::Set(di, 127))));
}

// x * 2^power in two steps, so that the ends of the range overflow and underflow as they should.
template <class D, class V, class VI>
HWY_INLINE V TimesPowerOfTwo(D d, V x, VI power) {
  const auto half = hn::ShiftRight<1>(power);
  return hn::Mul(hn::Mul(x, PowerOfTwo(d, half)), PowerOfTwo(d, hn::Sub(power, half)));
}

template <class D, class V>
HWY_INLINE V Exp(D d, V x) {
  const auto parts = SplitExp(d, AtMost(d, AtLeast(d, x, -105), 89), hn::Zero(d));
  return TimesPowerOfTwo(d, hn::Add(hn::Set(d, 1), parts.fraction), parts.power);
}

// e^x - 1, for x <= 0.
template <class D, class V>
HWY_INLINE V ExpMinusOne(D d, V x) {
  const auto parts = SplitExp(d, AtLeast(d, x, -20), hn::Zero(d));
  const V scale = PowerOfTwo(d, parts.power);
  return hn::MulAdd(scale, parts.fraction, hn::Sub(scale, hn::Set(d, 1)));
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
  const V e = math::Exp(d, AtMost(d, hn::Add(a, a), 40));
  const V large = hn::Sub(one, hn::Div(hn::Set(d, 2), hn::Add(e, one)));
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
  const V large = hn::Sub(hn::Set(d, 1), math::Exp(d, hn::Neg(g)));
  return hn::CopySign(hn::IfThenElse(hn::Lt(a, hn::Set(d, 0.92f)), small, large), x);
}

// 1 / (1 + e^-x). Of the two ways to write it, the one whose exponential is at most 1.
template <class D, class V>
HWY_INLINE V Sigmoid(D d, V x) {
  const V one = hn::Set(d, 1), e = math::Exp(d, hn::Neg(hn::Abs(x)));
  const V numerator = hn::IfThenElse(hn::Lt(x, hn::Zero(d)), e, one);
  return hn::Div(numerator, hn::Add(one, e));
}

// x * F(x), where F is the normal distribution. F(-a) = e^(-a^2/2) * E(a), where a polynomial in
// (a - c) / (a + c) gives E(a) * (a + c) for all a.
template <class D, class V>
HWY_INLINE V Gelu(D d, V x) {
  const V zero = hn::Zero(d), c = hn::Set(d, 1.75f);
  const V a = AtMost(d, hn::Abs(x), 14.5f);  // further out F rounds to 0 or 1
  // a^2 as the exact square of a's upper half and the rest.
  const hn::RebindToUnsigned<D> du;
  const V upper = hn::BitCast(d, hn::And(hn::BitCast(du, a), hn::Set(du, 0xfffff000u)));
  const V half = hn::Set(d, -0.5f);
  const auto e = SplitExp(d, hn::Mul(half, hn::Mul(upper, upper)),
                          hn::Mul(half, hn::Mul(hn::Sub(a, upper), hn::Add(a, upper))));
  const V sum = hn::Add(a, c);
  const V p =
      Polynomial(d, hn::Div(hn::Sub(a, c), sum), 0.64831084f, -0.267828375f, -0.018740207f,
                 0.0336840861f, 0.0106585538f, -0.00336399605f, -0.00391248381f, -0.00100484665f,
                 0.000607297698f, 0.000538089196f, 5.34557512e-05f, -4.7527501e-05f);
  const V ap = hn::Mul(a, p);
  const V tail = TimesPowerOfTwo(d, hn::Div(hn::MulAdd(ap, e.fraction, ap), sum), e.power);
  return hn::IfThenElse(hn::Lt(x, zero), hn::Neg(tail), hn::Sub(x, tail));
}

// f(d64, x…) in float64, rounded once.
template <class D, class F, class... V>
HWY_INLINE hn::Vec<D> InDouble(D d, F f, V... x) {
#if HWY_TARGET == HWY_SCALAR
  const hn::Rebind<double, D> d64;
  return hn::Set(d,
                 float(hn::GetLane(f(d64, hn::PromoteTo(d64, x)...))));  // to infinity if need be
#else
  const hn::RepartitionToWide<D> d64;
  const hn::Half<D> half;
  const auto lower = f(d64, hn::PromoteTo(d64, hn::LowerHalf(half, x))...);
  const auto upper = f(d64, hn::PromoteTo(d64, hn::UpperHalf(half, x))...);
  return hn::Combine(d, hn::DemoteTo(half, upper), hn::DemoteTo(half, lower));
#endif
}

// `y`, except that a NaN in x stays one.
template <class D, class V>
HWY_INLINE V UnlessNaN(D, V x, V y) {
  return hn::IfThenElse(hn::IsNaN(x), hn::Add(x, x), y);
}

template <class D>
HWY_INLINE hn::Vec<D> NotANumber(D d) {
  return hn::Set(d, std::numeric_limits<float>::quiet_NaN());
}
template <class D>
HWY_INLINE hn::Vec<D> Infinity(D d) {
  return hn::Set(d, std::numeric_limits<float>::infinity());
}

// Reducing an angle takes more bits the larger it is: beyond this the C library does it, number by
// number. A number's own size decides, never its neighbours'.
template <class D, class V, class Near, class Far>
HWY_INLINE V OfAngle(D d, V x, Near near, Far far) {
  const auto is_near = hn::Lt(hn::Abs(x), hn::Set(d, 0x1p22f));
  V y = InDouble(d, near, hn::IfThenElseZero(is_near, x));
  if (HWY_UNLIKELY(!hn::AllTrue(d, is_near))) {
    HWY_ALIGN float lanes[hn::MaxLanes(d)];
    hn::Store(x, d, lanes);
    for (float& lane : lanes) lane = float(far(double(lane)));
    y = hn::IfThenElse(is_near, y, hn::Load(d, lanes));
  }
  return y;
}

template <class D, class V>
HWY_INLINE V Sin(D d, V x) {
  const V y = OfAngle(
      d, x, [](auto d64, auto v) HWY_ATTR { return hn::Sin(d64, v); },
      [](double v) { return std::sin(v); });
  return hn::IfThenElse(hn::Eq(x, hn::Zero(d)), x, y);  // keeps -0
}

template <class D, class V>
HWY_INLINE V Cos(D d, V x) {
  return OfAngle(
      d, x, [](auto d64, auto v) HWY_ATTR { return hn::Cos(d64, v); },
      [](double v) { return std::cos(v); });
}

template <class D, class V>
HWY_INLINE V Tan(D d, V x) {
  const V y = OfAngle(
      d, x, [](auto d64, auto v) HWY_ATTR { return hn::Div(hn::Sin(d64, v), hn::Cos(d64, v)); },
      [](double v) { return std::tan(v); });
  return hn::IfThenElse(hn::Eq(x, hn::Zero(d)), x, y);
}

template <class D, class V>
HWY_INLINE V Asin(D d, V x) {
  return InDouble(
      d, [](auto d64, auto v) HWY_ATTR { return hn::Asin(d64, v); }, x);
}

template <class D, class V>
HWY_INLINE V Acos(D d, V x) {
  return InDouble(
      d, [](auto d64, auto v) HWY_ATTR { return hn::Acos(d64, v); }, x);
}

template <class D, class V>
HWY_INLINE V Atan(D d, V x) {
  return InDouble(
      d, [](auto d64, auto v) HWY_ATTR { return hn::Atan(d64, v); }, x);
}

template <class D, class V>
HWY_INLINE V Sinh(D d, V x) {
  const V near = hn::CopySign(AtMost(d, hn::Abs(x), 100), x);  // where it is infinite already
  return InDouble(
      d, [](auto d64, auto v) HWY_ATTR { return hn::Sinh(d64, v); }, near);
}

template <class D, class V>
HWY_INLINE V Cosh(D d, V x) {
  const auto cosh = [](auto d64, auto v) HWY_ATTR {
    const auto e = hn::Exp(d64, v);
    return hn::Mul(hn::Set(d64, 0.5), hn::Add(e, hn::Div(hn::Set(d64, 1), e)));
  };
  return UnlessNaN(d, x, InDouble(d, cosh, AtMost(d, hn::Abs(x), 100)));
}

template <class D, class V>
HWY_INLINE V Asinh(D d, V x) {
  const V y = InDouble(
      d, [](auto d64, auto v) HWY_ATTR { return hn::Asinh(d64, v); }, x);
  return hn::IfThenElse(hn::Lt(hn::Abs(x), Infinity(d)), y, x);
}

template <class D, class V>
HWY_INLINE V Acosh(D d, V x) {
  const V y = InDouble(
      d, [](auto d64, auto v) HWY_ATTR { return hn::Acosh(d64, v); }, x);
  const V above = hn::IfThenElse(hn::Lt(x, Infinity(d)), y, x);
  return hn::IfThenElse(hn::Lt(x, hn::Set(d, 1)), NotANumber(d), above);
}

template <class D, class V>
HWY_INLINE V Atanh(D d, V x) {
  const V a = hn::Abs(x), one = hn::Set(d, 1);
  const V y = InDouble(
      d, [](auto d64, auto v) HWY_ATTR { return hn::Atanh(d64, v); }, x);
  const V pole = hn::CopySign(hn::IfThenElse(hn::Eq(a, one), Infinity(d), NotANumber(d)), x);
  return hn::IfThenElse(hn::Lt(a, one), y, pole);
}

// ln(1 + e^z) in float64.
template <class D64, class V64>
HWY_INLINE V64 LogOnePlusExp(D64 d64, V64 z) {
  const V64 zero = hn::Zero(d64);
  const V64 tail = hn::Log1p(d64, hn::Exp(d64, hn::Neg(hn::Abs(z))));
  return hn::IfThenElse(hn::IsNaN(z), z, hn::Add(tail, hn::IfThenElse(hn::Gt(z, zero), z, zero)));
}

template <class D, class V>
HWY_INLINE V Softplus(D d, V x, V steepness) {
  const auto softplus = [](auto d64, auto v, auto s)
                            HWY_ATTR { return hn::Div(LogOnePlusExp(d64, hn::Mul(s, v)), s); };
  return InDouble(d, softplus, x, steepness);
}

template <class D, class V>
HWY_INLINE V ParametricSoftplus(D d, V x, V alpha, V beta) {
  const auto softplus = [](auto d64, auto v, auto factor, auto s)
                            HWY_ATTR { return hn::Mul(factor, LogOnePlusExp(d64, hn::Mul(s, v))); };
  return InDouble(d, softplus, x, alpha, beta);
}

// x / (1 + e^(-scale * x)).
template <class D, class V>
HWY_INLINE V Swish(D d, V x, V scale) {
  const auto swish = [](auto d64, auto v, auto s) HWY_ATTR {
    const auto one = hn::Set(d64, 1), z = hn::Mul(s, v);
    const auto e = hn::Exp(d64, hn::Neg(hn::Abs(z)));
    // An infinite x times e = 0 would be NaN, but the limit is 0.
    const auto below = hn::IfThenElse(hn::Gt(e, hn::Zero(d64)), hn::Mul(v, e), hn::Zero(d64));
    const auto numerator = hn::IfThenElse(hn::Lt(z, hn::Zero(d64)), below, v);
    return hn::IfThenElse(hn::IsNaN(z), z, hn::Div(numerator, hn::Add(one, e)));
  };
  return InDouble(d, swish, x, scale);
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

// max(0, x) + min(0, alpha * (e^(x / alpha) - 1)).
template <class D, class V>
HWY_INLINE V Celu(D d, V x, V alpha) {
  const auto celu = [](auto d64, auto v, auto a) HWY_ATTR {
    const auto zero = hn::Zero(d64), limit = hn::Set(d64, 700), z = hn::Div(v, a);
    // A comparison with NaN is false: NaN becomes 0 in the maximum and in the minimum.
    const auto near = hn::IfThenElse(hn::Gt(z, limit), limit, z);
    const auto bent = hn::Mul(a, hn::Expm1(d64, near));
    return hn::Add(hn::IfThenElse(hn::Gt(v, zero), v, zero),
                   hn::IfThenElse(hn::Lt(bent, zero), bent, zero));
  };
  return InDouble(d, celu, x, alpha);
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

// x^y as C has it: 1^y and x^0 are 1 even for NaN; a negative x wants an integral y.
template <class D, class V>
HWY_INLINE V Pow(D d, V x, V y) {
  const V zero = hn::Zero(d), one = hn::Set(d, 1), a = hn::Abs(x), half = hn::Set(d, 0.5f);
  const auto power = [](auto d64, auto base, auto exponent) HWY_ATTR {
    const auto limit = hn::Set(d64, 200), infinity = hn::Set(d64, HUGE_VAL);
    auto log = hn::IfThenElse(hn::Lt(base, infinity), hn::Log(d64, base), infinity);
    log = hn::IfThenElse(hn::Gt(base, hn::Zero(d64)), log, hn::Neg(infinity));
    const auto product = hn::Mul(exponent, log);
    return hn::Exp(d64, hn::Max(hn::Neg(limit), hn::Min(limit, product)));
  };
  V result = InDouble(d, power, a, y);
  const V halved = hn::Mul(y, half);
  const auto integral = hn::Eq(hn::Round(y), y);
  const auto odd = hn::AndNot(hn::Eq(hn::Round(halved), halved), integral);
  const auto negative = hn::Ne(hn::CopySign(one, x), one);
  result = hn::IfThenElse(hn::And(negative, odd), hn::Neg(result), result);
  const auto finite_base = hn::And(hn::Gt(a, zero), hn::Lt(a, Infinity(d)));
  const auto undefined = hn::And(hn::AndNot(integral, negative), finite_base);
  result = hn::IfThenElse(undefined, NotANumber(d), result);
  result = hn::IfThenElse(hn::Or(hn::IsNaN(x), hn::IsNaN(y)), NotANumber(d), result);
  const auto minus_one_to_infinity = hn::And(hn::Eq(a, one), hn::Eq(hn::Abs(y), Infinity(d)));
  const auto is_one = hn::Or(hn::Or(hn::Eq(x, one), hn::Eq(y, zero)), minus_one_to_infinity);
  return hn::IfThenElse(is_one, one, result);
}

}  // namespace weft::HWY_NAMESPACE::math
HWY_AFTER_NAMESPACE();

#endif
