// SPDX-License-Identifier: MIT
// The operators that are functions of one number: a row defines one completely.
//
//   WEFT_FLOAT_ROW(operator, f(x) of a float32 vector, parameters…)
//   WEFT_NUMBER_ROW(operator, the same, f(x) of an integer of type T, parameters…)
//
// Parameters are members of the description `op`. In vector code they are a and b, in integer code
// a and b converted to T, or real.a and real.b unconverted. x has a ScaleBias applied already. This
// file is included, between definitions of the two macros, wherever code is generated for every
// row.

// clang-format off
WEFT_NUMBER_ROW(ElementWiseIdentity, x, x)
WEFT_NUMBER_ROW(ElementWiseAbs, hn::Abs(x), x < T(0) ? Negated(x) : x)
WEFT_FLOAT_ROW(ElementWiseAcos, math::Acos(d, x))
WEFT_FLOAT_ROW(ElementWiseAsin, math::Asin(d, x))
WEFT_FLOAT_ROW(ElementWiseAtan, math::Atan(d, x))
// Highway's scalar fallback returns zeros of the other sign.
WEFT_FLOAT_ROW(ElementWiseCeil, hn::CopySign(hn::Ceil(x), x))
WEFT_FLOAT_ROW(ElementWiseFloor, hn::CopySign(hn::Floor(x), x))
WEFT_FLOAT_ROW(ElementWiseCos, math::Cos(d, x))
WEFT_FLOAT_ROW(ElementWiseSin, math::Sin(d, x))
WEFT_FLOAT_ROW(ElementWiseTan, math::Tan(d, x))
WEFT_FLOAT_ROW(ElementWiseExp, math::Exp(d, x))
WEFT_FLOAT_ROW(ElementWiseLog, math::Log(d, x))
WEFT_FLOAT_ROW(ElementWiseRecip, one / x)
WEFT_FLOAT_ROW(ElementWiseSqrt, hn::Sqrt(x))
WEFT_FLOAT_ROW(ElementWiseErf, math::Erf(d, x))
WEFT_FLOAT_ROW(ElementWiseSinh, math::Sinh(d, x))
WEFT_FLOAT_ROW(ElementWiseCosh, math::Cosh(d, x))
WEFT_FLOAT_ROW(ElementWiseTanh, math::Tanh(d, x))
WEFT_FLOAT_ROW(ElementWiseAsinh, math::Asinh(d, x))
WEFT_FLOAT_ROW(ElementWiseAcosh, math::Acosh(d, x))
WEFT_FLOAT_ROW(ElementWiseAtanh, math::Atanh(d, x))
WEFT_NUMBER_ROW(ElementWiseSign, Where(x < zero, zero - one, Where(x > zero, one, zero)), T((x > T(0)) - (x < T(0))))
WEFT_NUMBER_ROW(ElementWiseNegate, hn::Neg(x), Negated(x))
WEFT_FLOAT_ROW(ElementWiseRound, math::Round(d, x, a), op.rounding_mode)
WEFT_NUMBER_ROW(ElementWiseClip, math::MaxNumber(math::MinNumber(x, b), a), std::max(std::min(x, b), a), op.min, op.max)
WEFT_NUMBER_ROW(ElementWiseClip1, math::MaxNumber(math::MinNumber(x, b), a), std::max(std::min(x, b), a), op.min, op.max)
WEFT_NUMBER_ROW(ElementWiseThreshold, math::MaxNumber(x, a), std::max(x, a), op.min)
WEFT_FLOAT_ROW(ElementWiseConstantPow, math::ConstantPow(d, x, a), op.exponent)

WEFT_FLOAT_ROW(ActivationIdentity, x)
WEFT_FLOAT_ROW(ActivationLinear, a * x + b, op.alpha, op.beta)
WEFT_NUMBER_ROW(ActivationRelu, Where(x > zero, x, zero), std::max(x, T(0)))
WEFT_FLOAT_ROW(ActivationLeakyRelu, Where(x < zero, a * x, x), op.alpha)
WEFT_FLOAT_ROW(ActivationThresholdedRelu, Where(x > a, x, zero), op.alpha)
WEFT_FLOAT_ROW(ActivationElu, Where(x < zero, a * math::ExpMinusOne(d, x), x), op.alpha)
WEFT_FLOAT_ROW(ActivationCelu, math::Celu(d, x, a), op.alpha)
WEFT_FLOAT_ROW(ActivationScaledElu, b * Where(x > zero, x, a * math::ExpMinusOne(d, x)), op.alpha, op.gamma)
WEFT_FLOAT_ROW(ActivationSigmoid, math::Sigmoid(d, x))
WEFT_FLOAT_ROW(ActivationHardSigmoid, math::MaxNumber(math::MinNumber(a * x + b, one), zero), op.alpha, op.beta)
WEFT_FLOAT_ROW(ActivationTanh, math::Tanh(d, x))
WEFT_FLOAT_ROW(ActivationScaledTanh, a * math::Tanh(d, b * x), op.alpha, op.beta)
WEFT_FLOAT_ROW(ActivationSoftplus, math::LogOnePlusExp(d, x, a, one, a), op.steepness)
WEFT_FLOAT_ROW(ActivationParametricSoftplus, math::LogOnePlusExp(d, x, b, a, one), op.alpha, op.beta)
WEFT_FLOAT_ROW(ActivationSoftsign, math::Softsign(d, x))
WEFT_NUMBER_ROW(ActivationShrink, Where(x > b, x - a, Where(x < zero - b, x + a, zero)), Shrunk(x, real), op.bias, op.threshold)
WEFT_FLOAT_ROW(ActivationGelu, math::Gelu(d, x))
WEFT_FLOAT_ROW(ActivationSwish, math::Swish(d, x, a), op.sigmoid_input_scale)
WEFT_FLOAT_ROW(ActivationHardSwish, math::HardSwish(d, x, a, b), op.alpha, op.beta)
// clang-format on

#undef WEFT_FLOAT_ROW
#undef WEFT_NUMBER_ROW
