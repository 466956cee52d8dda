// SPDX-License-Identifier: MIT
// Elements of host values as numbers of C++, for operators that are computed with plain loops.
#pragma once

#include <cstdint>

#include "base/half.h"
#include "onnx/conversion.h"

namespace weft::onnx {

// Calls `f` with a value of the type that the elements have; bool is uint8_t. An error for types
// that loops cannot compute with.
template <class F>
Status ForElementType(ElementType type, F&& f) {
  switch (type) {
    case ElementType::Float: return f(float(0));
    case ElementType::Double: return f(double(0));
    case ElementType::Float16: return f(Half());
    case ElementType::Int64: return f(int64_t(0));
    case ElementType::Int32: return f(int32_t(0));
    case ElementType::Int16: return f(int16_t(0));
    case ElementType::Int8: return f(int8_t(0));
    case ElementType::UInt64: return f(uint64_t(0));
    case ElementType::UInt32: return f(uint32_t(0));
    case ElementType::UInt16: return f(uint16_t(0));
    case ElementType::UInt8:
    case ElementType::Bool: return f(uint8_t(0));
    default: return NotSupported("tensor({}) is not supported here", Name(type));
  }
}

// What can be computed with: the element itself, or float32 for float16.
template <class T>
T ToNumber(T element) {
  return element;
}
inline float ToNumber(Half element) { return HalfToFloat(element); }

template <class T, class Number>
T ToElement(Number number) {
  return T(number);
}
template <>
inline Half ToElement<Half, float>(float number) {
  return FloatToHalf(number);
}
template <>
inline Half ToElement<Half, double>(double number) {
  return DoubleToHalf(number);
}

}  // namespace weft::onnx
