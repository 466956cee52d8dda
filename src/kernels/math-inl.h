// SPDX-License-Identifier: MIT
// Mathematical functions of float32 vectors, right for every argument: NaN, infinities, both zeros,
// denormals. Highway's are used where they keep within the bound of docs/numerics.md; the others
// are a range reduction and a polynomial of least maximal error each. Included once for every
// instruction set. Call them qualified, math::Exp(d, x): Highway has functions of these names.
#if defined(WEFT_KERNELS_MATH_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef WEFT_KERNELS_MATH_INL_H_
#undef WEFT_KERNELS_MATH_INL_H_
#else
#define WEFT_KERNELS_MATH_INL_H_
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

// The smaller (larger) of the two; a NaN in x stays. Vector instructions give the second operand
// then, or a NaN; Highway's scalar functions give the number.
template <class D, class V>
HWY_INLINE V AtMost(D d, V x, float limit) {
  const V most = hn::Set(d, limit);
  if (HWY_TARGET == HWY_SCALAR) return hn::IfThenElse(hn::Gt(x, most), most, x);
  return hn::Min(most, x);
}
template <class D, class V>
HWY_INLINE V AtLeast(D d, V x, float limit) {
  const V least = hn::Set(d, limit);
  if (HWY_TARGET == HWY_SCALAR) return hn::IfThenElse(hn::Lt(x, least), least, x);
  return hn::Max(least, x);
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

template <class D, class V>
HWY_INLINE V ExpOfSum(D d, V x, V low) {
  const auto parts = SplitExp(d, AtMost(d, AtLeast(d, x, -105), 89), low);
  const V y = hn::Add(hn::Set(d, 1), parts.fraction);
  // In two steps, so that the ends of the range overflow and underflow as they should.
  const auto half = hn::ShiftRight<1>(parts.power);
  return hn::Mul(hn::Mul(y, PowerOfTwo(d, half)), PowerOfTwo(d, hn::Sub(parts.power, half)));
}

template <class D, class V>
HWY_INLINE V Exp(D d, V x) {
  return ExpOfSum(d, x, hn::Zero(d));
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

}  // namespace weft::HWY_NAMESPACE::math
HWY_AFTER_NAMESPACE();

#endif
