// SPDX-License-Identifier: MIT
// From DataType to the C++ type of its elements, and the conversion between two such types.
#pragma once

#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include "base/half.h"
#include "weft/tensor.h"

namespace weft {

template <class T>
struct ElementTag {
  using type = T;
};

// Calls body(ElementTag<T>()) with the element type of `type`, which must have 8 bits or more.
template <class Body>
decltype(auto) DispatchType(DataType type, Body&& body) {
  switch (type) {
    case DataType::Float64: return body(ElementTag<double>());
    case DataType::Float16: return body(ElementTag<Half>());
    case DataType::Int64: return body(ElementTag<int64_t>());
    case DataType::Int32: return body(ElementTag<int32_t>());
    case DataType::Int16: return body(ElementTag<int16_t>());
    case DataType::Int8: return body(ElementTag<int8_t>());
    case DataType::UInt64: return body(ElementTag<uint64_t>());
    case DataType::UInt32: return body(ElementTag<uint32_t>());
    case DataType::UInt16: return body(ElementTag<uint16_t>());
    case DataType::UInt8: return body(ElementTag<uint8_t>());
    default: return body(ElementTag<float>());
  }
}

constexpr bool IsFloat(DataType type) {
  return type == DataType::Float16 || type == DataType::Float32 || type == DataType::Float64;
}

// The unsigned integer as wide as a signed one; any other type as it is.
constexpr DataType UnsignedOf(DataType type) {
  switch (type) {
    case DataType::Int64: return DataType::UInt64;
    case DataType::Int32: return DataType::UInt32;
    case DataType::Int16: return DataType::UInt16;
    case DataType::Int8: return DataType::UInt8;
    default: return type;
  }
}

// Truncates, saturates, NaN to 0. Written without branches so that loops over it become vectors.
template <std::integral Int, std::floating_point Float>
constexpr Int FloatToInteger(Float x) {
  using Limits = std::numeric_limits<Int>;
  // Both ends are powers of two (or 0), so they are exact in every float type.
  constexpr Float kLow = Float(Limits::min());
  constexpr Float kEnd = Float(uint64_t(1) << (Limits::digits - 1)) * 2;  // the first one too large
  // The largest Float below kEnd that Int can hold.
  constexpr Float kHigh = std::numeric_limits<Float>::digits >= Limits::digits
                              ? Float(Limits::max())
                              : kEnd - kEnd / (uint64_t(1) << std::numeric_limits<Float>::digits);
  Float inside = x == x ? x : Float(0);
  inside = inside < kLow ? kLow : inside;
  inside = inside > kHigh ? kHigh : inside;
  const Int converted = Int(inside);
  return x >= kEnd ? Limits::max() : converted;
}

template <class To, class From>
constexpr To ConvertElement(From x) {
  if constexpr (std::is_same_v<To, From>)
    return x;
  else if constexpr (std::is_same_v<From, Half>)
    return ConvertElement<To>(HalfToFloat(x));
  else if constexpr (std::is_same_v<To, Half>)
    return DoubleToHalf(double(x));  // a 64-bit integer rounded on the way is far past infinity
  else if constexpr (std::integral<To> && std::floating_point<From>)
    return FloatToInteger<To>(x);
  else
    return static_cast<To>(x);
}

}  // namespace weft
