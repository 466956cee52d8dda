// SPDX-License-Identifier: MIT
// One element, exactly: what number a bit pattern is, and which bit pattern a number becomes.
// Integers are held in 128 bits and floats in long double (64 mantissa bits at least), so nothing
// is rounded before the single rounding to the destination type. Shares no code with the library.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include "weft/tensor.h"

namespace weft::oracle {

static_assert(std::numeric_limits<long double>::digits >= 64, "UINT64 must fit in long double");

struct Format {
  int bytes;  // 1 for a 4-bit element, which has half of it
  bool is_float;
  bool is_signed;
  int precision;     // floats: mantissa bits, the hidden one included
  int smallest_ulp;  // floats: exponent of the smallest denormal
};

inline Format FormatOf(DataType type) {
  switch (type) {
    case DataType::Float64: return {8, true, true, 53, -1074};
    case DataType::Float32: return {4, true, true, 24, -149};
    case DataType::Float16: return {2, true, true, 11, -24};
    case DataType::Int64: return {8, false, true, 0, 0};
    case DataType::Int32: return {4, false, true, 0, 0};
    case DataType::Int16: return {2, false, true, 0, 0};
    case DataType::Int8: return {1, false, true, 0, 0};
    case DataType::UInt64: return {8, false, false, 0, 0};
    case DataType::UInt32: return {4, false, false, 0, 0};
    case DataType::UInt16: return {2, false, false, 0, 0};
    case DataType::UInt8: return {1, false, false, 0, 0};
    case DataType::Int4: return {1, false, true, 0, 0};
    case DataType::UInt4: return {1, false, false, 0, 0};
    default: return {0, false, false, 0, 0};
  }
}

inline int WidthOf(DataType type) {
  const bool nibble = type == DataType::Int4 || type == DataType::UInt4;
  return nibble ? 4 : 8 * FormatOf(type).bytes;
}

using Integer = __int128;

struct Number {
  bool is_float = false;
  Integer integer = 0;
  long double real = 0;
};

inline uint64_t LoadBits(const std::byte* at, int bytes) {
  uint64_t bits = 0;
  std::memcpy(&bits, at, size_t(bytes));
  return bits;
}

inline void StoreBits(uint64_t bits, std::byte* at, int bytes) {
  std::memcpy(at, &bits, size_t(bytes));
}

// The element at `offset` of a buffer. Of two 4-bit ones in a byte the first is in its low half.
inline uint64_t LoadElement(DataType type, const std::byte* buffer, int64_t offset) {
  const int bytes = FormatOf(type).bytes;
  if (WidthOf(type) != 4) return LoadBits(buffer + offset * bytes, bytes);
  return uint64_t(buffer[offset / 2]) >> (offset % 2 * 4) & 15;
}

inline void StoreElement(DataType type, uint64_t bits, std::byte* buffer, int64_t offset) {
  const int bytes = FormatOf(type).bytes;
  if (WidthOf(type) != 4) return StoreBits(bits, buffer + offset * bytes, bytes);
  const uint64_t other = uint64_t(buffer[offset / 2]) & (offset % 2 ? 15 : 240);
  buffer[offset / 2] = std::byte(other | (bits & 15) << (offset % 2 * 4));
}

inline Number ValueOf(DataType type, uint64_t bits) {
  const Format format = FormatOf(type);
  if (type == DataType::Float64) return {true, 0, std::bit_cast<double>(bits)};
  if (type == DataType::Float32) return {true, 0, std::bit_cast<float>(uint32_t(bits))};
  if (type == DataType::Float16) {
    const int exponent = int(bits >> 10) & 31, mantissa = int(bits) & 1023;
    long double value = exponent == 31 && mantissa ? std::nanl("")
                        : exponent == 31           ? HUGE_VALL
                        : exponent == 0            ? std::ldexp((long double)(mantissa), -24)
                                        : std::ldexp((long double)(1024 + mantissa), exponent - 25);
    return {true, 0, bits & 0x8000 ? -value : value};
  }
  const Integer range = Integer(1) << WidthOf(type);
  Integer value = Integer(bits) % range;
  if (format.is_signed && value >= range / 2) value -= range;
  return {false, value, 0};
}

inline bool IsNan(DataType type, uint64_t bits) {
  return FormatOf(type).is_float && std::isnan(ValueOf(type, bits).real);
}

// To nearest, ties to even (the processor's default mode), with `format`'s denormals.
inline long double RoundTo(const Format& format, long double value) {
  if (value == 0 || !std::isfinite(value)) return value;
  int exponent;
  std::frexp(value, &exponent);
  const int ulp = std::max(exponent - format.precision, format.smallest_ulp);
  return std::ldexp(std::nearbyint(std::ldexp(value, -ulp)), ulp);
}

inline uint64_t HalfBits(long double rounded) {
  const uint64_t sign = std::signbit(rounded) ? 0x8000 : 0;
  const long double magnitude = std::fabs(rounded);
  if (std::isnan(rounded)) return 0x7e00;
  if (magnitude >= 65536) return sign | 0x7c00;
  if (magnitude < 0x1p-14L) return sign | uint64_t(std::ldexp(magnitude, 24));
  const int exponent = std::ilogb(magnitude);
  return sign | uint64_t((exponent + 14) * 1024 + int(std::ldexp(magnitude, 10 - exponent)));
}

// CAST's rules: floats round once; float to integer truncates, saturates, NaN gives 0; integer to
// integer keeps the low bits.
inline uint64_t BitsOf(DataType type, const Number& number) {
  const Format format = FormatOf(type);
  if (format.is_float) {
    const long double exact = number.is_float ? number.real : (long double)(number.integer);
    const long double rounded = RoundTo(format, exact);
    if (type == DataType::Float16) return HalfBits(rounded);
    if (type == DataType::Float32) return std::bit_cast<uint32_t>(float(rounded));
    return std::bit_cast<uint64_t>(double(rounded));
  }
  const Integer range = Integer(1) << WidthOf(type);
  Integer value = number.integer;
  if (number.is_float) {
    const Integer lowest = format.is_signed ? -range / 2 : 0;
    const Integer highest = lowest + range - 1;
    const long double whole = std::trunc(number.real);
    value = std::isnan(whole)                ? 0
            : whole <= (long double)(lowest) ? lowest
            : whole >= std::ldexp(1.0L, 64)  ? highest
            : Integer(whole) > highest       ? highest
                                             : Integer(whole);
  }
  return uint64_t(value) & uint64_t(range - 1);
}

}  // namespace weft::oracle
