// SPDX-License-Identifier: MIT
// Functions of float32 vectors that are computed in float64 and rounded once: Highway's, which are
// then exact to nearly the last bit, and the special arguments that Highway does not handle.
#if defined(WEFT_SIMD_MATH_WIDE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef WEFT_SIMD_MATH_WIDE_INL_H_
#undef WEFT_SIMD_MATH_WIDE_INL_H_
#else
#define WEFT_SIMD_MATH_WIDE_INL_H_
#endif

#include <cmath>

#include "hwy/contrib/math/math-inl.h"
#include "hwy/highway.h"
#include "simd/math_float-inl.h"

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE::math {
namespace hn = hwy::HWY_NAMESPACE;

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

// Reducing an angle takes more bits the larger it is: beyond this limit the C library does it,
// element by element. An element's own value decides, never its neighbours', so layouts change no
// bit.
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
  const V near = hn::CopySign(AtMost(d, hn::Abs(x), 100), x);  // infinite in float32 from there on
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

// Functions of e^(scale * x) are computed in float32 where that is a normal number, since that is
// several times as fast: near(z, e) gets z = scale * x and e = e^-|scale * x|, without the rounding
// error of z. As with angles, an element's own value decides.
template <class D, class V, class Near, class Far, class... More>
HWY_INLINE V OfExponential(D d, [[maybe_unused]] Near near, Far far, V x, V scale, More... more) {
#if HWY_NATIVE_FMA
  const V one = hn::Set(d, 1), z = hn::Mul(scale, x), a = hn::Abs(z);
  const auto is_near = hn::Lt(a, hn::Set(d, 87));
  const V lost = hn::MulSub(scale, x, z);
  const auto parts =
      SplitExp(d, hn::Neg(a), hn::IfThenElse(hn::Lt(z, hn::Zero(d)), lost, hn::Neg(lost)));
  const V y = near(z, TimesPowerOfTwo(d, hn::Add(one, parts.fraction), parts.shifted));
  if (HWY_LIKELY(hn::AllTrue(d, is_near))) return y;
  return hn::IfThenElse(is_near, y, InDouble(d, far, x, scale, more...));
#else
  return InDouble(d, far, x, scale, more...);
#endif
}

// ln(1 + e^(scale * x)) * times / over.
template <class D, class V>
HWY_INLINE V LogOnePlusExp(D d, V x, V scale, V times, V over) {
  const auto near = [=](V z, V e) HWY_ATTR {
    const V zero = hn::Zero(d);
    // ln(1 + e) for e <= 1.
    const V p =
        Polynomial(d, e, -0.499999017f, 0.333299637f, -0.249541327f, 0.196759373f, -0.153055862f,
                   0.106036454f, -0.0569594465f, 0.0198514163f, -0.00324401516f);
    const V log = hn::MulAdd(hn::Mul(e, e), p, e);
    const V y = hn::Add(log, hn::IfThenElse(hn::Gt(z, zero), z, zero));
    return hn::Div(hn::Mul(y, times), over);
  };
  const auto far = [](auto d64, auto v, auto s, auto factor, auto divisor) HWY_ATTR {
    const auto zero = hn::Zero(d64), z = hn::Mul(s, v);
    const auto tail = hn::Log1p(d64, hn::Exp(d64, hn::Neg(hn::Abs(z))));
    const auto y = hn::Add(tail, hn::IfThenElse(hn::Gt(z, zero), z, zero));
    return hn::Div(hn::Mul(hn::IfThenElse(hn::IsNaN(z), z, y), factor), divisor);
  };
  return OfExponential(d, near, far, x, scale, times, over);
}

// x / (1 + e^(-scale * x)).
template <class D, class V>
HWY_INLINE V Swish(D d, V x, V scale) {
  const auto near = [d, x](V z, V e) HWY_ATTR {
    const V numerator = hn::IfThenElse(hn::Lt(z, hn::Zero(d)), hn::Mul(x, e), x);
    return hn::Div(numerator, hn::Add(hn::Set(d, 1), e));
  };
  const auto far = [](auto d64, auto v, auto s) HWY_ATTR {
    const auto one = hn::Set(d64, 1), z = hn::Mul(s, v);
    const auto e = hn::Exp(d64, hn::Neg(hn::Abs(z)));
    // An infinite x times e = 0 would be NaN, but the limit is 0.
    const auto below = hn::IfThenElse(hn::Gt(e, hn::Zero(d64)), hn::Mul(v, e), hn::Zero(d64));
    const auto numerator = hn::IfThenElse(hn::Lt(z, hn::Zero(d64)), below, v);
    return hn::IfThenElse(hn::IsNaN(z), z, hn::Div(numerator, hn::Add(one, e)));
  };
  return OfExponential(d, near, far, x, scale);
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

// The same for one exponent; squares and cubes are what it is used for most.
template <class D, class V>
HWY_INLINE V ConstantPow(D d, V x, V exponent) {
  if (hn::AllTrue(d, hn::Eq(exponent, hn::Set(d, 2)))) return hn::Mul(x, x);
  if (hn::AllTrue(d, hn::Eq(exponent, hn::Set(d, 3)))) return hn::Mul(hn::Mul(x, x), x);
  return math::Pow(d, x, exponent);
}

}  // namespace weft::HWY_NAMESPACE::math
HWY_AFTER_NAMESPACE();

#endif
