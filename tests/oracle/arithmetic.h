// SPDX-License-Identifier: MIT
// Element-wise operators of two numbers of one type. Integers are computed in 128 bits and keep
// their low bits; floats are computed in long double and rounded to float32 after every step, which
// gives the bits of float arithmetic, then to the tensor's type.
#pragma once

#include <cmath>

#include "oracle/dense.h"
#include "weft/operators.h"

namespace weft::oracle {

inline Integer ArithmeticOf(OperatorType op, Integer a, Integer b) {
  switch (op) {
    case OperatorType::ElementWiseAdd: return a + b;
    case OperatorType::ElementWiseSubtract: return a - b;
    case OperatorType::ElementWiseMultiply:  // of 64 bits each, so 128 could overflow
      return Integer((unsigned __int128)(a) * (unsigned __int128)(b));
    case OperatorType::ElementWiseDivide: return b == 0 ? -1 : a / b;
    case OperatorType::ElementWiseMax: return a > b ? a : b;
    case OperatorType::ElementWiseMin: return a < b ? a : b;
    case OperatorType::ElementWiseMean: return (a + b) / 2;
    case OperatorType::ElementWiseModulusTruncate: return b == 0 ? -1 : a % b;
    case OperatorType::ElementWiseModulusFloor: return b == 0 ? -1 : (a % b + b) % b;
    case OperatorType::ElementWiseDifferenceSquare: return (a - b) * (a - b);
    case OperatorType::ActivationParameterizedRelu: return a >= 0 ? a : a * b;
    case OperatorType::ActivationReluGrad: return a > 0 ? b : 0;
    default: return 0;
  }
}

inline long double Float(long double x) { return float(x); }

inline long double ArithmeticOf(OperatorType op, long double a, long double b) {
  switch (op) {
    case OperatorType::ElementWiseAdd: return Float(a + b);
    case OperatorType::ElementWiseSubtract: return Float(a - b);
    case OperatorType::ElementWiseMultiply: return Float(a * b);
    case OperatorType::ElementWiseDivide: return Float(a / b);
    case OperatorType::ElementWiseMax: return a >= b || std::isnan(b) ? a : b;
    case OperatorType::ElementWiseMin: return a <= b || std::isnan(b) ? a : b;
    case OperatorType::ElementWiseMean: return Float(Float(a + b) / 2);
    case OperatorType::ElementWiseModulusTruncate: return std::fmod(a, b);  // exact
    case OperatorType::ElementWiseModulusFloor: {
      const long double rest = std::fmod(a, b);
      if (rest == 0) return std::copysign(rest, b);
      return std::signbit(rest) != std::signbit(b) ? Float(rest + b) : rest;
    }
    case OperatorType::ElementWiseDifferenceSquare: return Float(Float(a - b) * Float(a - b));
    case OperatorType::ActivationParameterizedRelu: return a >= 0 ? a : Float(a * b);
    case OperatorType::ActivationReluGrad: return a > 0 ? b : 0;
    default: return 0;
  }
}

inline Dense Arithmetic(OperatorType op, const Dense& a, const Dense& b) {
  Dense output{a.type, a.sizes, {}};
  for (size_t i = 0; i < a.elements.size(); ++i) {
    const Number x = ValueOf(a.type, a.elements[i]), y = ValueOf(b.type, b.elements[i]);
    const Number result = x.is_float ? Number{true, 0, ArithmeticOf(op, x.real, y.real)}
                                     : Number{false, ArithmeticOf(op, x.integer, y.integer), 0};
    output.elements.push_back(BitsOf(a.type, result));
  }
  return output;
}

// The gradient strictly between two elements of the same type.
inline Dense ClipGrad(const Dense& x, const Dense& gradient, uint64_t min, uint64_t max) {
  Dense output = gradient;
  const auto number = [&](uint64_t bits) {
    const Number value = ValueOf(x.type, bits);
    return value.is_float ? value.real : (long double)(value.integer);
  };
  for (size_t i = 0; i < x.elements.size(); ++i)
    if (number(x.elements[i]) <= number(min) || number(x.elements[i]) >= number(max))
      output.elements[i] = 0;
  return output;
}

// x^y modulo 2^64, by y's bits from the highest.
inline uint64_t IntegerPower(uint64_t x, uint64_t y) {
  if (y == 0) return 1;
  const uint64_t root = IntegerPower(x, y / 2);
  return root * root * (y % 2 ? x : 1);
}

// Between integers, exactly; 1 / x^-y where y is negative, truncated, and all ones for 1 / 0.
inline Dense IntegerPower(const Dense& x, const Dense& y) {
  Dense output{x.type, x.sizes, {}};
  for (size_t i = 0; i < x.elements.size(); ++i) {
    const Integer base = ValueOf(x.type, x.elements[i]).integer;
    const Integer exponent = ValueOf(y.type, y.elements[i]).integer;
    Integer result;
    if (exponent >= 0)
      result = Integer(IntegerPower(uint64_t(base), uint64_t(exponent)));
    else if (base == 0 || base == 1)
      result = base == 0 ? -1 : 1;
    else
      result = base != -1 ? 0 : exponent % 2 == 0 ? 1 : -1;
    output.elements.push_back(BitsOf(x.type, {false, result, 0}));
  }
  return output;
}

}  // namespace weft::oracle
