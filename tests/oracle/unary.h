// SPDX-License-Identifier: MIT
// Operators that are one function of one number, a row each: a description to try it with, and the
// answer of its documentation page in long double; for integers in 128 bits. Where the page is
// silent: minimum and maximum of a number and NaN are the number, at infinity a function has its
// limit, integers wrap.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <vector>

#include "oracle/dense.h"
#include "weft/operators.h"

namespace weft::oracle {

using Real = long double;

struct UnaryRow {
  OperatorType type;
  std::function<Operator(const TensorDesc& input, const TensorDesc& output,
                         const std::optional<ScaleBias>& scale_bias)>
      make;
  std::function<Real(Real x)> answer;
  std::function<Integer(DataType type, Integer x)> integer = nullptr;
  bool has_scale_bias = false;
};

template <class Op, class Answer>
UnaryRow Row(Op op, Answer answer) {
  UnaryRow row;
  row.type = Op::kType;
  row.has_scale_bias = requires { op.scale_bias; };
  row.make = [op](const TensorDesc& input, const TensorDesc& output,
                  [[maybe_unused]] const std::optional<ScaleBias>& scale_bias) {
    Op made = op;
    made.input = input;
    made.output = output;
    if constexpr (requires { made.scale_bias; }) made.scale_bias = scale_bias;
    if constexpr (requires { made.min_max_data_type; }) made.min_max_data_type = output.type;
    return Operator(made);
  };
  row.answer = [op, answer](Real x) -> Real { return answer(op, x); };
  return row;
}
template <class Op, class Answer, class IntegerAnswer>
UnaryRow Row(Op op, Answer answer, IntegerAnswer integer) {
  UnaryRow row = Row(op, answer);
  row.integer = [op, integer](DataType type, Integer x) { return integer(op, type, x); };
  return row;
}

// std::fmin and std::fmax give the number where the other is NaN.
inline Real Least(Real x, Real y) { return std::fmin(x, y); }
inline Real Most(Real x, Real y) { return std::fmax(x, y); }

inline Real Sigmoid(Real x) {
  return x < 0 ? std::exp(x) / (1 + std::exp(x)) : 1 / (1 + std::exp(-x));
}
inline Real LogOnePlusExp(Real x) {
  return std::isnan(x) ? x : std::log1p(std::exp(-std::fabs(x))) + (x > 0 ? x : 0);
}
// A factor that tends to 0 faster than x grows.
inline Real TimesFactor(Real x, Real factor) { return factor == 0 ? 0 : x * factor; }

// A float as an integer of `type`, by CAST's rule.
inline Integer As(DataType type, Real value) {
  return ValueOf(type, BitsOf(type, {true, 0, value})).integer;
}
inline Integer Clamp(Integer x, Integer low, Integer high) {
  return std::max(std::min(x, high), low);
}

inline std::vector<UnaryRow> UnaryRows() {
  const auto keep = [](const auto&, DataType, Integer x) { return x; };
  return {
      Row(
          ElementWiseIdentity{}, [](auto&, Real x) { return x; }, keep),
      Row(
          ElementWiseAbs{}, [](auto&, Real x) { return std::fabs(x); },
          [](auto&, DataType, Integer x) { return x < 0 ? -x : x; }),
      Row(ElementWiseAcos{}, [](auto&, Real x) { return std::acos(x); }),
      Row(ElementWiseAsin{}, [](auto&, Real x) { return std::asin(x); }),
      Row(ElementWiseAtan{}, [](auto&, Real x) { return std::atan(x); }),
      Row(ElementWiseCeil{}, [](auto&, Real x) { return std::ceil(x); }),
      Row(ElementWiseFloor{}, [](auto&, Real x) { return std::floor(x); }),
      Row(ElementWiseCos{}, [](auto&, Real x) { return std::cos(x); }),
      Row(ElementWiseSin{}, [](auto&, Real x) { return std::sin(x); }),
      Row(ElementWiseTan{}, [](auto&, Real x) { return std::tan(x); }),
      Row(ElementWiseExp{}, [](auto&, Real x) { return std::exp(x); }),
      Row(ElementWiseLog{}, [](auto&, Real x) { return std::log(x); }),
      Row(ElementWiseRecip{}, [](auto&, Real x) { return 1 / x; }),
      Row(ElementWiseSqrt{}, [](auto&, Real x) { return std::sqrt(x); }),
      Row(ElementWiseErf{}, [](auto&, Real x) { return std::erf(x); }),
      Row(ElementWiseSinh{}, [](auto&, Real x) { return std::sinh(x); }),
      Row(ElementWiseCosh{}, [](auto&, Real x) { return std::cosh(x); }),
      Row(ElementWiseTanh{}, [](auto&, Real x) { return std::tanh(x); }),
      Row(ElementWiseAsinh{}, [](auto&, Real x) { return std::asinh(x); }),
      Row(ElementWiseAcosh{}, [](auto&, Real x) { return std::acosh(x); }),
      Row(ElementWiseAtanh{}, [](auto&, Real x) { return std::atanh(x); }),
      Row(
          ElementWiseSign{}, [](auto&, Real x) { return Real(x > 0) - Real(x < 0); },
          [](auto&, DataType, Integer x) { return Integer(x > 0) - Integer(x < 0); }),
      Row(
          ElementWiseNegate{}, [](auto&, Real x) { return -x; },
          [](auto&, DataType, Integer x) { return -x; }),
      // The processor's mode is to nearest, ties to even.
      Row(ElementWiseRound{.rounding_mode = RoundingMode::HalvesToNearestEven},
          [](auto&, Real x) { return std::nearbyint(x); }),
      Row(ElementWiseRound{.rounding_mode = RoundingMode::TowardZero},
          [](auto&, Real x) { return std::trunc(x); }),
      Row(ElementWiseRound{.rounding_mode = RoundingMode::TowardInfinity},
          [](auto&, Real x) { return std::round(x); }),
      Row(
          ElementWiseClip{.min = -1.75f, .max = 100.5f},
          [](auto& op, Real x) { return Most(Least(x, op.max), op.min); },
          [](auto& op, DataType type, Integer x) {
            return Clamp(x, As(type, op.min), As(type, op.max));
          }),
      Row(
          ElementWiseClip{.min = 5, .max = -5},  // Min wins
          [](auto&, Real) { return Real(5); },
          [](auto&, DataType type, Integer) { return As(type, 5); }),
      Row(
          ElementWiseClip1{.min = -3, .max = 90},
          [](auto&, Real x) { return Most(Least(x, 90), -3); },
          [](auto&, DataType type, Integer x) {  // integers wrap into the type
            return Clamp(x, ValueOf(type, BitsOf(type, {false, -3, 0})).integer, 90);
          }),
      Row(
          ElementWiseThreshold{.min = 0.5f}, [](auto& op, Real x) { return Most(x, op.min); },
          [](auto& op, DataType type, Integer x) { return std::max(x, As(type, op.min)); }),
      Row(ElementWiseConstantPow{.exponent = 2}, [](auto&, Real x) { return x * x; }),
      Row(ElementWiseConstantPow{.exponent = 3},
          [](auto& op, Real x) { return std::pow(x, Real(op.exponent)); }),
      Row(ElementWiseConstantPow{.exponent = -0.7f},
          [](auto& op, Real x) { return std::pow(x, Real(op.exponent)); }),
      Row(ElementWiseConstantPow{.exponent = 0}, [](auto&, Real) { return Real(1); }),
      Row(ActivationIdentity{}, [](auto&, Real x) { return x; }),
      Row(ActivationLinear{.alpha = 2, .beta = 0.5f},
          [](auto& op, Real x) { return op.alpha * x + op.beta; }),
      Row(
          ActivationRelu{}, [](auto&, Real x) { return Most(x, 0); },
          [](auto&, DataType, Integer x) { return std::max<Integer>(x, 0); }),
      Row(ActivationLeakyRelu{.alpha = 0.01f},
          [](auto& op, Real x) { return x >= 0 ? x : op.alpha * x; }),
      Row(ActivationThresholdedRelu{.alpha = 1},
          [](auto& op, Real x) { return x > op.alpha ? x : 0; }),
      Row(ActivationElu{.alpha = 1.5f},
          [](auto& op, Real x) { return x >= 0 ? x : op.alpha * std::expm1(x); }),
      Row(ActivationCelu{.alpha = 0.75f},
          [](auto& op, Real x) {
            return Most(0, x) + Least(0, op.alpha * std::expm1(x / op.alpha));
          }),
      Row(ActivationCelu{.alpha = -2},
          [](auto& op, Real x) {
            return Most(0, x) + Least(0, op.alpha * std::expm1(x / op.alpha));
          }),
      Row(ActivationScaledElu{.alpha = 1.67326319f, .gamma = 1.05070102f},
          [](auto& op, Real x) {
            return x > 0 ? op.gamma * x : op.gamma * (op.alpha * std::expm1(x));
          }),
      Row(ActivationSigmoid{}, [](auto&, Real x) { return Sigmoid(x); }),
      Row(ActivationHardSigmoid{.alpha = 0.25f, .beta = 0.5f},
          [](auto& op, Real x) { return Most(0, Least(op.alpha * x + op.beta, 1)); }),
      Row(ActivationTanh{}, [](auto&, Real x) { return std::tanh(x); }),
      Row(ActivationScaledTanh{.alpha = 1.7f, .beta = 0.66f},
          [](auto& op, Real x) { return op.alpha * std::tanh(op.beta * x); }),
      Row(ActivationSoftplus{.steepness = 1},
          [](auto& op, Real x) { return LogOnePlusExp(op.steepness * x) / op.steepness; }),
      Row(ActivationSoftplus{.steepness = 2.5f},
          [](auto& op, Real x) { return LogOnePlusExp(op.steepness * x) / op.steepness; }),
      Row(ActivationParametricSoftplus{.alpha = 3, .beta = 0.3f},
          [](auto& op, Real x) { return op.alpha * LogOnePlusExp(op.beta * x); }),
      Row(ActivationSoftsign{},
          [](auto&, Real x) {
            return std::isinf(x) ? std::copysign(1, x) : x / (1 + std::fabs(x));
          }),
      Row(
          ActivationShrink{.bias = 0.75f, .threshold = 2.5f},
          [](auto& op, Real x) {
            return x > op.threshold ? x - op.bias : x < -op.threshold ? x + op.bias : 0;
          },
          [](auto& op, DataType type, Integer x) {
            const Real y = Real(x);
            return As(type, y > op.threshold ? y - op.bias : y < -op.threshold ? y + op.bias : 0);
          }),
      Row(ActivationGelu{},
          [](auto&, Real x) { return TimesFactor(x, std::erfc(-x / std::sqrt(2.0L)) / 2); }),
      Row(ActivationSwish{.sigmoid_input_scale = 1.0f},
          [](auto& op, Real x) { return TimesFactor(x, Sigmoid(op.sigmoid_input_scale * x)); }),
      Row(ActivationSwish{.sigmoid_input_scale = 1.7f},
          [](auto& op, Real x) { return TimesFactor(x, Sigmoid(op.sigmoid_input_scale * x)); }),
      Row(ActivationHardSwish{.alpha = 0.25f, .beta = 0.5f},
          [](auto& op, Real x) {
            return TimesFactor(x, Most(0, Least(op.alpha * x + op.beta, 1)));
          }),
  };
}

}  // namespace weft::oracle
