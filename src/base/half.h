// SPDX-License-Identifier: MIT
// float16 as its 16-bit pattern: 1 sign, 5 exponent, 10 mantissa bits. Half is a type of its own so
// that templates tell FLOAT16 from UINT16. Conversions round to nearest even, once.
#pragma once

#include <bit>
#include <cstdint>

namespace weft {

struct Half {
  uint16_t bits;
  friend constexpr bool operator==(Half, Half) = default;
};

constexpr double HalfToDouble(Half half) {
  const uint64_t sign = uint64_t(half.bits >> 15) << 63;
  const uint32_t exponent = (half.bits >> 10) & 31;
  const uint64_t mantissa = half.bits & 0x3ff;
  if (exponent == 31)  // Infinity, or a NaN that keeps its payload and becomes quiet
    return std::bit_cast<double>(sign | 0x7ff0000000000000 | mantissa << 42 |
                                 (mantissa ? uint64_t(1) << 51 : 0));
  if (exponent == 0) {  // Zero and denormals: mantissa * 2^-24
    const double value = double(mantissa) * 0x1p-24;
    return sign ? -value : value;
  }
  return std::bit_cast<double>(sign | uint64_t(exponent + 1008) << 52 | mantissa << 42);
}

constexpr float HalfToFloat(Half half) { return float(HalfToDouble(half)); }

constexpr Half DoubleToHalf(double value) {
  const uint64_t bits = std::bit_cast<uint64_t>(value);
  const uint16_t sign = uint16_t(bits >> 48) & 0x8000;
  const uint64_t magnitude = bits & 0x7fffffffffffffff;
  if (magnitude > 0x7ff0000000000000)  // NaN: keep the top of the payload, quiet
    return {uint16_t(sign | 0x7e00 | ((magnitude >> 42) & 0x3ff))};
  const int exponent = int(magnitude >> 52) - 1023;
  if (exponent >= 16) return {uint16_t(sign | 0x7c00)};
  if (exponent < -25) return {sign};
  // Drop `shift` mantissa bits with rounding; a denormal half drops more of them.
  const uint64_t mantissa = (magnitude & 0xfffffffffffff) | (uint64_t(1) << 52);
  const int shift = exponent >= -14 ? 42 : 42 + (-14 - exponent);
  const uint64_t halfway = uint64_t(1) << (shift - 1);
  const uint64_t kept = mantissa >> shift;
  const uint64_t rest = mantissa & ((uint64_t(1) << shift) - 1);
  const uint64_t rounded = kept + (rest > halfway || (rest == halfway && (kept & 1)));
  // A carry out of the mantissa correctly bumps the exponent, up to Infinity.
  const uint64_t base = exponent >= -14 ? uint64_t(exponent + 14) << 10 : 0;
  return {uint16_t(sign | (base + rounded))};
}

constexpr Half FloatToHalf(float value) { return DoubleToHalf(value); }

}  // namespace weft
