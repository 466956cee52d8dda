// SPDX-License-Identifier: MIT
// See element.h.
#include "cli/element.h"

#include <bit>
#include <cmath>
#include <cstring>

#include "base/checked.h"
#include "base/half.h"
#include "cli/json_node.h"
#include "weft/scalar.h"

namespace weft::cli {
namespace {

bool IsFloat(DataType type) {
  return type == DataType::Float16 || type == DataType::Float32 || type == DataType::Float64;
}

bool IsSigned(DataType type) {
  return type == DataType::Int64 || type == DataType::Int32 || type == DataType::Int16 ||
         type == DataType::Int8 || type == DataType::Int4;
}

uint64_t LowBits(int bits) { return bits >= 64 ? ~uint64_t(0) : (uint64_t(1) << bits) - 1; }

uint64_t FloatBits(double value, DataType type) {
  if (type == DataType::Float64) return std::bit_cast<uint64_t>(value);
  if (type == DataType::Float32) return std::bit_cast<uint32_t>(float(value));
  return DoubleToHalf(value).bits;
}

double FloatFromBits(uint64_t bits, DataType type) {
  if (type == DataType::Float64) return std::bit_cast<double>(bits);
  if (type == DataType::Float32) return std::bit_cast<float>(uint32_t(bits));
  return HalfToDouble({uint16_t(bits)});
}

}  // namespace

std::optional<uint64_t> BytesFor(DataType type, uint64_t count) {
  const std::optional<uint64_t> bits = CheckedMul(count, uint64_t(SizeBits(type)));
  if (!bits) return std::nullopt;
  return *bits / 8 + (*bits % 8 != 0);
}

std::optional<uint64_t> ElementBits(const Json& value, DataType type) {
  if (IsFloat(type)) {
    const std::optional<double> number = NumberIn(value);
    if (!number) return std::nullopt;
    const uint64_t bits = FloatBits(*number, type);
    if (std::isfinite(*number) && !std::isfinite(FloatFromBits(bits, type))) return std::nullopt;
    return bits;
  }
  const std::optional<__int128> integer = IntegerIn(value);
  const int bits = SizeBits(type);
  const __int128 low = IsSigned(type) ? -(__int128(1) << (bits - 1)) : 0;
  const __int128 high = (__int128(1) << (IsSigned(type) ? bits - 1 : bits)) - 1;
  if (!integer || *integer < low || *integer > high) return std::nullopt;
  return uint64_t(*integer) & LowBits(bits);
}

uint64_t SequenceBits(const Json& start, const Json& delta, uint64_t index, DataType type) {
  if (IsFloat(type))
    return FloatBits(NumberIn(start).value_or(0) + double(index) * NumberIn(delta).value_or(0),
                     type);
  const uint64_t value =
      uint64_t(IntegerIn(start).value_or(0)) + index * uint64_t(IntegerIn(delta).value_or(0));
  return value & LowBits(SizeBits(type));
}

uint64_t LoadElement(std::span<const std::byte> data, DataType type, uint64_t index) {
  if (SizeBits(type) == 4) return uint64_t(data[index / 2]) >> (index % 2 * 4) & 15;
  const size_t bytes = size_t(SizeBits(type)) / 8;
  uint64_t bits = 0;
  std::memcpy(&bits, data.data() + index * bytes, bytes);
  return bits;
}

void StoreElement(std::span<std::byte> data, DataType type, uint64_t index, uint64_t bits) {
  if (SizeBits(type) == 4) {  // The even element is the low half of its byte.
    const int shift = int(index % 2) * 4;
    std::byte& pair = data[index / 2];
    pair = (pair & std::byte(0xf0 >> shift)) | std::byte(bits << shift);
    return;
  }
  const size_t bytes = size_t(SizeBits(type)) / 8;
  std::memcpy(data.data() + index * bytes, &bits, bytes);
}

void AppendElement(fmt::memory_buffer& text, std::span<const std::byte> data, DataType type,
                   uint64_t index) {
  const std::string number = ElementText(LoadElement(data, type, index), type);
  text.append(number);
}

std::string ElementText(uint64_t bits, DataType type) {
  const std::string number = Scalar::FromBits(bits).Text(type);
  return number == "-nan" ? "nan" : number;  // a NaN is a NaN, whatever its sign bit
}

double ElementNumber(uint64_t bits, DataType type) {
  if (IsFloat(type)) return FloatFromBits(bits, type);
  const int unused = 64 - SizeBits(type);
  return IsSigned(type) ? double(int64_t(bits << unused) >> unused) : double(bits);
}

}  // namespace weft::cli
