// SPDX-License-Identifier: MIT
// Element-wise operators that compare two numbers, or work on bits.
#pragma once

#include "oracle/dense.h"
#include "weft/operators.h"

namespace weft::oracle {

// Both in one float or integer format that holds any element exactly.
inline bool Compare(OperatorType op, const Number& a, const Number& b) {
  const auto compare = [op](auto x, auto y) {
    switch (op) {
      case OperatorType::ElementWiseLogicalEquals: return x == y;
      case OperatorType::ElementWiseLogicalLessThan: return x < y;
      case OperatorType::ElementWiseLogicalGreaterThan: return x > y;
      case OperatorType::ElementWiseLogicalLessThanOrEqual: return x <= y;
      default: return x >= y;
    }
  };
  return a.is_float ? compare(a.real, b.real) : compare(a.integer, b.integer);
}

inline Dense Comparison(OperatorType op, const Dense& a, const Dense& b, DataType to) {
  Dense output{to, a.sizes, {}};
  for (size_t i = 0; i < a.elements.size(); ++i)
    output.elements.push_back(
        Compare(op, ValueOf(a.type, a.elements[i]), ValueOf(b.type, b.elements[i])) ? 1 : 0);
  return output;
}

inline uint64_t Bitwise(OperatorType op, uint64_t a, uint64_t b, int width) {
  switch (op) {
    case OperatorType::ElementWiseBitAnd: return a & b;
    case OperatorType::ElementWiseBitOr: return a | b;
    case OperatorType::ElementWiseBitXor: return a ^ b;
    case OperatorType::ElementWiseLogicalAnd: return a && b;
    case OperatorType::ElementWiseLogicalOr: return a || b;
    case OperatorType::ElementWiseLogicalXor: return !a != !b;
    default: break;
  }
  // A shift, one place at a time, by the amount modulo the width.
  const uint64_t range = width == 64 ? ~uint64_t(0) : (uint64_t(1) << width) - 1;
  for (uint64_t places = b % uint64_t(width); places > 0; --places)
    a = op == OperatorType::ElementWiseBitShiftLeft ? a * 2 & range : a / 2;
  return a;
}

inline Dense Bitwise(OperatorType op, const Dense& a, const Dense& b) {
  Dense output{a.type, a.sizes, {}};
  for (size_t i = 0; i < a.elements.size(); ++i)
    output.elements.push_back(
        Bitwise(op, a.elements[i], b.elements[i], 8 * FormatOf(a.type).bytes));
  return output;
}

inline Dense If(const Dense& condition, const Dense& a, const Dense& b) {
  Dense output = a;
  for (size_t i = 0; i < a.elements.size(); ++i)
    if (condition.elements[i] == 0) output.elements[i] = b.elements[i];
  return output;
}

}  // namespace weft::oracle
