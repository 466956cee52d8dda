// SPDX-License-Identifier: MIT
// One number as an element of any type. Integers wrap, floats saturate into integer types, and
// every rounding is done once, straight from the exact value.
#include "weft/scalar.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstdlib>

#include "base/guard.h"
#include "base/half.h"

namespace weft {
namespace {

bool IsFloat(DataType type) {
  return type == DataType::Float16 || type == DataType::Float32 || type == DataType::Float64;
}

bool IsSigned(DataType type) {
  return type == DataType::Int4 || type == DataType::Int8 || type == DataType::Int16 ||
         type == DataType::Int32 || type == DataType::Int64;
}

uint64_t LowBits(uint64_t bits, int count) {
  return count == 64 ? bits : bits & ((uint64_t{1} << count) - 1);
}

// `Source` is int64_t, uint64_t or double.
template <class Source>
uint64_t FloatBits(Source value, DataType type) {
  switch (type) {
    case DataType::Float16:  // An integer that a double must round is infinite as a half anyway.
      return DoubleToHalf(static_cast<double>(value)).bits;
    case DataType::Float32: return std::bit_cast<uint32_t>(static_cast<float>(value));
    default: return std::bit_cast<uint64_t>(static_cast<double>(value));
  }
}

uint64_t IntegerBits(double value, DataType type) {
  if (std::isnan(value)) return 0;
  const int bits = SizeBits(type);
  if (IsSigned(type)) {
    const double limit = std::ldexp(1.0, bits - 1);  // one more than the largest
    const uint64_t smallest = uint64_t{1} << (bits - 1);
    if (value >= limit) return smallest - 1;
    if (value < -limit) return smallest;
    return LowBits(static_cast<uint64_t>(static_cast<int64_t>(value)), bits);
  }
  if (value >= std::ldexp(1.0, bits)) return LowBits(~uint64_t{0}, bits);
  return value < 1 ? 0 : static_cast<uint64_t>(value);
}

// The shortest decimal that reads back as the same half; whole numbers in full.
std::string HalfText(Half half) {
  const double value = HalfToDouble(half);
  for (int digits = 1; digits < 5 && value != std::trunc(value); ++digits) {
    const double rounded = std::strtod(fmt::format("{:.{}e}", value, digits - 1).c_str(), nullptr);
    if (DoubleToHalf(rounded) == half) return fmt::format("{}", rounded);
  }
  return fmt::format("{:.5g}", value);
}

}  // namespace

Scalar Scalar::FromBits(uint64_t bits) {
  Scalar scalar;
  scalar.unsigned_ = bits;
  return scalar;
}

uint64_t Scalar::Bits(DataType type) const {
  const int bits = SizeBits(type);
  switch (kind_) {
    case Kind::Bits: return LowBits(unsigned_, bits);
    case Kind::Signed:
      return IsFloat(type) ? FloatBits(signed_, type)
                           : LowBits(static_cast<uint64_t>(signed_), bits);
    case Kind::Unsigned:
      return IsFloat(type) ? FloatBits(unsigned_, type) : LowBits(unsigned_, bits);
    case Kind::Float:
      if (bits == 0) return 0;
      return IsFloat(type) ? FloatBits(float_, type) : IntegerBits(float_, type);
  }
  return 0;
}

std::string Scalar::Text(DataType type) const try {
  const uint64_t bits = Bits(type);
  switch (type) {
    case DataType::Float16: return HalfText({static_cast<uint16_t>(bits)});
    case DataType::Float32:
      return fmt::format("{}", std::bit_cast<float>(static_cast<uint32_t>(bits)));
    case DataType::Float64: return fmt::format("{}", std::bit_cast<double>(bits));
    default: break;
  }
  if (!IsSigned(type)) return fmt::format("{}", bits);
  const int unused = 64 - SizeBits(type);
  return fmt::format("{}", static_cast<int64_t>(bits << unused) >> unused);
}
WEFT_CATCH_TEXT

}  // namespace weft
